"""A game to be looked at: what moves from step to step adds up to what lies where, and where two games part is found."""

import json

import pytest

from simlab import games
from simlab.table.replay import from_step, parting, replay_of
from tests.contract.test_games import GAMES, table

MEAN = games.find("mean")


def tables_of(replay) -> list:
    """What lies where after each step, as a page makes it of what moves."""
    lies, found = [[] for _ in replay["places"]], []
    for _, *moves in replay["steps"]:
        for place, *move in moves:
            lies[place] = move[0] if replay["counted"][place] else lies[place][: move[0]] + [replay["names"][card] for card in move[1:]]
        found.append(list(lies))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_moves_adds_up_to_what_lies_where(game):
    at = table(game, game.players[1])
    replay = json.loads(json.dumps(replay_of(at, 3)))
    events, found = at.looked_at(3)
    told = [
        [place.number if place.number is not None else [game.card(card) for card in place.cards] for place in places] for places in found
    ]
    assert tables_of(replay) == told
    assert [who for who, *_ in replay["steps"]] == [-1 if event.get("player") is None else event["player"] for event in events[1:]]
    assert replay["winners"] == events[-1]["winners"]
    assert (len(replay["told"]), "\n" in "".join(replay["told"])) == (len(events) - 1, False)
    assert len(json.dumps(replay["steps"])) < 60 * len(events), "it goes into a page"


def test_two_games_part_where_something_else_is_told_or_moves():
    one = replay_of(table(MEAN, 3), 3)
    assert parting(one, one) == len(one["told"]) - 1
    other = {**one, "told": [*one["told"][:7], "Something else.", *one["told"][8:]]}
    assert parting(one, other) == parting(other, one) == 7
    assert parting(one, {**one, "steps": [*one["steps"][:5], [0], *one["steps"][6:]]}) == 5
    assert parting(one, from_step(one, 0) | {"told": one["told"][:9], "steps": one["steps"][:9]}) == 9
    assert parting(one, {**one, "names": ["Joker", *one["names"]]}) == 0, "a card's number is another's there"
    assert from_step(one, 7)["told"] == one["told"][7:]


def test_what_goes_wrong_in_looking_is_told(monkeypatch):
    at = table(MEAN, 2)

    def fails(_):
        raise LookupError("no such place")

    monkeypatch.setitem(vars(MEAN), "places", fails)
    with pytest.raises(LookupError, match="no such place"):
        at.looked_at(0)
    monkeypatch.undo()
    assert at.looked_at(0)[0] == at.trace(0), "and nobody looks at the table any more"


def test_a_longer_log_is_looked_at_once(monkeypatch):
    before = table(MEAN, 3).looked_at(0)
    monkeypatch.setattr("simlab.table.table._FIRST_LOG", 16)
    assert table(MEAN, 3).looked_at(0) == before
