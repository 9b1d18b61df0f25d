"""The options of a decision in words: listed by the game's own function for that, as for a strategy."""

import ctypes
import re
from functools import cache
from pathlib import Path
from typing import Any

from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.memory import PLAIN
from simlab.engine.compiled.readable import Record
from simlab.engine.game import Decision, Game
from simlab.players import strategies
from simlab.table.looking import CALLED

CARD_FIELDS = ("option", "card")  # what lists cards in games that don't say more
_NUMBERED = re.compile(r"(?<![\w.])(\d+):? ([^,;:]+)")


def question_of(decision: Decision) -> str:
    """What is asked."""
    if decision.asks:
        return decision.asks
    meaning = decision.meaning.partition(":")[0]
    return f"{meaning[:1].upper()}{meaning[1:]}?"


def options_of(game: Game, view: Any, seat: int) -> list[str]:
    """How each option is called that a seat has, which was just asked; `view`: what it sees."""
    decision, count = game.decisions[int(view.kind)], int(view.options)
    if decision.lists:
        _list(game, view)
    seen = Record(view)
    says = decision.says or _saying(game, decision)
    return [says(seen, option, seat) for option in range(count)]


def _saying(game: Game, decision: Decision) -> Any:
    """How an option is called where a game does not say it."""
    if len(decision.fills) == 1 and decision.fills[0] in CARD_FIELDS:
        return lambda view, option, _: game.card(getattr(view, decision.fills[0])[option])
    if decision.fills:
        return lambda view, option, _: ", ".join(f"{name} {getattr(view, name)[option]}" for name in decision.fills)
    words = {int(number): word.strip() for number, word in _NUMBERED.findall(decision.meaning)}
    return lambda _view, option, _: words.get(option, f"option {option}")


def _list(game: Game, view: Any) -> None:
    """Have the options listed in the view."""
    code, parameters = _lister(game)
    if not COMPILES:
        PLAIN[code](view)
        return
    answer, raised = ctypes.c_int64(), ctypes.c_void_p()
    status = CALLED(code)(ctypes.addressof(answer), ctypes.addressof(raised), view.__array_interface__["data"][0], parameters.ctypes.data)
    assert status == 0, f"{game.title}: the options can't be listed"


@cache
def _lister(game: Game) -> tuple[int, Any]:
    """The address of a strategy that does nothing but list, and its parameters, which live as long."""
    listing = [decision for decision in game.decisions if decision.lists]
    imported = ", ".join(sorted({decision.lists for decision in listing}))
    functions = [f"def {decision.name}(view):\n    return {decision.lists}(view)" for decision in listing]
    text = "\n\n\n".join([f'"""Lists its options."""\n\nfrom simlab.games.{game.name} import {imported}', *functions]) + "\n"
    lister = strategies.from_source(game, "lister", text, Path("strategies") / game.name / "lister.py")
    parameters = lister.parameters({})
    return lister.address(parameters), parameters
