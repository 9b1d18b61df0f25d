"""Whether workers agree: a few chunks are made again by another worker, and must come out the same.

A machine with a broken core or a meddled library is found after its first chunks, or else after a leg of the run. What was checked is
merged; what one worker made since the last check is forgotten when it is found to be wrong, and made again by the next run.
"""

import random
from dataclasses import dataclass, field

from simlab.base.faults import Outage
from simlab.experiment.plan import Chunk, Plan
from simlab.runner.crew import Crew
from simlab.runner.worker import Job
from simlab.storage.folder import Folder, Part, State

ONE_IN = 200  # parts that are made again, besides the first of each worker


@dataclass
class Samples:
    """What has been made again so far."""

    plan: Plan
    crew: Crew
    job: Job
    folder: Folder
    remade: int = 0
    _makers: set[str] = field(default_factory=set)  # of whom a part was made again
    _chance: random.Random = field(default_factory=random.Random)

    def check(self, state: State) -> None:
        """Make again some of the parts that were noted since the last check, all at once."""
        parts = self._some_of(list(state.noted.values()))
        chunks = [self.plan.chunk(part.group, part.number) for part in parts]
        others = self.crew.again(self.job, [(chunk, {part.maker}) for chunk, part in zip(chunks, parts, strict=True)])
        for part, chunk, other in zip(parts, chunks, others, strict=True):
            if other is None:
                continue  # nobody else was there
            if not part.holds_the_same_as(other.part):
                self._stop(state, part, other.part, chunk)
            self.remade += 1
            self._makers.add(part.maker)

    def _some_of(self, parts: list[Part]) -> list[Part]:
        """The first part of each worker that is new, and a few of the others."""
        first = {part.maker: part for part in reversed(parts) if part.maker not in self._makers}
        return [*first.values(), *self._chance.sample(parts, len(parts) // ONE_IN)]

    def _stop(self, state: State, one: Part, two: Part, chunk: Chunk) -> None:
        """They differ: a third worker decides, where there is one."""
        third = self.crew.again(self.job, [(chunk, {one.maker, two.maker})])[0]
        wrong = {one.maker, two.maker}
        said = f"{one.name}: {one.maker} and {two.maker} played the same chunk and did not get the same"
        for part, other in ((one, two), (two, one)):
            if third and part.holds_the_same_as(third.part):
                wrong = {other.maker}
                said += f"; {third.part.maker} agrees with {part.maker}"
        theirs = [part.name for part in state.noted.values() if part.maker in wrong]
        self.folder.forget(theirs)
        raise Outage(
            f"{said}. {' and '.join(sorted(wrong))} can't be trusted: {len(theirs)} parts made there since the last check are forgotten. "
            "Take it out of the cluster before you go on"
        )
