"""What runs is what is written: edits are noticed, compiled results are kept and found again, and nothing piles up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import plies
from plies import registry
from plies.compile import build, digests
from plies.compile.evaluators import SlowHeuristic, evaluator
from plies.games.contract import Feature, Game, Heuristic

SCRIPT = """
import json, resource, sys, warnings
import plies
heuristic = sys.argv[1] if len(sys.argv) > 1 else "ari"
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    found = plies.analyse(plies.game("pawns:3x5").start(), heuristic, depth=3, selective=False)
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"value": found.value, "nodes": found.nodes, "move": found.move,
                  "cpu": used.ru_utime + used.ru_stime, "warnings": [str(one.message) for one in told]}))
"""


def start_process(cache: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PLIES_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, "-c", SCRIPT, *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return {**json.loads(out), "stderr": err}


def search(cache: Path, *arguments: str) -> dict[str, Any]:
    return finish(start_process(cache, *arguments))


def contents(cache: Path) -> dict[str, int]:
    return {str(file.relative_to(cache)): file.stat().st_size for file in sorted(cache.rglob("*")) if file.is_file()}


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache that two processes have filled at once, both with success; the first run says that it compiles."""
    cache = tmp_path_factory.mktemp("cache")
    both = [start_process(cache), start_process(cache)]
    results = [finish(process) for process in both]
    assert results[0]["value"] == results[1]["value"]
    assert results[0]["nodes"] == results[1]["nodes"]
    assert any("compiling the engine of pawns" in result["stderr"] for result in results)
    search(cache)  # whatever the two have left half done is done now
    return cache


def test_the_cache_does_not_grow_and_the_second_process_starts_at_once(warm: Path) -> None:
    before = contents(warm)
    assert before
    runs = [search(warm) for _ in range(6)]
    assert contents(warm) == before
    assert len({(run["value"], run["nodes"], run["move"]) for run in runs}) == 1
    assert {run["stderr"] for run in runs} == {""}
    assert min(run["cpu"] for run in runs) < 1.0, "the issue asks for the first node within a second of CPU time"


@pytest.mark.slow
def test_the_cache_does_not_grow_over_a_hundred_runs(warm: Path) -> None:
    before = contents(warm)
    for _ in range(100):
        search(warm)
    assert contents(warm) == before


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


def test_an_edited_heuristic_runs_in_the_next_process(warm: Path, tmp_path: Path) -> None:
    """In the file itself, in a function and in a number of a file that it imports; all files keep their lengths."""
    start = {}
    for own, factor, bonus in ((7, 1, 0), (8, 1, 0), (8, 2, 0), (8, 2, 3), (7, 1, 0)):
        name = write_files(tmp_path, own, factor, bonus)
        found = search(warm, name)
        assert found["warnings"] == []
        start[own, factor, bonus] = found["value"]
    assert start == {(7, 1, 0): 7, (8, 1, 0): 8, (8, 2, 0): 8, (8, 2, 3): 11}
    before = contents(warm)
    search(warm, name)
    assert contents(warm) == before


def test_an_edited_heuristic_runs_at_once_in_this_process(tmp_path: Path) -> None:
    """Edits within the same moment and to the same length, as a user with a notebook and an editor makes them."""
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


def test_an_edited_game_runs_at_once(tmp_path: Path) -> None:
    file = tmp_path / "count.py"
    text = """
        from typing import NamedTuple
        import plies

        class State(NamedTuple):
            left: int
            turn: int

        def moves(state, out):
            n = min(state.left, {most})
            for i in range(n):
                out[i] = i + 1
            return n

        def play(state, move):
            return State(state.left - move, 1 - state.turn)

        def outcome(state):
            return -1

        def even(state, me):
            return 0.0

        GAME = plies.Game(
            "count", "take matches", ("A", "B"), plies.Rules(State, moves, play, outcome, 3, 4), State(6, 0),
            {{"even": plies.Heuristic("even", "nothing", function=even)}}, "even",
        )
        """
    counts = []
    for most in (3, 2, 1):
        file.write_text(textwrap.dedent(text.format(most=most)))
        start = plies.game(str(file)).start()
        counts.append((len(start.moves), plies.perft(start, 2)))
    assert counts == [(3, 9), (2, 4), (1, 1)]


def test_two_files_may_each_have_helpers_of_one_name(tmp_path: Path) -> None:
    for folder, bonus in (("one", 1), ("two", 2)):
        (tmp_path / folder).mkdir()
        write_files(tmp_path / folder, 0, 1, bonus)
    names = [f"{tmp_path / folder / 'mine.py'}:mine" for folder in ("one", "two", "one")]
    position = plies.game("pawns:3x5").start()
    assert [plies.evaluate(position, name) for name in names] == [51, 52, 51]


def test_a_digest_sees_what_a_function_uses() -> None:
    """Numbers it closes over, defaults, globals, functions it calls, also inside a comprehension."""

    def make(text: str, **names: Any) -> str:
        space: dict[str, Any] = {"__name__": "made", **names}
        exec(text, space)
        return digests.digest_of_functions(digests.reachable([space["f"]]))[0]

    seen = [
        make("def f(x): return x + 1"),
        make("def f(x): return x + 2"),
        make("def f(x): return x + k", k=1),
        make("def f(x): return x + k", k=2),
        make("def f(x, k=1): return x + k"),
        make("def f(x, k=2): return x + k"),
        make("def g(x): return x\ndef f(x): return sum([g(y) for y in range(x)])"),
        make("def g(x): return x + 1\ndef f(x): return sum([g(y) for y in range(x)])"),
        make("def m(k):\n    def f(x): return x + k\n    return f\nf = m(1)"),
        make("def m(k):\n    def f(x): return x + k\n    return f\nf = m(2)"),
        make("def f(x): return box.k + x", box=SimpleNamespace(k=1)),
    ]
    assert len(set(seen)) == len(seen)
    assert make("def f(x): return x + k", k=1) == make("def f(x): return x + k", k=1)


