"""Proofs that were written hold; altered ones do not."""

from __future__ import annotations

import hashlib
import json
import random
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import plies
from plies.errors import InvalidFile
from plies.solve import proof_check
from plies.solve.proof_check import check
from plies.solve.proofs.search import ProofSearch
from plies.solve.proofs.value import proven_value
from plies.solve.proofs.writing import proof_text
from tests.oracles.tables import values_of


def written(name: str, entries: int = 1 << 14, state: Any = None) -> bytes:
    game = plies.game(name)
    search = ProofSearch(game, entries=entries, tables="off")
    position = game.start() if state is None else plies.Position(game, state)
    return proof_text(search, position, proven_value(search, position))


def sealed(header: dict[str, Any], moves: bytes) -> bytes:
    """A file of this content whose digest is right."""
    body = zlib.compress(moves, 9)
    header = {**header, "sha256": ""}
    header["sha256"] = hashlib.sha256(json.dumps(header).encode() + b"\n" + body).hexdigest()
    return json.dumps(header).encode() + b"\n" + body


def opened(content: bytes) -> tuple[dict[str, Any], bytes]:
    head, _, body = content.partition(b"\n")
    return json.loads(head), zlib.decompress(body)


def altered(content: bytes, rng: random.Random) -> bytes:
    """A byte of the file changed, taken out or put in."""
    at = rng.randrange(len(content))
    kind = rng.randrange(3)
    if kind == 0:
        return content[:at] + bytes([content[at] ^ rng.randrange(1, 256)]) + content[at + 1 :]
    return content[:at] + content[at + 1 :] if kind == 1 else content[:at] + bytes([rng.randrange(256)]) + content[at:]


def worse_move(content: bytes, rng: random.Random) -> bytes:
    """A proof with a right digest in which one move of the holder gives the claim away."""
    header, moves = opened(content)
    game = plies.game(header["game"])
    values = known_values(game.name)
    first = header["claims"][0]
    spy = Spy(game, first["side"], first["wins"], header["static"], moves[: first["moves"]])
    spy.check(game.position(header["position"]).state)
    while True:
        at = rng.randrange(first["moves"])
        state = spy.asked[at]
        legal = plies.Position(game, state).listed
        bad = [n for n, move in enumerate(legal) if not keeps(values[game.rules.play(state, move)][0], first, state)]
        if bad:
            return sealed(header, moves[:at] + bytes([rng.choice(bad)]) + moves[at + 1 :])


@cache
def known_values(name: str) -> Any:
    return values_of(plies.game(name))


def keeps(after: int, claim: dict[str, Any], state: Any) -> bool:
    """Whether a value after the holder's move is what the claim says; values are those of the side to move."""
    return (-after == 1) if claim["wins"] else (after != 1)


class Spy(proof_check.Walk):
    """Remembers where the holder was asked for each move."""

    def __init__(self, *words: Any) -> None:
        super().__init__(*words)
        self.asked: list[Any] = []

    def _onwards(self, state: Any) -> list[Any]:
        if state.turn == self.holder:
            self.asked.append(state)
        return super()._onwards(state)


@pytest.mark.parametrize(
    ("name", "result"),
    [("pebbles:3x1", "draw"), pytest.param("breakthrough:2x5", "loss", marks=pytest.mark.slow)],
)
def test_proofs_hold_and_altered_ones_do_not(name: str, result: str) -> None:
    content = written(name)
    found = check(content)
    assert (found.game, found.result) == (name, result)
    rng = random.Random(5)
    for _ in range(50):
        with pytest.raises((InvalidFile, plies.PliesError)):
            check(altered(content, rng))
    for _ in range(25):
        with pytest.raises(InvalidFile):
            check(worse_move(content, rng))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pebbles:3x1", "pawns:3x4", "breakthrough:2x5", "breakthrough:3x5"])
def test_a_thousand_altered_proofs(name: str) -> None:
    content = written(name, 1 << 20)
    check(content)
    rng = random.Random(6)
    for _ in range(1000):
        with pytest.raises((InvalidFile, plies.PliesError)):
            check(altered(content, rng))
    for _ in range(100):
        with pytest.raises(InvalidFile):
            check(worse_move(content, rng))


def test_wins_in_games_with_cycles_are_written_without_cycles() -> None:
    game = plies.game("pebbles:3x1")
    decided = [state for state, value in known_values(game.name).items() if (value[1] or 0) > 6]
    for state in decided[::10]:
        content = written(game.name, 1 << 14, state)
        assert check(content).result in ("win", "loss")


def test_what_a_small_table_forgot_is_searched_again() -> None:
    assert check(written("breakthrough:2x5", 16)).result == "loss"


def test_other_claims_are_refused() -> None:
    header, moves = opened(written("breakthrough:2x5"))
    for changes, words in (
        ({"result": "win"}, "its claims are not what"),
        ({"result": "draw"}, "its claims are not what"),
        ({"static": False}, "."),
        ({"game": "breakthrough:3x5"}, "."),
        ({"claims": []}, "its claims are not what"),
        ({"claims": [{"side": 0, "wins": True, "moves": len(moves)}], "result": "win"}, "."),
    ):
        with pytest.raises(plies.PliesError, match=words):
            check(sealed({**header, **changes}, moves))
    for changed in (moves + b"\0", moves[:-1]):
        with pytest.raises(InvalidFile, match="another number of moves"):
            check(sealed(header, changed))
    header["claims"][0]["moves"] += 1
    with pytest.raises(InvalidFile, match="belong to no position"):
        check(sealed(header, moves + b"\0"))


def test_a_win_must_not_lead_back_to_itself() -> None:
    """In pebbles a side could promise to win by moves that only go round."""
    game = plies.game("pebbles:3x1")
    draw = next(s for s, v in values_of(game).items() if v[0] == 0 and len(plies.Position(game, s).listed) == 1)
    header = {"plies proof": 1, "game": game.name, "position": game.format(draw), "result": "win", "static": False}
    header["claims"] = [{"side": draw.turn, "wins": True, "moves": 400}]  # type: ignore[assignment]
    with pytest.raises(InvalidFile, match=r"leads back|not as claimed|ends too early|names move"):
        check(sealed(header, bytes(400)))


def test_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.proof"
    file.write_bytes(written("breakthrough:2x5"))
    assert proof_check.main([str(file)]) == 0
    assert "the proof holds: breakthrough:2x5" in capsys.readouterr().out
    file.write_text("{}")
    assert proof_check.main([str(file)]) == 2
    assert "this is not a proof of plies solve --out" in capsys.readouterr().err
    assert proof_check.main([str(tmp_path / "none")]) == 2
    assert proof_check.main([]) == 2
