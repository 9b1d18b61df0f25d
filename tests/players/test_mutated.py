"""See `mutated`: nothing that is written into a strategy ends in a traceback, a crash or silence."""

import re
import subprocess
import sys

import pytest

from tests.compiling import compiled_only
from tests.players.mutated import mutant
from tests.run.harness import environment


@pytest.mark.slow
@compiled_only  # under a debugger nothing is tried
def test_no_mutant_ends_in_a_traceback_a_crash_or_silence(tmp_path):
    """A hundred; in a process of its own, which a crash would end."""
    command = [sys.executable, "-m", "tests.players.mutated", "1", "100", "--compiled"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    counted = re.search(r"100 mutants: \{(.*)\}", done.stdout)
    assert counted
    assert sum(map(int, re.findall(r": (\d+)", counted[1]))) == 100


def test_a_mutant_is_the_same_every_time_and_hardly_any_is_like_another():
    texts = [mutant(seed) for seed in range(300)]
    assert texts == [mutant(seed) for seed in range(300)]
    assert len(set(texts)) > 270
