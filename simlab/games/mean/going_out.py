"""Going out in MEAN!, and the end of the game."""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.play import tell
from simlab.games.mean.components import EIGHT_LAST, MOST_CARDS, NOBODY, OUT, TURN_LIMIT
from simlab.games.mean.words import GONE_OUT


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
def standing(g, seat):
    """How near a seat is to winning: the cards left in hand, below zero. The Draw Deck doesn't count, although it has to be empty first.

    Who is out stands above all who still play, the first to go out highest; who has lost by an Eight, below all.
    """
    if g.playing[seat]:
        return -g.cards[seat]
    place = g.row.place[seat]
    if g.ending == EIGHT_LAST and place == g.seen.players:
        return np.int64(-MOST_CARDS - 1)
    return g.seen.players + 1 - place


@compiled
def watch_lead(g):
    """Once the Draw Deck is empty: does another player than before hold the fewest cards alone?"""
    if g.seen.deck > 0:
        return
    nearest = runner_up = -(1 << 30)
    for seat in range(g.seen.players):
        if g.playing[seat]:
            stands = standing(g, seat) * 8 + seat
            runner_up = max(runner_up, min(nearest, stands))
            nearest = max(nearest, stands)
    if nearest >> 3 != runner_up >> 3:
        if g.leader != NOBODY and g.leader != nearest & 7:
            g.row.lead_changes += 1
        g.leader = nearest & 7
