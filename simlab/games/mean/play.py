"""The rules of MEAN!, in the rulebook's order. `play_game`, at the end, reads as the table of contents."""

from simlab.engine import lanes
from simlab.engine.chance import shuffle
from simlab.engine.compiled import apart, compiled
from simlab.engine.play import ask, put, put_cards, tell
from simlab.games.mean.components import (
    BOTH_WAYS,
    CHOSEN,
    COPIES,
    DOWNWARDS,
    EIGHT,
    EIGHT_LAST,
    LOSES,
    MAY,
    NEVER,
    NOBODY,
    OUT,
    PENDING,
    PLAYING,
    PUNISHED,
    SIX,
    STUCK,
    TO_PILE,
    TO_PLAY,
    TO_SWAP,
    TURN_LIMIT,
    UPWARDS,
    VALUES,
    WILD,
    WINS,
)
from simlab.games.mean.words import CLEAR, DEAL, DRAW, GONE_OUT, PASS, PLAY, REPLENISH, SWAP, TAKE

# --- Set-up ---------------------------------------------------------------------------------------------------------------------------


@apart
def prepare(g):
    """Before a batch of games: all cards in play, sorted, deck by deck."""
    rules = g.seen.rules
    size = 0
    for _ in range(rules.decks):
        for value in range(VALUES):
            copies = COPIES
            if value == WILD:
                copies = rules.wilds
            elif value == SIX:
                copies = rules.sixes
            for _ in range(copies):
                g.pack[size] = value
                size += 1
    g.pack_size = size


@apart
def deal(g):
    """Shuffle; deal the Punishment Piles, then the hands; the rest is the Draw Deck. The Play Area is empty."""
    seen = g.seen
    rules = seen.rules
    for i in range(g.pack_size):
        g.deck[i] = g.pack[i]
    shuffle(g.deck, g.pack_size, g.key, 0)
    g.shuffles = 0
    g.deck_at = rules.piles * rules.pile_size
    seen.deck = g.pack_size - g.deck_at
    lay_piles(g, g.deck, g.deck_at)
    for seat in range(seen.players):
        lanes.save(g.hands[seat], lanes.same(0))
        g.cards[seat] = 0
        g.playing[seat] = 1
        g.row.place[seat] = 0
        take_from_deck(g, seat, rules.deal_size)
    g.left = seen.players
    g.ending = PLAYING
    g.waiting = 0
    g.leader = NOBODY
    for value in range(VALUES):
        seen.area[value] = 0
        seen.gone[value] = 0
    seen.up = 1
    empty_play_area(g)
    g.row.deck_empty_turn = 0 if seen.deck == 0 else -1
    if g.tracing:
        tell_deal(g)


@apart
def tell_deal(g):
    """The event of the set-up: everything, the hidden cards too."""
    rules = g.seen.rules
    tell(g, DEAL)
    put(g, rules.piles)
    for i in range(rules.piles):
        put_cards(g, g.deck, i * rules.pile_size, (i + 1) * rules.pile_size)
    first = rules.piles * rules.pile_size
    put(g, g.seen.players)
    for seat in range(g.seen.players):
        put_cards(g, g.deck, first + seat * rules.deal_size, first + (seat + 1) * rules.deal_size)
    put_cards(g, g.deck, g.deck_at, g.pack_size)


@apart
def lay_piles(g, cards, count):
    """Deal the first `count` of `cards` into Punishment Piles; where they don't come out even the last Pile is smaller."""
    seen = g.seen
    size = seen.rules.pile_size
    seen.piles = (count + size - 1) // size
    for i in range(seen.piles):
        seen.pile_size[i] = min(size, count - i * size)
        for j in range(seen.pile_size[i]):
            g.pile_cards[i, j] = cards[i * size + j]
        seen.pile_face[i] = g.pile_cards[i, seen.pile_size[i] - 1]
        g.pile_index[i] = i


@compiled
def empty_play_area(g):
    """On an empty Play Area any value may be played, and nobody is waiting to be punished."""
    seen = g.seen
    seen.top = 0
    seen.run = 0
    seen.unresolved = 0
    seen.lowest = 1
    seen.highest = VALUES - 1


