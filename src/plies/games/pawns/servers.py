"""The pawn games as game servers know them: their rules in the Game Description Language, and recognising such rules.

White's and Black's pawns are `(cell x y white)` and `(cell x y black)`, everything else is `(cell x y empty)`; columns
count from the left and rows from White's side, both from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from plies.games.contract import Expression, ServerForm
from plies.games.pawns import notation

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
    return ServerForm(rules, notation.format_coordinates)


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


def _recognise(family: str, rules: Sequence[Expression]) -> str | None:
    """The size of the board if these are rules of that family.

    Servers write the rules in their own words, so what counts is what every version has: the size, the roles, the names
    of moves and squares where they occur at all, the first position where it is given square by square, and goals,
    which distinguish the two games: only one knows draws.
    """
    size = _size(rules)
    if size is None or not _speaks_of_pawns(rules) or not _starts_alike(rules, *size):
        return None
    goals = _goals(rules)
    knows_draws = not goals or not goals <= {"100", "0"}
    return "{}x{}".format(*size) if knows_draws == (family == "pawns") else None


def recogniser(family: str) -> partial[str | None]:
    return partial(_recognise, family)


def _size(rules: Sequence[Expression]) -> tuple[int, int] | None:
    found: dict[str, int] = {}
    for rule in rules:
        match rule:
            case ("width" | "height" as name, str(number)) if number.isascii() and number.isdigit() and len(number) < 3:
                if found.setdefault(name, int(number)) != int(number):
                    return None
    width, height = found.get("width", 0), found.get("height", 0)
    return (width, height) if 2 <= width <= 10 and 4 <= height <= 10 else None


def _speaks_of_pawns(rules: Sequence[Expression]) -> bool:
    """The roles, and what is legal, if the rules state it."""
    roles = [rule[1] for rule in rules if len(rule) == 2 and rule[0] == "role"]
    if roles and sorted(map(str, roles)) != ["black", "white"]:
        return False
    heads = [rule[1] for rule in rules if isinstance(rule, tuple) and len(rule) > 1 and rule[0] == "<="]
    moves = [head[2] for head in heads if isinstance(head, tuple) and len(head) == 3 and head[0] == "legal"]
    return all(move == "noop" or (len(move) == 5 and move[0] == "move") or str(move)[:1] == "?" for move in moves)


def _starts_alike(rules: Sequence[Expression], width: int, height: int) -> bool:
    """No rule puts on a square what it does not hold at first."""
    for rule in rules:
        match rule:
            case ("init", ("control", side)) if side != "white":
                return False
            case ("init", ("cell", str(x), str(y), "white" | "black" as content)):
                if not (x.isascii() and x.isdigit() and y.isascii() and y.isdigit() and len(x) < 3 and len(y) < 3):
                    return False
                if not 1 <= int(x) <= width or not 1 <= int(y) <= height or _first_content(int(y), height) != content:
                    return False
    return True


def _goals(rules: Sequence[Expression]) -> set[str]:
    """The numbers that goals are worth: `(<= (goal white 100) ...)` or `(goal white 100)`."""
    heads = [rule[1] if len(rule) > 1 and rule[0] == "<=" else rule for rule in rules if isinstance(rule, tuple)]
    return {str(head[2]) for head in heads if isinstance(head, tuple) and len(head) == 3 and head[0] == "goal"}
