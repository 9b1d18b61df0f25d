"""The rules of What the Heck?, in the rulebook's order. `play_game`, at the end, reads as the table of contents."""

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import CONCEALED, STEP, TABLE, mix, scaled, shuffle, stream
from simlab.engine.compiled.play import choose, end_turn, put, tell
from simlab.engine.metric import UNIT
from simlab.games.what_the_heck.bits import highest, how_many, lowest, nth
from simlab.games.what_the_heck.components import CANCEL, DESCENDING, DISCARD, NOBODY, SCORED, SHUFFLED, TO_BID
from simlab.games.what_the_heck.words import AWARD, BIDS, CARRY, DEAL, LOST, TURN_UP

# --- Set-up ---------------------------------------------------------------------------------------------------------------------------


@apart
def prepare(g):
    """Before a batch of games: the Player Cards of a hand, and the Point Cards in ascending order."""
    seen = g.seen
    rules = seen.rules
    seen.rounds = rules.point_cards_count
    g.everything = (1 << rules.player_cards + 1) - 2
    g.repeated = 0
    for i in range(seen.rounds):
        card, place = rules.point_cards[i], i
        while place > 0 and seen.prize[place - 1] > card:
            seen.prize[place] = seen.prize[place - 1]
            place -= 1
        seen.prize[place] = card
    for i in range(seen.rounds):
        g.pack[i] = seen.rounds - 1 - i if rules.order == DESCENDING else i
        if i > 0 and seen.prize[i] == seen.prize[i - 1]:
            g.repeated = 1


@compiled
def deal(g):
    """Everybody holds all Player Cards; the Point Cards are shuffled, or lie in their order."""
    seen = g.seen
    for i in range(seen.rounds):
        g.order[i] = g.pack[i]
        seen.turned[i] = 0
        seen.pot_card[i] = 0
    if seen.rules.order == SHUFFLED:
        shuffle(g.order, seen.rounds, g.key, 0)
        if g.repeated:
            tell_no_copies_apart(g)
    seen.to_come = (1 << seen.rounds) - 1
    for seat in range(seen.players):
        seen.hands[seat] = g.everything
        seen.scores[seat] = 0
        for i in range(seen.rounds):
            seen.played[seat, i] = 0
    empty_pot(seen)
    g.leader = NOBODY
    if g.tracing:
        tell_deal(g)


@apart
def tell_no_copies_apart(g):
    """Of Point Cards of one value the first in `prize` comes up first: which copy it is would tell something about a shuffle."""
    prize = g.seen.prize
    left = (1 << g.seen.rounds) - 1
    for i in range(g.seen.rounds):
        place = 0
        while prize[place] != prize[g.order[i]] or left >> place & 1 == 0:
            place += 1
        left &= ~(1 << place)
        g.order[i] = place


@apart
def tell_deal(g):
    """The event of the set-up: the Point Cards in the order in which they come up."""
    tell(g, DEAL)
    put(g, g.seen.rounds)
    for i in range(g.seen.rounds):
        put(g, g.seen.prize[g.order[i]])


# --- A round: turn up, bid, reveal ----------------------------------------------------------------------------------------------------


@compiled
def turn_up(g, number):
    """Step 1: the next Point Card joins the pot."""
    seen = g.seen
    card = seen.prize[g.order[number]]
    seen.round_number = number + 1
    seen.to_come &= ~(1 << g.order[number])
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
            g.order[i] = nth(left, 0)
            left ^= lowest(left)
        shuffle(g.order[seen.round_number :], seen.rounds - seen.round_number, g.key, CONCEALED + number)
        if g.repeated:
            tell_no_copies_apart(g)
    at = stream(g.key, TABLE, CONCEALED + number)
    for other in range(seen.players):
        if other != seat:
            held = seen.hands[other]
            g.bids[other] = 1 << nth(held, scaled(mix(at), how_many(held))) if other < g.asked else 0
            at += STEP


@compiled
def bid(g, number):
    """Step 2: all choose a card, each on the same view of the table: bids are put aside until everybody has chosen."""
    seen = g.seen
    options = seen.rules.player_cards - number
    for seat in range(seen.players):
        g.bids[seat] = 1 << nth(seen.hands[seat], choose(g, seat, TO_BID, options, look))


@compiled
def reveal(g, number):
    """Steps 3 and 4: the cards are revealed, and are out for the rest of the game."""
    seen = g.seen
    for seat in range(seen.players):
        seen.played[seat, number] = nth(g.bids[seat], 0)
        seen.hands[seat] ^= g.bids[seat]
    if g.tracing:
        tell_bids(g, number)


@apart
def tell_bids(g, number):
    """The event of the bids, seat by seat."""
    tell(g, BIDS)
    put(g, g.seen.players)
    for seat in range(g.seen.players):
        put(g, g.seen.played[seat, number])


# --- Who takes the pot ----------------------------------------------------------------------------------------------------------------


@compiled
def best(cards, pot):
    """For a pot of 0 or more the highest card of a set, else the lowest."""
    return highest(cards) if pot >= 0 else lowest(cards)


@compiled
def taking_card(g):
    """The card that takes the pot, as a set: of equal cards all cancel and the next best takes it, unless the house rules otherwise.
    The empty set where nobody takes it (R1)."""
    seen = g.seen
    played = 0
    repeated = 0
    for seat in range(seen.players):
        repeated |= played & g.bids[seat]
        played |= g.bids[seat]
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
        takers += g.bids[seat] == card
    share = seen.pot * (UNIT // takers)
    for seat in range(seen.players):
        if g.bids[seat] == card:
            g.row.score[seat] += share
            seen.scores[seat] = g.row.score[seat] / UNIT
            tell(g, AWARD, seat, share)
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
    if rules.ties == CANCEL and rules.carry and seen.round_number < seen.rounds:
        g.row.carries += 1
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


@compiled
def watch_lead(g):
    """Is another player than before alone in front? The first one is no change."""
    ahead = behind = -(1 << 60)
    for seat in range(g.seen.players):
        standing = g.row.score[seat] * 8 + seat
        behind = max(behind, min(ahead, standing))
        ahead = max(ahead, standing)
    if ahead >> 3 != behind >> 3:
        g.row.lead_changes += (g.leader != NOBODY) & (g.leader != ahead & 7)
        g.leader = ahead & 7


# --- The end --------------------------------------------------------------------------------------------------------------------------


@compiled
def write_result(g):
    """The highest total wins; players who share it share the win (R3). A place is 1 + how many did better."""
    row = g.row
    players = g.seen.players
    highest_score = second = -(1 << 60)
    for seat in range(players):
        second = max(second, min(highest_score, row.score[seat]))
        highest_score = max(highest_score, row.score[seat])
        place = 1
        for other in range(players):
            place += row.score[other] > row.score[seat]
        row.place[seat] = place
        row.won[seat] = place == 1
        row.lost[seat] = place > 1
    row.margin = highest_score - second
    row.turns = g.seen.rounds
    row.ending = SCORED


@compiled
def play_round(g, number):
    """Turn up a Point Card, bid, reveal; the pot is taken, carried over or lost."""
    turn_up(g, number)
    bid(g, number)
    reveal(g, number)
    card = taking_card(g)
    if card:
        award(g, card)
        watch_lead(g)
    else:
        nobody_takes(g)
    end_turn(g, number + 1, standing)


@compiled
def play_game(g):
    """One game: the set-up, then as many rounds as there are Point Cards."""
    deal(g)
    for number in range(g.seen.rounds):
        play_round(g, number)
    write_result(g)
