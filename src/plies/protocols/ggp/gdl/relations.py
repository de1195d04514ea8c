"""Facts of one relation, found by what is known of their arguments.

A pattern such as `((cell ?x 2 ?what))` has a shape, which arguments are lists and of what length, and leaves: the words
in it from left to right. Facts of that shape are laid out flat, once for all patterns alike; an index then finds those
whose leaves at some places have given values, and gives the values at other places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from plies.games.contract import Expression

Fact: TypeAlias = tuple[Expression, ...]
Row: TypeAlias = tuple[Expression, ...]
#: for each argument None for any term, or the shape of a list; an empty list has the shape ()
Shape: TypeAlias = tuple["Shape | None", ...]


class Way(NamedTuple):
    """How an index is asked: facts of a shape with equal values at `same`, by those at `key`, for those at `values`."""

    shape: Shape
    key: tuple[int, ...]
    values: tuple[int, ...]
    #: places that must have equal values, in pairs: a variable that stands twice
    same: tuple[tuple[int, int], ...] = ()


def shape_of(terms: Iterable[Expression]) -> Shape:
    return tuple(None if isinstance(term, str) else shape_of(term) for term in terms)


def flat(terms: Fact, shape: Shape) -> Row | None:
    """The terms laid out flat, if they have that shape."""
    if len(terms) != len(shape):
        return None
    out: list[Expression] = []
    for term, inner in zip(terms, shape, strict=True):
        if inner is None:
            out.append(term)
            continue
        row = flat(term, inner) if isinstance(term, tuple) else None
        if row is None:
            return None
        out += row
    return tuple(out)


def getter(places: tuple[int, ...]) -> Callable[[Row], Any]:
    """The values at places of a row, to be used as a key."""
    return itemgetter(*places) if places else _nothing


def _nothing(row: Row) -> Row:
    return ()


def tuple_getter(places: tuple[int, ...]) -> Callable[[Row], Row]:
    """The values at places of a row, always as a row."""
    if len(places) == 1:
        (place,) = places
        return lambda row: (row[place],)
    return getter(places)


class Index:
    """Rows of values by key; each row once a key."""

    __slots__ = ("_key", "_same", "_values", "rows")

    def __init__(self, way: Way) -> None:
        self._key, self._values, self._same = getter(way.key), tuple_getter(way.values), way.same
        self.rows: dict[Any, dict[Row, None]] = {}

    def add(self, leaves: Iterable[Row]) -> None:
        key, values, rows = self._key, self._values, self.rows
        for row in leaves:
            if self._same and any(row[one] != row[other] for one, other in self._same):
                continue
            found = rows.get(at := key(row))
            if found is None:
                rows[at] = found = {}
            found[values(row)] = None


class Facts:
    """The facts of a relation, with its indices; they grow with it."""

    __slots__ = ("_indices", "_laid_out", "facts")

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self.facts = set(facts)
        self._laid_out: dict[Shape, list[Row]] = {}
        self._indices: dict[Way, Index] = {}

    def index(self, way: Way) -> dict[Any, dict[Row, None]]:
        found = self._indices.get(way)
        if found is None:
            rows = self._laid_out.get(way.shape)
            if rows is None:
                rows = self._laid_out[way.shape] = _lay_out(self.facts, way.shape)
            found = self._indices[way] = Index(way)
            found.add(rows)
        return found.rows

    def add(self, new: set[Fact]) -> None:
        """Adds facts that are not there yet."""
        self.facts |= new
        more = {shape: _lay_out(new, shape) for shape in self._laid_out}
        for shape, rows in more.items():
            self._laid_out[shape] += rows
        for way, index in self._indices.items():
            index.add(more[way.shape])


def _lay_out(facts: Iterable[Fact], shape: Shape) -> list[Row]:
    if all(inner is None for inner in shape):
        return list(facts)  # as they stand
    if len(shape) == 1 and shape[0] is not None and all(inner is None for inner in shape[0]):
        length = len(shape[0])  # `((cell 1 2 white))`, the most common by far
        return [fact[0] for fact in facts if isinstance(fact[0], tuple) and len(fact[0]) == length]
    rows = (flat(fact, shape) for fact in facts)
    return [row for row in rows if row is not None]
