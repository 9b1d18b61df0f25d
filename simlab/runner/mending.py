"""What an earlier run has left: whether it belongs to this one, and what to say where it comes out otherwise."""

from simlab.experiment.plan import Plan
from simlab.stats.measures import Measures
from simlab.storage.parts import Made, State


def as_planned(state: State, plan: Plan) -> State:
    """What is finished, if all of it is as this plan asks for; else nothing: somebody has changed it, and it is made again."""
    for part in state.parts.values():
        if (
            not any(set(part.groups) <= set(bundle) for bundle in plan.bundles)
            or list(part.groups) != sorted({*part.groups})
            or not part.groups
            or not plan.has_chunk(part.groups, part.number)
        ):
            return State()
        chunk = plan.chunk(part.groups, part.number)
        if plan.stage(chunk) > len(state.looks):
            return State()  # what the look before it has found is lost
        if chunk.deals < 1 or (part.name, part.games) != (chunk.part, chunk.deals * len(plan.together(part.groups).cells)):
            return State()
    for number, tally in state.tallies.items():
        deals = sum(plan.chunk(part.groups, part.number).deals for part in state.parts.values() if number in part.groups)
        if tally.deals != deals or not tally.fits(Measures(plan.game, plan.groups[number], plan.experiment.vary)):
            return State()
    return state


def otherwise(state: State, made: Made) -> str:
    """What to say of a part that was made again and is not the same: what has changed since, and how to go on."""
    before = state.made_with[state.parts[made.part.name].made_with]
    changed = [f"{name} {before.get(name)}, and {now} here" for name, now in made.made_with.items() if before.get(name) != now]
    since = f"it was made with {'; '.join(changed)}. Install what it was made with" if changed else "is the machine sound? Try another"
    return f"{made.part.name} was made again and is not the same: {since}, or play everything anew, with --fresh or in another directory"
