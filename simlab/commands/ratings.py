"""What strategies were rated at last."""

from pathlib import Path

import polars as pl

from simlab.storage.folder import MANIFEST, manifest_in
from simlab.words.numbers import give_or_take, rounded


def known_ratings(game: str) -> tuple[dict[tuple[str, str], str], str]:
    """The ratings of the last league of a game that lies in reports/, by strategy and its text; and where it lies."""
    leagues = []
    for manifest in Path("reports").glob(f"*/{MANIFEST}"):
        told = manifest_in(manifest.parent)
        if told.get("status") == "finished" and told["experiment"].get("game") == game and "ratings" in told.get("tables", ()):
            leagues.append((manifest.stat().st_mtime, manifest.parent, told["identity"]["strategies"]))
    if not leagues:
        return {}, ""
    _, run, digests = max(leagues, key=lambda league: league[:2])
    lines = pl.read_parquet(run / "ratings.parquet").unique("strategy", keep="first").to_dicts()
    width = {line["strategy"]: (line["high"] - line["low"]) / 2 for line in lines}
    told_of = {line["strategy"]: rounded(line["rating"], width[line["strategy"]], sign=True) for line in lines}
    return {(name, digests[name]): f"{rating} {give_or_take(width[name])}" for name, rating in told_of.items() if name in digests}, str(run)
