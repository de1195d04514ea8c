"""Heuristics rebuilt from their descriptions: the same searches, node for node; and what is refused."""

from __future__ import annotations

import json
import os
import textwrap
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from plies import registry
from plies.compile import evaluators
from plies.errors import Refused
from plies.games.contract import Heuristic
from plies.players.kinds import user_file_child
from plies.players.kinds import user_file_messages as messages
from plies.players.kinds.engine import EngineSearcher, Judges
from plies.players.kinds.user_file_child import descriptions
from plies.players.notation import parse_player
from plies.players.user_code.describe import Indescribable, describe
from plies.players.user_code.description import (
    DESCRIPTIONS,
    Array,
    Cut,
    Description,
    Function,
    Inside,
    Named,
    Plain,
    Value,
    Weighted,
)
from plies.players.user_code.found import find
from plies.players.user_code.rebuild import CannotRebuild, rebuild
from plies.search.limits import Limits
from tests.players.conftest import Write
from tests.players.pairings import START

HELPER = """
    import numpy as np
    table = np.arange(8, dtype=np.uint64)
    def scaled(x, by=3):
        return x * by
"""
MANY = """
    import math
    import numba
    import numpy as np
    import helper
    from helper import scaled as by_three
    from plies.games.bits import count, u64
    from plies.games.pawns.rules import ahead, own

    FACTOR, NAMES, DEEP = 2.5, ("a", "b"), (1, (2, 3.5))
    half = np.float32(0.5)
    weights = np.array([[1.0, 2.0], [3.0, 4.0]])

    def nested(rank):
        def inner(x):
            return x * rank + DEEP[1][0]
        return inner
    inner = nested(7)
    short = lambda x: x - 1

    @numba.njit(fastmath=False)
    def jitted(x):
        return short(x) + FACTOR

    def mine(state, me):
        \"\"\"All that a heuristic can use.\"\"\"
        mine, other = (state.white, state.black) if me == 0 else (state.black, state.white)
        total = by_three(np.float64(count(mine))) - helper.scaled(1.0, 2) * count(other)
        total += math.sqrt(2.0) * weights[me, 1] + half * len(NAMES) + inner(state.turn) + jitted(1.0)
        for index in range(helper.table.shape[0]):
            total += float(helper.table[index] & u64(1)) * (1 if mine & u64(1) << u64(index) else 0)
        total += count(ahead(own(state, me), me))
        return total + np.abs(np.int64(-3))
"""

PATTERNS = """
    import plies
    parent = plies.game("pawns:6x6").heuristic("learned")
    mine = plies.Heuristic("mine", "", parent.features, parent.weights, patterns=parent.patterns, centre=50.0)
"""


def both(path: str, name: str = "mine") -> tuple[Any, Heuristic | FunctionType]:
    """As the file's own process has it, and as it is rebuilt, by way of bytes."""
    _, thing = find(f"{path}:{name}")
    folder = Path(path).parent
    texts = {os.path.realpath(file): file.read_bytes() for file in folder.glob("*.py")}
    data = DESCRIPTIONS.encode(describe(thing, os.path.realpath(path), texts))
    (described,) = descriptions(data)
    return thing, rebuild(described, texts)


def searched(heuristic: Any, nodes: int = 3000) -> Any:
    player = replace(parse_player("ari"), kind="file", choice="mine.py:mine", nodes=nodes)
    made = registry.heuristic(START.game, heuristic)
    searcher = EngineSearcher(player, START.game, Judges(made, None))
    assert not searcher.runs_python
    found = searcher.engine.analyse(START, Limits(nodes=nodes), 2)
    # where entries are in the table depends on the names of functions
    return found.lines, found.nodes, replace(found.counters, table_filling=None), found.heuristic


