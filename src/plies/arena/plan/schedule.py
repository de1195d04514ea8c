"""The schedule of a tournament: which games are played, in which order, from which openings.

    for pairing in pairings(tournament): ...

The order of the games begins with the same games whatever their number. Two games make a pair: the same opening,
sides exchanged. Ids and seeds are digests, so a game that is played twice by accident is the same game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from plies.arena.plan.openings import START, Book, Opening
from plies.arena.plan.pairing import Pairing
from plies.arena.plan.tournament import Entrant, Tournament
from plies.players.player import Player
from plies.players.registry import algorithms, is_exact
from plies.registry import file_of


class Slot(NamedTuple):
    """A place in the schedule: `a` is the player listed first, and plays the first side unless `turned`."""

    id: str
    game: str
    a: Entrant
    b: Entrant
    pair: int
    turned: bool


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

    A board that runs out of openings is reported once, then left out, and noted in `ended` with its pairs. So are two
    players that would play the same pair again, because both are deterministic and the opening is the same.
    `known` are openings that games of a board and pair number had already: another version of Plies may choose others,
    but the games of a pair share one.
    """
    books = {game: Book(game, tournament.openings, tournament.seed, notice) for game in tournament.games}
    ended = {} if ended is None else ended
    again = _repeats(tournament, notice, ended)
    in_files = {game for game in tournament.games if file_of(game)}
    for slot in slots(tournament):
        over = slot.pair >= ended.get(slot.game, slot.pair + 1)
        if slot.id in done or over or (slot.pair and (slot.game, slot.a.name, slot.b.name) in again):
            continue
        found = (known or {}).get((slot.game, slot.pair)) or books[slot.game].opening(slot.pair)
        if found is None:
            ended[slot.game] = slot.pair
            notice(f"{slot.game} has only {slot.pair} different openings, so each pairing plays {slot.pair} pairs")
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
            players=(first.in_game(slot.game), second.in_game(slot.game)),
            sources=tournament.sources if slot.game in in_files else (),
        )


def _repeats(tournament: Tournament, notice: Callable[[str], None], ended: dict[str, int]) -> set[tuple[str, str, str]]:
    """The boards and meetings whose second pair would be their first again."""
    if tournament.openings.kind != START or tournament.pairs < 2:
        return set()
    found = set()
    for game in tournament.games:
        same = [two for two in tournament.meetings if all(_is_fixed(one.in_game(game)) for one in two)]
        found |= {(game, a.name, b.name) for a, b in same}
        if len(same) == len(tournament.meetings):
            ended[game] = 1
        if same:
            who = " and ".join(one.name for one in same[0])
            more = f" (so would {len(same) - 1} more)" if len(same) > 1 else ""
            notice(f"{game}: from the start {who} would play the same games again{more}, so one pair is played")
    return found


def _is_fixed(player: Player) -> bool:
    """Whether a player's moves follow from the position alone, whatever the seed."""
    known = algorithms().get(player.algorithm)
    return known is not None and known.is_deterministic and is_exact(player) and player.kind != "file"


def identify(*parts: str | int | bool) -> bytes:
    """A digest of some words and numbers, in which no two lists of them run into each other."""
    return hashlib.sha256(json.dumps(parts).encode()).digest()
