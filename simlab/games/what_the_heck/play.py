"""The rules of What the Heck?, in the rulebook's order. `play_game`, at the end, reads as the table of contents."""

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.bits import highest, lowest, nth, total
from simlab.engine.compiled.chance import CONCEALED, STEP, TABLE, mix, scaled, shuffle, stream
from simlab.engine.compiled.course import note
from simlab.engine.compiled.leading import NOBODY, watch_lead
from simlab.engine.compiled.memory import rarely
from simlab.engine.compiled.play import before_turn, choose_from, end_turn, is_resumed, put
from simlab.engine.metric import UNIT
from simlab.games.what_the_heck.components import CANCEL, DESCENDING, DISCARD, SCORED, SHUFFLED, TO_BID
from simlab.games.what_the_heck.words import AWARD, BIDS, CARRY, DEAL, LOST, TURN_UP
from simlab.kit.declared import number_of
from simlab.kit.turns import most_wins, tell

# --- Set-up ---------------------------------------------------------------------------------------------------------------------------


@apart
def prepare(g):
    """Before a batch of games: the Player Cards of a hand, the Point Cards in ascending order, and which of them are alike."""
    seen = g.seen
    rules = seen.rules
    seen.rounds = rules.point_cards_count
    g.everything = (1 << rules.player_cards + 1) - 2
    for i in range(seen.rounds):
        card, place = rules.point_cards[i], i
        while place > 0 and seen.prize[place - 1] > card:
            seen.prize[place] = seen.prize[place - 1]
            place -= 1
        seen.prize[place] = card
    for i in range(seen.rounds):
        g.alike[i] = 0
        for j in range(seen.rounds):
            g.alike[i] |= int(i == j or (seen.prize[i] == seen.prize[j] and rules.order == SHUFFLED)) << j


@compiled
def deal(g):
    """Everybody holds all Player Cards; the Point Cards are shuffled, or lie in their order."""
    seen = g.seen
    descends = seen.rules.order == DESCENDING
    for i in range(seen.rounds):
        g.order[i] = seen.rounds - 1 - i if descends else i
        seen.turned[i] = 0
    if seen.rules.order == SHUFFLED:
        shuffle(g.order, seen.rounds, g.key, 0)
    seen.to_come = (1 << seen.rounds) - 1
    for seat in range(seen.players):
        seen.hands[seat] = g.everything
        seen.scores[seat] = 0
        for i in range(seen.rounds):
            seen.played[seat, i] = 0
    empty_pot(seen)
    seen.round_number = 0
    g.leader = NOBODY
    tell(g, DEAL)
    if rarely(g.tracing):
        put(g, seen.rounds)
        for i in range(seen.rounds):
            put(g, seen.prize[g.order[i]])


# --- A round: turn up, bid, reveal ----------------------------------------------------------------------------------------------------


@compiled
def turn_up(g, number):
    """Step 1: the next Point Card joins the pot. Of shuffled cards of one value the first in `prize` counts as come up: which copy it is
    would tell something about a shuffle."""
    seen = g.seen
    place = lowest(seen.to_come & g.alike[g.order[number]])
    card = seen.prize[place]
    seen.round_number = g.turn = number + 1
    seen.to_come ^= 1 << place
    seen.turned[number] = card
    seen.pot_card[seen.pot_cards] = card
    seen.pot_cards += 1
    seen.pot += card
    tell(g, TURN_UP, card, seen.pot)


@compiled
def look(g, seat):
    """What this player sees from their own chair; everything else lies open for all."""
    g.seen.seat = seat
    g.seen.hand = g.seen.hands[seat]


@apart
def redeal(g, seat, number):
    """Deal anew what a player cannot know, in the `number`th of many ways: the order of the Point Cards to come, where it is shuffled, and
    the bids that others have put aside in this round, each any card that its player holds. What they were has no say in it."""
    seen = g.seen
    if seen.rules.order == SHUFFLED:
        left = seen.to_come
        for i in range(seen.round_number, seen.rounds):
            g.order[i] = lowest(left)
            left &= left - 1
        shuffle(g.order[seen.round_number :], seen.rounds - seen.round_number, g.key, CONCEALED + number)
    at = stream(g.key, TABLE, CONCEALED + number)
    for other in range(seen.players):
        if other != seat:
            held = seen.hands[other]
            g.bids[other] = nth(held, scaled(mix(at), total(held))) if other < g.asked else 0
            at += STEP


