"""Turns a heuristic into something the engine can call: the address of a compiled function and its weights.

The engine calls every heuristic through a pointer, so that it is compiled once for all of them. A function that Numba
cannot compile is called back in Python, with one warning that names the line.
"""

from __future__ import annotations

import ctypes
import hashlib
import inspect
import os
import re
import sys
import warnings
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from plies.compile.cache import compiled_functions, import_text
from plies.compile.digests import digest_of_functions, plain
from plies.compile.functions import digest_of, is_private, reachable, register
from plies.compile.rules import field_shapes
from plies.errors import PliesError
from plies.games import bits
from plies.games.contract import Game, Heuristic

SIGNATURE = "float64(CPointer(uint64), int64, CPointer(float64))"
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
    #: whether it is user-written, so that a call of it may never return
    users: bool
    keep: object  # what must stay alive while the address is used
    failure: list[BaseException]


#: compiled heuristics of this process by digest; many engines compile or load each once
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


def evaluator(game: Game, heuristic: Heuristic) -> Evaluator:
    """The compiled heuristic, or the callback that stands in for it."""
    weights = tuple(np.array(heuristic.weights_for(me) or (0.0,), np.float64) for me in (0, 1))
    counts = _counts(heuristic)
    text = _code(game, heuristic)
    functions, digest, lasting = _identify(heuristic, text)
    identity = int(
        hashlib.sha256(f"{digest} {heuristic.weights} {heuristic.weights_first}".encode()).hexdigest()[:15], 16
    )
    failure: list[BaseException] = []
    users = not functions or any(f.__module__.partition(".")[0] != "plies" for f in functions)
    try:
        register(functions)
        address, keep = _native(game, heuristic, counts, text, digest, lasting)
        return Evaluator(heuristic, address, (weights[0], weights[1]), identity, True, users, keep, failure)
    except PliesError:
        raise
    except Exception as error:  # Numba gives up in many ways: its own errors, assertions, unknown byte codes
        _warn(heuristic, functions, error)
    callback = _callback(game, heuristic, failure)
    address = ctypes.cast(callback, ctypes.c_void_p).value or 0
    return Evaluator(heuristic, address, (weights[0], weights[1]), identity, False, users, callback, failure)


def _code(game: Game, heuristic: Heuristic) -> str:
    """The text of the function the engine calls: unpack the row, sum the terms in their order."""
    parts, slot = [], 0
    for shape in field_shapes(game):
        if shape == "pair":
            parts.append(f"(row[{slot}], row[{slot + 1}])")
        else:
            parts.append(f"row[{slot}]" if shape == "word" else f"i64(row[{slot}])")
        slot += 2 if shape == "pair" else 1
    if heuristic.function is not None:
        total = "count0(state, me)"
    else:
        terms = []
        for index, feature in enumerate(heuristic.features):
            extra = "".join(f", {number}" for number in feature.extra)
            # as floats, because the difference of two unsigned counts would wrap around instead of being negative
            mine, theirs = (f"float(count{index}(state, {side}{extra}))" for side in ("me", "you"))
            terms.append(f"weights[{index}] * ({mine} - {theirs})")
        total = f"{heuristic.centre!r} + ({' + '.join(terms)})"
    names = ", ".join(["State", "i64", *(f"count{index}" for index in range(len(heuristic.features) or 1))])
    return (
        f"from math import nan\n\nfrom numba import cfunc\nfrom TERMS import {names}\n\n\n"
        f'@cfunc("{SIGNATURE}", cache=CACHED)\n'
        "def evaluate(row, me, weights):\n"
        f"    state = State({', '.join(parts)})\n    you = 1 - me\n"
        # left to itself, a compiled callback prints an exception and continues with 0; the engine refuses a nan
        f"    try:\n        return {total}\n    except Exception:\n        return nan\n"
    )


def _native(
    game: Game, heuristic: Heuristic, counts: tuple[Any, ...], text: str, digest: str, lasting: bool
) -> tuple[int, object]:
    terms = ModuleType(f"plies_terms_{digest}")
    terms.__dict__.update(State=game.rules.state, i64=bits.i64)
    terms.__dict__.update({f"count{index}": count for index, count in enumerate(counts)})
    sys.modules[terms.__name__] = terms
    text = text.replace("TERMS", terms.__name__).replace("CACHED", str(lasting))
    if lasting:
        if digest not in _known:
            module = import_text(text, "evaluate", digest)
            _known[digest] = module.evaluate.address, module
        return _known[digest]
    module = ModuleType(terms.__name__)
    exec(compile(text, f"<heuristic {heuristic.name}>", "exec"), vars(module))
    return module.evaluate.address, module.evaluate


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
