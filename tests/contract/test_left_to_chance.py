"""A decision that a strategy leaves out is taken by the engine, as the strategy would have taken it at random."""

from dataclasses import replace

import pytest

from simlab import games
from simlab.players import strategies
from simlab.table.table import Table

GAMES = [games.find(name) for name in games.names()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_engine_decides_as_a_strategy_would_at_random(game, tmp_path):
    """One that asks for chance in every decision, or in one only, plays the very games of `random`, which leaves all of them out."""
    decisions = [decision.name for decision in game.decisions]
    rows = []
    for number, written in enumerate([[], decisions, decisions[:1], decisions[1:]]):
        path = tmp_path / f"by_chance_{number}.py"
        text = "".join(f"\n\ndef {name}(view):\n    return below(view, view.options)\n" for name in written)
        path.write_text(f'"""By chance."""\n\nfrom simlab.games.{game.name} import below\n{text}')
        seats = [(strategies.find(game.name, str(path)), {})] * game.players[-1]
        rows.append(Table(game, seats, game.resolve(game.Rules(), len(seats)), seed=5).rows(0, 60).tobytes())
    assert rows[1:] == rows[:1] * 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_left_out_is_known_by_kind(game, tmp_path):
    """A bit for each decision without a function."""
    path = tmp_path / "one.py"
    path.write_text(f'"""Decides the last kind only."""\n\n\ndef {game.decisions[-1].name}(view):\n    return 0\n')
    kinds = len(game.decisions)
    assert strategies.find(game.name, str(path)).left_to_chance == (1 << kinds - 1) - 1
    assert strategies.find(game.name, "random").left_to_chance == (1 << kinds) - 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_taken_at_random_is_as_if_it_were_left_out(game, tmp_path):
    """Each kind in turn: the very games of a strategy without that function, and others than where it decides."""
    names = [decision.name for decision in game.decisions]
    functions = {name: f"\n\ndef {name}(view):\n    return 0\n" for name in names}

    def rows(written, at_random=()):
        path = tmp_path / f"{'_'.join(written) or 'nothing'}.py"
        path.write_text('"""Takes the first."""\n' + "".join(functions[name] for name in written))
        found = replace(strategies.find(game.name, str(path)), at_random=tuple(at_random))
        return Table(game, [(found, {})] * game.players[-1], game.resolve(game.Rules(), game.players[-1]), seed=5).rows(0, 40).tobytes()

    whole = rows(names)
    others = [rows(names, [name]) for name in names]
    assert others == [rows([other for other in names if other != name]) if len(names) > 1 else others[0] for name in names]
    assert any(one != whole for one in others)
