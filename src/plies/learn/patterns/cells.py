"""Finds where the contents of a board's cells are in the state of a game, so that a game need not declare it.

Random games are played, and each position is looked at twice: as bits of its state, and as a picture of its board. A
cell lies on the square whose bits always tell what is on the cell. A game whose pieces are not single bits of words
(a count in each bin, say) has no such squares, and then no patterns.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.compile.rules import field_shapes
from plies.errors import Refused
from plies.games.contract import Game, State
from plies.games.patterns import EMPTY, Cells
from plies.games.position import Position

#: positions that are looked at, and the longest of the random games that they come from
SAMPLE, LONGEST = 800, 160


def random_states(game: Game, count: int, seed: int = 0) -> list[State]:
    """Different states of random games, ends included."""
    chance, found, tries = random.Random(seed), dict[State, None](), 0
    while len(found) < count and tries < count:
        tries += 1
        position: Position | None = game.start()
        for _ in range(LONGEST):
            assert position is not None
            found[position.state] = None
            if not position.listed:
                break
            position = Position(
                game, position.after(position.listed[int(chance.random() * len(position.listed))]).state
            )
    return list(found)[:count]


def find_cells(game: Game, states: Sequence[State] | None = None) -> Cells:
    """Where the cells are; Refused for a game whose board cannot be read so."""
    if game.board is None:
        raise Refused(f"{game.name} has no picture of its board, so there are no cells to make patterns of")
    states = random_states(game, SAMPLE) if states is None else states
    fields, bits = _bits(game, states)
    shown = [
        {cell.name: EMPTY if cell.piece is None else cell.piece.letter for cell in game.board(state).cells}
        for state in states
    ]
    letters = sorted({letter for one in shown for letter in one.values()} - {EMPTY})
    if not letters or not fields:
        raise Refused(f"the cells of {game.name} are not pieces on bits of its state, so it has no patterns")
    contents = (EMPTY, *letters)
    kept = {name: np.array([contents.index(one.get(name, EMPTY)) for one in shown]) for name in shown[0] if name}
    kept = {name: seen for name, seen in kept.items() if seen.any()}
    squares, fields, spelled = _squares(game, kept, fields, bits, len(contents))
    rows = {cell.name: cell.y for cell in game.board(states[0]).cells}
    order = sorted(squares, key=lambda name: squares[name])
    return Cells(
        fields,
        contents,
        spelled,
        tuple(order),
        tuple(squares[name] for name in order),
        tuple(rows[name] for name in order),
    )


def _bits(game: Game, states: Sequence[State]) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """The fields that may be boards of bits and change, and their bits: [field, state, square]. Whole numbers may be
    boards as well as words; where there are pairs, these are."""
    names: Sequence[str] = game.rules.state._fields  # type: ignore[attr-defined]
    shapes = dict(zip(names, field_shapes(game), strict=True))
    boards = [name for name in names if name != "turn" and len({getattr(state, name) for state in states}) > 1]
    boards = [name for name in boards if shapes[name] == "pair"] or boards
    columns = [np.array([_spread(getattr(state, name)) for state in states], np.int64) for name in boards]
    return tuple(boards), np.array(columns)


def _spread(board: Any) -> list[int]:
    if isinstance(board, tuple):
        return [int(word) >> at & 1 for word in board for at in range(50)]
    return [int(board) >> at & 1 for at in range(64)]


def _squares(
    game: Game, kept: dict[str, NDArray[Any]], fields: tuple[str, ...], bits: NDArray[np.int64], contents: int
) -> tuple[dict[str, int], tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """The square of each cell, the fields that matter, and what spells each content."""
    candidates = {name: _telling(seen, bits, contents) for name, seen in kept.items()}
    spelling: dict[int, int] = {}
    for name, found in candidates.items():
        if len(found) == 1:
            spelling |= _spelling(kept[name], bits[:, :, found[0]])
    squares: dict[str, int] = {}
    for name, found in candidates.items():
        fitting = [at for at in found if _agrees(spelling, _spelling(kept[name], bits[:, :, at]))]
        fitting = [at for at in fitting if at not in squares.values()]
        if len(fitting) != 1:
            raise Refused(f"what stands on cell {name} of {game.name} is not told by bits of its state: no patterns")
        squares[name] = fitting[0]
        spelling |= _spelling(kept[name], bits[:, :, fitting[0]])
    used = [at for at in range(len(fields)) if _matters(spelling, at)]
    spelled: dict[int, tuple[int, ...]] = {}
    for code, content in sorted(spelling.items()):
        word = tuple(code >> at & 1 for at in used)
        if spelled.setdefault(content, word) != word:
            raise Refused(f"a content of the cells of {game.name} has two forms in its state, so it has no patterns")
    return squares, tuple(fields[at] for at in used), tuple(spelled[content] for content in range(contents))


def _telling(seen: NDArray[Any], bits: NDArray[np.int64], contents: int) -> list[int]:
    """The squares whose bits always tell the content: those that do so in a few positions, then in all."""
    found = list(range(bits.shape[2]))
    for some in (slice(None, None, 1 + len(seen) // 64), slice(None)):
        here, codes = seen[some], _codes(bits[:, some])
        found = [at for at in found if _is_function(codes[:, at], here, contents)]
    return found


def _codes(bits: NDArray[np.int64]) -> NDArray[np.int64]:
    """The bits of all fields as one number."""
    powers = (1 << np.arange(bits.shape[0])).reshape(-1, *[1] * (bits.ndim - 1))
    total: NDArray[np.int64] = (bits * powers).sum(axis=0)
    return total


def _is_function(codes: NDArray[np.int64], seen: NDArray[Any], contents: int) -> bool:
    pairs = set((codes * contents + seen).tolist())
    return len(pairs) == len({pair // contents for pair in pairs})


def _spelling(seen: NDArray[Any], bits: NDArray[np.int64]) -> dict[int, int]:
    return dict(zip(_codes(bits).tolist(), seen.tolist(), strict=True))


def _agrees(one: dict[int, int], other: dict[int, int]) -> bool:
    return all(one.get(code, content) == content for code, content in other.items())


def _matters(spelling: dict[int, int], field: int) -> bool:
    """Whether some content could not be told without this field."""
    without: dict[int, int] = {}
    return any(without.setdefault(code & ~(1 << field), content) != content for code, content in spelling.items())
