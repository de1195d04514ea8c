"""What the arena costs: its overhead beside the players' thinking, and whether its memory stays flat.

Bounds stand in for the peer.

    python benchmarks/arena.py                          overhead at 50 ms per move, memory over 100,000 games
    python benchmarks/arena.py --games 5000 --minutes 1
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path

from harness import Row, say, table

from plies.arena.plan.openings import Openings
from plies.arena.plan.tournament import Tournament
from plies.arena.run.cores import core_sets
from plies.arena.run.pool import Pool
from plies.arena.run.record import GameRecord
from plies.arena.run.runner import run
from plies.arena.store.ledger import Ledger
from plies.players.notation import parse_player
from plies.players.player import Player

#: per cent of the thinking time; megabytes for 100,000 games, which is 100 bytes a game
MOST_OVERHEAD, MOST_GROWTH = 2.0, 10.0
BOARDS = ("pawns:3x5", "pawns:4x6", "pawns:5x5", "pawns:6x6", "breakthrough:4x6", "breakthrough:6x6")


def overhead(minutes: float, move: str = "50ms") -> Row:
    """The share of time beyond thinking: per worker, from its first move to its last, against what the moves took."""
    players = [parse_player(f"{name}@{move}") for name in ("ari", "hoddi", "binni", "tryggvi")]
    tournament = Tournament.of(["pawns:8x8"], players, games_per_pairing=10_000)
    stop = threading.Event()
    games: dict[str, list[GameRecord]] = defaultdict(list)

    def progress(records: list[GameRecord]) -> None:
        for record in records:
            games[record.place].append(record)
        if sum(record.seconds for played in games.values() for record in played) > 60 * minutes * len(games):
            stop.set()

    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "ledger.sqlite") as ledger:
        run(tournament, ledger, on_progress=progress, stop=stop)
    thinking = spans = 0.0
    for played in map(warm, games.values()):
        thinking += sum(move.seconds for record in played for move in record.moves)
        spans += played[-1].started + played[-1].seconds - played[0].started if played else 0.0
    share = 100 * (spans / thinking - 1)
    count = sum(len(played) for played in games.values())
    note = f"{count} games on {len(games)} cores, {thinking:.0f} s of thinking"
    return _bounded(f"overhead beside thinking, {move} per move", share, MOST_OVERHEAD, "%", note)


def warm(games: list[GameRecord]) -> list[GameRecord]:
    """A worker's games after the last in which it met a player for the first time, which is when code is loaded."""
    games = sorted(games, key=lambda record: record.started)
    met: set[str] = set()
    begin = 0
    for number, record in enumerate(games, start=1):
        if not {record.pairing.first, record.pairing.second} <= met:
            met |= {record.pairing.first, record.pairing.second}
            begin = number
    return games[begin:]


def resident(process: int | str) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096


def growth(games: int) -> list[Row]:
    """How much the coordinator and its workers have grown from a tenth of the games to their end."""
    players: list[Player] = [parse_player(f"random@name={name}") for name in ("a", "b", "c", "d")]
    each = max(2, games // (len(BOARDS) * 6) // 2 * 2)
    tournament = Tournament.of(BOARDS, players, games_per_pairing=each, openings=Openings.parse("random:6,unbalanced"))
    pool = Pool(core_sets())
    played, early, late = 0, {}, {}
    begun = time.monotonic()

    def progress(records: list[GameRecord]) -> None:
        nonlocal played, early, late
        played += len(records)
        if pool.processes:  # at the very end there are none left
            late = {process: resident(process) for process in ("self", *pool.processes)}
        if played <= tournament.total // 10:
            early = late

    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "ledger.sqlite") as ledger:
        run(tournament, ledger, executor=pool, on_progress=progress, notice=lambda text: None)
        size = ledger.path.stat().st_size / played
    rate = played / (time.monotonic() - begun)
    grown = {process: (late[process] - early[process]) / 1e6 for process in late if process in early}
    worker = max(megabytes for process, megabytes in grown.items() if process != "self")
    note = f"{rate:.0f} games a second, {size:.0f} bytes a game in the ledger"
    return [
        _bounded(f"memory grown by the coordinator, {played:,} games", grown["self"], MOST_GROWTH, "MB", note),
        _bounded(f"memory grown by a worker, {played:,} games", worker, MOST_GROWTH, "MB"),
    ]


def _bounded(name: str, ours: float, bound: float, unit: str, note: str = "") -> Row:
    return Row(name, ours, bound, bound / max(ours, 1e-9), 1.0, unit, note)


def rows(minutes: float = 3.0, games: int = 100_000) -> list[Row]:
    say("overhead ...")
    found = [overhead(minutes)]
    say("memory ...")
    return [*found, *growth(games)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="for the memory (100000)")
    parser.add_argument("--minutes", type=float, default=3.0, help="for the overhead (3)")
    asked = parser.parse_args()
    found = rows(asked.minutes, asked.games)
    print(table(found))
    return 0 if all(row.passed for row in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
