"""An errand that is stopped, and goes on with what it has kept."""

import json

import pytest

from simlab.lab.journal import Journal
from simlab.lab.tuning import Desk


def stopped_and_gone_on(errand, plan, after):
    """An errand comes to the same whether it is stopped after so many answers or not. How many games were played, as it was told."""
    whole, done = Journal(), []
    first = errand(plan, Desk(whole, 1, lambda *at: done.append(at[0])))
    told = []

    def stop(*at):
        told.append(at)
        if len(told) == after:
            raise KeyboardInterrupt

    stopped = Journal()
    with pytest.raises(KeyboardInterrupt):
        errand(plan, Desk(stopped, 1, stop))
    assert len(stopped.lines) == after
    again = Journal(json.loads(json.dumps(stopped.lines)), say=pytest.fail)
    answered = _counted(again)
    assert errand(plan, Desk(again, 2, lambda *_: None)) == first, "whoever plays it, and however often it was stopped"
    assert again.lines == json.loads(json.dumps(whole.lines))
    assert len(answered) == len(whole.lines) - after, "what was asked before is not played again"
    return done


def _counted(journal):
    """What a journal had not noted yet, once it was asked."""
    before, played = journal.answered, []

    def answered(asked, answer):
        return before(asked, lambda: (played.append(asked), answer())[1])

    journal.answered = answered
    return played
