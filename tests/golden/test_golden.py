"""Golden traces: whole games to read, with the paragraphs of docs/rules/ that they follow, and played again by this test.

A file tests/golden/<game>.<what>.txt begins with comments on what there is to see. Its header says what is played: players, house rules,
strategies, seed and deal. Then every event stands under its sentence, which ends with the numbers of its paragraphs and rulings.

Results changed, and are meant to have changed? Then one file at a time is written anew, and read again:

    python -m tests.golden.test_golden tests/golden/mean.two_players.txt

Events that are new carry a `[?]`, which this test refuses, until somebody has looked up their paragraphs. A new file needs a line with a
header only. There is no command for all files.
"""

import difflib
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from simlab import games
from simlab.players import strategies
from simlab.table import Table
from tests.rules import paragraphs

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.*.txt"))
MOST_LINES = 120


@dataclass(frozen=True)
class Golden:
    """A file: the comments it begins with, its header, and of each event the sentence, the paragraphs and the event itself."""

    opening: list[str]
    header: dict
    told: list[tuple[str, str, str]]


def read(path):
    """Reads a file."""
    opening, comments, header, told = [], [], None, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            (opening if header is None else comments).append(line.removeprefix("#").removeprefix(" "))
        elif header is None:
            header = json.loads(line)
        elif line:
            sentence, _, marks = "\n".join(comments).rpartition("  [")
            told.append((sentence, marks.removesuffix("]"), line))
            comments = []
    assert header is not None, "a line with the header says what is played"
    return Golden(opening, header, told)


def play(header):
    """The game that a header tells, as (sentence, event) in the text of a file, and its own header."""
    game = games.find(header["game"])
    rules = game.Rules(**{name: tuple(value) if isinstance(value, list) else value for name, value in header["rules"].items()})
    names = header["strategies"]
    seats = [(strategies.find(game.name, name), {}) for name in names]
    played, *events = Table(game, seats, game.resolve(rules, len(seats)), header["seed"]).trace(header["deal"])

    def seat(number):
        return f"Seat {number} ({names[number]})"

    return played, [(_sentence(game, event, seat), json.dumps(event)) for event in events]


def _sentence(game, event, seat):
    if event["event"] == "end":
        return f"The game ends: {event['ending']}."
    return game.events.sentence(event, seat, game.card)


def written(golden, played, events):
    """The text of a file, with the paragraphs of those events that are still there."""
    marks = ["?"] * len(events)
    same = difflib.SequenceMatcher(None, [event for _, _, event in golden.told], [event for _, event in events], autojunk=False)
    for block in same.get_matching_blocks():
        for i in range(block.size):
            marks[block.b + i] = golden.told[block.a + i][1]
    lines = [f"# {line}".rstrip() for line in golden.opening] + [json.dumps(played)]
    for mark, (sentence, event) in zip(marks, events, strict=True):
        lines += [*(f"# {line}" for line in f"{sentence}  [{mark}]".split("\n")), event]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_is_played_again(path):
    golden = read(path)
    played, events = play(golden.header)
    assert played == golden.header
    for (sentence, _, event), (sentence_now, event_now) in zip(golden.told, events, strict=False):
        assert json.loads(event) == json.loads(event_now)
        assert sentence == sentence_now
    assert len(golden.told) == len(events)
    assert path.read_text(encoding="utf-8") == written(golden, played, events)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_event_has_its_paragraphs(path):
    golden = read(path)
    there_are = {*paragraphs.paragraphs(golden.header["game"]), *paragraphs.rulings(golden.header["game"])}
    for sentence, marks, _ in golden.told:
        assert re.split(", ?", marks), sentence
        assert set(re.split(", ?", marks)) <= there_are, sentence


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_can_be_read(path):
    golden = read(path)
    assert len(path.read_text(encoding="utf-8").splitlines()) < MOST_LINES
    assert golden.opening, "it begins with what there is to see"
    assert path.name.split(".")[0] == golden.header["game"]


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_a_golden_trace(game):
    assert any(path.name.startswith(f"{game}.") for path in FILES)


if __name__ == "__main__":
    file = Path(sys.argv[1])
    was = read(file)
    file.write_text(written(was, *play(was.header)), encoding="utf-8")
    print(f"{file}: read it again; {file.read_text(encoding='utf-8').count('[?]')} events need their paragraphs")
