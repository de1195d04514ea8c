"""A proof as a file, taken out of the table of a finished search.

A file is one line of JSON and then the compressed moves of all claims, one after the other:

    {"plies proof": 1, "game": "breakthrough:3x5", "position": "...", "result": "loss", "static": true,
     "claims": [{"side": 1, "wins": true, "moves": 2154}], "sha256": "..."}

The digest is that of the line with an empty digest and of the compressed bytes. `proof_check.py` says what the moves
mean.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plies.compile import build
from plies.errors import Refused
from plies.games.contract import State
from plies.games.position import Position
from plies.solve.proofs import arguments as at
from plies.solve.proofs import extract_kernel as parts
from plies.solve.proofs.search import ProofSearch
from plies.solve.proofs.value import Claim, Proof

EXTRACT = build.Template(
    "proof_extract", Path(__file__).with_name("extract_kernel.py"), "the writer of proofs", ("extract",)
)
#: room at first; doubled when it is full
MOVES = POSITIONS = 1 << 16
#: a move's number is a byte
MOST_MOVES = 256


def proof_text(search: ProofSearch, position: Position, proof: Proof) -> bytes:
    """The content of a proof's file. What the table has forgotten is searched again."""
    if position.game.rules.most_moves > MOST_MOVES:
        raise Refused(f"{position.game.name}: proofs are written for games of up to {MOST_MOVES} moves a position")
    if search.solved is not None:
        raise Refused("a proof that leans on a table of solved positions cannot be written; search without tables")
    written = [moves_of(search, position, claim) for claim in proof.claims]
    body = zlib.compress(b"".join(written), 9)
    header = {
        "plies proof": 1,
        "game": position.game.name,
        "position": position.text,
        "result": proof.result,
        "static": position.game.solving.static_proof is not None or position.game.solving.cannot_win is not None,
        "claims": [
            {"side": claim.side, "wins": claim.wins, "moves": len(moves)}
            for claim, moves in zip(proof.claims, written, strict=True)
        ],
        "sha256": "",
    }
    header["sha256"] = hashlib.sha256(json.dumps(header).encode() + b"\n" + body).hexdigest()
    return json.dumps(header).encode() + b"\n" + body


def moves_of(search: ProofSearch, position: Position, claim: Claim) -> bytes:
    """The holder's moves of one claim."""
    kernel = build.kernel(EXTRACT, position.game)
    stack = at.new_stack(search.rules.FIELDS, position.game.rules.most_moves)
    search.rules.store(stack.rows, 0, position.state)
    stack.frames[0, at.INDEX] = parts.FRESH
    places = np.array([0, 0, 0, claim.side, claim.wins, claim.asked], np.int64)
    out, seen = np.zeros(MOVES, np.uint8), np.zeros(2 * POSITIONS, np.uint64)
    path = np.zeros(at.PLIES, np.uint64)
    while True:
        status = kernel.extract(stack, search.memory.table, places, out, seen, path)
        if status == parts.DONE:
            return bytes(out[: places[parts.WRITTEN]])
        if status == parts.NO_ROOM:
            out = np.concatenate([out, np.zeros_like(out)])
        elif status == parts.CROWDED:
            seen = _roomier(seen)
        elif status == parts.MISSING:
            _search_again(search, _state(position, stack, int(places[parts.PLY])), claim)
        else:
            raise Refused(
                "the proof could not be taken out of the table, which was too small for it; solve with more entries"
                if status == parts.CIRCULAR
                else f"the proof is longer than {at.LAST_PLY} plies and cannot be written"
            )


def _state(position: Position, stack: at.Stack, ply: int) -> State:
    """The state of a row, by the moves that lead to it."""
    state = position.state
    for above in range(ply):
        move = int(stack.lists[above, stack.frames[above, at.INDEX] - 1])
        state = position.game.rules.play(state, move)
    return state


def _roomier(seen: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The same words in twice the room."""
    larger = np.zeros(2 * len(seen), np.uint64)
    for word in seen[seen != 0]:
        at_place = int(word) & (len(larger) - 1)
        while larger[at_place]:
            at_place = (at_place + 1) & (len(larger) - 1)
        larger[at_place] = word
    return larger


def _search_again(search: ProofSearch, state: State, claim: Claim) -> None:
    """Fills the table with what the holder's move in this position needs: its value, then one that keeps the claim."""
    wanted = claim.wins == (claim.side == claim.asked)
    search.wins(state, claim.asked)
    rules = search.game.rules
    after = [rules.play(state, move) for move in Position(search.game, state).listed]
    if any(search.known(one, claim.asked).wins is wanted for one in after):
        return
    after.sort(key=lambda one: search.known(one, claim.asked).work_for(wanted))
    if not any(search.wins(one, claim.asked) is wanted for one in after):
        raise Refused("the proof could not be taken out of the table")  # pragma: no cover  # a true claim has a move
