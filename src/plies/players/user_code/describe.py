"""Describes a heuristic as data, in the process that runs its file. What cannot be described is left out: then the
rebuilt function does not compile, and the file's own process searches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from plies.compile.digests import codes, plain
from plies.games.contract import Heuristic
from plies.players.user_code import names
from plies.players.user_code.description import (
    Array,
    Counted,
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
from plies.user_files import code_of

#: options of Numba's that change what compiled code does and nothing else
OPTIONS = ("boundscheck", "error_model", "fastmath", "forceinline", "inline", "nogil", "nopython")
#: modules inside modules
DEEPEST = 4
#: bytes of all arrays together: a message has no room for more, as hexadecimal figures
MOST_BYTES = 24 << 20


class Indescribable(Exception):
    """Something that data cannot stand for."""


def describe(thing: Any, main: str, texts: dict[str, bytes]) -> Description:
    """The description of a heuristic or a function of the file `main`; Indescribable where there is none."""
    describer = _Describer(main, texts)
    if isinstance(thing, Heuristic):
        made: Weighted | Function = describer.heuristic(thing)
    else:
        found = describer.value(plain(thing), ())
        if not isinstance(found, Function):
            raise Indescribable(f"{thing!r} is no function of the file")
        made = found
    return Description(tuple(describer.finished()), made)


class _Describer:
    def __init__(self, main: str, texts: dict[str, bytes]) -> None:
        self.main, self.texts = main, texts
        self.numbers: dict[FunctionType, int] = {}
        self.cuts: dict[int, Cut] = {}
        self.codes: dict[str, CodeType] = {}
        self.bytes = 0

    def finished(self) -> Iterator[Cut]:
        """All functions that were referred to, with those that they refer to."""
        while len(self.cuts) < len(self.numbers):
            function = list(self.numbers)[len(self.cuts)]
            self.cuts[self.numbers[function]] = self.cut(function)
        return (self.cuts[number] for number in range(len(self.cuts)))

    def heuristic(self, thing: Heuristic) -> Weighted:
        first = thing.weights_first
        return Weighted(
            name=str(thing.name),
            features=tuple(
                Counted(str(f.name), self.called(f.count), tuple(map(int, f.extra))) for f in thing.features
            ),
            weights=tuple(map(float, thing.weights)),
            weights_first=None if first is None else tuple(map(float, first)),
            function=None if thing.function is None else self.called(thing.function),
            centre=float(thing.centre),
            patterns=thing.patterns,
        )

    def called(self, thing: Any) -> Value:
        return self.value(plain(thing), ())

    def cut(self, function: FunctionType) -> Cut:
        file, code = function.__code__.co_filename, function.__code__
        places = self.places_of(code, self.code(file)) if file in self.texts else None
        if places is None or function.__kwdefaults__:
            raise Indescribable(f"{function.__qualname__} is not as its file has it")
        used = [name for one in codes(code) for name in one.co_names]
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        return Cut(
            file=file,
            beside=file != self.main,
            places=places,
            closure=tuple(self.value(one, used) for one in cells),
            defaults=tuple(self.value(one, used) for one in function.__defaults__ or ()),
            uses=tuple(self.uses(function, used)),
        )

    def uses(self, function: FunctionType, used: list[str]) -> Iterator[tuple[str, Value]]:
        here = function.__globals__
        for name in dict.fromkeys(used):
            if name not in here:
                continue
            try:
                yield name, self.value(here[name], used)
            except Indescribable:
                if name in _BUILTIN_NAMES:  # left out, it would become Python's own
                    raise

    def code(self, file: str) -> CodeType:
        if file not in self.codes:
            self.codes[file] = code_of(Path(file), self.texts[file], beside=file != self.main)
        return self.codes[file]

    def places_of(self, wanted: CodeType, code: CodeType) -> tuple[int, ...] | None:
        """Where among the constants of a code, and of the codes in it, another one is."""
        for place, inner in enumerate(code.co_consts):
            if isinstance(inner, CodeType):
                if inner == wanted:
                    return (place,)
                deeper = self.places_of(wanted, inner)
                if deeper is not None:
                    return (place, *deeper)
        return None

    # -- values ------------------------------------------------------------------------------------------------------

    def value(self, thing: Any, used: Any, depth: int = 0) -> Value:
        """`used` are the names by which the parts of modules may be used."""
        if type(thing) in _PLAIN:
            return Plain(_PLAIN[type(thing)], _text(thing))  # type: ignore[arg-type]
        if type(thing) is tuple:
            return Many(tuple(self.value(one, used) for one in thing))
        if type(thing).__module__ == "numpy" and hasattr(thing, "dtype") and hasattr(thing, "tobytes"):
            return self.array(thing)
        if isinstance(thing, ModuleType) and depth < DEEPEST:
            return Inside(thing.__name__, tuple(self.inside(thing, used, depth + 1)))
        if isinstance(plain(thing), FunctionType) and plain(thing).__code__.co_filename in self.texts:  # type: ignore[attr-defined]
            return self.function(thing)
        known = names.name_of(thing)
        if known is None:
            raise Indescribable(f"{thing!r:.80}")
        return Named(*known)

    def inside(self, module: ModuleType, used: Any, depth: int) -> Iterator[tuple[str, Value]]:
        for name in dict.fromkeys(used):
            if name in vars(module):
                try:
                    yield name, self.value(vars(module)[name], used, depth)
                except Indescribable:
                    continue

    def array(self, thing: Any) -> Array:
        self.bytes += thing.nbytes
        if self.bytes > MOST_BYTES:
            raise Indescribable(f"arrays of {self.bytes} bytes")
        return _array(thing)

    def function(self, thing: Any) -> Function:
        function = plain(thing)
        assert isinstance(function, FunctionType)
        number = self.numbers.setdefault(function, len(self.numbers))
        if function is thing:
            return Function(number)
        told = getattr(thing, "targetoptions", {"unknown": True})
        options = {name: value for name, value in told.items() if value is not None and name != "cache"}
        if not all(name in OPTIONS and type(value) in (bool, str) for name, value in options.items()):
            raise Indescribable(f"{function.__qualname__} is compiled with {options}")
        return Function(number, tuple(sorted(options.items())))


_PLAIN = {type(None): "none", bool: "bool", int: "int", float: "float", str: "str"}
_BUILTIN_NAMES = set(dir(__import__("builtins")))


def _text(thing: Any) -> str:
    return thing.hex() if type(thing) is float else str(thing)


def _array(thing: Any) -> Array:
    import numpy as np

    scalar = isinstance(thing, np.generic)
    array = np.asarray(thing)
    if array.dtype.kind not in "biufc":
        raise Indescribable(f"an array of {array.dtype}")
    order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
    return Array(array.dtype.str, array.shape, order, scalar, array.tobytes(order).hex())  # type: ignore[arg-type]
