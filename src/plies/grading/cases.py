"""A case: a position to be graded on, with what the table knows of it and of its moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote, urlencode

from plies.compile.evaluators import state_of_row
from plies.compile.rules import field_shapes
from plies.games.position import Position
from plies.tables.packing import unpack
from plies.tables.table import Known, Result, Table, known_of

#: what a result is worth to a side
POINTS: dict[Result, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Case:
    """A position of a game that is not over, its value, and its moves' values in the order of the rules."""

    position: Position
    value: Known
    moves: tuple[Known, ...]

    @property
    def matters(self) -> bool:
        """Whether some move gives away what another keeps."""
        return len({move.result for move in self.moves}) > 1

    @property
    def asks(self) -> bool:
        """Whether anything can be seen from a move here: a result given away, or plies wasted in a won position."""
        return self.matters or (self.value.result == "win" and len({move.plies for move in self.moves}) > 1)

    @cached_property
    def pieces(self) -> int | None:
        """The pieces on the board; where none begin there, the cells with a number above 0; None without a board."""
        game = self.position.game
        if game.board is None:
            return None
        cells = game.board(self.position.state).cells
        if any(cell.piece is not None for cell in game.board(game.first).cells):
            return sum(cell.piece is not None for cell in cells)
        return sum(cell.text not in ("", "0") for cell in cells)

    def loss(self, move: Known) -> float:
        """The points that a move gives away."""
        return POINTS[self.value.result] - POINTS[move.result]

    def wasted(self, move: Known) -> int | None:
        """The plies by which a move delays a win; None where there is none, or it is given away."""
        if self.value.plies is None or move.plies is None or self.value.result != "win" or move.result != "win":
            return None
        return move.plies - self.value.plies

    def known(self, move: int) -> Known:
        """What the table knows of one of the engine's integers."""
        return self.moves[self.position.listed.index(move)]

    @property
    def right(self) -> tuple[str, ...]:
        """The moves that keep the result, as words: the quickest wins, the longest defences first."""
        kept = [
            (move, known) for move, known in zip(self.position.listed, self.moves, strict=True) if not self.loss(known)
        ]
        sign = 1 if self.value.result == "win" else -1
        kept.sort(key=lambda one: sign * (one[1].plies or 0))
        return tuple(self.position.game.word(self.position.state, move) for move, _ in kept)


def case_of(table: Table, position: Position) -> Case | None:
    """The case of a position; None if its game is over, or the table does not know it and all its moves."""
    if position.outcome is not None:
        return None
    here, *after = (known_of(code) for code in table.codes(position.state))
    moves = [one.before for one in after]
    if not moves or any(one.result == "unknown" for one in (here, *moves)):
        return None
    return Case(Position(table.game, position.state), here, tuple(moves))


class Positions:
    """The positions of a table by their numbers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.numbers: list[int] = table.opened.view.numbers.tolist()
        self.shapes = field_shapes(table.game)

    def case(self, number: int) -> Case | None:
        """What is graded there; None where a number of an index stands for no position, or its game is over."""
        position = self._indexed(number) if self.table.header.indexed else self._found(number)
        return None if position is None else case_of(self.table, position)

    def _indexed(self, number: int) -> Position | None:
        game = self.table.game
        assert game.solving.index is not None
        state = game.solving.index.state_of(number, game.first, self.numbers)
        return Position(game, state) if game.solving.index.index(state, self.numbers) == number else None

    def _found(self, number: int) -> Position:
        view, places = self.table.opened.view, self.table.header.places
        row = view.packing.base.copy()
        unpack(view.packing, view.words[places.rows_at + number * places.width :][: places.width], row)
        return Position(self.table.game, state_of_row(self.table.game, self.shapes, row))


def link(named: str, text: str) -> str:
    """Where the server's page shows a position, `named` being the game as it was asked for."""
    return "/play#" + urlencode({"game": named, "start": text}, quote_via=quote)
