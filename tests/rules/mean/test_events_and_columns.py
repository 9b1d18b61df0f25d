"""docs/rules/mean.md, sections 15 and 16: trace events, and columns."""

import numpy as np
import pytest

from simlab.games.mean import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.rules.harness import header
from tests.rules.mean.position import play
from tests.rules.mean.test_cards_and_set_up import dealt, table
from tests.rules.paragraphs import rule


def test_15_1_header():
    assert header(GAME, "first", "random", "first", "first", "first", piles=3, eight_last="wins") == {
        "event": "header",
        "game": "mean",
        "players": 5,
        "seed": 7,
        "deal": 17,
        "rules": {
            **{"decks": 2, "sixes": 6, "wilds": 4, "deal_size": 4, "hand_size": 5, "piles": 3, "pile_size": 3, "clear_at": 4},
            **{"eight_last": "wins", "eight_swap": "must", "going_out_on_mean": "pending"},
            **{"must_play": True, "must_pass_mean": True, "play_on": False, "turn_limit": 1000},
        },
        "strategies": ["first", "random", "first", "first", "first"],
    }


def test_15_2_deal():
    event = dealt(3, piles=2)
    assert list(event) == ["event", "piles", "hands", "deck"]
    assert (len(event["piles"]), len(event["hands"]), len(event["deck"])) == (2, 3, 54 - 2 * 3 - 3 * 4)


def test_15_2_the_draw_decks_first_card_is_its_top():
    _, dealing, draw, *_ = table(3).trace(0)
    assert draw["cards"] == dealing["deck"][:1]


def test_15_3_draw():
    after = play("hands: 2 3 4 | 4\narea: 9 up\ndeck: 11 W 1 8", "0: 11")
    assert after.events[0] == {"event": "draw", "player": 0, "cards": [11, 0]}
    nothing = play("hands: 11 2 | 4\narea: 9 up")
    assert [event["event"] for event in nothing.events] == ["play"]


def test_15_4_play():
    after = play("hands: 9 9 3 | 4\narea: 8 up", "0: 2x9")
    assert after.events == [{"event": "play", "player": 0, "value": 9, "count": 2, "wild": False, "direction": "up"}]
    after = play("hands: W W 3 | 4\narea: 8 up", "0: W=10")
    assert after.events == [{"event": "play", "player": 0, "value": 10, "count": 1, "wild": True, "direction": "down"}]


def test_15_5_swap():
    after = play("hands: 4 | 8 3 | 5\narea: 7 up\nturn: 1", "1: with 0")
    assert after.events[1] == {"event": "swap", "player": 1, "with": 0}


def test_15_6_clear():
    after = play("hands: 4 | 8 3 9 5\narea: 9 9 9 up\nturn: 1", "1: 5 up")
    assert after.events[1] == {"event": "clear", "player": 1}


def test_15_7_take():
    stuck = play("hands: 4 | 5\narea: 9 up\npiles: 2 9 W", turns=1)
    assert stuck.events == [{"event": "take", "player": 0, "pile": 0, "cards": [2, 9, 0], "reason": "stuck"}]
    punished = play("hands: 4 | 5\narea: 6 up\nunresolved: 1\npiles: 2 9 W")
    assert punished.events == [{"event": "take", "player": 0, "pile": 0, "cards": [2, 9, 0], "reason": "mean"}]
    could_pass = play("hands: 6 4 | 5\narea: 6 up\nunresolved: 1\npiles: 2 9 W", "0: take", must_pass_mean=False)
    assert could_pass.events == [{"event": "take", "player": 0, "pile": 0, "cards": [2, 9, 0], "reason": "mean"}]
    choice = play("hands: 9 4 | 5\narea: 6 up\npiles: 2 9 W", "0: take", must_play=False)
    assert choice.events == [{"event": "take", "player": 0, "pile": 0, "cards": [2, 9, 0], "reason": "choice"}]


