"""Games that another rule gives to other winners."""

from collections.abc import Iterator

from simlab.engine.metric import Metric, shares
from simlab.metrics import Kind, Setting

FLIPPED = shares("flipped", "games with other winners", 8, section="flipped")


def _flipped(_: Setting) -> Iterator[Metric]:
    subject = "the share of games with other winners"
    yield Metric("flipped", "flipped", subject, FLIPPED, lambda played: played.flipped, is_askable=False)


METRICS = Kind(8, _flipped)
