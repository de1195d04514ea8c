"""Perft of checkers by pydraughts (English rules), behind JSON lines."""

import json
import sys
import time

from draughts import Board


def leaves(board, depth):
    moves = board.legal_moves()
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
    board = Board(variant="english", fen="startpos")
    started = time.process_time()
    found = leaves(board, depth)
    print(json.dumps({"leaves": found, "seconds": time.process_time() - started}), flush=True)
