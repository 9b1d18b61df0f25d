"""From a finding to the rulebook: the numbered paragraphs of a game's rules page that a change of house rules changes, ready to paste."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from simlab.base.kinds import plainly_written
from simlab.base.paths import places

_PARAGRAPH = re.compile(r"^\*\*(\d+\.\d+)\*\* (.*?)(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


class Paragraph(NamedTuple):
    """A paragraph by its number, with the printed values and with the new ones."""

    number: str
    printed: str
    changed: str


def paragraphs(game: str, printed: Mapping[str, Any], changes: Mapping[str, Any]) -> Iterator[Paragraph]:
    """Those that name a house rule which is changed; nothing where the game's rules page is not here."""
    pages = [place / f"{game}.md" for place in places("docs/rules")]
    text = next((page.read_text(encoding="utf-8") for page in pages if page.is_file()), "")
    for number, words in _PARAGRAPH.findall(text):
        if any(f"`{rule}`" in words for rule in changes):
            plain = " ".join(words.split())
            yield Paragraph(number, _with(plain, changes, printed), _with(plain, changes, changes))


def _with(words: str, rules: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """The paragraph with the values of these rules in place of their names; what is no number keeps its name beside it."""
    for rule in rules:
        value = values[rule]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        words = words.replace(f"`{rule}`", plainly_written(value) if is_number else f"{rule}: {plainly_written(value)}")
    return words
