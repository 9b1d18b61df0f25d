"""A workspace of one's own for every test."""

import pytest

from tests.games.one_file import make_workspace


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """A directory with a game of one file, which is the working directory."""
    monkeypatch.chdir(make_workspace(tmp_path))
    return tmp_path
