"""Turns a heuristic into something the engine can call: the address of a compiled function and its weights.

The engine calls every heuristic through a pointer, so that it is compiled once for all of them. A function that Numba
cannot compile is called back in Python, with one warning that names the line.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import cfunc
from numba.core.errors import NumbaError

from plies.games import bits
from plies.games.contract import Game, Heuristic
from plies.search.build import digest_of, field_shapes, import_text, reachable, register

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
    keep: object  # what must stay alive while the address is used
    failure: list[BaseException]


_known: dict[tuple[str, str], tuple[int, object, int]] = {}


def evaluator(game: Game, heuristic: Heuristic) -> Evaluator:
    """The compiled heuristic, or the callback that stands in for it."""
    weights = tuple(np.array(heuristic.weights_for(me) or (0.0,), np.float64) for me in (0, 1))
    counts = tuple(feature.count for feature in heuristic.features) or (heuristic.function,)
    plain = [getattr(count, "py_func", count) for count in counts]
    functions = reachable(function for function in plain if isinstance(function, FunctionType))
    text = _code(game, heuristic)
    label = f"{[getattr(f, '__qualname__', '') for f in plain]} {text}"
    digest = digest_of(functions, label, *(repr(f.__closure__ and _closed(f)) for f in functions))
    lasting = all(os.path.exists(function.__code__.co_filename) for function in functions) and bool(functions)
    identity = int(
        hashlib.sha256(f"{digest} {heuristic.weights} {heuristic.weights_first}".encode()).hexdigest()[:15], 16
    )
    failure: list[BaseException] = []
    try:
        register(functions)
        address, keep = _native(game, heuristic, counts, text, digest, lasting)
        return Evaluator(heuristic, address, (weights[0], weights[1]), identity, True, keep, failure)
    except NumbaError as error:
        _warn(heuristic, plain[0], error)
    callback = _callback(game, heuristic, failure)
    address = ctypes.cast(callback, ctypes.c_void_p).value or 0
    return Evaluator(heuristic, address, (weights[0], weights[1]), identity, False, callback, failure)


def _closed(function: FunctionType) -> list[object]:
    return [cell.cell_contents for cell in function.__closure__ or ()]


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
            terms.append(f"weights[{index}] * (count{index}(state, me{extra}) - count{index}(state, you{extra}))")
        total = f"{heuristic.centre!r} + ({' + '.join(terms)})"
    names = ", ".join(["State", "i64", *(f"count{index}" for index in range(len(heuristic.features) or 1))])
    return (
        f"from numba import cfunc\nfrom TERMS import {names}\n\n\n"
        f'@cfunc("{SIGNATURE}", cache=CACHED)\n'
        "def evaluate(row, me, weights):\n"
        f"    state = State({', '.join(parts)})\n    you = 1 - me\n    return {total}\n"
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
        module = import_text(text, "evaluate", digest)
        return module.evaluate.address, module
    space: dict[str, Any] = {"__name__": terms.__name__}
    exec(compile(text, f"<heuristic {heuristic.name}>", "exec"), space)
    return space["evaluate"].address, space["evaluate"]


def _callback(game: Game, heuristic: Heuristic, failure: list[BaseException]) -> Any:
    """The heuristic called back in Python. An exception ends the search (as a value that is no number) and is kept."""
    shapes = field_shapes(game)
    state_type: Callable[..., Any] = game.rules.state

    def call(row: Any, me: int, weights: Any) -> float:
        try:
            fields, slot = [], 0
            for shape in shapes:
                if shape == "pair":
                    fields.append((row[slot], row[slot + 1]))
                else:
                    word = row[slot]
                    fields.append(word - (1 << 64) if shape == "int" and word >> 63 else word)
                slot += 2 if shape == "pair" else 1
            return heuristic.value(state_type(*fields), me)
        except BaseException as error:  # handed on by the engine once the search has stopped
            failure.append(error)
            return float("nan")

    return _CALLBACK(call)


def _warn(heuristic: Heuristic, function: Any, error: NumbaError) -> None:
    place = ""
    loc = getattr(error, "loc", None)
    code = getattr(function, "__code__", None)
    if (
        loc is not None
        and code is not None
        and loc.filename
        and os.path.basename(loc.filename) == os.path.basename(code.co_filename)
    ):
        place = f"{code.co_filename}, line {loc.line}"
    elif code is not None:
        place = f"{code.co_filename}, line {_line_in(str(error), code)}"
    told = [line.strip() for line in str(error).splitlines() if line.strip()]
    reason = next((line for line in told if not line.startswith("Failed in nopython")), type(error).__name__)
    warnings.warn(
        f"heuristic {heuristic.name!r} runs in Python, many times slower: Numba cannot compile it ({place}): {reason}",
        SlowHeuristic,
        stacklevel=4,
    )


def _line_in(message: str, code: Any) -> int:
    """The last line of this function's file that Numba's message names, else the line of the function."""
    import re

    name = re.escape(os.path.basename(code.co_filename))
    lines = [int(number) for number in re.findall(rf"{name}\"?,? (?:line |\()(\d+)", message)]
    return lines[-1] if lines else int(code.co_firstlineno)


__all__ = ["Evaluator", "SlowHeuristic", "cfunc", "evaluator"]
