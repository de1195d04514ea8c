"""Perft of American checkers by py-draughts (which does not force captures), behind JSON lines."""

import json
import sys
import time

from draughts import AmericanBoard


def leaves(board, depth):
    moves = list(board.legal_moves)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += leaves(board, depth - 1)
        board.pop()
    return total


for line in sys.stdin:
    depth = json.loads(line)["depth"]
    board = AmericanBoard()
    started = time.process_time()
    found = leaves(board, depth)
    print(json.dumps({"leaves": found, "seconds": time.process_time() - started}), flush=True)
