"""An edit in any file that goes into a kernel is another folder of the cache; compiling is announced."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import plies
from plies.compile import build
from plies.search.engine.worker import KERNEL as ENGINE
from plies.search.perft.counting import KERNEL as PERFT
from plies.solve.forced_wins.prover import KERNEL as FORCED
from plies.solve.simultaneous.matrix import KERNEL as MATRIX
from plies.solve.simultaneous.search import KERNEL as SEARCH
from plies.solve.simultaneous.stochastic import EVALUATION, INDUCTION
from tests.sizes import slow

SOURCE = Path(plies.__file__).parent
WITH_RULES, WITHOUT = (ENGINE, PERFT, FORCED), (MATRIX, INDUCTION, EVALUATION, SEARCH)
GAMES = {template.name for template in WITH_RULES}
ALL = GAMES | {template.name for template in WITHOUT}

#: Prints the folder of every kernel after each edit; nothing is compiled. Each edit is seen by a child that imports the
#: package anew, but not Numba, which takes most of the time.
FOLDERS = """
import json, os, sys, numba, numba.core.event
from pathlib import Path

def show(cache):
    import plies
    from plies.compile import build
    from plies.search.engine.worker import KERNEL as ENGINE
    from plies.search.perft.counting import KERNEL as PERFT
    from plies.solve.forced_wins.prover import KERNEL as FORCED
    from plies.solve.simultaneous.matrix import KERNEL as MATRIX
    from plies.solve.simultaneous.search import KERNEL as SEARCH
    from plies.solve.simultaneous.stochastic import EVALUATION, INDUCTION
    os.environ["PLIES_CACHE"] = cache
    for template in (ENGINE, PERFT, FORCED):
        build.kernel(template, plies.game("pawns:3x5"))
    for template in (MATRIX, INDUCTION, EVALUATION, SEARCH):
        build.kernel(template)
    print(json.dumps(dict(name.rsplit("-", 1) for name in os.listdir(cache))), flush=True)

root, caches = Path(sys.argv[1]), Path(sys.argv[2])
for number, (name, before, after) in enumerate(json.load(sys.stdin)):
    file = root / "plies" / name
    text = file.read_text()
    assert before in text, (name, before)
    file.write_text(text.replace(before, after, 1))
    child = os.fork()
    if child == 0:
        show(str(caches / str(number)))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, name
    file.write_text(text)
