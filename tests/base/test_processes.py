"""Processes of our own: how many heaps their threads share."""

import ctypes
import os
import subprocess
import sys

import pytest

from simlab import cli
from simlab.base import processes
from simlab.base.processes import cores

HEAPS = """
import ctypes, threading
from simlab.base.processes import share_heaps

{shared}
library, together = ctypes.CDLL(None), threading.Barrier({threads})

def need():
    library.malloc(1000)
    together.wait()

threads = [threading.Thread(target=need) for _ in range({threads})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
library.fopen.restype = ctypes.c_void_p
library.malloc_info(0, ctypes.c_void_p(library.fopen(b"/dev/stdout", b"w")))
library.fflush(None)
"""


def heaps(shared, **environment):
    """How many heaps glibc tells of, after many threads at the same time needed memory."""
    text = HEAPS.format(shared=shared, threads=cores() + 8)
    settings = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")} | environment
    return subprocess.run([sys.executable, "-c", text], env=settings, capture_output=True, text=True, check=True).stdout.count("<heap")


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="another library than glibc has one heap")
def test_threads_share_as_many_heaps_as_there_are_cores():
    """Else each finds its own; and what the user has set stays."""
    assert heaps("") > cores()
    assert heaps("share_heaps()") <= cores()
    assert heaps("share_heaps()", MALLOC_ARENA_MAX="1") == 1


def test_commands_share_them(monkeypatch):
    """Before any thread begins."""
    called = []
    monkeypatch.setattr(processes, "share_heaps", lambda: called.append(True))
    monkeypatch.setattr(sys, "argv", ["simlab", "version"])
    with pytest.raises(SystemExit):
        cli.main()
    assert called
