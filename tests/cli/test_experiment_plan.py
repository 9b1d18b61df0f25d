"""What an experiment plays: its groups, cells and chunks, counted by hand."""

from math import factorial

import numpy as np
import pytest

from simlab.engine.compiled.chance import orders
from simlab.experiment.plan import Cell, Chunk, groups_of, make_plan, seatings
from tests.cli.duel import SHORT, fake_games, from_text, in_folder  # noqa: F401  # the fixtures are used by being here
from tests.twin import chance

LINEUPS = "lineups: {ab: [random, greedy], all: [random, random, greedy]}"


@pytest.mark.parametrize(
    ("strategies", "how", "expected"),
    [
        ("random, greedy, hoarder", "fixed", [(0, 1, 2)]),
        ("random, greedy, hoarder", "rotate", [(0, 1, 2), (1, 2, 0), (2, 0, 1)]),
        ("random, random, greedy", "rotate", [(0, 1, 2), (1, 2, 0), (2, 0, 1)]),
        ("greedy, greedy, greedy", "rotate", [(0, 1, 2)]),
        ("random, random, greedy", "permute", [(0, 1, 2), (0, 2, 1), (2, 0, 1)]),
        ("random, random, greedy", "sample", [(0, 1, 2), (0, 2, 1), (2, 0, 1)]),
        ("random, greedy, hoarder", "permute", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]),
    ],
)
def test_seatings_that_look_alike_are_played_once(strategies, how, expected):
    experiment = from_text(SHORT.replace("random, random, greedy", strategies))
    assert seatings(experiment.lineups["lineup"], how) == tuple(expected)


def test_a_group_plays_every_lineup_in_every_seating_and_scenario():
    text = SHORT.replace("lineup: [random, random, greedy]", LINEUPS).replace("players: 3", "players: [3, 4]")
    three, four = groups_of(from_text(text + "scenarios: {a: {}, b: {eight_last: wins}}\n"))
    assert (three.players, four.players, three.labels, three.scenarios) == (3, 4, ("random", "greedy"), ("a", "b"))
    assert [len(lineup.seatings) for lineup in (*three.lineups, *four.lineups)] == [3, 3, 2, 4]
    assert three.cells[:4] == (Cell(0, 0, (0, 1, 2)), Cell(0, 0, (1, 2, 0)), Cell(0, 0, (2, 0, 1)), Cell(0, 1, (0, 1, 2)))
    assert three.cells[6] == Cell(1, 0, (0, 1, 2))
    assert (three.deals, three.games) == (167, 167 * 12), "1000 games a scenario, six a deal, rounded up"
    assert [rules.eight_last for rules in three.rules] == ["loses", "wins"]
    assert [rules.decks for rules in (three.rules[0], four.rules[0])] == [1, 2]
    assert three.lineups[0].labels_at((1, 2, 0)) == ("greedy", "random", "random")


TWO_WAYS = "scenarios: {a: {eight_last: wins}, b: {eight_last: loses, decks: 1}}\n"


@pytest.mark.parametrize(
    ("compared", "baseline"),
    [
        (TWO_WAYS, "a"),
        (TWO_WAYS + "baseline: b\n", "b"),
        (TWO_WAYS + "baseline: printed\n", "b"),  # there is one deck for three players
        (TWO_WAYS.replace("decks: 1", "decks: 2") + "baseline: printed\n", "a"),  # where nobody plays by the printed rules
        (TWO_WAYS.replace("b:", "printed:") + "baseline: printed\n", "printed"),
        ("rules: {hand: 2}\n" + TWO_WAYS + "baseline: printed\n", "b"),  # what holds throughout is no difference
        ("vary: {eight_last: [wins, loses], hand: [2, 3]}\n", "eight_last=loses, hand=3"),
        ("vary: {eight_last: [wins, loses], hand: [2, 4]}\n", "eight_last=loses, hand=2"),
        ("vary: {decks: [2, 1, 0], hand: [4, 3]}\n", "decks=1, hand=3"),
        ("vary: {eight_last: [wins, loses]}\nbaseline: eight_last=wins\n", "eight_last=wins"),
        ("vary: {eight_last: [wins, loses]}\nrules: {must_play: false}\n", "eight_last=loses"),
        ("", "as printed"),
    ],
)
def test_the_scenario_that_changes_are_told_against(compared, baseline):
    experiment = from_text(SHORT + compared)
    assert experiment.baseline == baseline
    (group,) = groups_of(experiment)
    assert group.scenarios[group.baseline] == baseline
    assert [group.scenarios[s] for s in group.others] == [name for name in experiment.scenarios if name != baseline]


