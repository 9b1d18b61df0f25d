"""Luck and skill: what of the variance of winning comes from the deal, the seat and the strategy."""

import numpy as np
import pytest

from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.stats.statistics.luck import STATISTIC
from simlab.table.rows import win_shares
from tests.stats.process import MEAN, Process, anything, group, place_of, tally_of


def luck_of(place: Place) -> dict | None:
    """The line of a place, where it has one."""
    return next(iter(STATISTIC.tables[0].lines(type("", (), {"places": [place]}))), None)


def drawn(*of: int) -> int:
    """A seat by lot, always the same of the same numbers."""
    return int(np.random.default_rng(of).integers(4))


def winners(choose) -> np.ndarray:
    """Rows of a group where `choose(deal, seating)` says which seat wins."""
    of = group(scenarios=["only"])
    rows = np.zeros((1_000, 4), dtype=MEAN.row)
    for column, cell in enumerate(of.cells):
        for deal in range(len(rows)):
            rows["won"][deal, column, choose(deal, cell.seating)] = 1
    return rows


def test_the_sums_are_what_a_loop_finds():
    measures = Measures(MEAN, group("abcd", "aabb", scenarios=["one", "two"]))
    rows = anything(measures.group, 30)
    counted, shares = tally_of(measures, rows)["luck"], win_shares(rows, 4)
    singles, at_seat = 0, 0
    for deal in range(30):
        for column, cell in enumerate(measures.group.cells):
            if (cell.scenario, cell.lineup) == (1, 1):
                singles += sum(int(share) ** 2 for share in shares[deal, column])
                at_seat += int(shares[deal, column, 3]) * (cell.seating[3] in (0, 1))  # strategy a, in the last seat
    assert counted["singles"][1, 1] == singles
    assert counted["at_seat"][1, 1, 3, 0] == at_seat


@pytest.mark.parametrize(
    ("choose", "deal", "seat", "strategy", "rest"),
    [
        (lambda deal, seating: drawn(deal), 1, 0, 0, 0),  # the cards alone decide which seat wins
        (lambda deal, seating: seating.index(2), 0, 0, 1, 0),  # strategy 2 always wins
        (lambda deal, seating: 1, 0, 1, 0, 0),  # seat 1 always wins
        (lambda deal, seating: drawn(deal, *seating), 0, 0, 0, 1),  # every game is another
    ],
    ids=["deal", "strategy", "seat", "rest"],
)
def test_luck_and_skill_where_one_of_them_is_all(choose, deal, seat, strategy, rest):
    found = luck_of(place_of(Measures(MEAN, group(scenarios=["only"])), winners(choose)))
    assert found is not None
    assert [found[part] for part in ("deal", "seat", "strategy", "rest")] == pytest.approx([deal, seat, strategy, rest], abs=0.04)


def test_what_one_seating_cannot_tell_is_left_open():
    measures = Measures(MEAN, group(scenarios=["only"], seating="fixed"))
    rows = Process(before=(0.7, 0.1, 0.1, 0.1)).rows(np.random.default_rng(1), measures.group, 1_000)
    found = luck_of(place_of(measures, rows))
    assert found is not None
    assert found["deal"] is None
    assert found["seat"] is None
    assert found["strategy"] == pytest.approx(0.36, abs=0.05)  # (0.45^2 + 3 * 0.15^2) / 4 of 3/16
    assert found["rest"] == 1 - found["strategy"]


@pytest.mark.parametrize("letters", ["ab", "aab"])
def test_two_strategies_that_keep_their_seats_leave_open_what_a_seat_is_worth(letters):
    of = group(letters, scenarios=["only"], seating="fixed")
    found = luck_of(place_of(Measures(MEAN, of), anything(of, 100)))
    assert found is not None
    assert (found["seat"], found["deal"]) == (None, None)


def test_where_all_play_alike_one_seating_tells_what_the_seat_is_worth():
    measures = Measures(MEAN, group("aaaa", scenarios=["only"]))
    rows = np.zeros((100, 1), dtype=MEAN.row)
    rows["won"][:, 0, 3] = 1
    found = luck_of(place_of(measures, rows))
    assert found == {"players": 4, "lineup": "line-up aaaa", "scenario": "only", "deal": None, "seat": 1.0, "strategy": 0.0, "rest": 0.0}


def test_luck_of_a_mixture():
    """With half of all games taking their winner from the deal the parts lie between."""
    measures = Measures(MEAN, group(scenarios=["only"]))
    rows = Process(before=(0.4, 0.2, 0.2, 0.2)).rows(np.random.default_rng(3), measures.group, 20_000)
    found = luck_of(place_of(measures, rows))
    assert found is not None
    assert found["strategy"] == pytest.approx((0.15**2 + 3 * 0.05**2) / 4 / (3 / 16), rel=0.1)
    assert found["seat"] == pytest.approx(0, abs=0.002)
    assert found["deal"] + found["seat"] + found["strategy"] + found["rest"] == pytest.approx(1)


def test_the_numbers_from_per_deal_values():
    """By the formulas of the module, in numpy, from the shares of every game."""
    measures = Measures(MEAN, group(scenarios=["only"]))
    rows = anything(measures.group, 50)
    rows["won"][:, :, 0] |= np.arange(50)[:, None] % 3 == 0  # what is dealt to the first seat
    x = win_shares(rows, 4) / 840  # [deal, seating, seat]
    n, k, players = x.shape
    holder = np.array([cell.seating for cell in measures.group.cells])  # [seating, seat]
    cell_means = x.mean(axis=0)  # each strategy sits in each seat once
    total = x.var()
    between = x - cell_means
    pairs = [(a, b) for a in range(k) for b in range(k) if a != b]
    deal = np.mean([(between[:, a, seat] * between[:, b, seat]).sum() / (n - 1) for seat in range(players) for a, b in pairs])
    by_seat = x.mean(axis=1)
    seat = np.mean((by_seat.mean(axis=0) - x.mean()) ** 2 - by_seat.var(axis=0, ddof=1) / n)
    by_strategy = np.stack([x[:, holder == j].mean(axis=-1) for j in range(players)], axis=-1)
    strategy = np.mean((by_strategy.mean(axis=0) - x.mean()) ** 2 - by_strategy.var(axis=0, ddof=1) / n)
    found = luck_of(place_of(measures, rows))
    assert found is not None
    assert found["deal"] == pytest.approx(deal / total)
    assert found["seat"] == pytest.approx(seat / total)
    assert found["strategy"] == pytest.approx(max(0, strategy) / total)


def test_two_strategies_are_enough_to_differ():
    measures = Measures(MEAN, group("ab", scenarios=["only"]))
    rows = np.zeros((100, 2), dtype=MEAN.row)
    rows["won"][:, [0, 1], [0, 1]] = 1  # strategy a, wherever it sits
    found = luck_of(place_of(measures, rows))
    assert found is not None
    assert [found[part] for part in ("deal", "seat", "strategy", "rest")] == pytest.approx([0, 0, 1, 0])


def test_where_nobody_ever_wins_or_one_deal_was_played_nothing_is_said():
    measures = Measures(MEAN, group(scenarios=["only"]))
    assert luck_of(place_of(measures, np.zeros((10, 4), dtype=MEAN.row))) is None
    assert luck_of(place_of(measures, anything(measures.group, 1))) is None
    assert luck_of(place_of(measures, anything(measures.group, 2))) is not None
