"""A `Tournament`: which games, which players, how often, from which openings. Plain data with an id.

    tournament = Tournament.of(["pawns:8x8"], players, games_per_pairing=200)

Its id is a digest of everything but the number of games: so the same tournament asked for again resumes, and
asked for with more games it grows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from typing import Any

from plies import registry
from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.openings import FILE, SUITE, Book, Openings
from plies.arena.plan.sources import Sources, check_sources, full_name, sources_of
from plies.errors import InvalidFile, Refused
from plies.players import copies, resolution
from plies.players.definition import definition_of, player_of
from plies.players.files import files_of_players
from plies.players.player import Player, sameness
from plies.players.registry import threads_of
from plies.players.resolution import in_game

ROUND_ROBIN, GAUNTLET, MATCH = "round-robin", "gauntlet", "match"
KINDS = (ROUND_ROBIN, GAUNTLET, MATCH)


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament: its name there, and the player as it was defined in each of the games, by name."""

    name: str
    players: tuple[tuple[str, Player], ...]

    def in_game(self, game: str) -> Player:
        return dict(self.players)[game]

    def data(self) -> dict[str, Any]:
        """For JSON; the players are under `definitions`."""
        return {"name": self.name, "definitions": {game: definition_of(player) for game, player in self.players}}

    @staticmethod
    def of_data(name: str, definitions: dict[str, Any]) -> Entrant:
        return Entrant(str(name), tuple((game, player_of(definition)) for game, definition in definitions.items()))


