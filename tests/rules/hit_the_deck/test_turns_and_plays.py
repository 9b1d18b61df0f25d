"""docs/rules/hit_the_deck.md, sections 3 to 5: a turn, what can be played, and a card on top."""

from tests.rules.hit_the_deck.position import decision, play
from tests.rules.paragraphs import rule


def test_3_1_who_has_to_cut_flip_or_call_plays_nothing():
    for top, story in (("RC", ["0 cuts: Y2"]), ("RF", ["0 flips: Y2"]), ("HH", ["0 calls, 0 is last", "0 draws Y1 (hand)"])):
        after = play(f"hands: R1 R2 | R3 R4\ndraw: Y1 Y2\ndiscard: {top} B1", reflexes=(1e-9, 1e9), hand_penalty=1)
        assert after.story == story
        assert after.state.seen.hand_turn == 1


@rule("R4")
def test_3_2_who_can_play_plays_one_card_and_may_not_draw():
    assert play("hands: R1 Y2 Y2 | R3 R4\ndraw: Y1 Y2\ndiscard: B1").story == ["0 plays R1"]
    assert decision("hands: R1 R2 Y2 | R3\ndraw: Y1\ndiscard: R5").options == ["R1", "R2"], "to draw is no option"


def test_3_3_who_cannot_play_draws_and_plays_a_card_that_fits():
    after = play("hands: Y2 | R3 R4\ndraw: B2 Y1\ndiscard: B1")
    assert after.story == ["0 draws B2 (stuck)", "0 plays the drawn B2"]
    assert after.hands == ["Y2", "R3 R4"]
    stops = play("hands: Y2 | R3 R4\ndraw: Y3 Y4 B2 B3\ndiscard: B1", draw_when_stuck=5)
    assert stops.story == ["0 draws Y3 Y4 B2 (stuck)", "0 plays the drawn B2"]


def test_3_4_otherwise_the_turn_ends():
    after = play("hands: Y2 | R3 R4\ndraw: Y3 Y1\ndiscard: B1")
    assert after.story == ["0 draws Y3 (stuck)", "0 passes"]
    assert after.hands == ["Y2 Y3", "R3 R4"]
    assert play("hands: Y2 | R3 R4\ndraw: B2 Y1\ndiscard: B1", play_drawn=False).story == ["0 draws B2 (stuck)", "0 passes"]


def test_3_5_then_it_is_the_next_players_turn():
    position = "hands: R1 R2 | R3 R4 | R5 R5\ndiscard: R5\nturn: 2"
    assert play(position).turn == 0
    assert play(f"{position}\ndirection: back").turn == 1
    assert play("hands: R1 R2 | R3 R4 | R5 R5\ndiscard: R5\nturn: 0\ndirection: back", "0: R1").turn == 2


def test_4_1_a_number_goes_on_its_colour_or_its_number():
    assert decision("hands: R1 R2 Y1 Y3 G3 | R3\ndiscard: Y1").options == ["R1", "Y1", "Y3"]
    assert decision("hands: R1 R2 Y1 Y3 Y5 | R3\ndiscard: YC\nobeyed: yes").options == ["Y1", "Y3", "Y5"]


def test_4_2_a_cut_or_flip_goes_on_its_colour_only():
    assert decision("hands: RC YC YF GF BC | R3\ndiscard: Y1").options == ["YC", "YF"]
    assert play("hands: RC RF | R3\ndraw: B1\ndiscard: YC\nobeyed: yes").story == ["0 draws B1 (stuck)", "0 passes"], "not on its kind"
    assert play("hands: RC RF | R3\ndraw: B1\ndiscard: YF\nobeyed: yes").story == ["0 draws B1 (stuck)", "0 passes"]


def test_4_3_a_hit_goes_on_anything():
    hits = ["H1", "H5", "HR", "HB", "HH"]
    for top in ("Y3", "YC\nobeyed: yes", "YF\nobeyed: yes"):
        assert decision(f"hands: R1 {' '.join(hits)} | R3\ndiscard: {top}").options == hits


def test_4_4_after_a_hit_with_a_hand_any_card_may_be_played():
    after = play("hands: HH R1 | Y2 BC HR H3\ndraw: Y1\ndiscard: G2", "1: BC", turns=2, hand_penalty=0)
    assert after.asked[0].options == ["Y2", "BC", "H3", "HR"]
    assert after.story[-1] == "1 plays BC"


@rule("R8")
def test_5_1_a_card_acts_alike_however_it_came_to_lie_on_top():
    """Played, exposed, turned up by a Flip."""
    played = play("hands: H2 R1 | Y2 B1\ndraw: R5\ndiscard: R4", "0: H2", turns=2)
    assert played.story == ["0 plays H2", "1 plays Y2"]
    exposed = play("hands: R1 R3 | Y2 B1 H3\ndraw: R1 H2 R5\ndiscard: RC", turns=2)
    assert exposed.story == ["0 cuts: H2", "1 plays Y2"]
    turned_up = play("hands: R1 R3 | Y2 B1 H3\ndraw: R1 H2\ndiscard: RF", turns=2)
    assert turned_up.story == ["0 flips: H2", "1 plays Y2"]


@rule("R11")
def test_5_2_as_a_last_card_it_does_not_act():
    assert play("hands: HH | Y2 B1\ndraw: Y1\ndiscard: R4", turns=5).story == ["0 plays HH", "0 is out: 0 3"]
    after = play("hands: H2 | Y2 B1\ndraw: Y1\ndiscard: R4", turns=5)
    assert (after.story, after.row.hits_number) == (["0 plays H2", "0 is out: 0 3"], 0)
