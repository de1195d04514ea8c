"""One worker process as its supervisor sees it: the games it has at hand, and when it was last heard of."""

from __future__ import annotations

import selectors
import time
from collections.abc import Iterator

from plies.arena.plan.pairing import Pairing
from plies.arena.run.messages import MESSAGES, Alive, Asking, Failed, Play, Played, Ready
from plies.arena.run.record import GameRecord
from plies.processes.allowance import Allowance
from plies.processes.framing import InvalidFrame
from plies.processes.link import Link


class Worker:
    """A worker process. `games` are the games it was given and has not answered, the one it plays first."""

    def __init__(self, cores: tuple[int, ...], match: str, beat: float) -> None:
        allowance = Allowance(cores=cores, prints="read")
        self.link = Link("plies.arena.run.worker", MESSAGES, allowance, match, str(beat))
        self.games: dict[str, Pairing] = {}
        self.is_ready = False
        self.played = 0
        self.heard = self._moved = time.monotonic()
        self._moves = 0
        self._current = ""
        #: the side whose turn it last reported in the game it plays
        self.asked: int | None = None

    @property
    def pid(self) -> int:
        return self.link.pid

    def register(self, selector: selectors.BaseSelector, number: int) -> None:
        for stream, what in zip(self.link.outputs, ("answers", "printed"), strict=True):
            selector.register(stream, selectors.EVENT_READ, (number, what))

    def end(self, selector: selectors.BaseSelector) -> None:
        """Kills it, and lets go of everything."""
        for stream in self.link.outputs:
            selector.unregister(stream)
        self.link.close()

    def forgive(self, seconds: float) -> None:
        """So much time does not count as silence."""
        self.heard += seconds
        self._moved += seconds

    @property
    def plays_remote(self) -> bool:
        """Whether a remote player waits for a move of a game that it has at hand."""
        return any(player.is_remote for game in self.games.values() for player in game.players)

    # -- giving and hearing ------------------------------------------------------------------------------------------

    def give(self, pairing: Pairing) -> None:
        """Hands it a game."""
        if not self.games:
            self._moved = time.monotonic()
        self.games[pairing.id] = pairing
        self.link.send(Play(pairing.as_json().encode()))

    def answers(self) -> Iterator[Ready | Alive | Asking | Failed | GameRecord]:
        """The messages it has sent since; InvalidFrame for what is no answer."""
        for message in self.link.receive():
            self.heard = time.monotonic()
            yield _record(message) if isinstance(message, Played) else message

    def note_moves(self, game: str, moves: int) -> None:
        if game != self._current:
            self.asked = None
        if (game, moves) != (self._current, self._moves):
            self._current, self._moves, self._moved = game, moves, time.monotonic()

    def note_asked(self, game: str, side: int) -> None:
        if game == self._current:
            self.asked = side

    # -- how it is ---------------------------------------------------------------------------------------------------

    def has_begun(self, game: Pairing) -> bool:
        """Whether it reported that it plays this game."""
        return self._current == game.id

    def progress(self) -> tuple[Pairing, int, float]:
        """The game it plays, its moves so far, and when the last of them was heard of."""
        return next(iter(self.games.values())), self._moves, self._moved

    def has_ended(self) -> bool:
        return self.link.is_broken or self.link.status() is not None

    @property
    def was_killed(self) -> bool:
        """By a signal, rather than ending by itself."""
        return (self.link.status() or 0) < 0


def _record(message: Played) -> GameRecord:
    try:
        return GameRecord.from_json(message.record.decode())
    except ValueError as error:
        raise InvalidFrame(f"a record that cannot be read: {error!s:.80}") from None
