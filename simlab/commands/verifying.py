"""`simlab verify`: is a run's folder what the run has left, and do its games come out the same again?"""

import sys

from simlab.base.faults import BadInput, Fault, RunFailure, shown
from simlab.inspection.runs import verified
from simlab.storage.folder import manifest_in
from simlab.storage.place import place
from simlab.words.numbers import many


def verify(run_dir: str, sample: int) -> int:
    """Say what was looked at, or what is wrong and where; the exit code."""
    path = place(run_dir)
    if not path.exists():
        raise BadInput([Fault(run_dir, "there is no such directory")])
    try:
        found = verified(path, sample)
    except BadInput as error:
        if "identity" not in manifest_in(path):
            raise
        raise RunFailure(str(error)) from error
    for what in found.wrong:
        sys.stderr.write(f"{shown(f'{run_dir}: {what}')}\n")
    if found.why_not:
        sys.stderr.write(f"{run_dir}: nothing was played again: {found.why_not}\n")
    if found.wrong:
        return 3
    sys.stdout.write(f"{run_dir}: {many(found.parts, 'part')} as written, {found.again} of them played again and the same\n")
    return 0
