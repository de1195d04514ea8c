"""What makes an opening worth playing: it is new, also in the mirror, and a short search finds it balanced."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

from plies.games.contract import Game, State
from plies.games.position import Position
from plies.values import is_decided

if TYPE_CHECKING:
    from plies.search.engine.analysis import Engine

#: a millisecond's search; a number of nodes rather than a time, so that every machine judges alike
NODES = 4000
ENTRIES = 1 << 14

Picture = tuple[Any, ...]


class Seen:
    """The positions taken so far, also known in the mirror where the game is symmetric from left to right.

    A game does not declare whether it has a mirror image. Its picture shows it: a position is a mirror image of another
    when its board is, and the boards after all its moves are (sowing games look symmetric, but their moves are not).
    """

    def __init__(self) -> None:
        self._states: set[bytes] = set()
        self._pictures: dict[bytes, State] = {}

    def add(self, position: Position, mirrored: bool = True) -> bool:
        """Takes a position; False if it, or its mirror image, was there before."""
        state = _short(position.state)
        if state in self._states:
            return False
        if position.game.board is not None:
            twin = self._pictures.get(_short(_picture(position, True))) if mirrored else None
            if twin is not None and _pictures_after(position, True) == _pictures_after(
                Position(position.game, twin), False
            ):
                return False
            self._pictures[_short(_picture(position, False))] = position.state
        self._states.add(state)
        return True


def _short(values: tuple[Any, ...]) -> bytes:
    """A digest: there may be very many of them, and two alike would only cost an opening."""
    return hashlib.blake2b(repr(tuple(values)).encode(), digest_size=10).digest()


def _picture(position: Position, mirror: bool) -> Picture:
    """The pieces and the side to move. Light and dark squares are left out: they change places in the mirror."""
    assert position.game.board is not None
    board = position.game.board(position.state)
    cells = sorted(
        (
            board.columns - 1 - cell.x if mirror else cell.x,
            cell.y,
            "" if cell.shade in ("light", "dark") else cell.shade,
            "" if cell.piece is None else f"{cell.piece.side} {cell.piece.letter}",
            cell.text,
        )
        for cell in board.cells
    )
    return (position.state.turn, *cells)


def _pictures_after(position: Position, mirror: bool) -> set[Picture]:
    return {_picture(position.after(move), mirror) for move in position.legal}


class Judge:
    """A short search with the default heuristic of the game's authors, the same on every machine."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._engine: Engine | None = None

    def value(self, position: Position) -> float:
        """For the side to move; 0 is even."""
        from plies.search.engine.analysis import Engine
        from plies.search.limits import Limits

        if self._engine is None:
            self._engine = Engine(self.game, self.game.authors_default, entries=ENTRIES, tables="off")
        self._engine.new_game()
        return self._engine.analyse(position, Limits(nodes=NODES)).value or 0.0

    @staticmethod
    def margin(values: Sequence[float]) -> float:
        """What counts as unbalanced, from a sample: more than the median, since every heuristic has its own scale."""
        return median([abs(value) for value in values if not is_decided(value)] or [0.0])

    @staticmethod
    def is_proven(value: float) -> bool:
        return is_decided(value)

    @staticmethod
    def is_fair(value: float, margin: float) -> bool:
        return not is_decided(value) and abs(value) <= margin
