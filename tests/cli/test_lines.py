"""See `lines`: whatever is typed, in whatever workspace, a command ends with a documented exit code, and never with a traceback."""

import re
import subprocess
import sys

import pytest

from tests.run.harness import environment


@pytest.mark.slow
def test_hundreds_of_lines_end_with_an_exit_code_and_no_traceback():
    command = [sys.executable, "-m", "tests.cli.lines", "1", "400"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    told = re.search(r"400 lines: \{(.*)\}", done.stdout + done.stderr)  # with --json all else that is printed goes to the other stream
    assert told
    assert {"0", "2", "3"} <= set(re.findall(r"(\d): ", told[1]))