@compiled
def secret(_g, seat):
    """How many of the last choices this seat does not know: the bids that others have put aside in this round."""
    return seat


@compiled
def bid(g):
    """Step 2: all choose a card, each on the same view of the table: bids are put aside until everybody has chosen."""
    for seat in range(g.seen.players):
        g.bids[seat] = choose_from(g, seat, TO_BID, g.seen.hands[seat], look)


@compiled
def reveal(g, number):
    """Steps 3 and 4: the cards are revealed, and are out for the rest of the game."""
    seen = g.seen
    told = seen.turned[number]
    for seat in range(seen.players):
        seen.played[seat, number] = g.bids[seat]
        seen.hands[seat] ^= 1 << g.bids[seat]
        told = told << 6 | g.bids[seat]
    note(g, number_of(BIDS), told)
    tell(g, BIDS, g.bids)


# --- Who takes the pot ----------------------------------------------------------------------------------------------------------------


@compiled
def best(cards, pot):
    """For a pot of 0 or more the highest card of a set, else the lowest; as a set, which is empty where this one is."""
    return 1 << highest(cards | 1) & ~1 if pot >= 0 else cards & -cards


@compiled
def taking_card(g):
    """The card that takes the pot, as a set: of equal cards all cancel and the next best takes it, unless the house rules otherwise.
    The empty set where nobody takes it (R1)."""
    seen = g.seen
    played = 0
    repeated = 0
    for seat in range(seen.players):
        card = 1 << g.bids[seat]
        repeated |= played & card
        played |= card
    top = best(played, seen.pot)
    if seen.rules.ties == CANCEL:
        taking = best(played & ~repeated, seen.pot)
        g.row.cancels += repeated != 0
        g.row.upsets += (taking != top) & (taking != 0)
        return taking
    if seen.rules.ties == DISCARD:
        return top & ~repeated
    return top


@compiled
def award(g, card):
    """The pot goes to whoever played this card; where it is split, several did, and each has an equal share."""
    seen = g.seen
    takers = 0
    for seat in range(seen.players):
        takers |= (1 << g.bids[seat] & card != 0) << seat
    share = seen.pot * UNIT // total(takers)
    while takers != 0:
        seat = lowest(takers)
        g.row.score[seat] += share
        seen.scores[seat] = g.row.score[seat] / UNIT
        tell(g, AWARD, seat, share)
        takers &= takers - 1
    empty_pot(seen)


@compiled
def empty_pot(seen):
    """Nothing is carried over."""
    for i in range(seen.pot_cards):
        seen.pot_card[i] = 0
    seen.pot_cards = 0
    seen.pot = 0


@apart
def nobody_takes(g):
    """The pot is carried over, if that is played with; but it is lost in the last round (R2), and where ties discard it."""
    seen = g.seen
    rules = seen.rules
    if seen.round_number < seen.rounds and rules.ties == CANCEL and rules.carry:
        g.row.carried_points += abs(seen.pot)
        tell(g, CARRY, seen.pot)
    else:
        g.row.lost_points += abs(seen.pot)
        tell(g, LOST, seen.pot)
        empty_pot(seen)


@compiled
def standing(g, seat):
    """How near a seat is to winning: its points."""
    return g.row.score[seat] / UNIT


# --- The end --------------------------------------------------------------------------------------------------------------------------


@compiled
def write_result(g):
    """The highest total wins; players who share it share the win (R3)."""
    row = g.row
    most = second = -(1 << 60)
    for seat in range(g.seen.players):
        second = max(second, min(most, row.score[seat]))
        most = max(most, row.score[seat])
    row.margin = most - second
    row.turns = g.seen.rounds
    most_wins(g, row.score, SCORED)


@compiled
def play_round(g, number):
    """Turn up a Point Card, bid, reveal; the pot is taken, carried over or lost."""
    turn_up(g, number)
    bid(g)
    settle(g, number)


@compiled
def settle(g, number):
    """All have bid: the cards are revealed, and the pot is taken, carried over or lost."""
    reveal(g, number)
    card = taking_card(g)
    if card:
        award(g, card)
        watch_lead(g, g.row.score)
    else:
        nobody_takes(g)
    end_turn(g, number + 1, standing)


@compiled
def play_game(g):
    """One game: the set-up, then as many rounds as there are Point Cards."""
    if not is_resumed(g):
        deal(g)
    for number in range(g.seen.round_number, g.seen.rounds):
        before_turn(g, -1)
        play_round(g, number)
    write_result(g)
