"""The players: how one is written, the algorithms that choose moves, and the options of each.

A player is a heuristic and how it searches, such as ari@1s, hoddi@depth=6,algorithm=textbook or "ari(pawns=2)@20ms",
an algorithm of its own such as random, a file.py:name of yours, or ggp://host:port for a remote program. Every command
and page that takes a player takes all of them. `plies games GAME` lists the heuristics of a game. Other packages add
algorithms through the entry point plies.algorithms; `docs/tutorial-player.md` shows how.

examples:
  plies players
  plies players engine
  plies players --json
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from plies.cli import common

if TYPE_CHECKING:
    from plies.players.algorithm import Algorithm
    from plies.players.options import Option


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("algorithm", nargs="?", metavar="ALGORITHM", help="one of them in detail")
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.players.registry import algorithm, algorithms

    chosen = list(algorithms().values()) if args.algorithm is None else [algorithm(args.algorithm)]
    if args.json:
        common.print_json({"algorithms": [_data(one) for one in chosen]})
        return 0
    if args.algorithm is None:
        rows = [[_named(one), _written(one), ", ".join(o.name for o in one.options), one.about] for one in chosen]
        common.print_table(["algorithm", "written", "options", "about"], rows)
        print("\nplies players ALGORITHM explains the options; a limit is a time such as 1s or 20ms, depth=, nodes= or")
        print("clock=60s+0.5s; without a limit a move takes one second")
        return 0
    for one in chosen:
        print(f"{common.bold(one.name)}: {one.about}" + (f" ({one.package})" if one.package else ""))
        print(f"written    {_written(one)}")
        print(f"limits     {', '.join(one.limits) or 'none'}")
        if one.options:
            print()
            rows = [[f"{o.name}=", o.right, _default(o), o.about] for o in one.options]
            common.print_table(["option", "value", "default", "about"], rows)
    return 0


def _named(one: Algorithm) -> str:
    return f"{one.name} ({', '.join(one.aliases)})" if one.aliases else one.name


def _written(one: Algorithm) -> str:
    if one.name == "engine":
        return "ari@1s"
    if one.name == "remote":
        return "ggp://host:port@5s"
    return f"ari@algorithm={one.name}" if one.takes_heuristic else one.name


def _default(option: Option) -> str:
    return "" if option.default is None else option.write(option.default)


def _data(one: Algorithm) -> dict[str, Any]:
    return {
        "name": one.name,
        "about": one.about,
        "takes_heuristic": one.takes_heuristic,
        "limits": list(one.limits),
        "package": one.package,
        "options": [
            {"name": o.name, "about": o.about, "value": o.right, "default": o.default, "choices": list(o.choices)}
            for o in one.options
        ],
    }
