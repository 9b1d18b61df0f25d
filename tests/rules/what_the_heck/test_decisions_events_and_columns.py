"""docs/rules/what_the_heck.md, sections 7 to 10: decisions, the view, trace events and columns."""

import pytest

from simlab.games.what_the_heck import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.rules.harness import watch
from tests.rules.what_the_heck.position import ask, decision, in_set, play
from tests.rules.what_the_heck.test_rounds_and_the_end import table
from tests.twin import what_the_heck as twin

THREE = "hands: 1 4 7 | 2 4 9 | 3 5 6\npoints: 5 1 -2\npot: 2\nscores: 1 2.5 -4"


def test_7_1_the_own_cards_in_ascending_order():
    asked = decision("hands: 7 1 4 | 2 4 9\npoints: 5 1 1")
    assert (asked.seat, asked.decision, asked.options) == (0, "bid", ["1", "4", "7"])
    assert play("hands: 7 | 9\npoints: 5").asked == [], "a single card is no choice"


def test_7_2_seat_0_is_asked_first_and_all_see_the_same():
    after = play(THREE, "0: 7", "1: 9", "2: 6")
    assert [asked.seat for asked in after.asked] == [0, 1, 2]
    views = [asked.position.seen for asked in after.asked]
    for name in GAME.sights:
        if name not in ("seat", "hand", "rules"):
            assert len({view[name].tobytes() for view in views}) == 1, name


def seen(text=THREE, *script, **house_rules):
    """The view at the decision after the script."""
    return decision(text, *script, **house_rules).position.seen


def test_8_1_the_hands():
    view = seen(THREE, "0: 4")
    assert (view.seat, in_set(view.hand)) == (1, [2, 4, 9])
    assert [in_set(hand) for hand in view.hands[:3]] == [[1, 4, 7], [2, 4, 9], [3, 5, 6]]


def test_8_2_the_pot():
    view = seen()
    assert (view.pot, view.pot_cards, view.pot_card[:3].tolist()) == (7, 2, [2, 5, 0])
    view = seen(THREE, "0: 4", "1: 4", "2: 5")
    assert (view.pot, view.pot_cards, view.pot_card[:3].tolist()) == (1, 1, [1, 0, 0])


def test_8_3_the_point_cards_to_come():
    view = seen("hands: 1 2 3 4 | 1 2 3 4\npoints: 2 -5 2 2")
    assert view.prize[:4].tolist() == [-5, 2, 2, 2]
    assert in_set(view.to_come) == [0, 2, 3], "of equal ones the first is the first to come up"
    assert in_set(seen("hands: 1 2 3 4 | 1 2 3 4\npoints: 2 -5 2 2", "0: 1", "1: 2").to_come) == [2, 3]


def test_8_3_in_real_games_too():
    """Whatever the shuffle, of equal Point Cards the first comes up first."""
    random = strategies.find("what_the_heck", "random")
    watched = watch(GAME, [random] * 2, GAME.Rules(player_cards=6, point_cards=(3, 1, 3, 1, 3, -2)), seed=1, deals=range(50))
    for position in watched.positions:
        view = position.seen
        assert view.prize[:6].tolist() == [-2, 1, 1, 3, 3, 3]
        to_come = in_set(view.to_come)
        for copies in ([1, 2], [3, 4, 5]):
            there = [i for i in copies if i in to_come]
            assert there == copies[len(copies) - len(there) :]


def test_8_4_the_scores():
    assert seen().scores[:3].tolist() == [1, 2.5, -4]


def test_8_5_the_round():
    assert (seen().round_number, seen().rounds) == (7, 9)
    assert seen(THREE, "0: 4", "1: 4", "2: 5").round_number == 8


def test_8_6_what_was_turned_up_and_played():
    view = seen(THREE, "0: 4", "1: 2", "2: 5")
    assert view.turned[5:10].tolist() == [2, 5, 1, 0, 0], "the last round and this one"
    assert view.played[:3, 6].tolist() == [4, 2, 5]
    assert view.played[:3, 7].tolist() == [0, 0, 0]


