"""A test of a rule that fails quotes the paragraphs of docs/rules/<game>.md that it is about."""

import pytest

from simlab import games
from tests.rules import paragraphs


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    game = item.path.parent.name
    if report.failed and game in games.names():
        quoted = "\n".join(paragraphs.text(game, mark) for mark in paragraphs.about(item.function))
        report.sections.append((f"docs/rules/{game}.md", quoted))
    return report
