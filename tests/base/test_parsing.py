"""Texts become trees one at a time: Python 3.11 mixes up the trees of threads."""

import ast
import gc
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import simlab
from simlab.base.parsing import parsed

DEEP = "x = " + "(" * 60 + "1" + " + 1)" * 60 + "\n"


@pytest.fixture
def others_get_a_turn_within_a_tree():
    """Between two of its nodes Python may clear away what nobody holds any more, and who is told of that may let others go on."""

    def told(phase, info):
        time.sleep(0)

    before = gc.get_threshold()
    gc.callbacks.append(told)
    gc.set_threshold(20)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(told)


@pytest.mark.usefixtures("others_get_a_turn_within_a_tree")
def test_threads_may_read_at_once():
    with ThreadPoolExecutor(2) as threads:
        trees = list(threads.map(parsed, [DEEP] * 20))
    assert {ast.dump(tree) for tree in trees} == {ast.dump(parsed(DEEP))}


def test_a_text_that_is_no_python_says_so():
    with pytest.raises(SyntaxError):
        parsed("def :")


def test_nobody_in_the_house_makes_trees_by_himself():
    root = Path(simlab.__file__).parent
    found = [file.relative_to(root) for file in root.rglob("*.py") if "ast.parse(" in file.read_text(encoding="utf-8")]
    assert found == [Path("base/parsing.py")]
