"""What is too small to matter, as it was understood."""

import pytest

from tests.stats.process import drawn_for

TWO = {"one": {}, "two": {"piles": 5}}
BRIEF = {"lineup": ["first", "random"] * 2, "scenarios": TWO}


def turns(analysis) -> list[float]:
    """What games take by the baseline's rules."""
    return [place.mean("turns").mean for place in analysis.places if place.is_baseline]


def test_a_percentage_comes_with_what_it_is_worth():
    analysis = drawn_for(**BRIEF)
    (length,) = turns(analysis)
    assert analysis.understood == f"1 point of win share, 2% of game length ({0.02 * length:.2g} turns)"
    several = drawn_for(players=[2, 3], lineup=["first", "random"], scenarios=TWO, metrics=["turns"], matters={"turns": "30%"})
    least, most = sorted(f"{0.3 * length:.2g}" for length in turns(several))
    assert several.understood == "30% of game length " + (f"({least} to {most} turns)" if least != most else f"({least} turns)")


@pytest.mark.parametrize(
    ("matters", "told"),
    [
        ({"share": 0.005, "turns": 0.1}, "0.5 points of win share, 0.1 turns of game length"),
        ({"share": "2%", "turns": 120}, "2 points of win share, 120 turns of game length"),
        ({"turns": 1, "swaps": 0.3}, "1 point of win share, 1 turn of game length, 0.3 a game of swaps"),
    ],
)
def test_numbers_are_told_as_they_are(matters, told):
    assert drawn_for(**BRIEF, matters=matters).understood == told


def test_the_least_is_told_where_a_percentage_is_less():
    """Counters that hardly ever count, and scores around 0."""
    rare = drawn_for(**BRIEF, metrics=["swaps"])
    assert rare.understood.startswith("2% of swaps (0.0"), "games drawn by lot have one and a half of them"
    scored = drawn_for(game="hit_the_deck", players=2, lineup=["first", "random"], scenarios=TWO_HITS, metrics=["score"])
    assert scored.understood.endswith(" points of score")
    assert "%" not in scored.understood


TWO_HITS = {"one": {}, "two": {"hit_hands": 0}}
