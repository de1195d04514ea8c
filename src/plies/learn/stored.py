"""A run on disk: games in files of some hundred, candidates and verdicts of each round. Nothing is written in place."""

from __future__ import annotations

import json
import math
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.errors import InvalidFile, StorageFailed
from plies.learn.games.packing import pack, unpack
from plies.learn.games.selfplay import Played

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

#: games of one file
CHUNK = 100
#: what was asked for; what is being done; the round that is not finished
COURSE, NOW, PARTIAL = "course.json", "now.json", "partial.json"


@dataclass(frozen=True)
class Trial:
    """A candidate of a round: how it fitted, and how its match against the best so far ended."""

    round: int
    kind: str
    digest: str
    positions: int
    weights: int
    training: tuple[float, ...]
    held_out: tuple[float, ...]
    #: the loss of the best so far on the same held-out positions
    parent_loss: float
    #: H1 is taken, H0 is dropped, "same" was not played; "continue" is undecided: its match goes on in the next round
    #: if it leads, else it is dropped
    decision: str
    #: pairs of games by points 0, ½, 1, 1½, 2 of the candidate
    pentanomial: tuple[int, ...]
    #: the candidate's file in the run's folder
    file: str
    #: the steps of the fit after which the losses were taken
    steps: tuple[int, ...] = ()
    #: the round that it was fitted in, where its match goes on in a later one; 0: this one
    begun: int = 0

    @property
    def fitted(self) -> int:
        """The round that it was fitted in."""
        return self.begun or self.round

    @property
    def name(self) -> str:
        """For people."""
        return f"round {self.round}, {self.kind}" + (f" of round {self.begun}" if self.begun else "")

    def leads(self, games: int) -> bool:
        """Undecided, ahead, and with games left in a match of so many at the most."""
        ahead = sum((at - 2) * count for at, count in enumerate(self.pentanomial)) > 0
        return self.decision == "continue" and ahead and 2 * sum(self.pentanomial) < games


@dataclass(frozen=True)
class Round:
    """What a round gave: its games and trials, and the file of the best heuristic after it (empty: the parent)."""

    number: int
    nodes: int
    games: int
    trials: tuple[Trial, ...]
    best: str
    seconds: float


@dataclass(frozen=True)
class Now:
    """What a run is doing, in words; which round that is, and the seconds it has taken in a run limited by time."""

    text: str
    round: int
    spent: float
    #: seconds since the epoch, filled in when it is noted; 0 once the run was stopped
    at: float = 0.0


class Run:
    """The folder of one run."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._noted = folder, -math.inf
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageFailed(f"cannot keep a run in {folder}: {error.strerror}") from None

    # -- games -------------------------------------------------------------------------------------------------------

    def store_games(self, round_: int, number: int, games: Sequence[Played]) -> None:
        """Keeps one chunk of a round's games."""
        handle, temporary = tempfile.mkstemp(dir=self.folder, suffix=".npz")
        with os.fdopen(handle, "wb") as stream:
            stream.write(pack(games))
        os.replace(temporary, self._chunk(round_, number))

    def chunks(self, round_: int) -> int:
        """How many files of games a round has."""
        return len(list(self.folder.glob(f"games-{round_:03d}-*.npz")))

    def has_games(self, round_: int, number: int) -> bool:
        return self._chunk(round_, number).exists()

    def games(self, round_: int) -> list[Played]:
        """All games of a round that are kept, in their order."""
        found: list[Played] = []
        for file in sorted(self.folder.glob(f"games-{round_:03d}-*.npz")):
            try:
                found += unpack(file.read_bytes(), str(file))
            except InvalidFile as error:
                raise InvalidFile(f"{error}; remove it to play its games again") from None
        return found

    def _chunk(self, round_: int, number: int) -> Path:
        return self.folder / f"games-{round_:03d}-{number:05d}.npz"

    # -- rounds ------------------------------------------------------------------------------------------------------

    def store_round(self, made: Round) -> None:
        self.write(f"round-{made.number:03d}.json", json.dumps(asdict(made), indent=1))
        (self.folder / PARTIAL).unlink(missing_ok=True)
        (self.folder / NOW).unlink(missing_ok=True)

    def store_partial(self, made: Round) -> None:
        """A round that is going on, for whoever looks."""
        self.write(PARTIAL, json.dumps(asdict(made), indent=1))

    def partial(self) -> Round | None:
        """The round that is going on, with the trials it has so far."""
        return _round(self.folder / PARTIAL) if (self.folder / PARTIAL).exists() else None

    def rounds(self) -> list[Round]:
        """The rounds that are finished."""
        return [_round(file) for file in sorted(self.folder.glob("round-*.json"))]

    # -- for whoever looks -------------------------------------------------------------------------------------------

    def store_course(self, course: DataclassInstance) -> None:
        self.write(COURSE, json.dumps(asdict(course), indent=1))

    def note(self, now: Now) -> None:
        """What is being done; at most once a second, so that it costs nothing."""
        if time.monotonic() - self._noted >= 1.0:
            self._noted = time.monotonic()
            self.write(NOW, json.dumps(asdict(replace(now, at=time.time()))))

    def note_stop(self) -> None:
        """That nothing is being done any more, and what it was."""
        last = self.now()
        if last is not None:
            self.write(NOW, json.dumps(asdict(replace(last, at=0.0))))

    def now(self) -> Now | None:
        """What was last being done in the round that is not finished."""
        try:
            return Now(**json.loads((self.folder / NOW).read_text()))
        except (OSError, ValueError, TypeError):  # there is none, and nothing depends on it but words
            return None

    def write(self, name: str, text: str) -> Path:
        """A file of the run, whole or not at all."""
        handle, temporary = tempfile.mkstemp(dir=self.folder)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(temporary, self.folder / name)
        return self.folder / name

    @property
    def ledger(self) -> Path:
        return self.folder / "verdicts.sqlite"


def _round(file: Path) -> Round:
    try:
        data = json.loads(file.read_text())
        trials = [_trial(one) for one in data.pop("trials")]
        return Round(**data, trials=tuple(trials))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise InvalidFile(f"{file} is damaged ({type(error).__name__}); remove it to do the round again") from None


def _trial(data: Any) -> Trial:
    """JSON has lists where a trial has tuples."""
    fields: Any = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    return Trial(**fields)
