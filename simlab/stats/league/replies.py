"""What a field can do about each of its strategies: who does best against it, who makes it superfluous, and how the best mix plays it."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from simlab.stats.league.ladder import Ladder

EVEN = 0.5


def replies(names: Sequence[str], ladder: Ladder) -> Iterator[dict[str, Any]]:
    """A line a strategy, the best first: the best reply to it, and what that wins where either wins; by whom it is dominated; for two
    players how often the mix plays it against which nobody does better.
    """
    is_duel = ladder.results.seated.shape[1] == 2
    mix = equilibrium(shares_of(ladder)) if is_duel else np.full(len(names), np.nan)
    for a in ladder.order:
        against = [pair for pair in ladder.pairs.values() if pair.b == a]
        best = max(against, key=lambda pair: (pair.share, -ladder.order.index(pair.a)), default=None)
        by = dominator(ladder, a)
        width = ladder.fit.reach * best.se if best else np.nan
        yield {
            **{"strategy": names[a], "best_reply": names[best.a] if best else None, "share": best.share if best else None},
            **{"low": best.share - width if best else None, "high": best.share + width if best else None},
            **{"dominated_by": names[by] if by is not None else None, "mix": float(mix[a]) if is_duel else None},
        }


def dominator(ladder: Ladder, a: int) -> int | None:
    """Who beats a strategy beyond doubt, and does at least as well against everybody else; the best of these."""

    def is_better(b: int) -> bool:
        others = [c for c in ladder.order if c not in (a, b) and (a, c) in ladder.pairs and (b, c) in ladder.pairs]
        is_ahead = (b, a) in ladder.pairs and ladder.pairs[b, a].is_ahead
        return is_ahead and all(ladder.pairs[b, c].share >= ladder.pairs[a, c].share for c in others)

    return next((b for b in ladder.order if is_better(b)), None)


def shares_of(ladder: Ladder) -> np.ndarray:
    """[a, b]: what a wins of b; of two that never meet, a half."""
    shares = np.full((ladder.results.field,) * 2, EVEN)
    for (a, b), pair in ladder.pairs.items():
        shares[a, b] = pair.share
    return shares


def equilibrium(shares: np.ndarray) -> np.ndarray:
    """For two players: how often to play each strategy so that nobody does better against the mix; `shares` [a, b] is what a wins of b."""
    from scipy.optimize import linprog  # here, because it takes long to load and few runs need it

    n = len(shares)
    edge = shares - shares.T
    found = linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=np.column_stack([-edge.T, np.ones(n)]),
        b_ub=np.zeros(n),
        A_eq=[[1.0] * n + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
    )
    return np.asarray(found.x[:n])
