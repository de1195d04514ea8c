"""The messages between the searcher of a user-written player and its child processes: one answer to each request.

    Inspect    Inspected
    Look       Contents
    Evaluate   Evaluated
    Describe   Described
    Load       Ready         in the process that runs the file
    Search     Ready         in the process that never runs it
    NewGame    Ready         from the fork of the game
    Move       Answer        from the fork
    Analyse    Answer        from the fork, after a Found for each depth
    EndGame    Ended
    Sweep      Swept         from the guard of the process that runs the file

Instead there may be a Fault, for what the user's code did; a Refusal, of a request that cannot be met; or Ended, when
the fork is gone. Every request that concerns files brings their texts: no process reads them from the disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from plies.games.position import Term
from plies.players.player import Player
from plies.players.user_code.contents import OwnHeuristic
from plies.processes.guard import Sweep, Swept
from plies.processes.messages import Messages
from plies.search.answer import Answer

#: the kinds of process: one runs the file, the other never does
FILE, SEARCH = "file", "search"
#: the status of a game's fork that ended because it was asked to; no other status is taken for that
AS_ASKED = 90
#: files by their full paths, and their texts (`packed`)
Texts = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Inspect:
    """Run a file and report what `file.py:name` is."""

    choice: str
    texts: Texts = ()


@dataclass(frozen=True)
class Inspected:
    """What it is, and which files it uses, by their full paths."""

    what: Literal["heuristic", "player"]
    files: tuple[str, ...]


@dataclass(frozen=True)
class Look:
    """Run a file and report what it offers in these games."""

    path: str
    games: tuple[str, ...]
    texts: Texts = ()


@dataclass(frozen=True)
class Contents:
    """The heuristics of a file, and which files it uses, by their full paths."""

    heuristics: tuple[OwnHeuristic, ...]
    files: tuple[str, ...]


@dataclass(frozen=True)
class Evaluate:
    """Take a heuristic apart in a position, for one side: one that was described, in the process that never runs its
    file; else one of a file, or of the game itself."""

    game: str
    choice: str
    descriptions: bytes
    texts: Texts
    #: the position's text
    position: str
    me: int


@dataclass(frozen=True)
class Evaluated:
    """The heuristic's own number for that side, and what it is made of."""

    value: float
    terms: tuple[Term, ...]
    centre: float


@dataclass(frozen=True)
class Describe:
    """Run files and describe the heuristics in them, for a process that never runs them (`user_code/`)."""

    choices: tuple[str, ...]
    texts: Texts = ()


@dataclass(frozen=True)
class Described:
    """The descriptions, one frame after the other; none where they cannot be described."""

    data: bytes


@dataclass(frozen=True)
class Load:
    """Run the file of a player, and compile what is to be compiled."""

    game: str
    player: Player
    texts: Texts = ()


@dataclass(frozen=True)
class Search:
    """Rebuild the heuristics of a player from their descriptions, and compile them. The file is not run."""

    game: str
    player: Player
    descriptions: bytes
    texts: Texts = ()


@dataclass(frozen=True)
class NewGame:
    """Fork for a game."""

    side: int
    seed: int


@dataclass(frozen=True)
class Move:
    """Choose a move after `moves`, which are played from `root`: a position's text, empty for the game's own start,
    None for where the last Move led. `remaining` are the seconds on the clock of the game."""

    root: str | None
    moves: tuple[str, ...]
    remaining: float | None


@dataclass(frozen=True)
class Analyse:
    """The same, with so many lines and reports on the way."""

    move: Move
    lines: int


@dataclass(frozen=True)
class Found:
    """What is known so far."""

    answer: Answer


@dataclass(frozen=True)
class EndGame:
    """Leave the game at hand."""


@dataclass(frozen=True)
class Ready:
    """Done."""


@dataclass(frozen=True)
class Ended:
    """The fork is gone, with this status."""

    status: int


@dataclass(frozen=True)
class Fault:
    """What the user's code did: one of `plies.errors.FAULTS`, and the reason in words."""

    termination: str
    reason: str


@dataclass(frozen=True)
class Refusal:
    """Why a request cannot be met."""

    text: str


#: what is longest are the texts of files, and the arrays in descriptions
MESSAGES = Messages(
    *(Inspect, Look, Evaluate, Describe, Load, Search, NewGame, Move, Analyse, EndGame, Sweep),
    *(Inspected, Contents, Evaluated, Described, Ready, Found, Answer, Ended, Swept, Fault, Refusal),
    most=64 << 20,
)


def packed(texts: dict[str, bytes]) -> Texts:
    """The texts of files by their full paths, as a message has them. Bytes become the characters of their numbers."""
    return tuple((path, text.decode("latin-1")) for path, text in texts.items())


def unpacked(texts: Texts) -> dict[str, bytes]:
    return {path: text.encode("latin-1") for path, text in texts}
