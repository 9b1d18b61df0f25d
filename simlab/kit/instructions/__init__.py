"""What the kit's functions become when compiled: which version of a function a zone's record means, what is declared, what was made.

Loaded when compiling begins, and named by nothing else.
"""

from simlab.kit.instructions import declared, layouts, moves, turns

__all__ = ["declared", "layouts", "moves", "turns"]