"""

#: file, a text in it and what an editor makes of it, the kernels that this changes
Edit = tuple[str, str, str, set[str]]
ENGINE_ARGUMENTS, LAYOUT = "search/engine/arguments.py", "search/engine/layout.py"
BUNDLES, TABLES = "solve/simultaneous/arguments.py", "games/simultaneous.py"
EDITS: list[Edit] = [
    ("search/engine/kernel.py", "REDUCED, SCOUT, AGAIN = 0, 1, 2", "REDUCED, SCOUT, AGAIN = 0, 2, 1", {"engine"}),
    (ENGINE_ARGUMENTS, "deadline: int\n    node_limit", "node_limit: int\n    deadline", {"engine"}),
    (ENGINE_ARGUMENTS, "control: NDArray[np.int64]\n    c", "c: NDArray[np.int64]\n    c", {"engine", "forced"}),
    (LAYOUT, "STOP, ERROR", "ERROR, STOP", {"engine", "forced"}),
    (LAYOUT, "LAST_PLY = 240", "LAST_PLY = 250", {"engine"}),
    ("search/engine/leaf.py", "turn == me", "turn != me", {"engine"}),
    ("search/engine/ordering.py", "scores[i] > scores[best]", "scores[i] >= scores[best]", {"engine", "forced"}),
    ("search/engine/table.py", "u64(0xFF)", "u64(0x7F)", {"engine"}),
    ("search/engine/tuning.py", "REDUCE_MORE_INDEX = 8", "REDUCE_MORE_INDEX = 9", {"engine"}),
    ("search/engine/tuning.py", "HISTORY_MALUS = 4", "HISTORY_MALUS = 5", {"engine"}),
    ("search/engine/tuning.py", "NOISY_MOVE = 1e12", "NOISY_MOVE = 1e13", {"engine", "forced"}),
    ("tables/file/view.py", "BLOCK_BITS = 11", "BLOCK_BITS = 12", {"engine"}),
    ("tables/file/view.py", "first: NDArray[np.uint64]", "last: NDArray[np.uint64]", {"engine", "forced"}),
    ("tables/packing.py", "runs: NDArray[np.uint64]\n    b", "b: NDArray[np.uint64]\n    b", {"engine", "forced"}),
    ("tables/codes.py", "LOST + 2 * (tight", "LOST + 3 * (tight", {"engine"}),
    ("tables/packing.py", "TO_WORD, TO_SHIFT = range(5)", "TO_SHIFT, TO_WORD = range(5)", {"engine"}),
    ("search/perft/kernel.py", "leaves += n", "leaves += n + 0", {"perft"}),
    ("values.py", "WIN = 1_000_000.0", "WIN = 2_000_000.0", {"engine"}),
    ("games/outcomes.py", "DRAWN = -1, 0, 1, 2", "DRAWN = -2, 0, 1, 2", GAMES),
    ("games/pawns/rules.py", "(move & 3) - 1", "(move & 3) - 2", GAMES),
    ("games/bits.py", "T = TypeVar", "edited = T = TypeVar", ALL),
    ("compile/intrinsics.py", "import itertools", "import itertools  # edited", ALL),
    ("compile/game_rules.py", "FIELDS = 1", "FIELDS = 2", ALL),
    ("solve/forced_wins/kernel.py", "NODES_PER_LOOK = 256", "NODES_PER_LOOK = 128", {"forced"}),
    ("solve/forced_wins/arguments.py", "COUNT, INDEX, LEFT", "INDEX, COUNT, LEFT", {"forced"}),
    ("solve/simultaneous/matrix_kernel.py", "TINY = 1e-11", "TINY = 1e-12", {"matrix", "induction", "simultaneous"}),
    ("solve/simultaneous/induction_kernel.py", "total = 0.0", "total = 1.0", {"induction", "evaluation"}),
    ("solve/simultaneous/evaluation_kernel.py", "best + total", "best - total", {"evaluation"}),
    ("solve/simultaneous/search_kernel.py", "CLOSE = 1e-12", "CLOSE = 1e-13", {"simultaneous"}),
    (BUNDLES, "low: Floats\n    high", "high: Floats\n    low", {"simultaneous"}),
    (TABLES, "effect: NDArray[np.int64]\n    a", "a: NDArray[np.int64]\n    a", ALL - GAMES - {"matrix"}),
]


@cache
def tree_of(file: str) -> ast.Module:
    return ast.parse((SOURCE / file).read_text())


def names_in(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def made_by(node: ast.stmt) -> set[str]:
    """The names that a statement gives a meaning: a function, a class, a constant."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    return set().union(*map(names_in, node.targets)) if isinstance(node, ast.Assign) else set()


def closure(file: str, names: set[str] | None = None, seen: set[tuple[str, str]] | None = None) -> set[str]:
    """The files in which what a kernel uses is written down, found from the text alone."""
    seen = set() if seen is None else seen
    tree, files = tree_of(file), {file} if names is None else set[str]()
    for name in names_in(tree) if names is None else names:
        if (file, name) in seen:
            continue
        seen.add((file, name))
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("plies."):
                where = str(node.module).removeprefix("plies.").replace(".", "/") + ".py"
                taken = {alias.name for alias in node.names if (alias.asname or alias.name) == name}
                files |= closure(where, taken, seen) if taken else set()
            elif name in made_by(node):
                files |= {file} | closure(file, names_in(node), seen)
    return files


def test_every_file_that_goes_into_a_kernel_is_edited_below() -> None:
    """By another way than the digests: names are followed through the text of the files."""
    for template in (*WITH_RULES, *WITHOUT):
        for file in closure(template.file.relative_to(SOURCE).as_posix()):
            edited = [kernels for name, _, _, kernels in EDITS if name == file]
            assert any(template.name in kernels for kernels in edited), f"{template.name} uses {file}"


