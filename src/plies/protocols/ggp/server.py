"""A player of the General Game Playing protocol: an HTTP server that plays the matches game servers start with it.

What it must survive, and how:

- moves that the server put in for it: the position follows the joint moves of PLAY, never the answers that were sent;
- messages sent twice: a repeated PLAY is answered the same, and plays nothing twice;
- rules that only look like those of our games: they are interpreted and compared before anything is promised;
- several matches at once, both roles of one match, a match started again under its name, one that is never stopped:
  each role has its own thread and table, a new START replaces the old match, and matches that fall silent make room;
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

from plies import registry
from plies.errors import InvalidMessage, PliesError
from plies.games.contract import Expression
from plies.games.position import Position
from plies.protocols.ggp.gdl.recognition import Known, Unknown
from plies.protocols.ggp.matches import Match, Matches
from plies.protocols.ggp.recognising import Recogniser
from plies.protocols.ggp.thinking import Brain, Thinker, Thought
from plies.protocols.ggp.wire import http
from plies.protocols.ggp.wire.following import Following, stand_in
from plies.protocols.ggp.wire.messages import Abort, Info, Message, Play, Preview, Start, Stop, parse_message

READY, BUSY, AVAILABLE, DONE, NOOP = "ready", "busy", "available", "done", "noop"
MOST_CONNECTIONS = 64
#: of the start clock, so much may go into comparing the rules
COMPARING = 0.8


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


class PlayerServer:
    """Answers messages. `brain(play_clock)` makes a Brain for each match; `log` gets each message with its answer."""

    def __init__(self, brain: Callable[[float], Brain], settings: Settings, log: Callable[[Heard], None]) -> None:
        self.brain, self.settings, self.log = brain, settings, log
        self.matches = Matches(settings.most_matches)
        self.recogniser = Recogniser()
        #: open connections, and those of them whose message is still to come, oldest first
        self.connections: set[asyncio.StreamWriter] = set()
        self.reading: dict[asyncio.StreamWriter, None] = {}

    # -- the door ----------------------------------------------------------------------------------------------------

    async def listen(self, host: str, port: int) -> asyncio.Server:
        return await asyncio.start_server(self._serve, host, port, limit=http.LONGEST_LINE)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived = time.monotonic()
        address = writer.get_extra_info("peername") or ("?", 0)
        peer = f"{address[0]}:{address[1]}"
        self.connections.add(writer)
        try:
            status, heard = await self._respond(reader, writer, arrived)
            self.log(Heard(time.time(), peer, *heard[:2], status, heard[2], time.monotonic() - arrived, heard[3]))
            await http.send_answer(reader, writer, status, heard[2])
        except asyncio.CancelledError:
            pass  # only the end of the server cancels; asyncio's streams would print a traceback for each connection
        finally:
            self.connections.discard(writer)
            writer.close()

    async def _respond(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, arrived: float
    ) -> tuple[int, tuple[str, str, str, str]]:
        """The status; kind, match, answer and note."""
        if len(self.connections) > MOST_CONNECTIONS:
            if not self.reading:
                return 503, ("refused", "", BUSY, "too many connections")
            next(iter(self.reading)).transport.abort()  # the connection that has been silent for longest makes room
        try:
            request = await self._read(reader, writer)
            if request.is_options:
                return 200, ("options", "", "", "")
            message = parse_message(request.text)
            answer, note = await self.answer(message, arrived, request.mark)
            return 200, (type(message).__name__.lower(), getattr(message, "match", ""), answer, note)
        except http.HttpError as error:
            return error.status, ("unreadable", "", str(error), "")
        except InvalidMessage as error:
            return 400, ("unreadable", "", str(error), "")
        except Exception as error:  # the server continues, and the log shows what to fix
            return 500, ("failed", "", "error", f"{type(error).__name__}: {error}")

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> http.Request:
        self.reading[writer] = None
        try:
            return await http.read_request(reader)
        finally:
            del self.reading[writer]

    def close(self) -> None:
        """Ends all matches and connections. Whoever is in the middle of a message is not waited for."""
        self.matches.close()
        self.recogniser.close()
        for writer in list(self.connections):
            writer.transport.abort()

    # -- messages ----------------------------------------------------------------------------------------------------

    async def answer(self, message: Message, arrived: float, mark: str = "") -> tuple[str, str]:
        """The answer to a message that arrived at that monotonic time, and a note for the log."""
        match message:
            case Preview():
                return await self._preview(message, arrived)
            case Start():
                return await self._start(message, arrived, mark)
            case Play():
                return await self._play(message, arrived, mark)
            case Stop():
                return DONE, self._stop(message)
            case Abort():
                ended = self.matches.end_all(message.match)
                return DONE, "" if ended else "no such match"
            case Info():
                return self._info(message), ""

    def _info(self, message: Info) -> str:
        now = time.monotonic()
        self.matches.drop_lost(now)
        status = AVAILABLE if self.matches.has_room(now) else BUSY
        if self.settings.info == "list" or (self.settings.info == "auto" and not message.in_capitals):
            return f"((name {self.settings.name}) (status {status}))"
        return status

    async def _preview(self, message: Preview, arrived: float) -> tuple[str, str]:
        """The rules are compared now, so that the match that follows need not wait for it."""
        if not self.matches.has_room(arrived):
            return DONE, "no room for a match"
        found = await self._recognise(message.rules, message.clock, arrived)
        return DONE, found.reason if isinstance(found, Unknown) else found.game

    async def _recognise(self, rules: tuple[Expression, ...], clock: float, arrived: float) -> Known | Unknown:
        ends = arrived + min(COMPARING * clock, clock - self.settings.margin_for(clock))
        return await self.recogniser.recognise(rules, max(0.0, ends - time.monotonic()))

    async def _start(self, message: Start, arrived: float, mark: str) -> tuple[str, str]:
        token = self.matches.reserve(message, time.monotonic())
        if token is None:
            return BUSY, f"{self.settings.most_matches} matches are being played already"
        try:
            known = await self._recognise(message.rules, message.start_clock, arrived)
            if not self.matches.is_wanted(message, token):
                return BUSY, "ended before it began"
        finally:
            self.matches.release(message, token)
        if isinstance(known, Unknown):
            return BUSY, known.reason
        match = self._begin(message, known, mark)
        if match is None:
            return BUSY, f"the role is none of {', '.join(known.roles)}"
        return await self._get_ready(match, arrived, known.positions)

    def _begin(self, message: Start, known: Known, mark: str) -> Match | None:
        """The match, if the role is one of the game's."""
        game = registry.game(known.game)
        following = Following(game, known.roles, known.words)
        if message.role not in following.roles:
            return None
        side = following.roles.index(message.role)
        thinker = Thinker(self.brain(message.play_clock))
        ready = thinker.prepare(game, side, zlib.crc32(message.match.encode()))
        match = Match(message.match, following, side, message, thinker, ready, time.monotonic(), mark)
        self.matches.add(match)
        return match

    async def _get_ready(self, match: Match, arrived: float, positions: int) -> tuple[str, str]:
        clock = match.start.start_clock
        text = f"{match.following.position.game.name} as {match.start.role}, {clock:g} and {match.start.play_clock:g} s"
        if positions:
            text += f"; the rules agree in {positions} positions"
        seconds = arrived + clock - self.settings.margin_for(clock) - time.monotonic()
        try:
            await asyncio.wait_for(asyncio.shield(match.ready), max(0.0, seconds))
        except TimeoutError:
            _forgive(match.ready)
            return READY, f"{text}; still compiling"
        except PliesError as error:
            if match in self.matches.of(match.id):
                self.matches.end(match)
            return BUSY, f"{text}; cannot play it: {error}"
        return READY, text

    async def _play(self, message: Play, arrived: float, mark: str) -> tuple[str, str]:
        match = self.matches.take(message.match, message.joint, mark, time.monotonic())
        if match is None:
            return NOOP, "no such match"
        following = match.following
        wrong = following.follow(message.joint) or ""
        position = following.position
        if match.thinking is not None and match.thinking[0] is not position:
            match.thinker.brain.stop()  # the server did not wait, and what is thought about is past
            match.thinking = None
        if position.outcome is not None or position.state.turn != match.side:
            return following.noop, wrong
        if match.thinking is None:
            thinking = _think(match, position, arrived, self.settings.margin_for(match.start.play_clock))
            match.thinking = position, asyncio.ensure_future(thinking)
        answer, note = await asyncio.shield(match.thinking[1])
        return answer, "; ".join(filter(None, (wrong, note)))

    def _stop(self, message: Stop) -> str:
        ended = self.matches.end_all(message.match)
        if not ended:
            return "no such match"
        following = ended[0].following
        wrong, outcome = following.follow(message.joint), following.position.outcome
        if wrong is not None or outcome is None:
            return wrong or "stopped before the end"
        return f"{outcome.winner} wins: {outcome.reason}" if outcome.winner else f"draw: {outcome.reason}"


