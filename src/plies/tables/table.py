"""Tables as people use them: `plies.table("pebbles:4x2").probe(position)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from plies.compile import build
from plies.compile.rules import rules_module
from plies.errors import Refused, UnknownName
from plies.games.contract import Game
from plies.games.position import Position
from plies.registry import game as find_game
from plies.tables import codes
from plies.tables.file.header import Header
from plies.tables.file.table_file import TableFile, open_file
from plies.tables.folder import Scope, existing, tables_of

PROBE = build.Template(
    "probe", Path(__file__).parent / "file" / "probe_kernel.py", "the probe of tables", ("probe", "probe_many")
)


#: plies of a drawn line that are shown
SHOWN = 24

Result = Literal["win", "loss", "draw", "unknown"]
_TURNED: dict[Result, Result] = {"win": "loss", "loss": "win", "draw": "draw", "unknown": "unknown"}


@dataclass(frozen=True)
class Known:
    """What a table knows: a result for a side, and the plies to the end; a draw and what is unknown have none."""

    result: Result
    plies: int | None = None

    @property
    def before(self) -> Known:
        """The same for the side that moved here, counted from the position before its move."""
        return Known(_TURNED[self.result], None if self.plies is None else self.plies + 1)

    @property
    def in_words(self) -> str:
        """`win in 5 plies`, `draw`."""
        if self.plies is None:
            return self.result
        return f"{self.result} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"


UNKNOWN = Known("unknown")


class Probe(Known):
    """What a table knows of a position, and of its moves."""

    def __init__(self, position: Position, codes: Sequence[int]) -> None:
        here = known_of(codes[0])
        super().__init__(here.result, here.plies)
        self.__dict__.update(position=position, codes=codes)

    @cached_property
    def moves(self) -> dict[str, Known]:
        """The moves by word: results for the side that makes them, plies counted from before the move."""
        position: Position = self.__dict__["position"]
        after = [known_of(code).before for code in self.__dict__["codes"][1:]]
        return {position.game.word(position.state, move): known for move, known in zip(position.listed, after)}  # noqa: B905

    @property
    def best(self) -> str:
        """A move that keeps the value: the quickest win, or a draw, or the longest loss; empty without one."""
        kept = [word for word, known in self.moves.items() if (known.result, known.plies) == (self.result, self.plies)]
        return kept[0] if kept else ""


class Table:
    """An open table of a game."""

    def __init__(self, game: Game, opened: TableFile) -> None:
        self.game, self.opened = game, opened
        self.kernel = build.kernel(PROBE, game)
        self.rules: Any = rules_module(game)

    def __repr__(self) -> str:
        return f"<table of {self.scope.in_words()}: {self.header.positions:,} positions>"

    @property
    def header(self) -> Header:
        return self.opened.header

    @property
    def scope(self) -> Scope:
        return Scope(self.header.game, self.header.origin, self.header.part)

    def probe(self, position: Position) -> Probe:
        """The value of a position and of its moves. Draws by repetition and lack of progress are not seen."""
        if position.game.name != self.game.name:
            raise Refused(f"a table of {self.game.name} does not know positions of {position.game.name}")
        return Probe(position, self.codes(position.state))

    def codes(self, state: Any) -> list[int]:
        """The code of a state, then those of what comes after each of its moves, in the order of the rules.

        InvalidFile if a block that was read is damaged.
        """
        most = self.game.rules.most_moves
        rows, packed = (
            np.zeros((3, self.rules.FIELDS), np.uint64),
            np.zeros(max(1, self.header.places.width), np.uint64),
        )
        lists, found = np.zeros((2, most), np.int32), np.zeros(most + 1, np.int64)
        self.rules.store(rows, 0, state)
        n = int(self.kernel.probe(self.opened.view, rows, packed, lists, found))
        self.opened.check_damage()
        return [int(code) for code in found[: n + 1]]


def known_of(code: int) -> Known:
    """What a code of `codes.py` stands for."""
    read = codes.read_code(code)
    return UNKNOWN if read is None else Known(*read)


def open_table(game: Game, scope: Scope | None = None) -> Table:
    """The table of a game: of all that its start leads to, else the largest there is; or the one of a scope."""
    if scope is not None:
        return Table(game, open_file(existing(scope), game, part_of(scope)))
    for entry in tables_of(game.name):
        if entry.scope is not None:
            return Table(game, open_file(entry.file, game, part_of(entry.scope)))
    raise UnknownName(f"there is no table of {game.name}; make it with plies table build {game.name}")


def part_of(scope: Scope) -> int:
    """The number of `pieces=4`; 0 without one."""
    return int(scope.part.partition("=")[2] or 0)


def table(game: str | Game) -> Table:
    """The table of a game, by name: `plies.table("pebbles:4x2")`."""
    return open_table(find_game(game) if isinstance(game, str) else game)


def best_line(table: Table, position: Position) -> tuple[str, ...]:
    """Best play to the end; of a draw some plies, until a position comes back."""
    here, seen = Position(position.game, position.state), {position.state}
    words: list[str] = []
    drawn = table.probe(here).result == "draw"
    while len(words) < SHOWN or not drawn:
        word = table.probe(here).best
        if not word:
            break
        words.append(word)
        here = Position(here.game, here.game.rules.play(here.state, here.read(word)))
        if here.state in seen:
            break
        seen.add(here.state)
    return tuple(words)
