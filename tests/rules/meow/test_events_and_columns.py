"""docs/rules/meow.md, sections 14 and 15: trace events, and columns."""

from collections import Counter

from simlab.games.meow import GAME
from tests.rules.harness import header
from tests.rules.meow.position import play
from tests.rules.meow.test_cards_and_set_up import table, told
from tests.rules.paragraphs import rule


def test_14_1_header():
    assert header(GAME, "first", "random", "first", copies=6, bonus={3: [1, 0.5, -1]}, debt=False) == {
        "event": "header",
        "game": "meow",
        "players": 3,
        "seed": 7,
        "deal": 17,
        "rules": {
            **{"numbers": 10, "copies": 6, "specials": [[1, 6], [2, 7], [3, 8], [4, 9]], "deal_size": 5, "coins": 25, "debt": False},
            **{"meow_hand": 4, "meow_win": 3, "meow_fail": 6, "meow_fail_to": "each", "copy_out": 3, "lead_out": 3, "deck_out": 1},
            **{"rounds": 6, "reverse_half": False, "sets": 1, "bonus": [1, 0.5, -1], "set_score": "bonus", "turn_limit": 1000},
        },
        "strategies": ["first", "random", "first"],
    }


def test_14_2_deal():
    event = told("deal", 2, sets=2, reverse_half=True)[11]
    assert list(event) == ["event", "set", "round", "first", "direction", "hands", "deck"]
    assert [event[name] for name in ("set", "round", "first", "direction")] == [1, 3, 1, -1]
    assert (len(event["hands"]), len(event["deck"])) == (2, 54 - 12)


def test_14_2_the_decks_first_card_is_its_top():
    events = table(4, "random").trace(0)
    deck = events[1]["deck"]
    round_over = next(i for i, event in enumerate(events) if event["event"] == "round_end")
    drawn = [event["card"] for event in events[:round_over] if event["event"] == "draw"]
    assert drawn == deck[: len(drawn)]
    assert drawn


def test_14_3_lead_and_copy():
    after = play("hands: 6 S0 3 | 6 9", "0: 6 with 6 S0", "1: 6 with 6", turns=2)
    assert after.events[0] == {"event": "lead", "player": 0, "number": 6, "cards": [6, 100]}
    assert after.events[1] == {"event": "copy", "player": 1, "number": 6, "cards": [6]}


def test_14_4_draw():
    after = play("hands: 3 3 | 9\nlead: 1 with 6\ndeck: S2", "0: 3 with 3")
    assert after.events[0] == {"event": "draw", "player": 0, "card": 102}


def test_14_5_meow():
    after = play("hands: 9 | 9 | 10\nlead: 2 with 6\ndeck: 1\nturn: 0", "0: meow")
    assert after.events[1] == {"event": "meow", "player": 0, "totals": [10, 9, 10], "success": False, "blockers": [1, 2]}
    after = play("hands: 1 | 9 | 10\nlead: 2 with 6\ndeck: 1\nturn: 0", "0: meow")
    assert after.events[1] == {"event": "meow", "player": 0, "totals": [2, 9, 10], "success": True, "blockers": []}


def test_14_6_deck_out():
    after = play("hands: 9 | 4 4 | 8\nlead: 2 with 6")
    assert after.events[0] == {"event": "deck_out", "totals": [9, 8, 8], "lowest": [1, 2]}


def test_14_7_pay():
    after = play("hands: 9 | 4 4 | 8\nlead: 2 with 6")
    assert after.events[1] == {"event": "pay", "from": 0, "to": 1, "coins": 1, "reason": "deck_out"}
    reasons = {event["reason"] for deal in range(30) for event in table(4, "random").trace(deal) if event["event"] == "pay"}
    assert reasons == {"copy", "copy_out", "lead_out", "meow_win", "meow_fail", "deck_out"}
    free = play("hands: 9 | 4 4 | 8\nlead: 2 with 6", deck_out=0)
    assert [event["event"] for event in free.events] == ["deck_out", "round_end"]


