"""Python's text as a tree, one text at a time.

Python 3.11 counts how deep it stands in a tree in one place for all threads. Where two threads make trees at once, the one counts
for the other, and a sound text ends in "SystemError: AST constructor recursion depth mismatch".
"""

import ast
import threading

_one_at_a_time = threading.RLock()  # a destructor may read a text while a tree is made, in the same thread


def parsed(text: str) -> ast.Module:
    """The text's tree; SyntaxError where it is no Python."""
    with _one_at_a_time:
        return ast.parse(text)
