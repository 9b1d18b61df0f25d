"""simlab from Python: run an experiment, compare runs, simulate a table, trace a game."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from simlab.base.faults import BadInput, Fault, unknown
from simlab.experiment import Experiment, load
from simlab.experiment.plan import make_plan
from simlab.runner import Settings, compiles_what_is_met, run_experiment
from simlab.stats.analysis import Analysis
from simlab.stats.statistics.effects import EFFECTS, effect_line
from simlab.storage.folder import manifest_in
from simlab.storage.games import kept_rows
from simlab.storage.place import place
from simlab.table.batches import rows_of, single
from simlab.table.curve import with_chances
from simlab.table.rows import frame
from simlab.table.telling import Trace

if TYPE_CHECKING:
    from simlab.report.compared import Compared

Lineup = Sequence[str | Mapping[str, Any]]
Rules = Mapping[str, Any]


@dataclass(frozen=True)
class Run:
    """A finished run, as it lies in its directory; in a notebook it shows its answer. `path`: that directory."""

    path: Path

    def __str__(self) -> str:
        return "\n".join([self.manifest["experiment"]["question"], *self.answer, f"Report: {self.report}"])

    def _repr_html_(self) -> str:
        from simlab import report

        return report.framed_answer(self.path)

    @property
    def answer(self) -> list[str]:
        """The answer to the question, a sentence each."""
        return self._analysis.answer

    @property
    def verdicts(self) -> pl.DataFrame:
        """The comparisons that answer the question, each with its verdict: what `effects` says of them, and no more."""
        found = self._analysis
        return pl.DataFrame([effect_line(found, c) for c in found.headline], schema=dict(EFFECTS.columns))

    @cached_property
    def _analysis(self) -> Analysis:
        from simlab import report

        return report.analysis_of(self.path)

    @property
    def games(self) -> pl.LazyFrame:
        """The rows, one a game, over all parts; BadInput where the run kept none."""
        if self.manifest["experiment"]["keep"] == "summary":
            raise BadInput([Fault(str(self.path), "holds no games: its experiment says `keep: summary`")])
        return kept_rows(self.path)

    def table(self, name: str) -> pl.DataFrame:
        """A table of the run. `name`: `summary`, `effects`, `lengths` ..., as the manifest names them."""
        if name not in self.manifest["tables"]:
            raise BadInput([Fault(str(self.path), unknown("table", name, self.manifest["tables"]))])
        return pl.read_parquet(io.BytesIO((self.path / f"{name}.parquet").read_bytes()))

    @cached_property
    def summary(self) -> pl.DataFrame:
        """Per number of players, line-up, scenario and metric: deals, mean, standard error, 95% interval."""
        return self.table("summary")

    @cached_property
    def effects(self) -> pl.DataFrame:
        """Every scenario against the baseline: the difference on the same deals, its interval and verdict."""
        return self.table("effects")

    @cached_property
    def factors(self) -> pl.DataFrame:
        """Where rules are varied: what each value of each rule does, averaged over the others."""
        return self._of_varied_rules("factors")

    @cached_property
    def interactions(self) -> pl.DataFrame:
        """Where rules are varied: by how much two values together do more than the sum of both."""
        return self._of_varied_rules("interactions")

    def _of_varied_rules(self, table: str) -> pl.DataFrame:
        if "vary" not in self.manifest["experiment"]:
            raise BadInput([Fault(str(self.path), f"has no {table}: its experiment varies no rules (`vary`)")])
        return self.table(table)

    @property
    def manifest(self) -> dict[str, Any]:
        """The experiment as resolved, what its rows depend on, versions, checksums, timings."""
        return manifest_in(self.path)

    @property
    def report(self) -> Path:
        """The HTML report."""
        return self.path / "index.html"


def run(
    experiment: str | Path | dict[str, Any] | Experiment,
    *,
    changes: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
    jobs: int = 0,
    backend: str | None = None,
    scheduler: str | None = None,
    out: str | Path | None = None,
    fresh: bool = False,
) -> Run:
    """Run an experiment, or what is left of it, and write its report. In a notebook a bar shows how far it has come.

    `experiment`: a YAML file, a dict with the same keys, or what `simlab.Experiment` or `load` gave.
    `changes`: "PATH=VALUE" as with --set: ["hand_size=6", "matters.share=0.02"].
    `games`: games a scenario, in place of the experiment's.
    `seed`: where all chance comes from, in place of the experiment's.
    `jobs`: how many at once; 0: one for every core.
    `backend`: "threading" (unless given), "loky" or "dask".
    `scheduler`: with dask its address, or "local" for a cluster on this machine.
    `out`: the run's directory, or an address in an object store; reports/<experiment> unless given.
    `fresh`: replace what another experiment left in that directory, instead of starting beside it.
    """
    from simlab import report
    from simlab.report.notebook import progress

    with progress() as (done, so_far):
        settings = Settings(jobs=jobs, backend=backend, scheduler=scheduler, out=out, fresh=fresh, progress=done, so_far=so_far)
        with compiles_what_is_met(settings) as met:
            loaded = load(experiment, changes=changes, games=games, seed=seed, met=met)
        folder = run_experiment(loaded, settings)
    report.write(folder.path, report.read(folder.path, is_asked=True))
    if out is None:
        report.write_index(folder.path.parent)
    return Run(folder.path)


def compare(*runs: Run | str | Path) -> "Compared":
    """What changed between runs of one game, and whose verdict: prints as its answer.

    `runs`: two or more, in the order in which they were made, each a `Run` or the directory of one.

    What comes back has `.answer` (the sentences), `.changes` (a polars frame: every number of both, their difference, its interval and
    verdict), `.differing` (in what their experiments and versions differ) and `.write(file)`, which makes a page of it.
    """
    from simlab.report.compared import compare as side_by_side

    return side_by_side([run.path if isinstance(run, Run) else place(run) for run in runs])


def simulate(
    game: str, lineup: Lineup, games: int, *, rules: Rules | None = None, seating: str = "fixed", seed: int = 1, first: int = 0
) -> pl.DataFrame:
    """Play games at one table, in this process; a row a game.

    `game`: its name, as `simlab games` lists it.
    `lineup`: a strategy a seat: a name, a file, or {"strategy": "hoarder", "keep": 2}.
    `games`: how many at least; a deal is always played in all its seatings.
    `rules`: house rules by name; the others are as printed.
    `seating`: "fixed", or in what seatings each deal is played, as in an experiment.
    `seed`: where all chance comes from.
    `first`: the number of the first deal.
    """
    plan = make_plan(_table(game, lineup, rules, seed, games, seating), chunk_games=len(lineup) * games + games)
    chunk = replace(next(plan.chunks()), first=first)
    return frame(plan, chunk, rows_of(plan, chunk))


def trace(game: str, lineup: Lineup, deal: int = 0, *, rules: Rules | None = None, seed: int = 1, curve: int = 0) -> Trace:
    """One game, move by move: iterates as events, prints as text.

    `game`, `lineup`, `rules`, `seed`: as for `simulate`.
    `deal`: its number: the same deal as that of any run with this seed.
    `curve`: tell each seat's chances to win after each turn, from so many imagined games.
    """
    if deal < 0:
        raise BadInput([Fault("deal", f"{deal} is out of range; deals have the numbers 0, 1, 2, ...")])
    table = single(_table(game, lineup, rules, seed))
    return Trace(table.game, tuple(with_chances(table, deal, curve) if curve else table.trace(deal)))


def _table(game: str, lineup: Lineup, rules: Rules | None, seed: int, games: int = 1, seating: str = "fixed") -> Experiment:
    """One table as an experiment, checked like any other."""
    asked = {"question": "What happens at this table?", "game": game, "players": len(lineup), "games": games, "seed": seed}
    return load({**asked, "lineup": list(lineup), "seating": seating, "rules": dict(rules or {})})
