"""OpenSpiel's alpha_beta_search on breakthrough, behind JSON lines (runs in its own environment)."""

import json
import sys
import time

import pyspiel
from open_spiel.python.algorithms import minimax


def material(columns, sign):
    """Pieces of the side to move at the root minus the other's, small beside a win of 1."""
    extra = sum(label in "bw" for label in "abcdefghij"[:columns])

    def value(state):
        text = state.to_string()
        return sign * (text.count("b") - extra - text.count("w")) / 1000

    return value


def start(game, rows, words):
    """The position after some moves. Our first side moves up, theirs down: the board is turned upside down."""
    state = game.new_initial_state()
    for word in words:
        origin, target = word[:2], word[3:]
        wanted = "".join(square[0] + str(rows + 1 - int(square[1:])) for square in (origin, target))
        names = {state.action_to_string(action).rstrip("*"): action for action in state.legal_actions()}
        state.apply_action(names[wanted])
    return state


def main():
    counting = minimax._alpha_beta
    for line in sys.stdin:
        question = json.loads(line)
        game = pyspiel.load_game(f"breakthrough(rows={question['rows']},columns={question['columns']})")
        state = start(game, question["rows"], question.get("moves", []))
        sign = 1 if state.current_player() == 0 else -1
        value_function = material(question["columns"], sign)
        nodes = 0
        if question.get("count"):

            def counted(*args, **kwargs):
                nonlocal nodes
                nodes += 1
                return counting(*args, **kwargs)

            minimax._alpha_beta = counted
        started = time.perf_counter()
        value, _ = minimax.alpha_beta_search(
            game, state=state, value_function=value_function, maximum_depth=question["depth"]
        )
        seconds = time.perf_counter() - started
        minimax._alpha_beta = counting
        print(json.dumps({"value": value, "nodes": nodes, "seconds": seconds}), flush=True)


main()
