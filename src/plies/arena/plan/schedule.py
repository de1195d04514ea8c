"""What a tournament plays: which players meet on which boards, how often, in which order, from which openings.

    tournament = Tournament.of(["pawns:8x8"], players, games_per_pairing=200)
    for pairing in pairings(tournament): ...

A tournament's id is a digest of everything but the number of games, and the order of its games begins with the same
games whatever their number: so the same tournament asked for again goes on, and asked for with more games it grows.
Two games make a pair: the same opening, colours turned.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from plies import registry
from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.openings import FILE, START, SUITE, Book, Opening, Openings
from plies.arena.run.record import Pairing
from plies.errors import InvalidFile, Refused
from plies.games.contract import Game
from plies.user_files import files_of

ROUND_ROBIN, GAUNTLET, MATCH = "round-robin", "gauntlet", "match"
KINDS = (ROUND_ROBIN, GAUNTLET, MATCH)


class PlayerLike(Protocol):
    """What a tournament must know of a player (`plies.players.notation.Player`)."""

    @property
    def name(self) -> str: ...
    def definition_in(self, game: Game) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament: its name there, and its exact definition in each of the games."""

    name: str
    definitions: dict[str, dict[str, Any]]


class Slot(NamedTuple):
    """A place in the schedule: `a` is the player listed first, and plays the first side unless `turned`."""

    id: str
    game: str
    a: Entrant
    b: Entrant
    pair: int
    turned: bool


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
    #: digests of the files of games that a person wrote and of what they import: an edited game is another tournament
    sources: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(
        games: Sequence[str],
        players: Sequence[PlayerLike],
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
        entrants = tuple(
            Entrant(player.name, {name: player.definition_in(board) for name, board in boards.items()})
            for player in players
        )
        made = Tournament(names, entrants, kind, games_per_pairing, seed, openings or Openings(), sprt, _sources(names))
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
        if len(names) < 2:
            raise Refused(f"a tournament needs two players or more, not {len(names)}")
        if twice:
            raise Refused(f"two players are called {twice[0]!r}; give one another name, such as name=mine")
        if self.kind == MATCH and len(names) != 2:
            raise Refused(f"a match is between two players, not {len(names)}; gauntlet and round-robin take more")
        if self.games_per_pairing < 2 or self.games_per_pairing % 2:
            asked = f"{self.games_per_pairing} games a pairing"
            raise Refused(f"{asked}: games come in pairs, so an even number of them, 2 or more")
        if self.sprt is not None and self.kind != MATCH:
            raise Refused(f"a stopping rule is for a match of two players, not for a {self.kind}")

    @property
    def id(self) -> str:
        """A digest of everything but the number of games."""
        told = self.as_dict()
        del told["games_per_pairing"]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def pairs(self) -> int:
        """How many pairs each pairing plays on each board."""
        return self.games_per_pairing // 2

    @property
    def meetings(self) -> list[tuple[Entrant, Entrant]]:
        """Who plays whom."""
        if self.kind == GAUNTLET:
            return [(self.players[0], other) for other in self.players[1:]]
        return list(combinations(self.players, 2))

    @property
    def threads(self) -> int:
        """The most threads that one of its players uses."""
        told = (definition for player in self.players for definition in player.definitions.values())
        return max(int(definition.get("threads") or 1) for definition in told)

    @property
    def is_timed(self) -> bool:
        """Whether a clock limits any of its players."""
        told = (definition for player in self.players for definition in player.definitions.values())
        return any(definition.get("seconds") or definition.get("clock") for definition in told)

    @property
    def total(self) -> int:
        """How many games it has, if there are openings enough."""
        return len(self.games) * len(self.meetings) * self.games_per_pairing

    def with_games(self, games_per_pairing: int) -> Tournament:
        """The same tournament with another number of games a pairing."""
        changed = replace(self, games_per_pairing=games_per_pairing)
        changed.check()
        return changed

    def allow_for(self, begun: int) -> None:
        """Refuses to have fewer pairs than have been begun of it already."""
        if begun > self.pairs:
            raise Refused(f"{2 * begun:,} games a pairing have been played already; ask for so many or more")

    def as_dict(self) -> dict[str, Any]:
        told = asdict(self)
        told["openings"] = self.openings.as_dict()
        return told

    def as_json(self) -> str:
        return json.dumps(self.as_dict(), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Tournament:
        """A tournament as `as_json` wrote it; raises InvalidFile for anything else."""
        try:
            told = json.loads(text)
            made = Tournament(
                games=tuple(str(name) for name in told["games"]),
                players=tuple(Entrant(**player) for player in told["players"]),
                kind=told["kind"],
                games_per_pairing=int(told["games_per_pairing"]),
                seed=int(told["seed"]),
                openings=Openings.from_dict(told["openings"]),
                sprt=None if told["sprt"] is None else Sprt(**told["sprt"]),
                sources=tuple((name, digest) for name, digest in told["sources"]),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidFile(f"this is not the definition of a tournament: {type(error).__name__}: {error}") from None
        made.check()
        return made


def slots(tournament: Tournament) -> Iterator[Slot]:
    """All games in their order: pair after pair, so that all boards and pairings advance together."""
    own, meetings = tournament.id, tournament.meetings
    for pair in range(tournament.pairs):
        for game in tournament.games:
            for a, b in meetings:
                for turned in (False, True):
                    name = identify(own, game, a.name, b.name, pair, turned).hex()[:20]
                    yield Slot(name, game, a, b, pair, turned)


def pairings(
    tournament: Tournament,
    done: Collection[str] = (),
    notice: Callable[[str], None] = lambda text: None,
    ended: dict[str, int] | None = None,
    known: Mapping[tuple[str, int], Opening] | None = None,
) -> Iterator[Pairing]:
    """The games that are not among the `done`, in their order.

    A board that runs out of openings is told once, left out from there on, and noted in `ended` with its pairs; so are
    two players who would play the same pair again, because both follow from the position and the opening is the same.
    `known` are openings that games of a board and pair number had already: another version of Plies may choose others,
    but the games of a pair share one.
    """
    books = {game: Book(game, tournament.openings, tournament.seed, notice) for game in tournament.games}
    ended = {} if ended is None else ended
    again = _repeats(tournament, notice, ended)
    for slot in slots(tournament):
        over = slot.pair >= ended.get(slot.game, slot.pair + 1)
        if slot.id in done or over or (slot.pair and (slot.game, slot.a.name, slot.b.name) in again):
            continue
        found = (known or {}).get((slot.game, slot.pair)) or books[slot.game].opening(slot.pair)
        if found is None:
            ended[slot.game] = slot.pair
            notice(f"{slot.game} has only {slot.pair} different openings, so {slot.pair} pairs a pairing are played")
            continue
        first, second = (slot.b, slot.a) if slot.turned else (slot.a, slot.b)
        yield Pairing(
            id=slot.id,
            tournament=tournament.id,
            game=slot.game,
            first=first.name,
            second=second.name,
            pair=slot.pair,
            turned=slot.turned,
            opening=found.moves,
            start=found.start,
            seed=int.from_bytes(identify(slot.id, "seed")[:6], "big"),
            definitions=(first.definitions[slot.game], second.definitions[slot.game]),
            sources=tournament.sources if _file_of(slot.game) else (),
        )


def _repeats(tournament: Tournament, notice: Callable[[str], None], ended: dict[str, int]) -> set[tuple[str, str, str]]:
    """The boards and meetings whose second pair would be their first again."""
    if tournament.openings.kind != START or tournament.pairs < 2:
        return set()
    found = set()
    for game in tournament.games:
        same = [two for two in tournament.meetings if all(_is_fixed(one.definitions[game]) for one in two)]
        found |= {(game, a.name, b.name) for a, b in same}
        if len(same) == len(tournament.meetings):
            ended[game] = 1
        if same:
            who = " and ".join(one.name for one in same[0])
            more = f" (so would {len(same) - 1} more)" if len(same) > 1 else ""
            notice(f"{game}: from the start {who} would play the same games again{more}, so one pair is played")
    return found


def _is_fixed(definition: Mapping[str, Any]) -> bool:
    """Whether a player's moves follow from the position alone, whatever the seed."""
    timed = definition.get("seconds") is not None or definition.get("clock") is not None
    return definition.get("kind") == "heuristic" and not timed and definition.get("threads") in (None, 1)


def check_openings(tournament: Tournament) -> None:
    """Refuses lists of openings that cannot be played, before anything is: every line of a person's file is read.

    A player elsewhere can only begin at the game's own start, so for it a position is no opening.
    """
    if tournament.openings.kind not in (FILE, SUITE):
        return
    told = (definition for player in tournament.players for definition in player.definitions.values())
    elsewhere = sorted({str(definition.get("choice")) for definition in told if definition.get("kind") == "remote"})
    for game in tournament.games:
        book = Book(game, tournament.openings, tournament.seed)
        number = 0
        while (found := book.opening(number)) is not None:
            if found.start:
                refuse_start(found.start, elsewhere)
            number += 1


def refuse_start(start: str, elsewhere: Sequence[str]) -> None:
    """Refuses a start of its own for players elsewhere: their protocol begins every match at the game's start."""
    if elsewhere:
        raise Refused(
            f"the opening {start!r} is a position, but {elsewhere[0]} can only begin at the game's own start; "
            "give openings as moves"
        )


def identify(*parts: str | int | bool) -> bytes:
    """A digest of some words and numbers, in which no two lists of them run into each other."""
    return hashlib.sha256(json.dumps(parts).encode()).digest()


def full_name(name: str) -> str:
    """The game's own full name, such as pawns:8x8 for pawns; of a person's file its whole path."""
    head, colon, options = name.partition(":")
    found = registry.game(name).name
    return f"{Path(head).resolve()}{colon}{options}" if head.endswith(".py") else found


def _file_of(game: str) -> str | None:
    """The file of a person's game."""
    head = game.partition(":")[0]
    return head if head.endswith(".py") else None


def _sources(games: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The games in files, by their names, and then the files that they import, each with its digest."""
    found: dict[str, str] = {}
    imported: dict[str, str] = {}
    for game in games:
        if file := _file_of(game):
            imported |= files_of(file)
            found[game] = imported.pop(file)
    return (*found.items(), *imported.items())
