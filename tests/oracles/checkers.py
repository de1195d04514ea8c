"""Checkers once more, slow and obvious: an 8x8 array of letters, rows from the top as puzzle files show them.

Shares no code with the game: squares are (row, column) pairs, a move is the tuple of squares it touches.
"""

from __future__ import annotations

START = (
    ".b.b.b.b",
    "b.b.b.b.",
    ".b.b.b.b",
    "........",
    "........",
    "r.r.r.r.",
    ".r.r.r.r",
    "r.r.r.r.",
)


class Checkers:
    def __init__(self, rows=START, turn="r"):
        self.rows = tuple(rows)
        self.turn = turn

    def at(self, square):
        row, column = square
        return self.rows[row][column] if 0 <= row < 8 and 0 <= column < 8 else "#"

    def directions(self, piece):
        up, down = [(-1, -1), (-1, 1)], [(1, -1), (1, 1)]
        return up + down if piece in "RB" else up if piece == "r" else down

    def own_squares(self):
        every = [(row, column) for row in range(8) for column in range(8)]
        return [square for square in every if self.at(square).lower() == self.turn]

    def captures_from(self, path, piece, taken):
        """All complete captures that go on from the last square of `path`."""
        enemy = "b" if self.turn == "r" else "r"
        row, column = path[-1]
        found = []
        for dr, dc in self.directions(piece):
            over, land = (row + dr, column + dc), (row + 2 * dr, column + 2 * dc)
            if self.at(over).lower() != enemy or over in taken:
                continue
            if self.at(land) != "." and land != path[0]:
                continue
            crowned = piece == "r" and land[0] == 0 or piece == "b" and land[0] == 7
            longer = [] if crowned else self.captures_from([*path, land], piece, [*taken, over])
            found += longer or [(*path, land)]
        return found

    def moves(self):
        captures = [path for start in self.own_squares() for path in self.captures_from([start], self.at(start), [])]
        if captures:
            return captures
        steps = []
        for row, column in self.own_squares():
            for dr, dc in self.directions(self.at((row, column))):
                if self.at((row + dr, column + dc)) == ".":
                    steps.append(((row, column), (row + dr, column + dc)))
        return steps

    def play(self, path):
        board = [list(row) for row in self.rows]
        piece = self.at(path[0])
        for (row, column), (next_row, next_column) in zip(path, path[1:], strict=False):
            board[row][column] = "."
            if abs(next_row - row) == 2:
                board[(row + next_row) // 2][(column + next_column) // 2] = "."
        last_row, last_column = path[-1]
        if last_row == (0 if piece.lower() == "r" else 7):
            piece = piece.upper()
        board[last_row][last_column] = piece
        return Checkers(["".join(row) for row in board], "b" if self.turn == "r" else "r")

    def is_progress(self, path):
        return abs(path[0][0] - path[1][0]) == 2 or self.at(path[0]) in "rb"

    def leaves(self, depth):
        return 1 if depth == 0 else sum(self.play(path).leaves(depth - 1) for path in self.moves())


def square_number(square):
    """The number of a dark square: 1 at the lower right, 32 at the upper left."""
    row, column = square
    return (7 - row) * 4 + (7 - column) // 2 + 1


def zhao(game):
    """The heuristic, positive for Red, straight from its description."""
    total = 0.0
    for row in range(8):
        for column in range(8):
            piece = game.at((row, column))
            if piece == ".":
                continue
            red = piece.lower() == "r"
            value = 17.5 if piece.isupper() else 5.0
            value += 2.0 if (row < 4) == red else 0.0
            value += 2.0 if column in (0, 7) else 0.0
            value += 0.5 if row == (7 if red else 0) else 0.0
            around = [game.at((row + dr, column + dc)).lower() for dr in (-1, 1) for dc in (-1, 1)]
            value += 0.3 if piece.lower() in around else 0.0
            total += value if red else -value
    jumpable = set()
    for path in game.moves():
        if abs(path[0][0] - path[1][0]) == 2:
            jumpable.add(((path[0][0] + path[1][0]) // 2, (path[0][1] + path[1][1]) // 2))
    at_hand = sum(8.75 if game.at(square).isupper() else 2.5 for square in jumpable)
    return total + (at_hand if game.turn == "r" else -at_hand)