def test_rules_are_the_printed_ones_where_they_are_with_every_number_of_players():
    several = SHORT.replace("players: 3", "players: [3, 4]")
    assert from_text(several + "vary: {decks: [2, 1]}\n").baseline == "decks=2", "one deck for three, two for four"
    assert from_text(several + "vary: {decks: [2, 1, 0]}\n").baseline == "decks=0"


def test_a_plan_is_cut_into_chunks_of_whole_deals():
    plan = make_plan(from_text(SHORT.replace("players: 3", "players: [3, 4]")), chunk_games=497)  # or a few more: whole deals
    assert [(group.deals, len(group.cells)) for group in plan.groups] == [(334, 3), (250, 4)]
    assert plan.games == 334 * 3 + 250 * 4
    assert sorted(plan.strategies) == ["greedy", "random"]
    chunks = list(plan.chunks())
    assert chunks == [
        Chunk((0,), 3, 0, 0, 166),
        Chunk((0,), 3, 1, 166, 166),
        Chunk((0,), 3, 2, 332, 2),
        Chunk((1,), 4, 0, 0, 125),
        Chunk((1,), 4, 1, 125, 125),
    ]
    assert chunks[2].part == "part-3p-000002"
    assert list(chunks[1].blocks(100)) == [Chunk((0,), 3, 1, 166, 100), Chunk((0,), 3, 1, 266, 66)]


def test_a_chunk_has_a_deal_at_least():
    plan = make_plan(from_text(SHORT), chunk_games=2)
    assert plan.chunk((0,), 333) == Chunk((0,), 3, 333, 333, 1)
    assert len(list(plan.chunks())) == 334


# One seating a deal, drawn by lot

SAMPLE = (
    SHORT.replace("lineup: [random, random, greedy]", LINEUPS.replace("[random, greedy]", "[greedy, greedy, random]")) + "seating: sample\n"
)


def test_a_deal_that_is_played_in_one_seating_is_one_game_of_each_lineup_and_scenario():
    (group,) = groups_of(from_text(SAMPLE + "scenarios: {a: {}, b: {eight_last: wins}}\n"))
    assert group.cells == (Cell(0, 0, None), Cell(0, 1, None), Cell(1, 0, None), Cell(1, 1, None))
    assert (group.deals, group.games) == (500, 2000)
    assert [(len(lineup.seatings), lineup.games) for lineup in group.lineups] == [(3, 1), (3, 1)]


@pytest.mark.parametrize("strategies", ["random, greedy, hoarder", "random, random, greedy", "greedy, greedy, greedy"])
def test_each_seating_is_drawn_once_in_each_stretch_of_as_many_deals_as_there_are(strategies):
    (group,) = groups_of(from_text(SHORT.replace("random, random, greedy", strategies) + "seating: sample\n"))
    (lineup,) = group.lineups
    count = len(lineup.seatings)
    drawn = lineup.seated(0, 50 * count)
    assert drawn.shape == (1, 50 * count)
    stretches = drawn.reshape(50, count)
    assert (np.sort(stretches, axis=1) == np.arange(count)).all()
    assert len({tuple(stretch) for stretch in stretches.tolist()}) == (factorial(count) if count < 4 else 50 - 2), "in an order of its own"
    for first, deals in ((0, 1), (1, 1), (count, 2), (count + 1, 3 * count), (7, 19)):
        assert lineup.seated(first, deals).tolist() == drawn[:, first : first + deals].tolist(), (first, deals)


def test_lots_depend_on_the_seed_and_not_on_the_rules():
    def drawn(more):
        (group,) = groups_of(from_text(SHORT + more + "seating: sample\n"))
        return group.lineups[0].seated(0, 60).tolist()

    assert drawn("") == drawn("rules: {eight_last: wins}\n")
    assert drawn("") != drawn("seed: 2\n")


def test_lots_are_drawn_by_words_of_a_stream_of_their_own():
    """The order of the words of stream 3 of the game with the number of the stretch, in plain whole numbers."""
    words = [chance.mix(chance.stream(chance.game_key(9, 4, 7), 3, 0) + i * chance.STEP) for i in range(24)]
    assert orders(9, 4, np.array([6, 7]), 24)[1].tolist() == sorted(range(24), key=lambda i: words[i])
    assert orders(9, 3, np.array([7]), 24).tolist() != orders(9, 4, np.array([7]), 24).tolist()
