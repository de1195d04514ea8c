"""The tables of `plies time`, from the games of its tournaments: what searches took, and what heuristics are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean, pstdev

from plies.arena.numbers.statistics import estimate
from plies.arena.plan.timing import REFERENCE, Plan, contenders, reference
from plies.arena.run.record import GameRecord, MoveRecord
from plies.games.contract import Game, Heuristic, State
from plies.search.evaluation import evaluation_by


@dataclass(frozen=True)
class Row:
    """One heuristic in one role under one limit; averages over the moves that it searched. None: does not apply."""

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
    #: points a game against the engine as it comes, with the 95% interval
    score: float | None
    score_interval: tuple[float, float] | None
    #: how many pairs of games gave it 0, ½, 1, 1½ and 2 points: what intervals are made of
    pairs: tuple[int, ...]
    games: int
    #: published seconds per move
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


@dataclass
class _Tally:
    """What one contender's searches took, and its points by pair."""

    moves: list[MoveRecord] = field(default_factory=list)
    points: dict[int, float] = field(default_factory=dict)
    games: int = 0


def timing_rows(game: Game, plan: Plan, records: Sequence[GameRecord]) -> tuple[Row, ...]:
    """One row for each contender. The spread is measured on the positions of all games, the same for all."""
    tallies = {name: _Tally() for name in contenders(game, plan)}
    played: list[list[State]] = []
    for record in records:
        pairing = record.pairing
        side = int(pairing.first == REFERENCE)
        tally = tallies[pairing.second if side else pairing.first]
        tally.games += 1
        score = record.score if side == 0 else 1 - record.score
        tally.points[pairing.pair] = tally.points.get(pairing.pair, 0.0) + score
        states = _states(game, record)
        begins = (states[0].turn + side) % 2
        tally.moves += [move for move in record.moves[begins::2] if move.depth]
        played.append(states)
    return tuple(_row(game, plan, name, tally, played) for name, tally in tallies.items())


def _states(game: Game, record: GameRecord) -> list[State]:
    position = game.position(record.pairing.start) if record.pairing.start else game.start()
    for word in record.pairing.opening:
        position = position.play(word)
    states = [position.state]
    for move in record.moves:
        position = position.play(move.move)
        states.append(position.state)
    return states


def _row(game: Game, plan: Plan, name: str, tally: _Tally, played: Sequence[Sequence[State]]) -> Row:
    moves = tally.moves
    seconds, nodes = sum(move.seconds for move in moves), sum(move.nodes for move in moves)
    cutoffs = sum(move.counters.cutoffs or 0 for move in moves)
    first = sum(move.counters.first_move_cutoffs or 0 for move in moves)
    spread, changes = _variation(game, game.heuristics.get(name), played)
    points = [round(2 * both) for both in tally.points.values()]
    pairs = tuple(points.count(halves) for halves in range(5))
    is_reference = name == reference(game, plan)
    found = None if is_reference or not points else estimate(list(pairs))
    return Row(
        name=name,
        seconds_a_move=seconds / max(1, len(moves)),
        nodes_a_move=nodes / max(1, len(moves)),
        nodes_per_second=nodes / seconds if seconds else 0.0,
        depth=fmean([move.depth for move in moves]) if moves else 0.0,
        first_move_cutoffs=first / cutoffs if cutoffs else 0.0,
        spread=spread,
        changes=changes,
        score=None if found is None else sum(points) / 2 / tally.games,
        score_interval=None if found is None else (found.score_low, found.score_high),
        pairs=pairs,
        games=tally.games,
        published=game.published_timing.get(name),
    )


def _variation(
    game: Game, heuristic: Heuristic | None, played: Sequence[Sequence[State]]
) -> tuple[float | None, float | None]:
    """How much a heuristic's number varies within a game, averaged over games: deviation, and share of changes."""
    if heuristic is None:
        return None, None
    ask = evaluation_by(game, heuristic)
    spreads, changes = [], []
    for states in played:
        values = [float(ask(state, 0)) for state in states]
        if len(values) > 1:
            spreads.append(pstdev(values))
            changes.append(fmean(a != b for a, b in pairwise(values)))
    return (fmean(spreads), fmean(changes)) if spreads else (None, None)
