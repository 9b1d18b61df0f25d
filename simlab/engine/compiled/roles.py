"""What is done where a part is called in place of a strategy: a function for each role (see `thinking`).

`state` is the type of a game's record; `look`, `secret`, `redeal`, `recall` and `odds` are what the game has said of itself.
"""

import numpy as np

from simlab.engine.compiled import compiled
from simlab.engine.compiled.chance import STEP, STRATEGY, THINKING, mix, stream
from simlab.engine.compiled.imagined import is_dealt, lay_as
from simlab.engine.compiled.memory import call, copy, leave, poke, record_at, survived
from simlab.engine.compiled.mixing import choose_at_once
from simlab.engine.compiled.play import IMAGINED, begin, below
from simlab.engine.compiled.sizing_up import size_up
from simlab.engine.compiled.thinking import CHOICES, MIND, PAST, ROOM, TURNS, Diverged, look_ahead, seat_strategy, think, try_all
from simlab.engine.compiled.weighing import find_turns, fitting, has_looked, is_begun, is_over, looks_alike, play_once_more, stand_before
from simlab.engine.state import SEATS

# At the table


@compiled
def notes(part, view, state):
    """A seat of the real game is asked: its strategy answers, and that is noted. Whoever thinks about who plays what looks at it."""
    table, past = record_at(part.table, state), record_at(part.past, PAST)
    begin_noting(past, table)
    if past.begun > 0 and past.whose[(past.begun - 1) % TURNS] < 0:
        past.whose[(past.begun - 1) % TURNS] = table.asked  # whoever is asked first in a turn is the one whose it is
    seat, decisions = np.int64(table.asked), np.int64(table.row.decisions)
    choice = below(view, view.options) if part.to_chance >> view.kind & 1 else call(part.code, view, part.my)
    if decisions < ROOM:
        record_at(part.choices, CHOICES).choice[decisions] = choice
    at = part.minds
    while at != 0:
        mind = record_at(at, MIND)
        size_up(mind, record_at(mind.imagined, state), seat, decisions, view, choice)
        at = mind.next
    return choice


@compiled
def keeps(part, state):
    """A turn of the real game begins: where a mind needs it, the game is kept as it stands."""
    mind = record_at(part.mind, MIND)
    table, past = record_at(mind.table, state), record_at(part.past, PAST)
    begin_noting(past, table)
    table.kept = 1
    if mind.resumes:
        copy(record_at(mind.kept, state), table)
    if mind.ways > 1:
        copy(record_at(note_turn(past, table.next), state), table)
    return 0


@compiled
def begin_noting(past, table):
    """In a game of which nothing was kept so far no turn has begun."""
    if table.kept == 0:
        past.begun = 0


@compiled
def note_turn(past, seat):
    """A turn of the real game begins; whose it is, or below 0 where that is not known. Where the game is kept as it stands."""
    past.whose[past.begun % TURNS] = seat
    past.begun += 1
    return past.at[(past.begun - 1) % TURNS]


@compiled
def thinks(part, view, state, look, secret):
    """A strategy has asked what is best: its mind thinks about the decision that the real game has come to."""
    mind, past = record_at(part.mind, MIND), record_at(part.past, PAST)
    table, kept, g = record_at(mind.table, state), record_at(mind.kept, state), record_at(mind.imagined, state)
    mind.seat = table.asked
    if mind.ways > 1:
        find_turns(mind, past, view.players)
        copy(record_at(record_at(mind.back, MIND).imagined, state), table)
    for i in range(mind.turns):
        look(record_at(past.at[(mind.turn[i] + 1) % TURNS], state), mind.seat)
    choice = think(mind, table, kept, g, view, secret(table, table.asked))
    return choose_at_once(mind, table, kept, g, choice) if mind.at_once else choice


@compiled
def tries(part, view, state, secret):
    """A seat of the real game is asked: of one of its decisions every option is tried. Its strategy answers."""
    mind = record_at(part.mind, MIND)
    table = record_at(mind.table, state)
    if table.row.decisions == mind.tried:
        try_all(mind, table, record_at(mind.kept, state), record_at(mind.imagined, state), view, secret(table, table.asked))
    return call(part.code, view, part.my)


@compiled
def looks_on(part, view, state):
    """A turn begins at a table at which somebody looks on: how it may end from here, or how much of the trace was written by then."""
    mind = record_at(part.mind, MIND)
    table = record_at(mind.table, state)
    if mind.rollouts > 0:
        table.between = 0
        look_ahead(mind, table, record_at(mind.imagined, state), view.players)
        return 0
    if mind.begun < ROOM:
        poke(mind.marks, mind.begun, table.log_at)
    mind.begun += 1
    if part.code != 0:
        call(part.code, view, part.my)
    return 0


# In an imagined game


@compiled
def plays(part, state, play):
    """The whole game is played, or what is left of it from where it stands."""
    g = record_at(record_at(part.mind, MIND).imagined, state)
    if g.resumed == 0:
        begin(g, g.deal)
    play(g)
    return 0


