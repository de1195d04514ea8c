"""A remote player: a program that speaks the General Game Playing protocol, `ggp://host:port@5s`.

The protocol reports every move to a player, its own too. So each turn sends two messages: PLAY with its last move,
which it must answer with `noop`, and PLAY with the other side's, which it answers with a move: only this is timed.
The moves of an opening are reported like those that a server puts in: what the player answers to them does not count,
but it must answer. In a tournament every fault loses the game.
"""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Iterator

from plies.errors import ERROR, HANG, TIME, PlayerFault, Refused
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.algorithm import Algorithm
from plies.players.clock import Clock
from plies.players.options import whole
from plies.players.player import REMOTE, Player
from plies.protocols.ggp.wire.asking import Reply, ask, parse_address, read_move, shown
from plies.protocols.ggp.wire.following import form_of, joint_of
from plies.protocols.ggp.wire.messages import format_joint, format_start
from plies.search.answer import Answer

#: seconds to get ready; many players compile or read the rules for that long
START_CLOCK = 10.0
#: seconds beyond the start clock, because START travels too
START_GRACE = 2.0
#: seconds to end a match
SHORT = 2.0
_numbers: Iterator[int] = itertools.count(1)


class RemoteSearcher:
    """Plays through a player of the General Game Playing protocol."""

    def __init__(self, player: Player, game: Game) -> None:
        self.player, self.game = player, game
        self.address = parse_address(player.choice)
        form_of(game)  # a game without rules for servers is refused here
        if player.seconds is None:
            raise Refused(f"{player.choice}: a remote player needs a time per move, such as @5s")
        self.match = ""
        self.side = 0
        #: the last position reported to the player; None: it has not had its first PLAY
        self.reported: Position | None = None

    def new_game(self, side: int, seed: int) -> None:
        self._leave()
        self.side, self.reported = side, None
        match = f"plies.{os.getpid()}.{next(_numbers)}.{seed % 10**9}"
        assert self.player.seconds is not None
        rules, role = form_of(self.game).rules, self.game.sides[side].lower()
        start = format_start(match, role, rules, START_CLOCK, self.player.seconds)
        answer = self._ask(start, START_CLOCK + START_GRACE)
        if answer.fault:
            raise PlayerFault(HANG if answer.fault == TIME else answer.fault, f"START: {answer.reason}")
        if answer.text.lower() != "ready":
            raise PlayerFault(ERROR, f"answered START with {shown(answer.text) or 'nothing'}, not ready")
        self.match = match

    def choose(self, position: Position, clock: Clock) -> Answer:
        for before in self._unreported(position):
            self._report(before, clock)
        answer = self._send(position, clock.silence)
        move = self._read(position, answer)
        assert move is not None  # it is asked on its turn only
        return Answer.of_move(position.game.word(position.state, move), charged=answer.seconds)

    def game_over(self, position: Position) -> None:
        """Reports the moves up to the last with PLAY, and the last with STOP; ABORT where the rules did not end it."""
        if not self.match:
            return
        if position.outcome is None:
            self._leave()
            return
        assert self.player.seconds is not None
        for before in self._unreported(position):
            if self._send(before, self.player.seconds + SHORT).fault:  # it is gone, and the game is over all the same
                self._leave()
                return
        self._leave(position)

    def _unreported(self, position: Position) -> list[Position]:
        """The positions before this one that have not been reported to the player, oldest first."""
        path: list[Position] = []
        here: Position | None = position
        while here is not None and (self.reported is None or len(here.line) > len(self.reported.line)):
            path.append(here)
            here = here.parent
        return path[:0:-1]

    def _report(self, position: Position, clock: Clock) -> None:
        """Reports a move that has been decided already. Where it was the player's own turn, in an opening, its answer
        does not count; at other times it must wait."""
        answer = self._send(position, clock.silence)
        if answer.fault or position.state.turn != self.side:
            self._read(position, answer)

    def _read(self, position: Position, answer: Reply) -> int | None:
        """The move of an answer, None where it waits as it must."""
        move, fault, reason = read_move(position, self.side, answer)
        if fault:
            raise PlayerFault(HANG if answer.fault == TIME else fault, reason)
        return move

    def _send(self, position: Position, seconds: float) -> Reply:
        self.reported = position
        return self._ask(format_joint("PLAY", self.match, joint_of(position)), seconds)

    def _ask(self, message: str, seconds: float) -> Reply:
        return asyncio.run(ask(self.address, message, seconds))

    def _leave(self, end: Position | None = None) -> None:
        """Ends the match for the player: STOP when this is how it ended, ABORT when it did not end by the rules."""
        if self.match:
            match, self.match = self.match, ""
            self._ask(f"(ABORT {match})" if end is None else format_joint("STOP", match, joint_of(end)), SHORT)

    def close(self) -> None:
        self._leave()


ALGORITHMS = (
    Algorithm(
        REMOTE,
        "a program that speaks the General Game Playing protocol, by its address",
        RemoteSearcher,
        options=(whole("games", "games that it plays at once in a tournament", 1, 64, default=1),),
        limits=("seconds",),
        takes_heuristic=False,
        is_deterministic=False,
    ),
)
