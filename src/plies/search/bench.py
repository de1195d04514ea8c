"""One node count per game. It must not change by itself; a change of search or rules states the new one.

What is counted, single-threaded with a table of fixed size, is the sum of nodes over a few positions, each to a fixed
depth. A game may choose them itself (`Game.bench`). Otherwise they are the start and positions some random moves away,
each to the first depth that takes enough nodes. The heuristic is the authors' default, not a learned one. What was
chosen once is kept with its count in `counts/FAMILY.json`, one file a family, so a new game adds a file and edits
none.
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plies.errors import InvalidFile
from plies.games.contract import Game
from plies.games.position import Position
from plies.search.answer import Answer
from plies.search.engine.analysis import Engine
from plies.search.limits import DEEPEST, Limits

COUNTS = Path(__file__).parent / "counts"
ENTRIES = 1 << 18
#: how far from the start the positions are, in plies
DISTANCES = (0, 4, 8, 12, 16, 20)
#: a position is searched to the first depth that takes so many nodes
ENOUGH = 300_000

Tasks = tuple[tuple[str, int], ...]  # positions as text, each with its depth


@dataclass(frozen=True)
class Count:
    """What was searched and how many nodes it took."""

    tasks: Tasks
    nodes: int
    seconds: float = 0.0

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


def _engine(game: Game) -> Engine:
    return Engine(game, game.authors_default, entries=ENTRIES, tables="off")


def choose_tasks(game: Game) -> Tasks:
    """The game's own choice, or positions by a fixed seed with depths that take about as long each."""
    if game.bench:
        return tuple(game.bench)
    engine = _engine(game)
    texts = dict.fromkeys(_wander(game, plies).text for plies in DISTANCES)
    return tuple((text, _enough_depth(engine, game.position(text))) for text in texts)


def _wander(game: Game, plies: int) -> Position:
    """A position so many random plies from the start, or the last one before the game was over."""
    numbers = random.Random(f"plies bench {game.name} {plies}")
    position = game.start()
    for _ in range(plies):
        after = position.after(position.legal[int(numbers.random() * len(position.legal))])
        if after.outcome is not None:
            break
        position = after
    return position


def _enough_depth(engine: Engine, position: Position) -> int:
    """The first depth that takes ENOUGH nodes, or the depth that decides the position."""

    depths = [0]

    def listen(found: Answer) -> None:
        depths.append(found.depth)
        if found.nodes >= ENOUGH:
            engine.stop()

    engine.new_game()
    engine.analyse(position, Limits(depth=DEEPEST), listener=listen)
    return max(depths)


def count_nodes(game: Game, tasks: Tasks) -> Count:
    """Searches all tasks, each with an empty table."""
    engine = _engine(game)
    nodes, seconds = 0, 0.0
    for text, depth in tasks:
        position = game.position(text)
        engine.new_game()
        started = time.perf_counter()
        nodes += engine.analyse(position, Limits(depth=depth)).nodes
        seconds += time.perf_counter() - started
    return Count(tasks, nodes, seconds)


# -- the counts on disk ----------------------------------------------------------------------------------------------


def _file(game: str, folder: Path) -> Path:
    return folder / f"{game.partition(':')[0]}.json"


def recorded(family: str, folder: Path = COUNTS) -> dict[str, Count]:
    """The counts of a family by the full names of its games; nothing where none were ever recorded."""
    path = _file(family, folder)
    if not path.exists():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return {
            name: Count(tuple(_read_task(line) for line in entry["tasks"]), int(entry["nodes"]))
            for name, entry in data.items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise InvalidFile(f"{path} does not hold node counts ({type(error).__name__}: {error})") from None


def _read_task(line: str) -> tuple[str, int]:
    """`13 bbb/bbb/3/www/www w`: the depth, then the position."""
    depth, _, text = line.partition(" ")
    return text, int(depth)


def record(game: str, count: Count, folder: Path) -> Path:
    """Keeps a count in a folder of counts, beside those of the family's other games."""
    known = {**recorded(game, folder), game: count}
    data: dict[str, Any] = {
        name: {"nodes": one.nodes, "tasks": [f"{depth} {text}" for text, depth in one.tasks]}
        for name, one in sorted(known.items())
    }
    path = _file(game, folder)
    try:
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InvalidFile(f"cannot write {path}: {error.strerror}") from None
    return path
