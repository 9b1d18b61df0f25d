"""The report of a run: a page that answers its question, an index of all runs, and the same answer on a terminal."""

from pathlib import Path

from rich.console import RenderableType

from simlab.report import console, index, notebook, page
from simlab.report.material import Material, analysis_of, read, readable
from simlab.storage.place import remove_torn, write_whole

__all__ = ["analysis_of", "framed_answer", "read", "terminal", "write", "write_brief", "write_index"]


def write(run_dir: Path, run: Material | None = None) -> Path:
    """Make the page of a finished run from what it left; index.html in its directory. `run` is what `read` gave, where it is there."""
    file = run_dir / "index.html"
    remove_torn(file)
    if run:
        write_whole(page.html_of(run), file)
    else:
        with readable(run_dir):
            write_whole(page.html_of(read(run_dir)), file)
    return file


def write_brief(run_dir: Path, run: Material | None = None) -> Path:
    """One sheet of paper about a finished run, to print; brief.html in its directory."""
    file = run_dir / "brief.html"
    write_whole(page.brief_html_of(run or read(run_dir)), file)
    return file


def framed_answer(run_dir: Path) -> str:
    """What answers the question of a finished run, as its page does, for a notebook."""
    return notebook.framed(page.html_of(read(run_dir), only_answer=True))


def write_index(reports_dir: Path) -> Path | None:
    """Make index.html of a directory with runs: their questions and answers. None where one lies there that is the user's own."""
    file = reports_dir / "index.html"
    if not index.is_ours(file):
        return None
    remove_torn(file)
    write_whole(index.html_of(reports_dir), file)
    return file


def terminal(run_dir: Path, run: Material | None = None) -> RenderableType:
    """The answer for a terminal: the sentences, a short table, and where the page is."""
    return console.answer_of(run or read(run_dir), run_dir / "index.html")
