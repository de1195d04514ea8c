"""What each heuristic of a game costs and what it is worth, measured in games against the default.

A heuristic is tried in one of two roles: to evaluate leaves, or to order moves while the default evaluates. For each
it plays pairs of games, both ways round from the same random opening, against the engine as it comes (default
heuristic, own ordering), once with the same depth for both and once with the same time for both. What its own searches
took is averaged; the spread of its values is measured on the positions of all games of the run, so on the same ones
for every heuristic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from statistics import fmean, pstdev

from plies.errors import Refused, UnknownName
from plies.games.contract import Game, Heuristic
from plies.games.position import Position
from plies.search.answer import Answer
from plies.search.engine.analysis import Engine
from plies.search.engine.ordering import NO_ORDER
from plies.search.limits import Limits

ENTRIES = 1 << 18
OPENING_PLIES = 4
#: games that go on for longer are counted as half a point each, and as unfinished
LONGEST_GAME = 300

#: the engine's own ordering, killers and history, by this name in tables
OWN_ORDER = "engine"

#: called with the number of games done and to do, and what is being played
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Row:
    """One heuristic in one role under one limit; averages over its own moves. None: does not apply."""

    name: str
    seconds_a_move: float
    nodes_a_move: float
    nodes_per_second: float
    depth: float
    #: of all cut-offs, the share that the first move tried gave
    first_move_cutoffs: float
    #: standard deviation of the heuristic's number over a game, and the share of plies at which it changes
    spread: float | None
    changes: float | None
    #: points a game against the engine as it comes
    score: float | None
    #: how many pairs of games gave it 0, ½, 1, 1½ and 2 points: what intervals are made of
    pairs: tuple[int, int, int, int, int]
    games: int
    unfinished: int
    #: seconds a move that were published elsewhere
    published: float | None


@dataclass(frozen=True)
class Report:
    game: str
    role: str
    depth: int
    seconds: float
    seed: int
    at_depth: tuple[Row, ...]
    at_time: tuple[Row, ...]


@dataclass(frozen=True)
class Plan:
    """What to measure. `names` are heuristics; left empty, all of the game."""

    role: str = "evaluate"
    names: tuple[str, ...] = ()
    depth: int = 8
    seconds: float = 0.02
    pairs: int = 3
    seed: int = 0

    def __post_init__(self) -> None:
        if self.role not in ("evaluate", "order"):
            raise Refused(f"role={self.role!r}: heuristics are timed to 'evaluate' or to 'order'")
        if not 1 <= self.pairs <= 100_000:
            raise Refused(f"pairs={self.pairs}: a heuristic plays 1 to 100000 pairs of games")
        Limits(depth=self.depth, seconds=self.seconds)


@dataclass
class _Tally:
    """What one contender's searches took, and how its games went."""

    searches: list[Answer] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    unfinished: int = 0