@compiled
def repeats(part, view, state, redeal):
    """A seat is asked: what it chose in the real game; from the decision on that is thought about the game is another."""
    mind = record_at(part.mind, MIND)
    g = record_at(mind.imagined, state)
    mind.at += 1
    if mind.at <= mind.known:
        return record_at(mind.choices, CHOICES).choice[mind.at - 1]
    if mind.at == mind.known + 1:
        if mind.secret == 0 and g.asked != mind.seat:
            raise Diverged
        g.key = mind.key
        deal_anew(mind, g, state, redeal)
        go_on(mind, g)
        view._luck = g.luck[g.asked]
    return answer(mind, g, view)


@compiled
def deal_anew(mind, g, state, redeal):
    """What is hidden from who thinks is dealt anew: as for another option before, or in the first of many ways in which the others would
    have played as they were seen to.
    """
    dealt = record_at(mind.dealt, state)
    if is_dealt(mind):
        lay_as(mind, g, dealt)
        return
    best = most = -1
    for way in range(mind.ways):
        for number in range(mind.permuted, -1, -1):
            redeal(g, mind.seat, way + number * mind.ways)
        mind.way = way
        fits = fitting(mind, record_at(mind.back, MIND), g)
        if fits > most:
            best, most = way, fits
        if fits == mind.turns:
            break
    if mind.way != best:
        redeal(g, mind.seat, best)
        mind.way = best
    lay_as(mind, dealt, g)
    mind.dealt_key = mind.key


@compiled
def go_on(mind, g):
    """From here on an imagined game is another than the real one, and the others play as strategies do."""
    g.knowing = 0
    g.following = IMAGINED
    g.until = g.row.turns + mind.left_after if mind.left_after > 0 else mind.left_after
    for seat in range(g.seen.players):
        g.luck[seat] = stream(g.key, STRATEGY, seat)
        if seat != mind.seat and mind.theirs < 0:
            seat_strategy(mind, g, seat)


@compiled
def answer(mind, g, view):
    """Who thinks takes the option that is tried, and a strategy plays on; the others are strategies already, but for one who chooses at the
    same time and takes the option that is tried against it.
    """
    if g.asked == mind.seat:
        if view.options != mind.options:
            raise Diverged
        seat_strategy(mind, g, mind.seat)
        return mind.option
    if mind.theirs >= 0:
        option = np.int64(mind.theirs)
        mind.theirs = -1
        seat_strategy(mind, g, np.int64(g.asked))
        if mind.at <= mind.known + 2:
            mind.their_options = view.options
            return option
    if g.to_chance[g.asked] >> view.kind & 1:
        return below(view, view.options)
    return call(g.code[g.asked], view, g.my[g.asked])


@compiled
def strays(part, state, redeal):
    """A turn begins in a game that is to stray: from the one on that is waited for all chance is another, and all play as strategies do."""
    mind = record_at(part.mind, MIND)
    g = record_at(mind.imagined, state)
    mind.ahead -= 1
    if mind.ahead == 0:
        mind.number += 1
        g.key = mix(stream(g.key, THINKING, SEATS) + STEP * np.uint64(mind.number))
        redeal(g, mind.seat, 0)
        g.between = 0
        go_on(mind, g)
        seat_strategy(mind, g, mind.seat)
    return 0


@compiled
def weighs(part, state, odds):
    """The game was left: how each seat stands."""
    mind = record_at(part.mind, MIND)
    g = record_at(mind.imagined, state)
    for seat in range(g.seen.players):
        mind.standing[seat] = odds(g, seat)
    return 0


# In a past turn that is played once more (see `weighing`)


@compiled
def looks_back(part, state):
    """Whether the hands of an imagined game fit a turn."""
    mind, past = record_at(part.mind, MIND), record_at(part.past, PAST)
    g = record_at(mind.imagined, state)
    stand_before(mind, g, record_at(past.at[mind.turn[0] % TURNS], state))
    survived(mind.plays_at, g.seen, mind.plays)
    return has_looked(mind, g)


@compiled
def recalls(part, state, look, redeal, recall):
    """It begins: hands become what they must have been, and where that is not known the game is left. Or it is over: what is seen then."""
    mind, past = record_at(part.mind, MIND), record_at(part.past, PAST)
    g, after = record_at(mind.imagined, state), record_at(past.at[(mind.turn[0] + 1) % TURNS], state)
    if is_begun(mind, g):
        whose = past.whose[mind.turn[0] % TURNS]
        for number in range(mind.permuted):
            redeal(g, mind.seat, 1 + number)
        is_known = recall(g, after, record_at(mind.now, state), mind.seat, whose)
        mind.fits = 1 - is_known
        leave(is_known == 0)
        play_once_more(mind, g)
    elif is_over(mind):
        look(g, mind.seat)
        mind.fits = looks_alike(mind, g, after)
        leave(True)
    return 0
