"""Options of players, `key=value`: how each is read, written, offered in a form, and what a right value looks like."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, TypeAlias

#: (base seconds, increment after each move)
Fischer = tuple[float, float]
#: what an option may be worth; all of it goes through JSON
Value: TypeAlias = "str | int | float | bool | None"
#: what a form offers for an option
Form = Literal["whole number", "time", "switch", "choice", "heuristic", "text"]

LONGEST = Decimal(1_000_000)
SHORTEST = Decimal("0.001")
DEEPEST = 200


@dataclass(frozen=True)
class Option:
    """One `key=value`. `read` raises ValueError for what is no value; `right` describes a valid one."""

    name: str
    about: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    right: str
    default: Any = None
    form: Form = "text"
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0


# -- kinds of options ------------------------------------------------------------------------------------------------


def whole(name: str, about: str, low: int, high: int, default: int | None = None) -> Option:
    """A whole number from `low` to `high`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d{1,12}", text.strip(), re.ASCII) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    right = f"a whole number from {low} to {high}"
    return Option(name, about, read, str, right, default, "whole number", low=low, high=high)


def switch(name: str, about: str, default: bool = True) -> Option:
    """`on` or `off`."""
    words = {"on": True, "off": False}

    def read(text: str) -> bool:
        if text.strip() not in words:
            raise ValueError(text)
        return words[text.strip()]

    return Option(name, about, read, lambda on: "on" if on else "off", "on or off", default, "switch")


def choice(name: str, about: str, choices: Sequence[str], default: str) -> Option:
    """One of some words."""

    def read(text: str) -> str:
        if text.strip() not in choices:
            raise ValueError(text)
        return text.strip()

    return Option(name, about, read, str, " or ".join(choices), default, "choice", choices=tuple(choices))


def text(name: str, about: str, read: Callable[[str], str], right: str) -> Option:
    """A text that `read` checks."""
    return Option(name, about, read, str, right)


# -- times -----------------------------------------------------------------------------------------------------------


def read_seconds(text: str) -> float:
    """`1.5s`, `20ms`, `2min` as seconds; ValueError otherwise."""
    found = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|min)", text.strip(), re.ASCII)
    if found is None:
        raise ValueError(text)
    try:
        exact = Decimal(found[1]) * {"ms": Decimal("0.001"), "s": Decimal(1), "min": Decimal(60)}[found[2]]
    except InvalidOperation:  # more digits than a number may have
        raise ValueError(text) from None
    if not SHORTEST <= exact <= LONGEST:
        raise ValueError(text)
    return float(exact)


def write_seconds(seconds: float) -> str:
    """The shorter of `0.5s` and `500ms`, exactly."""
    exact = Decimal(repr(float(seconds)))
    return min((f"{_plain(exact)}s", f"{_plain(exact * 1000)}ms"), key=len)


def _plain(number: Decimal) -> str:
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _read_clock(text: str) -> Fischer:
    base, plus, increment = text.partition("+")
    if not plus:
        return read_seconds(base), 0.0
    nothing = re.fullmatch(r"0+(\.0*)?\s*(ms|s|min)", increment.strip(), re.ASCII)
    return read_seconds(base), 0.0 if nothing else read_seconds(increment)


def _write_clock(clock: Fischer) -> str:
    return f"{write_seconds(clock[0])}+{write_seconds(clock[1]) if clock[1] else '0s'}"


_TIMES = "a time from 1ms to 1000000s, such as 1s, 0.5s, 20ms or 2min"

TABLES = choice(
    "tables",
    "look solved positions up in the game's table: only when a clock limits the moves, always, never",
    ("timed", "on", "off"),
    "timed",
)

# -- what every player may have --------------------------------------------------------------------------------------

#: limits of one move, in the order in which a player's text has them
LIMITS: dict[str, Option] = {
    one.name: one
    for one in (
        Option("seconds", "time per move", read_seconds, write_seconds, _TIMES, form="time"),
        Option("clock", "a clock for the whole game", _read_clock, _write_clock, "base+increment, such as 60s+0.5s"),
        whole("depth", "plies to search", 1, DEEPEST),
        whole("nodes", "nodes per move", 1, 10**12 - 1),
    )
}
PATIENCE = Option(
    "patience", "how long a child process may stay silent beyond its time", read_seconds, write_seconds, _TIMES
)
#: keys with one meaning for every player, which no algorithm uses for an option of its own
COMMON = (*LIMITS, "algorithm", PATIENCE.name, "name")

# -- heuristics as options ---------------------------------------------------------------------------------------------

#: `ari`, `ari(pawns=2,distance=-3)`; `folder/mine.py:name`, also with weights
HEURISTIC = re.compile(r"[^\W\d][\w.+-]*(?:\([^()]*\))?")
FILE = re.compile(r".+\.py:[^\W\d]\w*(?:\([^()]*\))?")
#: `folder/mine.toml`, a learned heuristic, also with weights
LEARNED = re.compile(r"[^@(),]+\.toml(?:\([^()]*\))?")


def _read_order(text: str) -> str:
    choice = text.strip()
    if not any(form.fullmatch(choice) for form in (HEURISTIC, FILE, LEARNED)):
        raise ValueError(text)
    return choice


ORDER = replace(
    text("order", "the heuristic that orders moves", _read_order, "a heuristic, or none for the order of the rules"),
    form="heuristic",
    choices=("none",),
)