def made(weight: int) -> Any:
    """Functions of one name that differ in what they close over."""

    def closing(state: Any, me: int) -> float:
        return 50.0 + weight

    return closing


def test_functions_of_one_name_are_kept_apart() -> None:
    assert [at_leaf(made(weight)) for weight in (3, 4, 3)] == [3, 4, 3]


def test_symbols_of_two_processes_are_kept_apart() -> None:
    """Numba numbers the functions it compiles; see `intrinsics.py` for what goes wrong when all count from 1."""
    script = "import plies.compile.intrinsics; from numba.core.bytecode import FunctionIdentity as f; "
    script += "print(next(f._unique_ids), f.from_function(lambda x: x).unique_name)"
    told = [subprocess.run([sys.executable, "-c", script], check=True, stdout=-1).stdout.split() for _ in range(2)]
    assert told[0][0] != told[1][0]
    assert all(name.endswith(b"$%d" % (int(first) + 1)) for first, name in told)


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
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            results.append(plies.analyse(position, f"{file}:{name}", depth=5, selective=False))
        assert [one.category for one in told] == [SlowHeuristic] * len(lines)
        for one, line in zip(told, lines, strict=True):
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


# -- files and entry points ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("def h(state, me:\n", plies.InvalidFile, "line 1"),
        ("import nowhere_at_all\n", plies.InvalidFile, "stopped in line 1 with ModuleNotFoundError"),
        ("x = 1\n", plies.UnknownName, "no function or Heuristic of that name"),
    ],
)
def test_a_file_that_cannot_be_used(text: str, kind: type[Exception], said: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(kind, match=said):
        plies.evaluate(plies.game("pawns:3x5").start(), f"{tmp_path / 'mine.py'}:h")
    if kind is plies.UnknownName:
        with pytest.raises(plies.InvalidGame, match="neither GAME"):
            plies.game(str(tmp_path / "mine.py"))


def material(state: Any, me: int) -> float:
    """Pawns alone."""
    return 50.0 + (1 if me == 0 else -1) * (state.white.bit_count() - state.black.bit_count())


def test_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package may bring games and heuristics."""
    renamed = registry.families()["pawns"]
    brought: Any = SimpleNamespace(name="pawns2", load=lambda: plies.Family(**{**vars(renamed), "name": "pawns2"}))
    points = {
        registry.GAME_GROUP: [brought],
        registry.HEURISTIC_GROUP: [SimpleNamespace(name="material", load=lambda: material)],
    }

    def entry_points(group: str, name: str | None = None) -> list[Any]:
        return [point for point in points[group] if name in (None, point.name)]

    monkeypatch.setattr(registry, "entry_points", entry_points)
    registry.families.cache_clear()
    try:
        assert "pawns2" in registry.families()
        assert plies.game("pawns2:3x5").start().text == plies.game("pawns:3x5").start().text
        position = plies.game("pawns:3x5").position("bbb/3/3/www/w2 b")
        assert plies.evaluate(position, "material", me="white") == 51
        assert plies.analyse(position, "material", depth=1, selective=False).value == -1
        points[registry.GAME_GROUP] = [SimpleNamespace(name="bad", load=lambda: 3)]
        registry.families.cache_clear()
        with pytest.raises(plies.InvalidGame, match="entry point 'bad'"):
            registry.families()
    finally:
        registry.families.cache_clear()


def test_the_oldest_folders_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_CACHE", str(tmp_path))
    monkeypatch.setattr(build, "KEPT", 3)
    for number in range(6):
        build.import_text("x = 1\n", "trial", f"{number:020}")
        os.utime(tmp_path / f"trial-{number:020}", (number, number))
    assert sorted(folder.name[-1] for folder in tmp_path.iterdir()) == ["3", "4", "5"]


def test_without_a_place_for_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home that cannot be written to: the text is compiled in a folder of this process alone."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PLIES_CACHE", str(tmp_path / "file" / "cache"))
    module = build.import_text("x = 17\n", "trial", "homeless")
    assert module.x == 17
    assert str(tmp_path) not in str(module.__file__)


def test_contracts_of_heuristics_and_games() -> None:
    feature = Feature("one", lambda state, side: 1)
    with pytest.raises(plies.InvalidGame, match="1 features but 2 weights"):
        Heuristic("h", "", (feature,), (1.0, 2.0))
    game = plies.game("pawns:3x5")
    with pytest.raises(plies.InvalidGame, match="a NamedTuple with a field 'turn'"):
        Game("g", "", ("a", "b"), plies.Rules(tuple, *(max,) * 3, 1, 1), (), game.heuristics, "ari")  # type: ignore[arg-type]
    with pytest.raises(plies.InvalidGame, match="its default heuristic 'x'"):
        Game("g", "", ("a", "b"), game.rules, game.first, game.heuristics, "x")


def test_a_heuristic_that_a_person_has_compiled_already() -> None:
    from numba import njit

    game = plies.game("pawns:3x5")
    made_once = evaluator(game, registry.heuristic(game, njit(material)))
    assert made_once.native
    position = game.position("bbb/3/3/www/w2 b")
    assert plies.evaluate(position, njit(material), me="white") == 51
