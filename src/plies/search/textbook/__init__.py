"""The algorithms as textbooks have them, with their caches, and the tree of a search. This is their front door.

minimax(position, 4)                                  every line to depth 4
alphabeta(position, 4)                                the same value from fewer nodes
alphabeta(position, 4, soft=True, cache="bounds", order="ari", trace=True)
alphabeta([[3, 5], [2, 9]])                           a tree of numbers, max to move
search("path", position, 4)                           any registered algorithm by its name
"""

from __future__ import annotations

from math import inf
from typing import TypedDict, Unpack

from plies.errors import Refused
from plies.search.textbook.answer import Counts, TextbookAnswer
from plies.search.textbook.caches import CACHES, CacheKind
from plies.search.textbook.options import ALPHA, BETA, CACHE, ORDER, Option
from plies.search.textbook.registry import ALGORITHMS, HeuristicChoice, register, search
from plies.search.textbook.trace import Recorder, Trace
from plies.search.textbook.trace_node import TraceNode
from plies.search.textbook.tree import CLASSICS, Branch, Searchable, classic
from plies.search.textbook.tree_search import Algorithm, Report, TreeSearch

__all__ = [
    "ALGORITHMS",
    "ALPHA",
    "BETA",
    "CACHE",
    "CACHES",
    "CLASSICS",
    "ORDER",
    "Algorithm",
    "Branch",
    "CacheKind",
    "Counts",
    "Option",
    "Recorder",
    "Report",
    "Searchable",
    "TextbookAnswer",
    "Trace",
    "TraceNode",
    "TreeSearch",
    "alphabeta",
    "classic",
    "minimax",
    "register",
    "search",
]


class Options(TypedDict, total=False):
    """The options that all algorithms share; see `search`."""

    heuristic: HeuristicChoice
    order: HeuristicChoice
    cache: str
    trace: bool | Recorder
    report: Report | None
    report_every: int


def minimax(what: Searchable, depth: int | None = None, **options: Unpack[Options]) -> TextbookAnswer:
    """The value when both sides play their best for `depth` plies."""
    return search("minimax", what, depth, **options)


def alphabeta(
    what: Searchable,
    depth: int | None = None,
    alpha: float = -inf,
    beta: float = inf,
    *,
    soft: bool = False,
    path: bool = False,
    **options: Unpack[Options],
) -> TextbookAnswer:
    """Alpha-beta, fail-hard or `soft`, children in the rules' order or best first by `order`.

    `path=True` is the search that pebbles was first played with. It is fail-hard; a finished game is worth what the
    heuristic gives it; moves to a position on the path from the root are skipped, and a node with no other moves
    returns its α unchanged; children are ordered by the heuristic unless `order` names another.
    """
    if path and soft:
        raise Refused("the path rule is fail-hard; leave out soft=True")
    name = "path" if path else "soft" if soft else "alphabeta"
    return search(name, what, depth, alpha=alpha, beta=beta, **options)
