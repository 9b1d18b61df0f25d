"""How to read the report, and how to run it again."""

import json
from typing import Any

from simlab.report.blocks import Block, Code, Facts, Section, Text
from simlab.report.material import HOW_TO_READ, Material
from simlab.report.numbers import duration


def section(run: Material) -> Section:
    """What the words and signs mean."""
    terms = [
        ("Deal", "One shuffle. All games on it (every scenario, every seating) share their luck, so they count as one observation, not as many."),
        ("Win share", "1 for winning alone, a half each for two winners, and so on. Equal players would each have 1 in as many as they are."),
        ("95% interval", _interval(run)),
        ("Effect", "The same deals under both rules, and the difference: what luck does to both cancels out."),
        ("Verdict", HOW_TO_READ),
        ("Digits", "No number shows a digit that its uncertainty does not allow. The CSV files have all digits."),
        ("Limits", "These are games between these strategies. People may play otherwise: a rule that no strategy here makes use of shows no effect."),
    ]
    return Section("reading", "How to read this", "", [Facts(terms)])


def _interval(run: Material) -> str:
    usual = "A range that covers the true value in 95 of 100 such experiments."
    if run.experiment.precision:
        return f"{usual} This run could stop early; its intervals hold at whatever moment it stopped, and are somewhat wider for that."
    return f"{usual} It is computed from one value a deal."


def again(run: Material) -> Section:
    """The command, versions, and the experiment as it was understood."""
    manifest = run.manifest
    versions = {"simlab": manifest["simlab"], **manifest.get("versions", {})}
    facts = [
        ("Seed", str(run.experiment.seed)),
        ("Versions", ", ".join(f"{name} {version}" for name, version in versions.items())),
        ("Took", duration(float(manifest.get("seconds", 0.0)))),
        ("Left behind", "games/ (a row a game, Parquet), summary.parquet, effects.parquet, manifest.json" if _keeps_games(run) else "summary.parquet, effects.parquet, manifest.json"),
    ]
    blocks: list[Block] = [
        Text(["The same command gives the same rows, whatever the machine and the number of processes."]),
        Code(str(manifest.get("again", ""))),
        Facts(facts),
        Code(json.dumps(manifest["experiment"], indent=1, ensure_ascii=False), "The experiment as it was resolved", folded=True),
        Code(json.dumps(_identity(manifest), indent=1, ensure_ascii=False), "What the rows depend on", folded=True),
    ]
    return Section("again", "How to run it again", "", blocks)


def _keeps_games(run: Material) -> bool:
    return run.experiment.keep == "games"


def _identity(manifest: dict[str, Any]) -> Any:
    return manifest.get("identity", {})
