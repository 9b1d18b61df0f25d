"""What whoever sits down to Meow is asked and told."""

from collections.abc import Iterator
from typing import Any

from simlab.games.meow.components import NAMED_SPECIAL, SPECIAL
from simlab.games.meow.words import card


def say_answer(view: Any, option: int, _: int) -> str:
    """A copy, or to draw."""
    if view.leads_as[option] == 0:
        return "draw a card, then lead" if view.deck else "draw: the deck is empty, so that the round ends (Deck out)"
    return f"copy with {_cards(view, option)}"


def say_lead(view: Any, option: int, _: int) -> str:
    """A lead, or Meow."""
    if view.leads_as[option] == 0:
        return "declare Meow!"
    return f"lead {view.leads_as[option]} with {_cards(view, option)}"


def tells(view: Any, _: int) -> Iterator[str]:
    """The lead, the round, and what the special cards may be."""
    rounds = f"Round {view.round_number + 1} of {view.rules.rounds}"
    yield f"{rounds} of set {view.set_number + 1} of {view.rules.sets}." if view.rules.sets > 1 else f"{rounds}."
    if view.number:
        led = "your own" if view.original < 0 else "another player's"
        yield f"The lead on the field is {led}: {view.number}, led with {view.lead_cards} card{'s' * (view.lead_cards != 1)}."
    specials = [f"{card(NAMED_SPECIAL + s)} is {' or '.join(map(str, _numbers(view, s)))}" for s in range(view.rules.special_cards)]
    if specials:
        yield f"Special cards: {', '.join(specials)}."


def _numbers(view: Any, special: int) -> list[int]:
    return [number for number in range(1, SPECIAL) if view.rules.fitting[number] >> special & 1]


def _cards(view: Any, option: int) -> str:
    """The cards that a play takes: of the special ones those of the lowest index that fit."""
    number = view.leads_as[option]
    fitting = [s for s in range(view.rules.special_cards) if view._specials & view.rules.fitting[number] & 1 << s]
    specials = [card(NAMED_SPECIAL + s) for s in fitting[: view.specials[option]]]
    return " ".join([str(number)] * view.naturals[option] + specials)
