"""The rule card: how often the rule under study fires, who sets it off, who gains, what happens instead, and an example.

Where nothing is compared it tells of the table: where one sits, how long games last, how they end, what is luck.
"""

from collections.abc import Iterator, Sequence

from simlab.base.kinds import shown
from simlab.engine.metric import PERCENT
from simlab.engine.rules import RuleInfo, describe
from simlab.report.blocks import RuleCard, Term
from simlab.report.lines import grouped, half_width, strongest
from simlab.report.material import Material
from simlab.report.sections.luck import luck_in
from simlab.report.sections.proof import WHO_WINS
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS
from simlab.words.numbers import listed, plainly, rounded, sentence, small_percent
from simlab.words.spoken import cut, of_games, plain_value

MOST_CHANGES = 3
MOST_NAMED = 4
ALIKE = 0.9  # of unrelated deals: where so many flip, nothing is left of the deal
WHOLE = 0.9  # of all games
ALL = 0.995


def card(run: Material) -> RuleCard:
    """The card of a run."""
    return _of_rule(run) if run.headline else _of_table(run)


# What is compared


def _of_rule(run: Material) -> RuleCard:
    top = strongest(run.headline)
    here = [row for row in run.headline if (row["players"], row["lineup"]) == (top["players"], top["lineup"])]
    title, lead = _headed(run)
    found = [_courses(run, top), _set_off(run, top), _who_gains(here), _instead(run, top), _example(run, top)]
    return RuleCard(title, lead + _at(run, top), [term for term in found if term])


