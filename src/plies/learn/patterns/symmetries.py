"""Under which mirror images and turns of the board a game stays the same, also with its sides exchanged.

Nothing is declared: a candidate is tried on positions of random games. It is a symmetry if it turns the positions after
all moves into those after all moves of the image, and ends into ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plies.games.contract import DRAWN, RUNNING, Game, State
from plies.games.patterns import Cells, whole
from plies.games.position import Position

#: positions that a candidate is tried on
TRIED = 24


@dataclass(frozen=True)
class Symmetry:
    """Cell i goes to cell `cells[i]`; where the sides are exchanged, so are contents and the turn."""

    cells: tuple[int, ...]
    exchanged: bool


@dataclass(frozen=True)
class Group:
    """All symmetries of a game, the identity first, and what contents become when the sides are exchanged."""

    symmetries: tuple[Symmetry, ...]
    exchange: tuple[int, ...]


def find_symmetries(game: Game, cells: Cells, states: Sequence[State]) -> Group:
    identity = Symmetry(tuple(range(len(cells.names))), False)
    exchange = _exchange(game, cells, states)
    picked = [state for state in states if game.rules.outcome(state) == RUNNING]
    picked = [*picked[:: max(1, len(picked) // TRIED)], *(s for s in states if s not in set(picked))][: 2 * TRIED]
    found = [identity]
    for exchanged in (False, True):
        if exchanged and exchange is None:
            continue
        for move in _MAPS:
            places = _moved(game, cells, move)
            if places is None or Symmetry(places, exchanged) in found:
                continue
            candidate = Symmetry(places, exchanged)
            if all(_holds(game, cells, candidate, exchange or (), state) for state in picked):  # ends at the first no
                found.append(candidate)
    return Group(tuple(found), exchange or tuple(range(len(cells.contents))))


#: (x, y, columns - 1, rows - 1) to where a cell goes
_MAPS: tuple[Callable[[int, int, int, int], tuple[int, int]], ...] = (
    lambda x, y, right, top: (x, y),
    lambda x, y, right, top: (right - x, y),
    lambda x, y, right, top: (x, top - y),
    lambda x, y, right, top: (right - x, top - y),
    lambda x, y, right, top: (y, x),
    lambda x, y, right, top: (top - y, x),
    lambda x, y, right, top: (y, right - x),
    lambda x, y, right, top: (top - y, right - x),
)


def _moved(game: Game, cells: Cells, move: Callable[[int, int, int, int], tuple[int, int]]) -> tuple[int, ...] | None:
    """Where each cell goes; None if some cell leaves the cells."""
    assert game.board is not None
    board = game.board(game.first)
    at = {cell.name: (cell.x, cell.y) for cell in board.cells if cell.name}
    numbers = {at[name]: number for number, name in enumerate(cells.names)}
    places = [numbers.get(move(*at[name], board.columns - 1, board.rows - 1)) for name in cells.names]
    return None if None in places else tuple(place for place in places if place is not None)


def _exchange(game: Game, cells: Cells, states: Sequence[State]) -> tuple[int, ...] | None:
    """Pieces of the two sides that belong together: those with the same name, or the only ones."""
    assert game.board is not None
    pieces = {cell.piece for state in states[:200] for cell in game.board(state).cells if cell.piece is not None}
    names = {(piece.side, piece.name or "piece"): piece.letter for piece in pieces}
    if len(names) != len({piece.letter for piece in pieces}) or len(names) != len(cells.contents) - 1:
        return None
    other = {letter: names.get((1 - side, name)) for (side, name), letter in names.items()}
    if None in other.values():
        return None
    return (0, *(cells.contents.index(str(other[letter])) for letter in cells.contents[1:]))


def image(cells: Cells, symmetry: Symmetry, exchange: Sequence[int], state: State) -> State:
    """The state under a symmetry."""
    everywhere = sum(1 << square for square in cells.squares)
    boards = {field: whole(getattr(state, field)) & ~everywhere for field in cells.fields}
    for cell, content in enumerate(cells.read(state)):
        spelled = cells.bits[exchange[content] if symmetry.exchanged else content]
        for field, bit in zip(cells.fields, spelled, strict=True):
            boards[field] |= bit << cells.squares[symmetry.cells[cell]]
    changed = {field: _like(board, getattr(state, field)) for field, board in boards.items()}
    if symmetry.exchanged:
        changed["turn"] = 1 - state.turn
    return state._replace(**changed)


def _like(whole: int, board: Any) -> Any:
    return (whole & (1 << 50) - 1, whole >> 50) if isinstance(board, tuple) else whole


def _holds(game: Game, cells: Cells, symmetry: Symmetry, exchange: Sequence[int], state: State) -> bool:
    other = image(cells, symmetry, exchange, state)
    code, seen = game.rules.outcome(state), game.rules.outcome(other)
    if code not in (RUNNING, DRAWN) and symmetry.exchanged:
        code = 1 - code
    if code != seen:
        return False
    here, there = _after(game, state), _after(game, other)
    return len(here) == len(there) and {image(cells, symmetry, exchange, one) for one in here} == set(there)


def _after(game: Game, state: State) -> list[State]:
    here = Position(game, state)
    return [here.after(move).state for move in here.listed]
