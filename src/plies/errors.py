"""Everything Plies raises on purpose.

PliesError                 one clear line; the command line prints it and exits with 2
├── UnknownName            no game, heuristic, player or option of that name
├── InvalidPosition        a position's text cannot be read (with the place)
├── InvalidMove            the word is no move at all
├── IllegalMove            a move, but not one that may be played here
├── AmbiguousMove          a word that several legal moves answer to
├── InvalidGame            a game, heuristic or algorithm breaks its contract
├── HeuristicHangs         a user-written heuristic does not return; what it runs in cannot be used any more
├── Refused                a request outside what the game, search or solver can do
├── InvalidMessage         a message of the game servers' protocol cannot be read
├── InvalidFile            a file cannot be read (with the line and column)
├── StorageFailed          what was played cannot be kept, as when the disk is full; no game is kept in part
└── GameFailed             a game of a tournament could not be played, however often it was tried

PlayerFault                a player lost its own game by a fault; never leaves the referee
"""

from __future__ import annotations

from collections.abc import Iterable


def near(word: str, known: Iterable[str]) -> str:
    """` (did you mean ari?)` where a known name is close to the word, for the middle of a message; else nothing."""
    from difflib import get_close_matches

    found = get_close_matches(word.strip().lower()[:100], list(known), n=1, cutoff=0.7)
    return f" (did you mean {found[0]}?)" if found else ""


def printable(text: str) -> str:
    """A text from elsewhere as a terminal may have it: what moves the cursor or changes colours is written out."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign == "\n" else ascii(sign)[1:-1] for sign in text)


def one_line(text: str) -> str:
    """The same on one line."""
    return printable(" ".join(text.split()))


class PliesError(ValueError):
    """The root of the tree; its text is one line for people."""


class UnknownName(PliesError):
    """No game, heuristic, player or option of that name; the text lists what is known."""


class InvalidPosition(PliesError):
    """A position's text cannot be read; the text names the place and what would be right."""


class InvalidMove(PliesError):
    """The word is not a move in this game's notation."""


class IllegalMove(PliesError):
    """The word is a move, but not a legal one in this position."""


class AmbiguousMove(PliesError):
    """Several legal moves answer to the word; the text lists them."""


class InvalidGame(PliesError):
    """A user-written game, heuristic or algorithm breaks its contract."""


class HeuristicHangs(PliesError):
    """A user-written heuristic did not return in time. Its thread cannot be ended, so the process should be."""

    def __init__(self, message: str, interrupted: bool = False) -> None:
        super().__init__(message)
        #: whether the user stopped it, before any limit did
        self.interrupted = interrupted


class Refused(PliesError):
    """What was asked is outside what this game, search or solver can do."""


class InvalidMessage(PliesError):
    """A message of the game servers' protocol cannot be read; the text names what is wrong with it."""


class InvalidFile(PliesError):
    """A file cannot be read. `line` and `column` count from 1; 0 means the file as a whole."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        place = f"line {line}, column {column}: " if line else ""
        super().__init__(place + message)
        self.line = line
        self.column = column


class StorageFailed(PliesError):
    """The disk is full or fails, so nothing more can be kept. What was kept before is safe, no game is kept in part."""


class GameFailed(PliesError):
    """A game of a tournament broke its worker again and again, or it stopped answering; the text names the game."""


#: the faults of players: how a game can end other than by the rules, always lost by the side at fault
ILLEGAL, ERROR, HANG, TIME, DIED = "illegal move", "error", "hang", "time", "process died"
FAULTS = (ILLEGAL, ERROR, HANG, TIME, DIED)


class PlayerFault(Exception):
    """A player lost its own game by one of FAULTS; `reason` describes how. The referee turns it into a result."""

    def __init__(self, termination: str, reason: str) -> None:
        super().__init__(reason)
        self.termination, self.reason = termination, reason
