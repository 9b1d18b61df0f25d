"""See `every_operation`."""

import subprocess
import sys

import pytest

from simlab.engine.compiled import COMPILES
from tests.run.harness import environment


@pytest.mark.slow
@pytest.mark.skipif(not COMPILES, reason="also about compiling")
def test_every_operation_fails_once_and_the_same_command_ends_with_the_same_files(tmp_path):
    """Some hundred faults: each operation of a run, a resume, a page and a compilation, their locks included, in each way."""
    command = [sys.executable, "-m", "tests.run.every_operation", str(tmp_path)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    failed = {name: int(count) for name, count in (line.split(": ") for line in done.stdout.splitlines())}
    assert failed.keys() == {"run", "resume", "report", "compilation"}
    assert sum(failed.values()) > 300
