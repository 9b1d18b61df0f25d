"""docs/rules/hit_the_deck.md, sections 18 and 19: trace events and columns."""

import pytest

from simlab.engine.metric import UNIT
from simlab.games.hit_the_deck import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.rules.hit_the_deck.position import play
from tests.rules.paragraphs import rule

SLOW = (1e-9, 1e9)  # reflexes with which seat 0 is always last


def table(**house_rules):
    """Two random players."""
    return Table(GAME, [(strategies.find("hit_the_deck", "random"), {})] * 2, GAME.resolve(GAME.Rules(**house_rules), 2), 5)


def events_of(text, *script, **house_rules):
    """What came of a position."""
    return play(text, *script, **house_rules).events


def test_18_1_header():
    header = table(deal_size=3, reflexes=(1.0, 2.0)).trace(4)[0]
    assert header["game"] == "hit_the_deck"
    assert (header["players"], header["seed"], header["deal"]) == (2, 5, 4)
    assert header["rules"] == GAME.Rules().model_dump(mode="json") | {"deal_size": 3, "reflexes": [1.0, 2.0]}
    assert header["strategies"] == ["random", "random"]


def test_18_2_deal():
    deals = [event for event in table().trace(4) if event["event"] == "deal"]
    assert list(deals[0]) == ["event", "hand", "first", "hands", "draw", "discard"]
    assert [(event["hand"], event["first"]) for event in deals] == [(hand, hand % 2) for hand in range(len(deals))]
    drawn = [event for event in table().trace(4) if event["event"] == "draw"]
    assert drawn[0]["cards"][0] in deals[0]["draw"]


def test_18_2_the_draw_pile_has_its_top_card_first():
    trace = table(cuts=0, flips=0).trace(1)
    first = next(event for event in trace if event["event"] == "draw")
    assert trace[1]["draw"][: len(first["cards"])] == first["cards"]


def test_18_3_play():
    assert events_of("hands: R1 | R3\ndiscard: R4")[0] == {"event": "play", "player": 0, "card": 1, "drawn": False}
    assert events_of("hands: G1 | R3\ndraw: R2 Y1\ndiscard: R4")[1] == {"event": "play", "player": 0, "card": 2, "drawn": True}


def test_18_4_draw():
    assert events_of("hands: G1 | R3\ndraw: R2 Y1\ndiscard: R4")[0] == {"event": "draw", "player": 0, "cards": [2], "reason": "stuck"}
    hit = "hands: HH G1 | R3\ndraw: Y1 Y2 Y3\ndiscard: R4"
    assert events_of(hit, hand_penalty=2, reflexes=SLOW)[2] == {"event": "draw", "player": 0, "cards": [11, 12], "reason": "hand"}
    assert events_of(hit, hand_penalty=2, forget_chance=1)[2]["reason"] == "forgot"
    assert events_of("hands: G1 R1 | R3\ndraw: Y1 Y2 Y3\ndiscard: R4", fake_out_chance=1)[1]["reason"] == "faked"
    assert [event["event"] for event in events_of(hit, hand_penalty=0)] == ["play", "hit"], "none for no cards"
    shuffled = events_of(hit, hand_penalty=4, reflexes=SLOW)
    assert [event["event"] for event in shuffled] == ["play", "hit", "draw", "reshuffle", "draw"]


def test_18_5_pass():
    assert events_of("hands: G1 | R3\ndraw: Y2 Y1\ndiscard: R4")[1] == {"event": "pass", "player": 0}
    for top in ("RC", "RF", "HH"):
        assert "pass" not in [event["event"] for event in events_of(f"hands: G1 | R3\ndraw: Y2 Y1\ndiscard: {top}")]


def test_18_6_cut():
    assert events_of("hands: G1 | R3\ndraw: Y2 Y1\ndiscard: RC")[0] == {"event": "cut", "player": 0, "exposed": 11}
    assert events_of("hands: G1 | R3\ndiscard: RC")[0] == {"event": "cut", "player": 0, "exposed": None}


def test_18_7_flip():
    flip = {"event": "flip", "player": 0}
    assert events_of("hands: G1 | R3\ndraw: Y2 Y1 YF\ndiscard: RF")[0] == flip | {"buried": [17], "top": 11}
    assert events_of("hands: G1 | R3\ndiscard: RF")[0] == flip | {"buried": [], "top": 7}


def test_18_8_hit():
    position = "hands: R1 R2 | HH G1\ndraw: Y1 Y2 Y3\ndiscard: R4\nturn: 1"
    assert events_of(position, reflexes=SLOW)[1] == {"event": "hit", "caller": 1, "last": 0}
    forgot = events_of(position, reflexes=SLOW, forget_chance=1)
    assert (forgot[1]["last"], forgot[2]["player"]) == (0, 1)


