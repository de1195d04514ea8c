"""Where a report comes from: which tournaments, when, with which versions and seed, and which players."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from plies.arena.plan.openings import AUTO, FILE, RANDOM, START, SUITE, Openings
from plies.arena.plan.tournament import Tournament
from plies.arena.run.record import GameRecord
from plies.blocks.blocks import Block, Column, Heading, Table
from plies.blocks.formats import many
from plies.players.notation import base_text, limits_text
from plies.players.player import Player, ResolvedFile, Weights

#: different versions of code that are listed
MOST_VERSIONS = 8
BY_BOARD = "differ by board"


@dataclass(frozen=True)
class PlayerOrigin:
    """A player as it was: without its limits, its limits, and its weights or the digests of its files."""

    name: str
    base: str
    limits: str
    details: str


@dataclass(frozen=True)
class Origin:
    """Which tournaments, when their first and last games began, with which versions, between which players."""

    tournaments: tuple[str, ...]
    first: float
    last: float
    versions: tuple[str, ...]
    players: tuple[PlayerOrigin, ...]


@dataclass
class OriginTally:
    """Gathered from the records that the standings take; its size does not grow with the games."""

    tournaments: dict[str, None] = field(default_factory=dict)
    first: float = 0.0
    last: float = 0.0
    versions: dict[str, None] = field(default_factory=dict)
    players: dict[str, PlayerOrigin] = field(default_factory=dict)
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def add(self, record: GameRecord) -> None:
        pairing = record.pairing
        self.tournaments[pairing.tournament] = None
        if record.started:
            self.first = min(self.first or record.started, record.started)
            self.last = max(self.last, record.started)
        if record.versions and len(self.versions) < MOST_VERSIONS:
            self.versions[" ".join(f"{name} {text}" for name, text in sorted(record.versions.items()))] = None
        for name, player in zip((pairing.first, pairing.second), pairing.players, strict=True):
            self._note(name, pairing.game, player)

    def add_tournament(self, tournament: Tournament) -> None:
        self.tournaments[tournament.id] = None
        for entrant in tournament.players:
            for game, player in entrant.players:
                self._note(entrant.name, game, player)

    def _note(self, name: str, game: str, player: Player) -> None:
        if (name, game) in self._seen:
            return
        self._seen.add((name, game))
        origin = PlayerOrigin(name, base_text(player), limits_text(player) or "–", details(player) or "–")
        known = self.players.setdefault(name, origin)
        if known.details != origin.details:
            self.players[name] = replace(known, details=BY_BOARD)

    def origin(self) -> Origin:
        players = tuple(self.players.values())
        return Origin(tuple(self.tournaments), self.first, self.last, tuple(self.versions), players)


def details(player: Player) -> str:
    """What a player's notation stood for: the weights of its heuristic, or the digests of its files."""
    parts = []
    for role, known in (("", player.resolved.heuristic), ("order: ", player.resolved.order)):
        if isinstance(known, ResolvedFile):
            parts += [f"{role}{digest[:12]}" for _, digest in known.files]
        elif known is not None:
            parts += [f"{role}{_weights(known.weights)}"] if known.weights else []
            parts += [f"{role}{_weights(known.weights_first)} as the first side"] if known.weights_first else []
    return "; ".join(parts)


def _weights(weights: Weights) -> str:
    return ", ".join(f"{term} {weight:g}".replace("-", "−") for term, weight in sorted(weights))


def openings_in_words(openings: Openings) -> str:
    """What a reader needs to know of them; a user-written file by the number of its lines."""
    moves = f"{many(openings.plies, 'random move')}{', balanced' if openings.balanced else ''}"
    return {
        AUTO: f"the opening suite, else {moves}",
        RANDOM: moves,
        SUITE: "the opening suite",
        START: "the start",
        FILE: f"a file of {many(len([line for line in openings.lines if line]), 'line')}",
    }[openings.kind]


def openings_text(openings: Openings) -> str:
    """As the command takes them, to play the same again."""
    data = openings.as_dict()
    if openings.kind == FILE:
        return openings_in_words(openings)
    plies = f":{data['plies']}" if "plies" in data else ""
    return f"{openings.kind}{plies}{'' if data.get('balanced', True) else ',unbalanced'}"


def origin_section(origin: Origin, tournament: Tournament | None, games: int) -> Iterator[Block]:
    """Nothing where nothing is known."""
    rows = [("tournament", name) for name in origin.tournaments]
    if tournament is not None:
        rows += [
            ("kind", tournament.kind),
            ("games per pairing and board", f"{tournament.games_per_pairing:,}"),
            ("games played", f"{games:,} of {tournament.total:,}"),
            ("openings", openings_text(tournament.openings)),
            ("seed", str(tournament.seed)),
        ]
        if tournament.sprt is not None:
            rows.append(("stopping rule", json.dumps(vars(tournament.sprt))[1:-1].replace('"', "")))
    if origin.first:
        rows.append(("played", f"{_date(origin.first)} to {_date(origin.last)} (UTC)"))
    rows += [("versions", words) for words in origin.versions]
    if not rows:
        return
    yield Heading("origin", "Where this comes from")
    yield Table("tournament", (Column(""), Column("")), rows)
    columns = (Column("player"), Column("is"), Column("limits"), Column("weights, or digests of its files"))
    known = [(player.name, player.base, player.limits, player.details) for player in origin.players]
    yield Table("players-as-they-were", columns, known, caption="The players as they were.")


def _date(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(seconds))
