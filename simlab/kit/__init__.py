"""The kit: all that a game's file needs: what it declares, and what its functions call. Nothing here imports numba.

From outside: the names below. `zones` says how a table is written, `instructions` what compiled code is made of.
"""

from simlab.engine.compiled import checked_apart as apart
from simlab.engine.compiled.bits import has, lowest, nth, total
from simlab.engine.compiled.functions import INSTRUCTIONS
from simlab.engine.compiled.play import below, uniform
from simlab.engine.metric import own
from simlab.engine.rules import choice, choices, flag, number, reals, whole, wholes
from simlab.kit.cards import NO_CARD, cards, sets_of
from simlab.kit.declared import card_choice, choice_of, ending, event
from simlab.kit.game import HouseRules, card_game
from simlab.kit.layouts import redeal
from simlab.kit.moves import CardFault, count, draw, exchange, held, holds, known, move, move_all, peek, put_under, show, size, top
from simlab.kit.packing import deal, draw_or_renew, gather, mix_up, reshuffle
from simlab.kit.turns import (
    after,
    choose,
    choose_card,
    fewest_wins,
    goes_on,
    loses,
    most_wins,
    next_of,
    nobody_wins,
    scores,
    tell,
    wins,
)

__all__ = [
    "NO_CARD",
    "CardFault",
    "HouseRules",
    "after",
    "apart",
    "below",
    "card_choice",
    "card_game",
    "cards",
    "choice",
    "choice_of",
    "choices",
    "choose",
    "choose_card",
    "count",
    "deal",
    "draw",
    "draw_or_renew",
    "ending",
    "event",
    "exchange",
    "fewest_wins",
    "flag",
    "gather",
    "goes_on",
    "has",
    "held",
    "holds",
    "known",
    "loses",
    "lowest",
    "mix_up",
    "most_wins",
    "move",
    "move_all",
    "next_of",
    "nobody_wins",
    "nth",
    "number",
    "own",
    "peek",
    "put_under",
    "reals",
    "redeal",
    "reshuffle",
    "scores",
    "sets_of",
    "show",
    "size",
    "tell",
    "top",
    "total",
    "uniform",
    "whole",
    "wholes",
    "wins",
]

if "simlab.kit.instructions" not in INSTRUCTIONS:
    INSTRUCTIONS.append("simlab.kit.instructions")
