"""The rule card: how often the rule under study fires, who sets it off, who gains, what happens instead, and an example.

Where nothing is compared it tells of the table: where one sits, how long games last, how they end, what is luck.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from simlab.base.kinds import shown
from simlab.engine.metric import PERCENT
from simlab.engine.rules import ENDING, RuleInfo, describe
from simlab.report.blocks import RuleCard, Term
from simlab.report.lines import grouped, half_width, strongest, strongest_first
from simlab.report.material import Material
from simlab.report.sections.luck import luck_in
from simlab.report.sections.proof import WHO_WINS, leading
from simlab.stats.statistic import Line
from simlab.stats.statistics.courses import ALIKE
from simlab.words.changes import MATTERS, UNDECIDED
from simlab.words.numbers import listed, plainly, rounded, sentence, small_percent
from simlab.words.spoken import cut, of_games, plain_value

MOST_CHANGES = 2  # the card and the picture stand side by side on one screen
LETTERS, SHOWER, SENTENCE = 40, 60, 90  # of a name, of what shows a rule, of what happened
MOST_NAMED = 4
MOST_ON_SCREEN = 34.2  # lines
WHOLE = 0.9  # of all games
MOSTLY = 0.5  # of the games that part
TELLING = 0.03  # of all: where strategies differ by less, it is nobody's more than another's
ALL = 0.995


def card(run: Material) -> RuleCard:
    """The card of a run."""
    return _Compared(run).card() if run.headline else _of_table(run)


# What is compared


class _Compared:
    """The card of a rule, at the table where it matters most."""

    def __init__(self, run: Material) -> None:
        self.run, self.top = run, strongest(leading(run.headline))
        self.group = next(group for group in run.analysis.groups if group.players == self.top["players"])
        self.infos = {info.name: info for info in describe(run.game.Rules)}
        base = self.group.rules[self.group.baseline]
        self.changes = {  # what each scenario changes of the rules
            scenario: [name for name in self.infos if getattr(rules, name) != getattr(base, name)]
            for scenario, rules in zip(self.group.scenarios, self.group.rules, strict=True)
        }
        self.names = self._told()

    def card(self) -> RuleCard:
        """What it says."""
        found = [self._courses(), self._set_off(), self._who_gains(), self._instead(), self._example()]
        title, lead = self._headed()
        whole = RuleCard(title, lead + self._at(), [term for term in found if term])
        if _fits(self.run, whole):
            return whole
        return replace(whole, terms=[term for term in whole.terms if not term.link])  # an example stands in One game as well

    def _told(self) -> dict[str, str]:
        """The scenarios that are told of, with what they are called: those that change most; where rules are varied, a rule at a time."""
        first = leading(self.run.headline)[0]["metric"].family
        effects = [row for row in self.run.effects if self._is_here(row) and row["metric"].family is first]
        found = {name: max(map(strongest_first, of)) for name, of in grouped(effects, "scenario")}
        if self.run.experiment.vary:
            found = {name: rank for name, rank in found.items() if len(self.changes.get(name, ())) == 1}
        kept = sorted(found, key=lambda name: found[name], reverse=True)[:MOST_CHANGES]
        return {name: self._called(name) for name in kept if name in self.changes}

    def _called(self, scenario: str) -> str:
        if not self.run.experiment.vary:
            return cut(scenario, LETTERS)
        rules = self.group.rules[self.group.scenarios.index(scenario)]
        return cut(", ".join(f"{plainly(name)} {_plain(getattr(rules, name))}" for name in self.changes[scenario]), LETTERS)

    def _is_here(self, row: Line) -> bool:
        return bool(row["players"] == self.top["players"] and row["lineup"] == self.top["lineup"])

    def _lines(self, table: str) -> list[Line]:
        """The lines of a table at the card's place, where there is such a table; those of the strongest change first."""
        order = list(self.names)
        found = [line for line in self.run.analysis.lines(table) if self._is_here(line)] if table in self.run.analysis.frames else []
        return sorted(found, key=lambda line: order.index(line["scenario"]) if line["scenario"] in order else len(order))

    def _headed(self) -> tuple[str, str]:
        """What rule it is, as its game says it, and which of its values were played; or that there are several."""
        values = {name: list(dict.fromkeys(_plain(getattr(rules, name)) for rules in self.group.rules)) for name in self.infos}
        changed = [name for name, of in values.items() if len(of) > 1]
        if not changed:
            return "No house rule differs", "The scenarios are played by the same rules."
        if len(changed) > 1:
            names = [plainly(name) for name in changed]
            named = names if len(names) <= MOST_NAMED else [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
            return f"{len(changed)} house rules change", f"{sentence(listed(named))}."
        info = self.infos[changed[0]]
        base = _plain(getattr(self.group.rules[self.group.baseline], info.name))
        others = listed([value for value in values[info.name] if value != base])
        printed = self.run.game.resolve(self.run.game.Rules(), self.group.players)
        start = "As printed" if base == _plain(getattr(printed, info.name)) else "To begin with"
        title, means = _titled(info)
        return sentence(cut(title, 90)), f"{start}: {cut(base, 40)}. Compared with: {cut(others, 60)}.{means}"

    def _at(self) -> str:
        """Where the card's numbers are from, where there are several places."""
        where = [f"with {self.top['players']} players"] if self.run.has_players else []
        where += [f"at “{cut(self.top['lineup'], 30)}”"] if self.run.has_lineups else []
        return f" The numbers here: {' '.join(where)}." if where else ""

    def _courses(self) -> Term | None:
        """Of how many games the rule changes the course, and in how many of these the winner, beside what unrelated deals have."""
        rows = [row for row in self._lines("courses") if row["touched"] is not None and row["scenario"] in self.names]
        if not rows:
            return None
        said: list[tuple[str, bool]] = []
        for row in rows:
            name = f"{self.names[row['scenario']]}: " if len(rows) > 1 else ""
            said += [(f"{'. ' if said else ''}{name}", False), (of_games(row["touched"]), True)]
            if row["touched"] and row["flipped"] is not None:
                said.append((f"; others win in {_of_100(row['flipped'])}{'' if row['touched'] > WHOLE else ' of these'}", False))
        share = rows[0]["touched"]
        return Term("Changes the course of", by_turns([*said, (f"{self._beside(rows)}.", False)]), share=share if share < WHOLE else None)

    def _beside(self, rows: Sequence[Line]) -> str:
        """How many unrelated deals have other winners; where as many have, nothing is left of the deal."""
        unrelated = rows[0]["unrelated"]
        if unrelated is None:
            return ""
        new = [row for row in rows if row["touched"] > WHOLE and (row["flipped"] or 0.0) > ALIKE * unrelated]
        what = (
            "these are new games"
            if len(new) == len(rows)
            else f"{listed([self.names[row['scenario']] for row in new])} makes new games"
            if new
            else ""
        )
        return f". Of unrelated deals: in {_of_100(unrelated)}{f', so {what}' if what else ''}"

    def _set_off(self) -> Term | None:
        """Who sets off what shows the rule: by the baseline's rules, or where it happens at all."""
        rows = [row for row in self._lines("set_off") if row["shown_by"] in self.run.showers and row["count"]]
        if not rows:
            return None
        base = [row for row in rows if row["scenario"] == self.run.baseline]
        groups = grouped(base or rows, "scenario", "shown_by")
        (_, shower), of = max(groups, key=lambda item: sum(row["count"] for row in item[1]))
        ordered = sorted(of, key=lambda row: -row["share"])[:MOST_NAMED]
        if ordered[0]["share"] - ordered[-1]["share"] < TELLING:
            return None
        return Term(
            "Set off by", [f"{sentence(cut(self._shown(shower), SHOWER))}:"], bars=[(row["strategy"], row["share"]) for row in ordered]
        )

    def _shown(self, shower: str) -> str:
        """What shows a rule, in a sentence."""
        return self.run.game.nouns.get(shower) or self.run.game.measured.get(shower) or self.run.noun(shower)

    def _who_gains(self) -> Term | None:
        """Whose share a change moves most, in points; what matters is bold."""
        changes = grouped([row for row in self.run.headline if self._is_here(row) and row["metric"].key == WHO_WINS], "said")
        if not changes:
            return None
        name, of = max(changes, key=lambda item: max(map(strongest_first, item[1])))
        said: list[tuple[str, bool]] = [(f"{cut(name, LETTERS)}: ", False)]
        moved = [(row, rounded(abs(row["mean"]), half_width(row), PERCENT)) for row in sorted(of, key=lambda row: -abs(row["mean"]))]
        told = [(row, points) for row, points in moved if points.strip("0.")][:MOST_NAMED]
        for i, (row, points) in enumerate(told):
            said += [(", ", False)] if i else []
            said.append((f"{row['metric'].label} {'gains' if row['mean'] > 0 else 'loses'} {points}", row["verdict"] == MATTERS))
        words = {row["verdict"] for row in of}
        unsure = "" if MATTERS in words else " so far, which is undecided" if UNDECIDED in words else ", too little to matter"
        return Term("Who gains, who loses, in points", by_turns([*said, (f"{unsure if told else 'nobody'}.", False)]))

    def _partings(self) -> list[Line]:
        """What happened where games part, most often, in each scenario that is told of."""
        rows = [row for row in self._lines("partings") if row["scenario"] in self.names and row["count"]]
        return [max(of, key=lambda row: row["count"]) for _, of in grouped(rows, "scenario")]

    def _instead(self) -> Term | None:
        """What happens where the games part: most often this instead of that; or that they part before the first turn."""
        rows = self._partings()
        if rows and all(row["turn"] == 0 for row in rows):
            return Term("Instead", ["The games part before the first turn: the cards are dealt otherwise."])
        said: list[tuple[str, bool]] = []
        for row in rows:
            before, after = (self.run.noun(row[name]) for name in ("before", "after"))
            what = f"{'' if row['share'] > MOSTLY else 'most often '}{_instead_of(after, before)}"
            said += [(f"{self.names[row['scenario']]}: ", True), (f"{what}, in {_of_100(row['share'])} of these games. ", False)]
        return Term("Instead", by_turns(said)) if said else None

    def _example(self) -> Term | None:
        """One deal, where its two games part."""
        rows = [row for row in self._partings() if row["turn"]]
        if not rows:
            return None
        row = rows[0]
        before, after = (cut(words.split("\n")[0], SENTENCE) for words in (row["before_words"], row["after_words"]))
        parts = [f" {before} ", f"{sentence(self.names[row['scenario']])}: ", after]
        return Term("Example", parts, link=f"Deal {row['deal']}, turn {row['turn']}:")


def _fits(run: Material, whole: RuleCard) -> bool:
    """Is there room on the first screen for all that stands there, by its lines, about?"""
    answer, verdicts = ceil(len(" ".join(run.analysis.answer)) / 98), 0.6 * len(run.analysis.rulings)
    headings = 1.5 * ceil(len(run.experiment.question) / 52) + ceil(len(whole.title) / 42) + ceil(len(whole.lead) / 58)
    terms = sum(ceil(len("".join(term.parts) + term.link) / 38) + len(term.bars) + (term.share is not None) for term in whole.terms)
    return answer + verdicts + headings + terms <= MOST_ON_SCREEN


def _plain(value: object) -> str:
    """A rule's value as it is said.

    >>> _plain(True), _plain(()), _plain((4.0, 0.25)), _plain((-2, -1, 0, 5, 6))
    ('on', 'none', '(4, 0.25)', '(-2 to 0, 5, 6)')
    """
    if isinstance(value, list | tuple):
        return f"({', '.join(_runs(value))})" if value else "none"
    return f"{value:g}" if isinstance(value, float) else plain_value(value if isinstance(value, str) else shown(value))


def _runs(values: Sequence[object]) -> Iterator[str]:
    """Values one by one, and whole numbers that follow each other from the first of them to the last."""
    whole = [value if type(value) is int else None for value in values]
    at = 0
    while at < len(whole):
        first, end = whole[at], at + 1
        while first is not None and end < len(whole) and whole[end] == first + end - at:
            end += 1
        if end - at > 2:
            yield f"{first} to {whole[end - 1]}"
        else:
            yield from map(_plain, values[at:end])
        at = end


def _titled(info: RuleInfo) -> tuple[str, str]:
    """What a rule is called, and what one of its values means: what is on or off by its name, any other by its meaning."""
    value, colon, meaning = info.meaning.partition(": ")
    if colon and value in ("true", "false"):
        return plainly(info.name), f" {sentence(plain_value(value))}: {cut(meaning, 90)}."
    return info.meaning.partition("; ")[0], ""


def _instead_of(after: str, before: str) -> str:
    """What happens now, beside what happened; the same otherwise is another one.

    >>> _instead_of("a swap", "an end"), _instead_of("a swap", "a swap"), _instead_of("“out”", "“out”")
    ('a swap instead of an end', 'another swap', 'another “out”')
    """
    return f"{after} instead of {before}" if before != after else f"another {after.removeprefix('a ').removeprefix('an ')}"


def _of_100(share: float) -> str:
    return "all" if share >= ALL else f"{share * PERCENT:.0f} of 100" if share >= 0.005 else "hardly any"


def by_turns(said: Sequence[tuple[str, bool]]) -> list[str]:
    """Plain and bold texts by turns, beginning with a plain one."""
    parts = [""]
    for text, is_bold in said:
        if is_bold == (len(parts) % 2 == 0):
            parts[-1] += text
        else:
            parts.append(text)
    return parts


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
        yield Term("How games end", bars=[(run.noun(f"{ENDING}{row['ending']}"), row["share"]) for row in endings])
    for row in here("luck")[:1]:
        yield Term("Luck and skill", [sentence(luck_in([row]))])
    if run.examples:
        game = run.examples.typical
        yield Term("Example", [f" a game of usual length, {game.turns} turns."], link=f"Deal {game.deal}:")
