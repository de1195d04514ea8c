"""A game as rules from a server describe it: its first state, and in every state the legal moves, the end, the goals.

A state is a set of terms. Relations are evaluated bottom up, each group of those that depend on each other as one, and
only when they are asked for: what does not depend on the state is evaluated once, what depends on the moves only when
a move is made. The slow twin is `tests/oracles/gdl.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from plies.errors import InvalidMessage
from plies.games.contract import Expression
from plies.protocols.ggp.gdl.joins import Join
from plies.protocols.ggp.gdl.program import (
    DOES,
    GOAL,
    INIT,
    LEGAL,
    NEXT,
    ROLE,
    TERMINAL,
    TRUE,
    Relation,
    Rule,
    read_program,
    relevant,
)
from plies.protocols.ggp.gdl.relations import Fact, Facts

#: rounds in which relations that depend on themselves grow, and facts they come to; rules that need more have no end
MOST_ROUNDS, MOST_FACTS = 2_000, 500_000

State = frozenset[Expression]


@dataclass
class _Group:
    """Relations that depend on each other, or one alone."""

    relations: set[Relation]
    facts: dict[Relation, set[Fact]] = field(default_factory=dict)
    #: rules that need nothing of the group, and for the others one join for each part that does
    base: list[tuple[Relation, Join]] = field(default_factory=list)
    grow: list[tuple[Relation, Relation, Join]] = field(default_factory=list)

    def evaluate(self, known: dict[Relation, Facts]) -> None:
        """Puts its relations among those that are known. Whatever they depend on is."""
        new: dict[Relation, set[Fact]] = {relation: set(self.facts.get(relation, ())) for relation in self.relations}
        for relation, join in self.base:
            new[relation] |= join.facts(known)
        for relation, facts in new.items():
            known[relation] = Facts(facts)
        for _ in range(MOST_ROUNDS):
            if not self.grow or not any(new.values()):
                return
            last = {relation: Facts(facts) for relation, facts in new.items()}
            new = {relation: set() for relation in self.relations}
            for relation, through, join in self.grow:
                new[relation] |= join.facts(known, last[through]) - known[relation].facts
            for relation, facts in new.items():
                known[relation].add(facts)
                if len(known[relation].facts) > MOST_FACTS:
                    raise InvalidMessage(f"`{relation[0]}` holds more than {MOST_FACTS} times in one position")
        raise InvalidMessage(f"`{min(self.relations)[0]}` grows without end")


class Interpreter:
    """The rules of one game; raises InvalidMessage for rules that have no meaning."""

    def __init__(self, expressions: Sequence[Expression]) -> None:
        self.rules = relevant(read_program(expressions))
        self._groups, self._orders = _grouped(self.rules)
        dynamic = _dependent(self.rules, {TRUE, DOES})
        for relation in (ROLE, INIT):
            if relation in dynamic:
                raise InvalidMessage(f"`{relation[0]}` depends on the state of the game")
        moved = _dependent(self.rules, {DOES})
        for relation in (LEGAL, GOAL, TERMINAL):
            if relation in moved:
                raise InvalidMessage(f"`{relation[0]}` depends on the moves that are made")
        self._known: dict[Relation, Facts] = {}
        for relation in {rule.relation for rule in self.rules} - dynamic:
            self.evaluate(relation, self._known)
        #: in the order of the rules, which is that of joint moves
        named = [rule.arguments[0] for rule in self.rules if rule.relation == ROLE and not rule.body]
        self.roles = tuple(dict.fromkeys([*named, *sorted((fact[0] for fact in self._of(ROLE)), key=str)]))
        self.first: State = frozenset(fact[0] for fact in self._of(INIT))

    def _of(self, relation: Relation) -> set[Fact]:
        return self._known[relation].facts if relation in self._known else set()

    def evaluate(self, relation: Relation, known: dict[Relation, Facts]) -> set[Fact]:
        """The facts of a relation, once everything below it is known."""
        for number in self._orders.get(relation, ()):
            group = self._groups[number]
            if not group.relations <= known.keys():
                group.evaluate(known)
        return known[relation].facts if relation in known else set()

    def look(self, state: State) -> View:
        return View(self, {**self._known, TRUE: Facts((fact,) for fact in state)})


class View:
    """What holds in one state."""

    def __init__(self, game: Interpreter, known: dict[Relation, Facts]) -> None:
        self._game, self._known = game, known

    @property
    def is_terminal(self) -> bool:
        return bool(self._game.evaluate(TERMINAL, self._known))

    def legal(self) -> dict[Expression, set[Expression]]:
        """The legal moves of each role."""
        return self._by_role(LEGAL)

    def goals(self) -> dict[Expression, set[Expression]]:
        """What the state is worth to each role."""
        return self._by_role(GOAL)

    def _by_role(self, relation: Relation) -> dict[Expression, set[Expression]]:
        found: dict[Expression, set[Expression]] = {role: set() for role in self._game.roles}
        for role, what in self._game.evaluate(relation, self._known):
            found.setdefault(role, set()).add(what)
        return found

    def after(self, joint: Mapping[Expression, Expression]) -> State:
        """The state after the roles' moves."""
        known = {**self._known, DOES: Facts(joint.items())}
        return frozenset(fact[0] for fact in self._game.evaluate(NEXT, known))


