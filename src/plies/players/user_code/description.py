"""A heuristic of a user-written file as plain data.

Code is not in it: a function is a place in the code that Python compiles from the file's text, and what the function
uses by name. Whoever reads a description takes nothing for granted: the process that wrote it ran the user's file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from plies.games.patterns import Patterns
from plies.processes.messages import Messages


@dataclass(frozen=True)
class Plain:
    """A value of Python's own. Floats are in hexadecimal, which loses nothing."""

    kind: Literal["none", "bool", "int", "float", "str"]
    text: str


@dataclass(frozen=True)
class Many:
    """A tuple."""

    parts: tuple[Value, ...]


@dataclass(frozen=True)
class Array:
    """An array of NumPy's, or with `scalar` a number of its: the type as NumPy writes it, the bytes in hexadecimal."""

    type: str
    shape: tuple[int, ...]
    order: Literal["C", "F"]
    scalar: bool
    data: str


@dataclass(frozen=True)
class Named:
    """Something of Plies, NumPy or Python that is known by its name (`names.py`)."""

    module: str
    name: str


@dataclass(frozen=True)
class Inside:
    """A module, with those of its names that are used."""

    module: str
    names: tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Function:
    """A function of the file, by its number in the description; `options`: those that Numba was to compile it with,
    None for a plain function."""

    number: int
    options: tuple[tuple[str, bool | str], ...] | None = None


Value = Plain | Many | Array | Named | Inside | Function


@dataclass(frozen=True)
class Cut:
    """A function of a file: the places of its code among the constants of the file's code, and of the codes in there;
    then what it closes over, its defaults, and what it uses by name."""

    file: str
    #: whether the file was imported by the one that was named
    beside: bool
    places: tuple[int, ...]
    closure: tuple[Value, ...]
    defaults: tuple[Value, ...]
    uses: tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Counted:
    """A feature of a heuristic."""

    name: str
    count: Value
    extra: tuple[int, ...]


@dataclass(frozen=True)
class Weighted:
    """A `Heuristic` of the file."""

    name: str
    features: tuple[Counted, ...]
    weights: tuple[float, ...]
    weights_first: tuple[float, ...] | None
    function: Value | None
    centre: float
    patterns: Patterns | None = None


@dataclass(frozen=True)
class Description:
    """A heuristic, or a plain function, and the functions that it is made of."""

    functions: tuple[Cut, ...]
    heuristic: Weighted | Function


#: as bytes
DESCRIPTIONS = Messages(Description)
