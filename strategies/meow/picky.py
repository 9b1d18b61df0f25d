"""Copies only when it is cheap: with number cards that are high, never with a special card; leads its highest number alike.

Low cards and special cards keep the total low, so they stay in hand for a Meow, which it declares with a total of at most `meow_total`.
"""

from simlab.games.meow import SPECIAL, plays, total
from simlab.players.params import Param

PARAMS = {
    "cheap_from": Param(4.0, 0, 20, "the lowest number that it copies"),
    "meow_total": Param(7.0, 0, 100, "the highest total with which it declares Meow"),
}


def respond(view, my):
    if view.number < my.cheap_from and view.hand[view.number] < view.cards:
        return view.options - 1
    best = view.options - 1
    for i in range(plays(view) - 1):
        if view.specials[i] == 0:
            best = i
    return best


def lead(view, my):
    if view.may_meow and total(view) <= my.meow_total:
        return view.options - 1
    number = SPECIAL - 1
    while number > 1 and view.hand[number] == 0:
        number -= 1
    best = 0
    for i in range(plays(view)):
        if view.leads_as[i] == number and view.specials[i] == 0:
            best = i
    return best
