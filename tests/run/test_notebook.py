"""A run in a notebook and from Python: it shows its answer, has it as sentences and as a frame, and a bar while it is played."""

import re
import sys
from contextlib import suppress
from html import unescape
from types import ModuleType, SimpleNamespace

import html5lib
import pytest

import simlab
from simlab import report
from simlab.report import notebook

ASKED = {
    "question": "Does it <matter>?",
    "game": "mean",
    "players": 2,
    "games": 200,
    "lineup": ["shedder", "random"],
    "scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins"}},
}


class Shown:
    """What a notebook shows: each place in its output, and everything that stood there."""

    def __init__(self, *, can_be_drawn_again=True):
        self.places = []
        self.can_be_drawn_again = can_be_drawn_again

    def display(self, html, display_id):
        assert display_id
        self.places.append([html])
        return SimpleNamespace(update=self.places[-1].append) if self.can_be_drawn_again else None


def in_notebook(monkeypatch, shown, shell):
    ipython, display = ModuleType("IPython"), ModuleType("IPython.display")
    ipython.get_ipython = lambda: shell
    display.HTML, display.display = str, shown.display
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)


NOTEBOOK = SimpleNamespace(kernel="one")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A name that would mean several to whoever looks for files by a pattern."""
    return tmp_path_factory.mktemp("runs") / "one [red]"


@pytest.fixture(scope="module")
def run(folder):
    return simlab.run(ASKED, out=folder, jobs=1)


def test_it_has_its_answer_as_sentences_and_its_verdicts_as_a_frame(run):
    analysis = report.analysis_of(run.path)
    assert run.answer == analysis.answer
    assert str(run).split("\n") == ["Does it <matter>?", *run.answer, f"Report: {run.report}"]
    asked = [(c.scenario, c.metric.name, c.effect.mean, c.verdict.word) for c in analysis.headline]
    assert run.verdicts.select("scenario", "metric", "mean", "verdict").rows() == asked
    columns = ["players", "lineup", "scenario", "metric"]
    same = run.verdicts.join(run.effects, on=columns, suffix="_in_effects")
    assert len(same) == len(run.verdicts)
    assert (same["verdict"] == same["verdict_in_effects"]).all()


@pytest.fixture
def no_pages(monkeypatch):
    """Drawing takes longer than playing."""
    monkeypatch.setattr(report, "write", lambda folder, _=None: folder)


def test_one_rule_set_has_no_verdicts_but_their_columns(tmp_path, no_pages):
    one = simlab.run({**ASKED, "scenarios": {"as printed": {}}}, out=tmp_path / "alone", jobs=1)
    assert one.verdicts.is_empty()
    assert one.verdicts.columns == one.effects.columns


def test_it_shows_the_answer_as_its_page_does(run):
    frame = run._repr_html_()
    (inside,) = re.findall(r'srcdoc="([^"]*)"', frame)
    page = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(unescape(inside))
    whole = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(run.report.read_text(encoding="utf-8"))
    one, other = (" ".join("".join(next(of.iter("section")).itertext()).split()) for of in (page, whole))
    assert one == other
    assert all(sentence in one for sentence in run.answer)
    assert [element for element in next(page.iter("section")).iter() if str(element.tag).endswith("svg")]
    assert len(list(page.iter("section"))) == 1
    assert len(frame) < len(run.report.read_text()) / 2


def test_rows_are_found_in_any_folder(run):
    assert len(run.games.collect()) == 400


def test_runs_side_by_side_show_their_page(run, tmp_path, no_pages):
    other = simlab.run(ASKED, games=100, out=tmp_path / "other", jobs=1)
    compared = simlab.compare(run, str(other.path))
    (inside,) = re.findall(r'srcdoc="([^"]*)"', compared._repr_html_())
    assert all(sentence in unescape(unescape(inside)) for sentence in compared.answer)


def test_a_bar_in_a_notebook_shows_how_far_it_is_and_goes(monkeypatch, tmp_path, no_pages):
    shown = Shown()
    in_notebook(monkeypatch, shown, NOTEBOOK)
    monkeypatch.setattr(notebook, "EVERY", 0)
    simlab.run(ASKED, out=tmp_path / "run", jobs=1)
    ((first, *bars, last),) = shown.places
    assert (first, last) == ("", "")
    assert '<progress max="400" value="0"></progress> 0 of 400 games' in bars[0]
    assert '<progress max="400" value="400"></progress> 400 of 400 games' in bars[-1]


def test_it_tells_how_narrow_intervals_are_and_is_drawn_now_and_then(monkeypatch):
    shown = Shown()
    in_notebook(monkeypatch, shown, NOTEBOOK)
    monkeypatch.setattr(notebook, "time", SimpleNamespace(monotonic=lambda: 10.0))
    with notebook.progress() as (done, so_far):
        so_far("win shares <±1 points")
        for games in range(1, 100):
            done(games, 99)
    ((_, *bars, _),) = shown.places
    assert len(bars) == 1
    assert "· win shares &lt;±1 points" in bars[0]


def test_after_a_second_it_tells_how_fast_it_is(monkeypatch):
    shown, clock = Shown(), iter([10.0, 10.5, 14.0])
    in_notebook(monkeypatch, shown, NOTEBOOK)
    monkeypatch.setattr(notebook, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    with notebook.progress() as (done, _):
        done(1000, 9000)
        done(8000, 9000)
    ((_, early, late, _),) = shown.places
    assert "1,000 of 9,000 games " in early
    assert "8,000 of 9,000 games, 2,000/s" in late


def test_the_bar_goes_when_a_run_fails(monkeypatch):
    shown = Shown()
    in_notebook(monkeypatch, shown, NOTEBOOK)
    with suppress(ZeroDivisionError), notebook.progress() as (done, _):
        done(1, 2)
        raise ZeroDivisionError
    ((_, bar, last),) = shown.places
    assert "1 of 2 games" in bar
    assert last == ""


@pytest.mark.parametrize("shell", [None, SimpleNamespace(), "gone"])
def test_elsewhere_nothing_is_shown(monkeypatch, capsys, shell):
    shown = Shown()
    if shell == "gone":
        monkeypatch.delitem(sys.modules, "IPython", raising=False)
    else:
        in_notebook(monkeypatch, shown, shell)
    with notebook.progress() as (done, so_far):
        done(1, 2)
        so_far("x")
    assert shown.places == []
    assert capsys.readouterr() == ("", "")


def test_a_notebook_that_cannot_draw_again_gets_no_bar(monkeypatch):
    shown = Shown(can_be_drawn_again=False)
    in_notebook(monkeypatch, shown, NOTEBOOK)
    with notebook.progress() as (done, _):
        done(1, 2)
    assert shown.places == [[""]]


@pytest.mark.parametrize("function", [simlab.run, simlab.simulate, simlab.trace, simlab.compare, simlab.evaluate], ids=lambda f: f.__name__)
def test_every_argument_is_explained(function):
    names = function.__code__.co_varnames[: function.__code__.co_argcount + function.__code__.co_kwonlyargcount]
    assert all(f"`{name}`" in function.__doc__ for name in names), function.__doc__
