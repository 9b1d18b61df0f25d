"""An installed simlab works anywhere: the wheel carries the shipped strategies and experiments."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_wheel_works_elsewhere(tmp_path):
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    wheel = next(tmp_path.glob("simlab-*.whl"))
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    assert (site / "simlab" / "py.typed").is_file()

    def simlab(*words: str) -> subprocess.CompletedProcess:
        command = [sys.executable, "-P", "-c", "from simlab.cli import main; main()", *words]
        return subprocess.run(
            command, cwd=elsewhere, env={"PYTHONPATH": str(site), "HOME": str(tmp_path)}, capture_output=True, text=True, check=False
        )

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert "random" in simlab("strategies", "mean").stdout
    done = simlab("run", "mean_eight", "--games", "400")
    assert done.returncode == 0, done.stderr
    assert (elsewhere / "reports" / "mean_eight" / "index.html").is_file()
