"""docs/rules/spite_malice.md, sections 13 and 14: trace events, and columns."""

from collections import Counter

import pytest

from simlab.games.spite_malice import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.rules.harness import header
from tests.rules.paragraphs import rule
from tests.rules.spite_malice.position import play
from tests.rules.spite_malice.test_cards_and_set_up import dealt, table

CAPS = "stacks: 9 | 9 3\nhands: 5 W 4 | 4\nbuilds: 1 2 3 4\ndraw: 8"


def test_13_1_header():
    assert header(GAME, "first", "random", "first", stack_size=3, bordered=(4,) * 13, spite=True) == {
        "event": "header",
        "game": "spite_malice",
        "players": 3,
        "seed": 7,
        "deal": 17,
        "rules": {
            **{"bordered": [4] * 13, "plain": 4, "wilds": 6, "stack_size": 3, "deal_size": 4, "hand_size": 5, "stores": 4, "top": 13},
            **{"malice": True, "wild_bans": [1, 2, 7, 13], "spite": True, "blocked": "nobody", "turn_limit": 2000},
            "spite_texts": ["stop", "dump", "feed", "bury", "stop", "feed"],
        },
        "strategies": ["first", "random", "first"],
    }


def test_13_2_deal():
    event = dealt(3, stack_size=4)
    assert set(event) == {"event", "stacks", "hands", "draw", "first"}
    assert (len(event["stacks"]), len(event["hands"]), len(event["draw"])) == (3, 3, 110 - 12 - 12)
    _, dealing, draw, *_ = table(3).trace(0)
    assert draw["cards"] == dealing["draw"][:1]


def test_13_3_draw():
    after = play("stacks: 9 | 9\nhands: 7 6 | 5\ndraw: 8 W\ndiscard: 3", "0: put 7 on 0")
    assert after.events[0] == {"event": "draw", "player": 0, "cards": [8, 0]}
    assert after.events[2] == {"event": "draw", "player": 0, "cards": [3]}
    assert [event["event"] for event in after.events] == ["draw", "reshuffle", "draw", "store"]


def test_13_4_reshuffle():
    after = play("stacks: 9 | 9\nhands: 7 6 | 5\ndiscard: 3", "0: put 7 on 0")
    assert after.events[0] == {"event": "reshuffle", "draw": [3]}
    assert sorted(play("stacks: 9 | 9\nhands: 7 6 | 5\ndiscard: 3 W2 9", "0: put 7 on 0", spite=True).events[0]["draw"]) == [3, 9, 102]


def test_13_5_play():
    after = play(
        "stacks: 5 9 | 9\nhands: W 7 | 4\nbuilds: 1 | 1 2 3\nstores: 6 | -", "0: hand W=4", "0: store0 6", "0: put 7 on 0", stores=1
    )
    played = [event for event in after.events if event["event"] == "play"]
    assert played == [
        {"event": "play", "player": 0, "source": "hand", "value": 4, "wild": True, "card": 0, "pile": 1},
        {"event": "play", "player": 0, "source": "up", "value": 5, "wild": False, "card": 5, "pile": 1},
        {"event": "play", "player": 0, "source": "store0", "value": 6, "wild": False, "card": 6, "pile": 1},
    ]
    spite = play("stacks: 5 9 | 9\nhands: W3 7 | 4\nbuilds: 1 2 3", "0: hand W=4", spite=True)
    assert spite.events[0]["card"] == 103


def test_13_6_capped():
    after = play(CAPS, "0: hand 5", top=5, hand_size=3)
    assert after.events[1] == {"event": "capped", "pile": 0}
    wins = play("stacks: 5 | 9 3\nhands: W 4 | 4\nbuilds: 1 2 3 4\ndraw: 8", "0: up 5", top=5, hand_size=2)
    assert [event["event"] for event in wins.events] == ["play"]


def test_13_7_give():
    assert play(CAPS, "0: hand 5", top=5, hand_size=3).events[2] == {"event": "give", "player": 0, "to": 1, "card": 8}


def test_13_8_store():
    after = play("stacks: 9 | 9\nhands: 7 6 | 5\nstores: 3, - | -", "0: put 7 on 1", stores=2)
    assert after.events == [{"event": "store", "player": 0, "value": 7, "store": 1}]


def test_13_9_no_store_and_stuck():
    assert play("stacks: 9 | 9\nhands: 2 | 5").events == [{"event": "no_store", "player": 0}]
    assert play("stacks: 9 | 9\nhands: W 2 | 5", hand_size=2).events == [{"event": "stuck", "player": 0, "cards": [2, 0]}]


