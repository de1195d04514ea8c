"""The value under perfect play, as an answer of the engine and through the command."""

from __future__ import annotations

import json

import pytest

import plies
from plies.cli import main
from plies.solve.value import exact_value


def test_exact_values() -> None:
    draw = exact_value(plies.game("pawns:3x4").start()).proof
    assert draw is not None
    assert draw[0] == "draw"
    loss = exact_value(plies.game("breakthrough:3x5").start())
    assert loss.proof is not None
    assert loss.proof[0] == "loss"
    assert 10 < len(loss.line) <= loss.proof[1]  # a race that is decided at sight is not played out
    open_ended = exact_value(plies.game("pawns:8x8").start(), depth=3)
    assert (open_ended.proof, open_ended.depth) == (None, 3)


@pytest.mark.parametrize(
    ("words", "result", "plies_told"),
    [(["breakthrough:3x5"], "loss", 18), (["pawns:8x8", "--depth", "3"], "unknown", None)],
)
def test_the_command(words: list[str], result: str, plies_told: int | None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *words, "--json"]) == 0
    reported = json.loads(capsys.readouterr().out)
    keys = ["result", "plies", "shortest", "line", "method", "why", "depth", "nodes", "seconds", "position"]
    assert list(reported) == keys
    assert (reported["result"], reported["plies"]) == (result, plies_told)
    assert reported["line"]