def test_the_same_search_node_for_node(write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And nothing of it is kept on the disk."""
    write(HELPER, "helper.py")
    thing, rebuilt = both(write(MANY))
    assert isinstance(rebuilt, FunctionType)
    assert rebuilt is not thing
    assert rebuilt.__code__ == thing.__code__
    assert rebuilt.__globals__ is not thing.__globals__
    assert rebuilt.__module__ == thing.__module__
    monkeypatch.setattr(evaluators, "import_text", None)
    found = searched(rebuilt)
    monkeypatch.undo()
    assert found == searched(thing)


@pytest.mark.slow
def test_features_with_weights(write: Write) -> None:
    text = """
        import plies
        from plies import Feature, Heuristic
        known = plies.game("pawns:4x5").heuristics["ari"]
        def count(state, side, step):
            return state.white % 5 if side == 0 else state.black % step
        mine = Heuristic("mine", "", (known.features[0], Feature("more", count, (7,))), (3.0, 0.25), centre=50.0)
    """
    thing, rebuilt = both(write(text))
    assert isinstance(rebuilt, Heuristic)
    assert (rebuilt.name, rebuilt.weights, rebuilt.centre) == (thing.name, thing.weights, 50.0)
    # the functions of Plies are copies, so that their every index is checked
    assert all(one.count is not other.count for one, other in zip(rebuilt.features, thing.features, strict=True))
    assert searched(rebuilt) == searched(thing)


def test_patterns_are_part_of_it(write: Write) -> None:
    thing, rebuilt = both(write(PATTERNS))
    assert isinstance(rebuilt, Heuristic)
    assert rebuilt.patterns == thing.patterns is not None


def test_patterns_that_are_none_are_refused(write: Write) -> None:
    path = write(PATTERNS)
    _, thing = find(f"{path}:mine")
    texts = {os.path.realpath(path): Path(path).read_bytes()}
    data = DESCRIPTIONS.encode(describe(thing, os.path.realpath(path), texts))
    text = json.loads(data[8:])
    text["heuristic"]["patterns"]["weights"].pop()
    head = json.dumps(text).encode()
    with pytest.raises(Refused, match="weights of two bytes are needed"):
        user_file_child.rebuilt(len(head).to_bytes(4, "little") + b"\0" * 4 + head, messages.packed(texts), 1)


def test_an_index_beyond_an_array_is_an_error(write: Write) -> None:
    """It would be somebody else's memory, such as the counters of the search."""
    path = write("import numpy as np\ndef mine(state, me):\n    return np.zeros(3)[3_000_000 + state.turn]\n")
    _, rebuilt = both(path)
    with pytest.raises(Exception, match=r"index 300000[01] is out of bounds"):
        searched(rebuilt, 100)


@pytest.mark.parametrize(
    "text",
    [
        "seen = {}\ndef mine(state, me):\n    return len(seen)",
        "import numba\ndef mine(state, me):\n    with numba.objmode(x='int64'):\n        x = 5\n    return x",
        "from numba import objmode\ndef mine(state, me):\n    with objmode(x='int64'):\n        x = 5\n    return x",
        "import os\ndef mine(state, me):\n    return os.getpid()",
        # too large for a message: it is searched in the process that has it
        "import numpy as np\nmany = np.zeros(1 << 22)\ndef mine(state, me):\n    return many[me]",
        "from numpy.lib.stride_tricks import as_strided\ndef mine(state, me):\n    return as_strided(state)[0]",
    ],
)
def test_what_reaches_further_does_not_compile(write: Write, text: str) -> None:
    _, rebuilt = both(write(text))
    player = replace(parse_player("ari"), kind="file", choice="mine.py:mine", nodes=10)
    with pytest.warns(evaluators.SlowHeuristic):
        made = EngineSearcher(player, START.game, Judges(registry.heuristic(START.game, rebuilt), None))
    assert made.runs_python


@pytest.mark.parametrize(
    "text",
    [
        "def mine(state, me):\n    return 1\nmine.__code__ = (lambda state, me: 2).__code__.replace(co_name='x')",
        "exec('def mine(state, me): return 1')",
        "max = [1]\ndef mine(state, me):\n    return max(state)",  # not Python's own
        "class Mine:\n    def __call__(self, state, me):\n        return 1\nmine = Mine()",
    ],
)
def test_what_cannot_be_described(write: Write, text: str) -> None:
    with pytest.raises(Indescribable):
        both(write(text))


# -- what a process might send ---------------------------------------------------------------------------------------

TEXTS = {"/a/mine.py": textwrap.dedent("def mine(state, me):\n    return x\n").encode()}
ONE = Cut("/a/mine.py", False, (0,), (), (), ())


def made(*uses: tuple[str, Value], **changes: Any) -> Any:
    return rebuild(Description((replace(ONE, uses=uses, **changes),), Function(0)), TEXTS)


def test_a_right_description_is_rebuilt() -> None:
    function = made(("x", Plain("float", (0.1).hex())))
    assert function(None, 0) == 0.1
    assert made(("x", Array("<f8", (2, 1), "F", False, (b"\0" * 16).hex()))).__globals__["x"].shape == (2, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: made(file="/etc/passwd"),
        lambda: made(places=(5,)),
        lambda: made(places=(1,)),  # a constant that is no code
        lambda: made(closure=(Plain("int", "1"),)),
        lambda: made(("x", Plain("int", "0x"))),
        lambda: made(("x", Plain("bool", "maybe"))),
        lambda: made(("x", Array("O", (1,), "C", False, "00" * 8))),
        lambda: made(("x", Array("<f8", (3,), "C", False, "00" * 8))),
        lambda: made(("x", Array("<f8", (1,), "C", False, "no"))),
        lambda: made(("x", Function(7))),
        lambda: made(("x", Function(0, (("pipeline_class", "x"),)))),
        *(
            lambda module=module, name=name: made(("x", Inside("m", (("y", Named(module, name)),))))
            for module, name in (
                *(
                    ("os", "system"),
                    ("builtins", "eval"),
                    ("numba", "objmode"),
                    ("numpy", "load"),
                    ("numpy", "ctypeslib"),
                ),
                *(
                    ("plies.cli", "main"),
                    ("plies.games.contract", "Path"),
                    ("numpy", "frombuffer"),
                    ("math", "__loader__"),
                ),
                *(("plies.games.pawns", "FAMILIES"), ("plies.games.no_such", "thing"), ("plies.values", "no_such")),
            )
        ),
    ],
)
def test_what_is_wrong_is_refused(wrong: Any) -> None:
    with pytest.raises(CannotRebuild):
        wrong()


