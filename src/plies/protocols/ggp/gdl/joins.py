"""A rule made ready to be evaluated: its body becomes a sequence of steps on rows of values.

A row begins with the constants of the rule and continues with the variables that are bound and still needed. A step
takes all rows at once: it looks up a relation and appends what it binds, or drops the rows that do not pass a test. No
step calls another, so no rules are too deep for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from plies.errors import InvalidMessage
from plies.games.contract import Expression
from plies.protocols.ggp.gdl.program import Part, Relation, Rule, is_variable, leaves, variables
from plies.protocols.ggp.gdl.relations import Fact, Facts, Row, Way, getter, shape_of, tuple_getter

#: rows that a step may give; more is not a game that can be compared in time
MOST_ROWS = 1_000_000

Known: TypeAlias = Mapping[Relation, Facts]
Step: TypeAlias = Callable[[list[Row], Known, Facts], list[Row]]
_EMPTY = Facts()


@dataclass
class _Layout:
    """Where in a row the constants and the variables stand."""

    places: dict[str, int] = field(default_factory=dict)

    def of(self, words: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.places[word] for word in words)

    def append(self, word: str) -> None:
        self.places[word] = len(self.places)


class Join:
    """One rule. With `first`, the place of a part in the body, that part is evaluated first and looked up among facts
    that are given instead of those of its relation."""

    def __init__(self, rule: Rule, first: int | None = None) -> None:
        parts = list(rule.body)
        words = [word for terms in (rule.arguments, *(part.arguments for part in parts)) for word in leaves(terms)]
        constants = tuple(dict.fromkeys(word for word in words if not is_variable(word)))
        self._begin: list[Row] = [constants]
        layout = _Layout({word: place for place, word in enumerate(constants)})
        ordered = _in_order(parts, first)
        self._steps: list[Step] = []
        for number, part in enumerate(ordered):
            later = variables(rule.arguments).union(*(variables(one.arguments) for one in ordered[number + 1 :]))
            self._steps.append(_step(part, layout, later, given=first is not None and number == 0))
            if (kept := _without_needless(layout, later)) is not None:
                layout, drop = kept
                self._steps.append(drop)
        self._head = _builder(rule.arguments, layout)

    def facts(self, known: Known, given: Facts = _EMPTY) -> set[Fact]:
        """What the rule says of its relation."""
        rows = self._begin
        for step in self._steps:
            rows = step(rows, known, given)
            if not rows:
                return set()
            if len(rows) > MOST_ROWS:
                raise InvalidMessage(f"rules that come to more than {MOST_ROWS} cases in one position")
        return set(map(self._head, rows))


def _in_order(parts: list[Part], first: int | None) -> list[Part]:
    """Tests as soon as their variables are bound; else the part of which most is known and least is unknown."""
    ordered = [] if first is None else [parts[first]]
    waiting = [part for place, part in enumerate(parts) if place != first]
    bound = {name for part in ordered for name in variables(part.arguments)}
    while waiting:
        best = max(waiting, key=lambda part: _promise(part, bound))
        waiting.remove(best)
        ordered.append(best)
        bound |= variables(best.arguments)
    return ordered


def _promise(part: Part, bound: set[str]) -> tuple[int, int, int]:
    unknown = variables(part.arguments) - bound
    if part.kind != "is":
        return (-1, 0, 0) if unknown else (2, 0, 0)
    known = sum(word in bound or not is_variable(word) for word in leaves(part.arguments))
    return int(not unknown), known, -len(unknown)


def _step(part: Part, layout: _Layout, later: set[str], given: bool) -> Step:
    if part.kind == "distinct":
        one, other = (_term(term, layout) for term in part.arguments)
        return lambda rows, known, _: [row for row in rows if one(row) != other(row)]
    words = list(leaves(part.arguments))
    key = tuple(place for place, word in enumerate(words) if word in layout.places)
    first = {word: place for place, word in reversed(list(enumerate(words))) if word not in layout.places}
    same = tuple((first[word], place) for place, word in enumerate(words) if word in first and place != first[word])
    new = [word for word in first if word in later]
    way = Way(shape_of(part.arguments), key, tuple(first[word] for word in new), same)
    at = getter(layout.of(words[place] for place in key))
    for word in new:
        layout.append(word)
    return _lookup(part, way, at, given)


def _lookup(part: Part, way: Way, at: Callable[[Row], object], given: bool) -> Step:
    relation = part.relation

    def index(known: Known, facts: Facts) -> dict[object, dict[Row, None]]:
        return (facts if given else known.get(relation, _EMPTY)).index(way)

    if part.kind == "not":

        def without(rows: list[Row], known: Known, facts: Facts) -> list[Row]:
            found = index(known, facts)
            return [row for row in rows if at(row) not in found]

        return without
    if not way.values:

        def having(rows: list[Row], known: Known, facts: Facts) -> list[Row]:
            found = index(known, facts)
            return [row for row in rows if at(row) in found]

        return having

    def joined(rows: list[Row], known: Known, facts: Facts) -> list[Row]:
        get = index(known, facts).get
        return [row + more for row in rows for more in get(at(row), ())]

    return joined


def _without_needless(layout: _Layout, later: set[str]) -> tuple[_Layout, Step] | None:
    """Drops variables that nothing asks for any more, and the rows that become equal by it."""
    kept = [word for word in layout.places if word in later or not is_variable(word)]
    if len(kept) == len(layout.places):
        return None
    pick = tuple_getter(layout.of(kept))
    return _Layout({word: place for place, word in enumerate(kept)}), lambda rows, known, _: list(
        dict.fromkeys(map(pick, rows))
    )


def _term(term: Expression, layout: _Layout) -> Callable[[Row], Expression]:
    """Makes a term of a row."""
    if isinstance(term, str):
        place = layout.places[term]
        return lambda row: row[place]
    return _builder(term, layout)


def _builder(terms: tuple[Expression, ...], layout: _Layout) -> Callable[[Row], Fact]:
    words = [term for term in terms if isinstance(term, str)]
    if len(words) == len(terms):
        return tuple_getter(layout.of(words))
    if len(terms) == 1:
        inner = _term(terms[0], layout)
        return lambda row: (inner(row),)
    makers = [_term(term, layout) for term in terms]
    return lambda row: tuple([make(row) for make in makers])
