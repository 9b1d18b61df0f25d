"""In what runs differ before a game is played: their rules, players, deals, strategies, and the versions of what played them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.base.kinds import plainly_written
from simlab.engine.rules import describe
from simlab.report.material import Material
from simlab.words.numbers import plainly

NOTHING = "–"
RULE, ASKED, MADE = "house rule", "asked", "made by"  # kinds of what differs
_DIGITS = 8  # of a checksum: enough to tell two apart


@dataclass(frozen=True)
class Differing:
    """Something in which runs differ: of which kind it is, what it is called, and what it is in each of them."""

    kind: str
    what: str
    values: tuple[str, ...]


def differing(runs: Sequence[Material]) -> list[Differing]:
    """All that is not the same in every run: first what was asked, then who made it."""
    facts = [dict(_facts(run)) for run in runs]
    names = dict.fromkeys(name for of in facts for name in of)
    found = [Differing(kind, what, tuple(of.get((kind, what), NOTHING) for of in facts)) for kind, what in names]
    return sorted((each for each in found if len(set(each.values)) > 1), key=lambda each: (RULE, ASKED, MADE).index(each.kind))


def _facts(run: Material) -> Iterator[tuple[tuple[str, str], str]]:
    experiment = run.experiment
    for rule in describe(run.game.Rules):
        if rule.name not in (experiment.vary or {}):
            yield (RULE, rule.name), plainly_written(experiment.rules.get(rule.name, rule.default))
    for rule_name, values in (experiment.vary or {}).items():
        yield (RULE, f"{rule_name}, varied"), ", ".join(map(plainly_written, values))
    for name, changes in () if experiment.vary else experiment.scenarios.items():
        yield (RULE, f"“{name}”"), ", ".join(f"{rule} = {plainly_written(value)}" for rule, value in changes.items()) or "no change"
    for what, text in _asked(run):
        yield (ASKED, what), text
    for what, text in _made(run):
        yield (MADE, what), text


def _asked(run: Material) -> Iterator[tuple[str, str]]:
    experiment = run.experiment
    yield "question", experiment.question
    yield "players", ", ".join(map(str, experiment.players))
    for name, seats in experiment.lineups.items():
        yield f"line-up “{name}”" if len(experiment.lineups) > 1 else "line-up", ", ".join(seat.label for seat in seats)
    played = run.analysis.stopping.portions
    for portion in played:
        yield f"deals with {portion.name}" if len(played) > 1 else "deals", f"{portion.deals:,}"
    for what in ("seed", "seating", "keep"):
        yield what, str(getattr(experiment, what))
    given: dict[str, Any] = experiment.as_dict()
    for what in ("metrics", "baseline"):
        yield what, plainly_written(given.get(what) or "as usual")
    for what in ("matters", "precision"):
        yield from ((f"{what}: {plainly(name)}", str(value)) for name, value in given.get(what, {}).items())


def _made(run: Material) -> Iterator[tuple[str, str]]:
    identity = run.manifest["identity"]
    for name, digest in identity.get("strategies", {}).items():
        yield f"strategy {name}", f"text {str(digest)[:_DIGITS]}"
    yield "game's version", str(identity.get("game version"))
    yield "engine", str(identity.get("engine"))[:_DIGITS]
    yield "simlab", run.manifest["simlab"]
    yield from ((name, str(version)) for name, version in run.manifest["versions"].items())
