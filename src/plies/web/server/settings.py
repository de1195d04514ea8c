"""Every bound of the server in one place."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Settings:
    """What the server allows. The defaults are for one user or a class at one machine."""

    host: str = "127.0.0.1"
    port: int = 8000
    #: every visitor needs it when the server listens beyond this machine; empty: none is needed
    token: str = ""
    #: names by which the server may be addressed, beside loopback names and addresses in numbers
    names: frozenset[str] = frozenset()

    #: files and folders whose games and heuristics are offered beside those that are installed
    files: tuple[str, ...] = ()

    # -- the editor (`plies serve --edit`)
    #: whoever has it may write heuristics in the page, on this machine alone; empty: nobody may
    secret: str = ""
    #: where they are saved
    folder: Path = Path()
    longest_source: int = 40_000
    #: seconds in which a text that is being written must have described itself, and have given a number
    draft_seconds: float = 20.0

    # -- connections
    #: at once, half of them for one address; `plies serve` takes fewer where fewer files may be open
    most_connections: int = 2000
    #: seconds from a connection, or from the first byte of a further request, to the last header
    header_seconds: float = 10.0
    #: seconds that a connection may be idle between two requests
    idle_seconds: float = 30.0
    #: seconds in which a client must take something of what is sent to it
    send_seconds: float = 60.0

    # -- requests
    #: requests of one visitor that may be under way, open streams among them
    visitor_requests: int = 48
    most_body: int = 64 * 1024
    body_seconds: float = 10.0
    #: plies of a game that a request may send
    most_plies: int = 1000
    longest_text: int = 4000
    longest_player: int = 400
    #: positions kept between requests, counted in the plies of the moves to them
    kept_plies: int = 20_000

    # -- searches
    slots: int = field(default_factory=cores)
    #: searches that may wait for a slot, half of them from one address, and of one visitor; others are answered 429
    most_waiting: int = 400
    visitor_waiting: int = 16
    #: engines kept ready, each with a table of so many entries (32 bytes each)
    kept_engines: int = 8
    entries: int = 1 << 18
    #: the most entries that a player's tables may have, and the most threads that it may search with
    most_entries: int = 1 << 20
    most_threads: int = field(default_factory=cores)
    most_depth: int = 100
    most_nodes: int = 50_000_000
    most_lines: int = 8
    move_seconds: float = 30.0
    analysis_seconds: float = 120.0
    #: an analysis that has had so many seconds gives way to others that wait
    patience: float = 3.0
    #: whether the engines of the usual games are compiled before anybody asks; `plies serve` switches it on
    compiles_ahead: bool = False
    #: how much searching gives way to everything else: the niceness of its threads
    niceness: int = 10
    most_weight: float = 1000.0

    # -- tables
    #: whether a game that is first played gets a table of all its positions; `plies serve` switches it on
    builds_tables: bool = False
    #: what a table may be expected to take to be built here, in seconds and in bytes of memory
    build_seconds: float = 30.0
    build_memory: int = 2 << 30
    #: threads of a build: one core is left for visitors
    build_threads: int = field(default_factory=lambda: max(1, cores() - 1))
    #: tables that may wait to be built, one being built, and those of one visitor
    waiting_builds: int = 16
    visitor_builds: int = 4

    # -- tournaments
    #: where games are kept; none: where `plies tournament` keeps them
    ledger: Path | None = None
    #: tournaments that may run at once, and how many games each plays at once: one core is left for visitors
    most_tournaments: int = 1
    #: tournaments of other visitors that may wait for their turn, and the seconds after which one gives way to them
    waiting_tournaments: int = 8
    tournament_turn: float = 600.0
    tournament_workers: int = field(default_factory=lambda: max(1, cores() - 1))
    most_players: int = 12
    most_boards: int = 12
    #: games of a tournament, all pairings and boards together
    most_games: int = 100_000
