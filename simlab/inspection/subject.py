"""What a check is given: the game, what its author wrote, and the games that were played of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from simlab.engine.game import Game
from simlab.inspection.looked import Looked
from simlab.inspection.sample import Sample
from simlab.inspection.text import Text, files_of
from simlab.kit.layouts import MADE
from simlab.kit.zones import Layout


@dataclass(frozen=True, eq=False)
class Subject:
    """A game that is checked. `told`: what the other processes told of the games that they played."""

    game: Game
    told: Mapping[str, list[Any]] = field(default_factory=dict)

    @cached_property
    def text(self) -> Text:
        """What its author wrote."""
        return Text(files_of(self.game))

    @cached_property
    def names(self) -> Mapping[str, Any]:
        """What stands in the module of a user's own game."""
        return vars(self.game.module) if self.game.module else {}

    @cached_property
    def layout(self) -> Layout | None:
        """Where its cards lie, if it was made with the kit."""
        made = MADE.get(self.game.state)
        return made.layout if made else None

    @cached_property
    def sample(self) -> Sample:
        """Thousands of games, compiled."""
        return Sample(self.game)

    @cached_property
    def looked(self) -> Looked:
        """Some games as plain Python, looked over while they are played."""
        return Looked(self.game, self.layout, self.text)
