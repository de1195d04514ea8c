"""Asking a remote player: one message, one answer within its time, or what was wrong in the words of the record."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from plies.errors import DIED, ERROR, ILLEGAL, TIME, InvalidMessage, Refused
from plies.games.position import Position
from plies.protocols.ggp.wire import http, sexpr
from plies.protocols.ggp.wire.following import form_of, move_of

#: letters of an answer that are kept in a reason
SHOWN = 60


@dataclass(frozen=True)
class Address:
    """Where a player listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """`http://host:port`, `ggp://host:port` or `host:port`; raises Refused."""
    right = "a remote player is http://host:port, such as http://127.0.0.1:4001"
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError:  # also UnicodeError: no such name can be looked up
        raise Refused(f"{text!r}: {right}") from None
    extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in ("http", "ggp") or not host or not port or extra:
        raise Refused(f"{text!r}: {right}")
    return Address(host, port)


@dataclass(frozen=True)
class Reply:
    """What came back. `fault` is empty, or one of record.FAULTS with a reason in words; then `text` may be empty."""

    text: str
    seconds: float
    fault: str = ""
    reason: str = ""


async def ask(address: Address, message: str, seconds: float) -> Reply:
    """Sends a message and waits for the answer so long."""
    begun = time.monotonic()
    text, fault, reason = "", "", ""
    try:
        text = await asyncio.wait_for(http.post(address.host, address.port, message), seconds)
    except TimeoutError:
        fault, reason = TIME, f"no answer within {seconds:g} s"
    except http.HttpError as error:
        fault, reason = ERROR, str(error)
    except OSError as error:
        fault, reason = DIED, f"cannot be reached ({_in_words(error)})"
    return Reply(text, time.monotonic() - begun, fault, reason)


def _in_words(error: OSError) -> str:
    """One line: asyncio puts several failures, for several addresses of one name, into one long text."""
    return " ".join((error.strerror or str(error) or type(error).__name__).split())[:120]


def read_move(position: Position, side: int, answer: Reply) -> tuple[int | None, str, str]:
    """What a side's answer to PLAY means: its move (None: it waits), and what is wrong with the answer, if anything."""
    if answer.fault:
        return None, answer.fault, answer.reason
    try:
        term = sexpr.parse(answer.text)
    except InvalidMessage as error:
        return None, ERROR, f"an unreadable answer ({error})"
    noop = form_of(position.game).noop
    if side != position.state.turn:
        return (None, "", "") if term == noop else (None, ILLEGAL, f"{shown(answer.text)} where only {noop} is legal")
    move = move_of(position, term)
    return (move, "", "") if move is not None else (None, ILLEGAL, f"{shown(answer.text)} is not legal here")


def shown(text: str) -> str:
    """What a player sent, fit for one line."""
    tidy = " ".join("".join(sign if sign.isprintable() else "?" for sign in text).split())
    return tidy if len(tidy) <= SHOWN else tidy[:SHOWN] + "..."
