"""An errand that is stopped, and goes on with what it has kept."""

import pytest

from simlab.lab.tuning import Desk, Memo


def stopped_and_gone_on(errand, plan, after):
    """An errand comes to the same whether it is stopped after so many answers or not. How many games were played, as it was told."""
    whole, done, kept, more = Memo(), [], [], []
    first = errand(plan, Desk(whole, 1, lambda *at: done.append(at[0])))

    def stop(text):
        kept.append(text)
        if len(kept) == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        errand(plan, Desk(Memo.of(b"", "it", stop), 1, lambda *_: None))
    memo = Memo.of(kept[-1].encode(), "it", more.append)
    assert len(memo.answers) == after
    assert errand(plan, Desk(memo, 2, lambda *_: None)) == first, "whoever plays it, and however often it was stopped"
    assert memo.answers == whole.answers
    assert len(more) == len(whole.answers) - after, "what was asked before is not played again"
    return done
