"""Who is alone in front, and how often that changes: for any game that has `leader` in its state and `lead_changes` in its row."""

from simlab.engine.compiled.functions import compiled

NOBODY = -1
_LEAST = -(1 << 60)


@compiled
def watch_lead(g, values, sign=1):
    """Has another player than before the most of something alone, one number for each seat; with the sign -1 the fewest? The first one is
    no change. No branch depends on the numbers, for nobody can foretell a lead.
    """
    ahead, behind = _LEAST, _LEAST
    for seat in range(g.seen.players):
        standing = sign * values[seat] * 8 + seat
        behind = max(behind, min(ahead, standing))
        ahead = max(ahead, standing)
    leader = ahead & 7 if ahead >> 3 != behind >> 3 else g.leader
    g.row.lead_changes += (leader != g.leader) & (g.leader != NOBODY)
    g.leader = leader
