"""Positions, evaluations and search results as the data that pages draw."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from plies.games.board import Board, Cell, Piece
from plies.games.contract import Game, Unit
from plies.games.position import Evaluation, Position
from plies.players.algorithm import Algorithm
from plies.players.options import LIMITS, Option
from plies.values import Result, is_decided, is_win, plies_to_end
from plies.web import models
from plies.web.models import view_of
from plies.web.play.players import OFFERED_LIMITS, offered, option_here
from plies.web.server.settings import Settings
from plies.web.tables.models import GivenAway, KnownView
from plies.web.tables.opened import Look

if TYPE_CHECKING:  # brings Numba, which the first search imports
    from plies.search.answer import Answer, Line
    from plies.tables.table import Known

#: of a position in no table
NOTHING = Look()
#: a move of more steps is shown by its result alone
MOST_STEPS = 200


class _Pieces:
    """The different pieces of some boards, numbered as they are met."""

    def __init__(self) -> None:
        self.numbers: dict[Piece, int] = {}

    def number(self, piece: Piece | None) -> int | None:
        return None if piece is None else self.numbers.setdefault(piece, len(self.numbers))

    def views(self, board: Board) -> list[models.PieceView]:
        return [piece_view(piece, board) for piece in self.numbers]


def piece_view(piece: Piece, board: Board) -> models.PieceView:
    return view_of(models.PieceView, piece, colour=_colour_view(board, piece.side))


def _colour_view(board: Board, side: int) -> models.ColourView:
    return view_of(models.ColourView, board.colour_of(side))


def _letter(game: Game, cell: Cell) -> str:
    """What an editor would write on a cell."""
    editing = game.editing
    if cell.piece is not None:
        return cell.piece.letter
    if editing is None:
        return ""
    if editing.most:
        return cell.text
    return next((letter for letter, shade in editing.shades.items() if shade == cell.shade), "")


def _board_view(game: Game, board: Board, pieces: _Pieces) -> models.BoardView:
    cells = [
        models.CellView(
            name=cell.name,
            x=cell.x,
            y=cell.y,
            shade=cell.shade,
            piece=pieces.number(cell.piece),
            text=cell.text.strip(),
            letter=_letter(game, cell),
        )
        for cell in board.cells
    ]
    return view_of(
        models.BoardView,
        board,
        cells=cells,
        pieces=pieces.views(board),
        colours=[_colour_view(board, side) for side in (0, 1)],
        shades=[view_of(models.ShadeView, shade, night=shade.night or shade.colour) for shade in board.shades],
    )


def _changes(before: Board, after: Board, pieces: _Pieces) -> list[models.Change]:
    return [
        models.Change(name=new.name, shade=new.shade, piece=pieces.number(new.piece), text=new.text.strip())
        for old, new in zip(before.cells, after.cells, strict=True)
        if old != new
    ]


def _steps(position: Position, pieces: _Pieces) -> list[list[models.Change]]:
    """How the board changes at each step of the last move."""
    game, parent = position.game, position.parent
    if game.board is None or parent is None:
        return []
    states = [position.state]
    if game.steps is not None:
        states = list(game.steps(parent.state, position.move))
        if len(states) > MOST_STEPS:
            states = states[-1:]
    boards = [game.board(state) for state in (parent.state, *states)]
    return [_changes(before, after, pieces) for before, after in pairwise(boards)]


def squares_of(position: Position, move: int) -> list[str]:
    squares = position.game.squares
    return [] if squares is None else list(squares(position.state, move))


def _last(position: Position, pieces: _Pieces) -> models.LastMove | None:
    parent = position.parent
    if parent is None:
        return None
    return models.LastMove(
        word=position.game.word(parent.state, position.move),
        squares=list(position.last_squares),
        side=parent.state.turn,
        steps=_steps(position, pieces),
    )


def near_side(game: Game) -> int:
    """The side at the bottom: the one whose moves begin in the lower half of the board when the game begins."""
    start = game.start()
    turn: int = start.state.turn
    if game.board is None:
        return turn
    board = game.board(start.state)
    rows = {cell.name: cell.y for cell in board.cells}
    begins = [rows[squares[0]] for move in start.legal if (squares := squares_of(start, move)) and squares[0] in rows]
    is_above = bool(begins) and sum(begins) / len(begins) > (board.rows - 1) / 2
    return 1 - turn if is_above else turn


def outcome_view(position: Position) -> models.OutcomeView | None:
    outcome = position.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else position.game.sides.index(outcome.winner)
    return models.OutcomeView(winner=winner, reason=outcome.reason)


def known_view(known: Known | None) -> KnownView | None:
    return None if known is None else KnownView.model_validate(known, from_attributes=True)


def position_view(position: Position, look: Look = NOTHING, solving: bool = False) -> models.PositionView:
    """A position, with what tables know of it."""
    game, pieces, results = position.game, _Pieces(), dict(look.moves)
    last = _last(position, pieces)  # first: pieces that are gone after the move keep their numbers
    first = position
    while first.parent is not None:
        first = first.parent
    return models.PositionView(
        game=game.name,
        start=first.text,
        moves=list(position.line),
        text=position.text,
        turn=position.state.turn,
        sides=list(game.sides),
        outcome=outcome_view(position),
        board=None if game.board is None else _board_view(game, game.board(position.state), pieces),
        legal=[
            models.MoveView(word=word, squares=squares_of(position, move), known=known_view(results.get(word)))
            for move, word in zip(position.legal, position.moves, strict=True)
        ],
        last=last,
        compulsion="" if game.compulsion is None or position.outcome else game.compulsion(position.state),
        known=known_view(look.here),
        given_away=[GivenAway.model_validate(one, from_attributes=True) for one in look.given_away],
        solving=solving,
    )


def evaluation_view(evaluation: Evaluation, name: str, unit: Unit | None, me: int) -> models.EvaluationView:
    terms = [
        view_of(
            models.TermView,
            term,
            first=term.mine if me == 0 else term.theirs,
            second=term.theirs if me == 0 else term.mine,
        )
        for term in evaluation.terms
    ]
    return models.EvaluationView(
        heuristic=name,
        me=me,
        value=float(evaluation),
        centre=evaluation.centre,
        unit=unit_view(unit),
        terms=terms,
    )


def unit_view(unit: Unit | None) -> models.UnitView | None:
    return None if unit is None else models.UnitView(name=unit.name, worth=unit.worth)


def _line_view(position: Position, line: Line) -> models.LineView:
    proof = None
    if line.proof is not None:
        proof = models.ProofView(result=line.proof[0], plies=line.proof[1])
    elif line.value is not None and is_decided(line.value):
        result: Result = "win" if is_win(line.value) else "loss"
        proof = models.ProofView(result=result, plies=plies_to_end(line.value), exact=False)
    squares = squares_of(position, position.read(line.move))
    return view_of(models.LineView, line, moves=line.line, squares=squares, proof=proof)


def found_view(position: Position, found: Answer) -> models.FoundView:
    return view_of(
        models.FoundView,
        found,
        first_value=None if found.value is None else found.value if position.state.turn == 0 else 0.0 - found.value,
        counters=view_of(models.CountersView, found.counters),
        lines=[_line_view(position, line) for line in found.lines],
        unit=unit_view(found.unit),
    )


# -- who can play ----------------------------------------------------------------------------------------------------

#: amounts of each limit that a form begins with: for native speed, and for plain Python
Usual = dict[str, tuple[float, float]]


def algorithm_views(settings: Settings, usual: Usual) -> list[models.AlgorithmView]:
    """Every algorithm that a visitor may have, with its options within the server's bounds."""
    return [_algorithm_view(one, settings, usual) for one in offered()]


def _algorithm_view(one: Algorithm, settings: Settings, usual: Usual) -> models.AlgorithmView:
    most = {"seconds": settings.move_seconds, "depth": settings.most_depth, "nodes": settings.most_nodes}
    limits = [
        models.AlgorithmLimit(name=key, about=LIMITS[key].about, most=most[key], usual=usual[key][not one.is_native])
        for key in OFFERED_LIMITS
        if key in one.limits
    ]
    return view_of(
        models.AlgorithmView,
        one,
        most_lines=min(one.most_lines, settings.most_lines),
        limits=limits,
        options=[_option_view(option_here(option, settings)) for option in one.options],
    )


def _option_view(option: Option) -> models.AlgorithmOption:
    is_number = option.form == "whole number"
    return view_of(
        models.AlgorithmOption,
        option,
        default=None if option.default is None else option.write(option.default),
        low=option.low if is_number else None,
        high=option.high if is_number else None,
    )