def test_8_7_players_options_and_house_rules():
    view = seen(THREE, ties="split", order="descending", carry=False)
    assert (view.players, view.options) == (3, 3)
    assert (view.rules.ties, view.rules.order, view.rules.carry, view.rules.player_cards) == (1, 2, 0, 9)
    assert view.rules.point_cards[:9].tolist() == [0, 0, 0, 0, 0, 2, 5, 1, -2]
    assert view.rules.point_cards_count == 9


def test_8_8_bids_lists_the_own_cards():
    asked = decision(THREE, "0: 4")
    assert ask("bids", asked) == 3
    assert asked.position.seen.card[:4].tolist() == [2, 4, 9, 0]


def test_8_9_option_and_nearest():
    asked = decision(THREE)  # 1 4 7
    assert [ask("option", asked, card) for card in range(1, 10)] == [0, 1, 1, 1, 2, 2, 2, 3, 3]
    assert [ask("nearest", asked, card) for card in (-5, 0, 1, 2, 4, 5, 7, 8, 1000)] == [0, 0, 0, 1, 1, 2, 2, 2, 2]
    everything = decision("hands: " + " | ".join([" ".join(map(str, range(1, 31)))] * 2) + "\npoints: 1")
    assert [ask("option", everything, card) for card in range(1, 32)] == list(range(31))


def test_8_10_what_a_hand_holds():
    asked = decision(THREE)
    assert [ask("holds", asked, 1, card) for card in range(1, 11)] == [0, 1, 0, 1, 0, 0, 0, 0, 1, 0]
    assert [ask("cards", asked, seat) for seat in range(3)] == [3, 3, 3]
    assert [ask("lower", asked, 1, card) for card in (1, 2, 3, 9, 10)] == [0, 0, 1, 2, 3]
    assert [(ask("lowest_of", asked, seat), ask("highest_of", asked, seat)) for seat in range(3)] == [(1, 7), (2, 9), (3, 6)]
    assert [ask("from_top", asked, 1, above) for above in range(4)] == [9, 4, 2, 2]


def test_8_11_what_is_still_to_come():
    asked = decision(THREE)
    view = asked.position.seen
    assert [int(view.prize[i]) for i in range(9) if ask("coming", asked, i)] == [-2, 1]
    assert [ask("larger", asked, size, suffer) for size, suffer in ((0, 1.0), (1, 1.0), (1, 0.5), (2, 1.0), (5, 3.0))] == [2, 1, 0, 0, 1]
    assert ask("size_to_come", asked) == 3


def test_9_1_header():
    header = table(3, seed=7, ties="split", point_cards=(3, 1, 2), lineup=("first", "random")).trace(17)[0]
    assert header == {
        **{"event": "header", "game": "what_the_heck", "players": 3, "seed": 7, "deal": 17},
        "rules": {"player_cards": 15, "point_cards": [3, 1, 2], "order": "shuffled", "ties": "split", "carry": True},
        "strategies": ["first", "random", "first"],
    }


def test_9_2_deal():
    event = table(2).trace(0)[1]
    assert list(event) == ["event", "points"]
    turned = [event["card"] for event in table(2).trace(0) if event["event"] == "turn_up"]
    assert event == {"event": "deal", "points": turned}


def test_9_3_turn_up():
    assert play("hands: 7 | 9\npoints: 5\npot: 3 -1").events[0] == {"event": "turn_up", "card": 5, "pot": 7}


def test_9_4_bids():
    assert play("hands: 7 | 9 | 4\npoints: 5").events[1] == {"event": "bids", "cards": [7, 9, 4]}


def test_9_5_award():
    assert play("hands: 7 | 9 | 4\npoints: 5").events[2:] == [{"event": "award", "player": 1, "value": 5}]
    shared = play("hands: 7 | 4 | 7\npoints: 5", ties="split").events[2:]
    assert shared == [{"event": "award", "player": 0, "value": 2.5}, {"event": "award", "player": 2, "value": 2.5}]
    whole = play("hands: 7 | 4 | 7\npoints: 6", ties="split").events[2]
    assert (whole["value"], type(whole["value"])) == (3, int)
    assert play("hands: 7 | 7 | 7\npoints: 5", ties="split").events[2]["value"] == 5 / 3


def test_9_6_carry():
    assert play("hands: 7 1 | 7 1\npoints: -5 2", "0: 7", "1: 7").events[2] == {"event": "carry", "value": -5}


