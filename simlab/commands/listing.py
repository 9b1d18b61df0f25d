"""`simlab games`, `simlab rules`, `simlab strategies`: what there is."""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from simlab import games as all_games
from simlab.base.faults import BadInput, Fault, unknown
from simlab.base.kinds import written
from simlab.engine.events import exact
from simlab.engine.game import Game
from simlab.engine.rules import describe
from simlab.players import strategies as all_strategies
from simlab.players.strategies import Strategy


def found(name: str) -> Game:
    """The game of that name, or a message with those there are."""
    if name not in all_games.names():
        raise BadInput([Fault("", unknown("game", name, all_games.names()))])
    return all_games.find(name)


def games() -> None:
    """A line a game."""
    table = Table("game", "title", "players", "house rules", "strategies", "version", box=None, header_style="bold")
    for game in all_games.playable():
        rules = str(len(game.Rules.model_fields))
        players = f"{game.players.start}-{game.players.stop - 1}"
        table.add_row(game.name, game.title, players, rules, str(len(all_strategies.names(game.name))), str(game.version))
    Console().print(table)


def rules(name: str) -> None:
    """House rules, rulings and assumptions of a game."""
    game = found(name)
    console = Console()
    console.print(f"[bold]{game.title}[/], {game.players.start}-{game.players.stop - 1} players")
    console.print(f"\n{escape(_about(game))}\n", highlight=False)
    table = _titled("House rules: every default is the rulebook as printed", "name", "default", "allowed", "meaning", "shown by", "")
    for rule in describe(game.Rules):
        table.add_row(rule.name, escape(_shown(rule.default)), escape(rule.allowed), escape(rule.meaning), rule.shown_by, rule.note)
    console.print(table)
    for heading, letter in (("Rulings: what the rulebook leaves open", "R"), ("Assumptions: what only the cards say", "A")):
        chosen = {number: text for number, text in game.rulings.items() if number.startswith(letter)}
        if chosen:
            console.print(f"\n[bold]{heading}[/]")
            for number, text in chosen.items():
                console.print(f"  {number:4} {escape(text)}", highlight=False)


def _about(game: Game) -> str:
    """What a game says of itself behind its title, a line a paragraph: the terminal folds it; what looks like a list is left as it is."""
    text = inspect.cleandoc(game.about).removeprefix(f"{game.title}:").strip()
    return re.sub(r"(?<!\n)\n(?!\s|[-*] |\d+[.)] )", " ", text[:1].upper() + text[1:])


def _shown(default: object) -> str:
    return default if isinstance(default, str) else written(exact(default))


def _readable(game: Game) -> Iterator[Strategy]:
    """The strategies of a game; what is wrong with the others is said."""
    for name in all_strategies.names(game.name):
        try:
            yield all_strategies.described(game.name, name)
        except BadInput as error:
            sys.stderr.write(f"{error}\n")


def _titled(title: str, *headings: str) -> Table:
    return Table(*(Column(heading, overflow="fold") for heading in headings), title=title, title_justify="left", header_style="bold")


def _ratings(game: Game) -> tuple[dict[tuple[str, str], str], str]:
    if not any(Path("reports").glob("*/ratings.parquet")):
        return {}, ""
    from simlab.commands.ratings import known_ratings  # here, because what reads tables takes long to load

    return known_ratings(game.name)


def strategies(name: str | None) -> None:
    """The strategies of one game or of all, each with its idea and parameters."""
    console = Console()
    for game in [found(name)] if name else all_games.playable():
        ratings, run = _ratings(game)
        table = _titled(f"{game.title}: strategies/{game.name}/", "name", "idea", "parameters", *(["rating"] if ratings else []))
        for strategy in _readable(game):
            parameters = "\n".join(f"{key}={param}" for key, param in strategy.declared.items())
            rating = [ratings.get((strategy.name, strategy.digest), "")] if ratings else []
            table.add_row(strategy.name, escape(strategy.idea), escape(parameters), *rating)
        console.print(table)
        if ratings:
            console.print(f"Ratings in points, of the league in {run}: 100 are odds of 1.78 to 1.", highlight=False, markup=False)
