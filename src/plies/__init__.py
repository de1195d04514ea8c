"""Plies: a laboratory for adversarial search.

This is the front door. It imports no Numba until something is searched:

    import plies

    game = plies.game("pawns:8x8")
    position = game.start().play("b2-b3")
    found = plies.analyse(position, heuristic="ari", seconds=1)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from plies.errors import (
    AmbiguousMove,
    GameFailed,
    HeuristicHangs,
    IllegalMove,
    InvalidFile,
    InvalidGame,
    InvalidMessage,
    InvalidMove,
    InvalidPosition,
    PliesError,
    Refused,
    StorageFailed,
    UnknownName,
)
from plies.games.bits import Bits, Pair, Word
from plies.games.contract import DRAWN, FIRST_WON, RUNNING, SECOND_WON, Family, Feature, Game, Heuristic, Rules, Unit
from plies.games.position import Evaluation, Outcome, Position, Term
from plies.games.solving import Index, Layout, Part, Solving
from plies.registry import game

if TYPE_CHECKING:
    from plies.arena.front import match, tournament
    from plies.search.answer import Answer, Line
    from plies.search.engine.analysis import Engine
    from plies.solve.choice import Solution, solve
    from plies.tables.table import Table, table

__version__ = "0.1.0"

__all__ = [
    "DRAWN",
    "FIRST_WON",
    "RUNNING",
    "SECOND_WON",
    "AmbiguousMove",
    "Answer",
    "Bits",
    "Engine",
    "Evaluation",
    "Family",
    "Feature",
    "Game",
    "GameFailed",
    "Heuristic",
    "HeuristicHangs",
    "IllegalMove",
    "Index",
    "InvalidFile",
    "InvalidGame",
    "InvalidMessage",
    "InvalidMove",
    "InvalidPosition",
    "Layout",
    "Line",
    "Outcome",
    "Pair",
    "Part",
    "PliesError",
    "Position",
    "Refused",
    "Rules",
    "Solution",
    "Solving",
    "StorageFailed",
    "Table",
    "Term",
    "Unit",
    "UnknownName",
    "Word",
    "__version__",
    "analyse",
    "evaluate",
    "football",
    "game",
    "match",
    "perft",
    "solve",
    "table",
    "textbook",
    "tournament",
]

#: names that are imported when they are first used, because they bring Numba or are rarely needed
_LATER = {
    "Engine": ("plies.search.engine.analysis", "Engine"),
    "Answer": ("plies.search.answer", "Answer"),
    "Found": ("plies.search.answer", "Answer"),  # its name in the first release
    "Line": ("plies.search.answer", "Line"),
    "football": ("plies.football", None),
    "match": ("plies.arena.front", "match"),
    "Solution": ("plies.solve.choice", "Solution"),
    "solve": ("plies.solve", None),
    "Table": ("plies.tables.table", "Table"),
    "table": ("plies.tables.table", "table"),
    "textbook": ("plies.search.textbook", None),
    "tournament": ("plies.arena.front", "tournament"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'plies' has no attribute {name!r}")
    import importlib

    where, what = _LATER[name]
    module = importlib.import_module(where)
    return module if what is None else getattr(module, what)


def perft(position: Position, depth: int, bulk: bool = True) -> int:
    """How many sequences of `depth` legal moves there are from here; draws by repetition do not count as ends."""
    from plies.search.perft.counting import perft as count

    return count(position, depth, bulk)


def evaluate(
    position: Position, heuristic: str | Heuristic | Callable[..., Any] | None = None, me: str | None = None
) -> Evaluation:
    """The heuristic's own number for side `me` (the side to move when left out); `.terms` takes it apart.

    It is the number that the engine searches with: that of the compiled heuristic, where it is a user-written one.
    """
    from plies.registry import heuristic as find
    from plies.search.evaluation import evaluation_by

    side = position.state.turn if me is None else position.side(me)
    return evaluation_by(position.game, find(position.game, heuristic))(position.state, side)


def analyse(
    position: Position,
    heuristic: str | Heuristic | Callable[..., Any] | None = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    lines: int = 1,
    order: str | Heuristic | Callable[..., Any] | None = None,
    selective: bool = True,
    tables: Literal["on", "off"] = "on",
    listener: Callable[[Answer], None] | None = None,
) -> Answer:
    """Searches a position; one second when no limit is given.

    `listener` is called with what is known after each depth. `order` is a heuristic that orders moves instead of
    killers and history. With `selective=False` the value is the minimax value at the given depth. Solved positions are
    looked up in the game's table where there is one, unless `tables="off"`.
    """
    from plies.search.engine.analysis import Engine, Options
    from plies.search.limits import Limits

    if seconds is None and depth is None and nodes is None:
        seconds = 1.0
    limits = Limits(depth=depth, nodes=nodes, seconds=seconds)
    options = Options(selective=selective)
    engine = Engine(position.game, heuristic, order=order, threads=threads, options=options, tables=tables)
    return engine.analyse(position, limits, lines, listener)
