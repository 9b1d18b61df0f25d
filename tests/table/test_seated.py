"""A seat's own chance: another in each seating of a deal, and otherwise as little changed as can be."""

from itertools import permutations

import numpy as np
import pytest

import simlab
from simlab import games
from simlab.players import strategies
from simlab.table import Table
from simlab.table.table import ranks_of, seated

MEAN, HECK = games.find("mean"), games.find("what_the_heck")


def number(*seats: str | tuple[str, dict[str, float]]) -> int:
    """Who sits where, as the number of a table of MEAN!."""
    pairs = [(seat, {}) if isinstance(seat, str) else seat for seat in seats]
    return seated(ranks_of([(strategies.find("mean", name), changed) for name, changed in pairs]))


@pytest.mark.parametrize(
    "seats",
    [
        ["random", "random", "random", "first"],
        ["random", "first", "shedder", "hoarder"],
        ["random", "random", "first", "first", "shedder"],
        [("hoarder", {"keep": 2.0}), ("hoarder", {"keep": 3.0}), "hoarder", "hoarder"],
    ],
)
def test_each_seating_has_a_number_of_its_own_and_seatings_that_look_alike_have_the_same(seats):
    looks = {tuple(map(str, order)): set() for order in permutations(seats)}
    for order in permutations(seats):
        looks[tuple(map(str, order))].add(number(*order))
    assert all(len(numbers) == 1 for numbers in looks.values())
    assert len(set.union(*looks.values())) == len(looks)


def test_it_is_0_where_seats_stand_in_their_order():
    assert number("random", "random", "random") == 0
    assert number("first", "random", "random") == number("shedder", "random", "random") == 0
    assert number("random", "first", "random") == 0o011
    assert number("random", "random", "first") == 0o101


def test_who_is_tried_against_others_meets_the_same_dice():
    for tried in ("hoarder", ("hoarder", {"keep": 1.0}), ("hoarder", {"keep": 9.0}), "shedder"):
        assert number("random", tried, "random", "random") == number("random", "first", "random", "random")
    tuned = [("hoarder", {"keep": keep}) for keep in (1.0, 9.0)]
    assert len({number(one, "hoarder", one, "hoarder") for one in tuned}) == 1


def test_what_is_only_written_otherwise_is_the_same():
    default = strategies.find("mean", "hoarder").params["keep"]
    assert number(("hoarder", {"keep": default}), "first", "hoarder") == number("hoarder", "first", "hoarder")


def test_files_are_told_apart_by_their_text_whatever_they_are_called(tmp_path):
    for path, card in (("a/same", 0), ("b/same", 1), ("b/copy", 1)):
        file = tmp_path / f"{path}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f'"""Takes one."""\n\n\ndef play(view):\n    return {card} % view.options\n')
    one, other, copy = ((strategies.find("mean", str(tmp_path / f"{path}.py")), {}) for path in ("a/same", "b/same", "b/copy"))
    assert {seated(ranks_of([one, other])), seated(ranks_of([other, one]))} == {0, 0o11}
    assert seated(ranks_of([one, other, copy])) == seated(ranks_of([one, copy, other])) == 0
    assert seated(ranks_of([other, one, copy])) == seated(ranks_of([copy, one, other])) == 0o011


def rows(names: str, rules=None, seed: int = 5) -> np.ndarray:
    seats = [(strategies.find("what_the_heck", name), {}) for name in names.split()]
    return Table(HECK, seats, rules or HECK.Rules(), seed).rows(0, 200)


def test_the_dice_of_a_deal_are_others_in_another_seating():
    """Who plays at random bids other cards once somebody else who does sits where a third one sat; the Point Cards are the same."""

    def bids(names: str) -> list[list[int]]:
        seats = [(strategies.find("what_the_heck", name), {}) for name in names.split()]
        traces = [Table(HECK, seats, HECK.Rules(), 5).trace(deal) for deal in range(20)]
        assert [trace[1] for trace in traces] == [table[1] for table in points]
        return [event["cards"][0] for trace in traces for event in trace if event["event"] == "bids"]

    seats = [(strategies.find("what_the_heck", "random"), {})] * 3
    points = [Table(HECK, seats, HECK.Rules(), 5).trace(deal) for deal in range(20)]
    one, other = bids("random first random"), bids("random random first")
    assert bids("random first random") == one
    assert 0.02 < np.mean(np.equal(one, other)) < 0.2  # of 15 cards, the last of which is forced


def test_they_are_the_same_by_all_rules():
    """What changes nothing changes no dice: without a pot that nobody takes it does not matter whether one would be carried over."""
    before, after = rows("random first random"), rows("random first random", HECK.Rules(carry=False))
    alike = before["carries"] == 0
    assert 0 < alike.sum() < len(alike)
    assert (before["won"][alike] == after["won"][alike]).all()


def test_a_strategys_own_dice_are_no_cards_that_are_dealt():
    """What the Heck? deals nothing but the order of the Point Cards, the same for all."""
    asked = {"question": "?", "game": "what_the_heck", "players": 4, "games": 400, "seed": 3}
    analysis = simlab.evaluate({**asked, "lineup": ["random", "random", "random", "first"], "seating": "permute"}, deals=range(3_000))
    assert analysis.table("luck")["deal"].item() < 0.005  # with the same dice in every seating: 0.128
