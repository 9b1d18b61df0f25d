"""The report of a run: a page that answers its question, an index of all runs, and the same answer on a terminal."""

from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType

from simlab import games
from simlab.base.faults import BadInput, Fault
from simlab.stats.analysis import Analysis
from simlab.stats.tally import layout
from simlab.storage.folder import Folder, key_of, manifest_in
from simlab.storage.place import write_whole

if TYPE_CHECKING:
    from simlab.report.material import Material

__all__ = ["analysis_of", "read", "terminal", "write", "write_index"]


_HOLDS = {  # what of a manifest is needed
    **dict.fromkeys(("experiment", "identity", "strategies", "versions"), dict),
    **dict.fromkeys(("games", "planned"), int),
    "simlab": str,
    "seconds": int | float,
}


def analysis_of(run_dir: Path) -> Analysis:
    """What a finished run says, from what it left in its directory; BadInput where that can't be read any more."""
    from simlab.experiment import load

    manifest = manifest_in(run_dir)
    again = manifest.get("again") or "what started it"

    def refuse(what: str) -> BadInput:
        return BadInput([Fault(str(run_dir), what)])

    if "status" not in manifest:
        raise refuse("holds no run of simlab; give the directory of a finished run")
    if manifest["status"] != "finished":
        raise refuse(f"is not finished; go on with: {again}")
    if wrong := [key for key, kind in _HOLDS.items() if not isinstance(manifest.get(key), kind)]:
        raise refuse(f"its manifest is damaged or of another version of simlab ({wrong[0]}); make it again with: {again}")
    if manifest["identity"].get("statistics") != layout():
        raise refuse(f"simlab {manifest['simlab']} counted otherwise; play it again with: {again}")
    state = Folder(run_dir, key_of(manifest["identity"])).state()
    if sum(part.games for part in state.parts.values()) != manifest["games"]:
        raise refuse(f"its tally.json is missing or damaged; make it again with: {again}")
    own = manifest.get("game")
    if not isinstance(own, dict):
        return Analysis(load(manifest["experiment"], is_stored=True), state.tallies)
    game = games.version(str(own.get("name")), str(own.get("digest")))  # while a run was made, its file may have been edited
    if game is None:
        raise refuse(f"games/{own.get('name')}.py is no longer what was played; its page still is. Play it again with: {again}")
    with games.held(game):
        return Analysis(load(manifest["experiment"], is_stored=True), state.tallies)


def read(run_dir: Path) -> "Material":
    """A finished run, ready to be told: on a page, on a terminal."""
    from simlab.report.material import Material

    return Material(run_dir, analysis_of(run_dir), manifest_in(run_dir))


def write(run_dir: Path, run: "Material | None" = None) -> Path:
    """Make the page of a finished run from what it left; index.html in its directory. `run` is what `read` gave, where it is there."""
    from simlab.report.page import html_of

    page = run_dir / "index.html"
    write_whole(html_of(run or read(run_dir)), page)
    return page


def write_index(reports_dir: Path) -> Path:
    """Make index.html of a directory with runs: their questions and answers."""
    from simlab.report.index import html_of

    page = reports_dir / "index.html"
    write_whole(html_of(reports_dir), page)
    return page


def terminal(run_dir: Path, run: "Material | None" = None) -> RenderableType:
    """The answer for a terminal: the sentences, a short table, and where the page is."""
    from simlab.report.console import answer_of

    return answer_of(run or read(run_dir), run_dir / "index.html")
