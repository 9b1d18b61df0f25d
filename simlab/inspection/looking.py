"""A game looked over: what its text shows, and what thousands of games show that are played meanwhile in processes of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from simlab.base.faults import RunFailure
from simlab.engine.game import Game
from simlab.inspection.finding import BOTH, CHECKS, COMPILED, FAULT, LOST, MISSING, PLAIN, TEXT, Finding
from simlab.inspection.subject import Subject

PATIENCE = 600  # seconds for all that is played
PLAYED = {PLAIN: "1", COMPILED: "0"}  # by NUMBA_DISABLE_JIT; as plain Python the line is known
_ORDER = {FAULT: 0, "hint": 1, MISSING: 2}


@dataclass(frozen=True)
class Outcome:
    """All that was found. `games`: how many were played, compiled and as plain Python; `skipped`: what could not be looked at."""

    findings: tuple[Finding, ...]
    games: dict[str, int]
    skipped: tuple[str, ...]

    def of(self, severity: str) -> tuple[Finding, ...]:
        """The findings that weigh so much."""
        return tuple(finding for finding in self.findings if finding.severity == severity)


def look_over(game: Game) -> Outcome:
    """Everything that is wrong or missing in a game."""
    processes = {plays: _started(game, setting) for plays, setting in PLAYED.items()}
    subject = Subject(game)
    checks = [check for check in CHECKS if subject.layout or not check.of_kits]
    findings = [finding for check in checks if check.plays == TEXT for finding in check.find(subject)]
    told: dict[str, dict[str, list[Any]]] = {check.looks_at: {} for check in checks}
    games: dict[str, int] = {}
    for plays, process in processes.items():
        lines, ended = _heard(process)
        findings += [Finding(**line["finding"]) for line in lines if "finding" in line]
        for line in lines:
            if "told" in line:
                told[line["check"]].setdefault(plays, []).append(line["told"])
        games[plays] = next((line["games"] for line in lines if "games" in line), 0)
        findings += _ended(subject, plays, ended)
    if not any(finding.about.endswith(LOST) for finding in findings):  # else it may all come of that
        findings += [finding for check in checks if check.plays == BOTH for finding in check.find(Subject(game, told[check.looks_at]))]
    skipped = tuple(check.looks_at for check in CHECKS if check not in checks)
    return Outcome(tuple(_sorted(_once(findings))), games, skipped)


def _started(game: Game, setting: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "simlab.inspection.apart", game.name]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": setting}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _heard(process: subprocess.Popen[str]) -> tuple[list[dict[str, Any]], str]:
    """What a process wrote, and how it came to a bad end; empty where it did not."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return _read(out), f"has not come to an end after {PATIENCE} s"
    if process.returncode < 0:
        return _read(out), f"ends the whole process (signal {-process.returncode}): a place is read or written that is not there"
    if process.returncode:
        raise RunFailure(f"a check could not be made:\n{err.strip()}")
    return _read(out), ""


def _read(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines() if line.startswith("{") and line.endswith("}")]


def _ended(subject: Subject, plays: str, ended: str) -> Iterator[Finding]:
    if ended:
        how = "compiled" if plays == COMPILED else "as plain Python"
        yield Finding(subject.text.function("play_game", "play"), f"played {how}, the game {ended}")


def _once(findings: list[Finding]) -> list[Finding]:
    """Of findings about one thing the first; of two equal ones that with a game to see it in. What came of a fault is no other one."""
    found: dict[str, Finding] = {}
    known = {_line(finding.where) for finding in findings if finding.severity == FAULT and not finding.came_of_it}
    for finding in findings:
        if finding.came_of_it and _line(finding.where) in known:
            continue
        if finding.subject not in found or (finding.seen_in and not found[finding.subject].seen_in):
            found[finding.subject] = finding
    return list(found.values())


def _line(where: str) -> str:
    """A file and a line, without a column."""
    return ":".join(where.split(":")[:2])


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda finding: (_ORDER[finding.severity], *_place(finding.where), finding.what))


def _place(where: str) -> tuple[str, int]:
    """A place in an order that its author expects: line 9 before line 10."""
    said, _, line = where.partition(":")
    return said, int(line.partition(":")[0]) if line.partition(":")[0].isdecimal() else 0