def test_15_8_replenish():
    after = play("hands: 4 1 1 1 1 | 5\narea: 9 9 9 up\ndeck: 9 2", piles=1, pile_size=4)
    assert after.events[0] == {"event": "replenish", "piles": [[9, 9, 9, 9]], "from_deck": 1, "removed": []}
    after = play("hands: 4 | 5\narea: 9 9 9 up", piles=1, pile_size=2)
    assert after.events[0] == {"event": "replenish", "piles": [[9, 9]], "from_deck": 0, "removed": [9]}


def test_15_8_their_indexes_begin_at_0_again():
    after = play("hands: 4 | 5\narea: 6 6 6 up\nunresolved: 3\npiles: 1 1 | 2 2", "0: pile 1")
    assert [event["pile"] for event in after.events if event["event"] == "take"] == [1, 0, 0]


@rule("R11")
def test_15_8_no_replenish_where_there_was_no_card():
    after = play("hands: 6 4 | 5\narea: 6 6 6 up", "0: 4 down")
    assert "replenish" not in [event["event"] for event in after.events]


@rule("R5", "R11")
def test_15_9_pass_comes_before_those_who_waited_go_out():
    after = play("hands: 6 | 5 | 7\narea: 6 6 6 up")
    assert after.events[-2:] == [{"event": "pass", "player": 1}, {"event": "out", "player": 0, "place": 1}]


def test_15_9_none_where_a_part_was_taken():
    after = play("hands: 3 | 4\narea: 6 6 6 up\nunresolved: 3", piles=1, pile_size=6)
    assert "pass" not in [event["event"] for event in after.events]


def test_15_10_out():
    after = play("hands: out | 4 | 9 | 3\narea: 8 up\nturn: 2", play_on=True)
    assert after.events[1] == {"event": "out", "player": 2, "place": 2}


def test_15_11_end():
    """It tells what the row has: a game of each ending, from 100 games of `random`."""
    seats = [(strategies.find("mean", "random"), {})] * 3
    played = Table(GAME, seats, GAME.resolve(GAME.Rules(turn_limit=60), 3), 0)
    rows = played.rows(0, 100)
    for number, ending in enumerate(GAME.endings):
        deal = np.flatnonzero(rows["ending"] == number)[0]
        row = rows[deal]
        assert played.trace(int(deal))[-1] == {
            "event": "end",
            "ending": ending,
            "winners": np.flatnonzero(row["won"]).tolist(),
            "losers": np.flatnonzero(row["lost"]).tolist(),
            "places": row["place"][:3].tolist(),
            "scores": [],
            "turns": row["turns"],
        }


@pytest.mark.parametrize(
    ("position", "house_rules", "winner", "loser"),
    [
        ("hands: 9 | 4 4\narea: 8 up", {}, 0, 1),
        ("hands: 9 | 4 4 | 3\narea: 8 up", {}, 0, -1),
        ("hands: 8 | 4 4\narea: 8 up", {}, 1, 0),
        ("hands: 8 | 4 4 | 3\narea: 8 up", {}, -1, 0),
        ("hands: out | 9 | 4 4\narea: 8 up\nturn: 1", {"play_on": True}, -1, 2),
        ("hands: 9 | 4 4\narea: 8 up", {"play_on": True}, 0, 1),
        ("hands: 9 2 | 4 4\narea: 8 up\nturns: 9", {"turn_limit": 10}, -1, -1),
    ],
)
@rule("16.1", "16.2")
def test_the_only_winner_and_the_only_loser(position, house_rules, winner, loser):
    after = play(position, turns=2, **house_rules)
    assert after.ending
    assert (after.row.winner, after.row.loser) == (winner, loser)


def counters(text, *script, turns=1, **house_rules):
    """The counters that are not zero."""
    row = play(text, *script, turns=turns, **house_rules).row
    return {name: int(row[name]) for name in GAME.counted if row[name]}


def test_16_3_draws():
    after = play("hands: 2 3 | 2 4 4 4\narea: 9 up\ndeck: 4 4 11 12 5", turns=2)
    assert after.story == ["0 draws 4 4 11", "0 plays 11 up", "1 draws 12", "1 plays 12 down"]
    assert after.row.draws == 4


