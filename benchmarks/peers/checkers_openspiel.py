"""Perft of checkers by OpenSpiel (every single jump is a move of its own there), behind JSON lines."""

import json
import sys
import time

import pyspiel


def leaves(state, depth):
    if depth == 1:
        return len(state.legal_actions())
    total = 0
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        if not child.is_terminal():
            total += leaves(child, depth - 1)
    return total


game = pyspiel.load_game("checkers")
for line in sys.stdin:
    depth = json.loads(line)["depth"]
    started = time.process_time()
    found = leaves(game.new_initial_state(), depth)
    print(json.dumps({"leaves": found, "seconds": time.process_time() - started}), flush=True)
