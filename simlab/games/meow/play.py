"""The rules of Meow, in the rulebook's order. `play_game`, at the end, reads as the table of contents."""

from simlab.engine.compiled import alone, compiled, lanes
from simlab.engine.compiled.bits import total
from simlab.engine.compiled.play import before_turn, between_rounds, choose, end_turn, is_resumed
from simlab.games.meow import coins
from simlab.games.meow.components import COPY, PLAYING, TO_LEAD, TO_RESPOND, TURN_LIMIT
from simlab.games.meow.set_up import deal, draw, empty_field, fitting, lay_down, look
from simlab.games.meow.words import COPY_, DRAW, LEAD
from simlab.kit.turns import after, tell

# --- The legal plays ------------------------------------------------------------------------------------------------------------------


@compiled
def find_play(naturals, specials, choice):
    """The play with that number among those of one number: fewer cards first, then more number cards. How many of either."""
    if specials == 0:
        return choice + 1, 0
    count = 1
    while True:
        most = min(count, naturals)
        ways = most - max(0, count - specials) + 1
        if choice < ways:
            return most - choice, count - most + choice
        choice -= ways
        count += 1


@compiled
def find_lead(g, seat, choice):
    """The lead with that number: the number led, and how many number cards and special cards."""
    half = 0
    up_to = lanes.prefix_sums(lanes.load(g.plays[seat, 0]))  # how many leads there are of each number and of lower ones
    if choice >= lanes.at(up_to, 15):
        half, choice = 1, choice - lanes.at(up_to, 15)
        up_to = lanes.prefix_sums(lanes.load(g.plays[seat, 1]))
    lane = lanes.count_up_to(up_to, choice)
    number = 16 * half + lane
    naturals, specials = g.hands[seat, number], total(fitting(g, seat, number))
    lower = lanes.at(up_to, lane) - ((naturals + 1) * (specials + 1) - 1)
    naturals, specials = find_play(naturals, specials, choice - lower)
    return number, naturals, specials


# --- Lead -----------------------------------------------------------------------------------------------------------------------------


@compiled
def lead(g, seat, may_meow):
    """The original player leads cards as one number; after a draw, with few cards in hand, they may declare Meow instead (R6)."""
    seen = g.seen
    seen.may_meow = may_meow
    choice = choose(g, seat, TO_LEAD, g.leads[seat] + may_meow, look)
    seen.may_meow = 0
    g.turns += 1
    g.turn = g.row.turns + g.turns
    if choice == g.leads[seat]:
        coins.declare_meow(g, seat)
        return
    number, naturals, specials = find_lead(g, seat, choice)
    lay_down(g, LEAD, seat, number, naturals, specials)
    seen.number = number
    seen.lead_cards = naturals + specials
    seen.original = seen.players - 2  # of the next player, the last to be asked
    g.original = seat
    if g.cards[seat] == 0:
        coins.go_out_on_lead(g, seat)


@alone
def lead_first(g):
    """The starting player leads without drawing."""
    lead(g, g.first, 0)


# --- Copy -----------------------------------------------------------------------------------------------------------------------------


@compiled
def copy(g, seat, choice):
    """Any number of cards as the number of the lead; the original player pays a coin for each."""
    seen = g.seen
    number = seen.number
    naturals, specials = find_play(g.hands[seat, number], total(fitting(g, seat, number)), choice)
    lay_down(g, COPY_, seat, number, naturals, specials)
    seen.original -= 1
    g.turns += 1
    g.turn = g.row.turns + g.turns
    g.row.cards_copied += naturals + specials
    g.row.full_copies += seen.original < 0
    coins.pay(g, g.original, seat, naturals + specials, COPY)
    if g.cards[seat] == 0:
        coins.go_out_on_copy(g, g.original, seat)


# --- Draw -----------------------------------------------------------------------------------------------------------------------------


@compiled
def draw_and_lead(g, seat):
    """The field is discarded; the player draws a card and leads or declares Meow. With no card to draw it is Deck out."""
    seen = g.seen
    empty_field(seen)
    if seen.deck == 0:
        coins.run_out_of_deck(g)
        return
    tell(g, DRAW, seat, draw(g, seat))
    lead(g, seat, int(g.cards[seat] <= seen.rules.meow_hand))


# --- A round --------------------------------------------------------------------------------------------------------------------------


@compiled
def take_turn(g, seat):
    """Copy the lead, or draw. Once everybody has copied it is the original player's turn, who draws (R7)."""
    seen = g.seen
    if seen.original >= 0:
        ways = (g.hands[seat, seen.number] + 1) * (total(fitting(g, seat, seen.number)) + 1)  # the copies, and to draw
        choice = choose(g, seat, TO_RESPOND, ways, look)
        if choice < ways - 1:
            copy(g, seat, choice)
            return
    draw_and_lead(g, seat)


@compiled
def begin_turn(g, seat):
    """The next turn; a round that has reached its limit ends instead."""
    if g.turns < g.seen.rules.turn_limit:
        take_turn(g, seat)
    else:
        g.row.stalled += 1
        g.how = TURN_LIMIT


@compiled
def play_round(g):
    """A round: the deal, the first lead, then turn after turn until a hand is empty, somebody declares Meow, or the deck runs out."""
    if not is_resumed(g):
        deal(g)
        lead_first(g)
        end_turn(g, g.row.turns + g.turns, coins.standing)
        g.next = after(g, g.first, g.direction)
    seat = g.next
    while g.how == PLAYING:
        before_turn(g, seat)
        begin_turn(g, seat)
        end_turn(g, g.row.turns + g.turns, coins.standing)
        seat = after(g, seat, g.direction)
    coins.close_round(g)


@compiled
def play_game(g):
    """One game: set after set, each of so many rounds; the coins, or the bonuses of all sets, decide."""
    seen = g.seen
    for set_number in range(seen.set_number if g.resumed else 0, seen.rules.sets):
        seen.set_number = set_number
        if not g.resumed:
            coins.open_set(g)
        for round_number in range(seen.round_number if g.resumed else 0, seen.rules.rounds):
            between_rounds(g)
            seen.round_number = round_number
            play_round(g)
        coins.close_set(g)
    coins.write_result(g)
