"""What the tests of the game servers' protocol share: servers in threads of their own, and raw conversations."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import plies
from plies.errors import ERROR, ILLEGAL
from plies.games.contract import Game
from plies.games.position import Position
from plies.protocols.ggp.gdl.recognition import recognise_own
from plies.protocols.ggp.server import Heard, PlayerServer, Settings
from plies.protocols.ggp.thinking import Brain, Thought
from plies.protocols.ggp.wire import http
from plies.protocols.ggp.wire.following import Following, term_of
from plies.protocols.ggp.wire.http import read_request
from plies.protocols.ggp.wire.messages import Info, Play, Start, parse_message

#: longer than anything takes, even on a busy machine
PATIENCE = 30.0


class FirstMove:
    """Plays the first legal move at once, or does what a test asks for."""

    def __init__(self, choose: Callable[[Position, float], str] | None = None) -> None:
        self._choose = choose
        self.stopped = threading.Event()

    def prepare(self, game: Game, side: int, seed: int) -> None:
        pass

    def choose(self, position: Position, seconds: float) -> Thought:
        return Thought(position.moves[0] if self._choose is None else self._choose(position, seconds))

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        self.stopped.set()


class Running:
    """A player server on a free port, with everything it heard."""

    def __init__(self, brain: Callable[[], Brain], settings: Settings) -> None:
        self.heard: list[Heard] = []
        self.server = PlayerServer(lambda play_clock: brain(), settings, self.heard.append)
        self.port = 0

    def say(self, text: str) -> str:
        """Sends a message; the body of the answer."""
        return self.exchange(post(text)).partition("\r\n\r\n")[2]

    def exchange(self, data: bytes, end: bool = False) -> str:
        """Sends bytes as they are and reads until the server ends the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as link:
            link.sendall(data)
            if end:
                link.shutdown(socket.SHUT_WR)
            return everything(link)

    def start(self, match: str = "m", role: str = "WHITE", game: str = "pawns:3x5", clocks: str = "20 20") -> str:
        return self.say(f"(START {match} {role} ({rules(game)}) {clocks})")


def rules(game: str) -> str:
    form = plies.game(game).server_form
    assert form is not None
    return form.rules


def post(text: str, length: int | None = None, mark: str = "") -> bytes:
    body = text.encode()
    head = f"POST / HTTP/1.0\r\nContent-type: text/acl\r\nContent-length: {len(body) if length is None else length}"
    head += f"\r\nReceiver: {mark}" if mark else ""
    return head.encode() + b"\r\n\r\n" + body


def everything(link: socket.socket) -> str:
    parts = []
    while part := link.recv(65536):
        parts.append(part)
    return b"".join(parts).decode("latin-1")


@contextmanager
def in_loop(begin: Callable[[], Awaitable[asyncio.Server]]) -> Iterator[int]:
    """A server of asyncio in a thread of its own; gives its port."""
    loop, started, port = asyncio.new_event_loop(), threading.Event(), [0]
    main: list[asyncio.Task[Any]] = []

    async def serve() -> None:
        server = await begin()
        port[0] = server.sockets[0].getsockname()[1]
        main.append(asyncio.current_task())  # type: ignore[arg-type]
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            server.close()

    def run() -> None:
        try:
            asyncio.set_event_loop(loop)
            loop.run_until_complete(serve())
        except asyncio.CancelledError:
            pending = asyncio.all_tasks(loop)
            for task in pending:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        finally:
            loop.close()
            started.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert started.wait(PATIENCE)
    try:
        yield port[0]
    finally:
        loop.call_soon_threadsafe(main[0].cancel)
        thread.join(PATIENCE)


@contextmanager
def player(brain: Callable[[], Brain] = FirstMove, settings: Settings = Settings()) -> Iterator[Running]:  # noqa: B008
    running = Running(brain, settings)
    with in_loop(lambda: running.server.listen("127.0.0.1", 0)) as running.port:
        yield running
        running.server.close()


# -- players that do not keep to the protocol ------------------------------------------------------------------------

#: what a stub does with a message: the bytes it sends back (None: those of a good player), after so many seconds
Reply = tuple[bytes | None, float]


def ok(text: str) -> Reply:
    return f"HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: {len(text)}\r\n\r\n{text}".encode(), 0.0


class Stub:
    """A player that follows the match and plays first moves, except where `odd(message, turn)` says otherwise."""

    def __init__(self, odd: Callable[[str, int], Reply | None]) -> None:
        self.odd, self.port = odd, 0
        self.messages: list[str] = []
        self.following: dict[str, tuple[Following, int]] = {}

    async def listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._serve, "127.0.0.1", 0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            text = (await read_request(reader)).text
            self.messages.append(text)
            usual = self.usual(text)
            data, delay = self.odd(text, sum(message.startswith("(PLAY") for message in self.messages)) or usual
            await asyncio.sleep(delay)
            writer.write(usual[0] if data is None else data)
        finally:
            writer.close()

    def usual(self, text: str) -> Reply:
        message = parse_message(text)
        if isinstance(message, Start):
            known = recognise_own(message.rules)
            assert known is not None
            game = plies.game(known.game)
            self.following[message.match] = Following(game, game.sides), game.sides.index(message.role)
            return ok("ready")
        if not isinstance(message, Play):
            return ok("available" if isinstance(message, Info) else "done")
        following, side = self.following[message.match]
        assert following.follow(message.joint) is None, "the manager reported an impossible move"
        position = following.position
        return ok(term_of(position, position.legal[0]) if position.state.turn == side else "noop")


@contextmanager
def stub(odd: Callable[[str, int], Reply | None] = lambda message, turn: None) -> Iterator[Stub]:
    one = Stub(odd)
    with in_loop(one.listen) as one.port:
        yield one


#: seconds that a late answer takes
LATE = 2.0


def late(message: str, turn: int) -> Reply | None:
    return (None, LATE) if message.startswith("(PLAY") and turn == 2 else None


def always(reply: Reply) -> Callable[[str, int], Reply | None]:
    """That reply to the second PLAY, when the second side is to move."""
    return lambda message, turn: reply if message.startswith("(PLAY") and turn == 2 else None


BROKEN: dict[str, tuple[Callable[[str, int], Reply | None], str, str]] = {
    "illegal": (always(ok("(move 1 1 1 2)")), ILLEGAL, r"\(move 1 1 1 2\) is not legal here"),
    "noop on its turn": (always(ok("noop")), ILLEGAL, "noop is not legal here"),
    "a word": (always(ok("castle")), ILLEGAL, "castle is not legal here"),
    "garbage": (always(ok("((((")), ERROR, "unreadable answer .4 brackets are never closed"),
    "nothing": (always(ok("")), ERROR, "unreadable answer .nothing where one was expected"),
    "control letters": (always(ok("\x00\x1b[31m")), ERROR, "unreadable answer"),
    "closes": (always((b"", 0.0)), ERROR, "the connection ended before the message began"),
    "no HTTP": (always((b"(move 1 4 1 3)\n\n", 0.0)), ERROR, "the answer is not HTTP"),
    "status": (always((b"HTTP/1.0 500 Oh no\r\n\r\nnoop", 0.0)), ERROR, "HTTP status 500, not 200"),
    "huge": (always((b"HTTP/1.0 200 OK\r\n\r\n" + b"x" * (http.MOST_BYTES + 1), 0.0)), ERROR, "more than 262144 bytes"),
    "deep": (always(ok("(" * 5000 + ")" * 5000)), ERROR, "nested more than 100 deep"),
}
