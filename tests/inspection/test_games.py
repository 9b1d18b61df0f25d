"""What `simlab check GAME` says of games that are right, of several faults at once, and of slips that the text alone shows."""

import os
import subprocess
import sys

import pytest

from simlab import games
from tests.inspection.sevens import ROOT, SEVENS, changed, check, line_of, workspace

SLIPS = {
    "a field of the game": ("g.owed -= 1", "g.owned -= 1", 'no field of the game "owned"; did you mean "owed"?'),
    "a field of the view": ("    g.seen.named = 0\n", "    g.seen.name = 0\n", 'no field of the view "name"; did you mean "named"?'),
    "a field under another name": (
        "    g.seen.named = 0\n",
        "    seen = g.seen\n    seen.nmed = 0\n",
        'no field of the view "nmed"; did you mean "named"?',
    ),
    "a house rule": ("g.hand, g.seen.rules.deal_size", "g.hand, g.seen.rules.dealsize", '"dealsize"; did you mean "deal_size"?'),
    "a field of a zone": ("size(g.hand[seat]) == 0", "g.hand[seat].count == 0", "a zone is asked with size(), top(), held()"),
    "how many play": ("seat = after(g, seat)", "seat = after(g, seat) % g.players", '"players"; did you mean g.seen.players?'),
    "a field that all see": ("    g.seen.named = 0\n", "    g.named = 0\n", '"named"; did you mean g.seen.named?'),
    "a house rule of the game": ("= g.seen.rules.two_draws", "= g.seen.two_draws", "did you mean g.seen.rules.two_draws?"),
    "the length of all hands": ("size(g.hand[seat]) == 0", "len(g.hand) == 0", "not how many cards lie there; write size(g.hand[seat])"),
    "the length of a pile": ("size(g.hand[seat]) == 0", "len(g.deck) == 0", "write size(g.deck)"),
    "the size of all hands": ("size(g.hand[seat]) == 0", "size(g.hand) == 0", "size: g.hand are those of all seats, and that of one is"),
    "cards dealt to one": ("deal(g, g.deck, g.hand, ", "deal(g, g.deck, g.hand[0], ", "deal: g.hand[0] is that of one"),
    "one hand told as all": ("tell(g, DEALT, g.hand, ", "tell(g, DEALT, g.hand[0], ", "tell: g.hand[0] is that of one"),
    "all hands told as one": ("tell(g, DEALT, g.hand, g.discard,", "tell(g, DEALT, g.hand, g.hand,", "tell: g.hand are those of all seats"),
    "a name": ("seat = after(g, seat)", "seat = afer(g, seat)", 'nothing is called "afer"; did you mean "after"?'),
    "a name of the kit": ("seat = after(g, seat)", "seat = next_of(g, seat, 3)", "from simlab.kit import next_of"),
    "too many values": ("tell(g, PASSED, seat)", "tell(g, PASSED, seat, 1)", "PASSED is told with 2 values, and its sentence has 1"),
    "no event": ("tell(g, PASSED, seat)", "tell(g, OUT, seat)", "tell: OUT is no event; its argument 2 is an event"),
    "no ending": ("wins(g, seat, OUT)", "wins(g, seat, PASSED)", "wins: PASSED is no ending"),
    "another kind of choice": ("choose(g, seat, NAME_SUIT, len(SUITS))", "choose(g, seat, PLAY, 4)", "ask for it with choose_card("),
    "a function of the kit": ("def fitting(g):", "def held(g):", '"held" is imported in line'),
    "a function that lists": ("def fitting(g):", "def plays(g):", '"plays" is what strategies call to list their options'),
    "a name that hides a function": ("seat = after(g, seat)", "after = after(g, seat)", '"after" is called here, and is a name of'),
}  # fmt: skip
UNUSED = {
    "an event": ("OUT = ending(", 'LOST = event("{player@} loses.", losses="players lost")\nOUT = ending(', "LOST is never told"),
    "a choice": ("OUT = ending(", 'SWAP = card_choice("which to swap")\nOUT = ending(', "SWAP is never asked for"),
    "an ending": ("OUT = ending(", 'STUCK = ending("nobody can play")\nOUT = ending(', "STUCK never ends a game"),
    "a field of the view": ("    named    ", "    shown     what is shown\n    named    ", "shown is never used; write it as g.seen.shown"),
    "a constant": ("OUT = ending(", "MOST, LEAST = 3, 2\nTEN = MOST\nOUT = ending(", "LEAST: nothing uses it"),
    "a function": ("def fitting(g):", "def fits(g):\n    return 0\n\n\ndef fitting(g):", "fits: nothing calls it"),
    "a zone": ("    owed    ", "    aside: pile, seen by nobody\n    owed    ", "no card ever goes to aside"),
    "a house rule": ("    play_drawn: bool", '    jokers: int = whole(0, 0, 2, "Jokers")\n    play_drawn: bool', "jokers is never read"),
}  # fmt: skip


def findings_of(text, monkeypatch, folder):
    """What is found without playing."""
    from simlab.inspection.finding import CHECKS, TEXT
    from simlab.inspection.subject import Subject

    workspace(folder, text)
    monkeypatch.chdir(folder)
    subject = Subject(games.find("sevens"))
    return [finding for check in CHECKS if check.plays == TEXT for finding in check.find(subject) if finding.severity != "missing"]


