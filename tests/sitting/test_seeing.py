"""What a seat sees, reads and is asked shows nothing hidden: with all that it cannot know dealt anew it is the same text."""

from contextlib import chdir

import pytest

from simlab import games
from simlab.engine.compiled.readable import Record
from simlab.engine.events import CARDS
from simlab.engine.places import ALL, COMMON, NOBODY, OWNER, TOP, Place
from simlab.kit import event
from simlab.kit.declared import events_of
from simlab.players import strategies
from simlab.sitting.options import options_of, question_of
from simlab.sitting.seeing import seen_by, sight_of, told_to
from simlab.table import Table
from tests.examples.playing import make_workspace
from tests.rules.harness import watch
from tests.rules.redealing import redealt

NAMES = games.names()
OF_ONE_FILE = ("go_fish", "oh_hell", "sevens")
WAYS = 4
ANNOUNCED = {("hit_the_deck", "flip"), ("go_fish", "asked"), ("go_fish", "gave"), ("go_fish", "laid")}  # told, and not seen lying there


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    return make_workspace(tmp_path_factory.mktemp("games"))


@pytest.fixture(params=[*NAMES, *OF_ONE_FILE])
def game(request, workspace):
    with chdir(workspace):
        yield games.find(request.param)


def shown(game, g, seat):
    """All that is on the screen of a position but what has happened."""
    told = tuple(game.tells(Record(g.seen), seat)) if game.tells else ()
    return seen_by(list(game.places(g)), seat), told, options_of(game, g.seen, seat), question_of(game.decisions[g.seen.kind])


