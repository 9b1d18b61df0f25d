"""Loading what was compiled before, without all that only compiling needs.

Numba learns how to compile whatever it knows before it looks into its cache, and imports the modules of all that is merged into what it
finds there: three quarters of the time that loading takes. Compiled code has no use for it, but for the addresses of what it calls; and
whoever compiles something later learns it then.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def learning_nothing() -> Iterator[None]:
    """Meanwhile code is loaded as it is, in all threads of this process: simlab loads and compiles in one at a time, and a program that
    uses numba besides should not compile just then. Private to numba, and pinned by a test and by the version range in pyproject.toml.
    """
    from numba.core import environment
    from numba.core.caching import Cache

    loads: Any = Cache
    rebuilds: Any = environment
    load, rebuild = loads.load_overload, rebuilds._rebuild_env
    loads.load_overload, rebuilds._rebuild_env = _load, _constants_of
    try:
        yield
    finally:
        loads.load_overload, rebuilds._rebuild_env = load, rebuild


def _load(cache: Any, signature: Any, context: Any) -> Any:
    _tell_addresses()
    with cache._guard_against_spurious_io_errors():
        return cache._load_overload(signature, context)


def _tell_addresses() -> None:
    """Of what compiled code may call that is no part of it: numba's memory, and the secret with which Python hashes."""
    from llvmlite import binding
    from numba.core.runtime import nrt
    from numba.cpython import hashing  # noqa: F401  # which tells it when it is imported

    for name, address in vars(nrt)["_nrt"].c_helpers.items():
        binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _constants_of(module: str, constants: list[Any], name: str) -> Any:
    """What a function keeps for when it runs. The names of its module are read only by what runs as Python."""
    from numba.core.environment import Environment

    kept: Any = Environment
    made = kept._memo.get(name)
    if made is None:
        made = kept._memo[name] = kept({"__name__": module})
        made.consts[:], made.env_name = constants, name
    return made
