"""Only one run at a time works in a place, and whoever works for it can tell whether it is still this run.

`.lock` holds the run's token. On a disk the system locks it for as long as the process lives. An object store has no locks: there the
token is written only if no other is there, renewed all the time, and counts for nothing once it has not been renewed for a minute.
"""

import errno
import fcntl
import os
import re
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from simlab.base.faults import BadInput, Fault, RunFailure
from simlab.storage.place import is_local, is_running, read, remove, write_first, write_whole

LASTS = 60.0  # seconds that a token in an object store counts for after it was renewed
SETTLES = 1.0  # seconds after which two that took over at the same time can tell who was last
LOCK = ".lock"


@contextmanager
def held(place: Path) -> Iterator[str]:
    """The place for us alone; the token that says so. Refused where another run works in it."""
    token = f"{maker()}:{secrets.token_hex(8)}"
    with _held_on_disk(place, token) if is_local(place) else _held_in_store(place, token):
        yield token


def is_token(text: bytes) -> bool:
    """Can a run have left this? A token; or what is left of one, or nothing, where the power failed while it was written."""
    written = text.rstrip(b"\0")
    return socket.gethostname().encode().startswith(written) or bool(re.fullmatch(rb"[\w.-]+:\d*(:[0-9a-f]{0,16})?", written))


def holds(place: Path, token: str) -> bool:
    """Is this the place of that run, seen from here, and still its own?"""
    try:
        return read(place / LOCK) == token.encode()
    except OSError:
        return False


def maker() -> str:
    """Who we are, among all processes of all machines."""
    return f"{socket.gethostname()}:{os.getpid()}"


def _refusal(place: Path, holder: str, advice: str) -> RunFailure:
    by = f" (by {holder})" if holder else ""
    return RunFailure(f"{place}: another run is working in this directory{by}; {advice}, or choose another with --out")


@contextmanager
def _held_on_disk(place: Path, token: str) -> Iterator[None]:
    with os.fdopen(os.open(place / LOCK, os.O_RDWR | os.O_CREAT, 0o666), "r+b") as file:  # which leaves a token that is there as it is
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise BadInput([Fault(str(place), f"cannot be locked: {error.strerror}; choose another directory with --out")]) from error
            raise _refusal(place, _name(file.read()), "wait for it") from None
        file.truncate(0)
        file.write(token.encode())
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def _name(token: bytes) -> str:
    """The host and the process that hold a token."""
    return token.decode(errors="replace").rpartition(":")[0]


@contextmanager
def _held_in_store(place: Path, token: str) -> Iterator[None]:
    _take(place, token)
    done = threading.Event()
    renewing = threading.Thread(target=_renew, args=(place, token, done), daemon=True)
    renewing.start()
    try:
        yield
    finally:
        done.set()
        renewing.join(SETTLES)
        if holds(place, token):
            remove([place / LOCK])


def _take(place: Path, token: str) -> None:
    if write_first(token.encode(), place / LOCK):
        return
    other = read(place / LOCK) or b""
    left = LASTS - _age(place / LOCK)
    if left > 0 and not _has_died(_name(other)):
        raise _refusal(place, _name(other), f"wait for it; if it was killed, try again in {left:.0f} s")
    write_whole(token, place / LOCK)
    time.sleep(SETTLES)
    if not holds(place, token):
        raise _refusal(place, _name(read(place / LOCK) or b""), "wait for it")


def _age(path: Path) -> float:
    """How many seconds ago a file in a store was written."""
    try:
        written: datetime = path.fs.modified(path.path)  # type: ignore[attr-defined]  # a store's path has them
    except OSError:
        return LASTS
    return (datetime.now(UTC) - written).total_seconds()


def _has_died(holder: str) -> bool:
    """Was it a process of this machine, which is no longer there?"""
    host, _, pid = holder.rpartition(":")
    return host == socket.gethostname() and pid.isdecimal() and not is_running(int(pid))


def _renew(place: Path, token: str, done: threading.Event) -> None:
    """Say again and again that we are still here, until another has taken over."""
    while not done.wait(LASTS / 4):
        try:
            if read(place / LOCK) != token.encode():
                return
            write_whole(token, place / LOCK)
        except OSError:
            continue  # the store may be back before the minute is over
