"""Turns, decisions, what is told, and who has won."""

from simlab.engine.compiled import apart, bits, checked, checked_apart, compiled, play
from simlab.engine.compiled.counting import total
from simlab.engine.compiled.course import note, note_numbers
from simlab.engine.compiled.play import put, put_cards, write
from simlab.engine.events import LISTS, NOTHING, EventFault, misfit
from simlab.engine.metric import UNIT
from simlab.kit.declared import number_of
from simlab.kit.layouts import PLAYING, card_of, look, note_turn
from simlab.kit.moves import note_zone, put_zone

TURN_LIMIT = 0  # the first ending of every game

# Around the table


@checked
def goes_on(g):
    """Is there another turn? It is counted; at the turn limit the game ends without a winner."""
    if g.row.turns > 0:
        note_turn(g)
    if g.row.ending != PLAYING:
        return False
    if g.row.turns >= g.seen.rules.turn_limit:
        g.row.ending = TURN_LIMIT
        return False
    g.row.turns += 1
    play.before_turn(g, -1)
    return True


@checked
def after(g, seat, steps=1):
    """The next seat clockwise, or the seat so many steps on, at most once around; below 0 they go the other way round."""
    seat += steps  # a division, or a loop, would cost a twentieth of a game of UNO
    if seat >= g.seen.players:
        return seat - g.seen.players
    return seat + g.seen.players if seat < 0 else seat


@checked
def next_of(g, seat, seats):
    """The next seat clockwise that is in a set of seats; the same one where there is no other."""
    for _ in range(g.seen.players):
        seat = after(g, seat)
        if seats >> seat & 1:
            return seat
    return seat


# Decisions


@checked
def choose_card(g, seat, choice, legal):
    """Which card, or number, of a set that is not empty; asked only where there are two or more."""
    return play.choose_from(g, seat, number_of(choice), legal, look)


@checked
def choose(g, seat, choice, options):
    """Which of so many options, from 0; asked only where there are two or more."""
    return play.choose(g, seat, number_of(choice), options, look)


@apart
def listed(view):
    """List the options: view.option[i] for i below the number returned."""
    legal = view._legal
    number = 0
    while legal != 0:
        view.option[number] = bits.lowest(legal)
        legal &= legal - 1
        number += 1
    return number


# Telling


@compiled
def or_null(value):
    """A value as the trace knows it where it may be none."""
    return NOTHING if value < 0 else value


def tell(g, event, *values):
    """Something happened: its counter goes up, and the game's course and the trace have it, with a value for each of its fields, in order
    (see `put_list`). A player or a card below 0 is none, where the field's sign has a ~. Lists at the end may be left out, and noted and
    put by whoever tells.
    """
    told = list(zip(values, (sign for _, sign in event.fields), event.noted, strict=False))
    for value, sign, _ in told:
        if sign not in LISTS and (wrong := misfit(sign, int(value), g.seen.players, card_of(g))):
            raise EventFault(f'the event "{event.name}" tells {wrong}')
    if event.counter:
        g.row[event.counter] += 1
    if event.whose is not None:
        g.row.last = seat = int(values[event.whose])
        for by in event.by:
            if by in g.row.dtype.names:
                g.row[by] |= 1 << seat
    numbers = [(or_null(int(value)) if "~" in sign else int(value), noted) for value, sign, noted in told if sign not in LISTS]
    lists = [(value, sign, noted) for value, sign, noted in told if sign in LISTS]
    if not event.follows:
        note(g, event.number, *(number for number, noted in numbers if noted))
        for value, sign, noted in lists:
            if noted:
                (note_lists if sign == "**" else note_list)(g, value)
    if not g.tracing:
        return
    write(g, event.number, *(number for number, _ in numbers))
    for value, sign, _ in lists:
        (put_lists if sign == "**" else put_list)(g, value)


def note_list(g, value):
    """A list, as `put_list` is given it, belongs to the game's course."""
    if isinstance(value, tuple):
        note_numbers(g, *value)
    elif value.dtype.names:
        note_zone(value, g)
    else:
        note_numbers(g, value, 0, g.seen.players)


def note_lists(g, values):
    """A list of lists, as `put_lists` is given it, belongs to the game's course."""
    for seat in range(g.seen.players):
        if values.dtype.names:
            note_zone(values[seat], g)
        else:
            note_numbers(g, values[seat], 0, len(values[seat]))


def put_list(g, value):
    """A list of the trace: the cards of a zone; of (cards, start, stop) what `put_cards` puts; of a row a seat's each."""
    if isinstance(value, tuple):
        put_cards(g, *value)
    elif value.dtype.names:
        put_zone(value, g)
    else:
        put_cards(g, value, 0, g.seen.players)


def put_lists(g, values):
    """A list of lists of the trace: of zones, one a seat, or of rows that say how many of each card there are."""
    put(g, g.seen.players)
    for seat in range(g.seen.players):
        if values.dtype.names:
            put_zone(values[seat], g)
        else:
            put_counted(g, values[seat])


@apart
def put_counted(g, counts):
    """A list of the trace: cards that are counted, sorted."""
    put(g, total(counts))
    for card in range(len(counts)):
        for _ in range(counts[card]):
            put(g, card)


# The end: who won and lost, the places and the ending always agree


@checked_apart
def wins(g, seat, ending):
    """That player wins, and all others lose."""
    _ends(g, ending)
    for other in range(g.seen.players):
        _result(g, other, 1 if other == seat else 2, other == seat)


@checked_apart
def loses(g, seat, ending):
    """That player loses, and all others win."""
    _ends(g, ending)
    for other in range(g.seen.players):
        _result(g, other, g.seen.players if other == seat else 1, other != seat)


@checked_apart
def most_wins(g, values, ending):
    """Who has the most of something (one number for each seat) wins, and all others lose; equals share a place, and so a win."""
    _ranked(g, values, 1, ending)


@checked_apart
def fewest_wins(g, values, ending):
    """Who has the fewest of something wins, and all others lose; equals share a place, and so a win."""
    _ranked(g, values, -1, ending)


@checked_apart
def nobody_wins(g, ending):
    """The game ends, and nobody has won or lost."""
    _ends(g, ending)


@compiled
def scores(g, seat, points):
    """So many points for that player: a game that is `scored` shows them, and most_wins(g, g.row.score, ...) ranks them."""
    g.row.score[seat] += points * UNIT


@compiled
def _ranked(g, values, sign, ending):
    _ends(g, ending)
    for seat in range(g.seen.players):
        place = 1
        for other in range(g.seen.players):
            place += int(sign * values[other] > sign * values[seat])
        _result(g, seat, place, place == 1)


@compiled
def _ends(g, ending):
    g.row.ending = number_of(ending)


@compiled
def _result(g, seat, place, is_winner):
    g.row.place[seat] = place
    g.row.won[seat] = is_winner
    g.row.lost[seat] = not is_winner
