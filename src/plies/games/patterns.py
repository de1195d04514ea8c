"""Patterns: small groups of cells, with one weight for every combination of their contents.

A *window* is such a group, for instance two rows of three cells. What stands on its cells makes a number, and a table
of weights has one entry for each. Windows that are mirror images of each other share a table. Where the game looks the
same with its sides exchanged, so do the exchanged windows, with the sign turned.

Cells are read from the bits of a state: `Cells` says where the bits of each cell lie and what they mean. Everything
here is plain data and plain Python. `plies.compile.patterns` compiles the same sum; tests compare the two.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plies.errors import InvalidGame
from plies.games.board import Board
from plies.games.outcomes import State

#: what is on a cell where nothing stands; content 0 of every game
EMPTY = ""
#: weights are whole numbers that fit into two bytes
SMALLEST, LARGEST = -(1 << 15), (1 << 15) - 1
#: squares of a board that is two words, see `plies.games.bits`; one that is a word has fewer
PAIR_SQUARES = 100
#: entries of a table by which the code finds a weight, as a power of two
MOST_INDEX_BITS = 12


@dataclass(frozen=True)
class Cells:
    """Where the contents of cells are in a state.

    Square `squares[i]` of the fields has the bits of cell `names[i]`; together they spell one of the contents:
    `bits[c]` are the bits of content `c`, one for each field.
    """

    fields: tuple[str, ...]
    contents: tuple[str, ...]
    bits: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    squares: tuple[int, ...]
    #: the row of the board that each cell is in, from 0 at the bottom
    rows: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.fields or self.contents[:1] != (EMPTY,) or len(self.contents) < 2:
            raise InvalidGame("patterns need fields of the state and contents, the first of which is the empty cell")
        spelled = len(set(self.bits)) == len(self.bits) == len(self.contents)
        if not spelled or any(len(one) != len(self.fields) or set(one) - {0, 1} for one in self.bits):
            raise InvalidGame("patterns: every content is spelled by bits of its own, one for each field")
        different = len(set(self.squares)) == len(self.squares)
        if not self.names or not len(self.names) == len(self.squares) == len(self.rows) or not different:
            raise InvalidGame("patterns: every cell lies on a square of its own")
        if any(not 0 <= square < PAIR_SQUARES for square in self.squares):
            raise InvalidGame(f"patterns: squares are counted from 0 to {PAIR_SQUARES - 1}")

    @property
    def code_bits(self) -> int:
        """Bits that tell the contents of one cell apart."""
        return (len(self.contents) - 1).bit_length()

    @cached_property
    def _known(self) -> dict[tuple[int, ...], int]:
        return {bits: content for content, bits in enumerate(self.bits)}

    def read(self, state: State) -> tuple[int, ...]:
        """What stands on every cell, as numbers of contents."""
        if not all(hasattr(state, field) for field in self.fields):
            raise InvalidGame(f"patterns: the states of this game have no fields {', '.join(self.fields)}")
        boards = [whole(getattr(state, field)) for field in self.fields]
        return tuple(self._known.get(tuple(board >> at & 1 for board in boards), 0) for at in self.squares)

    def agrees(self, state: State, board: Board) -> bool:
        """Whether a picture of the state shows the same."""
        shown = {cell.name: EMPTY if cell.piece is None else cell.piece.letter for cell in board.cells}
        return all(
            shown.get(name) == self.contents[content]
            for name, content in zip(self.names, self.read(state), strict=True)
        )


def whole(board: Any) -> int:
    """A board of bits, a word or a pair, as one number."""
    return int(board[0]) | int(board[1]) << 50 if isinstance(board, tuple) else int(board)


@dataclass(frozen=True)
class Window:
    """Cells by their numbers; the first counts least in the number of their contents. `exchanged`: the table is meant
    for the other side, so contents are exchanged and the sign is turned."""

    table: int
    cells: tuple[int, ...]
    exchanged: bool = False


@dataclass(frozen=True)
class Patterns:
    """Windows with their tables; `value` is for the first side."""

    cells: Cells
    windows: tuple[Window, ...]
    #: what each content becomes when the sides are exchanged
    exchange: tuple[int, ...]
    #: the tables one after the other
    weights: tuple[int, ...]
    #: what one step of a weight is worth
    quantum: float

    def __post_init__(self) -> None:
        contents = len(self.cells.contents)
        if sorted(self.exchange) != list(range(contents)) or self.exchange[0] != 0:
            raise InvalidGame("patterns: exchanging the sides turns each content into another, and empty into empty")
        if not self.windows or any(len(set(one.cells)) != len(one.cells) for one in self.windows):
            raise InvalidGame("patterns need windows, each with different cells")
        if any(not 0 <= cell < len(self.cells.names) for one in self.windows for cell in one.cells):
            raise InvalidGame("patterns: a window has a cell that the board has not")
        if any(not 1 <= len(one.cells) * self.cells.code_bits <= MOST_INDEX_BITS for one in self.windows):
            raise InvalidGame(f"patterns: the contents of a window take at most {MOST_INDEX_BITS} bits")
        if len(self.weights) != self.offsets[-1] or any(not SMALLEST <= one <= LARGEST for one in self.weights):
            raise InvalidGame(f"patterns: {self.offsets[-1]} weights of two bytes are needed, one for each combination")

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Entries of each table."""
        found: dict[int, int] = {}
        for window in self.windows:
            size = len(self.cells.contents) ** len(window.cells)
            if found.setdefault(window.table, size) != size:
                raise InvalidGame(f"patterns: windows of different sizes share table {window.table}")
        if sorted(found) != list(range(len(found))):
            raise InvalidGame("patterns: tables are counted from 0, and each is used by a window")
        return tuple(found[table] for table in range(len(found)))

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Where each table begins, and the end of all."""
        places = [0]
        for size in self.sizes:
            places.append(places[-1] + size)
        return tuple(places)

    @cached_property
    def digest(self) -> str:
        """Of everything that makes its values."""
        plain = (self.cells, self.windows, self.exchange, self.quantum)
        weights = array("h", self.weights)
        return hashlib.sha256(f"{plain!r}".encode() + weights.tobytes()).hexdigest()[:32]

    def steps(self, state: State) -> tuple[int, ...]:
        """The weight of every window, for the first side, in steps."""
        return tuple(self.step(window, self.cells.read(state)) for window in self.windows)

    def step(self, window: Window, contents: Sequence[int]) -> int:
        """The weight of one window, given what stands on all cells."""
        place = self.offsets[window.table]
        for power, cell in enumerate(window.cells):
            content = self.exchange[contents[cell]] if window.exchanged else contents[cell]
            place += content * len(self.cells.contents) ** power
        return -self.weights[place] if window.exchanged else self.weights[place]

    def value(self, state: State, me: int) -> float:
        """The sum over all windows, for side `me`."""
        contents = self.cells.read(state)
        total = sum(self.step(window, contents) for window in self.windows)
        return (self.quantum if me == 0 else -self.quantum) * total

    def groups(self) -> dict[str, tuple[int, ...]]:
        """The windows in groups that people can name, those of the same rows of the board: name and numbers."""
        found: dict[str, list[int]] = {}
        for number, window in enumerate(self.windows):
            rows = sorted({self.cells.rows[cell] + 1 for cell in window.cells})
            label = f"row {rows[0]}" if len(rows) == 1 else f"rows {rows[0]}-{rows[-1]}"
            found.setdefault(f"patterns, {label}", []).append(number)
        return {name: tuple(numbers) for name, numbers in found.items()}
