"""See `every_operation`."""

import subprocess
import sys

import pytest

from tests.compiling import compiled_only
from tests.run.every_operation import KINDS, SWEEPS
from tests.run.harness import environment


@pytest.mark.slow
@compiled_only  # also about compiling
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sweep", SWEEPS)
def test_every_operation_fails_once_and_the_same_command_ends_with_the_same_files(tmp_path, sweep, kind):
    """Some hundred faults: each operation of a run, a resume, a page and a compilation, their locks included, in each way."""
    command = [sys.executable, "-m", "tests.run.every_operation", sweep, kind, str(tmp_path)]
    done = subprocess.run(command, env=environment(OPENBLAS_NUM_THREADS="1"), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 3, "it has more operations than that"
