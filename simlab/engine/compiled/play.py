"""What every game's rules use: beginning a game, asking a strategy, telling the trace, ending a turn.

`g` is the game: one record with the engine's fields (`ENGINE`), the view of the player asked (`g.seen`), the row of results
(`g.row`) and whatever the rules need besides. These functions work for any game, because they touch only the engine's fields.
"""

import numpy as np

from simlab.engine.compiled import apart, aside, bits, compiled
from simlab.engine.compiled.chance import STEP, STRATEGY, game_key, mix, scaled, stream, unit
from simlab.engine.compiled.course import note
from simlab.engine.compiled.memory import call, leave, poke, rarely, wipe
from simlab.engine.events import TURN
from simlab.engine.metric import UNIT

FOLLOWED, IMAGINED = 1, 2  # what is done beside playing a game: it is written down; or it may be left before its end


class IllegalChoice(Exception):
    """A strategy's answer is not the number of a legal action."""


@compiled
def begin(g, deal):
    """Before anything is dealt: this game's random streams, and an empty row."""
    g.deal = deal
    g.key = game_key(g.seed, g.seen.players, deal)
    for seat in range(g.seen.players):
        g.luck[seat] = stream(g.key, STRATEGY, g.seated * len(g.luck) + seat)
    wipe(g.row)
    g.row.course = g.mark
    g.row.last = -1
    g.turn = 0
    g.kept = g.thought = 0
    if rarely(g.following == FOLLOWED):
        _follow(g, BEGINS, deal, 0)


@compiled
def ask(g, seat, kind, options):
    """The action that the strategy of `seat` chooses; the caller has filled in its view. Only asked with two or more legal ones."""
    seen = g.seen
    seen.kind = kind
    seen.options = options
    seen._luck = g.luck[seat]
    g.asked = seat
    choice = call(g.code[seat], seen, g.my[seat])
    g.luck[seat] = seen._luck
    g.row.decisions += 1
    if choice < 0 or choice >= options:
        g.chosen = choice
        raise IllegalChoice
    return choice


@compiled
def choose(g, seat, kind, options, look):
    """Which of so many options, from 0: by chance, or the strategy's choice; it is asked only where there are two or more, and after `look`
    has filled in what it sees.
    """
    if rarely(g.following == FOLLOWED):
        _follow(g, CHOOSES - kind, seat, options)
    if leaves_to_chance(g, seat, kind):
        return by_chance(g, seat, options)
    if options < 2:
        return 0
    look(g, seat)
    return ask(g, seat, kind, options)


@compiled
def choose_from(g, seat, kind, legal, look):
    """As `choose`: which member of a set that is not empty. The set stands in the view as `_legal`, to be listed from."""
    options = bits.total(legal)
    if rarely(g.following == FOLLOWED):
        _follow(g, CHOOSES - kind, seat, options)
    if leaves_to_chance(g, seat, kind):
        return bits.nth(legal, by_chance(g, seat, options))
    if options == 1:
        return bits.lowest(legal)
    look(g, seat)
    g.seen._legal = legal
    return bits.nth(legal, ask(g, seat, kind, options))


@compiled
def leaves_to_chance(g, seat, kind):
    """Does the strategy of this seat leave such decisions out? Then it is not asked, and needs no view."""
    return (g.to_chance[seat] >> kind & 1) == 1


@compiled
def by_chance(g, seat, options):
    """What `below` would answer, from the stream of this seat; nothing is drawn where there is nothing to decide."""
    decides = int(options > 1)
    word = mix(g.luck[seat])
    g.luck[seat] += STEP * np.uint64(decides)
    g.row.decisions += decides
    return scaled(word, options)


@compiled
def below(view, n):
    """A random whole number from 0 to n-1, for a strategy: from the stream of the seat that is asked."""
    word = mix(view._luck)
    view._luck += STEP
    return scaled(word, n)


@compiled
def uniform(view):
    """A random number from 0 to 1, for a strategy: from the stream of the seat that is asked."""
    word = mix(view._luck)
    view._luck += STEP
    return unit(word)


@apart
def put(g, value):
    """One more word of the trace. A full buffer is left as it is: the host makes a larger one and plays the game again."""
    if g.log_at < g.log_room:
        poke(g.log, g.log_at, value)
    g.log_at += 1


@compiled
def tell(g, event, a=0, b=0, c=0, d=0, e=0, f=0):
    """An event at the table: part of the game's course, and of its trace (see `write`)."""
    note(g, event, a, b, c, d, e, f)
    write(g, event, a, b, c, d, e, f)


@compiled
def write(g, event, a=0, b=0, c=0, d=0, e=0, f=0):
    """An event of the trace, where one is written. Its lists, if it has any, follow with `put`: for each its length, then what is in it."""
    if rarely(g.tracing):
        _write(g, event, np.int64(a), np.int64(b), np.int64(c), np.int64(d), np.int64(e), np.int64(f))


@aside
def _write(g, event, a, b, c, d, e, f):
    if g.looking != 0:
        call(g.looking, g.seen, g.looking)
    put(g, max(g.turn, np.int64(g.row.turns)) << TURN | event)
    put(g, a)
    put(g, b)
    put(g, c)
    put(g, d)
    put(g, e)
    put(g, f)


@aside
def put_cards(g, cards, start, stop):
    """A list of the trace: the cards from `start` up to before `stop`, or down to it."""
    put(g, abs(stop - start))
    for i in range(start, stop, 1 if start <= stop else -1):
        put(g, np.int64(cards[i]))


# Following a game: that it begins, what is chosen, how each seat stands; each in as many words as there are seats, but at least two, behind
# one that says what it is.

BEGINS, CHOOSES = -1, -2  # the first word, of a choice less its kind; of standings it is how many turns are over


@apart
def _follow(g, what, a, b):
    put(g, what)
    put(g, a)
    put(g, b)
    for _ in range(2, g.seen.players):
        put(g, 0)


@compiled
def before_turn(g, seat):
    """A turn of that seat begins, or a round, and all lies at rest: from here a game may be gone on with (see `is_resumed`), or become
    another. Below 0: whoever is asked first.
    """
    if rarely(g.between != 0):
        _before_turn(g, np.int64(seat))


@aside
def _before_turn(g, seat):
    g.next = seat
    call(g.between, g.seen, g.between_my)


@compiled
def is_resumed(g):
    """Does this game stand before a turn, as another one did that was kept there? Then nothing is dealt."""
    resumed = g.resumed
    g.resumed = 0
    return rarely(resumed)


@compiled
def end_turn(g, turns, standing):
    """So many turns are over. Where a game is followed, it is written down how near each seat is to winning."""
    if rarely(g.following):
        _write_standings(g, turns, standing)


@compiled
def between_rounds(g):
    """Another round begins, or hand: what lies on the table is dealt anew, and only what was scored remains."""
    if rarely(g.following):
        leave(g.following == IMAGINED and g.until < 0)


@apart
def _write_standings(g, turns, standing):
    if g.following == IMAGINED:
        leave(0 < g.until <= turns)
        return
    put(g, turns)
    for seat in range(g.seen.players):
        put(g, np.int64(np.rint(1.0 * UNIT * standing(g, seat))))
    for _ in range(g.seen.players, 2):
        put(g, 0)
