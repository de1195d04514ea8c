"""Heuristics as the engine calls them: what runs is what is written, also where Numba cannot compile it."""

from __future__ import annotations

import os
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

import plies
from plies import registry
from plies.compile.evaluators import SlowHeuristic, evaluator
from tests.compile.elsewhere import contents, search
from tests.sizes import slow

Edits = tuple[tuple[int, int, int], ...]

HELPER = "def worth(n):\n    return n * {}\n\n\nBONUS = {}\n"
MINE = """\
from plies.games.bits import count
from helpers import BONUS, worth

def mine(state, me):
    return 50 + worth(count(state.white)) - worth(count(state.black)) + BONUS + {}
"""


def write_files(folder: Path, own: int, factor: int = 1, bonus: int = 0) -> str:
    (folder / "helpers.py").write_text(HELPER.format(factor, bonus))
    (folder / "mine.py").write_text(MINE.format(own))
    return f"{folder / 'mine.py'}:mine"


def at_leaf(heuristic: Any) -> float:
    """A heuristic's number as the engine sees it, at the leaf of a search of one ply."""
    game = plies.game("pawns:3x5")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return plies.analyse(game.position("bbb/3/3/3/ww1 b"), heuristic, depth=1, selective=False).value


EDITED = ((7, 1, 0), (8, 1, 0), (8, 2, 0), (8, 2, 3), (7, 1, 0))


@pytest.mark.parametrize("edits", [EDITED[2:], slow(EDITED)], ids=["sample", "all"])
def test_an_edited_heuristic_runs_in_the_next_process(warm: Path, tmp_path: Path, edits: Edits) -> None:
    """In the file itself, in a function and in a number of a file that it imports; all files keep their lengths."""
    start = {}
    for own, factor, bonus in edits:
        name = write_files(tmp_path, own, factor, bonus)
        found = search(warm, name)
        assert found["warnings"] == []
        start[own, factor, bonus] = found["value"]
    expected = {(7, 1, 0): 7, (8, 1, 0): 8, (8, 2, 0): 8, (8, 2, 3): 11}
    assert start == {edit: expected[edit] for edit in edits}
    before = contents(warm)
    search(warm, name)
    assert contents(warm) == before


def test_an_edited_heuristic_runs_at_once_in_this_process(tmp_path: Path) -> None:
    """Edits within the same moment and to the same length, as a person with a notebook and an editor makes them."""
    stamp = time.time_ns()
    for own, factor, bonus in ((1, 1, 0), (2, 1, 0), (2, 5, 0), (2, 5, 4), (1, 1, 0), (9, 9, 9)):
        name = write_files(tmp_path, own, factor, bonus)
        for file in tmp_path.glob("*.py"):
            os.utime(file, ns=(stamp, stamp))
        game = plies.game("pawns:3x5")
        position = game.position("bbb/2b/3/www/w2 b")
        expected = dict.fromkeys(("white", "black"), 50 + factor * (4 - 4) + bonus + own)
        assert {me: plies.evaluate(position, name, me=me) for me in expected} == expected
        found = plies.analyse(game.position("bbb/3/3/3/ww1 b"), name, depth=1, selective=False)
        assert found.value == factor * (2 - 3) + bonus + own
    assert "helpers" not in sys.modules
    assert str(tmp_path) not in sys.path


def test_two_files_may_each_have_helpers_of_one_name(tmp_path: Path) -> None:
    for folder, bonus in (("one", 1), ("two", 2)):
        (tmp_path / folder).mkdir()
        write_files(tmp_path / folder, 0, 1, bonus)
    names = [f"{tmp_path / folder / 'mine.py'}:mine" for folder in ("one", "two", "one")]
    position = plies.game("pawns:3x5").start()
    assert [plies.evaluate(position, name) for name in names] == [51, 52, 51]


def made(weight: int) -> Any:
    """Functions of one name that differ in what they close over."""

    def closing(state: Any, me: int) -> float:
        return 50.0 + weight

    return closing


def test_functions_of_one_name_are_kept_apart() -> None:
    assert [at_leaf(made(weight)) for weight in (3, 4, 3)] == [3, 4, 3]


def material(state: Any, me: int) -> float:
    """Pawns alone."""
    return 50.0 + (1 if me == 0 else -1) * (state.white.bit_count() - state.black.bit_count())


def test_a_heuristic_that_a_person_has_compiled_already() -> None:
    from numba import njit

    game = plies.game("pawns:3x5")
    made_once = evaluator(game, registry.heuristic(game, njit(material)))
    assert made_once.native
    position = game.position("bbb/3/3/www/w2 b")
    assert plies.evaluate(position, njit(material), me="white") == 51


# -- what Numba cannot compile ---------------------------------------------------------------------------------------

SLOW = """\
from plies.games.bits import count

NAMES = {"white": 1.5}

def fast(state, me):
    return 50 + (count(state.white) - count(state.black)) * (1.5 if me == 0 else -1.5)

def slow(state, me):
    sign = 1 if me == 0 else -1
    weight = NAMES["white"]
    return 50 + (count(state.white) - count(state.black)) * weight * sign

def helper(n):
    word = "{}"
    return len(word.format("x" * n))

def deep(state, me):
    mine = helper(count(state.white))
    return 50.0 + mine
"""


def test_a_heuristic_that_cannot_be_compiled_runs_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    position = plies.game("pawns:4x4").start()
    results = []
    for name, lines in (("fast", []), ("slow", [10]), ("deep", [15])):
        with warnings.catch_warnings(record=True) as reported:
            warnings.simplefilter("always")
            results.append(plies.analyse(position, f"{file}:{name}", depth=5, selective=False))
        assert [one.category for one in reported] == [SlowHeuristic] * len(lines)
        for one, line in zip(reported, lines, strict=True):
            assert f"({file}, line {line})" in str(one.message)
            assert len(str(one.message).splitlines()) == 1
            assert one.filename == __file__
    fast, slow, _ = results
    assert (fast.value, fast.line, fast.nodes) == (slow.value, slow.line, slow.nodes)


BAD = """\
def raises(state, me):
    numbers = {}
    return numbers["missing"]

def raises_compiled(state, me):
    if state.turn >= 0:
        raise ValueError("no idea")
    return 1.0

def divides(state, me):
    return 1 // (state.turn * 0)

def nan(state, me):
    return float("nan")

def word(state, me):
    return "fifty"

def nothing(state, me):
    pass

def huge(state, me):
    return 1e7
"""


@pytest.mark.filterwarnings("ignore::plies.compile.evaluators.SlowHeuristic")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("raises", r"heuristic 'raises' stopped with KeyError: 'missing' \(.*bad.py, line 3\)"),
        ("raises_compiled", "heuristic 'raises_compiled'"),
        ("divides", "heuristic 'divides'"),
        ("nan", "heuristic 'nan' answered a value that is not a number"),
        ("word", "heuristic 'word' answered 'fifty', which is not a number"),
        ("nothing", "heuristic 'nothing' answered None, which is not a number"),
        ("huge", "between -900000 and 900000"),
    ],
)
def test_a_heuristic_that_misbehaves_is_told_so(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    with pytest.raises(plies.InvalidGame, match=said) as caught:
        plies.analyse(plies.game("pawns:3x5").start(), f"{tmp_path / 'bad.py'}:{name}", depth=3)
    assert len(str(caught.value).splitlines()) == 1
    if name not in ("nan", "huge"):
        with pytest.raises(plies.InvalidGame, match=f"heuristic '{name}'"):
            plies.evaluate(plies.game("pawns:3x5").start(), f"{tmp_path / 'bad.py'}:{name}")
