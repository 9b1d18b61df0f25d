"""Adapting: by each scenario's rules every player of a line-up is tuned against the others as they play by then, one after the other.

Searches end at different points by luck alone, and a better search finds more. Neither is adapting: so what was found by any rules is tried
by all of them, on the same deals that no search has seen. A player plays otherwise only where that wins more beyond doubt, and otherwise
than by the baseline's rules only where that wins more beyond doubt there.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from simlab.experiment.adapting import Adapt, Gain
from simlab.experiment.plan import Plan
from simlab.experiment.tuning import Params
from simlab.lab.surface import Won
from simlab.lab.tuning import FIRST, Candidates, Desk
from simlab.stats.special import ndtri

UNSEEN = 2 * FIRST  # deals from here on compare what searches have found
ROUNDS = 2  # of all players, where there is more than one who answers another
COMPARING = 0.4  # of the games: for what no search has seen
DOUBT = 0.05  # how seldom any of all comparisons of an errand may be wrong


def adapted(plan: Plan, desk: Desk) -> Adapt:
    """Who adapts, with what was found for each scenario."""
    adapt = plan.experiment.adapt
    assert adapt is not None
    return _Adapting(plan, adapt, desk).done()


class _Adapting:
    """An errand: what was found so far, by scenario and player."""

    def __init__(self, plan: Plan, adapt: Adapt, desk: Desk) -> None:
        self.plan, self.adapt, self.desk = plan, adapt, desk
        self.group = plan.groups[0]
        base = self.group.baseline
        self.order = [base, *self.group.others]  # of the scenarios: what all are compared with first
        self.found: dict[int, dict[str, Params]] = {s: {} for s in self.order}
        self.gains: dict[tuple[int, str], Gain] = {}
        adapting = sum(seat.label in adapt.over for seat in adapt.lineup)
        self.turns = list(product(range(ROUNDS if adapting > 1 else 1), adapt.over))
        comparisons = len(self.turns) * len(self.order) * (len(self.order) + 2)
        self.reach = -float(ndtri(DOUBT / comparisons))
        self.unseen = UNSEEN

    def done(self) -> Adapt:
        """All turns of all players, with the same budget each."""
        for number, (_, who) in enumerate(self.turns):
            self._turn(number, who, self.adapt.budget // len(self.turns))
        names = self.group.scenarios
        found = {names[s]: {who: params for who, params in of.items() if params} for s, of in sorted(self.found.items())}
        return replace(self.adapt, found=found, gains=tuple(gain for _, gain in sorted(self.gains.items())))

    def _table(self, s: int, who: str) -> Candidates:
        """Where a player asks what it wins by the rules of a scenario, the others as they play by then."""
        group = replace(self.group, scenarios=(self.group.scenarios[s],), rules=(self.group.rules[s],), baseline=0)
        seats = self.adapt.seats(self.found[s])
        place = next(i for i, seat in enumerate(seats) if seat.label == who)
        return Candidates(self.plan, self.desk, group, seats, self.adapt.over[who], place)

    def _turn(self, number: int, who: str, budget: int) -> None:
        """One player looks for what is best in each scenario, and then chooses among all that was found in any."""
        tables = {s: self._table(s, who) for s in self.order}
        held = [self.found[s].get(who, {}) for s in self.order]
        each = int(budget * (1 - COMPARING)) // len(tables)
        pool: list[Params] = [{}, *held]
        for s, table in tables.items():
            best = table.search(each, [self.plan.experiment.seed, FIRST, number, s]).best()
            pool += [table.params(best)] if best != table.choose(table.start) else []
        pool = [params for i, params in enumerate(pool) if params not in pool[:i]]
        if len(pool) < 2:
            return
        deals = int(budget * COMPARING) // (len(tables) * len(pool) * tables[self.order[0]].games)
        if deals:
            compared = {s: table.won(pool, self.unseen, deals) for s, table in tables.items()}
            self.unseen += deals
            self._choose(who, pool, compared)

    def _choose(self, who: str, pool: Sequence[Params], compared: dict[int, Won]) -> None:
        """By the baseline's rules what was played stays while nobody can say that another is better; else comes, of those of whom nobody
        can, what wins most by all rules together. By other rules a player plays on as by the baseline's, while nobody can say so of that.
        """
        base, *others = self.order
        everywhere = np.sum([of.sums for of in compared.values()], axis=0)
        leading = {s: of.leading(self.reach) for s, of in compared.items()}
        before = pool.index(self.found[base].get(who, {}))
        before = before if before in leading[base] else max(leading[base], key=lambda one: float(everywhere[one]))
        chosen = {base: before}
        for s in others:
            first = (before, pool.index(self.found[s].get(who, {})), int(np.argmax(compared[s].sums)))
            chosen[s] = next(one for one in first if one in leading[s])
        for s, one in chosen.items():
            self.found[s][who] = pool[one]
            if s != base and one != before:
                self.gains[s, who] = Gain(self.group.scenarios[s], who, *compared[s].gain(one, before), compared[s].deals)
            else:
                self.gains.pop((s, who), None)
