"""Which of the imagined strategies the others play, as far as their choices tell: Bayes' rule over what each of these would have chosen.

Where all that is chosen from lies open, whoever thinks can put itself into another's place: each time another has chosen, every imagined
strategy is asked there as well, and those that would have chosen so gain weight. One that draws is asked with many draws, the same in
every game: what is seen, and nothing else, makes the weights. Nobody is held to be quite impossible (`SLIP`): a player may have other
parameters.

Beside them there is the stranger, who plays none of these: as far as anybody knows, any choice with the same chance.

A choice counts once the player may know of it. Until then it waits.
"""

import math

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import THINKING, stream, unit
from simlab.engine.compiled.memory import call

DRAWS = 32  # with which one that draws is asked
SLIP = 0.02  # of a strategy's choices that may be any
STRANGER = 0.75  # how likely, before anything was seen, a player is none of those that are imagined


@apart
def size_up(mind, g, seat, decisions, view, choice):
    """A player has chosen: how likely each imagined strategy was to choose the same."""
    luck = view._luck
    if decisions == 0:
        forget(mind)
    take_in(mind, seat, decisions)
    mind.thinking, mind.waits[seat] = 1, 1
    mind.waits_since[seat] = decisions
    for strategy in range(mind.strategies):
        likely = (1.0 - SLIP) * alike(mind, g, seat, strategy, view, choice) + SLIP / view.options
        mind.waiting[seat, strategy] = math.log(likely * view.options)
    mind.thinking = 0
    view._luck = luck


@compiled
def forget(mind):
    """A new game: nobody has chosen anything."""
    for seat in range(len(mind.waits)):
        mind.waits[seat] = 0
        for strategy in range(mind.strategies):
            mind.seen[seat, strategy] = 0.0


@compiled
def take_in(mind, seat, known):
    """What this seat chose counts from now on, if it is among so many choices that are known."""
    if mind.waits[seat] and mind.waits_since[seat] < known:
        mind.waits[seat] = 0
        for strategy in range(mind.strategies):
            mind.seen[seat, strategy] += mind.waiting[seat, strategy]


@compiled
def alike(mind, g, seat, strategy, view, choice):
    """How likely that strategy is to choose the same there."""
    if mind.strategy_to_chance[strategy] >> view.kind & 1:
        return 1.0 / view.options
    same = 0
    code, my = mind.strategy_code[strategy], mind.strategy_my[strategy]
    g.asked, g.my[seat] = seat, my
    for draw in range(DRAWS):
        luck = stream(np.uint64(0), THINKING, draw)
        view._luck = luck
        same += call(code, view, my) == choice
        if view._luck == luck:
            return 1.0 * same
    return same / DRAWS


@apart
def judge(mind, players):
    """What is known by now of who plays what: of each seat how likely each strategy is and those before it. The own seat plays on as the
    others do, on the mean.
    """
    if mind.known + mind.secret == 0:
        forget(mind)
    for seat in range(players):
        take_in(mind, seat, mind.known)
    for strategy in range(mind.strategies):
        mind.upto[mind.seat, strategy] = 0.0
    for seat in range(players):
        if seat != mind.seat:
            total = weight_of_all(mind, seat)
            upto = 0.0
            for strategy in range(mind.strategies):
                upto += math.exp(mind.seen[seat, strategy]) / total
                mind.upto[seat, strategy] = upto
                mind.upto[mind.seat, strategy] += upto / (players - 1)


@compiled
def weight_of_all(mind, seat):
    """Of all imagined strategies together, where a stranger weighs as many as there are."""
    total = 0.0
    for strategy in range(mind.strategies):
        total += math.exp(mind.seen[seat, strategy])
    return total


@compiled
def known_to_play(mind, seat):
    """How likely this player is one of those that are imagined."""
    mean = weight_of_all(mind, seat) / mind.strategies
    return (1.0 - STRANGER) * mean / ((1.0 - STRANGER) * mean + STRANGER)


@compiled
def weight(mind, strategy):
    """How likely that strategy is for the others, on the mean."""
    return mind.upto[mind.seat, strategy] - (mind.upto[mind.seat, strategy - 1] if strategy > 0 else 0.0)


@compiled
def drawn(mind, seat, word):
    """One of the strategies, each as likely as this seat plays it."""
    chance, strategy = unit(word), 0
    while strategy < mind.strategies - 1 and mind.upto[seat, strategy] <= chance:
        strategy += 1
    return strategy
