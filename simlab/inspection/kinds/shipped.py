"""What a game has that is shipped, beside its one file: rules to read, and what shows that it plays by them."""

from collections.abc import Iterator
from pathlib import Path

from simlab.engine.game import Game
from simlab.engine.sources import PACKAGE
from simlab.inspection.finding import MISSING, TEXT, Check, Finding
from simlab.inspection.subject import Subject
from simlab.players import strategies

PARTS = {
    "docs/rules/{game}.md": "the rules in numbered paragraphs, with rulings and assumptions",
    "tests/twin/{game}.py": "the same game as slow, obvious Python, written from the rules; and that both agree event by event",
    "tests/rules/{game}/test_*.py": "a test for every numbered paragraph and ruling",
    "tests/rules/{game}/hidden.py": "what lies where, and what the view does not tell, for the tests of what a seat cannot know",
    "tests/golden/{game}.*.txt": "one game as a trace that people can read",
    "experiments/{game}_*.yaml": "questions that a designer would ask",
}


def find(subject: Subject) -> Iterator[Finding]:
    game = subject.game
    root = home(game)
    if root is None:
        return
    for pattern, meaning in PARTS.items():
        place = pattern.format(game=game.name)
        if not any(root.glob(place)):
            yield Finding(place, f"{meaning}", MISSING)
    for name in ("random", "first"):
        if name not in strategies.names(game.name):
            meaning = "any legal action, each with the same chance" if name == "random" else "always the first legal action"
            yield Finding(f"strategies/{game.name}/{name}.py", f"the yardstick: {meaning}", MISSING)


def home(game: Game) -> Path | None:
    """The folder in which a game's parts are looked for; None where the games that come with simlab are installed without them."""
    if game.source:
        return Path.cwd()
    return PACKAGE.parent if (PACKAGE.parent / "tests").is_dir() else None


CHECK = Check(9, "what is missing before it is shipped", TEXT, find)
