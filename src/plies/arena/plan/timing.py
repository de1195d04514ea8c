"""What each heuristic of a game costs and what it is worth, as two tournaments: at equal depth and at equal time.

A heuristic is tried in one of two roles: to evaluate leaves, or to order moves while the reference evaluates. Each
plays a gauntlet of pairs, from the same random openings, against the engine with the reference: the default heuristic
of the game's authors, because a learned one would beat all others alike and tell them apart no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from plies.arena.plan.openings import FILE, Openings
from plies.arena.plan.tournament import GAUNTLET, Tournament
from plies.errors import Refused, UnknownName, near
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.notation import parse_player
from plies.search.limits import Limits

ENTRIES = 1 << 18
OPENING_PLIES = 4
#: the engine's own ordering, killers and history, by this name in tables; and none, in the order of the rules
OWN_ORDER, NO_ORDER = "engine", "none"
#: what the contenders play against
REFERENCE = "reference"


@dataclass(frozen=True)
class Plan:
    """What to measure. `names` are heuristics; left empty, all of the game. `files` has those among them that are in
    files, as players are written."""

    role: str = "evaluate"
    names: tuple[str, ...] = ()
    depth: int = 8
    seconds: float = 0.02
    pairs: int = 3
    seed: int = 0
    files: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.role not in ("evaluate", "order"):
            raise Refused(f"role={self.role!r}: heuristics are timed to 'evaluate' or to 'order'")
        if not 1 <= self.pairs <= 100_000:
            raise Refused(f"pairs={self.pairs}: a heuristic plays 1 to 100000 pairs of games")
        Limits(depth=self.depth, seconds=self.seconds)

    @property
    def limits(self) -> tuple[str, str]:
        """Of the two tournaments, as players have them."""
        return f"depth={self.depth}", f"{self.seconds:.6f}s"


def contenders(game: Game, plan: Plan) -> list[str]:
    """The names of the rows: the game's heuristics; when ordering, no order and the engine's own before them."""
    special = [OWN_ORDER, NO_ORDER] if plan.role == "order" else []
    known = [*special, *game.heuristics, *dict(plan.files)]
    for name in plan.names:
        if name not in known:
            raise UnknownName(f"{game.name} has no heuristic {name!r}{near(name, known)}; known: {', '.join(known)}")
    return list(dict.fromkeys(plan.names)) or known


def reference(game: Game, plan: Plan) -> str:
    """The row that is the same as what it plays against."""
    return OWN_ORDER if plan.role == "order" else game.authors_default


def tournaments(start: Position, named: str, plan: Plan) -> tuple[Tournament, Tournament]:
    """At equal depth, and at equal time. `named` is the game as it was asked for."""
    if start.outcome is not None:
        raise Refused(f"the game is over ({start.outcome.reason}); nothing can be timed from here")
    names = contenders(start.game, plan)
    at_depth, at_time = (_tournament(start, named, plan, names, limit) for limit in plan.limits)
    return at_depth, at_time


def _tournament(start: Position, named: str, plan: Plan, names: Sequence[str], limit: str) -> Tournament:
    game = start.game
    texts = [f"{game.authors_default}@{limit},entries={ENTRIES},name={REFERENCE}"]
    for name in names:
        words = dict(plan.files).get(name, name)
        order = "" if plan.role == "evaluate" or name == OWN_ORDER else f"order={words},"
        heuristic = words if plan.role == "evaluate" else game.authors_default
        texts.append(f"{heuristic}@{limit},{order}entries={ENTRIES},name={name}")
    lines = [random_opening(start, Random(plan.seed * 1_000_003 + pair)).text for pair in range(plan.pairs)]
    return Tournament.of(
        [named],
        [parse_player(text) for text in texts],
        kind=GAUNTLET,
        games_per_pairing=2 * plan.pairs,
        seed=plan.seed,
        openings=Openings(FILE, lines=tuple(lines)),
    )


def random_opening(start: Position, random: Random) -> Position:
    """A few random plies that do not end the game; `Random.random` alone is used, the same in every Python."""
    here = start
    for _ in range(OPENING_PLIES):
        going_on = [after for after in map(here.after, here.legal) if after.outcome is None]
        if not going_on:
            break
        here = going_on[int(random.random() * len(going_on))]
    return here
