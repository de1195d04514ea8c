"""The pawn games as game servers know them: their rules in the Game Description Language, and recognising such rules.

White's and Black's pawns are `(cell x y white)` and `(cell x y black)`, everything else is `(cell x y empty)`; columns
count from the left and rows from White's side, both from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from plies.games.bits import stride
from plies.games.contract import Expression, ServerForm
from plies.games.pawns import notation
from plies.games.pawns.rules import BLACK, WHITE, State

#: what both games share; pawns move towards the other side's rows
_COMMON = """
(role white)
(role black)
(opponent white black)
(opponent black white)
(content white)
(content black)
(content empty)

(<= (beside ?a ?b) (next_to ?a ?b))
(<= (beside ?a ?b) (next_to ?b ?a))
(<= (ahead white ?from ?to) (next_to ?from ?to) (row ?to))
(<= (ahead black ?from ?to) (next_to ?to ?from) (row ?from))

(<= (base (cell ?x ?y ?what)) (column ?x) (row ?y) (content ?what))
(<= (base (control ?side)) (role ?side))
(<= (input ?side (move ?x ?from ?x ?to)) (column ?x) (ahead ?side ?from ?to))
(<= (input ?side (move ?x1 ?from ?x2 ?to)) (column ?x1) (column ?x2) (beside ?x1 ?x2) (ahead ?side ?from ?to))
(<= (input ?side noop) (role ?side))

(<= (can ?side ?x ?from ?x ?to)
    (true (cell ?x ?from ?side))
    (ahead ?side ?from ?to)
    (true (cell ?x ?to empty)))
(<= (can ?side ?x1 ?from ?x2 ?to)
    (true (cell ?x1 ?from ?side))
    (ahead ?side ?from ?to)
    (beside ?x1 ?x2)
    (opponent ?side ?other)
    (true (cell ?x2 ?to ?other)))

(<= (legal ?side (move ?x1 ?y1 ?x2 ?y2))
    (true (control ?side))
    (can ?side ?x1 ?y1 ?x2 ?y2))
(<= (legal ?side noop)
    (opponent ?side ?other)
    (true (control ?other)))

(<= (touched ?x1 ?y1) (does ?side (move ?x1 ?y1 ?x2 ?y2)))
(<= (touched ?x2 ?y2) (does ?side (move ?x1 ?y1 ?x2 ?y2)))
(<= (next (cell ?x1 ?y1 empty)) (does ?side (move ?x1 ?y1 ?x2 ?y2)))
(<= (next (cell ?x2 ?y2 ?side)) (does ?side (move ?x1 ?y1 ?x2 ?y2)))
(<= (next (cell ?x ?y ?what))
    (true (cell ?x ?y ?what))
    (not (touched ?x ?y)))
(<= (next (control ?other))
    (true (control ?side))
    (opponent ?side ?other))

(<= (won ?side)
    (far ?side ?y)
    (true (cell ?x ?y ?side)))
(<= decided (won ?side))
(<= terminal decided)
(<= (goal ?side 100) (won ?side))
(<= (goal ?side 0)
    (opponent ?side ?other)
    (won ?other))
"""

#: a side to move that cannot move gets a draw
_PAWNS = """
(<= (movable ?side) (can ?side ?x1 ?y1 ?x2 ?y2))
(<= terminal
    (true (control ?side))
    (not (movable ?side)))
(<= (goal ?side 50)
    (role ?side)
    (not decided))
"""

#: steps may be diagonal, and a side without pawns has lost
_BREAKTHROUGH = """
(<= (can ?side ?x1 ?from ?x2 ?to)
    (true (cell ?x1 ?from ?side))
    (ahead ?side ?from ?to)
    (beside ?x1 ?x2)
    (true (cell ?x2 ?to empty)))
(<= (present ?side)
    (role ?side)
    (true (cell ?x ?y ?side)))
(<= (won ?side)
    (opponent ?side ?other)
    (not (present ?other)))