@compiled
def follow_top(seen):
    """Going up, the top value or more may be played; going down, the top value or less."""
    seen.lowest = 1 + seen.up * (seen.top - 1)
    seen.highest = seen.top + seen.up * (VALUES - 1 - seen.top)


# --- Around the table ----------------------------------------------------------------------------------------------------------------



@compiled
def look(g, seat):
    """What this player sees that others don't, or sees from their own chair."""
    seen = g.seen
    lanes.spread(seen.hand, lanes.load(g.hands[seat]))
    seen.cards = g.cards[seat]
    other = seat
    for i in range(seen.players - 1):
        other += 1
        if other == seen.players:
            other = 0
        seen.other_cards[i] = g.cards[other]
        seen.other_in[i] = g.playing[other]


@compiled
def choose(g, seat, kind, options):
    """The player decides, where there is anything to decide."""
    if options < 2:
        return 0
    look(g, seat)
    return ask(g, seat, kind, options)


@compiled
def next_in_game(g, seat):
    """The next seat clockwise that is still in the game."""
    while True:
        seat += 1
        if seat >= g.seen.players:
            seat = 0
        if g.playing[seat]:
            return seat


# --- Draw -----------------------------------------------------------------------------------------------------------------------------


@compiled
def draw(g, seat):
    """Step 2: draw up to `hand_size`, or as many cards as the Draw Deck has."""
    seen = g.seen
    count = min(seen.rules.hand_size - g.cards[seat], seen.deck)
    if count > 0:
        if g.tracing:
            tell(g, DRAW, seat)
            put_cards(g, g.deck, g.deck_at, g.deck_at + count)
        take_from_deck(g, seat, count)
        g.row.draws += count
        note_empty_deck(g)


@compiled
def take_from_deck(g, seat, count):
    """The top `count` cards of the Draw Deck go to a hand."""
    hand = lanes.load(g.hands[seat])
    for i in range(g.deck_at, g.deck_at + count):
        hand = hand + lanes.one(g.deck[i])
    lanes.save(g.hands[seat], hand)
    g.cards[seat] += count
    g.deck_at += count
    g.seen.deck -= count


@compiled
def note_empty_deck(g):
    """In which turn the Draw Deck ran out."""
    if g.seen.deck == 0:
        g.row.deck_empty_turn = g.row.turns


# --- The legal plays ------------------------------------------------------------------------------------------------------------------
#
# A play is k = 1, 2, ... natural cards of a value v, or as many Wilds announced as v; on an empty Play Area also a direction. So the legal
# plays, in their documented order, are two rows of sixteen small counts, one for natural cards and one for Wilds. Their sum is how many
# plays there are, and a play's number finds its value in their running sums.


@compiled
def most_of_each(seen):
    """Of each value that may be played: how many cards one play may have. What lies on top already counts towards `clear_at`."""
    allowed = lanes.between(seen.lowest, seen.highest) & lanes.same(seen.rules.clear_at)
    return allowed - (lanes.only(seen.top) & lanes.same(seen.run))


@compiled
def in_each_direction(seen, plays):
    """On an empty Play Area the player also announces up or down, unless the value dictates it."""
    if seen.top == 0:
        return plays + (plays & lanes.load(BOTH_WAYS))
    return plays


@compiled
def natural_plays(g, seat):
    """How many plays of natural cards there are of each value."""
    return in_each_direction(g.seen, lanes.smaller(lanes.load(g.hands[seat]), most_of_each(g.seen)))


@compiled
def wild_plays(g, seat):
    """How many plays of Wilds there are announced as each value."""
    wilds = lanes.at(lanes.load(g.hands[seat]), WILD)
    return in_each_direction(g.seen, lanes.smaller(lanes.same(wilds), most_of_each(g.seen)))


@compiled
def count_plays(g, seat):
    """How many legal plays there are."""
    g.naturals = lanes.total(natural_plays(g, seat))
    return g.naturals + lanes.total(wild_plays(g, seat))


@compiled
def find_play(g, seat, number):
    """The legal play with that number: its value, how many cards, whether they are Wilds, and the direction after it."""
    seen = g.seen
    wild = int(number >= g.naturals)
    if wild:
        number -= g.naturals
        plays = wild_plays(g, seat)
    else:
        plays = natural_plays(g, seat)
    sums = lanes.prefix_sums(plays)
    value = lanes.count_up_to(sums, number)
    number -= lanes.at(sums, value - 1)
    up = seen.up
    if seen.top == 0 and BOTH_WAYS[value]:
        up = 1 - (number & 1)
        number >>= 1
    return value, number + 1, wild, direction_after(value, up)