@rule("16.5")
def test_16_4_plays_and_sets():
    assert counters("hands: 9 9 5 2 | 3 3", "0: 2x9 up", "0: 5 up", clear_at=2) == {"plays": 2, "sets": 1, "clears": 1}
    assert counters("hands: 9 5 2 | 3 3\narea: 8 up") == {"plays": 1}
    assert counters("hands: 4 4 4 2 | 3 3\narea: 3 up", "0: 3x4") == {"plays": 1, "sets": 1}


def test_16_6_wilds_played():
    assert counters("hands: W W W 2 | 3 3\narea: 8 up", "0: 2xW=9") == {"plays": 1, "sets": 1, "wilds_played": 2}


def test_16_7_swaps():
    assert counters("hands: 8 8 4 | 8 4\narea: 7 up", "0: 8", turns=2) == {"plays": 2, "swaps": 2}
    assert counters("hands: 8 8 4 | 8 4\narea: 7 up", "0: 8", "0: nobody", "1: nobody", turns=2, eight_swap="may") == {"plays": 2}


def test_16_8_clears():
    script = ["0: 2x9 up", "0: 2x5 up", "0: 2 up"]
    assert counters("hands: 9 9 5 5 2 | 3 3", *script, clear_at=2) == {"plays": 3, "sets": 2, "clears": 2}


def test_16_9_mean_played():
    position = "hands: 6 6 3 | W 3 | 3\narea: 5 up\npiles: 1 | 2 | 4"
    assert counters(position, "0: 2x6", turns=2) == {"plays": 2, "sets": 1, "wilds_played": 1, "mean_played": 3}


def test_16_10_piles_taken_stuck():
    assert counters("hands: 3 | 4 4 4\narea: 9 up\npiles: 1 | 2 2 2", "0: pile 0", turns=2) == {"piles_taken_stuck": 2}


def test_16_11_piles_taken_mean():
    position = "hands: 6 3 | 4\narea: 6 6 up\nunresolved: 2\npiles: 1 | 2 2 2"
    assert counters(position, "0: take", "0: pile 0", must_pass_mean=False) == {"piles_taken_mean": 2}
    assert counters("hands: 3 | 4\narea: 6 6 6 up\nunresolved: 3\npiles: 1", piles=1) == {"piles_taken_mean": 2, "replenishes": 1}


def test_16_12_piles_taken_choice():
    assert counters("hands: 9 3 | 4\narea: 8 up\npiles: 1 | 2 2 2", "0: take", "0: pile 1", must_play=False) == {"piles_taken_choice": 1}


def test_16_13_replenishes():
    assert counters("hands: 3 | 4\narea: 9 9 up") == {"piles_taken_stuck": 1, "replenishes": 1}
    assert counters("hands: 6 4 | 5\narea: 6 6 6 up", "0: 4 up") == {"plays": 2, "mean_played": 1, "clears": 1}, "there was no card"


def test_16_14_the_turn_in_which_the_draw_deck_ran_out():
    assert play("hands: 11 3 | 4\narea: 9 up\ndeck: 1\nturns: 4").row.deck_empty_turn == 5
    assert play("hands: 11 3 | 4\narea: 9 up").row.deck_empty_turn == 0
    assert play("hands: 11 3 3 3 3 | 4\narea: 9 up\ndeck: 7").row.deck_empty_turn == -1
    by_replenishing = play("hands: 2 2 2 2 3 | 4\narea: 9 up\ndeck: 7\nturns: 4", piles=1)
    assert (by_replenishing.row.replenishes, by_replenishing.row.deck_empty_turn) == (1, 5)
    assert table(2, piles=8, pile_size=4, deal_size=11).rows(0, 1)[0]["deck_empty_turn"] == 0


def test_16_14_it_runs_out_only_once():
    """New Piles without a card from the Draw Deck change nothing."""
    after = play("hands: 11 3 | 4\narea: 9 up\ndeck: 1\nturns: 4", turns=2)
    assert after.story[:2] == ["0 draws 1", "0 plays 11 up"]
    assert (after.row.replenishes, after.row.deck_empty_turn) == (1, 5)
    assert play("hands: 3 | 4\narea: 9 up").row.deck_empty_turn == 0


