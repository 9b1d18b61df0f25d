"""Ctrl-C while a command works, and when it has ended."""

import signal
import sys
import threading
import time

import pytest

from simlab.cli import main


def test_whoever_calls_a_command_has_its_ctrl_c_back(monkeypatch):
    handler, pipe, threads = signal.getsignal(signal.SIGINT), signal.set_wakeup_fd(-1), threading.active_count()
    monkeypatch.setattr(sys, "argv", ["simlab", "games"])
    with pytest.raises(SystemExit):
        main()
    assert signal.getsignal(signal.SIGINT) is handler
    assert signal.set_wakeup_fd(pipe) == -1
    for _ in range(100):
        if threading.active_count() == threads:
            return
        time.sleep(0.02)
    pytest.fail("the thread that waited for Ctrl-C waits on")
