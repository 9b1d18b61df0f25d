"""What the compiler says, in words that its user knows: a message of it may have hundreds of lines, and is about types."""

import re

from simlab.base.faults import shortened

LONGEST = 300  # letters of what is wrong
_COLOUR = re.compile("\x1b\\[[0-9;]*m")
_OF_NO_USE = ("Failed in", "Overload", "There are", "During", "File ", "- ")
_SAID = tuple(
    (re.compile(pattern, re.DOTALL), words)
    for pattern, words in (
        (
            r"Untyped global name '(?P<name>\w+)':? Cannot type empty list",
            "{name} is an empty list; compiled code has lists of numbers: (1, 2, 3)",
        ),
        (
            r"Untyped global name '(?P<name>\w+)':? Cannot determine Numba type of <class '(?P<type>[\w.]+)'>",
            "{name} ({type}) is nothing that compiled code has; it has numbers, and lists of them: (1, 2, 3)",
        ),
        (
            r"Cannot unify (?P<kind1>.+?) and (?P<kind2>.+) for '(?P<name>\w+?)(\.\d+)?', defined",
            "{name} is {kind1} in one place and {kind2} in another; a name stands for one kind of value",
        ),
        (r"TypingError: (?P<what>[^\n]*)\n\s*raised from [^\n]*/simlab/", "{what}"),
        (r"runaway recursion", "a function calls itself; write a loop"),
        (r">>> getitem\([^\n]*, (Optional|none)[^\n]*\)", "a place in a list is asked for that may be None; begin with a number: best = 0"),
        (r">>> getitem\([^\n]*, float\d+\)", "a place in a list is a whole number, and this is a fraction; write // or int(...)"),
        (r">>> getitem\([^\n]*, (unicode|Literal\[str\])[^\n]*\)", "a place in a list is a whole number, and this is a text"),
        (r"exception_match", "of errors only `except Exception` can be compiled; better ask before: if x > 0"),
        (r"The use of yield in a closure", "`... for ... in ...` within a call can't be compiled; put it in brackets [ ], or write a loop"),
        (r"Invalid use of (?P<kind1>\S+) with parameters", "{kind1} is called as if it were a function; leave out the brackets"),
        (r"Cannot bind '.*?' to signature '(?P<takes>[^']*)'", "a function that takes {takes} is called with something else"),
        (
            r"Type of variable '\$[^']*' cannot be determined",
            "`:=` can't be compiled everywhere; give the name its value in a line of its own",
        ),
        (
            r">>> (?P<name>add|sub|mul|truediv|floordiv|mod|lt|le|gt|ge)\((?P<kind1>[^\n]*?\)?), (?P<kind2>\w[^\n]*)\)\n",
            "{name} of {kind1} and {kind2}: these don't go together",
        ),
    )
)
_KINDS = {
    **dict.fromkeys(("int", "uint", "Literal[int]", "i8"), "a whole number"),
    **dict.fromkeys(("float", "Literal[float]"), "a fraction"),
    **dict.fromkeys(("unicode", "Literal[str]"), "a text"),
    **dict.fromkeys(("nestedarray", "array", "list", "reflected list"), "a list"),
    **dict.fromkeys(("Tuple", "UniTuple"), "several values"),
    **dict.fromkeys(("bool", "Literal[bool]"), "true or false"),
    **dict.fromkeys(("none", "None"), "nothing"),
    "Optional": "nothing on some path",
    "type(CPUDispatcher": "a function itself, which wants to be called: name(view)",
}
_GENERAL = "No implementation of function"  # behind which stands what it is called with


def uncoloured(error: BaseException) -> str:
    """What numba says: where colorama is installed it paints its messages."""
    return _COLOUR.sub("", str(error))


def told(message: str) -> str:
    """What matters of a message that may have hundreds of lines, in words that need no compiler to be understood, where there are such."""
    message = without_records(message)
    for pattern, words in _SAID:
        if found := pattern.search(message):
            kinds = {name: kind_of(value) for name, value in found.groupdict().items() if name.startswith("kind")}
            return shortened(words.format(**{**found.groupdict(), **kinds}), LONGEST)
    lines = [line.strip() for line in message.splitlines()]
    left = [line for line in lines if line and not line.startswith(_OF_NO_USE)] or [message]
    what = f"{left[0]} {left[1].removeprefix('>>> ')}" if left[0].startswith(_GENERAL) and len(left) > 1 else left[0]
    what = re.sub(r"^KeyError: ('\w+')$", r"there is no field \1", what).partition(". Raised from ")[0]
    return shortened(what, LONGEST)


def kind_of(name: str) -> str:
    """What people call the values of one of numba's types."""
    return next((words for begins, words in _KINDS.items() if name.startswith(begins)), shortened(name))


def without_records(text: str) -> str:
    """A record's type is as long as its table."""
    while (start := text.find("Record(")) >= 0:
        depth, end = 1, start + len("Record(")
        while end < len(text) and depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = f"{text[:start]}a record{text[end:]}"
    return text
