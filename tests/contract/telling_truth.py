"""Is what a run says in its sentences what stands in its tables? Every clause is read; one that nobody can read is a fault as well."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from simlab.metrics.lengths import TURNS
from simlab.report.material import LEAGUE, Material
from simlab.report.sections.card import card
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED

Row = dict[str, Any]
N = r"(−?[\d,]+(?:\.\d+)?)"
PLACE = r"(?: with \d+ players)?(?: at “[^”]*”)?"
TABLES = r"(?: \(it matters at (?:(both|all \d+|\d+ of \d+) tables?)\))?"


def value_of(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-"))


def is_as(text: str, value: float) -> bool:
    """Is a number that is told this one, rounded to as many digits?"""
    places = len(text.partition(".")[2]) or -(len(text) - len(text.rstrip("0"))) * text.strip("−0").isdigit()
    return abs(value_of(text) - value) <= 0.5001 * 10.0**-places


def ends(row: Row) -> tuple[float, float]:
    """Before and after, as they are told."""
    factor = row["metric"].family.factor
    return row["baseline_mean"] * factor, (row["baseline_mean"] + row["mean"]) * factor


def is_pair(row: Row, before: str, after: str) -> bool:
    one, other = ends(row)
    return is_as(before, one) and is_as(after, other)


def begins(told: str, name: str) -> bool:
    """Is this the name, or what is left of it where it was cut?"""
    return name.startswith(told.removesuffix("…").rstrip()) if told.endswith("…") else told == name


class Heard:
    """What is said of one change, beside the lines about it."""

    def __init__(self, run: Material, rows: list[Row]) -> None:
        self.run, self.rows = run, rows
        self.who = [row for row in rows if row["metric"].key == "share"]
        self.length = [row for row in rows if row["metric"].family is TURNS]

    def words(self, rows: list[Row]) -> set[str]:
        return {row["verdict"] for row in rows}

    def tables(self, rows: list[Row]) -> int:
        return len({(row["players"], row["lineup"]) for row in rows if row["verdict"] == MATTERS})

    def is_at(self, told: str | None, rows: list[Row]) -> bool:
        """Does it matter at so many tables?"""
        return told is None or (2 if told == "both" else int(re.findall(r"\d+", told)[0])) == self.tables(rows)

    def shares(self, found: re.Match[str]) -> bool:
        parts = re.split(r" and (?=.*?% rather than)|, (?=.*?% rather than)", re.sub(rf"{PLACE}{TABLES}$", "", found[0]))
        for part in parts:
            read = re.fullmatch(rf"(?:each )?(.+?)(?: wins)? {N}%(?: of games)? rather than {N}%", part)
            if not read or not any(
                begins(read[1], row["metric"].label) and row["verdict"] == MATTERS and is_pair(row, read[3], read[2]) for row in self.who
            ):
                return False
        return self.is_at(found[found.re.groups], self.who)

    def turns(self, found: re.Match[str]) -> bool:
        rows = [row for row in self.length if row["verdict"] == MATTERS and is_pair(row, found[2], found[1])]
        return bool(rows) and self.is_at(found[3], self.length)

    def medians(self, found: re.Match[str]) -> bool:
        middles = {row["q50"] for row in self.run.analysis.lines("lengths")}
        rises = value_of(found[1]) > value_of(found[2])
        alike = value_of(found[1]) == value_of(found[2])
        is_known = bool(self.run.experiment.vary) or {value_of(found[1]), value_of(found[2])} <= middles
        way = any(row["verdict"] == MATTERS and (alike or (row["mean"] > 0) == rises) for row in self.length)
        return is_known and way

    def moves(self, found: re.Match[str]) -> bool:
        rows = [row for row in self.rows if begins(found[1], row["metric"].subject) and row["verdict"] == MATTERS]
        rows = [row for row in rows if is_pair(row, found[3], found[4]) and (row["mean"] > 0) == found[2].startswith("rise")]
        of = [row for row in self.rows if begins(found[1], row["metric"].subject)]
        return bool(rows) and self.is_at(found[5], of)

    def comes_or_goes(self, found: re.Match[str]) -> bool:
        names = re.findall(r"“([^”]+)”", found[0])
        end = 0 if "now" in found[0] else 1
        gone = [row for row in self.rows if row["verdict"] == MATTERS and abs(ends(row)[end]) < 1e-9]
        return all(any(begins(name, row["metric"].label) for row in gone) for name in names)

    def another(self, found: re.Match[str]) -> bool:
        of = [row for row in self.rows if row["verdict"] == MATTERS and is_pair(row, found[2], found[1])]
        return any(self.is_at(found[3], [row for row in self.rows if row["metric"].name == one["metric"].name]) for one in of)

    def nobody(self, _: re.Match[str]) -> bool:
        return self.words(self.who) == {NO_DIFFERENCE}

    def open(self, _: re.Match[str]) -> bool:
        return UNDECIDED in self.words(self.who) and MATTERS not in self.words(self.who)

    def whether(self, found: re.Match[str]) -> bool:
        rows = [row for row in self.rows if row["verdict"] == UNDECIDED and begins(found[1], row["metric"].subject)]
        before, after = (found[2], found[3]) if found[3] else (found[4], found[4])
        return any(is_pair(row, before, after) for row in rows)

    def silent(self, found: re.Match[str]) -> bool:
        who = self.who if found[1] == "who wins" else self.rows
        return any(row["mean"] == 0 for row in who)

    def still(self, _: re.Match[str]) -> bool:
        return MATTERS not in self.words(self.rows)

    def hear(self, clause: str) -> str:
        """What is wrong with a clause; nothing where it is true."""
        for pattern, is_true in self.forms():
            if found := re.fullmatch(pattern, clause):
                return "" if is_true(found) else f"not so: {clause}"
        return f"not read: {clause}"

    def forms(self) -> Iterator[tuple[str, Callable[[re.Match[str]], bool]]]:
        yield rf"half of the games end within {N} turns rather than {N} \(.*? were cut off\){PLACE}{TABLES}", self.medians
        yield rf"games last {N} turns rather than {N}{PLACE}{TABLES}", self.turns
        yield rf".+? wins {N}% of games rather than {N}%.*?{PLACE}{TABLES}", self.shares
        yield rf"(.+?) (rises?|falls?) from {N}%? to {N}%?(?: [a-z ]+?)?{PLACE}{TABLES}", self.moves
        yield rf"(?:games take|.+? scores) {N} (?:decisions|points) rather than {N}{PLACE}{TABLES}", self.another
        yield r"“.*” (?:now|no longer) happens?", self.comes_or_goes
        yield rf"nobody's share moves by as much as .*?{PLACE}(?: at any table)?", self.nobody
        yield r"who wins is undecided", self.open
        number = rf"{N}%? became {N}%? so far|{N}%? both times so far"
        yield rf"whether (.+?){PLACE} moves? by enough to matter is undecided \((?:{number})\)(?:, as are \d+ others)?", self.whether
        yield r"none of [\d,]+ deals changed (.+?), so at most .*", self.silent
        yield r".* moves? by too little to matter", self.still
        yield r"nothing is known to move by enough to matter", self.still


def contradictions(run: Material) -> list[str]:
    """What is said of changes, and is not so."""
    if run.about == LEAGUE or not run.headline:
        return []
    said = [sentence.removesuffix(".") for sentence in run.analysis.answer]
    found = [fault for sentence in said for fault in _of_sentence(run, sentence)]
    return [*found, *_of_rulings(run), *_of_card(run), *_of_verdicts(run)]


def _of_sentence(run: Material, said: str) -> Iterator[str]:
    if said.startswith("With "):
        rows, rest = _of_change(run, said.removeprefix("With "))
        heard = Heard(run, rows)
        yield from (fault for clause in rest.split("; ") if (fault := heard.hear(clause)))
    elif found := re.fullmatch(r"(\d+|None) of (\d+) effects? of single rules matters?(?:, (\d+) (?:is|are) undecided)?", said):
        words = [row["verdict"] for row in run.headline]
        told = (int(found[1].replace("None", "0")), int(found[2]), int(found[3] or 0))
        if told != (words.count(MATTERS), len(words), words.count(UNDECIDED)):
            yield f"not so: {said}"
    elif found := re.fullmatch(rf"Games last {N} turns (?:either way|under all .*)", said):
        if any(not is_pair(row, found[1], found[1]) for row in run.headline if row["metric"].family is TURNS):
            yield f"not so: {said}"
    elif said.startswith("Undecided: ") and any(row["verdict"] != UNDECIDED for row in run.headline):
        yield f"not so: {said}"
    elif re.match(r"(?:Both|All \d+) other changes|Of \d+ other changes", said):
        yield from _of_others(run, said)
    elif not re.match(
        r"Undecided: |Games last about as long|How long games last makes|No change makes games|.* than the two add up to", said
    ):
        yield f"not read: {said}"


def _of_others(run: Material, said: str) -> Iterator[str]:
    by_change: dict[str, set[str]] = {}
    for row in run.headline:
        by_change.setdefault(row["said"], set()).add(row["verdict"])
    told = [sentence for sentence in run.analysis.answer if sentence.startswith("With ")]
    count = 2 if said.startswith("Both") else int(re.findall(r"\d+", said)[0])
    if count + len(told) != len(by_change):
        yield f"not so many: {said}"
    matters = sum(MATTERS in words for words in by_change.values())
    counted = re.search(r"(\d+) matter", said)
    others = count if re.fullmatch(r"(?:Both|All \d+) other changes matter", said) else int(counted[1]) if counted else 0
    if not others <= matters <= others + len(told):
        yield f"not so: {said}"


def _of_change(run: Material, said: str) -> tuple[list[Row], str]:
    """The lines about the change that a sentence begins with, and the rest of it."""
    if said.startswith("“"):
        name, _, rest = said[1:].partition("”")
        rest = re.sub(r"^, which changes the course of .*? games?, |^, ", "", rest)
        return [row for row in run.headline if begins(name, row["said"])], rest
    head, _, rest = re.split(r"( rather than .*?(?:, (?![\d\[\]-])))", said, maxsplit=1)
    return [row for row in run.headline if begins(head, row["said"]) or row["said"].startswith(head.split(" …")[0])], rest


def _of_rulings(run: Material) -> Iterator[str]:
    for ruling in run.analysis.rulings:
        rows = [row for row in run.headline if begins(ruling.on, row["said"])]
        words = {row["verdict"] for row in rows}
        word = MATTERS if MATTERS in words else NO_DIFFERENCE if words == {NO_DIFFERENCE} else UNDECIDED
        heard = Heard(run, rows)
        about = {"who wins": heard.who, "the length": heard.length}
        wrong = [what for what, of in about.items() if (what in ruling.text) != (MATTERS in heard.words(of))]
        if ruling.word != word or wrong:
            yield f"the verdict on {ruling.on}: {ruling.text}"


def _of_card(run: Material) -> Iterator[str]:
    for term in card(run).terms:
        for name, way, points in re.findall(rf"([^:,]+) (gains|loses) {N}", "".join(term.parts)):
            rows = [row for row in run.headline if row["metric"].key == "share" and row["metric"].label == name.strip()]
            if not any((row["mean"] > 0) == (way == "gains") and is_as(points.rstrip(".,"), abs(row["mean"]) * 100) for row in rows):
                yield f"on the card: {name} {way} {points}"


def _of_verdicts(run: Material) -> Iterator[str]:
    for row in run.headline:
        if row["verdict"] == MATTERS and abs(row["mean"]) < row["margin"]:
            yield f"matters, and is less than what would: {row['said']}, {row['metric'].name}"
        if row["verdict"] == NO_DIFFERENCE and abs(row["mean"]) > row["margin"]:
            yield f"makes no difference, and is more than what would: {row['said']}, {row['metric'].name}"