@compiled
def direction_after(value, up):
    """One and Three dictate up, Ten and Twelve down, always."""
    return (up | (UPWARDS >> value & 1)) & ~(DOWNWARDS >> value & 1)


# --- Play -----------------------------------------------------------------------------------------------------------------------------


@compiled
def choose_play(g, seat, plays, may_take):
    """Which of the legal plays, or to take a Pile; where taking is allowed it is the last option."""
    g.seen.may_take = may_take
    return choose(g, seat, TO_PLAY, plays + may_take)


@compiled
def lay_down(g, seat, number):
    """The cards of the chosen play go onto the Play Area; MEAN! cards wait for somebody to be punished."""
    seen = g.seen
    value, count, wild, up = find_play(g, seat, number)
    card = WILD if wild else value
    lanes.save(g.hands[seat], lanes.load(g.hands[seat]) - (lanes.only(card) & lanes.same(count)))
    g.cards[seat] -= count
    seen.area[card] += count
    seen.run = seen.run + count if value == seen.top else count
    seen.top = value
    seen.up = up
    mean = count if value == SIX else 0
    seen.unresolved += mean
    follow_top(seen)
    g.value = value
    row = g.row
    row.plays += 1
    row.sets += count > 1
    row.wilds_played += wild * count
    row.mean_played += mean
    tell(g, PLAY, seat, value, count, wild, up)


@compiled
def empties_hand(g, seat):
    """R3: a hand that a play has emptied while the Draw Deck is empty lets its player go out."""
    return g.cards[seat] == 0 and g.seen.deck == 0


# --- Special cards: Eight -------------------------------------------------------------------------------------------------------------


@apart
def eight(g, seat):
    """An Eight swaps hands with another player. As the last cards in hand, `eight_last` decides before any swap (R1)."""
    rules = g.seen.rules
    last = g.cards[seat] == 0
    if last and rules.eight_last == LOSES:
        lose(g, seat)
    elif last and rules.eight_last == WINS and g.seen.deck == 0:
        go_out(g, seat)
    else:
        partner = choose_partner(g, seat)
        if partner != NOBODY:
            swap_hands(g, seat, partner)
        if empties_hand(g, seat):
            go_out(g, seat)
        if partner != NOBODY and g.ending == PLAYING and empties_hand(g, partner):
            go_out(g, partner)


@apart
def choose_partner(g, seat):
    """Who swaps: a player still in the game (R6); nobody, where the turn's swap is spent (R7) or declined."""
    seen = g.seen
    if g.swapped or seen.rules.eight_swap == NEVER:
        return NOBODY
    options = 0
    other = next_in_game(g, seat)
    while other != seat:
        g.swap_seat[options] = other
        seen.partner[options] = (other - seat + seen.players) % seen.players - 1
        options += 1
        other = next_in_game(g, other)
    may_decline = 1 if seen.rules.eight_swap == MAY else 0
    choice = choose(g, seat, TO_SWAP, options + may_decline)
    return g.swap_seat[choice] if choice < options else NOBODY


@compiled
def swap_hands(g, seat, partner):
    """Two players exchange their whole hands; that is this turn's swap."""
    hand = lanes.load(g.hands[seat])
    lanes.save(g.hands[seat], lanes.load(g.hands[partner]))
    lanes.save(g.hands[partner], hand)
    g.cards[seat], g.cards[partner] = g.cards[partner], g.cards[seat]
    g.swapped = 1
    g.row.swaps += 1
    tell(g, SWAP, seat, partner)


# --- Special cards: MEAN!, and being punished -----------------------------------------------------------------------------------------


@apart
def take_piles(g, seat, owed, reason):
    """The player takes Piles of their choice, one after another. With no card left anywhere the rest lapses (R11)."""
    seen = g.seen
    seen.unresolved = 0
    if seen.top > 0:
        follow_top(seen)
    taken = 0
    while taken < owed:
        if seen.piles == 0:
            replenish(g)
            if seen.piles == 0:
                break
        seen.owed = owed - taken
        take_pile(g, seat, choose(g, seat, TO_PILE, seen.piles), reason)
        taken += 1
    seen.owed = 0
    if taken == 0:
        tell(g, PASS, seat)
    if g.waiting > 0:
        punishment_has_landed(g, seat)


