"""The house itself: which way imports go, how full folders are, where plain dicts may be, that tests mirror modules.

A list called `KNOWN_...` names what does not hold yet: it gets shorter and then goes away.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE, TESTS = ROOT / "src", ROOT / "tests"
MODULES = {
    ".".join(file.with_suffix("").relative_to(SOURCE).parts).removesuffix(".__init__"): file
    for file in sorted(SOURCE.rglob("*.py"))
}
MOST_MODULES, MOST_ARGUMENTS = 14, 12


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


# -- imports ---------------------------------------------------------------------------------------------------------

#: modules that import each other in a ring
KNOWN_RINGS: set[frozenset[str]] = set()


def for_types(tree: ast.Module) -> set[int]:
    """What stands under `if TYPE_CHECKING`, by identity: no import when the program runs."""
    guards = [node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    return {id(inside) for guard in guards for statement in guard.body for inside in ast.walk(statement)}


def imports_of(module: str, tree: ast.Module) -> set[str]:
    """The modules of ours that a module imports, wherever in it; its own packages are imported anyway."""
    found, left_out = set(), for_types(tree)
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} imports from {'.' * node.level}{node.module or ''}: write it out"
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return {name for name in found & MODULES.keys() if name != module and not module.startswith(f"{name}.")}


def rings(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """Sets of modules each of which leads to every other."""
    reach: dict[str, set[str]] = {}
    for start in graph:
        waiting, seen = [start], set()
        while waiting:
            new = graph.get(waiting.pop(), set()) - seen
            seen |= new
            waiting += new
        reach[start] = seen
    return {frozenset(m for m in reach[one] if one in reach[m]) for one in graph if one in reach[one]}


def test_imports_have_no_cycles() -> None:
    found = rings({module: imports_of(module, tree_of(module)) for module in MODULES})
    assert [sorted(ring) for ring in found - KNOWN_RINGS] == []


def test_the_check_sees_lazy_imports_and_not_those_for_types() -> None:
    lazy = ast.parse("def f():\n    from plies.games import position\n    import plies.values")
    assert imports_of("plies.errors", lazy) == {"plies.games", "plies.games.position", "plies.values"}
    typed = ast.parse("if TYPE_CHECKING:\n    import plies.values\nelse:\n    import plies.errors")
    assert imports_of("plies.registry", typed) == {"plies.errors"}
    assert rings({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": {"e"}}) == {frozenset("abc"), frozenset("e")}
    with pytest.raises(CycleError):  # the library's own check, on the same graph
        TopologicalSorter({"a": {"b"}, "b": {"c"}, "c": {"a"}}).prepare()


@pytest.mark.parametrize("program", ["import plies", "from plies.cli import main; main(['--help'])"])
def test_nobody_waits_for_numba_who_does_not_search(program: str) -> None:
    heavy = "[name for name in ('numba', 'numpy', 'scipy', 'rich') if name in sys.modules]"
    asked = f"import atexit, sys; atexit.register(lambda: print({heavy})); {program}"
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "[]"


# -- sizes -----------------------------------------------------------------------------------------------------------


def test_no_folder_is_crowded() -> None:
    folders = Counter(file.parent for file in MODULES.values() if file.name != "__init__.py")
    assert {str(folder): count for folder, count in folders.items() if count > MOST_MODULES} == {}


def arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    given = function.args
    return len(given.posonlyargs) + len(given.args) + len(given.kwonlyargs)


def test_no_function_takes_more_arguments_than_anybody_remembers() -> None:
    found = {
        f"{module}.{node.name}"
        for module in MODULES
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and arguments(node) > MOST_ARGUMENTS
    }
    assert found == set()


# -- dicts at the border ---------------------------------------------------------------------------------------------

#: where JSON enters or leaves
BORDER = {
    f"plies.{name}"
    for name in (
        # what commands print with --json, and the games they save
        *("cli.answers", "cli.common", "cli.football.coach", "cli.football.drives", "cli.games.game_files"),
        *("cli.games.games", "cli.games.players", "cli.games.saved_games", "cli.games.show", "cli.play.play"),
        *("cli.search.analyse", "cli.search.bench", "cli.search.textbook_rows"),
        *("cli.servers.ggp_match", "cli.tables.data"),
        # files: playbooks, policies, solutions, node counts, players in TOML
        *("games.football.jsonplaces", "games.football.playbook", "games.football.policy"),
        *(
            "solve.simultaneous.solution_file",
            "solve.proof_check",
            "search.bench",
            "players.players_file",
            "players.levels.measured",
            "tables.file.header",
            "games.learned",
        ),
        # the ledger, the pipes, and what is described for them
        *("arena.plan.pairing", "arena.plan.tournament", "arena.run.record", "arena.numbers.results"),
        *("blocks.blocks", "players.definition", "processes.framing", "processes.messages", "processes.spawn"),
        # HTTP
        *("web.markdown", "web.models", "web.play.analysis_routes", "web.learn_routes", "web.timing_routes"),
        *("web.tournaments.routes", "web.server.errors", "web.server.streams", "web.jobs.children"),
        # its code must stay as it is: a digest of it is part of the ids of tournaments
        "games.pawns.heuristics",
        # definitions of tournaments and recorded trees as JSON; HTTP again
        *("arena.plan.openings", "cli.tournaments.results", "search.textbook.trace_node"),
        *("web.tournaments.models", "web.tournaments.service"),
        "web.tables.models",
        *("web.tree.choices", "web.tree.found", "web.tree.routes", "web.grade.routes"),
        "web.learning.routes",
    )
}
#: modules inside that still pass dicts around
KNOWN_DICTS: set[str] = set()

DICTS = {"dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict"}


def is_anything(node: ast.AST) -> bool:
    """`dict[str, Any]`, `Mapping[str, object]` and the like."""
    return (
        isinstance(node, ast.Subscript)
        and getattr(node.value, "id", getattr(node.value, "attr", "")) in DICTS
        and isinstance(node.slice, ast.Tuple)
        and getattr(node.slice.elts[0], "id", "") == "str"
        and getattr(node.slice.elts[1], "id", getattr(node.slice.elts[1], "attr", "")) in ("Any", "object")
    )


def aliases(tree: ast.Module) -> Iterator[str]:
    """Names that a module gives to such a type: `Row = dict[str, Any]`, with or without TypeAlias."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and any(map(is_anything, ast.walk(node.value))):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def uses(tree: ast.Module, named: set[str]) -> bool:
    """Whether a module writes such a type, or one of these names for it: `module.Alias`, or imported by itself."""
    modules = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            if any(f"{node.module}.{alias.name}" in named for alias in node.names):
                return True
            modules |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    dotted = {
        f"{modules.get(node.value.id, node.value.id)}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    return bool(dotted & named) or any(map(is_anything, ast.walk(tree)))


def test_dicts_of_anything_stay_at_the_border() -> None:
    named = {f"{module}.{name}" for module in MODULES for name in aliases(tree_of(module))}
    found = {module for module in MODULES if uses(tree_of(module), named)}
    assert found - BORDER - KNOWN_DICTS == set()
    assert BORDER - found == set(), "these are not at the border any more"


def test_the_check_of_dicts_sees_all_of_them() -> None:
    for text in (
        "def f(x: dict[str, Any]) -> None: ...",
        "x: list[Mapping[str, object]] = []",
        "def f() -> tuple[int, typing.Mapping[str, typing.Any]]: ...",
        "Block = dict[str, Any]",
    ):
        assert uses(ast.parse(text), set()), text
    assert not uses(ast.parse("x: dict[str, int] = {}; y: dict[int, Any] = {}"), set())
    assert list(aliases(ast.parse("Row = dict[str, Any]\nRows: TypeAlias = list[Mapping[str, object]]"))) == [
        "Row",
        "Rows",
    ]
    for text in ("from a.b import Row", "from a import b\nx: b.Row", "from a import b as c\nx: list[c.Row]"):
        assert uses(ast.parse(text), {"a.b.Row"}), text


# -- tests mirror modules --------------------------------------------------------------------------------------------

#: tests of several modules at once, or of what is no module
EXCEPTIONS = {
    *("test_architecture.py", "test_docs.py", "tools/test_setup.py", "cli/test_commands.py", "web/test_schema.py"),
    *(
        "games/test_playthroughs.py",
        "games/test_fuzz.py",
        "games/checkers/test_fuzz.py",
        "games/football/test_guide.py",
    ),
    *("games/checkers/test_compiled.py", "games/checkers/test_pydraughts.py"),  # beside other programs
    *("games/pebbles/test_engine.py", "games/wumpus/test_engine.py", "search/engine/test_promise.py"),
    *("search/textbook/test_docs.py", "arena/run/test_faults.py", "players/test_entry_point.py"),
    *("tools/test_pythons.py", "tools/test_page_types.py", "web/test_suggestions.py"),
    *("web/play/test_hand.py", "web/play/test_variations.py"),  # the page in a browser, by subject
}


def mirrors(test: Path) -> bool:
    """`a/b/test_c.py` tests the module or folder `plies/a/b/c`; `b/test_b.py` and `b/test_browser.py` all of `b`."""
    folder, name = SOURCE / "plies" / test.relative_to(TESTS).parent, test.stem.removeprefix("test_")
    if name in (folder.name, "browser"):
        return folder.is_dir()
    return (folder / name).is_dir() or (folder / f"{name}.py").is_file()


def test_tests_mirror_modules() -> None:
    lost = {test.relative_to(TESTS).as_posix() for test in TESTS.rglob("test_*.py") if not mirrors(test)}
    assert lost - EXCEPTIONS == set()
    assert EXCEPTIONS - lost == set(), "these need no exception any more"
