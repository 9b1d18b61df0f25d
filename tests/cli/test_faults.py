"""How a fault is put into words, wherever it was made."""

import pytest

from simlab.base.faults import BadInput, Fault, nearest, shortened, unknown
from simlab.base.kinds import Fields, Key, Real, Several, Whole, sentence, span, written


def test_a_fault_has_a_place_or_none():
    assert str(BadInput([Fault("x.yaml:1:2", "is wrong"), Fault("", "there is no game")])) == "x.yaml:1:2: is wrong\nthere is no game"


def test_what_is_not_there_is_told_with_what_was_meant_and_what_there_is():
    assert unknown("game", "maen", ["mean", "meow"]) == 'no game "maen"; did you mean "mean"? There are: mean, meow'
    assert unknown("game", "zq", ["mean", "meow"]) == 'no game "zq". There are: mean, meow'
    assert unknown("parameter of first", "keep", {}) == 'no parameter of first "keep". There are none'


def test_more_names_than_help_are_counted():
    names = [f"n{i}" for i in range(43)]
    assert unknown("name", "zq", names).endswith(" n38, n39 and 3 more")
    assert unknown("name", "zq", names[:40]).endswith(" n38, n39")


def test_the_nearest_is_found_whatever_its_letters_case():
    assert nearest("MEAN", ["meow", "Mean"]) == "Mean"
    assert nearest("zq", ["meow", "Mean"]) is None


@pytest.mark.parametrize(
    ("word", "length", "text"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a\nb\x1b", 60, "a\\nb\\x1b"), ("x" * 60, 60, "x" * 60), (None, 60, "None")],
)
def test_a_word_is_told_on_one_line(word, length, text):
    assert shortened(word, length) == text


def test_a_sentence_begins_with_the_names_of_what_is_wrong():
    assert sentence(("rules", "cards", 1, "x"), "is wrong") == "rules.cards.x: is wrong"
    assert sentence(("rules", Key("crads")), "is unknown") == "rules: is unknown"
    assert sentence((Key("ruels"),), "is unknown") == sentence((), "is unknown") == "is unknown"
    assert sentence(("x" * 300,), "is long") == f"{'x' * 199}…: is long"


def test_each_name_has_its_own_kind():
    kind = Fields({"near": Real(0, 6, note=" (cards)"), "sizes": Several(Whole(1, 3), 1, 2)}, "number")
    wrong = []
    assert kind.read({"near": 2, "sizes": [3]}, wrong) == {"near": 2.0, "sizes": (3,)}
    assert wrong == []
    assert kind.read({"near": 7, "sizes": [3], "far": 1}, wrong, ("a",)) == {"sizes": (3,)}
    assert wrong == [
        (("a", "near"), "7 is out of range; allowed: 0-6 (cards)"),
        (("a", "far"), 'no number "far". There are: near, sizes'),
    ]
    assert isinstance(wrong[1][0][-1], Key)
    assert not isinstance(wrong[0][0][-1], Key)
    assert kind.read([1], wrong) is None
    assert wrong[2][1] == "[1] is not a mapping; allowed: names and values, each a number: near, sizes"


@pytest.mark.parametrize(
    ("low", "high", "text"), [(0, 4, "0-4"), (-9, 9, "-9 to 9"), (0.5, 1, "0.5-1"), (-1.0, -0.5, "-1 to -0.5"), (2, 2.0, "2-2")]
)
def test_a_range_is_written(low, high, text):
    assert span(low, high) == text


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        (Real(), "a number"),
        (Real(0, positive=True), "a number above 0"),
        (Real(0, 2, positive=True), "above 0 to 2"),
        (Real(0, 2, step=0.5, note=" for first"), "0-2 in steps of 0.5 for first"),
        (Real(note=" for first"), "a number for first"),
        (Several(Whole(1, 3), 2, 2), "a list of 2 values, each 1-3"),
        (Several(Whole(), 1, 2), "a list of 1-2 values, each a whole number"),
    ],
)
def test_what_is_allowed_is_said(kind, allowed):
    assert kind.allowed == allowed


def test_values_are_written_as_in_an_experiment():
    assert written({"a": [True, None, "x"], "b": 2**200 - 1}) == f'{{a: [true, None, "x"], b: {2**200 - 1}}}'
    assert written(2**200) == "a number of more than 60 digits"
