"""The installation is the same everywhere: whatever pyproject.toml asks for is locked, in a version that it allows, with its hashes."""

import re
import tomllib
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ENTRY = re.compile(r"^(?P<what>[^\s#][^\\]*?) \\\n(?P<hashes>(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)
LOCKED = [(Requirement(entry["what"]), entry["hashes"].split()) for entry in ENTRY.finditer((ROOT / "requirements.lock").read_text())]
PLACES = [
    {"sys_platform": system, "platform_machine": machine, "python_version": python, "python_full_version": f"{python}.0"}
    for system, machine, python in product(("linux", "darwin"), ("x86_64", "arm64"), ("3.11", "3.12", "3.13"))
]


def locked_at(place: dict[str, str]) -> dict[str, str]:
    """The version of each package there."""
    found: dict[str, str] = {}
    for package, _ in LOCKED:
        if package.marker is None or package.marker.evaluate(place):
            (specifier,) = package.specifier
            name = canonicalize_name(package.name)
            assert specifier.operator == "==", package
            assert name not in found, f"{name} is locked twice"
            found[name] = specifier.version
    return found


@pytest.mark.parametrize("place", PLACES, ids=lambda place: "-".join(list(place.values())[:3]))
def test_what_is_asked_for_is_locked_in_a_version_that_is_allowed(place):
    locked = locked_at(place)
    for asked in map(
        Requirement, [*PROJECT["dependencies"], *(one for extra in PROJECT["optional-dependencies"].values() for one in extra)]
    ):
        if canonicalize_name(asked.name) != PROJECT["name"]:
            assert asked.specifier.contains(locked[canonicalize_name(asked.name)], prereleases=True), asked


def test_every_line_is_an_entry_with_hashes():
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    assert len(LOCKED) == sum(not line.startswith(("#", " ")) for line in lines) > 100
    assert all(hashes for _, hashes in LOCKED)


def test_what_is_set_up_is_what_is_locked():
    setup = (ROOT / "Makefile").read_text().partition(".venv/.ready:")[2].partition("\n\n")[0]
    assert "--require-hashes --requirement requirements.lock" in setup
    assert "--no-deps --no-build-isolation --no-index --editable ." in setup, "nothing that is not locked is added to it"
