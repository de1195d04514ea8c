"""The metric and the five heuristics of wumpus, each a number for one side; a position's value is mine minus theirs.

They count whoever's turn it is. Any of them can evaluate leaves or order moves; the metric `pieces` is the default
evaluation.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from plies.games.bits import Bits, count, join, lowest, meet, rest, some, stride, without
from plies.games.contract import Feature, Heuristic, Unit
from plies.games.wumpus.rules import HERO, WUMPUS, State, own, shifted, sideways

FAR = 1_000_000


def mages(state: State) -> Bits:
    return without(join(state.lower, state.upper), join(state.wumpuses, state.heroes))


def prey(state: State, side: int, kind: int) -> Bits:
    """The enemy's pieces that a kind beats: wumpus beats mage, hero beats wumpus, mage beats hero."""
    theirs = own(state, 1 - side)
    if kind == WUMPUS:
        return meet(theirs, mages(state))
    return meet(theirs, state.wumpuses if kind == HERO else state.heroes)


def pieces(state: State, side: int) -> int:
    """Pieces on the board."""
    return count(own(state, side))


def moves(state: State, side: int) -> int:
    """Legal moves that do not end in a pit, as if it were this side's turn."""
    mine = own(state, side)
    open_squares = without(state.squares, join(mine, state.pits))
    total = 0
    for direction in range(8):
        if state.directions == 8 or not sideways(direction):
            total += count(meet(shifted(mine, direction), open_squares))
    return total


def advantage(state: State, side: int) -> int:
    """Fights it could win wherever the pieces stand: pairs of an own piece and an enemy piece that it beats."""
    mine = own(state, side)
    total = count(meet(mine, state.wumpuses)) * count(prey(state, side, 0))
    total += count(meet(mine, state.heroes)) * count(prey(state, side, 1))
    return total + count(meet(mine, mages(state))) * count(prey(state, side, 2))


def nearest(square: int, others: Bits, manhattan: bool) -> int:
    """The distance to the nearest of some squares: Manhattan, or Euclidean and squared."""
    step = stride(others)
    row, column = square // step, square % step
    best = FAR
    while some(others):
        other = lowest(others)
        rows, columns = abs(other // step - row), abs(other % step - column)
        best = min(best, rows + columns if manhattan else rows * rows + columns * columns)
        others = rest(others)
    return best


def euclidean(state: State, side: int) -> float:
    """Minus the sum, over its pieces, of the straight distance to the nearest enemy piece that it beats."""
    total = 0.0
    for kind in range(3):
        targets = prey(state, side, kind)
        hunters = hunters_of(state, side, kind)
        while some(targets) and some(hunters):
            total -= math.sqrt(nearest(lowest(hunters), targets, False))
            hunters = rest(hunters)
    return total


def manhattan(state: State, side: int) -> int:
    """The same with the distance along rows and columns."""
    total = 0
    for kind in range(3):
        targets = prey(state, side, kind)
        hunters = hunters_of(state, side, kind)
        while some(targets) and some(hunters):
            total -= nearest(lowest(hunters), targets, True)
            hunters = rest(hunters)
    return total


def hunters_of(state: State, side: int, kind: int) -> Bits:
    """A side's pieces of one kind."""
    mine = own(state, side)
    if kind == WUMPUS:
        return meet(mine, state.wumpuses)
    return meet(mine, state.heroes if kind == HERO else mages(state))


def spacing(state: State, side: int) -> float:
    """The mean straight distance between its own pieces; 0 for a lone piece."""
    mine = own(state, side)
    step = stride(mine)
    total, pairs = 0.0, 0
    while some(mine):
        one = lowest(mine)
        mine = rest(mine)
        others = mine
        while some(others):
            other = lowest(others)
            rows, columns = other // step - one // step, other % step - one % step
            total += math.sqrt(rows * rows + columns * columns)
            pairs += 1
            others = rest(others)
    return total / pairs if pairs > 0 else 0.0


#: what each counts, and the unit of that
_ABOUT = {
    pieces: ("pieces on the board (the metric)", "pieces"),
    moves: ("legal moves that do not end in a pit", "moves"),
    advantage: ("pairs of an own piece and an enemy piece that it beats", "pairs"),
    euclidean: ("closeness of each piece to the nearest enemy that it beats, straight", "squares"),
    manhattan: ("closeness of each piece to the nearest enemy that it beats, along rows and columns", "squares"),
    spacing: ("mean distance between one's own pieces", "squares"),
}


def _heuristic(function: Callable[[State, int], float], about: str, unit: str) -> Heuristic:
    name = function.__name__
    return Heuristic(name, about, (Feature(name, function),), (1.0,), unit=Unit(unit))


HEURISTICS = {function.__name__: _heuristic(function, *about) for function, about in _ABOUT.items()}

#: average seconds a move in the original program, which ordered moves by each of these
PUBLISHED_SECONDS = {"moves": 8.84, "advantage": 2.78, "euclidean": 19.42, "manhattan": 19.19, "spacing": 15.00}
