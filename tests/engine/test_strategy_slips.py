"""Python that a beginner writes and a strategy can't have: each slip is told with its line, in a sentence that says what to write."""

import pytest

from simlab import games
from simlab.base.faults import BadInput
from simlab.players import strategies
from tests.compiling import compiled_only

MEAN = games.find("mean")
HEAD = '"""An idea."""\n\nimport numpy as np\n\nfrom simlab.games.mean import below, plays\n\n\n'  # seven lines
PATH = "return the number of an option, a whole number, on every path"
CHANGES = "a strategy sees the table and must not change it"
MEMORY = "a strategy has no memory of its own"
OUTSIDE = "stands in no function and is done once, when the file is read"
WORDS = "of LOSES, WINS, SWAPS: from simlab.games.mean import LOSES"


def play(*lines):
    return "def play(view):\n" + "".join(f"    {line}\n" for line in lines)


ANSWERS = {
    "a fraction": (play("return 0.5"), ":9:5: play returns a fraction; it must " + PATH + ": write // or int(...)"),
    "a quotient": (play("return plays(view) / 2"), ":9:5: play returns a fraction"),
    "a text": (play("return 'first'"), ":9:5: play returns a text; it must " + PATH),
    "two values": (play("return 0, 1"), ":9:5: play returns several values"),
    "a list": (play("return [0]"), ":9:5: play returns several values"),
    "nothing": (play("n = plays(view)"), f":8:1: play may come to its end without a return; it must {PATH}: end it with return 0, say"),
    "a bare return": (play("return"), ":9:5: play returns nothing here"),
    "None": (play("return None"), ":9:5: play returns nothing here"),
    "nothing after a loop": (play("for i in range(plays(view)):", "    return i"), ":8:1: play may come to its end"),
    "nothing otherwise": (play("if view.top:", "    return 0"), ":8:1: play may come to its end"),
    "nothing in a case": (play("match view.top:", "    case 0:", "        return 0"), ":8:1: play may come to its end"),
    "nothing after an error": (play("try:", "    return 0", "except Exception:", "    pass"), ":8:1: play may come to its end"),
    "nothing after a break": (play("while True:", "    if view.top:", "        break"), ":8:1: play may come to its end"),
    "true or false": (
        play("return view.cards > 2"),
        ":9:5: play returns true or false; it must return the number of an option in the list",
    ),
    "below 0": (play("return -1"), ":9:5: play returns -1; options are numbered from 0 to view.options - 1"),
    "one or the other": (play("return 0 if view.top else None"), ":9:5: play returns nothing here"),
    "a function": (play("return plays"), ":9:5: play returns the function plays itself; call it: plays(view)"),
    "an endless loop": (play("while True:", "    pass", "return 0"), ":9:5: play never leaves this loop; count in it, and stop with break"),
    "a loop left by an inner one": (play("while 1:", "    for i in range(3):", "        break"), ":9:5: play never leaves this loop"),
}
OF_PYTHON = {
    "print": (play("print(view.top)", "return 0"), ":9:5: a strategy is asked millions of times and can't print; leave it out"),
    "breakpoint": (play("breakpoint()", "return 0"), ":9:5: breakpoint() is for plain Python; leave it out"),
    "input": (play("return int(input())"), ":9:16: input() reads from outside"),
    "open": (play("open('x')", "return 0"), ":9:5: open() reads from outside"),
    "eval": (play("return eval('0')"), ":9:12: eval() can't be compiled"),
    "a key": (play("return max(range(3), key=plays)"), ":9:12: max() takes numbers alone here; write a loop that keeps the best so far"),
    "a lambda": (play("f = lambda i: i", "return f(0)"), ":9:9: a lambda can't be compiled; write a loop, or a function with a name"),
    "a decision as a lambda": ("play = lambda view: 0\n", ":8:1: play is a lambda; write a function with a name: def play(view):"),
    "an import inside": (play("import math", "return 0"), ":9:5: imports stand at the top of the file"),
    "* arguments": ("def play(view):\n    return most(1)\n\n\ndef most(*a):\n    return 0\n", ":12:1: most takes * arguments"),
    "** arguments": ("def play(view):\n    return most()\n\n\ndef most(**a):\n    return 0\n", ":12:1: most takes * arguments"),
    "yield": (play("yield 0", "return 0"), ":9:5: yield makes several answers, and a decision has one; write return"),
    "a class inside": (play("class A:", "    pass", "return 0"), ":9:5: a strategy is made of plain functions"),
    "with": (play("with view:", "    return 0", "return 0"), ":9:5: a strategy opens nothing"),
    "del": (play("x = 1", "del x", "return 0"), ":10:5: del can't be compiled"),
    "a star": (play("a, *b = 1, 2, 3", "return a"), ":9:8: * can't be compiled here"),
    "a name": (play("best = 0", "return bets"), ':10:12: nothing is called "bets"; did you mean "best"?'),
    "a name of the game": (play("return view.top == SIX and 0"), ':9:24: nothing is called "SIX"; from simlab.games.mean import SIX'),
    "a name of the kit": (play("return lowest(4)"), ':9:12: nothing is called "lowest"; from simlab.kit import lowest'),
    "a list of the file": ("seen = [1]\n\n\n" + play("seen.append(2)", "return 0"), f":12:5: {MEMORY}"),
    "a place of the file": ("seen = [1]\n\n\n" + play("seen[0] = 2", "return 0"), f":12:5: {MEMORY}"),
    "a loop outside": ("while True:\n    pass\n\n\n" + play("return 0"), f":8:1: {OUTSIDE}"),
    "print outside": ("print(3)\n\n\n" + play("return 0"), f":8:1: {OUTSIDE}; move it into a decision, or leave it out"),
    "an error outside": ("raise SystemExit\n\n\n" + play("return 0"), f":8:1: {OUTSIDE}"),
    "a filled field": (play("view.hand.fill(0)", "return 0"), f":9:5: {CHANGES}"),
    "a sorted field": (play("view.pile_size.sort()", "return 0"), f":9:5: {CHANGES}"),
    "brackets": (play("return view.cards()"), ":9:12: view.cards is a value and no function; write view.cards without brackets"),
    "a function of the view": (play("return view.plays()"), ":9:12: the view has no functions; is it plays(view), or plays(view, ...)?"),
    "a field in brackets": (play("return view['cards']"), ":9:12: write view.cards"),
    "random": ("import random\n\n\n" + play("return 0"), "random numbers come from below(view, n) or uniform(view)"),
    "time": ("import time\n\n\n" + play("return 0"), "it answers by its view alone, whatever the time"),
}
IN_WORDS = {
    "a word": (
        play("return int(view.rules.eight_last == 'loses')"),
        f':9:16: view.rules.eight_last is a number, and never "loses"; write LOSES, {WORDS}',
    ),
    "the other way round": (play("return int('loses' != view.rules.eight_last)"), f'never "loses"; write LOSES, {WORDS}'),
    "a word that there is not": (
        play("return int(view.rules.eight_last == 'loose')"),
        'never "loose"; did you mean LOSES? There are LOSES, WINS, SWAPS: from',
    ),
    "no word at all": (
        play("return int(view.rules.eight_last == 'qqq')"),
        'never "qqq"; there are LOSES, WINS, SWAPS: from simlab.games.mean',
    ),
    "one of two": (play("return int(view.rules.eight_last in ('qqq', 'wins'))"), 'never "wins"; write WINS, of LOSES, WINS, SWAPS'),
    "a case": (
        play("match view.rules.eight_last:", "    case 'wins':", "        return 1", "return 0"),
        ':10:14: view.rules.eight_last is a number, and never "wins"',
    ),
    "one of two cases": (
        play("match view.rules.eight_last:", "    case 'x' | 'wins':", "        return 1", "return 0"),
        'never "wins"; write WINS',
    ),
    "a flag": (
        play("return int(view.rules.play_on == 'true')"),
        'never "true"; it is 1 for true and 0 for false: write if view.rules.play_on:',
    ),
    "a number": (play("return int(view.hand[3] == '3')"), ':9:16: view.hand[3] is a number, and never "3"; compare it with a number'),
    "a formatted text": (play("return int(view.top == f'{view.run}')"), "view.top is a number, and never"),
    "a word of another rule": (
        "from simlab.games.mean import MUST\n\n\n" + play("return int(view.rules.eight_last == MUST)"),
        ':12:16: no word of eight_last "MUST". There are: LOSES, WINS, SWAPS',
    ),
}
ITSELF = "and compiled code has no limit for how deep; write a loop"
NOT_ALLOWED = {
    "a decision that is a number": (
        "play = 5\n\n\ndef pile(view):\n    return 0\n",
        ":8:1: play is a decision: write it as a function, def play(view):",
    ),
    "brackets without end": (f"X = {'(' * 300}0{')' * 300}\n\n\n" + play("return 0"), "not Python: too many nested parentheses"),
    "a sum without end": (
        f"X = {'-' * 3000}1\n\n\n" + play("return 0"),
        ": is nested too deeply to be read; write what is inside as lines",
    ),
    "chance of numpy": (
        "from numpy.random import randint\n\n\n" + play("return 0"),
        ":8:1: imports numpy.random.randint; random numbers come from",
    ),
    "chance under another name": (
        "import numpy.random as r\n\n\n" + play("return 0"),
        ":8:1: imports numpy.random; random numbers come from",
    ),
    "a file of numpy": ("from numpy import fromfile\n\n\n" + play("return 0"), ":8:1: imports numpy.fromfile; that reads from outside"),
    "a file read by numpy": (
        play("return int(np.load('x')[0])"),
        ":9:16: that reads from outside, and a strategy answers by its view alone",
    ),
    "the engine": (
        "from simlab.engine.compiled.memory import poke\n\n\n" + play("return 0"),
        ":8:1: imports simlab.engine.compiled.memory.poke; of simlab a strategy may import from simlab.games.mean and simlab.kit",
    ),
    "a helper called as simlab's own": (
        play("return _option(view)") + "\n\ndef _option(view):\n    return 0\n",
        ":12:1: _option is a name that simlab itself uses beside a strategy; choose another",
    ),
    "a constant called as simlab's own": (
        "_MY = 3\n\n\n" + play("return _MY - 3"),
        ":8:1: _MY is a name that simlab itself uses beside a strategy; choose another",
    ),
    "an import called as simlab's own": (
        "import numpy as _np\n\n\n" + play("return int(_np.int64(0))"),
        ":8:1: _np is a name that simlab itself uses beside a strategy; choose another",
    ),
    "another game": (
        "from simlab.games.meow import plays as p\n\n\n" + play("return 0"),
        ":8:1: imports simlab.games.meow.plays; of simlab",
    ),
    "a module beside it": (
        "from os import path\n\n\n" + play("return 0"),
        ":8:1: imports os; a strategy may import from simlab, math, numpy",
    ),
    "calling itself": (play("return play(view)"), f":8:1: play calls itself, {ITSELF}"),
    "calling itself through another": (
        play("return most(view)") + "\n\ndef most(view):\n    return play(view)\n",
        f":8:1: play calls itself (through most), {ITSELF}",
    ),
    "an outer name": (play("n = 0", "def f():", "    nonlocal n", "    n = 1", "return n"), f":11:9: {MEMORY}"),
    "waiting": (play("await view", "return 0"), "nothing is waited for in a strategy"),
    "something private of another": (play("return np._core"), ":9:12: _core is private"),
}
HAND_OF = "\n\ndef hand_of(view):\n    return view.hand\n"
FILL = "\n\ndef fill(own):\n    own[0] = 0  # here\n    return 0\n"
WAYS = {  # to the numbers of the view, under the name `own`
    "itself": ["own = view.hand"],
    "with a type": ["own: object = view.hand"],
    "in passing": ["n = len(own := view.hand)"],
    "one of two": ["n, own = 0, view.hand"],
    "either": ["own = view.hand if view.top else view.area"],
    "one or the other": ["own = view.hand or view.area"],
    "some of them": ["own = view.hand[2:]"],
    "numpy's own": ["own = np.asarray(view.hand)"],
    "in another shape": ["own = view.hand.reshape(-1)"],
}
WRITES = {
    **{name: play(*way, "own[3] = 9  # here", "return 0") for name, way in WAYS.items()},
    "a helper's answer": play("own = hand_of(view)", "own[3] = 9  # here", "return 0") + HAND_OF,
    "a helper's argument": play("return fill(view.hand)") + FILL,
    "a helper's named argument": play("return fill(own=view.hand)") + FILL,
    "copyto": play("np.copyto(view.hand, 0)  # here", "return 0"),
    "a place": play("np.put(view.hand, 0, 9)  # here", "return 0"),
    "out": play("np.add(view.hand, 1, out=view.hand)  # here", "return 0"),
    "out without its name": play("np.add(view.hand, 1, view.hand)  # here", "return 0"),
    "adding to it": play("own = view.hand", "own += 1  # here", "return 0"),
    "sorting": play("own = view.hand", "own.sort()  # here", "return 0"),
    "removing": play("own = view.hand", "del own[3]  # here", "return 0"),
}
DEBUGGING = ("print", "breakpoint")  # which plain Python may
TOLD = {**ANSWERS, **OF_PYTHON, **IN_WORDS, **NOT_ALLOWED}