@pytest.mark.parametrize("edits", [EDITS[::5], slow(EDITS)], ids=["sample", "all"])
def test_an_edit_is_another_folder(tmp_path: Path, edits: list[Edit]) -> None:
    shutil.copytree(SOURCE, tmp_path / "plies", ignore=shutil.ignore_patterns("__pycache__", "web", "cli", "arena"))
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", FOLDERS, str(tmp_path), str(tmp_path / "caches")]
    asked = json.dumps([("values.py", "", ""), *(edit[:3] for edit in edits)])
    ran = subprocess.run(command, env=surroundings, input=asked, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    unedited, *edited = (json.loads(line) for line in ran.stdout.splitlines())
    assert unedited.keys() == ALL
    for (file, before, after, kernels), found in zip(edits, edited, strict=True):
        changed = {name for name in ALL if found[name] != unedited[name]}
        assert changed == kernels, f"{file}: {before!r} became {after!r}"


# -- notices ---------------------------------------------------------------------------------------------------------

TRIAL = """
from typing import NamedTuple

class Pair(NamedTuple):
    one: int
    other: int

def helper(pair):
    return pair.one - 10 * pair.other

def first(pair):
    return helper(pair) + {}

def second(pair):
    return first(pair)
"""
USE = """
import sys
from functools import cache
from pathlib import Path
from plies.compile import build
template = build.Template("trial", Path(sys.argv[1]), "a trial", ("first", "second"))
assert not build.is_compiled(template) or sys.argv[2] == "warm"
module = build.kernel(template)
for name in sys.argv[3:]:
    print(getattr(module, name)(module.Pair(1, 2)))
print(build.is_compiled(template))
"""


def use(file: Path, cache: Path, state: str, *functions: str) -> tuple[list[str], str]:
    surroundings = {**os.environ, "PLIES_CACHE": str(cache)}
    command = [sys.executable, "-c", USE, str(file), state, *functions]
    ran = subprocess.run(command, env=surroundings, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split(), ran.stderr


@pytest.mark.slow
def test_compiling_is_announced_when_it_happens_and_only_then(tmp_path: Path) -> None:
    """Numba itself compiles here, each time in a process of its own."""
    file, notice = tmp_path / "trial.py", "plies: compiling a trial for this machine (once) ...\n"
    file.write_text(TRIAL.format(5))
    assert use(file, tmp_path / "cache", "cold") == (["False"], ""), "a kernel that is only looked at is not compiled"
    assert use(file, tmp_path / "cache", "cold", "first") == (["-14", "False"], notice)
    assert use(file, tmp_path / "cache", "cold", "first") == (["-14", "False"], "")
    assert use(file, tmp_path / "cache", "cold", "first", "second") == (["-14", "-14", "True"], notice)
    assert use(file, tmp_path / "cache", "warm", "first", "second") == (["-14", "-14", "True"], "")
    file.write_text(TRIAL.format(6))
    assert use(file, tmp_path / "cache", "cold", "first", "second") == (["-13", "-13", "True"], notice)
    file.write_text(TRIAL.format(6).replace("one: int\n    other: int", "other: int\n    one: int"))
    assert use(file, tmp_path / "cache", "cold", "second") == (["-2", "True"], notice)


def test_a_kernel_of_this_process_is_made_once() -> None:
    game = plies.game("pawns:3x5")
    assert build.kernel(ENGINE, game) is build.kernel(ENGINE, plies.game("pawns:3x5"))
    assert build.kernel(MATRIX) is build.kernel(MATRIX)


def test_what_this_process_has_compiled_is_compiled_though_its_folder_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLIES_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "trial.py"
    file.write_text("def one():\n    return 1\n\n\ndef two():\n    return 2\n")
    template = build.Template("kept", file, "a test's kernel", ("one", "two"))
    assert build.kernel(template).one() == 1
    shutil.rmtree(tmp_path / "cache")
    assert build.is_compiled(template, None, "one")
    assert not build.is_compiled(template, None, "two")


def test_a_kernel_may_define_its_own_bundles(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from __future__ import annotations\n\nfrom typing import Any, NamedTuple\n\n\n"
        "class Own(NamedTuple):\n    numbers: Any\n\n\n"
        "def total(own):\n    sum = 0\n    for n in own.numbers:\n        sum += n\n    return sum\n"
    )
    kernel = build.kernel(build.Template("own", file, "a test's kernel", ("total",)))
    assert kernel.total(kernel.Own((1, 2, 4))) == 7
