"""Makes a heuristic again from its description, in a process that never runs the file.

Python compiles the file's text, which runs nothing; the functions are cut out of that code. What they use by name comes
from the description, checked here, and from this process's own Plies, NumPy and Python. So whatever the file did to its
own process, it is not done here. Functions of Plies that they use are copied, too: what the compiled code of a
user-written file calls is compiled with checks of every index, so that it keeps to its own memory.
"""

from __future__ import annotations

import builtins
import math
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from plies.compile.digests import used_by
from plies.compile.functions import is_native, register_private
from plies.errors import PliesError
from plies.games.contract import Feature, Heuristic
from plies.players.user_code import names
from plies.players.user_code.describe import OPTIONS
from plies.players.user_code.description import (
    Array,
    Cut,
    Description,
    Function,
    Inside,
    Many,
    Named,
    Plain,
    Value,
    Weighted,
)
from plies.user_files import code_of, lasting_name

LONGEST_NAME = 200


class CannotRebuild(Exception):
    """A description that no heuristic can be made of; the text gives the reason."""


def rebuild(described: Description, texts: dict[str, bytes]) -> Heuristic | FunctionType:
    """The heuristic or function of a description, whose files have these texts."""
    try:
        return _Rebuilder(described, texts).made()
    except (ArithmeticError, LookupError, TypeError, ValueError, SyntaxError, PliesError) as error:
        raise CannotRebuild(f"{type(error).__name__}: {error}") from None


class _Rebuilder:
    def __init__(self, described: Description, texts: dict[str, bytes]) -> None:
        self.heuristic = described.heuristic
        #: all functions first, with nothing to use yet: they may use each other
        self.functions = [_function(cut, texts) for cut in described.functions]
        self.copies: dict[FunctionType, FunctionType] = {}
        for function, cut in zip(self.functions, described.functions, strict=True):
            for cell, value in zip(function.__closure__ or (), cut.closure, strict=True):
                cell.cell_contents = self.value(value)
            function.__defaults__ = tuple(self.value(one) for one in cut.defaults) or None
            function.__globals__.update((name, self.value(value)) for name, value in cut.uses)
        register_private([*self.functions, *self.copies.values()])

    def made(self) -> Heuristic | FunctionType:
        if isinstance(self.heuristic, Function):
            return self.functions[self.heuristic.number]
        made = self._weighted(self.heuristic)
        register_private(self.copies.values())
        return made

    def _weighted(self, told: Weighted) -> Heuristic:
        """Its numbers become a part of a program's text, so they are numbers for certain."""
        numbers = (told.centre, *told.weights, *(told.weights_first or ()))
        if not all(math.isfinite(number) for number in numbers):
            raise ValueError("a weight that is no finite number")
        if told.weights_first is not None and len(told.weights_first) != len(told.weights):
            raise ValueError("weights of two lengths")
        if max(map(len, (told.name, *(feature.name for feature in told.features)))) > LONGEST_NAME:
            raise ValueError("a name that is too long")
        return Heuristic(
            told.name,
            "a user-written heuristic",
            tuple(Feature(one.name, self._called(one.count), one.extra) for one in told.features),
            tuple(map(float, told.weights)),
            None if told.weights_first is None else tuple(map(float, told.weights_first)),
            None if told.function is None else self._called(told.function),
            float(told.centre),
            patterns=told.patterns,
        )

    def _called(self, told: Value) -> FunctionType:
        found = self.value(told)
        if not isinstance(found, FunctionType):
            raise TypeError("what is called is no function")
        return found

    # -- values ------------------------------------------------------------------------------------------------------

    def value(self, told: Value) -> Any:
        match told:
            case Plain():
                return _plain(told)
            case Many(parts):
                return tuple(self.value(part) for part in parts)
            case Array():
                return _array(told)
            case Named(module, name):
                found = names.thing_of(module, name)
                return self.copy(found) if isinstance(found, FunctionType) and _is_ours(found) else found
            case Inside(module, inside):
                made = ModuleType(module)
                made.__dict__.update((name, self.value(one)) for name, one in inside)
                return made
            case Function(number, options):
                function = self.functions[number]
                return function if options is None else _compiled(function, dict(options))

    def copy(self, function: FunctionType) -> FunctionType:
        """A function of Plies, and those that it uses, apart from those that the search itself is compiled with."""
        if is_native(function):
            return function
        if function not in self.copies:
            copy = FunctionType(function.__code__, dict(function.__globals__), function.__name__)
            copy.__qualname__, copy.__defaults__ = function.__qualname__, function.__defaults__
            self.copies[function] = copy
            for name, thing in used_by(function):
                if isinstance(thing, FunctionType) and name in copy.__globals__ and _is_ours(thing):
                    copy.__globals__[name] = self.copy(thing)
        return self.copies[function]


def _is_ours(function: FunctionType) -> bool:
    return (function.__module__ or "").partition(".")[0] == "plies"


def _function(cut: Cut, texts: dict[str, bytes]) -> FunctionType:
    """The code that a cut tells of, as a function that has nothing to use yet."""
    text = texts[cut.file]
    code: Any = code_of(Path(cut.file), text, beside=cut.beside)
    for place in cut.places:
        code = code.co_consts[place]
        if not isinstance(code, CodeType):
            raise TypeError("no code at that place")
    if len(code.co_freevars) != len(cut.closure):
        raise ValueError("a closure of another length")
    uses = {"__builtins__": builtins, "__name__": lasting_name(Path(cut.file), text)}
    return FunctionType(code, uses, code.co_name, None, tuple(CellType() for _ in code.co_freevars))


def _compiled(function: FunctionType, options: dict[str, bool | str]) -> Any:
    if not set(options) <= set(OPTIONS):
        raise LookupError(f"options {', '.join(options)}")
    wanted: Any = {name: value for name, value in options.items() if name != "nopython"}
    return numba.njit(**{**wanted, "boundscheck": True})(function)


def _plain(told: Plain) -> Any:
    match told.kind:
        case "none":
            return None
        case "bool":
            return {"True": True, "False": False}[told.text]
        case "int":
            return int(told.text)
        case "float":
            return float.fromhex(told.text)
        case "str":
            return told.text


def _array(told: Array) -> Any:
    kind = np.dtype(told.type)
    if kind.kind not in "biufc":
        raise TypeError(f"an array of {kind}")
    array = np.frombuffer(bytes.fromhex(told.data), kind).reshape(told.shape, order=told.order).copy(told.order)
    return array[()] if told.scalar else array
