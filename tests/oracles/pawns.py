"""Pawns and breakthrough, slow and obvious: a list of rows of characters, written from the rules and from nothing else.

`rows[y][x]` is "w", "b" or ".", counted from the bottom left.
"""

from __future__ import annotations

from typing import NamedTuple

Rows = list[list[str]]

SIDES = ("w", "b")


class Board(NamedTuple):
    """A position: the rows from the bottom, whose turn it is, and which rule set is played."""

    rows: Rows
    turn: str
    diagonal_steps: bool

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def at(self, x: int, y: int) -> str:
        """What stands there; "" beyond the edge."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return self.rows[y][x] if inside else ""

    def pawns(self, side: str) -> list[tuple[int, int]]:
        return [(x, y) for y in range(self.height) for x in range(self.width) if self.rows[y][x] == side]


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def up(side: str) -> int:
    return 1 if side == "w" else -1


def start(family: str, width: int, height: int) -> Board:
    rows = [["w"] * width, ["w"] * width, *([["."] * width for _ in range(height - 4)]), ["b"] * width, ["b"] * width]
    return Board(rows, "w", family == "breakthrough")


def square(x: int, y: int) -> str:
    return "abcdefghij"[x] + str(y + 1)


# -- the rules -------------------------------------------------------------------------------------------------------


def arrived(board: Board, side: str) -> bool:
    far = board.height - 1 if side == "w" else 0
    return side in board.rows[far]


def steps(board: Board, side: str) -> list[tuple[int, int, int, int]]:
    """All steps and captures of a side as x1, y1, x2, y2, whoever's turn it is."""
    found = []
    for x, y in board.pawns(side):
        ahead = y + up(side)
        if board.at(x, ahead) == ".":
            found.append((x, y, x, ahead))
        for beside in (x - 1, x + 1):
            there = board.at(beside, ahead)
            if there == other(side) or (there == "." and board.diagonal_steps):
                found.append((x, y, beside, ahead))
    return found


def moves(board: Board) -> list[str]:
    """The legal moves as words; none once the game is over."""
    if ended_by_rules(board) is not None:
        return []
    return [word(board, *step) for step in steps(board, board.turn)]


def word(board: Board, x1: int, y1: int, x2: int, y2: int) -> str:
    return square(x1, y1) + ("-" if board.at(x2, y2) == "." else "x") + square(x2, y2)


def play(board: Board, move: str) -> Board:
    for x1, y1, x2, y2 in steps(board, board.turn):
        if word(board, x1, y1, x2, y2) == move:
            rows = [list(row) for row in board.rows]
            rows[y1][x1], rows[y2][x2] = ".", board.turn
            return Board(rows, other(board.turn), board.diagonal_steps)
    raise ValueError(move)


def ended_by_rules(board: Board) -> tuple[str | None, str] | None:
    for side, name in (("w", "white"), ("b", "black")):
        if arrived(board, side):
            return name, "a pawn reached the far row"
        if board.diagonal_steps and not board.pawns(other(side)):
            return name, "the last pawn was taken"
    return None


def outcome(board: Board) -> tuple[str | None, str] | None:
    """The winner's name, or None for a draw, and why; None while the game runs."""
    ended = ended_by_rules(board)
    if ended is None and not steps(board, board.turn):
        name = {"w": "white", "b": "black"}[board.turn]
        return None, f"{name} has no legal move"
    return ended


def count_leaves(board: Board, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count_leaves(play(board, move), depth - 1) for move in moves(board))


def text(board: Board) -> str:
    lines = []
    for row in reversed(board.rows):
        line, run = "", 0
        for piece in [*row, "end"]:
            if piece == ".":
                run += 1
                continue
            line += (str(run) if run else "") + (piece if piece != "end" else "")
            run = 0
        lines.append(line)
    return "/".join(lines) + " " + board.turn


# -- what the heuristics count ---------------------------------------------------------------------------------------


