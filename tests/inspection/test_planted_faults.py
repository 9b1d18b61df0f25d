"""A correct game has no faults; and each fault that is planted in it is found, and named with the author's own line."""

import re

import pytest

from tests.inspection.sevens import changed, check, line_of, workspace

PUT_DOWN = "    g.discard.card[g.discard.n] = card\n    g.discard.n += 1\n"
OVERFLOW = "        mark = card\n        for one in range(20):\n            mark = 31 * mark + one\n"
PLANTED = {
    "nobody ever wins": (
        [("wins(g, seat, OUT)", "g.row.ending = 1")],
        ("g.row.ending = 1", "nobody has won any of"),
    ),
    "seat 0 always wins": (
        [("wins(g, seat, OUT)", "wins(g, 0, OUT)")],
        ("wins(g, 0, OUT)", "seat 0 wins each of"),
    ),
    "a rule is shown by nothing that there is": (
        [('shown_by="passes"', 'shown_by="passed_on"')],
        ("play_drawn: bool", 'no counter, event or ending "passed_on"; did you mean "passed"?'),
    ),
    "a card is lost": (
        [("    return card\n", "    if size(g.deck) == 9:\n        g.deck.n -= 1\n    return card\n")],
        ("g.deck.n -= 1", "after this line 1 card is missing ("),
    ),
    "a card is put down twice": (
        [("    tell(g, PLAYED, seat, card)\n", f"{PUT_DOWN}    tell(g, PLAYED, seat, card)\n")],
        ("g.discard.n += 1", "after this line 1 card is too many ("),
    ),
    "a hand is shown to another player": (
        [
            ("    named        ", "    peek                                          the cards of the next player\n    named        "),
            ("    legal = held(g.hand[seat])", "    g.seen.peek = held(g.hand[after(g, seat)])\n    legal = held(g.hand[seat])"),
        ],
        ("    peek  ", "view.peek shows what is hidden (written in line"),
    ),
    "an index is one too large": (
        [("FOLLOWS[13 * (g.seen.named - 1)]", "FOLLOWS[13 * g.seen.named]")],
        ("FOLLOWS[13 * g.seen.named]", "fitting reads or writes beyond the end"),
    ),
    "an index is below 0": (
        [("FOLLOWS[13 * (g.seen.named - 1)]", "FOLLOWS[13 * (g.seen.named - 2)]")],
        ("FOLLOWS[13 * (g.seen.named - 2)]", "fitting reads or writes at -13, which counts from the end"),
    ),
    "a turn never ends": (
        [("        g.owed -= 1\n", "")],
        ("while g.owed > 0", "no end"),
    ),
    "a decision with one option": (
        [
            ("from simlab.kit import after", "from simlab.engine.compiled.play import ask\nfrom simlab.kit import after"),
            ("choose(g, seat, NAME_SUIT, len(SUITS))", "ask(g, seat, 1, 1)"),
        ],
        ("ask(g, seat, 1, 1)", "name_suit is asked with one option"),
    ),
    "a counter that never counts": (
        [
            ("OUT = ending(", 'COUNTERS = """\n    jokers       Jokers that were played\n"""\nOUT = ending('),
            ("    g.seen.named = 0\n", "    g.seen.named = 0\n    if card >= 52:\n        g.row.jokers += 1\n"),
        ],
        ("    jokers  ", "the counter jokers has counted nothing in"),
    ),
    "an event that never happens": (
        [("elif card % 13 == SEVEN:", "elif card % 13 == SEVEN + 13:")],
        ("NAMED = event(", '"named" has not happened in 400 games, and so its counter suits_named is 0'),
    ),
    "a number beyond 64 bits": (
        [("        g.owed = g.seen.rules.two_draws\n", f"{OVERFLOW}        g.owed = mark % 3 + g.seen.rules.two_draws\n")],
        ("mark = 31 * mark", "play_card makes a number of 65 bits, of which compiled code keeps 64"),
    ),
    "compiled and plain Python disagree": (  # a card has 8 bits, and uncompiled so has what is added to it
        [("g.owed = g.seen.rules.two_draws", "g.owed = g.seen.rules.two_draws + (g.discard.card[0] + 100) // 64")],
        ("", "compiled, event "),
    ),
    "a word that an event does not have": (
        [("choose(g, seat, NAME_SUIT, len(SUITS))", "choose(g, seat, NAME_SUIT, 5)")],
        ("tell(g, NAMED, seat, suit)", 'in play_card the event "named" tells 4 as one of clubs, diamonds, hearts, spades, which'),
    ),
    "more cards are dealt than there are": (
        [("deal_size: int = whole(7, 1, 8,", "deal_size: int = whole(7, 1, 9,")],
        ("deal(g, g.deck, g.hand", "play_game: more cards are dealt than lie in the pile; "),
    ),
    "a field of the view never changes": (
        [("    named        ", "    idle      nothing\n    named        "), ("    seat = 0\n", "    seat = 0\n    g.seen.idle = 3\n")],
        ("    idle  ", "view.idle is 3 whenever somebody is asked"),
    ),
    "an ending contradicts its winners": (
        [("        wins(g, seat, OUT)\n", "        wins(g, seat, OUT)\n        if card % 13 == TWO:\n            g.row.won[seat] = 0\n")],
        ("wins(g, seat, OUT)", 'of the games that end with "out" some have a winner, some have none'),
    ),
    "a house rule is read nowhere": (
        [("g.owed = g.seen.rules.two_draws", "g.owed = 2")],
        ("two_draws: int", "the house rule two_draws is never read"),
    ),
    "a house rule does nothing": (
        [("g.owed = g.seen.rules.two_draws", "g.owed = 2 + min(0, g.seen.rules.two_draws)")],
        ("two_draws: int", "the house rule two_draws has changed nothing"),
    ),
}  # fmt: skip


TOGETHER = [  # none of which hides another: a check takes ten seconds
    ("seat 0 always wins", "a card is lost", "a hand is shown to another player", "a word that an event does not have"),
    (
        "a rule is shown by nothing that there is",
        "a counter that never counts",
        "an event that never happens",
        "a field of the view never changes",
        "a house rule is read nowhere",
    ),
]
ALONE = [(name,) for name in PLANTED if not any(name in names for names in TOGETHER)]


@pytest.mark.slow  # each is a whole check; several of them at once are in test_games
@pytest.mark.parametrize("names", [*TOGETHER, *ALONE], ids=", ".join)
def test_a_planted_fault_is_found_and_located(names, tmp_path):
    text = changed(*(edit for name in names for edit in PLANTED[name][0]))
    workspace(tmp_path, text)
    code, lines = check(tmp_path)
    severities = set()
    for name in names:
        part, what = PLANTED[name][1]
        line = line_of(text, part) if part else r"\d+"
        named = [line for line in lines if what in line]
        assert named, "\n".join(lines)
        told = re.match(rf"(fault|hint) games/sevens.py:{line}: ", named[0])
        assert told, named[0]
        severities.add(told[1])
    assert code == (2 if "fault" in severities else 0)
