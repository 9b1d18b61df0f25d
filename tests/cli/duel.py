"""A game and strategies that exist in these tests only and need no compiler, and two experiments with them."""

import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import pytest

from simlab import games
from simlab.base.faults import BadInput, Fault, unknown
from simlab.engine.game import Decision
from simlab.engine.rules import HouseRules, choice, flag, lists, reals, whole, wholes
from simlab.engine.rules import number as in_range
from simlab.experiment import load
from simlab.players import strategies
from simlab.players.params import Param, number


class Rules(HouseRules):
    """The house rules of a game that exists in these tests only."""

    decks: int = whole(0, 0, 4, "0: one for 2-3 players, two for 4-5; else that many", note="A1")
    hand: int = whole(3, 1, 12, "cards dealt to each player")
    eight_last: Literal["loses", "wins", "swaps"] = choice("loses", "what an Eight played last does", note="R1")
    must_play: bool = flag(default=True, meaning="false: a player who could play may pass")
    forget: float = in_range(0, 0, 1, "chance of forgetting to call")
    cards: tuple[int, ...] = wholes((-1, 1, 2), length=(1, 5), values=(-9, 9), meaning="the cards up for grabs")
    each: int | tuple[int, ...] = wholes(2, "of each value", length=(3, 3), values=(0, 8), single=(1, 8))
    pairs: tuple[tuple[int, ...], ...] = lists(((1, 6),), "cards that match", length=(0, 3), each=(2, 2), values=(1, 9))
    bonus: tuple[float, ...] | dict[int, tuple[float, ...]] = reals(
        {2: (6, -6)}, "by rank", length=(2, 5), values=(-9, 9), step=0.5, by_players=True
    )


@dataclasses.dataclass(frozen=True)
class Duel:
    """A game with twelve cards a deck."""

    name: str = "duel"
    title: str = "Duel"
    players: range = range(2, 6)
    Rules: type[HouseRules] = Rules
    measured: dict[str, str] = dataclasses.field(default_factory=lambda: {"swaps": "hands swapped", "draws": "cards drawn"})
    counted: tuple[str, ...] = ()
    fractions: tuple[str, ...] = ()
    metrics: tuple[()] = ()
    scored: bool = False
    endings: tuple[str, ...] = ("out", "turn_limit")
    decisions: tuple[Decision, ...] = (Decision("play", "what to play"), Decision("swap", "with whom to swap"))

    def resolve(self, rules, players):
        return rules.model_copy(update={"decks": rules.decks or (1 if players <= 3 else 2)})

    def refusal(self, rules, players):
        cards, needed = rules.decks * 12, rules.hand * players
        return None if needed <= cards else f"the hands need {needed} cards, there are {cards}"


HOARDER = {"keep": number(3.0), "bold": Param(0.0, 0, 1.5, "how much it dares")}
STRATEGIES = {"random": {}, "greedy": {}, "hoarder": HOARDER, "./mine/greedy.py": {}}


def find_strategy(game, name):
    if name == "broken":
        raise BadInput([Fault("strategies/duel/broken.py:3", "play() needs an argument")])
    if name not in STRATEGIES:
        raise BadInput([Fault("", unknown("strategy", name, STRATEGIES))])
    decides = () if name == "random" else ("play", "swap")
    return SimpleNamespace(name=name, idea="an idea", declared=STRATEGIES[name], thinks=False, decides=decides)


def strategies_of(game):
    return (*STRATEGIES, "broken")


@pytest.fixture(autouse=True, scope="module")
def fake_games():
    """A game and strategies that need no compiler."""
    with pytest.MonkeyPatch.context() as patch:
        for room, names, find in ((games, lambda: ("duel",), {"duel": Duel()}.__getitem__), (strategies, strategies_of, find_strategy)):
            patch.setattr(room, "names", names)
            patch.setattr(room, "find", find)
        patch.setattr(strategies, "described", find_strategy)
        patch.setattr(games, "playable", lambda: (Duel(),))
        yield


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    """Files are named as a user in their folder would name them."""
    monkeypatch.chdir(tmp_path)


FULL = """\
question: Does the Eight earn its place?
game: duel
players: 3
games: 1_000_000
seed: 2026
lineup: [random, greedy, {strategy: hoarder, keep: 2}]
seating: permute
rules: {must_play: false, cards: [1, 2, 3]}
scenarios:
  as printed: {}
  an Eight wins: {eight_last: wins}
  v1.5: {eight_last: swaps, bonus: {3: [1, 0.5, -1.5]}}
metrics: [share, turns, swaps]
matters: {share: 0.02, swaps: 7%}
precision: {share: 0.002}
keep: summary
checks:
  seat_edge: < 2%
  turns.p95: "> 12"
  effect.v1.5.turns: within -0.2..0.3
  share.hoarder(keep=2): within .2 3e-1
  swaps.mean: < 5
  ending.out: "> 0.5"
"""
SHORT = "question: Why?\ngame: duel\nplayers: 3\ngames: 1000\nlineup: [random, random, greedy]\n"
FULL_KEYS = [line.split(":")[0] for line in FULL.splitlines() if not line.startswith(" ")]


def from_text(text, **more):
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    Path("x.yaml").write_bytes(data)
    return load("x.yaml", **more)


def faults_of(source, **more):
    with pytest.raises(BadInput) as raised:
        load(source, **more) if isinstance(source, dict) else from_text(source, **more)
    return str(raised.value).splitlines()


def fault_of(source, **more):
    faults = faults_of(source, **more)
    assert len(faults) == 1, faults
    return faults[0]