def test_9_7_lost():
    lost = {"event": "lost", "value": -5}
    assert play("hands: 7 | 7\npoints: -5").events[2] == lost
    assert play("hands: 7 1 | 7 1\npoints: -5 2", "0: 7", "1: 7", carry=False).events[2] == lost
    assert play("hands: 7 1 | 7 1\npoints: -5 2", "0: 7", "1: 7", ties="discard").events[2] == lost


def test_9_8_end():
    told = table(3, player_cards=3, point_cards=(3, -1, 2), ties="split").trace(0)
    share = 4 / 3
    assert told[-1] == {
        **{"event": "end", "ending": "scored", "winners": [0, 1, 2], "losers": [], "places": [1, 1, 1]},
        **{"scores": [share] * 3, "turns": 3},
    }


def row(text, *script, **more):
    """The columns after these rounds."""
    return play(text, *script, **more).row


PAIR_THEN_PAIR = ("hands: 7 1 2 | 7 1 3\npoints: -5 2 4", "0: 7", "1: 7", "0: 1", "1: 1")


def test_10_1_carries():
    assert row(*PAIR_THEN_PAIR, rounds=3).carries == 2
    assert row("hands: 7 | 7\npoints: 5").carries == 0, "in the last round it is lost"


def test_10_2_carried_points():
    assert row(*PAIR_THEN_PAIR, rounds=3).carried_points == 5 + 3, "-5, and then -3 with the next"


def test_10_3_cancels():
    assert row(*PAIR_THEN_PAIR, rounds=3).cancels == 2
    assert row("hands: 7 | 4 | 4\npoints: 5").cancels == 1, "without consequence"
    assert row("hands: 7 | 7 | 4 | 4\npoints: 5").cancels == 1, "a round, not a pair"
    assert row("hands: 7 | 7\npoints: 5").cancels == 1, "also when the pot is lost"
    assert row("hands: 7 | 7\npoints: 5", carry=False).cancels == 1
    for ties in ("split", "discard"):
        assert row("hands: 7 | 7 | 4 | 4\npoints: 5", ties=ties).cancels == 0


def test_10_4_upsets():
    assert row("hands: 7 | 7 | 4\npoints: 5").upsets == 1
    assert row("hands: 4 | 7 | 4\npoints: -5").upsets == 1
    assert row("hands: 7 | 4 | 4\npoints: 5").upsets == 0
    assert row("hands: 4 | 7 | 7\npoints: -5").upsets == 0
    assert row("hands: 7 | 7\npoints: 5").upsets == 0, "nobody takes it"
    assert row("hands: 7 | 7 | 4\npoints: 5", ties="split").upsets == 0


def test_10_5_lost_points():
    assert row("hands: 7 | 7\npoints: -5\npot: -2").lost_points == 7
    twice = ("hands: 7 1 2 | 7 1 3\npoints: -5 2 4", "0: 7", "1: 7", "0: 1", "1: 1")
    assert row(*twice, rounds=3, carry=False).lost_points == 5 + 2


def test_10_6_margin():
    assert row("hands: 7 | 6 | 5\npoints: 5\nscores: -3 4 1").margin == 2 * 840
    assert row("hands: 7 | 6 | 5\npoints: 5\nscores: -1 4 1").margin == 0
    assert row("hands: 7 | 7 | 5\npoints: 5\nscores: 3 2 1", ties="split").margin == 840
    assert row("hands: 7 | 7 | 5\npoints: 5\nscores: 1 -1 3", ties="split").margin == 420
    assert "margin" in GAME.fractions, "a column in points"


@pytest.mark.parametrize(
    ("scores", "leader", "changes", "leads"),
    [
        ("0 0 0", -1, 0, 0),  # the first to lead is no change
        ("0 3 0", 1, 1, 0),
        ("9 3 0", 0, 0, 0),
        ("-2 3 0", 1, 0, 1),  # a tie is none
        ("-2 3 3", 0, 0, 0),  # and who led before it may lead again
        ("0 3 4", 1, 1, 0),
    ],
)
def test_10_7_lead_changes(scores, leader, changes, leads):
    """Seat 0 takes 5."""
    after = play(f"hands: 7 | 6 | 5\npoints: 5\nscores: {scores}\nleader: {leader}")
    assert (after.row.lead_changes, after.state.leader) == (changes, leads)


