"""simlab from Python: run an experiment, simulate a table, trace a game."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from simlab.base.faults import BadInput, Fault, unknown
from simlab.experiment import Experiment, load
from simlab.experiment.plan import make_plan
from simlab.runner import Settings, run_experiment
from simlab.storage.folder import Folder, manifest_in, parts_in
from simlab.table.batches import rows_of, single
from simlab.table.rows import frame
from simlab.table.telling import Trace

Lineup = Sequence[str | Mapping[str, Any]]
Rules = Mapping[str, Any]


@dataclass(frozen=True)
class Run:
    """A finished run, as it lies in its directory."""

    path: Path

    @property
    def games(self) -> pl.LazyFrame:
        """The rows, one a game, over all parts; BadInput where the run kept none."""
        if self.manifest["experiment"]["keep"] == "summary":
            raise BadInput([Fault(str(self.path), "holds no games: its experiment says `keep: summary`")])
        folder = Folder(self.path, "")
        return pl.scan_parquet([str(folder.part_file(name)) for name in parts_in(self.path)], glob=False)  # a name may hold [ or *

    def table(self, name: str) -> pl.DataFrame:
        """A table of the run: `summary`, `effects`, `lengths` ..., as the manifest names them."""
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
    """Run an experiment, or what is left of it, and write its report. `changes` are "PATH=VALUE", as with --set; `out` may be
    an address in an object store.
    """
    from simlab import report

    settings = Settings(jobs=jobs, backend=backend, scheduler=scheduler, out=out, fresh=fresh)
    folder = run_experiment(load(experiment, changes=changes, games=games, seed=seed), settings)
    report.write(folder.path, report.read(folder.path, is_asked=True))
    return Run(folder.path)


def simulate(
    game: str, lineup: Lineup, games: int, *, rules: Rules | None = None, seating: str = "fixed", seed: int = 1, first: int = 0
) -> pl.DataFrame:
    """Play games at one table, in this process; a row a game. `first` is the number of the first deal."""
    plan = make_plan(_table(game, lineup, rules, seed, games, seating), chunk_games=len(lineup) * games + games)
    chunk = replace(next(plan.chunks()), first=first)
    return frame(plan, chunk, rows_of(plan, chunk))


def trace(game: str, lineup: Lineup, deal: int = 0, *, rules: Rules | None = None, seed: int = 1) -> Trace:
    """One game, move by move: iterates as events, prints as text."""
    if deal < 0:
        raise BadInput([Fault("deal", f"{deal} is out of range; deals have the numbers 0, 1, 2, ...")])
    table = single(_table(game, lineup, rules, seed))
    return Trace(table.game, tuple(table.trace(deal)))


def _table(game: str, lineup: Lineup, rules: Rules | None, seed: int, games: int = 1, seating: str = "fixed") -> Experiment:
    """One table as an experiment, checked like any other."""
    asked = {"question": "What happens at this table?", "game": game, "players": len(lineup), "games": games, "seed": seed}
    return load({**asked, "lineup": list(lineup), "seating": seating, "rules": dict(rules or {})})
