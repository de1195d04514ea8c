"""Made-up records for the tests of tables and reports: results from known strengths, plausible lengths and times."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plies.arena.plan.pairing import Pairing
from plies.arena.run.record import GameRecord, MoveRecord
from plies.errors import TIME
from plies.players.player import Player
from plies.players.referee import BY_RULES


def player(choice: str, seconds: float | None = None, nodes: int | None = None) -> Player:
    return Player("heuristic", choice, seconds=seconds, nodes=nodes)


def made(
    first: str,
    second: str,
    score: float,
    *,
    pair: int = 0,
    turned: bool = False,
    game: str = "pawns:8x8",
    opening: tuple[str, ...] = (),
    start: str = "",
    moves: Sequence[MoveRecord] = (),
    termination: str = BY_RULES,
    reason: str = "a pawn is through",
    players: tuple[Player, Player] | None = None,
) -> GameRecord:
    """One record."""
    both = players or (player(first.split("@")[0], seconds=0.1), player(second.split("@")[0], seconds=0.1))
    name = f"{game}-{first}-{second}-{pair}-{turned}"
    pairing = Pairing(name, "t", game, first, second, pair, turned, opening, start, 1, both)
    return GameRecord(pairing, tuple(moves), score, termination, reason)


@dataclass(frozen=True)
class Cast:
    """A player of a made-up tournament: strength in Elo, speed in nodes a second, and its limit."""

    name: str
    choice: str
    strength: float
    seconds: float | None = 0.1
    nodes: int | None = None


def tournament(cast: Sequence[Cast], games: Sequence[str], pairs: int, seed: int = 1) -> Iterator[GameRecord]:
    """A round robin in pairs. An opening favours one side by a random amount that both games of a pair share."""
    chance = random.Random(seed)
    for game in games:
        openings = [(*chance.sample(["a2-a3", "b2-b3", "c2-c3", "d2-d3"], 2), f"h{n}") for n in range(pairs)]
        favours = [chance.gauss(15, 120) for _ in range(pairs)]
        for index, one in enumerate(cast):
            for other in cast[index + 1 :]:
                for pair in range(pairs):
                    for turned in (False, True):
                        sides = (other, one) if turned else (one, other)
                        yield _game(chance, game, sides, pair, turned, openings[pair], favours[pair])


def _game(
    chance: random.Random,
    game: str,
    sides: tuple[Cast, Cast],
    pair: int,
    turned: bool,
    opening: tuple[str, ...],
    favour: float,
) -> GameRecord:
    ahead = sides[0].strength - sides[1].strength + favour + chance.gauss(0, 200)
    score = 1.0 if ahead > 60 else 0.0 if ahead < -60 else 0.5
    length = max(8, round(chance.gauss(44, 9)))
    fault = chance.random() < 0.01 and score != 0.5
    moves = tuple(_move(chance, sides[(len(opening) + ply) % 2]) for ply in range(length))
    endings = {1.0: "a white pawn is through", 0.0: "a black pawn is through", 0.5: "no moves are left"}
    return made(
        sides[0].name,
        sides[1].name,
        score,
        pair=pair,
        turned=turned,
        game=game,
        opening=opening,
        moves=moves,
        termination=TIME if fault else BY_RULES,
        reason="130 ms for a move of 100 ms" if fault else endings[score],
        players=(_player(sides[0]), _player(sides[1])),
    )


def _player(side: Cast) -> Player:
    return player(side.choice, side.seconds, side.nodes)


def _move(chance: random.Random, side: Cast) -> MoveRecord:
    seconds = side.seconds * chance.uniform(0.7, 1.02) if side.seconds else chance.uniform(0.02, 0.06)
    nodes = side.nodes or int(seconds * 900_000)
    return MoveRecord("a2-a3", chance.gauss(0, 1), chance.randint(5, 12), nodes, seconds)
