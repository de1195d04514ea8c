"""The verdict on a candidate: a match against the best so far in our own arena, ended by a sequential test."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from plies.arena.numbers.sprt import Sprt
from plies.arena.numbers.statistics import Estimate, estimate, expected_score
from plies.arena.plan.openings import Openings
from plies.arena.plan.stopping import stored_state
from plies.arena.plan.tournament import MATCH, Tournament
from plies.arena.run.here import Here
from plies.arena.run.record import GameRecord
from plies.arena.run.runner import run
from plies.arena.store.ledger import Ledger
from plies.players.notation import distinct, parse_player

#: the hypotheses on the candidate's gain in Elo. Rounds make large steps, and a pair can weigh no more than the score
#: of H1 beside that of H0: with 0 and 20 even a candidate that wins every game needs 53 pairs, with 50 only 23
TEST = Sprt(0.0, 50.0)
#: games below which the test can never take a candidate
FEWEST_GAMES = 2 * math.ceil(TEST.upper / math.log(expected_score(TEST.elo1) / expected_score(TEST.elo0)))


@dataclass(frozen=True)
class Verdict:
    """H1: the candidate is better; H0: it is not; "continue": the games were not enough to tell."""

    decision: str
    pentanomial: tuple[int, ...]

    @property
    def estimate(self) -> Estimate:
        return estimate(self.pentanomial)


@dataclass(frozen=True)
class Match:
    """Who plays: heuristics as players name them, the limit of a move, games at the most, a seed of its own."""

    game: str
    candidate: str
    best: str
    limit: str
    games: int
    seed: int


def judge(
    match: Match, kept: Path, progress: Callable[[tuple[int, ...]], None], seconds: float | None = None
) -> Verdict:
    """Plays the match, or what is missing of it in the ledger `kept`, in so many seconds at the most."""
    words = [f"{match.candidate}@{match.limit},name=candidate", f"{match.best}@{match.limit},name=best"]
    planned = Tournament.of(
        [match.game],
        distinct([parse_player(one) for one in words]),
        kind=MATCH,
        games_per_pairing=match.games,
        seed=match.seed,
        openings=Openings(),
        sprt=TEST,
    )
    with Ledger(kept) as ledger:

        def report(records: list[GameRecord]) -> None:
            progress(_pairs(ledger, planned))

        stop = threading.Event()
        timer = threading.Timer(seconds or 0.0, stop.set)
        if seconds is not None:
            timer.start()
        try:
            run(planned, ledger, executor=Here(), on_progress=report, stop=stop, notice=lambda text: None)
        finally:
            timer.cancel()
        state = stored_state(planned, ledger)
        assert state is not None
        return Verdict(state.decision, _pairs(ledger, planned))


def _pairs(ledger: Ledger, planned: Tournament) -> tuple[int, ...]:
    """Complete pairs by the points of the candidate."""
    halves: dict[int, list[float]] = {}
    for record in ledger.records(planned.id):
        first = record.pairing.players[0].name == "candidate"
        halves.setdefault(record.pairing.pair, []).append(record.score if first else 1 - record.score)
    counts = [0] * 5
    for scores in halves.values():
        if len(scores) == 2:
            counts[round(2 * sum(scores))] += 1
    return tuple(counts)
