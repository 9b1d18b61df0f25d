"""Ctrl-C while a command works, and when it has ended."""

import signal
import sys
import threading

import pytest

from simlab.cli import main
from tests.run.harness import LONG


def test_whoever_calls_a_command_has_its_ctrl_c_back(monkeypatch):
    handler, pipe, threads = signal.getsignal(signal.SIGINT), signal.set_wakeup_fd(-1), {*threading.enumerate()}
    monkeypatch.setattr(sys, "argv", ["simlab", "games"])
    with pytest.raises(SystemExit):
        main()
    assert signal.getsignal(signal.SIGINT) is handler
    assert signal.set_wakeup_fd(pipe) == -1
    for thread in {*threading.enumerate()} - threads:
        thread.join(LONG)
        assert not thread.is_alive(), "the thread that waited for Ctrl-C waits on"
