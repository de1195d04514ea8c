"""The six messages of the protocol as plain data, read and written.

(PREVIEW (rules ...) clock)     (START match role (rules ...) startclock playclock)
(PLAY match joint)     (STOP match joint)     (ABORT match)     (INFO)

A joint move has one part for each role, in the order of the rules; before the first move it is NIL.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from plies.errors import InvalidMessage
from plies.games.contract import Expression
from plies.protocols.ggp.wire import sexpr

#: no clock is taken for longer: who answers within an hour answers in time by every longer clock
LONGEST_CLOCK = 3_600.0


@dataclass(frozen=True)
class Start:
    match: str
    role: str
    rules: tuple[Expression, ...]
    start_clock: float
    play_clock: float


@dataclass(frozen=True)
class Preview:
    """Rules of a match to come."""

    rules: tuple[Expression, ...]
    clock: float


@dataclass(frozen=True)
class Play:
    """`joint` are the moves since the last message, None before the first."""

    match: str
    joint: tuple[Expression, ...] | None


@dataclass(frozen=True)
class Stop:
    match: str
    joint: tuple[Expression, ...] | None


@dataclass(frozen=True)
class Abort:
    match: str


@dataclass(frozen=True)
class Info:
    """Older servers write in capitals, as all their messages, and want one word; newer ones want a list."""

    in_capitals: bool


Message = Preview | Start | Play | Stop | Abort | Info


def parse_message(text: str) -> Message:
    """The message that a text holds; raises InvalidMessage."""
    match sexpr.parse(text):
        case ("start", str(name), str(role), tuple(rules), str(start), str(play)):
            return Start(name, role, rules, _clock(start), _clock(play))
        case ("preview", tuple(rules), str(clock)):
            return Preview(rules, _clock(clock))
        case ("play", str(name), joint):
            return Play(name, _joint(joint))
        case ("stop", str(name), joint):
            return Stop(name, _joint(joint))
        case ("stop", str(name)):
            return Stop(name, None)
        case ("abort", str(name), *_):
            return Abort(name)
        case ("info", *_):
            return Info("INFO" in text)
        case ("preview" | "start" | "play" | "stop" | "abort" as kind, *_):
            raise InvalidMessage(f"a {kind} message that is incomplete")
    raise InvalidMessage("neither preview, start, play, stop, abort nor info")


def _clock(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = math.nan
    if not seconds > 0:
        raise InvalidMessage(f"a clock of {word[:20]!r}; a clock is a number of seconds above 0")
    return min(seconds, LONGEST_CLOCK)


def _joint(expression: Expression) -> tuple[Expression, ...] | None:
    if expression in ("nil", ()):
        return None
    if isinstance(expression, str):
        raise InvalidMessage("a joint move is a list with a move of each role, or nil")
    return expression


def format_start(match: str, role: str, rules: str, start_clock: float, play_clock: float) -> str:
    one_line = " ".join(sexpr.format(rule) for rule in sexpr.parse_all(rules))
    return f"(START {match} {role} ({one_line}) {start_clock:g} {play_clock:g})"


def format_joint(kind: str, match: str, joint: tuple[str, ...] | None) -> str:
    """A PLAY or STOP message."""
    return f"({kind} {match} {'NIL' if joint is None else '(' + ' '.join(joint) + ')'})"
