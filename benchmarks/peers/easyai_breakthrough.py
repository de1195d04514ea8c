"""easyAI's Negamax on breakthrough at its best setting (table, undo instead of copies), behind JSON lines."""

import json
import sys
import time

from easyAI import TranspositionTable, TwoPlayerGame
from easyAI.AI import Negamax

negamax_module = sys.modules["easyAI.AI.Negamax"]


class Breakthrough(TwoPlayerGame):
    """White is player 1 and moves up. Boards are integers with one bit a square; a move is (from, to)."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        row = (1 << columns) - 1
        self.pawns = [row | row << columns, (row | row << columns) << columns * (rows - 2)]
        self.goal = [row << columns * (rows - 1), row]
        self.taken = []
        self.current_player = 1
        self.nopponent = 2
        self.players = [None, None]
        self.steps = self._steps()

    def _steps(self):
        tables = []
        for forward in (1, -1):
            table = {}
            for square in range(self.columns * self.rows):
                row, column = divmod(square, self.columns)
                targets = []
                if 0 <= row + forward < self.rows:
                    targets = [
                        (square, square + forward * self.columns + sideways, sideways == 0)
                        for sideways in (-1, 1, 0)
                        if 0 <= column + sideways < self.columns
                    ]
                table[square] = targets
            tables.append(table)
        return tables

    def possible_moves(self):
        side = self.current_player - 1
        mine, theirs = self.pawns[side], self.pawns[1 - side]
        blocked, moves, steps, left = mine | theirs, [], self.steps[side], mine
        while left:
            low = left & -left
            left ^= low
            for start, target, straight in steps[low.bit_length() - 1]:
                if not (blocked if straight else mine) >> target & 1:
                    moves.append((start, target))
        return moves

    def make_move(self, move):
        side = self.current_player - 1
        start, target = 1 << move[0], 1 << move[1]
        self.pawns[side] ^= start | target
        self.taken.append(self.pawns[1 - side] & target)
        self.pawns[1 - side] &= ~target

    def unmake_move(self, move):
        side = self.current_player - 1
        self.pawns[side] ^= 1 << move[0] | 1 << move[1]
        self.pawns[1 - side] |= self.taken.pop()

    def is_over(self):
        white, black = self.pawns
        return bool(white & self.goal[0] or black & self.goal[1] or not white or not black)

    def scoring(self):
        side = self.current_player - 1
        mine, theirs = self.pawns[side], self.pawns[1 - side]
        if mine & self.goal[side] or not theirs:
            return 1000
        if theirs & self.goal[1 - side] or not mine:
            return -1000
        return mine.bit_count() - theirs.bit_count()

    def ttentry(self):
        return (self.pawns[0], self.pawns[1], self.current_player)

    def ttrestore(self, entry):
        self.pawns[0], self.pawns[1], self.current_player = entry


def main():
    plain = negamax_module.negamax
    for line in sys.stdin:
        question = json.loads(line)
        game = Breakthrough(question["columns"], question["rows"])
        for word in question.get("moves", []):
            squares = ["abcdefghij".index(w[0]) + (int(w[1:]) - 1) * game.columns for w in (word[:2], word[3:])]
            game.make_move(tuple(squares))
            game.switch_player()
        nodes = 0
        if question.get("count"):

            def counted(*args, **kwargs):
                nonlocal nodes
                nodes += 1
                return plain(*args, **kwargs)

            negamax_module.negamax = counted
        search = Negamax(question["depth"], tt=TranspositionTable() if question.get("table", True) else None)
        started = time.perf_counter()
        search(game)
        seconds = time.perf_counter() - started
        negamax_module.negamax = plain
        print(json.dumps({"value": search.alpha, "nodes": nodes, "seconds": seconds}), flush=True)


main()
