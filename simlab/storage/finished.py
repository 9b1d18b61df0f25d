"""What is finished of a run, and what came out of it so far."""

import sys
from dataclasses import dataclass, field, replace

from simlab.stats.tally import Tally


@dataclass(frozen=True, slots=True)
class Part:
    """A finished part: how many games, the checksums of its file (none where no games are kept) and of its tally, who made it, in which
    time.
    """

    name: str
    group: int
    games: int
    sha256: str | None
    tally: str
    seconds: float
    maker: str

    def holds_the_same_as(self, other: "Part") -> bool:
        """Did the same games come out of it, whoever made it and when?"""
        return (self.sha256, self.tally, self.games) == (other.sha256, other.tally, other.games)

    @property
    def number(self) -> int:
        """The number of its chunk."""
        return int(self.name.rpartition("-")[2])


@dataclass
class State:
    """What is finished of a run: its parts, the tally of each group over them, and which parts were not merged yet."""

    parts: dict[str, Part] = field(default_factory=dict)
    tallies: dict[int, Tally] = field(default_factory=dict)
    noted: dict[str, Part] = field(default_factory=dict)

    def add(self, part: Part, tally: Tally) -> None:
        """One more finished part."""
        if part.name not in self.parts:
            before = self.tallies.get(part.group)
            self.tallies[part.group] = tally if before is None else before + tally
        part = replace(part, maker=sys.intern(part.maker))  # there are few makers and many parts
        self.parts[part.name] = self.noted[part.name] = part
