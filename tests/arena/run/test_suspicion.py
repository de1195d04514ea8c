"""Who is to blame for a broken worker: whoever had the turn, the second time; else the only one who could."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from plies.arena.plan.openings import Openings
from plies.arena.plan.pairing import Pairing
from plies.arena.plan.tournament import Tournament
from plies.arena.run.pool import Pool
from plies.arena.run.runner import run
from plies.arena.run.suspicion import Breakdown, Suspicions, sides_apart
from plies.arena.store.ledger import Ledger
from plies.errors import DIED, HANG
from plies.players.notation import parse_player
from plies.players.player import Player

OURS, FILE, OTHER = parse_player("ari@1s"), parse_player("mine.py:mine@1s"), parse_player("other.py:other@1s")
KILLED, CRASHED = Breakdown("its worker was killed", -signal.SIGKILL), Breakdown("it crashed", -signal.SIGSEGV)
SILENT, HUNG = Breakdown("no sign of life", is_silent=True), Breakdown("no move came")


def pairing(*players: Player, id: str = "game") -> Pairing:
    first, second = players
    return Pairing(id, "t", "pawns:3x5", first.name, second.name, 0, False, (), "", 1, (first, second))


def test_who_runs_code_from_elsewhere() -> None:
    assert sides_apart(pairing(OURS, FILE)) == [1]
    assert sides_apart(pairing(OTHER, FILE)) == [0, 1]
    assert sides_apart(pairing(OURS, parse_player("ggp://localhost:4001@5s"))) == []


@pytest.mark.parametrize(
    ("players", "asked", "breakdown", "suspect"),
    [
        ((OURS, FILE), 1, KILLED, 1),
        ((OURS, FILE), 1, CRASHED, 1),
        ((OURS, FILE), 1, HUNG, 1),
        ((OURS, FILE), 0, KILLED, 1),
        ((OURS, FILE), 0, SILENT, 1),
        ((OURS, FILE), 0, CRASHED, None),
        ((OURS, FILE), 0, HUNG, None),
        ((OURS, FILE), 0, Breakdown("it ended", 1), None),
        ((OURS, FILE), None, KILLED, 1),
        ((OURS, OURS), 0, KILLED, None),
        ((OTHER, FILE), 0, KILLED, 0),
        ((OTHER, FILE), 1, KILLED, 1),
        ((OTHER, FILE), None, KILLED, None),
    ],
)
def test_who_is_suspected(
    players: tuple[Player, Player], asked: int | None, breakdown: Breakdown, suspect: int | None
) -> None:
    assert Suspicions().suspect(pairing(*players), asked, breakdown) == suspect


def test_the_second_time_loses_and_then_every_time() -> None:
    suspicions, game = Suspicions(), pairing(OTHER, FILE)
    for asked, is_enough in ((0, False), (1, False), (1, True)):
        assert suspicions.suspect(game, asked, KILLED) == asked
        assert suspicions.is_enough(game, asked) == is_enough
    record = suspicions.lost(game, 1, KILLED)
    assert (record.score, record.termination, record.moves) == (1.0, DIED, ())
    assert record.reason == "black: its worker was killed, twice in this game"
    later = pairing(FILE, OURS, id="later")
    assert suspicions.suspect(later, 0, HUNG) == 0
    assert suspicions.is_enough(later, 0)
    record = suspicions.lost(later, 0, HUNG)
    assert (record.score, record.termination) == (0.0, HANG)
    assert record.reason == "white: no move came, as in an earlier game"


KILLER = """
import os
import time

def killer(position, seconds):
    worker = int(open(f"/proc/{os.getppid()}/stat").read().rpartition(")")[2].split()[1])
    try:
        os.kill(worker, 9)
    except OSError:  # it is kept from that
        raise SystemExit(1)
    time.sleep(1)
    return position.moves[0]
"""


def test_a_player_that_kills_its_worker_loses_and_the_tournament_continues(tmp_path: Path) -> None:
    (tmp_path / "killer.py").write_text(KILLER)
    players = [parse_player(f"{tmp_path}/killer.py:killer@1s,name=killer"), parse_player("random")]
    openings = Openings.parse("random:2,unbalanced")
    planned = Tournament.of(["pawns:3x5"], players, games_per_pairing=2, openings=openings)
    said: list[str] = []
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        run(planned, ledger, executor=Pool([()], notice=said.append), notice=said.append)
        records = list(ledger.records())
    assert len(records) == 2
    assert all((record.score == 0) == (record.pairing.first == "killer") for record in records)
    if any("SIGKILL" in line for line in said):
        assert {record.termination for record in records} == {DIED}
        assert "is suspected" in said[0]
        assert [line.endswith("killer has lost it") for line in said] == [False, True, True]
