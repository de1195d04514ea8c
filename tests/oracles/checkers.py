"""Checkers once more, slow and obvious: an 8x8 array of letters, rows from the top as puzzle files show them.

Shares no code with the game: squares are (row, column) pairs, a move is the tuple of squares it touches.
"""

from __future__ import annotations

from itertools import pairwise

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
            crowned = (piece, land[0]) in (("r", 0), ("b", 7))
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
        for (row, column), (next_row, next_column) in pairwise(path):
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


def terms_of_plies(game, side):
    """Every term of the heuristic `plies` for one side ("r" or "b"), by looking at squares one after the other."""
    forward, enemy = (-1, "b") if side == "r" else (1, "r")
    pieces = [((row, column), game.at((row, column))) for row in range(8) for column in range(8)]
    men = [square for square, piece in pieces if piece == side]
    kings = [square for square, piece in pieces if piece == side.upper()]
    enemies = [(square, piece) for square, piece in pieces if piece.lower() == enemy]
    from_home = {square: 7 - square[0] if side == "r" else square[0] for square in men}

    def beside(square, ways=(-1, 1)):
        return [(square[0] + dr, square[1] + dc) for dr in ways for dc in (-1, 1)]

    def empty(square):
        return game.at(square) == "."

    def reached_by_enemy(square):
        return any(square in beside(where, (-1, 1) if piece.isupper() else (-forward,)) for where, piece in enemies)

    def can_be_jumped(square):
        for where, piece in enemies:
            dr, dc = square[0] - where[0], square[1] - where[1]
            near = abs(dr) == abs(dc) == 1 and (piece.isupper() or dr == -forward)
            if near and empty((square[0] + dr, square[1] + dc)):
                return True
        return False

    def free_way(square):
        """No enemy in the cone ahead: rows further on, as far to the side as rows ahead."""
        ahead = [((row - square[0]) * forward, abs(column - square[1])) for (row, column), _ in enemies]
        return not any(rows > 0 and sideways <= rows for rows, sideways in ahead)

    material = 2 * len(men) + 3 * len(kings)
    theirs = sum(3 if piece.isupper() else 2 for _, piece in enemies)
    guards = [(7, 6), (7, 2)] if side == "r" else [(0, 1), (0, 5)]
    centre = [(row, column) for row in range(2, 6) for column in range(2, 6)]
    own = men + kings
    return {
        "men": len(men),
        "kings": len(kings),
        "lead": material / (material + theirs + 0.5),
        "home row": sum(row == 0 for row in from_home.values()),
        "third row": sum(row == 2 for row in from_home.values()),
        "fourth row": sum(row == 3 for row in from_home.values()),
        "fifth row": sum(row == 4 for row in from_home.values()),
        "sixth row": sum(row == 5 for row in from_home.values()),
        "seventh row": sum(row == 6 for row in from_home.values()),
        "bridge": int(all(game.at(square).lower() == side for square in guards)),
        "centre kings": sum(square in centre for square in kings),
        "edge men": sum(column in (0, 7) for _, column in men),
        "cornered kings": sum(square in [(7, 0), (0, 7)] for square in kings),
        "free men": sum(any(empty(near) for near in beside(square, (forward,))) for square in men),
        "free kings": sum(any(empty(near) for near in beside(square)) for square in kings),
        "room": len({near for king in kings for near in beside(king) if empty(near) and not reached_by_enemy(near)}),
        "threatened": sum(can_be_jumped(square) for square in own),
        "supported": sum(any(near in own for near in beside(square, (-forward,))) for square in own),
        "runaways": sum(free_way(square) for square in men),
    }
