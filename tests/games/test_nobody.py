"""An event of a game of one file may tell of nobody and of no card; and it tells of no player, card or word that there is not."""

import pytest

from simlab import games
from simlab.players import strategies
from simlab.table import Table
from simlab.table.telling import Trace
from tests.games.of_the_kit import small_game
from tests.games.one_file import line_of, simlab
from tests.thinned import slowly


def test_none_is_told_as_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    small_game(tmp_path, "nobody", "{player@~} has {card^~}.", "1, 0", "-1, NO_CARD")
    game, random = games.find("nobody"), strategies.find("nobody", "random")
    events = Table(game, [(random, {})] * 2, game.Rules(), seed=1).trace(0)
    assert events[1:3] == [{"event": "told", "player": 1, "card": 0}, {"event": "told", "player": None, "card": None}]
    told = str(Trace(game, tuple(events)))
    assert "Seat 1 (random) has low." in told
    assert "nobody has none." in told
    assert simlab("trace", "nobody", cwd=tmp_path).stdout.strip() == told


@pytest.mark.parametrize("plain", ["1", slowly("0")], ids=["plain", "compiled"])
@pytest.mark.parametrize(
    ("words", "value", "said"),
    [
        ("{colour=red|black}", "2", "2 as one of red, black, which are 0 to 1"),
        ("{player@}", "2", "2 as a player, and there are seats 0 to 1"),
        ("{player@~}", "2", "2 as a player, and there are seats 0 to 1"),
        ("{player@}", "-1", "-1 as a player, and there are seats 0 to 1"),
        ("{card^}", "2", "2 as a card, and there is none of that number"),
        ("{card^}", "NO_CARD", "-1 as a card, and there is none of that number"),
    ],
)
def test_what_there_is_not_is_told_with_the_line(words, value, said, plain, tmp_path):
    text = small_game(tmp_path, "wrong", words, value)
    done = simlab("trace", "wrong", cwd=tmp_path, NUMBA_DISABLE_JIT=plain)
    assert done.returncode == 3
    where = f"games/wrong.py:{line_of(f'tell(g, TOLD, {value})', text)}"
    assert done.stderr.splitlines()[0] == f'{where}: play_game raised EventFault: the event "told" tells {said}'
