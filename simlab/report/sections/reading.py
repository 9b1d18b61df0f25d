"""How to read the report, and how to run it again."""

import json

from simlab.report.blocks import AGAIN, SURE, Block, Chapter, Code, Facts, Section, Text, part
from simlab.report.material import EVERY, Material

GUARDED = "This is a result, too, and holds even if one more deal changes all that a deal can."


def section(run: Material) -> Section:
    """What the words and signs mean."""
    interval = "A range that holds the true value in 95 of 100 such experiments, computed from one value a deal."
    interval += " Where few deals changed anything it is wide: one that nobody has seen may change more."
    if run.experiment.precision:
        interval += " This run could stop early; its intervals hold whenever it stops, and are somewhat wider for that."
    terms = [
        ("Deal", "One shuffle. All games on it, in all scenarios and seatings, share their luck, so they count as one observation."),
        ("Win share", "1 for winning alone, a half for each of two winners, and so on. Equal players get 1 divided by their number."),
        ("95% interval", interval),
        ("Effect", "The same deals under both rules, and the difference between them: what luck does to both cancels out."),
        ("Pairing", "So many times as many deals would give intervals no narrower, if every scenario had deals of its own."),
        ("● matters", "The whole interval lies further from zero than what is too small to matter."),
        ("○ makes no practical difference", "The whole interval lies within what is too small to matter. " + GUARDED),
        ("◐ undecided", "Neither: the run was too short to tell. How many more deals decide it: with an even chance, to four in five."),
        ("Digits", "No number shows a digit that its uncertainty does not allow. The CSV files have more, and the Parquet files all."),
        ("Limits", "These are games between these strategies. A rule that none of them makes use of has no effect here."),
    ]
    return part(SURE, [Facts(terms, "What the words and signs mean")])


NO_GAMES = (
    "Single games are not shown. They are not stored here, and are not played again: strategies, rules or engine have changed since, "
    "or are files that this run names and nobody else did."
)

# For a run that no command started.
FROM_PYTHON = 'simlab.run(json.loads(Path("manifest.json").read_text())["experiment"])'


def again(run: Material) -> Section:
    """The command, versions, and the experiment as it was understood."""
    manifest = run.manifest
    versions = {"simlab": manifest["simlab"], **manifest["versions"]}
    rows = "games/ (a row a game, Parquet), " if run.experiment.keep == "games" else ""
    facts = [
        ("Versions", ", ".join(f"{name} {version}" for name, version in versions.items())),
        ("Beside this page", f"{rows}{', '.join(f'{name}.parquet' for name in run.analysis.frames)}, manifest.json"),
    ]
    blocks: list[Block] = [
        Code(manifest["again"] or FROM_PYTHON),
        Facts(facts),
        Code(json.dumps(manifest["experiment"], indent=1, ensure_ascii=False), "The experiment as it was resolved"),
        Code(json.dumps(manifest["identity"], indent=1, ensure_ascii=False), "What the rows depend on"),
    ]
    if run.examples is None:
        blocks.insert(1, Text([NO_GAMES]))
    lead = "The same command gives the same rows, whatever the machine and the number of processes."
    return part(AGAIN, blocks, lead)


CHAPTERS = (Chapter(5.9, section, on=EVERY), Chapter(6, again, on=EVERY))
