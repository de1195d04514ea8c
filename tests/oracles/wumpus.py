"""Wumpus as the rules page has it: a dictionary of squares. Slow, obvious, and imports nothing of Plies."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

LETTERS = "abcdefghi"
WINS = {("h", "w"), ("m", "h"), ("w", "m")}
Square = tuple[int, int]


@dataclass(frozen=True)
class Field:
    """Pieces by (column, row) from 1 at the bottom left: lower-case letters are the lower side's."""

    size: int
    pieces: frozenset[tuple[Square, str]]
    pits: frozenset[Square]
    side: str
    directions: int

    @property
    def at(self) -> dict[Square, str]:
        return dict(self.pieces)

    @property
    def text(self) -> str:
        rows, at = [], self.at
        for row in range(self.size, 0, -1):
            text, empty = "", 0
            for column in range(1, self.size + 1):
                here = "O" if (column, row) in self.pits else at.get((column, row), "")
                if here:
                    text += (str(empty) if empty else "") + here
                    empty = 0
                else:
                    empty += 1
            rows.append(text + (str(empty) if empty else ""))
        return "/".join(rows) + " " + self.side


def read(text: str, directions: int = 8) -> Field:
    rows, side = text.split()
    lines = rows.split("/")
    pieces, pits = {}, set()
    for index, line in enumerate(lines):
        column = 1
        for letter in line:
            here = (column, len(lines) - index)
            if letter.isdigit():
                column += int(letter)
                continue
            if letter == "O":
                pits.add(here)
            else:
                pieces[here] = letter
            column += 1
    return Field(len(lines), frozenset(pieces.items()), frozenset(pits), side, directions)


def belongs(letter: str, side: str) -> bool:
    return letter.islower() == (side == "lower")


def moves_of(board: Field, side: str) -> list[tuple[Square, Square]]:
    found, at = [], board.at
    for (column, row), letter in board.pieces:
        if not belongs(letter, side):
            continue
        for right in (-1, 0, 1):
            for up in (-1, 0, 1):
                if (right, up) == (0, 0) or (up == 0 and board.directions == 6):
                    continue
                target = (column + right, row + up)
                inside = 1 <= target[0] <= board.size and 1 <= target[1] <= board.size
                if inside and not (target in at and belongs(at[target], side)):
                    found.append(((column, row), target))
    return found


def word(board: Field, move: tuple[Square, Square]) -> str:
    (c1, r1), (c2, r2) = move
    return f"{LETTERS[c1 - 1]}{r1}{'x' if move[1] in board.at else '-'}{LETTERS[c2 - 1]}{r2}"


def step(board: Field, move: tuple[Square, Square]) -> Field:
    origin, target = move
    at = board.at
    mover = at.pop(origin)
    if target in board.pits:
        pass
    elif target not in at or (mover.lower(), at[target].lower()) in WINS:
        at[target] = mover
    elif mover.lower() == at[target].lower():
        del at[target]
    side = "upper" if board.side == "lower" else "lower"
    return Field(board.size, frozenset(at.items()), board.pits, side, board.directions)


def result_of(board: Field) -> str | None:
    """What the position alone says: a side, `draw`, or None."""
    lower = any(letter.islower() for _, letter in board.pieces)
    upper = any(letter.isupper() for _, letter in board.pieces)
    if not lower and not upper:
        return "draw"
    if not lower or not upper:
        return "lower" if lower else "upper"
    if not moves_of(board, board.side):
        return "upper" if board.side == "lower" else "lower"
    return None


@dataclass
class Play:
    """A game being played, with what the draw rules need to know."""

    board: Field
    seen: Counter[Field] = field(default_factory=Counter)
    calm: int = 0

    def __post_init__(self) -> None:
        self.seen[self.board] += 1

    def move(self, move: tuple[Square, Square]) -> None:
        after = step(self.board, move)
        self.calm = self.calm + 1 if len(after.pieces) == len(self.board.pieces) else 0
        self.board = after
        self.seen[after] += 1

    @property
    def result(self) -> str | None:
        decided = result_of(self.board)
        if decided:
            return decided
        return "draw" if self.seen[self.board] >= 3 or self.calm >= 100 else None


# the metric and the heuristics, of one side


def _of(board: Field, side: str) -> list[tuple[Square, str]]:
    return [(square, letter.lower()) for square, letter in board.pieces if belongs(letter, side)]


def _other(side: str) -> str:
    return "upper" if side == "lower" else "lower"


def pieces(board: Field, side: str) -> int:
    return len(_of(board, side))


def moves(board: Field, side: str) -> int:
    return sum(target not in board.pits for _, target in moves_of(board, side))


def advantage(board: Field, side: str) -> int:
    return sum((mine, theirs) in WINS for _, mine in _of(board, side) for _, theirs in _of(board, _other(side)))


def _hunt(board: Field, side: str, manhattan: bool) -> float:
    total = 0.0
    for (column, row), mine in _of(board, side):
        distances = [
            abs(c - column) + abs(r - row) if manhattan else math.dist((c, r), (column, row))
            for (c, r), theirs in _of(board, _other(side))
            if (mine, theirs) in WINS
        ]
        total += min(distances, default=0)
    return -total


def euclidean(board: Field, side: str) -> float:
    return _hunt(board, side, manhattan=False)


def manhattan(board: Field, side: str) -> float:
    return _hunt(board, side, manhattan=True)


def spacing(board: Field, side: str) -> float:
    distances = [math.dist(one, other) for (one, _), (other, _) in combinations(_of(board, side), 2)]
    return sum(distances) / len(distances) if distances else 0.0


HEURISTICS = {
    "pieces": pieces,
    "moves": moves,
    "advantage": advantage,
    "euclidean": euclidean,
    "manhattan": manhattan,
    "spacing": spacing,
}