@pytest.mark.parametrize(
    ("body", "told"), [pytest.param(*case, id=name, marks=[compiled_only] * (name in DEBUGGING)) for name, case in TOLD.items()]
)
def test_a_slip_is_told_with_what_to_write(body, told, tmp_path):
    with pytest.raises(BadInput) as refused:
        strategies.from_source(MEAN, "mine", HEAD + body, tmp_path / "mine.py")
    assert told in str(refused.value)


@pytest.mark.parametrize("body", WRITES.values(), ids=WRITES)
def test_no_way_to_write_into_the_view_is_missed(body, tmp_path):
    text = HEAD + body
    with pytest.raises(BadInput) as refused:
        strategies.from_source(MEAN, "mine", text, tmp_path / "mine.py")
    line = text[: text.index("# here")].count("\n") + 1
    assert [fault.where.split(":")[-2] for fault in refused.value.faults if fault.what == CHANGES] == [f"{line}"]


FINE = {
    "a loop that is never begun": play("while 0:", "    pass", "return 0"),
    "a loop that is left": play("i = 0", "while True:", "    i += 1", "    if i > view.top:", "        return 0"),
    "a loop that is broken off": play("while True:", "    break", "return 0"),
    "each way": play("if view.top:", "    return 0", "else:", "    return int(view.cards > 2)"),
    "each case": play("match view.top:", "    case 0:", "        return 0", "    case _:", "        return 1"),
    "an error at last": play("for i in range(3):", "    if view.top > i:", "        return 0", "raise ValueError"),
    "a try": play("try:", "    return 0", "except Exception:", "    return 0"),
    "a loop with an else": play("for i in range(3):", "    pass", "else:", "    return 0"),
    "true or false where there is no list": "def swap(view):\n    return view.cards > 2\n",
    "a list of its own": play("seen = [0]", "seen.append(1)", "return seen[0]"),
    "a function within": play("def best(i):", "    return i / 2", "return int(best(0))"),
    "a name that is a function elsewhere": play("plays = 0", "return plays"),
    "texts among themselves": play("return int('a' == 'b')"),
    "a minus of nothing": play("return -0"),
}


