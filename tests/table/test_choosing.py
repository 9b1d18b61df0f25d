"""A seat whose choices are given plays the game of whoever made them."""

import ctypes
from contextlib import chdir

import pytest

from simlab import games
from simlab.base.faults import BadInput
from simlab.engine.compiled.memory import PLAIN
from simlab.players import strategies
from simlab.table import Table
from simlab.table.choosing import Given, Unanswered, choices_in
from simlab.table.curve import with_chances
from simlab.table.looking import CALLED
from tests.cli.in_process import simlab_here
from tests.compiling import compiled_only
from tests.examples.playing import make_workspace

NAMES = games.names()


class Noting(Given):
    """Notes what a strategy chooses, in place of choosing."""

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(table.game.seen, ())
        self.code, self.my, self.noted = int(table._known["code"][seat]), int(table._known["my"][seat]), []
        table._known["code"][seat] = self.address
        table.seat(range(len(table.seats)))

    def _call(self, answer, exception, view, parameters):
        status = CALLED(self.code)(answer, exception, view, self.my)
        self.noted.append(ctypes.c_int64.from_address(answer).value)
        return status

    def _answer(self, view):
        self.noted.append(PLAIN[self.code](view))
        return self.noted[-1]


def table_of(game, lineup, seed=4, **rules):
    seats = [(strategies.find(game.name, name), {}) for name in lineup]
    return Table(game, seats, game.resolve(game.Rules(**rules), len(seats)), seed)


def choices_at(table, seat, deal):
    """What the strategy of a seat chooses in a deal."""
    noting = Noting(table, seat)
    table.rows(deal, 1)
    return noting.noted


def same_game(game, lineup, seat, deals=range(3)):
    for deal in deals:
        given = table_of(game, lineup)
        given.give(seat, choices_at(table_of(game, lineup), seat, deal))
        other = table_of(game, lineup)
        assert given.rows(deal, 1).tobytes() == other.rows(deal, 1).tobytes()
        assert given.trace(deal)[1:] == other.trace(deal)[1:]
        given.given[seat].check_all_made()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_is_the_game_of_the_strategy_that_made_the_choices(name, seat):
    game = games.find(name)
    same_game(game, [game.rival] * (game.players.start + 1), seat)


def test_also_in_a_game_of_one_file(tmp_path):
    with chdir(make_workspace(tmp_path)):
        same_game(games.find("oh_hell"), ["counter", "first", "counter"], 2)


def test_who_thinks_at_the_table_thinks_the_same():
    game = games.find("mean")
    same_game(game, ["planner", "thinker", "planner"], 0, range(1))


@compiled_only  # plays some thousand games
def test_chances_are_told_of_the_game_that_was_chosen():
    game = games.find("mean")
    table = table_of(game, ["planner"] * 3)
    choices = choices_at(table_of(game, ["planner"] * 3), 0, 2)
    table.give(0, choices[:2])
    with pytest.raises(Unanswered, match="seat 0 is asked once more after these 2"):
        table.trace(2)
    table.give(0, choices)
    told = with_chances(table, 2, 30)
    assert [
        {name: of for name, of in event.items() if name not in ("chances", "imagined", "turning_point")} for event in told
    ] == table.trace(2)


@pytest.mark.parametrize(
    ("choices", "what"),
    [
        ([], "seat 0 is asked once more after these 0: play, 1 to "),
        ([10_000], r"choice 1 is 10001, and play has the options 1 to \d"),
        ([0, 10_000], r"choice 2 is 10001, and \w+ has the options 1 to \d"),
    ],
)
def test_a_choice_that_is_missing_or_none_is_told(choices, what):
    table = table_of(games.find("mean"), ["planner"] * 2)
    table.give(0, choices)
    with pytest.raises(Unanswered, match=what):
        table.rows(0, 1)


def test_choices_that_are_never_asked_for_are_told():
    table = table_of(games.find("what_the_heck"), ["mixer"] * 2)
    given = table.give(0, [0] * 20)
    table.rows(0, 1)
    with pytest.raises(BadInput, match="20 choices, and in this game seat and deal ask for 14"):
        given.check_all_made()


@pytest.mark.parametrize("text", ["0", "a", "1,-2", "1.5"])
def test_only_numbers_of_options_are_read(text):
    with pytest.raises(BadInput, match="is no number of an option"):
        choices_in(text)


def test_choices_are_counted_from_1():
    assert choices_in(" 3, 1,2,") == [2, 0, 1]
    assert Given(games.find("mean").seen, [2, 0, 1]).as_typed == "3,1,2"


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--seat", "0"], "seat 0 is asked once more after these 0"),
        (["--choices", "1"], "say --seat as well"),
        (["--seat", "0", "--choices", "1", "--deals", "0:3"], "--choices: 3 games"),
        (["--seat", "5", "--choices", "1"], "--seat: 5; allowed: 0 to 1"),
        (["--seat", "0", "--choices", ",".join("1" * 15)], "15 choices, and in this game"),
    ],
)
def test_trace_says_what_is_wrong_with_choices(options, what):
    done = simlab_here("trace", "what_the_heck", "--players", "2", *options)
    assert done.returncode == 2
    assert what in done.stderr


def test_a_trace_says_whose_choices_they_are_and_how_to_play_it_again():
    table = table_of(games.find("what_the_heck"), ["mixer", "first"])
    table.give(1, [2, 1])
    assert (
        table.replay_command(7) == "simlab trace what_the_heck --players 2 --lineup mixer,first --deals 7 --seed 4 --seat 1 --choices 3,2"
    )
    done = simlab_here(*table_of_all_ones().split()[1:])
    assert done.returncode == 0, done.stderr
    assert "Seats: 0 mixer, 1 you" in done.stdout


def table_of_all_ones():
    table = table_of(games.find("what_the_heck"), ["mixer", "first"])
    table.give(1, [0] * 14)
    return table.replay_command(7)
