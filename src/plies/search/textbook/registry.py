"""The textbook algorithms by name, and the one call that runs any of them.

    search("alphabeta", position, 4, order="ari", cache="bounds")

`plies textbook`, the tree page and the arena offer what is registered here. `algorithms.py` explains how to add one.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from plies import registry as games
from plies.errors import Refused, UnknownName, near
from plies.games.contract import Heuristic
from plies.games.position import Position
from plies.search.textbook import algorithms
from plies.search.textbook.answer import TextbookAnswer
from plies.search.textbook.caches import find_cache
from plies.search.textbook.options import ALPHA, BETA, CACHE, ORDER, ORDER_BY_HEURISTIC
from plies.search.textbook.trace import Recorder, Trace
from plies.search.textbook.tree import DEEPEST, GameTree, NumberTree, Searchable, Tree
from plies.search.textbook.tree_search import Algorithm, Report, TreeSearch

HeuristicChoice = str | Heuristic | Callable[..., Any] | None

REPORT_EVERY = 4096
#: all algorithms by name, in the order in which they are offered
ALGORITHMS: dict[str, Algorithm] = {}
#: the default, and what the others are compared with
DEFAULT, REFERENCE = "alphabeta", "minimax"


def register(algorithm: Algorithm) -> None:
    """Adds an algorithm; its name and aliases must be new."""
    taken = [name for name in (algorithm.name, *algorithm.aliases) if name in names()]
    if taken:
        raise Refused(f"there is a textbook algorithm {taken[0]!r} already; give the new one another name")
    ALGORITHMS[algorithm.name] = algorithm


def names() -> dict[str, Algorithm]:
    """All names and aliases."""
    return {name: one for one in ALGORITHMS.values() for name in (one.name, *one.aliases)}


for _one in algorithms.ALGORITHMS:
    register(_one)


def find(name: str) -> Algorithm:
    """The algorithm of that name or alias."""
    found = names().get(name)
    if found is None:
        raise UnknownName(f"no textbook algorithm {name!r}{near(name, ALGORITHMS)}; known: {', '.join(ALGORITHMS)}")
    return found


def search(
    algorithm: str | Algorithm,
    what: Searchable,
    depth: int | None = None,
    *,
    heuristic: HeuristicChoice = None,
    order: HeuristicChoice = None,
    cache: str = "none",
    alpha: float = -inf,
    beta: float = inf,
    trace: bool | Recorder = False,
    report: Report | None = None,
    report_every: int = REPORT_EVERY,
) -> TextbookAnswer:
    """Searches a position `depth` plies deep, or a tree of numbers, with an algorithm by its name or as it is.

    `trace=True` records the tree; a Recorder hears of every node and keeps what it likes. `report` is called with the
    counts every so many nodes; what it raises ends the search.
    """
    chosen = algorithm if isinstance(algorithm, Algorithm) else find(algorithm)
    if not alpha < beta:
        raise Refused(f"a window needs alpha < beta, not {alpha:g} and {beta:g}")
    for option, value in ((ORDER, order), (CACHE, cache), (ALPHA, alpha), (BETA, beta)):
        if value != option.default and not chosen.takes(option):
            known = ", ".join(one.name for one in chosen.options) or "none"
            raise Refused(f"{chosen.title} takes no option {option.name}; its options: {known}")
    tree = _tree(what, heuristic, order, ORDER_BY_HEURISTIC in chosen.options)
    recorder = Trace(tree) if trace is True else None if trace is False else trace
    run = TreeSearch(tree, _depth(tree, depth), chosen, find_cache(cache), recorder, report, report_every)
    return run.run(alpha, beta)


def _tree(what: Searchable, heuristic: HeuristicChoice, order: HeuristicChoice, by_heuristic: bool) -> Tree:
    """What the algorithm searches. `by_heuristic`: where no order is given, the heuristic orders the children."""
    if not isinstance(what, Position):
        if heuristic is not None:
            raise Refused("a tree of numbers takes no heuristic; its branches carry estimates")
        return NumberTree(what, order)  # type: ignore[arg-type]  # it refuses the orders it does not know
    chosen = games.heuristic(what.game, heuristic)
    if order is None:
        return GameTree(what, chosen, chosen if by_heuristic else None)
    return GameTree(what, chosen, games.heuristic(what.game, order))


def _depth(tree: Tree, depth: int | None) -> int:
    if depth is None and isinstance(tree, NumberTree):
        return tree.height
    if depth is None:
        raise Refused("a game needs a depth to search to: depth=4")
    if not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise Refused(f"depth {depth!r}: the textbook search goes 0 to {DEEPEST} plies deep")
    return depth
