"""What a notebook shows: a page in a frame of its own, and how far a run has come."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

HEIGHT = "40rem"
EVERY = 0.25  # seconds between two pictures of a bar


def framed(page: str) -> str:
    """A page within a notebook, where neither's style touches the other's."""
    return f'<iframe srcdoc="{escape(page)}" style="width: 100%; height: {HEIGHT}; border: 0" title="Answer"></iframe>'


def is_here() -> bool:
    """Are we run by a notebook? Then IPython is there, and has a kernel."""
    return hasattr(getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)(), "kernel")


@contextmanager
def progress() -> Iterator[tuple[Callable[[int, int], None], Callable[[str], None]]]:
    """In a notebook a bar below the cell until all is done: how many games, and how narrow the intervals are by now. Else nothing."""
    bar = _Bar(_handle()) if is_here() else None
    if bar is None or bar.handle is None:
        yield lambda _done, _total: None, lambda _text: None
        return
    try:
        yield bar.show, bar.tell
    finally:
        bar.draw("")


def _handle() -> Any:
    """A place in the notebook's output that can be drawn again; None where this notebook has no such thing."""
    from IPython.display import HTML, display

    return display(HTML(""), display_id=True)


class _Bar:
    def __init__(self, handle: Any) -> None:
        self.handle, self.said, self.drawn = handle, "", 0.0
        self.began = time.monotonic()

    def show(self, done: int, total: int) -> None:
        """So many games of so many."""
        now = time.monotonic()
        if now - self.drawn < EVERY:
            return
        self.drawn = now
        speed = f", {done / (now - self.began):,.0f}/s" if now - self.began > 1 else ""
        self.draw(f'<progress max="{total}" value="{done}"></progress> {done:,} of {total:,} games{speed} {escape(self.said)}')

    def tell(self, text: str) -> None:
        """How narrow the intervals are by now."""
        self.said = f"· {text}"

    def draw(self, html: str) -> None:
        """This, in place of what was there."""
        from IPython.display import HTML

        self.handle.update(HTML(html))
