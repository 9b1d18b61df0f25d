"""Telling an event, compiled: its declaration settles its number, its counter, and which of its values are lists."""

from numba.extending import overload

from simlab.engine.compiled import apart
from simlab.engine.compiled.play import put
from simlab.engine.compiled.play import tell as tell_number
from simlab.kit.declared import LISTS
from simlab.kit.instructions.moves import MERGED
from simlab.kit.moves import put_zone
from simlab.kit.turns import or_null, tell


@apart
def put_zones(g, zones):
    """A list of lists of the trace: a zone of each seat."""
    put(g, g.seen.players)
    for seat in range(g.seen.players):
        put_zone(zones[seat], g)


@overload(tell, strict=False, jit_options=MERGED)
def _(g, event, *values):
    what = event.what
    told = [(f"or_null(values[{i}])" if "~" in sign else f"values[{i}]", sign) for i, (_, sign) in enumerate(what.fields)]
    lines = ["def told(g, event, *values):", "    pass"]
    if what.counter:
        lines.append(f"    g.row.{what.counter} += 1")
    lines += ["    if g.tracing:", f"        tell_number(g, {what.number}{''.join(f', {one}' for one, sign in told if sign not in LISTS)})"]
    lines += [f"        {f'put_zones(g, {one})' if sign == '**' else f'put_zone({one}, g)'}" for one, sign in told if sign in LISTS]
    names = {"tell_number": tell_number, "put_zone": put_zone, "put_zones": put_zones, "or_null": or_null}
    exec("\n".join(lines), names)
    return names["told"]
