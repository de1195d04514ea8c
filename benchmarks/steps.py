"""What each selective step saves: nodes to a fixed depth on fixed positions of every game, with the step and without.

The peer is this engine without the step; the last row of a game has none of the steps that came after the first
release. The positions are quiet ones from games of the engine (`positions/steps.json`). Nodes say nothing about
strength: docs/findings.md has the games.
"""

from __future__ import annotations

import json
import math

from harness import HERE, Row, say

import plies
from plies.search.engine.analysis import Engine, Options
from plies.search.limits import Limits

#: the steps that came after the first release
NEW = ("pruning", "paths", "internal", "races")
#: a search that needs more is counted as this many
MOST = 60_000_000


def mean_nodes(name: str, depth: int, positions: list[str], options: Options) -> float:
    """The geometric mean over the positions, each with an empty table; in millions."""
    game = plies.game(name)
    engine = Engine(game, game.authors_default, tables="off", options=options)
    logarithms = []
    for text in positions:
        engine.new_game()
        logarithms.append(math.log(engine.analyse(game.position(text), Limits(depth=depth, nodes=MOST)).nodes))
    return math.exp(sum(logarithms) / len(logarithms)) / 1e6


def without(*steps: str) -> Options:
    return Options(**dict.fromkeys(steps, False))


def rows() -> list[Row]:
    found = []
    for name, task in json.loads((HERE / "positions" / "steps.json").read_text()).items():
        depth, positions = task["depth"], task["positions"]
        say(f"{name}, depth {depth}, {len(positions)} positions ...")
        ours = mean_nodes(name, depth, positions, Options())
        left_out = [(step, without(step)) for step in ("reductions", *NEW)] + [("all new steps", without(*NEW))]
        for step, options in left_out:
            peer = mean_nodes(name, depth, positions, options)
            title = f"{name} to depth {depth}: with and without {step}"
            found.append(Row(title, round(ours, 3), round(peer, 3), round(peer / ours, 2), None, "M nodes"))
    return found
