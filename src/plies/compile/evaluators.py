"""Turns a heuristic into something the engine can call: the address of a compiled function and its weights.

The engine calls every heuristic through a pointer, so that it is compiled once for all of them. A function that Numba
cannot compile is called back in Python, with one warning that names the line.
"""

from __future__ import annotations

import ctypes
import hashlib
import inspect
import math
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from plies.compile import build
from plies.compile.cache import compiled_functions, import_text
from plies.compile.digests import digest_of_functions, plain
from plies.compile.functions import digest_of, is_private, reachable, register
from plies.compile.intrinsics import short_at
from plies.compile.patterns import lookup_lines, slots_of, with_tables
from plies.compile.rules import field_shapes, rules_module
from plies.errors import PliesError
from plies.games import bits
from plies.games.contract import Game, Heuristic, State
from plies.games.position import Evaluation, Position, Term, terms_of_patterns

SIGNATURE = "float64(CPointer(uint64), int64, CPointer(float64))"
COUNTING = build.Template(
    "counting", Path(__file__).with_name("counting_kernel.py"), "the counting of features", ("count_all",)
)
_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.POINTER(ctypes.c_uint64), ctypes.c_int64, ctypes.c_void_p)


class SlowHeuristic(UserWarning):
    """A heuristic runs in Python because Numba cannot compile it."""


@dataclass
class Evaluator:
    """A heuristic at an address. `weights[me]` goes with each call."""

    heuristic: Heuristic
    address: int
    weights: tuple[Any, Any]
    identity: int
    native: bool
    keep: object  # what must stay alive while the address is used
    failure: list[BaseException]


#: what this process has compiled of heuristics, by digest; many engines compile or load each once
_known: dict[str, tuple[int, object]] = {}


def _counts(heuristic: Heuristic) -> tuple[Any, ...]:
    return tuple(feature.count for feature in heuristic.features) or (heuristic.function,)


def _identify(heuristic: Heuristic, text: str) -> tuple[list[FunctionType], str, bool]:
    """The functions that a heuristic uses, a digest of them, and whether what is compiled may stay on disk."""
    roots = [plain(count) for count in _counts(heuristic)]
    functions = reachable(function for function in roots if isinstance(function, FunctionType))
    label = f"{[getattr(f, '__qualname__', '') for f in roots]} {text}"
    each = [digest_of_functions([f])[0] if isinstance(f, FunctionType) else "" for f in roots]  # which term is which
    digest, complete = digest_of(functions, label, *each)
    lasting = complete and bool(functions) and all(map(_may_last, functions))
    return functions, digest, lasting


def _may_last(function: FunctionType) -> bool:
    return os.path.exists(function.__code__.co_filename) and not is_private(function)


def is_compiled(game: Game, heuristic: Heuristic) -> bool:
    """Whether a heuristic is ready, in this process or on disk, so that using it does not compile."""
    _, digest, lasting = _identify(heuristic, _code(game, heuristic))
    on_disk = lasting and "evaluate" in compiled_functions("evaluate", digest)
    return on_disk or digest in _known


def evaluator(game: Game, heuristic: Heuristic, warns: bool = True) -> Evaluator:
    """The compiled heuristic, or the callback that stands in for it."""
    weights = tuple(_numbers(game, heuristic, me) for me in (0, 1))
    text = _code(game, heuristic)
    functions, digest, lasting = _identify(heuristic, text)
    patterns = "" if heuristic.patterns is None else heuristic.patterns.digest
    parts = f"{digest} {heuristic.weights} {heuristic.weights_first}{patterns}"
    identity = int(hashlib.sha256(parts.encode()).hexdigest()[:15], 16)
    failure: list[BaseException] = []
    try:
        register(functions)
        address, keep = _native(game, heuristic, "evaluate", text, digest, lasting)
        return Evaluator(heuristic, address, (weights[0], weights[1]), identity, True, keep, failure)
    except PliesError:
        raise
    except Exception as error:  # Numba gives up in many ways: its own errors, assertions, unknown byte codes
        if warns:
            _warn(heuristic, functions, error)
    callback = _callback(game, heuristic, failure)
    address = ctypes.cast(callback, ctypes.c_void_p).value or 0
    return Evaluator(heuristic, address, (weights[0], weights[1]), identity, False, callback, failure)


def _numbers(game: Game, heuristic: Heuristic, me: int) -> Any:
    """What goes with each call: the weights, and the tables of patterns behind them."""
    weights = heuristic.weights_for(me)
    if heuristic.patterns is None:
        return np.array(weights or (0.0,), np.float64)
    words = len(_slots(game)[heuristic.patterns.cells.fields[0]])
    return with_tables(weights, heuristic.patterns, me, words)


