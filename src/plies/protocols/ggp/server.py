"""A player of the General Game Playing protocol: an HTTP server that plays the matches game servers start with it.

What it must survive, and how:

- moves that the server put in for it: the position follows the joint moves of PLAY, never the answers that were sent;
- messages sent twice: a repeated PLAY is answered the same, and plays nothing twice;
- several matches at once, a match started again under its name, one that is never stopped: each has its own thread and
  table, a new START replaces the old match, and silent matches are forgotten;
- garbage: everything is bounded before it is read, and answered with one line;
- its own slowness: a search, a compilation or user-written code that is not ready in time: `stand_in` answers for it.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from plies.errors import InvalidMessage, PliesError
from plies.games.position import Position
from plies.protocols.ggp.thinking import Brain, Thinker, Thought
from plies.protocols.ggp.wire import http
from plies.protocols.ggp.wire.following import Following, form_of, recognise, roles_of, stand_in, term_of
from plies.protocols.ggp.wire.messages import Abort, Info, Message, Play, Start, Stop, parse_message

READY, BUSY, AVAILABLE, DONE, NOOP = "ready", "busy", "available", "done", "noop"
#: beyond its clocks, a match that is silent for so many seconds will not continue
PATIENCE = 60.0
MOST_CONNECTIONS = 64


@dataclass(frozen=True)
class Settings:
    """What a user may choose. `margin` are the seconds kept back from each clock; None: `margin_of` the clock."""

    name: str = "plies"
    margin: float | None = None
    most_matches: int = 8
    info: Literal["auto", "word", "list"] = "auto"

    def margin_for(self, clock: float) -> float:
        """Answers travel, and servers count from when they sent: 0.2 s and 3% of the clock, never more than half."""
        wanted = 0.2 + 0.03 * clock if self.margin is None else self.margin
        return min(wanted, clock / 2)


@dataclass(frozen=True)
class Heard:
    """One message and its answer, for the log."""

    at: float
    peer: str
    kind: str
    match: str
    status: int
    answer: str
    seconds: float
    note: str = ""


@dataclass
class Match:
    """A match that is being played."""

    id: str
    following: Following
    side: int
    start: Start
    thinker: Thinker
    #: done when the player is compiled and ready
    ready: asyncio.Future[None]
    heard: float
    #: the position that is thought about, and the answer to come
    thinking: tuple[Position, asyncio.Task[tuple[str, str]]] | None = None

    def is_silent(self, now: float) -> bool:
        return now - self.heard > PATIENCE + self.start.start_clock + 2 * self.start.play_clock


class PlayerServer:
    """Answers messages. `brain(play_clock)` makes a Brain for each match; `log` gets each message with its answer."""

    def __init__(self, brain: Callable[[float], Brain], settings: Settings, log: Callable[[Heard], None]) -> None:
        self.brain, self.settings, self.log = brain, settings, log
        self.matches: dict[str, Match] = {}
        self.connections = 0
        #: connections whose message is still to come, oldest first
        self.reading: dict[asyncio.StreamWriter, None] = {}

    # -- the door ----------------------------------------------------------------------------------------------------

    async def listen(self, host: str, port: int) -> asyncio.Server:
        return await asyncio.start_server(self._serve, host, port, limit=http.LONGEST_LINE)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived = time.monotonic()
        address = writer.get_extra_info("peername") or ("?", 0)
        peer = f"{address[0]}:{address[1]}"
        self.connections += 1
        try:
            status, heard = await self._respond(reader, writer, arrived)
            self.log(Heard(time.time(), peer, *heard[:2], status, heard[2], time.monotonic() - arrived, heard[3]))
            await http.send_answer(reader, writer, status, heard[2])
        except asyncio.CancelledError:
            pass  # only the end of the server cancels; asyncio's streams would print a traceback for each connection
        finally:
            self.connections -= 1
            writer.close()

    async def _respond(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, arrived: float
    ) -> tuple[int, tuple[str, str, str, str]]:
        """The status; kind, match, answer and note."""
        if self.connections > MOST_CONNECTIONS:
            if not self.reading:
                return 503, ("refused", "", BUSY, "too many connections")
            next(iter(self.reading)).transport.abort()  # the connection that has been silent for longest makes room
        try:
            message = parse_message(await self._read(reader, writer))
            answer, note = await self.answer(message, arrived)
            return 200, (type(message).__name__.lower(), getattr(message, "match", ""), answer, note)
        except http.HttpError as error:
            return error.status, ("unreadable", "", str(error), "")
        except InvalidMessage as error:
            return 400, ("unreadable", "", str(error), "")
        except Exception as error:  # the server continues, and the log shows what to fix
            return 500, ("failed", "", "error", f"{type(error).__name__}: {error}")

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        self.reading[writer] = None
        try:
            return await http.read_request(reader)
        finally:
            del self.reading[writer]

    # -- messages ----------------------------------------------------------------------------------------------------

    async def answer(self, message: Message, arrived: float) -> tuple[str, str]:
        """The answer to a message that arrived at that monotonic time, and a note for the log."""
        match message:
            case Start():
                return await self._start(message, arrived)
            case Play():
                return await self._play(message, arrived)
            case Stop():
                return DONE, self._stop(message)
            case Abort():
                found = self._forget(message.match)
                return DONE, "" if found else "no such match"
            case Info():
                return self._info(message), ""

    def _info(self, message: Info) -> str:
        self._forget_silent()
        status = BUSY if self.matches else AVAILABLE
        if self.settings.info == "list" or (self.settings.info == "auto" and not message.in_capitals):
            return f"((name {self.settings.name}) (status {status}))"
        return status

    async def _start(self, message: Start, arrived: float) -> tuple[str, str]:
        self._forget(message.match)  # the server begins again
        self._forget_silent()
        game = recognise(message.rules)
        if game is None:
            return BUSY, "rules of a game that is not known here"
        roles = roles_of(message.rules, game)
        if message.role not in roles:
            return BUSY, f"the role is none of {', '.join(roles)}"
        if len(self.matches) >= self.settings.most_matches:
            return BUSY, f"{len(self.matches)} matches are being played already"
        side = [name.lower() for name in game.sides].index(message.role)
        thinker = Thinker(self.brain(message.play_clock))
        ready = thinker.prepare(game, side, zlib.crc32(message.match.encode()))
        match = Match(message.match, Following(game, roles), side, message, thinker, ready, heard=time.monotonic())
        self.matches[match.id] = match
        text = f"{game.name} as {message.role}, {message.start_clock:g} and {message.play_clock:g} s"
        seconds = arrived + message.start_clock - self.settings.margin_for(message.start_clock) - time.monotonic()
        try:
            await asyncio.wait_for(asyncio.shield(ready), max(0.0, seconds))
        except TimeoutError:
            _forgive(ready)
            return READY, f"{text}; still compiling"
        except PliesError as error:
            if self.matches.get(match.id) is match:
                self._forget(match.id)
            return BUSY, f"{text}; cannot play it: {error}"
        return READY, text

    async def _play(self, message: Play, arrived: float) -> tuple[str, str]:
        match = self.matches.get(message.match)
        if match is None:
            return NOOP, "no such match"
        match.heard = time.monotonic()
        following = match.following
        wrong = following.follow(message.joint) or ""
        position = following.position
        if match.thinking is not None and match.thinking[0] is not position:
            match.thinker.brain.stop()  # the server did not wait, and what is thought about is past
            match.thinking = None
        if position.outcome is not None or position.state.turn != match.side:
            return form_of(position.game).noop, wrong
        if match.thinking is None:
            thinking = _think(match, position, arrived, self.settings.margin_for(match.start.play_clock))
            match.thinking = position, asyncio.ensure_future(thinking)
        answer, note = await asyncio.shield(match.thinking[1])
        return answer, "; ".join(filter(None, (wrong, note)))

    def _stop(self, message: Stop) -> str:
        match = self.matches.get(message.match)
        if match is None:
            return "no such match"
        wrong = match.following.follow(message.joint)
        self._forget(message.match)
        outcome = match.following.position.outcome
        if wrong is not None or outcome is None:
            return wrong or "stopped before the end"
        return f"{outcome.winner} wins: {outcome.reason}" if outcome.winner else f"draw: {outcome.reason}"

    def _forget(self, match: str) -> bool:
        found = self.matches.pop(match, None)
        if found is not None:
            found.thinker.close()
        return found is not None

    def _forget_silent(self) -> None:
        now = time.monotonic()
        for match in [match for match in self.matches.values() if match.is_silent(now)]:
            self._forget(match.id)

    def close(self) -> None:
        """Ends all matches."""
        for match in list(self.matches):
            self._forget(match)


async def _think(match: Match, position: Position, arrived: float, margin: float) -> tuple[str, str]:
    """A move and a note for the log, whatever happens. The search ends a margin before the clock does; half of the
    margin later it is not waited for any longer."""
    clock, thinker = match.start.play_clock, match.thinker
    if not await _is_ready(match, arrived + clock / 2):
        return term_of(position, stand_in(position)), "not compiled yet; played without a search"
    deadline = arrived + clock - margin
    future = thinker.choose(position, deadline)
    try:
        left = deadline + margin / 2 - time.monotonic()
        thought: Thought = await asyncio.wait_for(asyncio.shield(future), max(0.0, left))
        return term_of(position, position.read(thought.move)), thought.note
    except TimeoutError:
        thinker.brain.stop()
        _forgive(future)
        note = "no move in time; played without a search"
    except Exception as error:  # whatever a user-written player does, the match continues
        note = f"the player failed ({type(error).__name__}: {error}); played without a search"
    return term_of(position, stand_in(position)), note


async def _is_ready(match: Match, deadline: float) -> bool:
    """Waits for what is still compiled, but not long: compiling slows down everything in this process."""
    if not match.ready.done():
        await asyncio.wait((match.ready,), timeout=max(0.0, deadline - time.monotonic()))
    return match.ready.done()


def _forgive(future: asyncio.Future[Any]) -> None:
    """Ignores what a future still raises; its message has been answered."""
    future.add_done_callback(lambda done: done.cancelled() or done.exception())