@pytest.mark.parametrize(("before", "after", "what"), [*SLIPS.values(), *UNUSED.values()], ids=[*SLIPS, *UNUSED])
def test_the_text_shows_it(before, after, what, tmp_path, monkeypatch):
    text = changed((before, after))
    found = [finding for finding in findings_of(text, monkeypatch, tmp_path) if what in finding.what]
    assert len(found) == 1
    line = int(found[0].where.removeprefix("games/sevens.py:"))
    first = text[: text.index(after)].count("\n") + 1
    assert first <= line <= first + after.count("\n")
    assert found[0].severity == ("hint" if (before, after, what) in UNUSED.values() and "jokers" not in what else "fault")


def test_the_text_of_a_correct_game_shows_nothing(tmp_path, monkeypatch):
    assert findings_of(SEVENS, monkeypatch, tmp_path) == []


@pytest.mark.slow
def test_a_correct_game_plays_and_only_wants_what_a_shipped_game_has(tmp_path):
    workspace(tmp_path, SEVENS)
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    (tmp_path / "docs" / "rules" / "sevens.md").touch()
    (tmp_path / "strategies" / "sevens" / "first.py").unlink()
    code, lines = check(tmp_path, "games/sevens.py")
    assert code == 0
    assert lines[0] == "Sevens: 2-6 players, 4 house rules"
    assert lines[1] == "sevens plays; to be shipped, it wants 6 more:"
    assert [line.partition(":")[0].strip() for line in lines[2:-1]] == [
        "experiments/sevens_*.yaml",
        "strategies/sevens/first.py",
        "tests/golden/sevens.*.txt",
        "tests/rules/sevens/hidden.py",
        "tests/rules/sevens/test_*.py",
        "tests/twin/sevens.py",
    ]


AT_ONCE = {
    "fault": [
        ("wins(g, seat, OUT)", "wins(g, 0, OUT)\n        if card % 13 == TWO:\n            g.row.won[0] = 0", "wins(g, 0, OUT)"),
        ("    return card\n", "    if size(g.deck) == 9:\n        g.deck.n -= 1\n    return card\n", "g.deck.n -= 1"),
        ("g.owed = g.seen.rules.two_draws", "g.owed = 2", "two_draws: int"),
        ("choose(g, seat, NAME_SUIT, len(SUITS))", "choose(g, seat, NAME_SUIT, len(SUITS) + 1)", "tell(g, NAMED,"),
        ("    named    ", "    peek      what the next player holds\n    named    ", "    peek  "),
        ("    legal = held", "    g.seen.peek = held(g.hand[after(g, seat)])\n    legal = held", "    peek  "),
    ],
    "hint": [("OUT = ending(", 'STUCK = ending("nobody can play")\nOUT = ending(', "STUCK =")],
}


@pytest.mark.slow
def test_several_faults_are_told_at_once(tmp_path):
    """Each with its line, whatever the others do."""
    text = changed(*((before, after) for edits in AT_ONCE.values() for before, after, _ in edits))
    workspace(tmp_path, text)
    code, lines = check(tmp_path)
    assert code == 2
    for severity, edits in AT_ONCE.items():
        for _, _, part in edits:
            line = line_of(text, part)
            assert any(told.startswith(f"{severity} games/sevens.py:{line}: ") for told in lines), (part, lines)
    assert any("seat 0 wins each of" in line for line in lines)
    assert any('of the games that end with "out" some have a winner, some have none' in line for line in lines)


def test_a_file_that_is_no_game_is_named_with_its_line(tmp_path):
    text = changed(("    owed    ", "    owed: i3    "))
    workspace(tmp_path, text)
    code, lines = check(tmp_path)
    assert code == 2
    assert len(lines) == 1
    assert lines[0].startswith(f"games/sevens.py:{line_of(text, '    owed: i3')}: ")


HARMLESS = {
    "all see all hands": [("hand of each seat, seen by its owner", "hand of each seat, seen by all")],
    "who could not play, the last card played, a suit somebody lacks": [
        ("        tell(g, PASSED, seat)\n", "        tell(g, PASSED, seat)\n        g.seen.passed |= 1 << seat\n"),
        ("    g.seen.named = 0\n", "    g.seen.named = 0\n    g.seen.last = card\n"),
        ("    card = draw_card(g, seat)\n", "    g.seen.lacked = top(g.discard)\n    card = draw_card(g, seat)\n"),
        ("    named    ", "    passed    who passed\n    last      a card\n    lacked    another\n    named    "),
    ],
}


@pytest.mark.slow  # each is a whole check
@pytest.mark.parametrize("edits", HARMLESS.values(), ids=HARMLESS)
def test_what_all_may_know_is_not_taken_for_a_leak(edits, tmp_path):
    """Looked at as plain Python alone."""
    workspace(tmp_path, changed(*edits))
    env = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "simlab.inspection.apart", "sevens"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert [line for line in done.stdout.splitlines() if '"finding"' in line] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", games.shipped())
def test_a_game_that_comes_with_simlab_holds(name, tmp_path):
    code, lines = check(tmp_path, name)
    assert code == 0
    assert any(line.startswith(f"{name} plays") for line in lines), lines
