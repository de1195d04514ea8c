"""Rules from a game server, read into one form and checked, so that the interpreter can trust them.

A sentence such as `(legal ?r noop)` belongs to a relation, its name with the number of its arguments. A rule is a head
and a body of literals; `or` is written out as several rules. The rules come from anywhere: their number, their length
and their depth are bounded here, and what has no meaning is refused with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

from plies.errors import InvalidMessage
from plies.games.contract import Expression

#: a name and the number of its arguments
Relation: TypeAlias = tuple[str, int]
#: rules of the largest games come to some thousands of sentences, the longest to some dozen literals
MOST_RULES, MOST_LITERALS, MOST_WAYS, DEEPEST_TERM = 20_000, 100, 64, 12
#: what the game is made of, whatever else the rules name
ROLE, INIT, TRUE, DOES = ("role", 1), ("init", 1), ("true", 1), ("does", 2)
NEXT, LEGAL, GOAL, TERMINAL = ("next", 1), ("legal", 2), ("goal", 2), ("terminal", 0)
QUERIES = (ROLE, INIT, NEXT, LEGAL, GOAL, TERMINAL)
#: words with a meaning of their own: no renaming touches them
KEYWORDS = frozenset(
    ["<=", "not", "or", "and", "distinct", "base", "input", *(name for name, _ in (*QUERIES, TRUE, DOES))]
)
Kind: TypeAlias = Literal["is", "not", "distinct"]


@dataclass(frozen=True)
class Part:
    """One literal of a body: a sentence that holds, one that does not, or two terms that differ."""

    kind: Kind
    name: str
    arguments: tuple[Expression, ...]

    @property
    def relation(self) -> Relation:
        return self.name, len(self.arguments)


@dataclass(frozen=True)
class Rule:
    """The head holds wherever all parts of the body do; a fact has no body."""

    name: str
    arguments: tuple[Expression, ...]
    body: tuple[Part, ...] = ()

    @property
    def relation(self) -> Relation:
        return self.name, len(self.arguments)


def is_variable(term: Expression) -> bool:
    return isinstance(term, str) and term.startswith("?")


def leaves(terms: Iterable[Expression]) -> Iterator[str]:
    """The words of terms from left to right; they are not deep (DEEPEST_TERM)."""
    for term in terms:
        if isinstance(term, str):
            yield term
        else:
            yield from leaves(term)


def variables(terms: Iterable[Expression]) -> set[str]:
    return {word for word in leaves(terms) if word.startswith("?")}


def read_program(expressions: Sequence[Expression]) -> tuple[Rule, ...]:
    """The rules that expressions state, each once; raises InvalidMessage."""
    rules: dict[Rule, None] = {}
    for expression in expressions:
        for rule in _rules(expression):
            _check(rule)
            rules[rule] = None
            if len(rules) > MOST_RULES:
                raise InvalidMessage(f"more than {MOST_RULES} rules")
    return tuple(rules)


def _rules(expression: Expression) -> Iterator[Rule]:
    if not isinstance(expression, tuple) or expression[:1] != ("<=",):
        yield Rule(*_sentence(expression))
        return
    if len(expression) < 2:
        raise InvalidMessage("a rule without a head")
    head = _sentence(expression[1])
    ways = [_ways(literal) for literal in expression[2:]]
    count = 1
    for way in ways:
        count *= len(way)
        if count > MOST_WAYS:
            raise InvalidMessage(f"a rule with `or` that comes to more than {MOST_WAYS} rules")
    for chosen in product(*ways):
        body = tuple(dict.fromkeys(part for parts in chosen for part in parts))
        if len(body) > MOST_LITERALS:
            raise InvalidMessage(f"a rule with more than {MOST_LITERALS} literals")
        yield Rule(*head, body)


def _ways(literal: Expression) -> list[tuple[Part, ...]]:
    """Each way to fulfil a literal, as the parts that must hold; several where `or` stands."""
    match literal:
        case ("or", *options):
            found = [way for option in options for way in _ways(option)]
        case ("and", *parts):
            found = [tuple(part for way in chosen for part in way) for chosen in _few(product(*map(_ways, parts)))]
        case ("not", ("or" | "and" | "not" | "distinct", *_)):
            raise InvalidMessage("`not` of something else than one sentence")
        case ("not", sentence):
            found = [(Part("not", *_sentence(sentence)),)]
        case ("distinct", one, other):
            _check_terms((one, other))
            found = [(Part("distinct", "distinct", (one, other)),)]
        case _:
            found = [(Part("is", *_sentence(literal)),)]
    if len(found) > MOST_WAYS:
        raise InvalidMessage(f"a rule with `or` that comes to more than {MOST_WAYS} rules")
    return found


def _few(ways: Iterator[tuple[tuple[Part, ...], ...]]) -> Iterator[tuple[tuple[Part, ...], ...]]:
    for number, way in enumerate(ways):
        if number > MOST_WAYS:
            raise InvalidMessage(f"a rule with `or` that comes to more than {MOST_WAYS} rules")
        yield way


def _sentence(expression: Expression) -> tuple[str, tuple[Expression, ...]]:
    """The name and the arguments."""
    name, arguments = (expression, ()) if isinstance(expression, str) else (expression[:1], expression[1:])
    if isinstance(name, tuple):
        name = name[0] if name and isinstance(name[0], str) else ""
    if not name or is_variable(name) or name in ("not", "or", "and", "distinct", "<="):
        raise InvalidMessage("a sentence that does not begin with the name of a relation")
    _check_terms(arguments)
    return name, arguments


def _check_terms(terms: tuple[Expression, ...], depth: int = 0) -> None:
    if depth > DEEPEST_TERM:
        raise InvalidMessage(f"terms nested more than {DEEPEST_TERM} deep")
    for term in terms:
        if isinstance(term, tuple):
            if not term or not isinstance(term[0], str) or is_variable(term[0]):
                raise InvalidMessage("a term that does not begin with a name")
            _check_terms(term, depth + 1)


def _check(rule: Rule) -> None:
    if rule.relation in (TRUE, DOES):
        raise InvalidMessage(f"a rule for `{rule.name}`, which is given")
    bound = {name for part in rule.body if part.kind == "is" for name in variables(part.arguments)}
    free = variables(rule.arguments) | {name for part in rule.body for name in variables(part.arguments)}
    if not free <= bound:
        raise InvalidMessage(f"a rule for `{rule.name}` with a variable that no positive sentence of its body binds")


def relevant(rules: Sequence[Rule], wanted: Iterable[Relation] = QUERIES) -> tuple[Rule, ...]:
    """The rules that legal moves, the course of the game, its end and its goals depend on."""
    by_head: dict[Relation, list[Rule]] = {}
    for rule in rules:
        by_head.setdefault(rule.relation, []).append(rule)
    waiting, seen = list(wanted), set(wanted)
    while waiting:
        for rule in by_head.get(waiting.pop(), ()):
            below = {part.relation for part in rule.body if part.kind != "distinct"} - seen
            seen |= below
            waiting += below
    return tuple(rule for rule in rules if rule.relation in seen)