async def _think(match: Match, position: Position, arrived: float, margin: float) -> tuple[str, str]:
    """A move and a note for the log, whatever happens. The search ends a margin before the clock does; half of the
    margin later it is not waited for any longer."""
    clock, thinker = match.start.play_clock, match.thinker
    if not await _is_ready(match, arrived + clock / 2):
        return match.following.term(position, stand_in(position)), "not compiled yet; played without a search"
    deadline = arrived + clock - margin
    future = thinker.choose(position, deadline)
    try:
        left = deadline + margin / 2 - time.monotonic()
        thought: Thought = await asyncio.wait_for(asyncio.shield(future), max(0.0, left))
        return match.following.term(position, position.read(thought.move)), thought.note
    except TimeoutError:
        thinker.brain.stop()
        _forgive(future)
        note = "no move in time; played without a search"
    except Exception as error:  # whatever a user-written player does, the match continues
        note = f"the player failed ({type(error).__name__}: {error}); played without a search"
    return match.following.term(position, stand_in(position)), note


async def _is_ready(match: Match, deadline: float) -> bool:
    """Waits for what is still compiled, but not long: compiling slows down everything in this process."""
    if not match.ready.done():
        await asyncio.wait((match.ready,), timeout=max(0.0, deadline - time.monotonic()))
    return match.ready.done()


def _forgive(future: asyncio.Future[Any]) -> None:
    """Ignores what a future still raises; its message has been answered."""
    future.add_done_callback(lambda done: done.cancelled() or done.exception())
