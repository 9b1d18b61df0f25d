"""Whatever is written in an experiment, its author only ever sees faults."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simlab.base.faults import BadInput
from simlab.experiment import Experiment, load
from tests.cli.duel import FULL, FULL_KEYS, fake_games, in_folder  # noqa: F401  # the fixtures are used by being here

pytestmark = pytest.mark.usefixtures("always_the_same_cases")
JUNK = st.sampled_from(
    ["", "yes", "~", "[]", "{}", "-1", "1e400", ".nan", "'", '"', "*a", "&a x", "!t 3", "? ", "- ", ": ", "\t", "\n", "  ", "#", "|", ">",
     "<<: *a", "---\n", "...\n", "%YAML 1.1\n", "9" * 200, "0x", "é", "\u2028", "\x85", "\ufeff", "\ud800", "[[", "}", ",", "a: b: c", "@"]
)  # fmt: skip
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["wins", "random", "2%", "< 3", "duel"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["decks", "a", "strategy", ""]), inner, max_size=3),
    max_leaves=6,
)
LENGTHS = pytest.mark.parametrize("length", [100, pytest.param(1_500, marks=pytest.mark.slow)], ids=["some", "many"])


def each_of(length, *drawn, **named):
    """Do it with so many of what is drawn."""

    def do(function):
        settings(max_examples=length, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])(
            given(*drawn, **named)(function)
        )()

    return do


def accept_or_refuse(source, **more):
    """An experiment that comes back from its manifest, or faults that a terminal can print; never anything else."""
    faults, experiment = (), None
    try:
        experiment = load(source, **more)
    except BadInput as bad:
        faults = bad.faults
    assert bool(faults) != isinstance(experiment, Experiment)
    assert all(str(fault).isprintable() for fault in faults)
    assert experiment is None or load(experiment.as_dict()) == experiment


@LENGTHS
def test_a_damaged_file_is_refused_or_read(length):
    @each_of(length, at=st.integers(0, len(FULL)), cut=st.integers(0, 12), junk=JUNK | st.text(max_size=4))
    def _(at, cut, junk):
        Path("x.yaml").write_bytes((FULL[:at] + junk + FULL[at + cut :]).encode("utf-8", "surrogatepass"))
        accept_or_refuse("x.yaml")


@LENGTHS
def test_random_text_is_refused(length):
    @each_of(length, st.binary(max_size=40) | st.lists(JUNK, max_size=8).map(lambda junk: "".join(junk).encode("utf-8", "surrogatepass")))
    def _(data):
        Path("x.yaml").write_bytes(data)
        accept_or_refuse("x.yaml")


@LENGTHS
def test_a_dict_with_any_value_is_refused_or_read(length):
    Path("x.yaml").write_text(FULL, encoding="utf-8")
    whole = load("x.yaml").as_dict()
    keys, inner_keys = [*FULL_KEYS, "vary", "lineups", "baseline", "name", "source"], ["decks", "an Eight wins", "share", ""]

    @each_of(length, key=st.sampled_from(keys), value=VALUES, inner=st.sampled_from(inner_keys))
    def _(key, value, inner):
        part = whole.get(key)
        accept_or_refuse({**whole, key: {**part, inner: value} if isinstance(part, dict) and inner else value})


@LENGTHS
def test_any_change_is_refused_or_made(length):
    Path("x.yaml").write_text(FULL, encoding="utf-8")
    paths = ["rules.decks", "cards", "scenarios.v1.5.hand", "checks.x", "lineup.1", "", "a.b"]

    @each_of(length, path=st.sampled_from(paths) | st.text(max_size=6), value=JUNK | st.text(max_size=5))
    def _(path, value):
        accept_or_refuse("x.yaml", changes=[f"{path}={value}"])