def test_18_9_reshuffle():
    assert events_of("hands: G1 | R3\ndraw: Y2\ndiscard: R4 R5")[1] == {"event": "reshuffle", "draw": [5]}
    long = play("hands: G1 | R3\ndraw: Y2\ndiscard: R4 R5 B1 B2 B3")
    assert long.events[1]["draw"] == [int(card) for card in long.state.piles[long.state.draw_at : long.state.draw_end]]


def test_18_10_hand_end():
    position = "hands: R1 | R3 B5\ndiscard: R4\ntotals: 4 7\nturns: "
    assert events_of(position + "0")[1] == {"event": "hand_end", "out": 0, "points": [0, 8], "totals": [4, 15]}
    limit = events_of("hands: G1 | R3 B5\ndiscard: R4\ntotals: 4 7\nturns: 9", turn_limit=10, turns=3)
    assert limit[-1] == {"event": "hand_end", "out": None, "points": [1, 8], "totals": [5, 15]}


def test_18_11_end():
    trace = table().trace(4)
    end, totals = trace[-1], trace[-2]["totals"]
    assert list(end) == ["event", "ending", "winners", "losers", "places", "scores", "turns"]
    assert (end["ending"], end["scores"]) == ("scored", totals)
    assert end["winners"] == [seat for seat in range(2) if totals[seat] == min(totals)]


def test_19_1_hands():
    trace, row = table().trace(4), table().rows(4, 1)[0]
    assert row["hands"] == sum(event["event"] == "hand_end" for event in trace)


def row(text, *script, **house_rules):
    """The columns after some turns."""
    return play(text, *script, **house_rules).row


def test_19_2_cuts():
    assert row("hands: R1 R2 | R3 R4\ndraw: Y1 Y2 RC Y4\ndiscard: RC", turns=2).cuts == 2
    assert row("hands: R1 R2 | R3\ndiscard: RC").cuts == 1


def test_19_3_flips():
    assert row("hands: R1 R2 | R3 R4\ndraw: Y1 Y2\ndiscard: RF").flips == 1
    assert row("hands: R1 R2 | R3 R4\ndiscard: RF").flips == 1


def test_19_4_hits_hand():
    assert row("hands: HH G1 | R3 R4\ndraw: Y1 Y2\ndiscard: R5", hand_penalty=0).hits_hand == 1
    assert row("hands: R1 G1 | R3 R4\ndraw: Y1 Y2\ndiscard: HH", hand_penalty=0).hits_hand == 1
    assert row("hands: HH | R3 R4\ndraw: Y1 Y2\ndiscard: R5").hits_hand == 0


@pytest.mark.parametrize(("hit", "column"), [("H2", "hits_number"), ("HY", "hits_colour")])
@rule("19.5", "19.6", "R8")
def test_19_5_demands_that_came_into_force(hit, column):
    assert row(f"hands: {hit} G1 | R3 R4\ndraw: Y1 Y2\ndiscard: R5")[column] == 1
    assert row(f"hands: R1 G1 | R3 R4\ndraw: Y1 {hit}\ndiscard: RC R5")[column] == 1
    assert row(f"hands: R1 G1 | R3 R4\ndraw: Y1 {hit}\ndiscard: RF R5")[column] == 1
    assert row(f"hands: {hit} | R3 R4\ndraw: Y1 Y2\ndiscard: R5")[column] == 0
    stalled = row(f"hands: R1 G1 | R3 R4\ndraw: Y1 {hit}\ndiscard: RC R5", stall_limit=1)
    assert (stalled[column], stalled.stalls) == (1, 1)
    other = "hits_colour" if column == "hits_number" else "hits_number"
    assert row(f"hands: {hit} G1 | R3 R4\ndraw: Y1 Y2\ndiscard: R5")[other] == 0


@rule("19.5", "19.6")
def test_19_5_also_at_the_start_of_a_hand():
    few = {"hit_numbers": 8, "hit_colours": 8, "turn_limit": 10, "hand_limit": 1}
    found = 0
    for deal in range(40):
        trace, columns = table(**few).trace(deal), table(**few).rows(deal, 1)[0]
        starts = trace[1]["discard"][0] if trace[1]["discard"][0] in range(41, 54) else 0
        last = next(event["out"] for event in trace if event["event"] == "hand_end")
        shown = [event.get("card") or event.get("exposed") or event.get("top") or 0 for event in trace[2:]]
        shown = shown[:-3] if last is not None else shown  # a last card, the end of the hand, and of the game
        assert columns["hits_number"] + columns["hits_colour"] == (starts > 0) + sum(40 < card < 60 for card in shown)
        found += starts > 0
    assert found > 5


