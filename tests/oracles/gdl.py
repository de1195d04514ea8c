"""An interpreter of the Game Description Language, slow and obvious: it derives everything that follows from the rules.

Facts and rules are nested tuples of words. The rules are split into layers so that whatever stands under `not` is
complete before it is asked for; within a layer facts are derived until nothing new comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

Term = Any  # a word, or a tuple of terms
Binding = dict[str, Term]


class Rule(NamedTuple):
    head: Term
    body: tuple[Term, ...]


def name_of(term: Term) -> str:
    """The relation a sentence belongs to: `cell` sentences under `true` are relations of their own."""
    return term if isinstance(term, str) else str(term[0])


def is_variable(term: Term) -> bool:
    return isinstance(term, str) and term.startswith("?")


def fill(term: Term, binding: Binding) -> Term:
    if isinstance(term, tuple):
        return tuple(fill(part, binding) for part in term)
    return binding.get(term, term)


def matched(pattern: Term, fact: Term, binding: Binding) -> Binding | None:
    """The binding with what makes the pattern equal to the fact, if that is possible."""
    if is_variable(pattern):
        if pattern in binding:
            return binding if binding[pattern] == fact else None
        return {**binding, pattern: fact}
    if isinstance(pattern, str) or isinstance(fact, str):
        return binding if pattern == fact else None
    if len(pattern) != len(fact):
        return None
    for part, value in zip(pattern, fact, strict=True):
        found = matched(part, value, binding)
        if found is None:
            return None
        binding = found
    return binding


class Gdl:
    """A game as its rules describe it."""

    def __init__(self, rules: Iterable[Term]) -> None:
        self.facts: set[Term] = set()
        self.rules: list[Rule] = []
        for rule in rules:
            if isinstance(rule, tuple) and rule[0] == "<=":
                self.rules.append(Rule(rule[1], tuple(rule[2:])))
            else:
                self.facts.add(rule)
        self.layers = self._layers()

    def _layers(self) -> list[list[Rule]]:
        """Rules by the number of negations below them; a rule that needs its own negation has no meaning."""
        height = {name_of(rule.head): 0 for rule in self.rules}
        for _ in range(len(height) + 1):
            before = dict(height)
            for rule in self.rules:
                for literal in rule.body:
                    negated = literal[0] == "not"
                    below = name_of(literal[1] if negated else literal)
                    if below in height:
                        head = name_of(rule.head)
                        height[head] = max(height[head], height[below] + negated)
            if height == before:
                top = max(height.values(), default=-1)
                return [[rule for rule in self.rules if height[name_of(rule.head)] == n] for n in range(top + 1)]
        raise ValueError("the rules are not stratified")

    def solutions(self, body: tuple[Term, ...], known: dict[str, set[Term]], binding: Binding) -> Iterator[Binding]:
        if not body:
            yield binding
            return
        literal, rest = body[0], body[1:]
        if literal[0] == "not":
            asked = fill(literal[1], binding)
            assert "?" not in str(asked), f"{asked}: a variable under `not` must be bound before"
            if asked not in known.get(name_of(asked), ()):
                yield from self.solutions(rest, known, binding)
        elif literal[0] == "distinct":
            if fill(literal[1], binding) != fill(literal[2], binding):
                yield from self.solutions(rest, known, binding)
        else:
            for fact in tuple(known.get(name_of(literal), ())):
                found = matched(literal, fact, binding)
                if found is not None:
                    yield from self.solutions(rest, known, found)

    def consequences(self, given: Iterable[Term]) -> dict[str, set[Term]]:
        """Everything that follows, by relation."""
        known: dict[str, set[Term]] = {}
        for fact in [*self.facts, *given]:
            known.setdefault(name_of(fact), set()).add(fact)
        for layer in self.layers:
            grown = True
            while grown:
                grown = False
                for rule in layer:
                    for binding in list(self.solutions(rule.body, known, {})):
                        head = fill(rule.head, binding)
                        assert "?" not in str(head), f"{rule.head}: a variable in the head must be bound in the body"
                        if head not in known.setdefault(name_of(head), set()):
                            known[name_of(head)].add(head)
                            grown = True
        return known

    def first_state(self) -> frozenset[Term]:
        return frozenset(fact[1] for fact in self.consequences(()).get("init", ()))

    def look(self, state: Iterable[Term]) -> dict[str, set[Term]]:
        """What holds in a state: legal, terminal, goal."""
        return self.consequences(("true", fact) for fact in state)

    def after(self, state: Iterable[Term], joint: dict[str, Term]) -> frozenset[Term]:
        given = [("true", fact) for fact in state] + [("does", role, move) for role, move in joint.items()]
        return frozenset(fact[1] for fact in self.consequences(given).get("next", ()))
