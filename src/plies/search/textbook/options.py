"""The options of the textbook algorithms: an algorithm's entry lists those that it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Literal

from plies.search.textbook.caches import CACHES, CacheKind


@dataclass(frozen=True)
class Option:
    """An option of a search: its name in `search(...)`, what it is, and what it is when left out."""

    name: str
    description: str
    #: a heuristic of the game (in a tree of numbers one of its orders), one of `choices`, or a number
    kind: Literal["heuristic", "choice", "number"]
    default: str | float | None
    #: the default in words
    default_title: str
    choices: Mapping[str, CacheKind] = field(default_factory=dict)


ORDER = Option("order", "Children are visited best first by this heuristic.", "heuristic", None, "as listed")
ORDER_BY_HEURISTIC = Option("order", ORDER.description, "heuristic", None, "best first")
CACHE = Option("cache", "What is kept of positions that were searched.", "choice", "none", "none", CACHES)
ALPHA = Option("alpha", "The lower edge of the window at the root.", "number", -inf, "-inf")
BETA = Option("beta", "The upper edge of the window at the root.", "number", inf, "inf")
