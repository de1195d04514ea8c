"""`--depth`: a search with and without pruning instead of the exact solution, and what pruning saves."""

from __future__ import annotations

import argparse

import numpy as np

from plies.cli.common import print_json
from plies.cli.football.wording import count, percent
from plies.errors import Refused
from plies.football import Playbook, Situation, format_situation
from plies.football import search as searcher
from plies.games.football.rules import place_of


def search(args: argparse.Namespace, situation: Situation, book: Playbook) -> int:
    place = place_of(*situation[:3])
    found, full = (
        searcher(book, situation.ticks, prune=prune)(place, situation.ticks, args.depth) for prune in (True, False)
    )
    if not np.isclose(found.value, full.value, rtol=0, atol=1e-9):
        raise Refused(f"the pruned search found {found.value}, the full one {full.value}: please report this")
    text = format_situation(situation, book.tick_seconds)
    is_exact = args.depth >= situation.ticks
    if args.json:
        print_json(
            {
                "situation": {**situation._asdict(), "text": text},
                "depth": args.depth,
                "value": found.value,
                "exact": is_exact,
                "pruned": {"states": found.states, "matrices": found.matrices},
                "full": {"states": full.states, "matrices": full.matrices},
            }
        )
        return 0
    how = ", which covers the clock: exact" if is_exact else " with the heuristic at the leaves"
    print(f"{text}: {percent(found.value, 4)} at depth {args.depth}{how}")
    for name, one in (("with pruning   ", found), ("without pruning", full)):
        print(f"{name} {count(one.states, 'state')} and {count(one.matrices, 'matrix', 'matrices')}")
    return 0