def test_19_7_draws_stuck():
    assert row("hands: G1 | R3 R4\ndraw: Y1 Y2 R1 Y3\ndiscard: R5", draw_when_stuck=3).draws_stuck == 3
    assert row("hands: R1 | R3 R4\ndraw: Y1 Y2 R1 Y3\ndiscard: R5", draw_when_stuck=3).draws_stuck == 0


def test_19_8_draws_penalty():
    hit = "hands: HH G1 | R3 R4\ndraw: Y1 Y2 R1 Y3\ndiscard: R5"
    assert row(hit, hand_penalty=3).draws_penalty == 3
    assert row(hit, hand_penalty=3, forget_chance=1).draws_penalty == 3
    assert row("hands: R1 G1 | R3 R4\ndraw: Y1 Y2 R1 Y3\ndiscard: R5", fake_out_chance=1).draws_penalty == 2
    assert row("hands: HH G1 | R3 R4\ndraw: Y1\ndiscard: R5", hand_penalty=9).draws_penalty == 2, "as many as there are"


def test_19_9_passes():
    assert row("hands: G1 | B3 B4\ndraw: Y1 Y2 Y3 Y3\ndiscard: R5", turns=2).passes == 2
    assert row("hands: G1 | R3 R4\ndraw: R1 Y2 Y3\ndiscard: R5").passes == 0


def test_19_10_reshuffles():
    assert row("hands: G1 | R3 R4\ndraw: Y1\ndiscard: R5 R4").reshuffles == 1
    assert row("hands: G1 | R3 R4\ndraw: Y1\ndiscard: R5").reshuffles == 0


def test_19_11_demand_turns():
    after = row("hands: G1 | B3 B4 | R1\ndraw: Y1 Y2 Y3 Y3\ndiscard: HR", turns=2)
    assert (after.passes, after.demand_turns) == (2, 2)
    assert row("hands: G1 | B3 B4\ndraw: Y1 Y2 Y3 Y3\ndiscard: R1").demand_turns == 0
    assert row("hands: R1 | B3 B4\ndraw: Y1 Y2 Y3 Y3\ndiscard: HR").demand_turns == 0


def test_19_12_hands_at_turn_limit():
    assert row("hands: G2 | B3\ndiscard: R1\nturns: 9", turn_limit=10, turns=5).hands_at_turn_limit == 1
    assert row("hands: R1 | B3\ndiscard: R1\nturns: 9", turn_limit=10, turns=5).hands_at_turn_limit == 0


@rule("R13")
def test_19_13_stalls():
    for exposed, stalls in (("YC", 1), ("YF", 1), ("HH", 1), ("H1", 1), ("HB", 1), ("Y1", 0)):
        assert row(f"hands: G1 | B3\ndraw: R1 {exposed} R2\ndiscard: RC", stall_limit=1).stalls == stalls
        assert row(f"hands: G1 | B3\ndraw: R1 {exposed} R2\ndiscard: RC", stall_limit=2).stalls == 0


def test_19_14_lead_changes():
    def changes(totals, leader):
        return row(f"hands: R1 | B3 | B1\ndiscard: R4\ntotals: {totals}\nleader: {leader}").lead_changes

    assert changes("5 0 9", 1) == 0, "it is the same leader: 5 3 10"
    assert changes("5 4 9", 1) == 1, "now 5 7 10"
    assert changes("7 4 9", 1) == 0, "a tie: 7 7 10"
    assert changes("5 4 9", -1) == 0, "the first leader"


def test_19_15_the_lead_is_looked_at_after_each_hand():
    for deal in range(12):
        trace, columns = table(target=300).trace(deal), table(target=300).rows(deal, 1)[0]
        leader, changes = None, 0
        for event in trace:
            if event["event"] == "hand_end" and event["totals"][0] != event["totals"][1]:
                leads = event["totals"].index(min(event["totals"]))
                changes += leader not in (None, leads)
                leader = leads
        assert columns["lead_changes"] == changes


def test_19_16_turns_and_scores():
    trace, columns = table().trace(3), table().rows(3, 1)[0]
    turns = 0
    for i, event in enumerate(trace):
        called = event["event"] == "hit" and trace[i - 1].get("card") != 60 and trace[i - 2].get("card") != 60
        turns += event["event"] in ("play", "pass", "cut", "flip") or called
    assert columns["turns"] == trace[-1]["turns"] == turns
    assert (columns["score"][:2] // UNIT).tolist() == trace[-1]["scores"]
