"""The games of a finished run, read again from its parts: deal by deal, as statistics see them."""

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from simlab.base.faults import BadInput, Fault
from simlab.stats.estimates import GroupStats
from simlab.stats.played import Played
from simlab.storage.folder import Folder, manifest_in, parts_in
from simlab.storage.place import checksum, read
from simlab.table.rows import rows_in

AT_ONCE = 400_000  # rows in memory


def are_kept(run: Path, stats: GroupStats) -> bool:
    """Are all games of a group there, a row each? BadInput where a part is not what was written."""
    manifest, name = manifest_in(run), _name(stats)
    for part in [part for part in manifest["parts"] if part["name"].startswith(name)]:
        file = run / "games" / f"{part['name']}.parquet"
        data = read(file) if part["sha256"] else None
        if data is None:
            return False
        if checksum(data) != part["sha256"]:
            raise BadInput([Fault(str(file), f"is damaged; make it again with: {manifest.get('again') or 'what started the run'}")])
    count = _rows(run, stats, stats.deals).select(pl.len()).collect().item()
    return bool(count == stats.deals * len(stats.measures.group.cells))


def _name(stats: GroupStats) -> str:
    return f"part-{stats.measures.group.players}p-"


def _rows(run: Path, stats: GroupStats, end: int, start: int = 0) -> pl.LazyFrame:
    """The rows of a group on these deals: at its line-ups, by the rules of its scenarios."""
    group = stats.measures.group
    at = pl.col("table").cast(pl.String).is_in([lineup.name for lineup in group.lineups])
    by = pl.col("scenario").cast(pl.String).is_in(group.scenarios)
    return kept_rows(run, _name(stats)).filter(pl.col("deal").is_between(start, end - 1), at, by)


def kept_rows(run: Path, beginning: str = "part-") -> pl.LazyFrame:
    """The rows of all parts whose names begin so."""
    folder = Folder(run, "")
    parts = [str(folder.part_file(name)) for name in parts_in(run) if name.startswith(beginning)]
    return pl.scan_parquet(parts, glob=False)  # a folder may have brackets in its name


def in_blocks(run: Path, stats: GroupStats, deals: int, size: int) -> Iterator[Played]:
    """The first so many deals with all their games, so many deals at once."""
    for first in range(0, deals, size):
        some = min(size, deals - first)
        table = _rows(run, stats, first + some, first).collect()
        yield Played(stats.measures, rows_in(stats.measures.game, table).reshape(some, -1), first)