@pytest.mark.parametrize(("card", "text"), [("W0", "stop"), ("W1", "dump"), ("W2", "feed"), ("W3", "bury")])
def test_13_10_spite(card, text):
    after = play(f"stacks: 9 | 9 8\nhands: {card} 7 | 5\ndraw: 3", f"0: {card} against 1", spite=True, hand_size=2)
    assert after.events[0] == {"event": "spite", "player": 0, "against": 1, "card": 100 + int(card[1:]), "text": text}
    assert [event["event"] for event in after.events] == ["spite", "store"]


def test_13_11_skip():
    assert play("stacks: 9 | 9\nhands: 7 | 5\nskips: 0", spite=True).events == [{"event": "skip", "player": 0}]


def test_13_12_end():
    end = table(3, seed=2, top=5, stack_size=2).trace(1)[-1]
    assert list(end) == ["event", "ending", "winners", "losers", "places", "scores", "turns"]
    assert len(end["places"]) == len(end["scores"]) == 3
    assert end["ending"] == "out"
    assert end["scores"][end["winners"][0]] == 0


def row_and_events(deal, players=3, names=("random",), **house_rules):
    """A whole game."""
    seats = [(strategies.find("spite_malice", names[seat % len(names)]), {}) for seat in range(players)]
    at = Table(GAME, seats, GAME.Rules(**house_rules), 4)
    return at.rows(deal, 1)[0], at.trace(deal)


@rule("14.1", "14.2", "14.3", "14.4", "14.5", "14.6", "14.7", "14.8", "14.9", "14.10", "14.12", "14.13")
@pytest.mark.parametrize("deal", range(6))
def test_the_counters_count_events(deal):
    row, events = row_and_events(deal, spite=deal % 2 == 1, top=13 if deal < 4 else 5, stack_size=6, turn_limit=300)
    told = Counter(event["event"] for event in events)
    plays = [event for event in events if event["event"] == "play"]
    assert row["first"] == events[1]["first"]
    assert row["builds"] == len(plays)
    assert row["ups_played"] == sum(event["source"] == "up" for event in plays)
    assert row["wilds_played"] == sum(event["wild"] for event in plays)
    names = {"piles_capped": "capped", "gives": "give", "stores": "store", "no_stores": "no_store", "stuck_hands": "stuck"}
    for column, event in {**names, "reshuffles": "reshuffle", "spites": "spite"}.items():
        assert row[column] == told[event], column
    winners = events[-1]["winners"]
    assert row["winner"] == (winners[0] if len(winners) == 1 else -1)


def test_14_1_first():
    assert row_and_events(0)[0]["first"] == row_and_events(0)[1][1]["first"]


def test_14_11_refills_are_counted_also_when_nothing_is_left_to_draw():
    assert play("stacks: 5 9 | 9\nhands: 4 | 5\nbuilds: 1 2 3", "0: hand 4", "0: end").row.refills == 1
    assert play("stacks: 5 9 | 9\nhands: 4 6 | 5\nbuilds: 1 2 3", "0: hand 4", "0: put 6 on 0").row.refills == 0


@rule("14.14")
def test_14_15_lead_changes():
    """Seat 0 leads first, which is no change; a tie changes nothing; then seat 1 leads, and the last turn counts as well."""
    position = "stacks: 9 9 | 4 5 6 7\nhands: 2 | 2\nbuilds: 1 2 3\nturn: 0"
    script = ["1: up 4", "1: up 5", "1: end"]
    tie = play(position, *script, turns=2)
    assert tie.row.lead_changes == 0
    ahead = play(position, "1: up 4", "1: up 5", "1: up 6", "1: end", turns=2)
    assert ahead.row.lead_changes == 1
    wins = play(position, "1: up 4", "1: up 5", "1: up 6", "1: up 7", turns=2)
    assert (wins.ending, wins.row.lead_changes) == ("out", 1)


def test_14_15_skipped_turns_count_too():
    """Bury and feed change nothing in time: the lead is looked at after the skipped turn as after any."""
    after = play("stacks: 9 9 | 9 | 9\nhands: 2 | 2 | 2\nskips: 1", turns=2, spite=True)
    assert (after.state.leader, after.row.lead_changes) == (-1, 0)
    after = play("stacks: 9 9 | 9\nhands: 2 | 2\nskips: 0", turns=1, spite=True)
    assert after.state.leader == 1


def test_14_16_turns_and_decisions():
    after = play("stacks: 9 9 | 9\nhands: 7 6 | 5\nskips: 1", "0: put 7 on 0", turns=2, spite=True)
    assert (after.row.turns, after.row.decisions) == (2, 1)
