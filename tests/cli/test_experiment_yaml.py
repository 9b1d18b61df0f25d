"""Files that are no experiment at all, and YAML that an experiment has no use for: told with its line and column."""

from pathlib import Path

import pytest
from duel import SHORT, fake_games, fault_of, faults_of, from_text, in_folder  # noqa: F401  # the fixtures are used by being here

from simlab.base.faults import BadInput
from simlab.experiment import load

BOMB = "a: &a [1,1,1,1,1,1,1,1,1,1]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 10)}]\n" for old, new in ("ab", "bc", "cd", "de")
)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "1:1: is empty; an experiment is a mapping"),
        ("# nothing\n", "1:1: is empty"),
        ("- a\n- b\n", "1:1: has no keys; an experiment is a mapping of keys to values, beginning with `question:`"),
        ("mean\n", "1:1: has no keys"),
        (b"question: caf\xe9\n", "1:14: the byte 0xe9 is not UTF-8; save the file as UTF-8"),
        ("question: Why?\n".encode("utf-16"), "1:1: the byte 0xff is not UTF-8"),
        ("question: a\x00b\n", "1:12: the character U+0000 can't stand in a text"),
        ("game: duel\n\tseed: 1\n", "2:1: not YAML: found character '\\t' that cannot start any token; indent with spaces instead of tabs"),
        ("game: duel\nquestion: a: b\n", '2:12: not YAML: mapping values are not allowed here; a text with ": " in it needs quotes'),
        ("question: %x\n", "1:11: not YAML: found character '%' that cannot start any token; a text that begins with % needs quotes"),
        ('game: duel\nquestion: "\\U99999999"\n', "2:1: not YAML after here: "),
        ("game: [duel\n", "2:1: not YAML: "),
        ("game: *duel\n", "1:7: there is no anchor &duel; a text that begins with * needs quotes"),
        ("rules: &a {x: *a}\n", "1:15: the alias *a stands within what it stands for"),
        ("a: 1\n---\nb: 2\n", "2:1: a second document begins; an experiment is one document"),
        ("[" * 40, "1:32: more than 30 levels deep: not an experiment"),
        ("x: " + "y" * 200_000, " is longer than 200000 bytes: not an experiment"),
        (BOMB, "5:4: stands for more than 20000 values: not an experiment"),
    ],
)  # fmt: skip
def test_what_is_no_experiment(text, fault):
    assert fault_of(text).startswith(f"x.yaml:{fault}")


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("? !x [a]\n: 1\n", "6:3: a list, a mapping or an alias can't be a key; write a plain word"),
        ("? &k a\n: 1\n", "6:3: a key can have no tag and no anchor"),
        ('"\\u0001": 1\n', "6:1: the character U+0001 can't stand in a text"),
        ("? [a]\n: 1\n", "6:3: a list, a mapping or an alias can't be a key; write a plain word"),
        ("<<: {seed: 2}\n", "6:1: merge keys (<<) are not part of YAML 1.2; write the values out"),
        ("seed: !!python/object:os.system 1\n", "6:7: the tag tag:yaml.org,2002:python/object:os.system means nothing here"),
        ("seed: !!int '3'\n", "6:7: the tag tag:yaml.org,2002:int means nothing here; write the value without it"),
        (f"seed: {'9' * 5000}\n", "6:7: a number of 5000 digits is too long"),
    ],
)
def test_yaml_that_an_experiment_has_no_use_for(more, fault):
    assert faults_of(SHORT + more)[0].startswith(f"x.yaml:{fault}")


def test_what_was_wrong_before_the_end_of_what_is_yaml_is_told_as_well():
    assert faults_of("seed: 1\nseed: 2\n<<: {}\ngame: !x [duel\n") == [
        'x.yaml:2:1: the key "seed" stands here twice; the first is at x.yaml:1:1',
        "x.yaml:3:1: merge keys (<<) are not part of YAML 1.2; write the values out",
        "x.yaml:4:7: the tag !x means nothing here; write the value without it",
        "x.yaml:5:1: not YAML: expected ',' or ']', but got '<stream end>'",
    ]


def test_another_version_of_yaml_is_told():
    assert faults_of("%YAML 1.1\n---\n" + SHORT) == ["x.yaml:2:1: experiments are written in YAML 1.2; leave the %YAML line out"]
    assert from_text("%YAML 1.2\n---\n" + SHORT).game == "duel"


def test_an_alias_stands_for_the_anchor_that_was_last_written():
    experiment = from_text(SHORT + "scenarios: {a: &x {decks: &x 1}, b: {decks: *x}, c: &x {decks: 2}, d: *x}\n")
    assert list(experiment.scenarios.values()) == [{"decks": 1}, {"decks": 1}, {"decks": 2}, {"decks": 2}]


def test_levels_are_counted_through_aliases():
    nests = ", ".join(f"&a{i} {'[' * 20}*a{i - 1}{']' * 20}" for i in range(1, 45))
    assert fault_of(f"[&a0 1, {nests}]") == "x.yaml:1:82: more than 30 levels deep: not an experiment"


def nest(levels):
    return "[" * levels + "]" * levels


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"a: &a {nest(29)}\nb: *a", None),
        (f"a: &a {nest(29)}\nb: [*a]", "2:5: more than 30 levels deep: not an experiment"),
        (f"a: {nest(30)}", None),
        (f"a: {nest(31)}", "1:34: more than 30 levels deep: not an experiment"),
        (f"a: &a [{'1, ' * 9_998}]\nb: [{'2, ' * 9_999}]", None),
        (f"a: &a [{'1, ' * 9_998}]\nb: [{'2, ' * 10_000}]", "1:1: stands for more than 20000 values: not an experiment"),
        (f"a: &a [{'1, ' * 9_998}]\nb: *a\nc: 1", None),
        (f"a: &a [{'1, ' * 9_998}]\nb: *a\nc: [1]", "1:1: stands for more than 20000 values: not an experiment"),
    ],
)
def test_how_large_an_experiment_may_be(text, fault):
    told = faults_of(text)
    assert told[0] == f"x.yaml:{fault}" if fault else "not an experiment" not in told[0]


def test_a_file_that_is_not_there():
    Path("mean_eight.yaml").write_text(SHORT)
    with pytest.raises(BadInput, match=r'^mean_eigth.yaml: there is no such file; did you mean "mean_eight.yaml"\?$'):
        load("mean_eigth.yaml")
    with pytest.raises(BadInput, match=r"^experiments/x.yaml: there is no such file, nor a folder experiments$"):
        load("experiments/x.yaml")
    with pytest.raises(BadInput, match=r"^\.: can't be read: Is a directory$"):
        load(".")


def test_a_file_whose_name_no_folder_can_have():
    Path(".hidden.yaml").write_text(SHORT)
    with pytest.raises(BadInput, match=r'^\.hidden\.yaml:1:1: name: "\.hidden" can\'t name a folder'):
        load(".hidden.yaml")
