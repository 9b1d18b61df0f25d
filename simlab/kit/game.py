"""A game's file becomes a game: what it declares is gathered by name, and its functions are compiled."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from simlab.engine import rules as engine_rules
from simlab.engine.compiled import apart, checked
from simlab.engine.compiled.play import below, uniform
from simlab.engine.events import fraction
from simlab.engine.game import Decision, Game, as_they_are, never
from simlab.engine.metric import UNIT
from simlab.engine.own import SOURCE
from simlab.engine.places import Place, amount
from simlab.engine.records import fields
from simlab.engine.rules import ENDING, whole
from simlab.engine.spelling import constants
from simlab.engine.state import SEATS, state_record
from simlab.kit import layouts
from simlab.kit.declared import Choice, Ending, Happening, declared_in, events_of
from simlab.kit.packing import make_pack
from simlab.kit.turns import listed
from simlab.kit.zones import Layout, split

OF_RULES = ("resolve", "refusal")  # called before a game, with the house rules as they were written
TELLS = "tells"  # called for whoever sits down, with what is seen
NOT_COMPILED = (*OF_RULES, TELLS)


class HouseRules(engine_rules.HouseRules):
    """The house rules of a game; each has this one."""

    turn_limit: int = whole(5000, 10, 100_000, "a game that reaches this many turns ends without a winner", shown_by="ending.turn_limit")


def card_game(file: dict[str, Any], *, players: range, version: int = 1, title: str = "", scored: bool = False, ways: int = 1) -> Game:
    """The game that a file declares, at its end: GAME = card_game(globals(), players=range(2, 7)).

    What is taken from the file, by name: its docstring; CARDS; TABLE (where cards lie, and what else the game remembers, 0 when a game
    begins); KEPT (what it keeps from game to game, for `prepare`), VIEW, COLUMNS, COUNTERS, MEASURES, METRICS, NOUNS, RULINGS, FACES (what
    stands on a card, where its name is long), where there are any; Rules; every event, ending and choice; play_game; standing, resolve,
    refusal, prepare, redeal, recall; for whoever sits down tells and RIVAL. `ways`: so often hands are dealt anew until others fit.
    """
    zones, plain = split(file["TABLE"])
    layout = Layout(file["CARDS"], zones, plain, fields(file.get("VIEW", "")), _whose(file))
    events, endings, choices = events_of(file), declared_in(file, Ending, 1), declared_in(file, Choice)
    tables = {name: file.get(name, "") for name in ("VIEW", "COLUMNS", "MEASURES", "KEPT")}
    counters = _counters(file)
    view = f"{layout.view}\n{tables['VIEW']}"
    state = state_record(
        file["Rules"],
        view=view,
        row="\n".join((tables["COLUMNS"], tables["MEASURES"], counters)),
        own=(*plain, *fields(tables["KEPT"])),
        scores=True,  # a game may rank by them that does not show them
        **{name: layout.own[name] for name in layout.own.names or ()},
    )
    _compile(file)
    standing, made = layouts.make(state, layout, file.get("standing") or (checked(_points) if scored else None))
    _offer(file, choices)
    about = str(file["__doc__"])
    return Game(
        title=title or about.partition(":")[0].strip(),
        about=about,
        version=version,
        players=players,
        Rules=file["Rules"],
        rulings=file.get("RULINGS", {}),
        decisions=tuple(map(_decision, choices)),
        view=view,
        columns=tables["COLUMNS"],
        counters=counters,
        measures=tables["MEASURES"],
        metrics=tuple(file.get("METRICS", ())),
        nouns={**_endings_in_words(endings), **file.get("NOUNS", {})},
        endings=("turn_limit", *(ending.name for ending in endings)),
        scored=scored,
        events=events,
        state=state,
        prepare=_preparing(file.get("prepare")),
        play=_playing(file["play_game"]),
        standing=standing,
        resolve=file.get("resolve", as_they_are),
        refusal=file.get("refusal", never),
        card=file["CARDS"].names.__getitem__,
        look=layouts.look,
        redeal=file.get("redeal") or layouts.redeal,
        recall=file.get("recall") or (None if "redeal" in file else layouts.recall),
        ways=ways,
        places=_with_points(layout) if scored else layout.places,
        face=file["FACES"].__getitem__ if "FACES" in file else None,
        tells=file.get(TELLS) or _telling(layout),
        rival=file.get("RIVAL", ""),
        made=made,
    )


def _offer(file: dict[str, Any], choices: list[Choice]) -> None:
    """What strategies may import from the file besides what stands there."""
    for name, number in constants(file["Rules"]).items():
        file.setdefault(name, number)
    file.update({"below": below, "uniform": uniform, **{f"{choice.name}s": listed for choice in choices if choice.of_set}})


def _counters(file: dict[str, Any]) -> str:
    """What is counted: what its events say, and its own table."""
    counted = [f"{name}  {meaning}" for one in declared_in(file, Happening) for name, meaning in one.counters.items() if meaning]
    return "\n".join([*counted, file.get("COUNTERS", "")])


def _endings_in_words(endings: list[Ending]) -> dict[str, str]:
    """What an ending is in a sentence, where NOUNS does not say it."""
    return {
        f"{ENDING}turn_limit": "a stop at the turn limit",
        **{f"{ENDING}{one.name}": f"an end because {one.meaning}" for one in endings},
    }


def _whose(file: dict[str, Any]) -> str:
    """Which game it is that a file declares; of the user's own, which version."""
    source = file.get(SOURCE)
    return f"{file['__name__']} {source.digest if source else ''}"


def _compile(file: dict[str, Any]) -> None:
    """The functions of the file: merged into their callers, where they don't say `apart`."""
    for name, one in file.items():
        if inspect.isfunction(one) and one.__module__ == file["__name__"] and name not in NOT_COMPILED:
            file[name] = checked(one)


def _preparing(own: Any) -> Any:
    """Before a batch of games: the pack of cards, and what the game wants besides."""
    if own is None:
        return make_pack

    def prepare(g: Any) -> None:
        make_pack(g)
        own(g)

    return apart(prepare)


def _playing(play_game: Any) -> Any:
    """A game, from the blank record on."""

    start: Any = layouts.start

    def play(g: Any) -> None:
        start(g)
        play_game(g)

    return apart(play)


def _decision(choice: Choice) -> Decision:
    """A decision as the rest of simlab sees it; one for a member of a set has a function that lists them, named after it."""
    if not choice.of_set:
        return Decision(choice.name, choice.meaning, asks=choice.asks, says=choice.says)
    meaning, lists = f"{choice.meaning}: option i is view.option[i]", f"{choice.name}s"
    return Decision(choice.name, meaning, lists, ("option",), choice.asks, choice.says)


def _telling(layout: Layout) -> Callable[[Any, int], Iterator[str]]:
    """What all see besides cards, by its name and meaning in the file's VIEW."""

    def tells(view: Any, _seat: int) -> Iterator[str]:
        for field in layout.told:
            value = getattr(view, field.name)
            shown = list(value)[: view.players] if field.shape == (SEATS,) else value
            yield f"{field.name}: {shown} ({field.meaning})" if field.meaning else f"{field.name}: {shown}"

    return tells


def _with_points(layout: Layout) -> Callable[[Any], Iterator[Place]]:
    """What lies where, and everybody's points."""

    def places(g: Any) -> Iterator[Place]:
        yield from layout.places(g)
        yield from (amount("points", fraction(int(g.row.score[seat])), seat) for seat in range(int(g.seen.players)))

    return places


def _points(g: Any, seat: int) -> Any:
    """A seat's points."""
    return g.row.score[seat] / UNIT
