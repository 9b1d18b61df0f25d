"""What is said of a strategy that was tuned: better, better by little, perhaps; or no better than it was."""

import pytest

from simlab.experiment.tuning import Tried, Tune
from simlab.players.seats import Seat
from simlab.stats.robust.spread import Spread
from simlab.stats.tuned import Tuned
from tests.stats.estimated import estimated

OWL = Seat("owl", {}, "owl")
TRIED = (Tried({"near": 2.0, "bold": 0.5}, "halving", 400, 0.3, 400),)
FOUND = {"near": 3.2, "bold": 0.5}


class Confirmed(Tuned):
    """A gain of so many points, from 30% of games."""

    def share(self, *, is_tuned):
        return 0.3 + is_tuned * self.gain.mean


def confirmed(points, half=0.5, found=FOUND):
    tuned = Confirmed(Tune(OWL, (OWL,), {"near": (0, 6), "bold": (0, 1)}, 4_000, (), found, TRIED), None, 0.01)
    vars(tuned)["gain"] = estimated(points / 100, half / 196.2)
    vars(tuned)["spread"] = Spread([0.01, 0.02, 0.03], [0.001] * 3, 0.001)
    vars(tuned)["at_tables"] = {who: estimated(gain, 0.007) for who, gain in (("a", 0.01), ("b", 0.02), ("c", 0.03))}
    return tuned


LUCK = "no better than the default: tuned, owl wins 30.2% of games rather than 30.0%, which may be luck."


@pytest.mark.parametrize(
    ("points", "found", "headline", "ruling"),
    [
        (3.0, FOUND, "tuned, owl wins 33.0% of games rather than 30.0% (+2.5 to +3.5 points), which matters.", "better, and it matters"),
        (1.2, FOUND, "tuned, owl wins 31.2% of games rather than 30.0% (+0.7 to +1.7 points), perhaps too little to matter.", "better"),
        (
            0.2,
            FOUND,
            "no better than the default: tuned, owl wins 30.2% of games rather than 30.0%, which may be luck.",
            "no better than the default",
        ),
        (-2.0, FOUND, "no better than the default: tuned, owl wins 28.0% of games rather than 30.0%.", "no better than the default"),
        (
            0.0,
            {},
            "no better than the default: of all that was tried nothing seemed to win more than owl as it is, 30.0% of games.",
            "no better than the default",
        ),
    ],
)
def test_the_headline(points, found, headline, ruling):
    tuned = confirmed(points, found=found)
    assert tuned._headline() == headline
    assert tuned.ruling.text == ruling
    assert tuned.entry == ({"strategy": "owl", **FOUND} if tuned.is_better else "owl")


def test_a_gain_that_is_sure_and_too_small_to_matter():
    assert confirmed(0.4, 0.1)._headline() == (
        "tuned, owl wins 30.40% of games rather than 30.00%: better, but by less than a point, which is too little to matter."
    )
    assert confirmed(0.4, 0.1).ruling.text == "better by little"


def test_what_was_found_and_what_it_is_worth_among_others():
    assert confirmed(3.0)._found() == "found: near 3.2 rather than 2."
    assert confirmed(3.0)._of_field().startswith("at 3 tables of the field it gains +2.0 points on average (beyond doubt at 2), ")
    assert confirmed(0.2)._found() == confirmed(0.2)._of_field() == ""