@pytest.mark.parametrize("body", FINE.values(), ids=FINE)
def test_what_is_no_slip_is_read(body, tmp_path):
    assert strategies.from_source(MEAN, "mine", HEAD + body, tmp_path / "mine.py").functions


COMPILED = {
    "a fraction in a name": (play("best = 0.0", "return best"), ":10: play returns a fraction; it must " + PATH + ": write // or int(...)"),
    "sometimes nothing": (
        play("best = None", "if view.top:", "    best = 1", "return best"),
        ":12: play returns nothing on some path; it must",
    ),
    "one of several returns": (play("best = 0.0", "if view.top:", "    return best", "return best"), ":8: play returns a fraction"),
    "no such attribute": (play("return view.hand.nothing"), ":9: cannot be compiled: "),
    "a place that may be None": (
        play(
            "best = None",
            "for i in range(plays(view)):",
            "    if best is None or view.count[best] > 1:",
            "        best = i",
            "return best or 0",
        ),
        ":11: cannot be compiled: a place in a list is asked for that may be None; begin with a number: best = 0",
    ),
    "a word through a name": (
        play("rules = view.rules", "return int(rules.eight_last == 'wins')"),
        ':10: rules.eight_last is a number, and never "wins"; write WINS, of LOSES, WINS, SWAPS: from simlab.games.mean import WINS',
    ),
    "a word given to a helper": (
        play("return int(says(view, 'wins'))") + "\n\ndef says(view, word):\n    return view.rules.eight_last == word\n",
        ":13: a number is compared with a word, and never equal; compare it with a number",
    ),
    "a dictionary": (
        "WORTH = {1: 2}\n\n\n" + play("return WORTH[1]"),
        ":12: cannot be compiled: WORTH (dict) is nothing that compiled code has",
    ),
    "two kinds": (
        play("best = 0", "if view.top:", "    best = 'x'", "return best"),
        "best is a whole number in one place and a text in another",
    ),
    "a sum of a loop": (play("return sum(view.hand[i] for i in range(3))"), "put it in brackets [ ], or write a loop"),
    "another error": (play("try:", "    return 0 // view.top", "except ZeroDivisionError:", "    return 0"), "only `except Exception`"),
}


@compiled_only
@pytest.mark.parametrize(("body", "told"), COMPILED.values(), ids=COMPILED)
def test_what_the_compiler_refuses_is_told_in_a_sentence(body, told, tmp_path):
    strategy = strategies.from_source(MEAN, "mine", HEAD + body, tmp_path / "mine.py")
    with pytest.raises(BadInput) as refused:
        strategy.address(strategy.parameters({}))
    assert told in str(refused.value)
    assert "nopython" not in str(refused.value)


@pytest.mark.parametrize("game", games.names())
def test_each_word_of_a_house_rule_has_a_name_that_strategies_import(game):
    from simlab.engine.spelling import names_of

    game = games.find(game)
    for names in names_of(game.Rules).values():
        for name, number in names.items():
            assert game.names.get(name) == number, f"{name} of {game.name}"