def _slots(game: Game) -> dict[str, tuple[int, ...]]:
    return slots_of(field_shapes(game), game.rules.state._fields)  # type: ignore[attr-defined]


def taken_apart(game: Game, heuristic: Heuristic) -> Callable[[State, int], Evaluation]:
    """`(state, me) -> Evaluation`, with its number and terms from the compiled functions, as the engine has them; from
    the plain ones where Numba cannot compile them, because then the engine calls these too."""
    used = evaluator(game, heuristic, warns=False)
    if not used.native:
        return lambda state, me: Position(game, state).evaluate(heuristic, me)
    store, evaluate = rules_module(game).store, _CALLBACK(used.address)
    rows, counts = np.zeros((1, rules_module(game).FIELDS), np.uint64), np.zeros((2, len(heuristic.features)))
    row = rows.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64))
    count, keep = None, used.keep
    if heuristic.features:
        text = _counting_code(game, heuristic)
        _, digest, lasting = _identify(heuristic, text)
        address, keep = _native(game, heuristic, "count", text, digest, lasting)
        count = _CALLBACK(address)

    def ask(state: State, me: int, keep: object = (used, keep)) -> Evaluation:
        store(rows, 0, state)
        value = evaluate(row, me, used.weights[me].ctypes.data)
        if not math.isfinite(value):
            heuristic.value(state, me)  # which raises the exception that compiled code cannot report, if there was one
        if count is None:
            return Evaluation.whole(heuristic, value)
        for side in (me, 1 - me):
            count(row, side, counts[side].ctypes.data)
        parts = zip(heuristic.features, heuristic.weights_for(me), counts[me], counts[1 - me], strict=True)
        terms = (Term.of(feature.name, weight, float(mine), float(other)) for feature, weight, mine, other in parts)
        return Evaluation(value, (*terms, *terms_of_patterns(heuristic, state, me)), heuristic.centre)

    return ask


def counts_of(game: Game, heuristic: Heuristic, rows: Any) -> Any:
    """Every feature of many positions, given as rows of words, by the compiled functions: [position, side, feature]."""
    used = evaluator(game, heuristic, warns=False)
    counts = np.zeros((len(rows), 2, len(heuristic.features)))
    if not used.native:
        shapes = field_shapes(game)
        for index, row in enumerate(rows):
            state = state_of_row(game, shapes, row)
            for side in (0, 1):
                counts[index, side] = [one.count(state, side, *one.extra) for one in heuristic.features]
        return counts
    text = _counting_code(game, heuristic)
    _, digest, lasting = _identify(heuristic, text)
    address, keep = _native(game, heuristic, "count", text, digest, lasting)
    build.kernel(COUNTING).count_all(address, np.ascontiguousarray(rows, np.uint64), counts)
    assert keep  # until here
    return counts


def _code(game: Game, heuristic: Heuristic) -> str:
    """The text of the function the engine calls: unpack the row, sum the terms in their order."""
    terms: list[str] = []
    if heuristic.function is not None:
        total = "count0(state, me)"
    else:
        terms = [
            f"weights[{index}] * ({_count_of(heuristic, index, 'me')} - {_count_of(heuristic, index, 'you')})"
            for index in _indices(heuristic)
        ]
        total = f"{heuristic.centre!r} + ({' + '.join([*terms, *_pattern_terms(heuristic)])})"
    before = [] if heuristic.patterns is None else lookup_lines(heuristic.patterns, _slots(game), len(terms) + 1)
    return _function_code(game, heuristic, "evaluate(row, me, weights)", [f"return {total}"], before)


def _pattern_terms(heuristic: Heuristic) -> list[str]:
    """The patterns as the last term: `total` is made by the lines before."""
    return [] if heuristic.patterns is None else [f"weights[{len(heuristic.features)}] * float(total)"]


def _counting_code(game: Game, heuristic: Heuristic) -> str:
    """The text of a function that writes the counts of one side, the same that `evaluate` sums."""
    lines = [f"counts[{index}] = {_count_of(heuristic, index, 'me')}" for index in _indices(heuristic)]
    return _function_code(game, heuristic, "count(row, me, counts)", [*lines, "return 0.0"])


def _indices(heuristic: Heuristic) -> range:
    return range(len(heuristic.features) or 1)


def _count_of(heuristic: Heuristic, index: int, side: str) -> str:
    """As a float, because the difference of two unsigned counts would wrap around instead of being negative."""
    extra = "".join(f", {number}" for number in heuristic.features[index].extra)
    return f"float(count{index}(state, {side}{extra}))"


