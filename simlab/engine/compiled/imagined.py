"""An imagined game: how it is begun with an option, and what its end is worth, or how all stand where it is left."""

import math

import numpy as np

from simlab.engine.compiled import compiled
from simlab.engine.compiled.memory import call, copy_part, flagged, played
from simlab.engine.metric import UNIT


@compiled
def play_on(mind, kept, g, option):
    """Play an imagined game with that option. Was it played to its end? Else it was left, and how all stand is known."""
    mind.option = option
    mind.thoughts += 1
    if is_dealt(mind):
        lay_as(mind, g, kept)
    else:
        go_back(mind, g, kept)
    g.resumed, g.knowing = kept.kept, int(not is_dealt(mind))
    g.tracing = g.following = g.between = 0
    mind.at = np.int64(g.row.decisions) if g.resumed else 0
    all_repeat(mind, g)
    to_its_end = played(mind.plays_at, g.seen, mind.plays)
    if not to_its_end:
        call(mind.weighs_at, g.seen, mind.weighs)
    mind.looked |= flagged(g.seen.rules._looked)
    return to_its_end


@compiled
def all_repeat(mind, g):
    """Every seat repeats what it chose, until the game is another."""
    for seat in range(g.seen.players):
        g.code[seat], g.my[seat], g.to_chance[seat] = mind.repeats_at, mind.repeats, 0


@compiled
def share_with(mind, kept, g, option):
    """What the player gets in an imagined game with that option."""
    ends = play_on(mind, kept, g, option)
    return share_of(mind, g, mind.seat, ends)


@compiled
def share_of(mind, g, seat, ends):
    """What a seat gets in an imagined game that was just played, in units: its part of the win, or what is likely of it."""
    if not ends:
        return expected(mind, g.seen.players, seat)
    winners = 0
    for other in range(g.seen.players):
        winners += int(g.row.won[other])
    return int(g.row.won[seat]) * UNIT // max(winners, 1)


@compiled
def expected(mind, players, seat):
    """The part of the win that is likely from how all stand."""
    total = 0.0
    for other in range(players):
        total += math.exp(mind.standing[other] - mind.standing[seat])
    return int(np.rint(UNIT / total))


@compiled
def go_back(mind, g, other):
    """A game stands as another one does, of which all that stays as it is, is the same already."""
    for i in range(mind.parts):
        copy_part(g, other, mind.part_at[i], mind.part_size[i])


@compiled
def is_dealt(mind):
    """Was what is hidden dealt anew before in this way, for another option? Then it need not be known once more what each seat knows."""
    return mind.dealt_key == mind.key


@compiled
def lay_as(mind, g, other):
    """A game stands as another one does, but for what each seat knows."""
    for i in range(mind.plains):
        copy_part(g, other, mind.plain_at[i], mind.plain_size[i])


@compiled
def no_odds(_g, _seat):
    """Where nothing is known of it, a game that is left has no favourite."""
    return 0.0


@compiled
def no_secret(_g, _seat):
    """All choices lie open."""
    return 0
