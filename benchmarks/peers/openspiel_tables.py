"""OpenSpiel's value iteration on breakthrough, behind JSON lines (runs in its own environment)."""

import json
import sys
import time

import pyspiel
from open_spiel.python.algorithms import value_iteration


def main():
    for line in sys.stdin:
        question = json.loads(line)
        game = pyspiel.load_game(f"breakthrough(rows={question['rows']},columns={question['columns']})")
        started = time.perf_counter()
        values = value_iteration.value_iteration(game, depth_limit=-1, threshold=0.01)
        seconds = time.perf_counter() - started
        start = values[str(game.new_initial_state())]
        print(json.dumps({"seconds": seconds, "positions": len(values), "start": float(start)}), flush=True)


if __name__ == "__main__":
    main()
