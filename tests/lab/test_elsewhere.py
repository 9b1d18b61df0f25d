"""The other tables at which a search plays what it has found: who sits there, and what is said of them."""

from collections import Counter

import pytest

from simlab.base.faults import BadInput
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.lab.elsewhere import other_tables
from simlab.stats.elsewhere import Elsewhere

ASKED = {
    "question": "?",
    "game": "mean",
    "players": 4,
    "games": 4_800,
    "lineup": ["planner", "hoarder", "shedder", "random"],
    "goals": {"turns.mean": "< 30", "share.planner": "> 30%"},
    "over": {"hand_size": [4, 5, 6]},
    "budget": 10_000,
}


def tables(players=4, **changed):
    return load({**ASKED, **changed}).tables_elsewhere(players)


def test_of_whom_a_goal_says_something_sits_at_each_and_others_equally_often():
    found = tables()
    assert 1 < len(found) <= 12
    assert all(seats[0].label == "planner" for seats in found.values())
    sat = Counter(seat.label for seats in found.values() for seat in seats if seat.label != "planner")
    assert len(sat) > 8, "all that do not think"
    assert len(set(sat.values())) == 1
    assert "thinker" not in sat


def test_a_table_at_which_was_searched_is_no_other():
    field = ["random", "planner", "shedder", "hoarder", "first"]
    assert list(tables(elsewhere={"from": field})) == [
        "planner, first, hoarder, random",
        "planner, first, hoarder, shedder",
        "planner, first, random, shedder",
    ]
    assert len(tables(elsewhere={"from": field, "tables": 2})) == 2


def test_there_are_none_where_nobody_else_could_sit_or_none_are_wanted():
    named = {f"share.{name}": "> 1%" for name in ASKED["lineup"]}
    assert tables(goals=named) == tables(elsewhere=0) == {}
    assert load({key: value for key, value in ASKED.items() if key not in ("goals", "over", "budget")}).elsewhere is None
    drawn = {key: value for key, value in ASKED.items() if key != "lineup"}
    assert load({**drawn, "lineups": {"from": "all", "tables": 3}}).elsewhere is None, "it is searched at many"


@pytest.mark.parametrize(
    "changed", [{}, {"elsewhere": 0}, {"elsewhere": {"from": ["first", {"strategy": "hoarder", "keep": 2}], "tables": 1}}]
)
def test_it_is_written_down_as_it_was_read(changed):
    experiment = load({**ASKED, **changed})
    assert load(experiment.as_dict()) == experiment
    assert load(experiment.as_dict(), is_stored=True).tables_elsewhere(4) == experiment.tables_elsewhere(4)


def test_each_set_has_so_many_games_at_all_tables_together():
    found = other_tables(make_plan(load({**ASKED, "elsewhere": 3, "players": [3, 4], "lineup": ["planner", "random", "first"]})))
    assert [sum(table.games for table in found if len(table.labels) == players) for players in (3, 4)] == [4_806, 4_800]


def test_a_broken_strategy_of_ones_own_matters_only_where_all_are_asked_for(tmp_path, monkeypatch):
    (tmp_path / "strategies" / "mean").mkdir(parents=True)
    (tmp_path / "strategies" / "mean" / "mine.py").write_text("def play(view:\n")
    monkeypatch.chdir(tmp_path)
    assert not any("mine" in name for name in tables())
    with pytest.raises(BadInput, match=r"mine\.py"):
        tables(elsewhere={"from": "all"})


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"elsewhere": -1}, "elsewhere: -1 is out of range; allowed: 0-500"),
        ({"elsewhere": {"from": ["frist"]}}, 'elsewhere.from.0: no strategy for mean "frist"; did you mean "first"?'),
        ({"elsewhere": {"from": ["first", "first"]}}, "elsewhere.from.1: first stands in the field already"),
        ({"elsewhere": {"form": "all"}}, 'elsewhere.form: no key "form"; did you mean "from"?'),
    ],
)
def test_what_is_wrong_is_said(changed, fault):
    with pytest.raises(BadInput) as refused:
        load({**ASKED, **changed})
    assert fault in str(refused.value)


def test_it_belongs_to_a_search():
    with pytest.raises(BadInput, match="elsewhere needs goals as well"):
        load({**{key: value for key, value in ASKED.items() if key not in ("goals", "over", "budget")}, "elsewhere": 3})


def lines(*verdicts):
    """Tables by the verdicts on two goals."""
    goals = (("turns.mean", "< 30"), ("share.planner", "> 30%"))
    return Elsewhere(
        [
            {
                "players": 4,
                "lineup": str(table),
                "goal": goal,
                "wanted": wanted,
                "verdict": {"+": "meets", "-": "misses", "?": "undecided"}[sign],
            }
            for table, signs in enumerate(verdicts)
            for (goal, wanted), sign in zip(goals, signs, strict=True)
        ]
    )


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (["++", "++"], "it meets them at all of 2 other tables, too."),
        (["++"], "it meets them at one other table, too."),
        (["++", "+-", "?-", "?+"], "of 4 other tables it meets them at 1 (undecided at 1); share.planner > 30% fails most often."),
        (["--", "-+"], "of 2 other tables it meets them at none; turns.mean < 30 fails most often."),
        (["?+"], "of 1 other table it meets them at none (undecided at 1)."),
    ],
)
def test_what_is_said(verdicts, said):
    assert lines(*verdicts).said() == said


def test_a_brief_sentence_names_no_goal():
    assert lines("++", "+-").said(is_brief=True) == "of 2 other tables it meets them at 1."