def test_10_7_after_every_round():
    position = "hands: 7 1 9 | 6 8 2\npoints: 5 6 7"
    after = play(position, "0: 7", "1: 6", "0: 1", "1: 8", rounds=3)
    assert after.story[2::3] == ["0 takes 5", "1 takes 6", "0 takes 7"]
    assert after.row.lead_changes == 2


def test_10_8_turns_and_decisions():
    assert play("hands: 7 1 9 | 6 8 2\npoints: 5 6 7", "0: 7", "1: 6", "0: 1", "1: 8", rounds=3).row.decisions == 4
    for players in GAME.players:
        rows = table(players).rows(0, 3)
        assert set(rows["turns"]) == {15}
        assert set(rows["decisions"]) == {14 * players}
    rows = table(2, player_cards=16).rows(0, 3)
    assert set(rows["decisions"]) == {30}


class Watcher(twin.Game):
    """The twin, with what a seat knows by the names of the view's fields."""

    def view(self, seat):
        """What this seat knows."""
        point_cards = sorted(self.rules["point_cards"])
        turned = [event["card"] for event in self.events if event["event"] == "turn_up"]
        rounds = [event["cards"] for event in self.events if event["event"] == "bids"]
        return {
            "hand": self.hands[seat],
            "hands": self.hands,
            "seat": seat,
            "pot": sum(self.pot),
            "pot_cards": len(self.pot),
            "pot_card": self.pot + [0] * (30 - len(self.pot)),
            "prize": point_cards,
            "to_come": sorted(self.points),
            "scores": [float(score) for score in self.scores],
            "round_number": self.turns,
            "rounds": len(point_cards),
            "turned": turned + [0] * (len(point_cards) - len(turned)),
            "played": [[bids[other] for bids in rounds] + [0] * (30 - len(rounds)) for other in range(self.players)],
            "players": self.players,
            "options": len(self.hands[seat]),
        }


def told(view):
    """The same of the engine's view."""
    players, rounds = int(view.players), int(view.rounds)
    prize = view.prize[:rounds].tolist()
    plain = {name: int(view[name]) for name in ("seat", "pot", "pot_cards", "round_number", "rounds", "players", "options")}
    return plain | {
        "hand": in_set(view.hand),
        "hands": [in_set(hand) for hand in view.hands[:players]],
        "pot_card": view.pot_card.tolist(),
        "prize": prize,
        "to_come": [prize[i] for i in in_set(view.to_come)],
        "scores": view.scores[:players].tolist(),
        "turned": view.turned[:rounds].tolist(),
        "played": view.played[:players].tolist(),
    }


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("ties", ["cancel", "split", "discard"])
def test_the_view_is_what_the_twin_knows(players, ties):
    """In every decision of a game, by players who bid at random; the record has held another game before."""
    rules = GAME.Rules(ties=ties, player_cards=12, point_cards=(-3, -3, 1, 4, 4, 4, 6, 0, 2))
    random = strategies.find("what_the_heck", "random")
    watched = watch(GAME, [random] * players, rules, seed=players, deals=range(3, 5))
    half = len(watched.positions) // 2
    asked = iter(zip(watched.positions[half:], watched.answers[half:], strict=True))

    def decide(seat, kind, options):
        position, answer = next(asked)
        assert position.asked == seat
        assert told(position.seen) == game.view(seat)
        return answer

    game = Watcher(players, rules.model_dump(mode="json"), decide, players, 4)
    game.set_up()
    game.play_game()
    assert next(asked, None) is None


def test_a_whole_game_from_its_first_position_is_the_game_the_engine_plays():
    random = strategies.find("what_the_heck", "random")
    played = Table(GAME, [(random, {})] * 2, GAME.Rules(player_cards=3, point_cards=(3, -1, 2)), 5).trace(9)
    bids = [event["cards"] for event in played if event["event"] == "bids"]
    script = [f"{seat}: {card}" for cards in bids[:2] for seat, card in enumerate(cards)]
    points = " ".join(map(str, played[1]["points"]))
    assert play(f"hands: 1 2 3 | 1 2 3\npoints: {points}", *script, rounds=3).events == played[2:-1]
