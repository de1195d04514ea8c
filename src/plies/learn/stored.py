"""A run on disk: games in files of some hundred, candidates and verdicts of each round. Nothing is written in place."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plies.errors import InvalidFile, StorageFailed
from plies.learn.games.selfplay import Played

#: games of one file
CHUNK = 100


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
    #: H1 is taken, H0 is dropped, "continue" is undecided and dropped, "same" was not played
    decision: str
    #: pairs of games by points 0, ½, 1, 1½, 2 of the candidate
    pentanomial: tuple[int, ...]
    #: the candidate's file in the run's folder
    file: str


@dataclass(frozen=True)
class Round:
    """What a round gave: its games and trials, and the file of the best heuristic after it (empty: the parent)."""

    number: int
    nodes: int
    games: int
    trials: tuple[Trial, ...]
    best: str
    seconds: float


class Run:
    """The folder of one run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageFailed(f"cannot keep a run in {folder}: {error.strerror}") from None

    # -- games -------------------------------------------------------------------------------------------------------

    def store_games(self, round_: int, number: int, games: Sequence[Played]) -> None:
        """Keeps one chunk of a round's games."""
        arrays = {
            "numbers": np.array([game.number for game in games], np.int64),
            "lengths": np.array([len(game.values) for game in games], np.int64),
            "results": np.array([game.result for game in games]),
            "nodes": np.array([game.nodes for game in games], np.int64),
            "rows": np.concatenate([game.rows for game in games]),
            "values": np.concatenate([game.values for game in games]),
            "noisy": np.concatenate([game.noisy for game in games]),
        }
        handle, temporary = tempfile.mkstemp(dir=self.folder, suffix=".npz")
        with os.fdopen(handle, "wb") as stream:
            np.savez(stream, allow_pickle=False, **arrays)
        os.replace(temporary, self._chunk(round_, number))

    def has_games(self, round_: int, number: int) -> bool:
        return self._chunk(round_, number).exists()

    def games(self, round_: int) -> list[Played]:
        """All games of a round that are kept, in their order."""
        found: list[Played] = []
        for file in sorted(self.folder.glob(f"games-{round_:03d}-*.npz")):
            try:
                with np.load(file, allow_pickle=False) as data:
                    found += _games(data)
            except (OSError, ValueError, KeyError, EOFError) as error:
                raise InvalidFile(
                    f"{file} is damaged ({type(error).__name__}); remove it to play its games again"
                ) from None
        return found

    def _chunk(self, round_: int, number: int) -> Path:
        return self.folder / f"games-{round_:03d}-{number:05d}.npz"

    # -- rounds ------------------------------------------------------------------------------------------------------

    def store_round(self, made: Round) -> None:
        self.write(f"round-{made.number:03d}.json", json.dumps(asdict(made), indent=1))

    def rounds(self) -> list[Round]:
        """The rounds that are finished."""
        found: list[Round] = []
        for file in sorted(self.folder.glob("round-*.json")):
            try:
                data = json.loads(file.read_text())
                trials = [_trial(one) for one in data.pop("trials")]
                found.append(Round(**data, trials=tuple(trials)))
            except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
                raise InvalidFile(
                    f"{file} is damaged ({type(error).__name__}); remove it to do the round again"
                ) from None
        return found

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


def _trial(data: Any) -> Trial:
    """JSON has lists where a trial has tuples."""
    fields: Any = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    return Trial(**fields)


def _games(data: Any) -> list[Played]:
    arrays = {name: data[name] for name in ("numbers", "lengths", "results", "nodes", "rows", "values", "noisy")}
    ends = np.cumsum(arrays["lengths"])
    found = []
    for at, end in enumerate(ends):
        part = slice(int(end - arrays["lengths"][at]), int(end))
        numbers = int(arrays["numbers"][at]), float(arrays["results"][at]), int(arrays["nodes"][at])
        rows, values, noisy = (arrays[name][part] for name in ("rows", "values", "noisy"))
        found.append(Played(numbers[0], rows, values, noisy, numbers[1], numbers[2]))
    return found