"""


def server_form(family: str, width: int, height: int) -> ServerForm:
    """The rules of `pawns` or `breakthrough` on a board of that size, complete for a server."""
    own_rules = _PAWNS if family == "pawns" else _BREAKTHROUGH
    rules = "\n".join(_facts(width, height)) + "\n" + _COMMON + own_rules
    return ServerForm(rules, notation.format_coordinates, leanings=tuple(_leanings(width, height)))


def _facts(width: int, height: int) -> Iterator[str]:
    """The size, the numbers, and where the pawns stand at first."""
    yield f"(width {width})"
    yield f"(height {height})"
    yield from (f"(column {x})" for x in range(1, width + 1))
    yield from (f"(row {y})" for y in range(1, height + 1))
    yield from (f"(next_to {number} {number + 1})" for number in range(1, max(width, height)))
    yield f"(far white {height})"
    yield "(far black 1)"
    for x in range(1, width + 1):
        yield from (f"(init (cell {x} {y} {_first_content(y, height)}))" for y in range(1, height + 1))
    yield "(init (control white))"


def _first_content(row: int, height: int) -> str:
    return "white" if row <= 2 else "black" if row >= height - 1 else "empty"


# -- recognising -----------------------------------------------------------------------------------------------------

SIZES = tuple((width, height) for width in range(2, 11) for height in range(4, 11))


def candidates(rules: Sequence[Expression]) -> tuple[str, ...]:
    """The sizes that the rules may be of: the one that they state as `(width w)` and `(height h)`, if there is one."""
    stated: dict[str, set[Expression]] = {"width": set(), "height": set()}
    for rule in rules:
        match rule:
            case ("width" | "height" as name, value):
                stated[name].add(value)
    widths, heights = stated["width"], stated["height"]
    return tuple(
        f"{width}x{height}"
        for width, height in SIZES
        if (not widths or widths == {str(width)}) and (not heights or heights == {str(height)})
    )


def _leanings(width: int, height: int) -> Iterator[Callable[[State, int], float]]:
    """Towards every square of both far rows, one after the other, and in between towards the rarer ends."""
    for column in range(width):
        if column % 3 == 0:
            yield from (partial(_to_no_pawns, width, height, side) for side in (WHITE, BLACK))
        yield from (partial(_to_far_row, height, side, column) for side in (WHITE, BLACK))


def _to_no_pawns(width: int, height: int, side: int, state: State, move: int) -> float:
    """Leads to positions without pawns of the other side, or where it cannot move: `side` takes what it can and else
    stays behind, the other side walks to where it can be taken, and nobody goes to the far row."""
    row, column, gone, takes = _seen_from_mover(height, state, move)
    if gone == height - 1:
        return -1000.0
    if state.turn == side:
        return 100.0 * takes - gone
    forward, enemy = (1, "b") if state.turn == WHITE else (-1, "w")
    near = [other for other in (column - 1, column + 1) if 0 <= other < width]
    offers = any(notation.at(state, other, row + forward) == enemy for other in near)
    return gone + 50.0 * offers - 100.0 * takes


def _to_far_row(height: int, side: int, goal: int, state: State, move: int) -> float:
    """Leads `side` to the far row in the column `goal`: it runs there, and the other side keeps away."""
    _, column, gone, takes = _seen_from_mover(height, state, move)
    away = abs(column - goal)
    if state.turn != side:
        return away - 100.0 * takes - 1000.0 * (gone == height - 1)
    if gone == height - 1:
        return -1000.0 if away else 1000.0
    return gone - 10.0 * max(0, away - 1)


def _seen_from_mover(height: int, state: State, move: int) -> tuple[int, int, int, bool]:
    """Where a move leads: row, column, the rows from the mover's first one, and whether it takes."""
    row, column = divmod(move >> 2, stride(state.squares))
    gone = row if state.turn == WHITE else height - 1 - row
    return row, column, gone, notation.at(state, column, row) == ("b" if state.turn == WHITE else "w")
