"""`simlab games`, `simlab rules`, `simlab strategies`: what there is."""

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from simlab import games as all_games
from simlab.base.faults import BadInput, Fault, unknown
from simlab.base.kinds import written
from simlab.engine.events import exact
from simlab.engine.game import Game
from simlab.engine.rules import describe
from simlab.players import strategies as all_strategies


def found(name: str) -> Game:
    """The game of that name, or a message with those there are."""
    if name not in all_games.names():
        raise BadInput([Fault("", unknown("game", name, all_games.names()))])
    return all_games.find(name)


def games() -> None:
    """A line a game."""
    table = Table(box=None, header_style="bold")
    for heading in ("game", "title", "players", "house rules", "strategies", "version"):
        table.add_column(heading)
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
    console.print(f"\n{escape(game.about.strip())}\n", highlight=False)
    table = Table(title="House rules: every default is the rulebook as printed", title_justify="left", header_style="bold")
    for heading in ("name", "default", "allowed", "meaning", ""):
        table.add_column(heading, overflow="fold")
    for rule in describe(game.Rules):
        table.add_row(rule.name, escape(_shown(rule.default)), escape(rule.allowed), escape(rule.meaning), rule.note)
    console.print(table)
    for heading, letter in (("Rulings: what the rulebook leaves open", "R"), ("Assumptions: what only the cards say", "A")):
        chosen = {number: text for number, text in game.rulings.items() if number.startswith(letter)}
        if chosen:
            console.print(f"\n[bold]{heading}[/]")
            for number, text in chosen.items():
                console.print(f"  {number:4} {escape(text)}", highlight=False)


def _shown(default: object) -> str:
    return default if isinstance(default, str) else written(exact(default))


def strategies(name: str | None) -> None:
    """The strategies of one game or of all, each with its idea and parameters."""
    console = Console()
    for game in [found(name)] if name else all_games.playable():
        table = Table(title=f"{game.title}: strategies/{game.name}/", title_justify="left", header_style="bold")
        for heading in ("name", "idea", "parameters"):
            table.add_column(heading, overflow="fold")
        for strategy in (all_strategies.find(game.name, one) for one in all_strategies.names(game.name)):
            parameters = "\n".join(f"{key}={param}" for key, param in strategy.declared.items())
            table.add_row(strategy.name, escape(strategy.idea), escape(parameters))
        console.print(table)