def time_heuristics(start: Position, plan: Plan, progress: Progress | None = None) -> Report:
    """Plays the games and fills both tables. `progress` is told about every game."""
    if start.outcome is not None:
        raise Refused(f"the game is over ({start.outcome.reason}); nothing can be timed from here")
    game = start.game
    names = contenders(game, plan)
    tables: list[tuple[Row, ...]] = []
    done, total = 0, 2 * len(names) * 2 * plan.pairs
    for limits, what in ((Limits(depth=plan.depth), "depth"), (Limits(seconds=plan.seconds), "time")):
        tallies: dict[str, _Tally] = {}
        played: list[list[Position]] = []
        reference = Engine(game, entries=ENTRIES)
        for name in names:
            engine = _engine(game, name, plan.role)
            for one in (engine, reference):
                one.analyse(start, Limits(depth=1))  # what happens only once is not timed
            tally = tallies[name] = _Tally()
            for index in range(2 * plan.pairs):
                if progress is not None:
                    progress(done, total, f"{name}, equal {what}")
                opening = random_opening(start, Random(plan.seed * 1_000_003 + index // 2))
                played.append(_play(opening, engine, reference, index % 2, limits, tally))
                done += 1
        tables.append(tuple(_row(game, plan, name, tallies[name], played) for name in names))
    if progress is not None:
        progress(total, total, "done")
    return Report(game.name, plan.role, plan.depth, plan.seconds, plan.seed, *tables)


def contenders(game: Game, plan: Plan) -> list[str]:
    """The names of the rows: the game's heuristics; when ordering, no order and the engine's own before them."""
    special = [OWN_ORDER, NO_ORDER.name] if plan.role == "order" else []
    known = [*special, *game.heuristics]
    for name in plan.names:
        if name not in known:
            raise UnknownName(f"{game.name} has no heuristic {name!r}; known: {', '.join(known)}")
    return list(dict.fromkeys(plan.names)) or known


def _engine(game: Game, name: str, role: str) -> Engine:
    if role == "evaluate":
        return Engine(game, name, entries=ENTRIES)
    return Engine(game, order=None if name == OWN_ORDER else name, entries=ENTRIES)


def random_opening(start: Position, random: Random) -> Position:
    """A few random plies that do not end the game; `Random.random` alone is used, the same in every Python."""
    here = start
    for _ in range(OPENING_PLIES):
        going_on = [after for after in map(here.after, here.legal) if after.outcome is None]
        if not going_on:
            break
        here = going_on[int(random.random() * len(going_on))]
    return here


def _play(
    here: Position, contender: Engine, reference: Engine, side: int, limits: Limits, tally: _Tally
) -> list[Position]:
    """One game with the contender on `side`; its positions."""
    contender.new_game()
    reference.new_game()
    positions = [here]
    while here.outcome is None and len(positions) <= LONGEST_GAME:
        mine = here.state.turn == side
        found = (contender if mine else reference).analyse(here, limits)
        if mine:
            tally.searches.append(found)
        here = here.play(found.move)
        positions.append(here)
    if here.outcome is None:
        tally.unfinished += 1
    winner = None if here.outcome is None else here.outcome.winner
    tally.points.append(0.5 if winner is None else float(winner == here.game.sides[side]))
    return positions


def _row(game: Game, plan: Plan, name: str, tally: _Tally, played: list[list[Position]]) -> Row:
    searches = tally.searches
    seconds, nodes = sum(found.seconds for found in searches), sum(found.nodes for found in searches)
    cutoffs = sum(found.counters.cutoffs or 0 for found in searches)
    first = sum(found.counters.first_move_cutoffs or 0 for found in searches)
    is_reference = name == (OWN_ORDER if plan.role == "order" else game.default)
    moves = max(1, len(searches))
    spread, changes = _variation(game.heuristics.get(name), played)
    return Row(
        name=name,
        seconds_a_move=seconds / moves,
        nodes_a_move=nodes / moves,
        nodes_per_second=nodes / seconds if seconds else 0.0,
        depth=fmean([found.depth for found in searches]) if searches else 0.0,
        first_move_cutoffs=first / cutoffs if cutoffs else 0.0,
        spread=spread,
        changes=changes,
        score=None if is_reference else fmean(tally.points),
        pairs=_pairs_by_points(tally.points),
        games=len(tally.points),
        unfinished=tally.unfinished,
        published=game.published_timing.get(name),
    )


def _pairs_by_points(points: Sequence[float]) -> tuple[int, int, int, int, int]:
    found = [round(2 * (one + other)) for one, other in zip(points[::2], points[1::2], strict=True)]
    return found.count(0), found.count(1), found.count(2), found.count(3), found.count(4)


def _variation(heuristic: Heuristic | None, played: list[list[Position]]) -> tuple[float | None, float | None]:
    """How much a heuristic's number varies within a game, averaged over games: deviation, and share of changes."""
    if heuristic is None:
        return None, None
    spreads, changes = [], []
    for positions in played:
        values = [heuristic.value(position.state, 0) for position in positions]
        if len(values) > 1:
            spreads.append(pstdev(values))
            changes.append(fmean(a != b for a, b in pairwise(values)))
    return (fmean(spreads), fmean(changes)) if spreads else (None, None)