@rule("R2")
def test_16_14_a_turn_used_up_by_a_clear_has_a_number_of_its_own():
    after = play("hands: 6 4 | 5\narea: 6 6 6 up\ndeck: 7", "0: 4 up", hand_size=1)
    assert after.story[2:4] == ["new piles: 7; 1 from the deck; removed -", "1 takes pile 0: 7 (mean)"]
    assert after.row.deck_empty_turn == 2


@rule("16.15")
def test_16_16_another_sole_holder_of_the_fewest_cards():
    """Seat 0 leads with 2 cards; a tie with seat 1 changes nothing; then seat 1 leads with 1 card."""
    position = "hands: 9 9 9 | 9 9 9 9 9 | 9 9 9 9\narea: 7 up"
    script = ["0: 9", "1: 3x9"]
    tied = play(position, *script, turns=2, clear_at=8)
    assert tied.hands == ["9 9", "9 9", "9 9 9 9"]
    assert tied.row.lead_changes == 0
    script += ["2: 3x9"]
    assert play(position, *script, turns=3, clear_at=8).row.lead_changes == 1, "seat 2 leads with one card"


def test_16_16_the_first_leader_is_no_change():
    assert play("hands: 9 9 9 | 9 9 9 9\narea: 7 up", "0: 2x9").row.lead_changes == 0


def test_16_16_not_while_the_draw_deck_has_cards():
    position = "hands: 9 9 9 | 9 9 9 9 9 | 9 9 9 9\narea: 7 up\ndeck: 5"
    after = play(position, "0: 9", "1: 3x9", "2: 3x9", turns=3, clear_at=8, hand_size=1)
    assert after.hands == ["9 9", "9 9", "9"]
    assert after.row.lead_changes == 0


def test_16_16_the_leader_before_may_have_gone_out():
    position = "hands: 9 9 | 9 9 9 9 | 9 9 9\narea: 7 up"
    after = play(position, "0: 9", "1: 9", "2: 2x9", turns=4, clear_at=8, play_on=True)
    assert after.hands == ["out", "9 9 9", "9"]
    assert after.row.lead_changes == 1


@rule("R2")
def test_16_16_once_for_a_turn_with_its_restarts_and_the_turns_used_up_in_it():
    """Seat 0 leads. After the clear and the Piles it would be seat 1, but after the restart it is seat 2."""
    position = "hands: 9 | 6 9 9 | 6 5 5 4\narea: 6 6 up\npiles: 2 | 2 | 2\nturn: 1"
    after = play(position, "1: 6", "0: pile 0", "0: pile 1", "2: 2x5 up", turns=2)
    assert after.story[2:] == ["2 clears", "0 takes pile 0: 2 (mean)", "0 takes pile 1: 2 (mean)", "2 plays 2x5 up"]
    assert after.hands == ["2 2 9", "9 9", "4"]
    assert after.row.lead_changes == 1


def test_16_16_not_after_the_turn_that_ends_the_game():
    after = play("hands: 9 9 9 | 9 9\narea: 7 up", "0: 2x9", "1: 2x9", turns=2)
    assert (after.ending, after.row.lead_changes) == ("out", 0)


def test_16_17_turns():
    after = play("hands: 3 | 9 4 | -\narea: 8 up\npiles: 2 | 2", "0: pile 0", turns=3)
    assert after.story == ["0 takes pile 0: 2 (stuck)", "1 plays 9 up", "2 is out: place 1"]
    assert after.row.turns == 3


def test_16_17_decisions_are_those_with_two_or_more_actions():
    after = play("hands: 9 10 | 9 4 | 3 | 5 5\narea: 8 up\npiles: 2 | 2", "0: 9", "2: pile 1", turns=4)
    assert after.story[:3] == ["0 plays 9 up", "1 plays 9 up", "2 takes pile 1: 2 (stuck)"]
    assert after.row.decisions == len(after.asked) == 2
