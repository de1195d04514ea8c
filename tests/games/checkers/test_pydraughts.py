"""A cross-check with pydraughts, another implementation, in an environment of its own (its package is `draughts`).

Whole random games: the legal moves with their routes, every position, and who has won. pydraughts knows no draw after
80 plies without progress, so only wins are compared.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from plies.games.checkers import notation
from tests.games.checkers.helpers import GAME

GAMES = 150

PEER = """
import json, sys
from draughts import Board, Move

for line in sys.stdin:
    text, chosen = json.loads(line)
    board = Board(variant="english", fen=text)
    lists = []
    for squares in chosen:
        legal = board.legal_moves()
        lists.append(sorted(move.steps_move for move in legal))
        board.push(next(move for move in legal if move.steps_move == squares))
    legal = board.legal_moves()
    lists.append(sorted(move.steps_move for move in legal))
    print(json.dumps([lists, board.fen, board.winner()]), flush=True)
"""


@pytest.fixture(scope="module")
def peer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pydraughts")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "pydraughts"], check=True)
    return python


def random_game(seed):
    """The start, the squares of every move played, all legal moves at every point, and the last position."""
    rng = random.Random(seed)
    position = GAME.start() if seed % 3 else GAME.position("W:W21-29,K2:B4-11,K31")
    start, chosen, lists = position.text, [], []
    while position.outcome is None:
        lists.append(sorted(list(notation.landings(move)) for move in position.legal))
        move = rng.choice(position.legal)
        chosen.append(list(notation.landings(move)))
        position = position.after(move)
    return start, chosen, lists, position


@pytest.mark.slow
def test_moves_positions_and_winners_agree(peer):
    games = [random_game(seed) for seed in range(GAMES)]
    asked = "".join(json.dumps([start, chosen]) + "\n" for start, chosen, _, _ in games)
    done = subprocess.run([peer, "-c", PEER], input=asked, capture_output=True, text=True, check=True)
    winners = 0
    for line, (_, _, lists, position) in zip(done.stdout.splitlines(), games, strict=True):
        their_lists, their_fen, their_winner = json.loads(line)
        assert their_lists[: len(lists)] == lists
        assert GAME.position(their_fen) == position
        if position.outcome.winner is not None:
            winners += 1
            assert not their_lists[-1]
            assert their_winner == {"white": 2, "red": 1}[position.outcome.winner]
    assert winners > GAMES // 2
