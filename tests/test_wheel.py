"""An installed simlab works anywhere: the wheel carries the shipped strategies and experiments."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from simlab.runner.worker import versions

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_wheel_works_elsewhere(tmp_path):
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    wheel = next(tmp_path.glob("simlab-*.whl"))
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    assert (site / "simlab" / "py.typed").is_file()

    def python(code: str, *words: str) -> subprocess.CompletedProcess:
        command, environment = [sys.executable, "-P", "-c", code, *words], {"PYTHONPATH": str(site), "HOME": str(tmp_path)}
        return subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True, check=False)

    def simlab(*words: str) -> subprocess.CompletedProcess:
        return python("from simlab.cli import main; main()", *words)

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert "random" in simlab("strategies", "mean").stdout
    done = simlab("run", "mean_eight", "--games", "400")
    assert done.returncode == 0, done.stderr
    assert (elsewhere / "reports" / "mean_eight" / "index.html").is_file()
    source = python("from simlab.runner.worker import versions; print(versions()['source of simlab'])").stdout.strip()
    assert source == versions()["source of simlab"], "in a cluster it plays with a checkout of the same version"