@pytest.mark.parametrize(
    "changes",
    [
        {"centre": float("inf")},
        {"weights": (1e999,)},
        {"weights_first": (1.0, 2.0)},
        {"name": "x" * 300},
        {"function": Plain("int", "1"), "features": (), "weights": ()},
        {"weights": ()},
    ],
)
def test_a_heuristic_that_is_none_is_refused(changes: Any) -> None:
    from plies.players.user_code.description import Counted

    right = Weighted("mine", (Counted("a", Function(0), (1,)),), (1.0,), None, None, 0.0)
    assert isinstance(rebuild(Description((ONE,), right), TEXTS), Heuristic)
    with pytest.raises(CannotRebuild):
        rebuild(Description((ONE,), replace(right, **changes)), TEXTS)


def test_numbers_of_features_are_numbers() -> None:
    """They become a part of a program's text."""
    right = Weighted("mine", (), (), None, Function(0), 0.0)
    data = DESCRIPTIONS.encode(Description((ONE,), right))
    for wrong in (b'"features": [{"name": "a", "count": {"number": 0, "options": null}, "extra": ["1"]}]',):
        head = data[8:].replace(b'"features": []', wrong)
        frame = len(head).to_bytes(4, "little") + b"\0" * 4 + head
        with pytest.raises(ValueError, match="Description"):
            list(descriptions(frame))
    deep: Any = {"kind": "int", "text": "1"}
    for _ in range(330):
        deep = {"parts": [deep]}
    text = json.loads(data[8:])
    text["heuristic"]["function"] = deep
    head = json.dumps(text).encode()
    with pytest.raises(ValueError, match=r"deeply|nested|no JSON"):
        list(descriptions(len(head).to_bytes(4, "little") + b"\0" * 4 + head))