def _function_code(game: Game, heuristic: Heuristic, head: str, lines: list[str], before: Sequence[str] = ()) -> str:
    """`before` are lines that the last ones use."""
    parts, slot = [], 0
    for shape in field_shapes(game):
        if shape == "pair":
            parts.append(f"(row[{slot}], row[{slot + 1}])")
        else:
            parts.append(f"row[{slot}]" if shape == "word" else f"i64(row[{slot}])")
        slot += 2 if shape == "pair" else 1
    names = ", ".join(["State", "i64", "short_at", *(f"count{index}" for index in _indices(heuristic))])
    body = "".join(f"    {line}\n" for line in [*before, *lines])
    arguments = head.rstrip(")").partition("(")[2]
    # Left to itself, a compiled callback prints an exception and continues with 0; the engine refuses a nan. The terms
    # stand in a function of their own, because inside `try` Numba ends a block at each call, and its passes over the
    # blocks take more than linear time: 16 seconds instead of 2 for checkers.
    return (
        f"from math import nan\n\nfrom numba import cfunc, njit\nfrom TERMS import {names}\n\n\n"
        f"@njit(forceinline=True)\ndef terms({arguments}):\n"
        f"    state = State({', '.join(parts)})\n    you = 1 - me\n{body}\n\n"
        f'@cfunc("{SIGNATURE}", cache=CACHED)\ndef {head}:\n'
        f"    try:\n        return terms({arguments})\n    except Exception:\n        return nan\n"
    )


def _native(game: Game, heuristic: Heuristic, name: str, text: str, digest: str, lasting: bool) -> tuple[int, object]:
    """The address of a heuristic's function of this name and text."""
    terms = ModuleType(f"plies_terms_{digest}")
    terms.__dict__.update(State=game.rules.state, i64=bits.i64, short_at=short_at)
    terms.__dict__.update({f"count{index}": count for index, count in enumerate(_counts(heuristic))})
    sys.modules[terms.__name__] = terms
    text = text.replace("TERMS", terms.__name__).replace("CACHED", str(lasting))
    if lasting:
        if digest not in _known:
            module = import_text(text, name, digest)
            _known[digest] = getattr(module, name).address, module
        return _known[digest]
    module = ModuleType(terms.__name__)
    exec(compile(text, f"<heuristic {heuristic.name}>", "exec"), vars(module))
    return getattr(module, name).address, getattr(module, name)


def state_of_row(game: Game, shapes: list[str], row: Any) -> Any:
    """The state kept in a row of words, as the rules see it in Python."""
    fields: list[Any] = []
    slot = 0
    for shape in shapes:
        if shape == "pair":
            fields.append((int(row[slot]), int(row[slot + 1])))
        else:
            word = int(row[slot])
            fields.append(word - (1 << 64) if shape == "int" and word >> 63 else word)
        slot += 2 if shape == "pair" else 1
    return game.rules.state(*fields)


def _callback(game: Game, heuristic: Heuristic, failure: list[BaseException]) -> Any:
    """The heuristic called back in Python. An exception ends the search (as a value that is no number) and is kept."""
    shapes = field_shapes(game)

    def call(row: Any, me: int, weights: Any) -> float:
        try:
            return heuristic.value(state_of_row(game, shapes, row), me)
        except BaseException as error:  # handed on by the engine once the search has stopped
            failure.append(error)
            return float("nan")

    return _CALLBACK(call)


def _warn(heuristic: Heuristic, functions: list[FunctionType], error: Exception) -> None:
    """One warning, with the innermost line of the user's own files that Numba complains about, and why."""
    text = re.sub(r"\x1b\[[0-9;]*m| at 0x[0-9a-f]+", "", str(error))
    inner = re.split(r"Failed in nopython mode pipeline \(step: [^)]*\)", text)[-1]
    complaints = [line.strip() for line in inner.splitlines() if line.strip()]
    files = {os.path.basename(function.__code__.co_filename): function.__code__.co_filename for function in functions}
    named = re.findall(r'([^\s/"]+)(?:", line | \()(\d+)', inner)
    places = [(files[name], int(line)) for name, line in named if name in files]
    places += [(function.__code__.co_filename, function.__code__.co_firstlineno) for function in functions]
    file, line = places[0] if places else ("no file", 0)
    warnings.warn(
        f"heuristic {heuristic.name!r} runs in Python, many times slower: Numba cannot compile it "
        f"({file}, line {line}): {complaints[0] if complaints else type(error).__name__}",
        SlowHeuristic,
        stacklevel=_caller(),
    )


def _caller() -> int:
    """How far up the user's own code is: the first frame outside Plies."""
    frame, level = inspect.currentframe(), 0
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "plies":
        frame, level = frame.f_back, level + 1
    return level
