"""Meow: shed cards that others can't copy; every copied card costs you a coin, and a low hand may end the round with "Meow!".

2-5 players, two rounds for each. Most coins win. The rules, numbered, with rulings and assumptions: docs/rules/meow.md.
"""

from simlab.engine.compiled.play import below, uniform
from simlab.engine.game import Decision, Game
from simlab.games.meow import asking, coins, components, play, set_up, words
from simlab.games.meow.components import BONUS, COINS_AND_BONUS, EACH, PRINTED_BONUS, SHARED, SPECIAL, Rules
from simlab.games.meow.places import places
from simlab.games.meow.strategy import (
    chance_of_lowest,
    expected_copies,
    fitting,
    hidden,
    plays,
    points,
    size,
    total,
    unseen,
    unseen_as,
    worth,
)

__all__ = ["BONUS", "COINS_AND_BONUS", "EACH", "GAME", "SHARED", "SPECIAL", "below", "chance_of_lowest", "expected_copies", "fitting"]
__all__ += ["hidden", "plays", "points", "size", "total", "uniform", "unseen", "unseen_as", "worth"]

PLAYS = ("leads_as", "naturals", "specials")  # what a list of plays fills in


def resolve(rules: Rules, players: int) -> Rules:
    """What depends on the number of players: the cards dealt, the rounds of a set, and the bonus of each place."""
    changed: dict[str, object] = {}
    if rules.deal_size == 0:
        changed["deal_size"] = 6 if players == 2 else 5
    if rules.rounds == 0:
        changed["rounds"] = 8 if players == 2 else 2 * players
    if isinstance(rules.bonus, dict):
        changed["bonus"] = rules.bonus.get(players, PRINTED_BONUS[players])
    return rules.model_copy(update=changed)


def refusal(rules: Rules, players: int) -> str | None:
    """A set-up that needs more cards than there are, or a bonus that is not one a place."""
    rules = resolve(rules, players)
    cards = rules.numbers * rules.copies + len(rules.specials)
    needed = players * rules.deal_size
    if needed > cards:
        return f"{players} players need {needed} cards for their hands, and there are {cards}"
    if len(rules.bonus) != players:
        return f"bonus: a list of {len(rules.bonus)}, and {players} players have {players} places"
    return None


GAME = Game(
    title="Meow",
    about=__doc__,
    version=3,
    players=range(2, 6),
    Rules=Rules,
    rulings=components.RULINGS,
    decisions=(
        Decision(
            "respond",
            "how to copy the lead; the last option is to draw (with an empty deck: Deck out)",
            "plays",
            PLAYS,
            asks="Do you copy the lead?",
            says=asking.say_answer,
        ),
        Decision(
            "lead", "what to lead; the last option is Meow where it may be declared", "plays", PLAYS, "What do you lead?", asking.say_lead
        ),
    ),
    view=components.VIEW,
    columns="",
    counters=components.COUNTERS,
    measures=components.MEASURES,
    endings=("scored",),
    scored=True,
    events=words.EVENTS,
    nouns=words.NOUNS,
    state=components.STATE_RECORD,
    prepare=set_up.prepare,
    play=play.play_game,
    standing=coins.standing,
    resolve=resolve,
    refusal=refusal,
    card=words.card,
    look=set_up.look,
    redeal=set_up.redeal,
    places=places,
    tells=asking.tells,
    rival="tactician",
    resumes=True,
    horizon=-1,
    odds=coins.odds,
    gauges=coins.gauges,
)
