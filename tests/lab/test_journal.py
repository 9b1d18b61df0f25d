"""What a search noted answers the same questions, and no others."""

import pytest

from simlab.lab.journal import Journal


def asked_of(journal, questions):
    """What a search hears that asks these, and what had to be played for it."""
    played = []
    answers = [journal.answered(asked, lambda asked=asked: (played.append(asked), asked["n"] ** 2)[1]) for asked in questions]
    return answers, played


def of(*numbers):
    return [{"n": n} for n in numbers]


def test_the_same_questions_are_not_played_again():
    whole = Journal()
    assert asked_of(whole, of(1, 2, 3)) == ([1, 4, 9], of(1, 2, 3))
    again = Journal(list(whole.lines[:2]), say=pytest.fail)
    assert asked_of(again, of(1, 2, 3)) == ([1, 4, 9], of(3))
    assert again.lines == whole.lines


@pytest.mark.parametrize(("now", "played"), [((1, 5, 3), (5, 3)), ((7, 2, 3), (7, 2, 3)), ((1, 3), (3,))])
def test_what_was_asked_otherwise_is_never_an_answer_and_that_is_said(now, played):
    before, said = Journal(), []
    asked_of(before, of(1, 2, 3))
    journal = Journal(list(before.lines), say=said.append)
    assert asked_of(journal, of(*now)) == ([n**2 for n in now], of(*played))
    used = f"{len(now) - len(played)} of its 3 answers are used"
    assert said == [f"what was searched before was asked otherwise: {used}, the search goes on from there"]
    assert [line["asked"] for line in journal.lines] == of(*now)


def test_it_is_kept_now_and_then_and_when_it_is_told_to():
    kept = []
    journal = Journal(keep=lambda lines: kept.append(len(lines)))
    asked_of(journal, of(1, 2, 3))
    assert kept == [1], "the first at once, and then every few seconds"
    journal.save()
    assert kept == [1, 3]
