"""What every game must keep, whichever it is: found by discovery, never listed."""

import json
from pathlib import Path

import numpy as np
import pytest

from simlab import games
from simlab.engine.game import Game
from simlab.engine.rules import describe
from simlab.players import strategies
from simlab.table import Table
from simlab.table.rows import win_shares

ROOT = Path(__file__).parents[2]
GAMES = [games.find(name) for name in games.names()]
TABLES = [(game, players) for game in GAMES for players in game.players]


def table(game: Game, players: int, lineup: str = "random", seed: int = 11) -> Table:
    strategy = strategies.find(game.name, lineup)
    return Table(game, [(strategy, {})] * players, game.resolve(game.Rules(), players), seed)


@pytest.fixture(scope="module", params=TABLES, ids=lambda at: f"{at[0].name}-{at[1]}")
def played(request):
    """A table of `random` players, and 300 of its games."""
    at = table(*request.param)
    return at, at.rows(0, 300)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_declares_itself(game):
    assert game is games.find(game.name)
    assert game.about.strip().startswith(game.title.rstrip("!?")) or game.title in game.about
    assert (ROOT / "docs" / "rules" / f"{game.name}.md").is_file(), "its rules stand in docs/rules/"
    assert {"random", "first"} <= set(strategies.names(game.name))
    assert all(rule.meaning for rule in describe(game.Rules)), "every house rule says what it means"
    assert all(game.sights.values()), "every field of the view says what it is"
    assert all(game.measured.values()), "every counter says what it counts"
    assert set(game.nouns) == set(game.told), "what happens has words for a sentence"
    assert all(noun.startswith(("a ", "an ")) for noun in game.nouns.values()), "so that it can be another one"
    notes = {rule.note for rule in describe(game.Rules) if rule.note.startswith("A")}
    assert {number for number in game.rulings if number.startswith("A")} >= notes, "an assumption is explained"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_strategy_sees_only_numbers_that_do_not_wrap_around(game):
    for name in (*game.sights, "kind"):
        kind = game.seen[name] if name != "rules" else None
        rules = [game.seen["rules"][rule] for rule in game.seen["rules"].names if not rule.startswith("_")]
        fields = rules if kind is None else [kind]
        assert {field.base for field in fields} <= {np.dtype(np.int64), np.dtype(np.float64)}, name


def test_winners_losers_and_shares_fit_together(played):
    at, rows = played
    players = len(at.seats)
    won, lost = rows["won"][:, :players], rows["lost"][:, :players]
    assert not (won & lost).any()
    assert (rows["won"][:, players:] == 0).all()
    shares = win_shares(rows, players).sum(axis=1)
    assert set(np.unique(shares)) <= {0, 840}
    assert ((shares == 840) == won.any(axis=1)).all()
    assert (rows["turns"] > 0).all()
    assert (rows["decisions"] >= 0).all()
    assert (rows["place"][:, :players][won == 1] == 1).all() or not won.any()


def test_a_game_depends_on_its_seed_and_deal_alone(played):
    """Not on the batch it is played in, and not on what was played before."""
    at, rows = played
    again = np.concatenate([at.rows(150, 150), at.rows(0, 150)])
    assert (again[150:] == rows[:150]).all()
    assert (again[:150] == rows[150:]).all()
    other = table(at.game, len(at.seats), seed=12).rows(0, 300)
    assert (other != rows).any()


def test_a_trace_tells_the_same_game_as_its_row(played):
    at, rows = played
    for deal in (0, 17, 299):
        events = at.trace(deal)
        header, end = events[0], events[-1]
        assert header["event"] == "header"
        assert header["rules"] == at.rules.model_dump(mode="json")
        assert end["turns"] == rows[deal]["turns"]
        assert end["ending"] == at.game.endings[rows[deal]["ending"]]
        assert end["winners"] == np.flatnonzero(rows[deal]["won"]).tolist()
        assert len(end["places"]) == len(at.seats)
        assert json.loads(json.dumps(events)) == events


def test_every_event_has_words(played):
    at, _ = played
    for event in at.trace(5)[1:-1]:
        sentence = at.game.events.sentence(event, lambda seat: f"Seat {seat}", at.game.card)
        assert sentence.strip()
        assert "{" not in sentence


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_first_needs_no_luck(game):
    players = game.players.start
    rows = table(game, players, "first").rows(0, 50)
    assert (rows == table(game, players, "first").rows(0, 50)).all()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_house_rules_are_data(game):
    """Other house rules and line-ups use the same compiled engine."""
    from simlab.engine.compiled.kernel import play_batch

    engine = play_batch(game)
    limits = [rule.name for rule in describe(game.Rules) if rule.name == "turn_limit"]
    if limits:
        rules = game.resolve(game.Rules(turn_limit=10), game.players.start)
        random = strategies.find(game.name, "random")
        rows = Table(game, [(random, {})] * game.players.start, rules, 1).rows(0, 20)
        assert rows["turns"].size == 20
    assert play_batch(game) is engine
    if hasattr(engine, "signatures"):
        assert len(engine.signatures) == 1
