"""The Spite half: Wild/Spite cards that do what is printed on them, in the own turn and in that of others."""

from simlab.engine.compiled import aside, compiled
from simlab.engine.compiled.bits import nth
from simlab.engine.compiled.knowing import KNOWN
from simlab.engine.compiled.play import choose
from simlab.games.spite_malice import cards, words
from simlab.games.spite_malice.components import BURY, DUMP, FEED, FIRST_SPITE, STOP, TO_SPITE, WILD
from simlab.kit.turns import after, tell


@compiled
def look(g, seat):
    """What this player sees that others don't."""
    seen = g.seen
    seen.me = seat
    seen._have = g.have[seat]
    seen.hand[:] = g.hands[seat]
    if seen.rules.spite:
        for i in range(g.hands[seat, WILD]):
            seen.spite_text[i] = text_of(seen, nth(g.numbers[seat], i))


@compiled
def text_of(seen, number):
    """What the Wild/Spite card with that number does (A2)."""
    return seen.rules.spite_texts[number % seen.rules.spite_texts_count]


@aside
def play_spite(g, seat, held, victim):
    """A Spite card, the one with the number `held` of those in hand: discarded, then its text is done. Does it stop the turn?"""
    seen = g.seen
    number = nth(g.numbers[seat], held)
    card, text = FIRST_SPITE + number, text_of(seen, number)
    cards.take_from_hand(g, seat, card)
    cards.put_on_discard(g, card)
    tell(g, words.SPITE, seat, victim, card, text)
    if text == STOP:
        if victim == seen.on_turn:
            return True
        seen.skips[victim] = 1
    elif text == DUMP:
        cards.discard_hand(g, victim)
    elif text == FEED:
        if cards.is_there_a_card(g):
            cards.give_from_deck(g, victim)
    elif text == BURY:
        cards.put_under_stack(g, victim, cards.take_from_stack(g, victim), KNOWN)
        cards.turn_up(g, victim)
    return False


@aside
def spite_of_others(g, seat):
    """After a card: each other player, clockwise, is asked once, and at most one Spite is played (R6). Does it stop the turn?"""
    for step in range(1, g.seen.players):
        other = after(g, seat, step)
        held = g.hands[other, WILD]
        choice = choose(g, other, TO_SPITE, held + 1, look)
        if choice < held:
            return play_spite(g, other, choice, seat)
    return False