# -- what depends on what --------------------------------------------------------------------------------------------


def _dependent(rules: Iterable[Rule], given: set[Relation]) -> set[Relation]:
    """The relations that depend on some that are given, and those themselves."""
    found, rules = set(given), list(rules)
    while True:
        more = {rule.relation for rule in rules if any(part.relation in found for part in rule.body)} - found
        if not more:
            return found
        found |= more


def _grouped(rules: Sequence[Rule]) -> tuple[list[_Group], dict[Relation, list[int]]]:
    """The groups, and for each relation the groups to evaluate for it, lowest first."""
    by_head: dict[Relation, list[Rule]] = {}
    for rule in rules:
        by_head.setdefault(rule.relation, []).append(rule)
    below = {
        relation: {part.relation for rule in own for part in rule.body if part.relation in by_head}
        for relation, own in by_head.items()
    }
    rings = _rings(below)
    number_of = {relation: number for number, ring in enumerate(rings) for relation in ring}
    groups = [_group(ring, [rule for relation in ring for rule in by_head[relation]]) for ring in rings]
    needed: list[set[int]] = []
    for number, ring in enumerate(rings):  # what a ring depends on comes before it
        own = {number_of[other] for relation in ring for other in below[relation]} - {number}
        needed.append(own.union(*(needed[other] for other in own)) | {number})
    return groups, {relation: sorted(needed[number_of[relation]]) for relation in by_head}


def _group(ring: list[Relation], rules: list[Rule]) -> _Group:
    group = _Group(set(ring))
    for rule in rules:
        own = [place for place, part in enumerate(rule.body) if part.kind != "distinct" and part.relation in ring]
        if any(rule.body[place].kind == "not" for place in own):
            raise InvalidMessage(f"`{rule.name}` depends on its own negation")
        if not rule.body:
            group.facts.setdefault(rule.relation, set()).add(rule.arguments)
        elif not own:
            group.base.append((rule.relation, Join(rule)))
        else:
            group.grow += [(rule.relation, rule.body[place].relation, Join(rule, place)) for place in own]
    return group


def _rings(below: Mapping[Relation, set[Relation]]) -> list[list[Relation]]:
    """Strongly connected components, each after those it depends on (Tarjan's algorithm, without recursion)."""
    order: dict[Relation, int] = {}
    low: dict[Relation, int] = {}
    path: list[Relation] = []
    on_path: set[Relation] = set()
    rings: list[list[Relation]] = []
    for start in below:
        work = [(start, iter(sorted(below[start])))] if start not in order else []
        while work:
            relation, rest = work[-1]
            if relation not in order:
                order[relation] = low[relation] = len(order)
                path.append(relation)
                on_path.add(relation)
            for other in rest:
                if other not in order:
                    work.append((other, iter(sorted(below[other]))))
                    break
                if other in on_path:
                    low[relation] = min(low[relation], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[relation])
                if low[relation] == order[relation]:
                    cut = path.index(relation)
                    rings.append(path[cut:])
                    on_path.difference_update(path[cut:])
                    del path[cut:]
    return rings
