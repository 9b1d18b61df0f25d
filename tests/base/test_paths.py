"""Where experiments and strategies are found: in the working directory first, then among the shipped ones."""

from pathlib import Path

import pytest

from simlab.base import paths


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    """A folder with an experiment of its own."""
    monkeypatch.chdir(tmp_path)
    Path("experiments").mkdir()
    Path("experiments/mine.yaml").touch()
    Path("other.yaml").touch()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("other.yaml", "other.yaml"),
        ("mine", "experiments/mine.yaml"),
        ("mine.yaml", "experiments/mine.yaml"),
        ("experiments/mine", "experiments/mine.yaml"),
        ("mine.yml", None),
        ("other", None),
        ("elsewhere/mine", None),
    ],
)
def test_an_experiment_is_found_by_its_path_or_its_name(name, file):
    found = paths.experiment(name)
    assert (found.resolve() if found else None) == (Path(file).resolve() if file else None)


def test_ones_own_come_before_the_shipped_ones():
    shipped = next(paths.shipped("experiments").glob("*.yaml"))
    assert paths.experiment(shipped.stem) == shipped
    (Path("experiments") / shipped.name).touch()
    assert paths.experiment(shipped.stem) == Path.cwd() / "experiments" / shipped.name


def test_a_folder_is_looked_in_once(monkeypatch):
    assert paths.places("experiments") == (Path.cwd() / "experiments", paths.shipped("experiments"))
    monkeypatch.chdir(paths.shipped("experiments").parent)
    assert paths.places("experiments") == (paths.shipped("experiments"),)
