"""Experiments that are right but for a few slips at known places: each slip is told of, where it was made, and never as a traceback.

Where `test_experiment_fuzz.py` damages texts, this knows what it writes, so that it also knows what must be said.
"""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simlab.base.faults import BadInput
from simlab.experiment import load
from simlab.experiment.tree import MOST_BYTES
from tests.cli.in_process import simlab_here
from tests.cli.slips import FILE, Slip, Writer, experiments_with_slips, made_up, shipped

pytestmark = pytest.mark.usefixtures("always_the_same_cases")
LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
MANY = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    """Files are named as a user in their folder would name them."""
    monkeypatch.chdir(tmp_path)


def fault_at(fault: str, text: str) -> str:
    """What stands in the file where a fault points, which is within the file."""
    place = re.match(rf"{FILE}:(\d+):(\d+): .", fault)
    assert place, fault
    line, column = int(place[1]), int(place[2])
    lines = LINE_END.split(text)
    assert 1 <= line <= len(lines), fault
    assert 1 <= column <= len(lines[line - 1]) + 1, fault
    return lines[line - 1][column - 1 :]


def is_told(slip: Slip, faults: list[str], text: str) -> bool:
    """Whether a fault says this, and points there."""
    return any(re.search(slip.words, fault) and re.match(f"[\"']?{slip.points_at}", fault_at(fault, text)) for fault in faults)


def faults_of(text: str) -> list[str]:
    """What is told of a file with this text. What is accepted comes back from its manifest."""
    Path(FILE).write_bytes(text.encode())
    try:
        experiment = load(FILE)
    except BadInput as bad:
        return [str(fault) for fault in bad.faults]
    assert load(experiment.as_dict()) == experiment
    return []


def all_is_told(text: str, slips: list[Slip]) -> None:
    """Every slip, each fault on one line and with its place."""
    faults = faults_of(text)
    assert faults or not slips
    assert all(fault.isprintable() for fault in faults), faults
    assert len(faults) == len({(fault, fault_at(fault, text)) for fault in faults}), faults
    missing = [slip for slip in slips if not is_told(slip, faults, text)]
    assert not missing, "\n".join([f"not told: {missing}", *faults])


@settings(MANY, max_examples=300)
@given(experiments_with_slips())
def test_every_slip_is_told_where_it_was_made(written):
    all_is_told(*written)


@pytest.mark.slow
@settings(MANY, max_examples=5_000)
@given(experiments_with_slips())
def test_every_slip_is_told_where_it_was_made_at_length(written):
    all_is_told(*written)


@settings(MANY, max_examples=60)
@given(made_up() | shipped(), st.integers(0, 2**32))
def test_without_a_slip_only_an_impossible_table_is_refused(tree, style):
    faults = faults_of(Writer(Random(style)).document(tree))
    assert all(re.search(r'impossible in ".*" with \d players: ', fault) for fault in faults), faults


@settings(MANY, max_examples=15)
@given(experiments_with_slips())
def test_the_command_line_says_the_same(written):
    text, slips = written
    faults = faults_of(text)
    code, _, said = simlab_here("run", FILE, "--plan")
    assert said.splitlines() == faults
    assert code == (2 if faults else 0)
    assert faults or not slips


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("none/x.yaml", "none/x.yaml: there is no such file, nor a folder none"),
        ("a\x1b\n/x.yaml", "a\\x1b\\n/x.yaml: there is no such file, nor a folder a\\x1b\\n"),
        (".", ".: can't be read: Is a directory"),
        ("a\0b", "a\\x00b: can't be read: embedded null byte"),
        (f"{'n' * 300}.yaml", f"{'n' * 300}.yaml: can't be read: File name too long"),
        ("long.yaml", f"long.yaml: is longer than {MOST_BYTES} bytes: not an experiment"),
    ],
)
def test_only_a_file_that_is_not_read_has_no_line_to_point_at(name, told):
    Path("long.yaml").write_text("#" * (MOST_BYTES + 1), encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        load(name)
    assert [str(fault) for fault in refused.value.faults] == [told]
