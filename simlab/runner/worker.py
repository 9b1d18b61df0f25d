"""Playing one chunk, in a thread, in another process or on another machine."""

import pickle
import platform
import time
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from importlib.metadata import version
from zlib import crc32

import numpy as np
import polars as pl

from simlab import games
from simlab.base.clock import timed
from simlab.base.faults import RunFailure
from simlab.engine.compiled.kernel import compiled_of
from simlab.engine.own import Source
from simlab.engine.sources import PACKAGE, digest_of
from simlab.experiment.plan import Chunk, Plan
from simlab.stats.evaluating import blocks
from simlab.stats.tally import Tally, added_up
from simlab.storage.folder import Folder
from simlab.storage.lock import maker
from simlab.storage.parts import Made, Part, With, digest_of_tallies, key_of
from simlab.storage.place import checksum
from simlab.table.rows import frame, parquet

MATTERING = ("simlab", "numba", "numpy", "polars")  # packages on which a row, or the bytes of its file, could depend

stopped: set[str] = set()  # the tokens of runs that are over in this process: whoever still plays for them stops


class Interrupted(Exception):
    """The user stopped the run; what was finished is kept."""


def look_up(token: str) -> None:
    """Between two batches of games, and two parts: whether the run has been stopped."""
    if token in stopped:
        raise Interrupted


@cache
@timed("what results depend on")
def versions() -> dict[str, str]:
    """The versions of all that matters in this process."""
    shipped = PACKAGE / "shipped"  # in an installed package strategies lie here; workers are sent those that play
    source = digest_of(sorted(file for file in PACKAGE.rglob("*.py") if shipped not in file.parents))
    return {**{name: version(name) for name in MATTERING}, "source of simlab": source[:10]}


def made_with(plan: Plan) -> With:
    """What a part is made with here: all on which its rows, or the bytes of its file, could depend."""
    strategies = {name: strategy.digest[:16] for name, strategy in sorted(plan.strategies.items())}
    return {"python": platform.python_version(), **versions(), "compiled": compiled_of(plan.game)[:16], "strategies": strategies}


def differences(theirs: dict[str, str], ours: dict[str, str]) -> list[str]:
    """What is not the same version, in words."""
    return [f"{name} {theirs.get(name, 'is missing')}, and {version} here" for name, version in ours.items() if theirs.get(name) != version]


@dataclass(frozen=True)
class Job:
    """What workers need to play chunks of a run: the plan, with the source text of its strategies, the text of its game where it is the
    user's own, the versions it was made with, and the run's token.
    """

    plan: bytes
    game: Source | None
    versions: dict[str, str]
    token: str

    @classmethod
    def of(cls, plan: Plan, token: str) -> "Job":
        """The job of playing a plan's chunks."""
        with plan.game.in_place():
            return cls(pickle.dumps(plan), plan.game.source, versions(), token)

    def open(self) -> Plan:
        """The plan; refused where a row could come out differently than where the run was started."""
        if refusal := self.refusal():
            raise RunFailure(refusal)
        return _plan(self.plan, self.game)

    def refusal(self) -> str:
        """Why a worker such as this must not play; empty where it may."""
        different = "; ".join(differences(versions(), self.versions))
        return f"worker {maker()} has {different} where the run was started: install the same versions on all workers" if different else ""


@lru_cache(maxsize=4)
def _plan(pickled: bytes, game: Source | None) -> Plan:
    """A plan as it came from the process that runs the experiment, read once for all of its chunks; its house rules are of this game."""
    with games.received(game).in_place() if game else nullcontext():
        plan: Plan = pickle.loads(pickled)
    return plan


def play_chunk(job: Job, chunk: Chunk, folder: Folder | None) -> Made:
    """Play all games of a chunk; write its part and note it, if this is the folder as seen from here."""
    started = time.perf_counter()
    plan = job.open()
    tallies: dict[int, Tally] = {}
    frames, copied, rows = [], 0, 0
    for block in blocks(plan, chunk, partial(look_up, job.token)):
        tallies = added_up([tallies, block.tallies])
        copied += block.copied
        rows = crc32(block.rows.view(np.uint8).data, rows)
        if plan.experiment.keep == "games":
            frames.append(frame(plan, block.chunk, block.rows))
    file = parquet(pl.concat(frames)) if frames else None
    seconds = round(time.perf_counter() - started, 3)
    with_what = made_with(plan)
    part = Part(
        chunk.part,
        chunk.groups,
        chunk.deals * len(plan.together(chunk.groups).cells),
        checksum(file) if file else None,
        digest_of_tallies(tallies),
        f"{rows:08x}",
        key_of(with_what)[:16],
        seconds,
        maker(),
        copied,
    )
    made = Made(part, tallies, with_what, is_stored=False, file=file)
    if folder is None or not folder.is_ours():
        return made
    folder.store(made)
    return replace(made, is_stored=True, file=None)