def diagonally_ahead(board: Board, side: str, x: int, y: int) -> list[str]:
    return [board.at(x - 1, y + up(side)), board.at(x + 1, y + up(side))]


def diagonally_behind(board: Board, side: str, x: int, y: int) -> list[str]:
    return [board.at(x - 1, y - up(side)), board.at(x + 1, y - up(side))]


def column_ahead(board: Board, side: str, x: int, y: int) -> list[str]:
    rows = range(y + 1, board.height) if side == "w" else range(y)
    return [board.at(x, row) for row in rows]


def pawns(board: Board, side: str) -> int:
    return len(board.pawns(side))


def protectors(board: Board, side: str) -> int:
    return sum(side in diagonally_ahead(board, side, x, y) for x, y in board.pawns(side))


def defended(board: Board, side: str) -> int:
    return sum(side in diagonally_behind(board, side, x, y) for x, y in board.pawns(side))


def threateners(board: Board, side: str) -> int:
    return sum(other(side) in diagonally_ahead(board, side, x, y) for x, y in board.pawns(side))


def threatened(board: Board, side: str) -> int:
    """An enemy captures towards this side, so it stands diagonally ahead of the pawn it threatens."""
    enemy = other(side)
    return sum(enemy in diagonally_behind(board, enemy, x, y) for x, y in board.pawns(side))


def distance(board: Board, side: str) -> int:
    found = [board.height - (y + 1) if side == "w" else y for _, y in board.pawns(side)]
    return min(found, default=board.height)


def blocked(board: Board, side: str) -> int:
    movable = {(x, y) for x, y, _, _ in steps(board, side)}
    return sum(pawn not in movable for pawn in board.pawns(side))


def only_columns(board: Board, side: str) -> int:
    total = 0
    for x in range(board.width):
        column = {row[x] for row in board.rows}
        total += side in column and other(side) not in column
    return total


def forward(board: Board, side: str) -> int:
    return sum(other(side) not in column_ahead(board, side, x, y) for x, y in board.pawns(side))


def mobility(board: Board, side: str) -> int:
    return sum(column_ahead(board, side, x, y).count(".") for x, y in board.pawns(side))


def in_a_row(board: Board, side: str) -> int:
    longest = 0
    for row in board.rows:
        groups = "".join(piece if piece == side else " " for piece in row).split()
        longest = max([longest, *map(len, groups)])
    return longest


COUNTS = {
    "pawns": pawns,
    "protectors": protectors,
    "threateners": threateners,
    "threatened": threatened,
    "defended": defended,
    "distance": distance,
    "blocked": blocked,
    "only columns": only_columns,
    "forward": forward,
    "mobility": mobility,
    "in a row": in_a_row,
}


def differences(board: Board) -> dict[str, int]:
    """d(x) = x of Black - x of White."""
    return {name: count(board, "b") - count(board, "w") for name, count in COUNTS.items()}


def value(d: dict[str, int], name: str, me: str) -> int:
    """The published formulas, for Black as they stand, for White with the whole sum turned (but see binni)."""
    if name == "ari":
        total = d["pawns"] + d["protectors"] + d["threateners"] - d["distance"] - d["blocked"] + d["only columns"]
    elif name == "hoddi":
        total = -d["distance"] + d["pawns"] - d["threatened"] + d["defended"] + d["protectors"]
        total += d["forward"] + d["mobility"]
    elif name == "tryggvi":
        total = -d["distance"] + 2 * d["pawns"] - d["threatened"] + 3 * d["protectors"] + d["forward"]
    elif name == "binni" and me == "w":
        return 50 - (d["pawns"] - d["threatened"] + d["defended"] - d["in a row"])
    elif name in ("binni", "binni-mended"):
        total = d["pawns"] - d["threatened"] + d["defended"] + d["in a row"]
    else:
        raise ValueError(name)
    return 50 + total if me == "b" else 50 - total
