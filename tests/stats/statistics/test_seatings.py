"""What seatings cost: how many games on deals of their own tell as much of who wins."""

from math import inf

import numpy as np
import pytest

from simlab.stats.evaluating import evaluate
from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.stats.statistics.seatings import STATISTIC
from simlab.table.rows import win_shares
from tests.stats.played import experiment, play
from tests.stats.process import MEAN, anything, group, place_of


def line_of(place: Place) -> dict:
    """The line of a place."""
    (line,) = STATISTIC.tables[0].lines(type("", (), {"places": [place]}))
    return line


def single(letters: str, rows: np.ndarray, seating: str = "permute") -> dict:
    """What rows say of a line-up in one scenario."""
    return line_of(place_of(Measures(MEAN, group(letters, scenarios=["only"], seating=seating)), rows))


@pytest.mark.parametrize(("letters", "seating", "games"), [("abcd", "rotate", 4), ("abcd", "permute", 24), ("aabb", "permute", 6)])
def test_it_is_the_variance_of_single_games_over_that_of_deals(letters, seating, games):
    """In numpy, from the shares of every game: those of games on deals of their own vary by what they do within all that were played."""
    of, n = group(letters, "bbbb", scenarios=["one", "two"], seating=seating), 60
    rows = anything(of, n)
    rows["won"][:, :, 0] |= np.arange(n)[:, None] % 3 == 0  # luck of the deal
    x = win_shares(rows, 4)[:, games + 1 : 2 * games + 1] / 840  # [deal, seating, seat] of the second scenario
    singles = deals = 0.0
    for label in sorted(set(letters)):
        sits = np.array([[letters[i] == label for i in seating] for seating in of.lineups[0].seatings])
        share = (x * sits).sum(axis=2) / letters.count(label)
        deals += share.mean(axis=1).var(ddof=1)
        singles += (share**2).mean() - (share.mean() ** 2 - share.mean(axis=1).var(ddof=1) / n)
    found = line_of(place_of(Measures(MEAN, of), rows, 0, 1))
    assert (found["deals"], found["seatings"], found["games"]) == (n, games, n * games)
    assert found["effective"] == pytest.approx(n * singles / deals)
    assert found["ratio"] == pytest.approx(singles / deals / games)


def test_where_all_games_of_a_deal_are_won_by_the_same_they_are_worth_one():
    rows = np.zeros((300, 24), dtype=MEAN.row)
    seatings = group("abcd", seating="permute").lineups[0].seatings
    for deal, winner in enumerate(np.random.default_rng(1).integers(0, 4, 300)):
        for game, seating in enumerate(seatings):
            rows["won"][deal, game, seating.index(winner)] = 1
    assert single("abcd", rows)["effective"] == pytest.approx(300)


def test_where_every_game_is_another_each_is_worth_one():
    rows = np.zeros((3_000, 24), dtype=MEAN.row)
    np.put_along_axis(rows["won"], np.random.default_rng(1).integers(0, 4, (3_000, 24, 1)), 1, axis=2)
    assert single("abcd", rows)["ratio"] == pytest.approx(1, abs=0.06)


def test_where_the_same_seat_wins_a_deal_luck_cancels_out():
    """All strategies have the same share of each deal: a deal says all there is to say."""
    rows = np.zeros((50, 24), dtype=MEAN.row)
    rows["won"][np.arange(50), :, np.random.default_rng(1).integers(0, 4, 50)] = 1
    assert single("abcd", rows)["effective"] == inf


def test_what_cannot_be_told():
    rows = np.zeros((50, 24), dtype=MEAN.row)
    assert (single("abcd", rows)["effective"], single("abcd", rows)["ratio"]) == (None, None), "nobody ever wins"
    assert single("abcd", anything(group("abcd", scenarios=["only"], seating="permute"), 1))["ratio"] is None, "a single deal"


@pytest.mark.parametrize("seating", ["fixed", "sample"])
def test_where_a_deal_is_played_once_each_game_is_one(seating):
    rows = anything(group("abcd", scenarios=["only"], seating=seating), 50)
    found = single("abcd", rows, seating)
    assert (found["games"], found["effective"], found["ratio"]) == (50, 50, 1)
    assert found["seatings"] == {"fixed": 1, "sample": 24}[seating]


def test_so_many_games_on_deals_of_their_own_say_as_much():
    """What the Heck? between players who leave nothing to chance: in all seatings of a deal they play the same cards."""
    asked = {"game": "what_the_heck", "players": 3, "lineup": ["first", "reader", "saver"], "games": 6_000}
    _, rotated = play(**asked)
    _, sampled = play(**asked, seating="sample")
    (line,) = rotated.table("seatings").to_dicts()
    assert line["ratio"] < 0.5, "they waste games"
    for label in ("first", "reader", "saver"):
        all_games, each = (analysis.places[0].mean(f"share.{label}") for analysis in (rotated, sampled))
        assert (each.se / all_games.se) ** 2 == pytest.approx(line["effective"] / 6_000, rel=0.25)


def test_a_trial_of_a_hundred_deals_tells_it_roughly():
    asked = experiment(game="what_the_heck", lineup=["mixer", "reader", "saver", "undercutter"], seating="permute", games=400_000)
    few, many = (evaluate(asked, deals=range(deals)).table("seatings")["ratio"].item() for deals in (100, 1_000))
    assert few == pytest.approx(many, rel=0.4)
    assert 0.1 < many < 0.25
