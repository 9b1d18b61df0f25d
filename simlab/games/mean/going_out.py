"""Going out in MEAN!, and the end of the game."""

import numpy as np

from simlab.engine.compiled import alone, apart, bits, compiled
from simlab.engine.compiled.seats import fewest
from simlab.games.mean.components import EIGHT_LAST, MOST_CARDS, NOBODY, OUT, TURN_LIMIT
from simlab.games.mean.words import OUT_
from simlab.kit.turns import tell


@compiled
def is_in(g, seat):
    """Is that seat still in the game?"""
    return g.playing >> seat & 1 == 1


@apart
def go_out(g, seat):
    """The first to go out wins. With `play_on` play continues until one player remains, the only loser."""
    place = leave(g, seat)
    g.row.place[seat] = place
    tell(g, OUT_, seat, place)
    if g.seen.rules.play_on == 0 or bits.total(g.playing) == 1:
        g.row.ending = OUT


@apart
def lose(g, seat):
    """An Eight played last loses the game: everyone else wins, and shares the next place."""
    place = leave(g, seat)
    for other in range(g.seen.players):
        if is_in(g, other):
            g.row.place[other] = place
    g.row.place[seat] = g.seen.players
    g.row.ending = EIGHT_LAST


@compiled
def leave(g, seat):
    """A player is no longer in the game; the next place that is free."""
    g.playing &= ~(1 << seat)
    return g.seen.players - bits.total(g.playing)


@alone
def write_result(g):
    """Who won and who lost. Without `play_on` only the first to go out wins; with it only the last one loses."""
    row = g.row
    players = g.seen.players
    row.winner = row.loser = NOBODY
    if row.ending == TURN_LIMIT:
        return
    one_loser = row.ending == EIGHT_LAST or g.seen.rules.play_on == 1
    for seat in range(players):
        if row.ending == OUT and is_in(g, seat):
            row.place[seat] = players if one_loser else 2
        won = row.place[seat] < players if one_loser else row.place[seat] == 1
        row.won[seat] = won
        row.lost[seat] = not won
        if won and (players == 2 or not one_loser):
            row.winner = seat
        if not won and (players == 2 or one_loser):
            row.loser = seat


@compiled
def standing(g, seat):
    """How near a seat is to winning: the cards left in hand, below zero. The Draw Deck doesn't count, although it has to be empty first.

    Who is out stands above all who still play, the first to go out highest; who has lost by an Eight, below all.
    """
    if is_in(g, seat):
        return -np.int64(g.cards[seat])
    place = np.int64(g.row.place[seat])
    if g.row.ending == EIGHT_LAST and place == g.seen.players:
        return np.int64(-MOST_CARDS - 1)
    return g.seen.players + 1 - place


@compiled
def watch_lead(g):
    """Once the Draw Deck is empty: does another player than before hold the fewest cards alone?"""
    if g.seen.deck > 0:
        return
    holders = fewest(g.cards, g.playing)
    alone = holders & (holders - 1) == 0
    g.row.lead_changes += alone & (g.leader != 0) & (g.leader != holders)
    g.leader = holders if alone else g.leader
