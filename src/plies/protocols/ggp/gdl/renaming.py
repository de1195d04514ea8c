"""Whether two sets of rules are the same but for names and order: then which word of the one is which of the other.

The rules become a graph: a node for each word, variable, term, literal and rule. Nodes are told apart by what they are
made of and where they stand, round after round, as long as that tells more of them apart. When it tells all of them
apart in our rules, and the other rules show the same picture, then the nodes that look alike are each other's. Rules
with parts that can be exchanged for each other (two names that play the same role) are not matched; ours have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from plies.games.contract import Expression
from plies.protocols.ggp.gdl.program import GOAL, KEYWORDS, Rule, is_variable

#: no game needs as many; each round looks at every node
MOST_ROUNDS = 100


@dataclass
class _Graph:
    """`labels` say what a node is, `parts` what it is made of, with the place where the order counts."""

    fixed: frozenset[str]
    labels: list[str] = field(default_factory=list)
    parts: list[list[tuple[int, int]]] = field(default_factory=list)
    words: dict[str, int] = field(default_factory=dict)

    def add(self, label: str, parts: Iterable[tuple[int, int]] = ()) -> int:
        self.labels.append(label)
        self.parts.append(list(parts))
        return len(self.labels) - 1

    def word(self, word: str) -> int:
        if word not in self.words:
            self.words[word] = self.add(f"word {word}" if word in self.fixed else "word")
        return self.words[word]

    def term(self, term: Expression, variables: dict[str, int]) -> int:
        if isinstance(term, tuple):
            return self.add("term", enumerate([self.term(part, variables) for part in term]))
        if not is_variable(term):
            return self.word(term)
        if term not in variables:
            variables[term] = self.add("variable")
        return variables[term]

    def rule(self, rule: Rule) -> None:
        variables: dict[str, int] = {}

        def sentence(kind: str, name: str, arguments: tuple[Expression, ...]) -> int:
            nodes = [self.term(term, variables) for term in arguments]
            if kind == "distinct":  # its two terms may stand in either order
                return self.add(kind, [(0, node) for node in nodes])
            return self.add(kind, enumerate([self.word(name), *nodes]))

        head = sentence("head", rule.name, rule.arguments)
        self.add("rule", [(0, head), *((1, sentence(p.kind, p.name, p.arguments)) for p in rule.body)])


def _graph(rules: Sequence[Rule], fixed: frozenset[str]) -> _Graph:
    graph = _Graph(fixed)
    for rule in rules:
        graph.rule(rule)
    return graph


def find_renaming(ours: Sequence[Rule], theirs: Sequence[Rule]) -> dict[str, str] | None:
    """Their word for each of ours, if the rules are the same but for that."""
    if Counter(map(_outline, ours)) != Counter(map(_outline, theirs)):
        return None
    goals = {rule.arguments[1] for rule in ours if rule.relation == GOAL}
    fixed = KEYWORDS | {goal for goal in goals if isinstance(goal, str)}
    graphs = _graph(ours, fixed), _graph(theirs, fixed)
    colours = _colours(*graphs)
    if colours is None or len(set(colours[0])) < len(colours[0]):
        return None
    names = {colours[1][node]: word for word, node in graphs[1].words.items()}
    return {word: names[colours[0][node]] for word, node in graphs[0].words.items()}


def _outline(rule: Rule) -> tuple[Hashable, ...]:
    """What no renaming changes, to see quickly that two sets of rules differ."""
    name = rule.name if rule.name in KEYWORDS else ""
    return name, len(rule.arguments), tuple(sorted(Counter((p.kind, len(p.arguments)) for p in rule.body).items()))


def _colours(one: _Graph, other: _Graph) -> tuple[list[int], list[int]] | None:
    """A number for each node of both, equal where they look alike; None when the graphs look different."""
    graphs = one, other
    above = [_above(graph) for graph in graphs]
    seen: dict[Hashable, int] = {}
    colours = [[seen.setdefault(label, len(seen)) for label in graph.labels] for graph in graphs]
    for _ in range(MOST_ROUNDS):
        if Counter(colours[0]) != Counter(colours[1]):
            return None
        before, seen = len(set(colours[0])), {}
        colours = [
            [seen.setdefault(look, len(seen)) for look in _looks(graph, over, old)]
            for graph, over, old in zip(graphs, above, colours, strict=True)
        ]
        if len(set(colours[0])) == before:
            return (colours[0], colours[1]) if Counter(colours[0]) == Counter(colours[1]) else None
    return None


def _above(graph: _Graph) -> list[list[tuple[int, int]]]:
    """For each node where it stands: the place in what."""
    found: list[list[tuple[int, int]]] = [[] for _ in graph.labels]
    for node, parts in enumerate(graph.parts):
        for place, part in parts:
            found[part].append((place, node))
    return found


def _looks(graph: _Graph, above: list[list[tuple[int, int]]], old: list[int]) -> Iterable[Hashable]:
    for node, parts in enumerate(graph.parts):
        made_of = tuple(sorted([(place, old[part]) for place, part in parts]))
        stands_in = tuple(sorted([(place, old[whole]) for place, whole in above[node]]))
        yield old[node], made_of, stands_in