@compiled
def take_pile(g, seat, i, reason):
    """A Pile goes to the hand; it is not replaced, and the others keep their order."""
    seen = g.seen
    size = seen.pile_size[i]
    if g.tracing:
        tell(g, TAKE, seat, g.pile_index[i], reason)
        put_cards(g, g.pile_cards[i], 0, size)
    hand = lanes.load(g.hands[seat])
    for j in range(size):
        hand = hand + lanes.one(g.pile_cards[i, j])
    lanes.save(g.hands[seat], hand)
    g.cards[seat] += size
    row = g.row
    row.piles_taken_stuck += reason == STUCK
    row.piles_taken_mean += reason == PUNISHED
    row.piles_taken_choice += reason == CHOSEN
    seen.piles -= 1
    for k in range(i, seen.piles):
        seen.pile_size[k] = seen.pile_size[k + 1]
        seen.pile_face[k] = seen.pile_face[k + 1]
        g.pile_index[k] = g.pile_index[k + 1]
        for j in range(seen.pile_size[k]):
            g.pile_cards[k, j] = g.pile_cards[k + 1, j]


@apart
def replenish(g):
    """New Punishment Piles of the Play Area's cards, filled up from the Draw Deck and shuffled together (R10)."""
    seen = g.seen
    wanted = seen.rules.piles * seen.rules.pile_size
    size = 0
    for card in range(VALUES):
        for _ in range(seen.area[card]):
            g.heap[size] = card
            size += 1
        seen.area[card] = 0
    from_deck = max(0, min(wanted - size, seen.deck))
    for i in range(from_deck):
        g.heap[size] = g.deck[g.deck_at + i]
        size += 1
    empty_play_area(g)
    if from_deck > 0:
        g.deck_at += from_deck
        seen.deck -= from_deck
        note_empty_deck(g)
    if size > 0:
        g.shuffles += 1
        shuffle(g.heap, size, g.key, g.shuffles)
        lay_piles(g, g.heap, min(size, wanted))
        g.row.replenishes += 1
        if g.tracing:
            tell_replenish(g, from_deck, size, min(size, wanted))


@apart
def tell_replenish(g, from_deck, size, dealt):
    """The event of new Piles: their cards, how many came from the Draw Deck, and which are out of play."""
    tell(g, REPLENISH, from_deck)
    put(g, g.seen.piles)
    at = 0
    for i in range(g.seen.piles):
        put_cards(g, g.heap, at, at + g.seen.pile_size[i])
        at += g.seen.pile_size[i]
    put_cards(g, g.heap, dealt, size)


@apart
def punishment_has_landed(g, seat):
    """R5: those who wait go out, the first to wait first; a waiting player on whom it landed plays on."""
    for i in range(g.waiting):
        if g.wait[i] != seat and g.ending == PLAYING:
            go_out(g, g.wait[i])
    g.waiting = 0


# --- Clearing the Play Area -----------------------------------------------------------------------------------------------------------


@apart
def clear(g, seat):
    """All cards of the Play Area go out of play; for a MEAN! set the next player takes Piles at once, as their turn (R2, R8)."""
    seen = g.seen
    g.row.clears += 1
    tell(g, CLEAR, seat)
    for card in range(VALUES):
        seen.gone[card] += seen.area[card]
        seen.area[card] = 0
    owed = seen.unresolved
    empty_play_area(g)
    if owed > 0:
        punished = next_in_game(g, g.last_seat)
        g.last_seat = punished
        g.row.turns += 1
        take_piles(g, punished, owed, PUNISHED)


@compiled
def may_restart(g, seat):
    """The player who cleared restarts, if they are still in the game and hold a card."""
    return g.ending == PLAYING and g.playing[seat] == 1 and g.cards[seat] > 0


# --- Going out and the end ------------------------------------------------------------------------------------------------------------


@apart
def go_out(g, seat):
    """The first to go out wins. With `play_on` play continues until one player remains, the only loser."""
    g.playing[seat] = 0
    g.left -= 1
    place = g.seen.players - g.left
    g.row.place[seat] = place
    tell(g, GONE_OUT, seat, place)
    if g.seen.rules.play_on == 0 or g.left == 1:
        g.ending = OUT