def test_14_8_round_end():
    after = play("hands: 9 | 4 4 | 8\nlead: 2 with 6")
    assert after.events[-1] == {"event": "round_end", "how": "deck_out", "coins": [23, 26, 26]}


def test_14_9_set_end():
    one, several = told("set_end", 3)[0], told("set_end", 3, sets=2)[0]
    assert list(one) == list(several) == ["event", "coins", "bonus"]
    assert one["bonus"] == []
    assert sorted(several["bonus"]) == [-6, 0, 6]
    assert {type(bonus) for bonus in several["bonus"]} == {int}
    tied = told("set_end", 4, sets=2, lead_out=0, copy_out=0, meow_hand=0, rounds=1, deal_size=1, bonus=[1, 0, 0, 0])[0]
    assert (tied["bonus"], {type(bonus) for bonus in tied["bonus"]}) == ([0.25] * 4, {float})


def test_14_10_end():
    at = table(3, "random", sets=2, bonus=[3, 2, 0.5])
    row, end = at.rows(4, 1)[0], at.trace(4)[-1]
    scores = [sum(event["bonus"][seat] for event in at.trace(4) if event["event"] == "set_end") for seat in range(3)]
    assert end == {
        "event": "end",
        "ending": "scored",
        "winners": [seat for seat in range(3) if scores[seat] == max(scores)],
        "losers": [seat for seat in range(3) if scores[seat] < max(scores)],
        "places": [1 + sum(other > score for other in scores) for score in scores],
        "scores": scores,
        "turns": row["turns"],
    }


@rule("15.2", "15.3", "15.4", "15.5", "15.6", "15.7", "15.8", "15.9", "15.10", "15.11", "15.15")
def test_columns_count_what_the_trace_tells():
    at = table(4, "random", turn_limit=30)
    for deal, row in enumerate(at.rows(0, 60)):
        events = at.trace(deal)
        names = Counter(event["event"] for event in events)
        hows = Counter(event["how"] for event in events if event["event"] == "round_end")
        assert (row["leads"], row["copies"], row["meows"]) == (names["lead"], names["copy"], names["meow"])
        assert row["cards_copied"] == sum(len(event["cards"]) for event in events if event["event"] == "copy")
        assert row["coins_moved"] == sum(event["coins"] for event in events if event["event"] == "pay")
        assert row["meows_failed"] == hows["meow_fail"]
        assert (row["copy_outs"], row["lead_outs"]) == (hows["copy_out"], hows["lead_out"])
        assert (row["deck_outs"], row["stalled"]) == (hows["deck_out"], hows["turn_limit"])
        assert row["turns"] == names["lead"] + names["copy"] + names["meow"]


@rule("15.13")
def test_leads_copied_by_everybody():
    everybody = play("hands: 9 3 | 9 3 | 9 3\nlead: 0 with 9\ncopied: 1", "2: 9 with 9")
    assert everybody.row.full_copies == 1
    ends_with_it = play("hands: 9 3 | 9 3 | 9\nlead: 0 with 9\ncopied: 1", "2: 9 with 9")
    assert (ends_with_it.row.full_copies, ends_with_it.row.copy_outs) == (1, 1)
    one_of_two = play("hands: 9 3 | 9 3 | 9 3\nlead: 0 with 9", "1: 9 with 9")
    assert one_of_two.row.full_copies == 0
    assert play("hands: 9 3 | 9 3\nlead: 0 with 9", "1: 9 with 9").row.full_copies == 1, "with two players every copy"


@rule("15.15")
def test_decisions_are_those_with_two_or_more_legal_actions():
    after = play("hands: 3 9 | 8 2\nlead: 0 with 7\ndeck: 8 7", "1: 8 with 8 8", "0: 7 with 7", turns=2, meow_hand=0)
    assert after.story == ["1 draws 8", "1 leads 8 with 8 8", "0 draws 7", "0 leads 7 with 7"], "neither could copy"
    assert after.row.decisions == 2