@dataclass(frozen=True)
class Tournament:
    """A tournament as plain data. `Tournament.of` checks what it is given."""

    games: tuple[str, ...]
    players: tuple[Entrant, ...]
    kind: str = ROUND_ROBIN
    games_per_pairing: int = 2
    seed: int = 0
    openings: Openings = field(default_factory=Openings)
    sprt: Sprt | None = None
    #: digests of the files of user-written games and of what they import: an edited game is another tournament
    sources: Sources = ()

    @staticmethod
    def of(
        games: Sequence[str],
        players: Sequence[Player],
        *,
        kind: str = ROUND_ROBIN,
        games_per_pairing: int = 2,
        seed: int = 0,
        openings: Openings | None = None,
        sprt: Sprt | None = None,
    ) -> Tournament:
        """A checked tournament; raises Refused or UnknownName with what is wrong."""
        names = tuple(dict.fromkeys(full_name(name) for name in games))
        boards = {name: registry.game(name) for name in names}
        with copies.taken(files_of_players(players)):  # before the file of any of them runs
            entrants = tuple(
                Entrant(player.name, tuple((name, in_game(player, board)) for name, board in sorted(boards.items())))
                for player in players
            )
        made = Tournament(
            names, entrants, kind, games_per_pairing, seed, openings or Openings(), sprt, sources_of(names)
        )
        made.check()
        check_openings(made)
        return made

    def check(self) -> None:
        names = [player.name for player in self.players]
        twice = sorted({name for name in names if names.count(name) > 1})
        if not self.games:
            raise Refused("a tournament needs at least one game to play, such as pawns:8x8")
        if self.kind not in KINDS:
            raise Refused(f"{self.kind!r} is no kind of tournament; known: {', '.join(KINDS)}")
        if any(player.is_human for player in self.all_players()):
            raise Refused("a human plays at the terminal or in the browser, not in a tournament")
        if len(names) < 2:
            raise Refused(f"a tournament needs two players or more, not {len(names)}")
        if twice:
            raise Refused(f"two players are called {twice[0]!r}; give one another name, such as name=mine")
        if self.kind == MATCH and len(names) != 2:
            raise Refused(f"a match is between two players, not {len(names)}; gauntlet and round-robin take more")
        if self.games_per_pairing < 2 or self.games_per_pairing % 2:
            asked = f"{self.games_per_pairing} games per pairing"
            raise Refused(f"{asked}: games come in pairs, so an even number of them, 2 or more")
        if self.sprt is not None and self.kind != MATCH:
            raise Refused(f"a stopping rule is for a match of two players, not for a {self.kind}")

    @property
    def id(self) -> str:
        """A digest of everything but the number of games."""
        data = self.data()
        del data["games_per_pairing"]
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def pairs(self) -> int:
        """How many pairs each pairing plays on each board."""
        return self.games_per_pairing // 2

    @property
    def meetings(self) -> list[tuple[Entrant, Entrant]]:
        """Which players meet."""
        if self.kind == GAUNTLET:
            return [(self.players[0], other) for other in self.players[1:]]
        return list(combinations(self.players, 2))

    def all_players(self) -> Iterator[Player]:
        """Every player in every game."""
        return (player for entrant in self.players for _, player in entrant.players)

    def identical(self) -> list[list[str]]:
        """The names of players that are one and the same, in groups of two or more."""
        groups: dict[object, list[str]] = {}
        for entrant in self.players:
            what = tuple((game, sameness(player)) for game, player in entrant.players)
            groups.setdefault(what, []).append(entrant.name)
        return [names for names in groups.values() if len(names) > 1]

    @property
    def threads(self) -> int:
        """The most threads that one of its players uses."""
        return max(threads_of(player) for player in self.all_players())

    @property
    def is_timed(self) -> bool:
        """Whether a clock limits any of its players."""
        return any(player.is_timed for player in self.all_players())

    @property
    def total(self) -> int:
        """How many games it has, if there are openings enough."""
        return len(self.games) * len(self.meetings) * self.games_per_pairing

    def with_games(self, games_per_pairing: int) -> Tournament:
        """The same tournament with another number of games per pairing."""
        changed = replace(self, games_per_pairing=games_per_pairing)
        changed.check()
        return changed

    def allow_for(self, begun: int) -> None:
        """Refuses to have fewer pairs than have been begun of it already."""
        if begun > self.pairs:
            raise Refused(f"{2 * begun:,} games per pairing have been played already; ask for at least as many")

    def data(self) -> dict[str, Any]:
        """For JSON."""
        keys = ("games", "kind", "games_per_pairing", "seed", "sources")
        data: dict[str, Any] = {key: getattr(self, key) for key in keys}
        data["players"] = [player.data() for player in self.players]
        data["openings"] = self.openings.as_dict()
        data["sprt"] = None if self.sprt is None else asdict(self.sprt)
        return data

    def as_json(self) -> str:
        return json.dumps(self.data(), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Tournament:
        """A tournament as `as_json` wrote it; raises InvalidFile for anything else."""
        try:
            data = json.loads(text)
            made = Tournament(
                games=tuple(str(name) for name in data["games"]),
                players=tuple(Entrant.of_data(**player) for player in data["players"]),
                kind=data["kind"],
                games_per_pairing=int(data["games_per_pairing"]),
                seed=int(data["seed"]),
                openings=Openings.from_dict(data["openings"]),
                sprt=None if data["sprt"] is None else Sprt(**data["sprt"]),
                sources=tuple((name, digest) for name, digest in data["sources"]),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidFile(f"this is not the definition of a tournament: {type(error).__name__}: {error}") from None
        made.check()
        return made


def check_openings(tournament: Tournament) -> None:
    """Refuses lists of openings that cannot be played, before anything is: every line of a user's file is read.

    A remote player can only begin at the game's own start, so for it a position is no opening.
    """
    if tournament.openings.kind not in (FILE, SUITE):
        return
    remote = sorted({player.choice for player in tournament.all_players() if player.is_remote})
    for game in tournament.games:
        book = Book(game, tournament.openings, tournament.seed)
        number = 0
        while (found := book.opening(number)) is not None:
            if found.start:
                refuse_start(found.start, remote)
            number += 1


def refuse_start(start: str, remote: Sequence[str]) -> None:
    """Refuses a start of its own for remote players: their protocol begins every match at the game's start."""
    if remote:
        raise Refused(
            f"the opening {start!r} is a position, but {remote[0]} can only begin at the game's own start; "
            "give openings as moves"
        )


def check_unchanged(tournament: Tournament) -> None:
    """Refuses a tournament whose players or games have changed since it was defined."""
    check_sources(tournament.sources)
    for entrant in tournament.players:
        for name, player in entrant.players:
            resolution.check_unchanged(player, registry.game(name))