def _headed(run: Material) -> tuple[str, str]:
    """What rule it is, as its game says it, and which of its values were played; or that there are several."""
    group = run.analysis.groups[0]
    infos = {info.name: info for info in describe(run.game.Rules)}
    values = {name: list(dict.fromkeys(_plain(getattr(rules, name)) for rules in group.rules)) for name in infos}
    changed = [name for name, of in values.items() if len(of) > 1]
    if len(changed) == 1:
        info = infos[changed[0]]
        base = _plain(getattr(group.rules[group.baseline], info.name))
        others = [value for value in values[info.name] if value != base]
        printed = "As printed" if base == _printed(run, info) else "To begin with"
        return sentence(cut(info.meaning, 90)), f"{printed}: {cut(base, 40)}. Compared with: {cut(listed(others), 60)}."
    if not changed:
        return "No house rule differs", "The scenarios are played by the same rules."
    names = [plainly(name) for name in changed]
    shown_names = names if len(names) <= MOST_NAMED else [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
    return f"{len(changed)} house rules change", f"{sentence(listed(shown_names))}."


def _printed(run: Material, info: RuleInfo) -> str:
    return _plain(getattr(run.game.resolve(run.game.Rules(), run.analysis.groups[0].players), info.name))


def _plain(value: object) -> str:
    return plain_value(value if isinstance(value, str) else shown(value))


def _at(run: Material, row: Line) -> str:
    """Where the card's numbers are from, where there are several places."""
    where = [f"with {row['players']} players"] if run.has_players else []
    where += [f"at “{cut(row['lineup'], 30)}”"] if run.has_lineups else []
    return f" The numbers here: {' '.join(where)}." if where else ""


def _lines(run: Material, table: str, top: Line) -> list[Line]:
    """The lines of a table at the card's place, of those scenarios that are told first."""
    if table not in run.analysis.frames:
        return []
    found = [line for line in run.analysis.lines(table) if (line["players"], line["lineup"]) == (top["players"], top["lineup"])]
    names = list(dict.fromkeys(line["scenario"] for line in found))[:MOST_CHANGES]
    return [line for line in found if line["scenario"] in names]


def _courses(run: Material, top: Line) -> Term | None:
    """Of how many games the rule changes the course, and in how many of these the winner."""
    rows = [row for row in _lines(run, "courses", top) if row["touched"] is not None]
    if not rows:
        return None
    said: list[tuple[str, bool]] = []
    for row in rows:
        name = f"{cut(row['scenario'], 40)}: " if len(rows) > 1 else ""
        said += [(f"{'. ' if said else ''}{name}", False), (of_games(row["touched"]), True), (_also(row), False)]
    return Term("Changes the course of", by_turns([*said, (".", False)]), share=rows[0]["touched"])


def _also(row: Line) -> str:
    """How many of these have other winners, always beside what unrelated deals have."""
    flipped, unrelated = row["flipped"], row["unrelated"]
    if not row["touched"] or flipped is None:
        return ""
    if unrelated is None:
        return f"; in {_of_100(flipped)} of these others win"
    if row["touched"] > WHOLE and flipped > ALIKE * unrelated:
        return f"; in {_of_100(flipped)} others win, as in {_of_100(unrelated)} of unrelated deals: these are new games"
    return f"; in {_of_100(flipped)} of these others win, of unrelated deals in {_of_100(unrelated)}"


def _of_100(share: float) -> str:
    return "all" if share >= ALL else f"{share * PERCENT:.0f} of 100" if share >= 0.005 else "hardly any"


def _set_off(run: Material, top: Line) -> Term | None:
    """Who sets it off."""
    rows = [row for row in _lines(run, "set_off", top) if row["count"]]
    if not rows:
        return None
    (_, of), *_ = sorted(grouped(rows, "scenario", "shown_by"), key=lambda item: -sum(row["count"] for row in item[1]))
    ordered = sorted(of, key=lambda row: -row["share"])[:MOST_NAMED]
    return Term("Set off by", bars=[(row["strategy"], row["share"]) for row in ordered])


def _who_gains(here: Sequence[Line]) -> Term | None:
    """Whose share moves, in points; what matters is bold."""
    changes = grouped([row for row in here if row["metric"].key == WHO_WINS], "said")
    changes.sort(key=lambda item: -max(abs(row["mean"]) for row in item[1]))
    said: list[tuple[str, bool]] = []  # texts, and which are bold
    for name, of in changes[:2]:
        said.append((f"{'. ' if said else ''}{cut(name, 40)}: ", False))
        for i, row in enumerate(sorted(of, key=lambda row: -abs(row["mean"]))[:MOST_NAMED]):
            moved = rounded(abs(row["mean"]), half_width(row), PERCENT)
            text = f"{row['metric'].label} {'gains' if row['mean'] > 0 else 'loses'} {moved}"
            said += [(", ", False)] if i else []
            said.append((text, row["verdict"] == MATTERS))
    return Term("Who gains, who loses, in points", by_turns([*said, (".", False)])) if said else None


def by_turns(said: Sequence[tuple[str, bool]]) -> list[str]:
    """Plain and bold texts by turns, beginning with a plain one."""
    parts = [""]
    for text, is_bold in said:
        if is_bold == (len(parts) % 2 == 0):
            parts[-1] += text
        else:
            parts.append(text)
    return parts


def _instead(run: Material, top: Line) -> Term | None:
    """What happens where the games part: most often this instead of that."""
    said: list[tuple[str, bool]] = []
    for scenario, of in grouped(_lines(run, "partings", top), "scenario"):
        row = max(of, key=lambda row: row["count"])
        if row["count"]:
            text = f"{plainly(row['after'])} instead of {plainly(row['before'])}, in {_of_100(row['share'])} of these games. "
            said += [(f"{cut(scenario, 40)}: ", True), (text, False)]
    return Term("Instead", by_turns(said)) if said else None


def _example(run: Material, top: Line) -> Term | None:
    """One deal, where its two games part."""
    rows = [row for row in _lines(run, "partings", top) if row["count"]]
    if not rows:
        return None
    row = max(rows, key=lambda row: row["count"])
    turn = f", turn {row['turn']}" if row["turn"] is not None else ""
    text = f"{row['before_words']} With “{cut(row['scenario'], 40)}”: {row['after_words']}"
    return Term("Example", [f" {text}"], link=f"Deal {row['deal']}{turn}:")


# A table by itself


def _of_table(run: Material) -> RuleCard:
    place = run.analysis.places[0]
    seats = ", ".join(seat.label for seat in place.lineup.seats)
    title = f"{run.game.title} with {place.players} players"
    several = f" The first of {len(run.analysis.places)} tables." if len(run.analysis.places) > 1 else ""
    return RuleCard(title, f"At the table: {cut(seats, 120)}.{several}", list(_terms(run)))


def _terms(run: Material) -> Iterator[Term]:
    """What is known of a table beside who wins."""
    where = run.analysis.places[0].where

    def here(table: str) -> list[Line]:
        return [line for line in run.analysis.lines(table) if all(line[key] == value for key, value in where.items())]

    (length,) = here("lengths")
    cut_off = f"; {small_percent(length['capped'])} are cut off at the limit" if length["capped"] else ""
    yield Term(
        "How long",
        ["Half of the games end within ", f"{length['q50']} turns", f", nine in ten take {length['q5']} to {length['q95']}{cut_off}."],
    )
    if seats := here("seats"):
        top = max(seats, key=lambda row: abs(row["edge"]))
        word = "it matters" if any(row["verdict"] == MATTERS for row in seats) else top["verdict"].removeprefix("makes ")
        points = rounded(abs(top["edge"]), (top["edge_high"] - top["edge_low"]) / 2, PERCENT)
        yield Term("Where one sits", ["", word, f": seat {top['seat']} is off an even share most, by {points} points."])
    endings = sorted((row for row in here("endings") if row["share"]), key=lambda row: -row["share"])[:MOST_NAMED]
    if len(endings) > 1:
        yield Term("How games end", bars=[(plainly(row["ending"]), row["share"]) for row in endings])
    for row in here("luck")[:1]:
        yield Term("Luck and skill", [sentence(luck_in([row]))])
    if run.examples and run.examples.typical:
        game = run.examples.typical[0]
        yield Term("Example", [f" a game of usual length, {game.turns} turns."], link=f"Deal {game.deal}:")