def test_the_screen_is_the_same_whatever_is_hidden(game):
    seats = [strategies.at_random(game)] * game.players[1]
    positions = watch(game, seats, game.resolve(game.Rules(), len(seats)), seed=5, deals=range(6), room=2000).positions
    changed = 0
    for position in positions[:: len(positions) // 25 + 1]:
        seat = int(position.asked)
        before = shown(game, redealt(game, position, seat, 0), seat)
        assert len(set(before[2])) == len(before[2]), "two options are called alike"
        for number in range(1, 1 + WAYS):
            after = redealt(game, position, seat, number)
            assert shown(game, after, seat) == before
            changed += [place.cards for place in game.places(after)] != [place.cards for place in game.places(position)]
    assert changed, "nothing was ever dealt anew"


def test_an_event_names_no_card_that_the_seat_does_not_see_lying_there(game):
    """A card that is told and lies nowhere in sight could be any other one: then the sentence must be the same."""
    players = game.players[1]
    rules = game.resolve(game.Rules(), players)
    table = Table(game, [(strategies.find(game.name, "first"), {})] * players, rules, seed=3)
    signs = {kind.name: dict(kind.fields) for kind in game.events.kinds}
    hidden = shown = 0
    for deal in range(3):
        events, found = table.looked_at(deal)
        names = events[0]["strategies"]
        for number, one in enumerate(events[2:-1], 2):
            named = [name for name, sign in signs[one["event"]].items() if sign in CARDS]
            if not named or (game.name, one["event"]) in ANNOUNCED:
                continue
            for seat in range(players):
                before, now = found[number - 2], found[number - 1]
                in_sight = {card for places in (before, now) for sight in seen_by(places, seat) for card in sight.cards}
                told = told_to(game, names, one, seat, before, now)
                unseen = [card for card in cards_in([one[name] for name in named]) if card not in in_sight]
                other = next((card for place in found[0] for card in place.cards if card not in (*unseen, *in_sight)), None)
                hidden, shown = hidden + bool(unseen), shown + (not unseen)
                if unseen and other is not None:
                    instead = {name: exchanged(one[name], unseen[0], other) for name in named}
                    assert (
                        told_to(
                            game, names, one | instead, seat, exchanged_in(before, unseen[0], other), exchanged_in(now, unseen[0], other)
                        )
                        == told
                    )
    assert shown
    assert hidden or game.name == "what_the_heck"  # where all lies open but the order of the Point Cards


def cards_in(value):
    if isinstance(value, list):
        return [card for one in value for card in cards_in(one)]
    return [] if value is None else [value]


def exchanged(value, one, other):
    if isinstance(value, list):
        return [exchanged(card, one, other) for card in value]
    return {one: other, other: one}.get(value, value)


def exchanged_in(places, one, other):
    return [Place(it.name, exchanged(it.cards, one, other), it.seat, it.seen, it.is_pile, it.number) for it in places]


# What is read of an event that does not say who reads it

DREW = event("{player@} draws {card^}.")
PLAYED = event("{player@} plays {cards*}.")
ASKED = event("{player@} asks for {card^}.")
DEALT = event("Dealt: {hands**}. On top: {top*}. Left: {deck*}.")
SHOWN = event("{player@} shows {card^} to {other@}.", seen_by="other")
EVENTS = events_of(globals())


class Cards:
    """As much of a game as is needed to tell an event."""

    events = EVENTS
    card = staticmethod("ABCDEFGH".__getitem__)


def table(deck="", discard="", mine="", theirs=""):
    lying = (
        ("deck", deck, COMMON, NOBODY, True),
        ("discard", discard, COMMON, TOP, True),
        ("hand", mine, 0, OWNER, False),
        ("hand", theirs, 1, OWNER, False),
    )
    return [Place(name, ["ABCDEFGH".index(card) for card in cards], seat, seen, pile) for name, cards, seat, seen, pile in lying]


def heard(what, before, now, seat=0, **fields):
    one = {"event": what, **fields}
    return told_to(Cards, ["you", "other"], one, seat, before, now)


def test_a_card_is_read_where_it_came_to_lie_in_sight():
    before, now = table("AB", "C", "", "D"), table("A", "C", "B", "D")
    assert heard("drew", before, now, player=0, card=1) == "Seat 0 (you) draws B."
    assert heard("drew", before, now, seat=1, player=0, card=1) == "Seat 0 (you) draws a card."
    played = table("AB", "CD", "", "")
    assert heard("played", before, played, player=1, cards=[3]) == "Seat 1 (other) plays D."


def test_a_card_that_may_have_come_to_lie_elsewhere_is_not_read():
    """Both hands grew by one: which card this is cannot be told from what is seen."""
    before, now = table("ABB"), table("A", "", "B", "B")
    assert heard("drew", before, now, player=1, card=1) == "Seat 1 (other) draws a card."


def test_a_card_is_told_to_all_where_none_was_moved():
    there = table("AB", "C", "D", "E")
    assert heard("asked", there, there, player=1, card=0) == "Seat 1 (other) asks for A."


def test_of_a_deal_one_reads_ones_own_cards_and_what_was_turned_up():
    now = table("GH", "F", "ABC", "DEA")
    fields = {"hands": [[0, 1, 2], [3, 4, 0]], "top": [5], "deck": [6, 7]}
    assert heard("dealt", [], now, **fields) == "Dealt: Seat 0 (you): A B C; Seat 1 (other): 3 cards. On top: F. Left: 2 cards."


def test_who_reads_an_event_can_be_declared():
    there = table("AB", "C", "D", "E")
    assert heard("shown", there, there, seat=1, player=0, card=3, other=1) == "Seat 0 (you) shows D to Seat 1 (other)."
    assert heard("shown", there, there, player=1, card=4, other=1) == "Seat 1 (other) shows a card to Seat 1 (other)."
    with pytest.raises(ValueError, match="card can't be seen by 'owner'; allowed: all, nobody, player"):
        event("{player@} draws {card^}.", seen_by="owner")
    with pytest.raises(ValueError, match="no field 'cards'"):
        event("{player@} draws {card^}.", seen_by={"cards": "player"})


@pytest.mark.parametrize(
    ("seen", "whose", "cards"), [(ALL, COMMON, (0, 1)), (TOP, COMMON, (1,)), (NOBODY, COMMON, ()), (OWNER, 0, (0, 1)), (OWNER, 1, ())]
)
def test_a_place_is_seen_as_far_as_it_says(seen, whose, cards):
    sight = sight_of(Place("there", [0, 1], whose, seen), 0)
    assert (sight.cards, sight.size) == (cards, 2)
