"""Where a run lies: a folder of this machine, one that machines share, or an object store's address such as s3://bucket/run.

Either is a path with the same methods. A file is there whole or not at all, and what goes wrong is an OSError, whoever it comes from.
"""

import hashlib
import os
import re
import socket
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from simlab.base.clock import timed
from simlab.base.faults import BadInput, Fault

AT_ONCE = 16  # files that are read from a store at the same time


def place(where: str | Path, said_as: str = "") -> Path:
    """The path of a folder, or of an address in an object store. `said_as`: the option that named it."""
    text = str(where)
    if isinstance(where, Path) or "://" not in text:
        return Path(where)
    protocol, rest = text.split("://", 1)
    if protocol == "file":
        return Path(rest)
    if not rest.strip("/") or (rest.startswith("/") and protocol != "memory"):  # which has no buckets
        raise BadInput([Fault(said_as, f'"{text}" names no bucket; write {protocol}://bucket/folder')])
    try:
        from upath import UPath
    except ImportError:
        raise BadInput([Fault(said_as, f'for an address such as "{text}" install: pip install "simlab[cluster]"')]) from None
    try:
        there = UPath(text.rstrip("/"), use_listings_cache=False)  # another machine may write there as well
        there.fs  # noqa: B018  # fails where the package for this kind of store is missing
    except (ImportError, ValueError) as error:
        raise BadInput([Fault(said_as, f'"{text}" cannot be used: {error}')]) from error
    return cast(Path, there)  # it has the methods of one


def is_local(path: Path) -> bool:
    """Is it a folder of the file system, and not an object store?"""
    return isinstance(path, Path)


@contextmanager
def _as_oserror(path: Path) -> Iterator[None]:
    """Every kind of store has faults of its own; we know one."""
    try:
        yield
    except OSError as error:
        error.strerror = error.strerror or str(error)
        error.filename = error.filename or str(path)
        raise
    except Exception as error:
        raise OSError(5, str(error), str(path)) from error


@timed("storing")
def write_whole(content: str | bytes, path: Path) -> None:
    """Write a file so that it is there whole or not at all, also if the power fails now."""
    data = content.encode() if isinstance(content, str) else content
    if not is_local(path):
        with _as_oserror(path):
            path.fs.pipe_file(path.path, data)  # type: ignore[attr-defined]  # one upload, which a store takes whole or not at all
        return
    temporary = path.with_name(f".{path.name}.{socket.gethostname()}.{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def remove_torn(path: Path) -> None:
    """Remove what processes of this machine left of a file when they were killed while they wrote it."""
    torn = re.compile(re.escape(f".{path.name}.{socket.gethostname()}.") + r"(\d+)\.\d+\.tmp")
    if is_local(path):
        remove([file for file in files(path.parent, ".tmp") if (found := torn.fullmatch(file.name)) and not is_running(int(found[1]))])


def is_running(process: int) -> bool:
    """Is there a process of this number on this machine?"""
    try:
        os.kill(process, 0)
    except (OSError, OverflowError) as error:
        return isinstance(error, PermissionError)
    return True


def write_first(content: bytes, path: Path) -> bool:
    """Write a file in a store unless there is one; whether it was written."""
    with _as_oserror(path):
        try:
            path.fs.pipe_file(path.path, content, mode="create")  # type: ignore[attr-defined]  # a store's path has them
        except FileExistsError:
            return False
    return True


def read(path: Path) -> bytes | None:
    """What stands in a file; None where there is none."""
    try:
        with _as_oserror(path):
            return path.read_bytes() if is_local(path) else path.fs.cat_file(path.path)  # type: ignore[attr-defined]
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def read_all(paths: Sequence[Path]) -> Iterator[tuple[Path, bytes | None]]:
    """What stands in many files: one after the other from a disk, several at once from a store."""
    if paths and is_local(paths[0]):
        yield from ((path, read(path)) for path in paths)
        return
    with ThreadPoolExecutor(AT_ONCE) as several:
        for start in range(0, len(paths), AT_ONCE):  # so that no more than these are in memory
            some = paths[start : start + AT_ONCE]
            yield from zip(some, several.map(read, some), strict=True)


def files(folder: Path, suffix: str) -> list[Path]:
    """The files in a folder whose names end so, in order; none where there is no folder, which in a store goes with its last file."""
    try:
        with _as_oserror(folder):
            own = str(folder).rstrip("/")  # which a store may list as well
            inside = (path for path in folder.iterdir() if str(path).rstrip("/") != own)
            return sorted((path for path in inside if path.name.endswith(suffix)), key=lambda path: path.name)
    except (FileNotFoundError, NotADirectoryError):
        return []


def remove(paths: Sequence[Path]) -> None:
    """Remove files; one that is gone already is no fault."""
    if not paths:
        return
    if is_local(paths[0]):
        for path in paths:
            path.unlink(missing_ok=True)
        return
    with _as_oserror(paths[0]):
        paths[0].fs.rm([path.path for path in paths])  # type: ignore[attr-defined]  # all at once


def checksum(data: bytes) -> str:
    """The SHA-256 of what stands in a file."""
    return hashlib.sha256(data).hexdigest()