@apart
def lose(g, seat):
    """An Eight played last loses the game: everyone else wins, and shares the next place."""
    place = g.seen.players - g.left + 1
    for other in range(g.seen.players):
        if g.playing[other]:
            g.row.place[other] = place
    g.row.place[seat] = g.seen.players
    g.playing[seat] = 0
    g.ending = EIGHT_LAST


@apart
def write_result(g):
    """Who won and who lost. Without `play_on` only the first to go out wins; with it only the last one loses."""
    row = g.row
    players = g.seen.players
    row.ending = g.ending
    row.winner = NOBODY
    row.loser = NOBODY
    if g.ending == TURN_LIMIT:
        return
    one_loser = g.ending == EIGHT_LAST or g.seen.rules.play_on == 1
    if g.ending == OUT:
        for seat in range(players):
            if g.playing[seat]:
                row.place[seat] = players if one_loser else 2
    for seat in range(players):
        won = row.place[seat] < players if one_loser else row.place[seat] == 1
        row.won[seat] = won
        row.lost[seat] = not won
        if won and (players == 2 or not one_loser):
            row.winner = seat
        if not won and (players == 2 or one_loser):
            row.loser = seat


@compiled
def watch_lead(g):
    """Once the Draw Deck is empty: does another player than before hold the fewest cards alone?"""
    if g.seen.deck > 0:
        return
    fewest = runner_up = 1 << 30
    for seat in range(g.seen.players):
        if g.playing[seat]:
            standing = g.cards[seat] * 8 + seat
            runner_up = min(runner_up, max(fewest, standing))
            fewest = min(fewest, standing)
    if fewest >> 3 != runner_up >> 3:
        if g.leader != NOBODY and g.leader != fewest & 7:
            g.row.lead_changes += 1
        g.leader = fewest & 7


# --- A turn --------------------------------------------------------------------------------------------------------------------------


@compiled
def play_and_restart(g, seat, number):
    """A play and what it sets off, in this order: an Eight's swap, going out, a clear; then the restart, another play."""
    rules = g.seen.rules
    while True:
        lay_down(g, seat, number)
        if g.value == EIGHT:
            eight(g, seat)
        elif empties_hand(g, seat):
            if g.value == SIX and rules.going_out_on_mean == PENDING:
                g.wait[g.waiting] = seat
                g.waiting += 1
            else:
                go_out(g, seat)
        if g.ending != PLAYING or g.seen.run < rules.clear_at:
            return
        clear(g, seat)
        if not may_restart(g, seat):
            return
        number = choose_play(g, seat, count_plays(g, seat), 0)


@compiled
def goes_out_late(g, seat):
    """Step 0 (R4): no card in hand, the Draw Deck empty, and no punishment waiting for this player."""
    return empties_hand(g, seat) and g.seen.unresolved == 0


@compiled
def take_turn(g, seat):
    """Steps 0 to 3 of a turn."""
    seen = g.seen
    rules = seen.rules
    g.row.turns += 1
    g.last_seat = seat
    g.swapped = 0
    if goes_out_late(g, seat):
        go_out(g, seat)
        return
    owed, reason = seen.unresolved, PUNISHED
    if owed > 0:
        seen.lowest = seen.highest = SIX
        may_take = 1 - rules.must_pass_mean
    else:
        draw(g, seat)
        owed, reason = 1, STUCK
        may_take = 1 - rules.must_play if seen.top > 0 else 0
    plays = count_plays(g, seat)
    if plays > 0:
        number = choose_play(g, seat, plays, may_take)
        if number < plays:
            play_and_restart(g, seat, number)
            return
        if reason == STUCK:
            reason = CHOSEN
    take_piles(g, seat, owed, reason)


@compiled
def play_game(g):
    """One game: the set-up, then turn after turn clockwise from seat 0, until somebody has won or lost."""
    deal(g)
    seat = 0
    while True:
        if g.row.turns >= g.seen.rules.turn_limit:
            g.ending = TURN_LIMIT
            break
        take_turn(g, seat)
        if g.ending != PLAYING:
            break
        watch_lead(g)
        seat = next_in_game(g, g.last_seat)
    write_result(g)
