"""Checks a proof that `plies solve --out` wrote. It shares nothing with the search but the game's rules.

    python -m plies.solve.proof_check FILE

A proof has one or two claims: a side wins, or it does not. The side that makes the claim good is the holder: the
winner, or the other side. The check walks over the positions depth first. Where the holder moves, the next byte of the
proof is the number of its move among the legal moves; where the other side moves, all of them are followed. A finished
game must end as claimed. So must a position that the game's own static proof decides, or of which the game says that
the side can no longer win; these are not followed further. A position that was met before is not followed again; in
the proof of a win it must be complete by then, since a win that leads back to itself proves nothing. That a side does
not win may come back for ever: endless play is no win. All bytes must be used.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plies.errors import InvalidFile, PliesError
from plies.games.contract import RUNNING, Game, State
from plies.games.position import Position
from plies.registry import game as find_game

#: a proof has no more bytes than this
MOST_BYTES = 1 << 32
#: the claims of each result: whether the side to move (0) or the other (1) wins
_CLAIMS = {"win": [(0, True)], "loss": [(1, True)], "draw": [(0, False), (1, False)]}


@dataclass(frozen=True)
class Checked:
    """A proof that holds."""

    game: str
    position: str
    result: str
    positions: int


def check_file(path: str | Path) -> Checked:
    """What a proof proves; InvalidFile if it does not."""
    try:
        return check(Path(path).read_bytes())
    except OSError as error:
        raise InvalidFile(f"{path}: cannot be read: {error.strerror or error}") from None
    except InvalidFile as error:
        raise InvalidFile(f"{path}: {error}") from None


def check(content: bytes) -> Checked:
    head, _, body = content.partition(b"\n")
    header = _header(head, body)
    game = find_game(header["game"])
    if header["static"] and game.solving.static_proof is None and game.solving.cannot_win is None:
        raise InvalidFile(f"it leans on static proofs, and {game.name} has none")
    start = game.position(header["position"])
    claims = [(one["side"], one["wins"]) for one in header["claims"]]
    expected = [(start.state.turn ^ side, wins) for side, wins in _CLAIMS[header["result"]]]
    if claims != expected:
        raise InvalidFile(f"its claims are not what a {header['result']} of {start.turn} needs")
    moves, seen = _moves(body, sum(one["moves"] for one in header["claims"])), 0
    for one in header["claims"]:
        walk = Walk(game, one["side"], one["wins"], header["static"], moves[: one["moves"]])
        walk.check(start.state)
        moves, seen = moves[one["moves"] :], seen + len(walk.complete)
    return Checked(game.name, start.text, header["result"], seen)


def _header(head: bytes, body: bytes) -> dict[str, Any]:
    """The first line, if it has the right form and the digest of the whole."""
    try:
        header = json.loads(head)
        kinds = {"game": str, "position": str, "static": bool, "claims": list, "sha256": str}
        right = header["plies proof"] == 1 and header["result"] in _CLAIMS
        right = right and all(type(header[name]) is kind for name, kind in kinds.items())
        for claim in header["claims"]:
            right = right and type(claim["side"]) is int and type(claim["wins"]) is bool
            right = right and type(claim["moves"]) is int and 0 <= claim["moves"] < MOST_BYTES
        digest = header["sha256"]
    except (ValueError, KeyError, TypeError):
        right = False
    if not right:
        raise InvalidFile("this is not a proof of plies solve --out")
    line = json.dumps({**header, "sha256": ""}).encode()
    if head != json.dumps(header).encode() or hashlib.sha256(line + b"\n" + body).hexdigest() != digest:
        raise InvalidFile("it was altered: its digest is another")
    return dict(header)


def _moves(body: bytes, expected: int) -> bytes:
    """The moves of all claims; no more of them are unpacked than there should be."""
    reader = zlib.decompressobj()
    try:
        moves = reader.decompress(body, expected + 1)
    except zlib.error:
        raise InvalidFile("its moves cannot be unpacked") from None
    if len(moves) != expected or not reader.eof or reader.unused_data:
        raise InvalidFile("it has another number of moves than it says")
    return moves


class Walk:
    """One claim being checked."""

    def __init__(self, game: Game, side: int, wins: bool, static: bool, moves: bytes) -> None:
        self.game, self.side, self.wins, self.moves = game, side, wins, moves
        self.holder = side if wins else 1 - side
        self.static = game.solving.static_proof if static else None
        self.cannot_win = game.solving.cannot_win if static else None
        self.used = 0
        #: positions whose moves were all followed, and those that are being followed
        self.complete: set[State] = set()
        self.under_way: set[State] = set()

    def check(self, start: State) -> None:
        stack = [(start, iter(self._onwards(start)))] if not self._is_settled(start) else []
        while stack:
            state, left = stack[-1]
            after = next(left, None)
            if after is None:
                stack.pop()
                self.under_way.remove(state)
                self.complete.add(state)
            elif not self._is_settled(after):
                stack.append((after, iter(self._onwards(after))))
        if self.used != len(self.moves):
            raise InvalidFile("it has moves that belong to no position")

    def _is_settled(self, state: State) -> bool:
        """Whether a position need not be followed; InvalidFile if it ends against the claim."""
        if state in self.complete:
            return True
        if state in self.under_way:
            if self.wins:
                raise InvalidFile(f"it leads back to {self.game.format(state)}, and so proves no win")
            return True
        winner = self._winner(state)
        if winner is None:
            return False
        if (winner == self.side) != self.wins:
            raise InvalidFile(f"it leads to {self.game.format(state)}, which is not as claimed")
        return True

    def _winner(self, state: State) -> int | None:
        """The side that wins a finished game, 2 if neither does or the claim's side cannot; None while it runs."""
        code = self.game.rules.outcome(state)
        if code != RUNNING:
            return code
        if not Position(self.game, state).listed:
            return 1 - state.turn if self.game.rules.without_moves == "loss" else 2
        near = 0 if self.static is None else self.static(state)
        if near != 0:
            mover: int = state.turn
            return mover if near > 0 else 1 - mover
        return 2 if self.cannot_win is not None and self.cannot_win(state, self.side) else None

    def _onwards(self, state: State) -> list[State]:
        """The positions that must be followed from one."""
        self.under_way.add(state)
        legal = Position(self.game, state).listed
        if state.turn == self.holder:
            if self.used >= len(self.moves):
                raise InvalidFile("it ends too early")
            number = self.moves[self.used]
            self.used += 1
            if number >= len(legal):
                raise InvalidFile(f"it names move {number} of the {len(legal)} in {self.game.format(state)}")
            legal = (legal[number],)
        return [self.game.rules.play(state, move) for move in legal]


def main(words: list[str]) -> int:
    if len(words) != 1:
        print("usage: python -m plies.solve.proof_check FILE", file=sys.stderr)
        return 2
    try:
        found = check_file(words[0])
    except PliesError as error:
        print(f"plies: {error}", file=sys.stderr)
        return 2
    side = find_game(found.game).position(found.position).turn
    verdict = {"win": f"{side} wins", "loss": f"{side} loses", "draw": "a draw"}[found.result]
    print(f"the proof holds: {found.game}, {found.position}: {verdict} ({found.positions:,} positions followed)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
