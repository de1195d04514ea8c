"""Which windows a board has: their shapes follow from how much a cell can hold, their sharing from the symmetries."""

from __future__ import annotations

from dataclasses import dataclass

from plies.games.contract import Game
from plies.games.patterns import MOST_INDEX_BITS, Cells, Window
from plies.learn.patterns.cells import SAMPLE, find_cells, random_states
from plies.learn.patterns.symmetries import Group, find_symmetries

Shape = tuple[int, int]


@dataclass(frozen=True)
class Layer:
    """The windows of some shapes, with as many tables as there are different ones."""

    shapes: tuple[Shape, ...]
    windows: tuple[Window, ...]
    #: by table: the symmetries that turn its first window into itself, as orders of cells and whether sides exchange
    own: tuple[tuple[tuple[tuple[int, ...], bool], ...], ...]


@dataclass(frozen=True)
class Plan:
    """What is fitted: layers of windows from small to large. All are folded into the last in the end."""

    cells: Cells
    group: Group
    layers: tuple[Layer, ...]


def plan_patterns(game: Game) -> Plan:
    """The windows of a game; Refused if it has no cells to make them of."""
    states = random_states(game, SAMPLE)
    cells = find_cells(game, states)
    group = find_symmetries(game, cells, states)
    places = _places(game, cells)
    large = _largest(places, MOST_INDEX_BITS // cells.code_bits)
    small = _smaller(large)
    layers = [_layer(cells, group, places, shapes) for shapes in (((1, 1),), small, large) if shapes]
    return Plan(cells, group, tuple(layers))


def _places(game: Game, cells: Cells) -> dict[tuple[int, int], int]:
    assert game.board is not None
    at = {cell.name: (cell.x, cell.y) for cell in game.board(game.first).cells}
    return {at[name]: number for number, name in enumerate(cells.names)}


def _cells_at(places: dict[tuple[int, int], int], shape: Shape, x: int, y: int) -> tuple[int, ...]:
    spots = [(x + dx, y + dy) for dy in range(shape[1]) for dx in range(shape[0])]
    return tuple(places[spot] for spot in spots if spot in places)


def _spots(places: dict[tuple[int, int], int], shape: Shape) -> list[tuple[int, ...]]:
    """The cells of a shape wherever it fits on the board; cells that hold nothing are left out."""
    right, top = max(x for x, _ in places), max(y for _, y in places)
    found = [_cells_at(places, shape, x, y) for y in range(top + 2 - shape[1]) for x in range(right + 2 - shape[0])]
    return [cells for cells in dict.fromkeys(found) if cells]


def _largest(places: dict[tuple[int, int], int], most: int) -> tuple[Shape, ...]:
    """The largest shapes with at most so many cells; lines only where the board is one."""
    right, top = max(x for x, _ in places) + 1, max(y for _, y in places) + 1
    fitting = [
        (width, height)
        for width in range(1, right + 1)
        for height in range(1, top + 1)
        if max((len(cells) for cells in _spots(places, (width, height))), default=0) <= most
    ]
    if min(right, top) > 1:
        fitting = [shape for shape in fitting if min(shape) > 1] or fitting
    maximal = [
        (width, height)
        for width, height in fitting
        if not any(width <= w and height <= h and (width, height) != (w, h) for w, h in fitting)
    ]
    squarest = min(abs(width - height) for width, height in maximal)
    return tuple(shape for shape in maximal if abs(shape[0] - shape[1]) == squarest)


def _smaller(large: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """What the largest shapes have in common; the halves of a single one."""
    if len(large) > 1:
        common = (min(shape[0] for shape in large), min(shape[1] for shape in large))
        return (common,) if common != (1, 1) else ()
    width, height = large[0]
    halves = {((width + 1) // 2, height), (width, (height + 1) // 2)} - {(1, 1), (width, height)}
    return tuple(sorted(halves))


def _layer(cells: Cells, group: Group, places: dict[tuple[int, int], int], shapes: tuple[Shape, ...]) -> Layer:
    found = [window for shape in shapes for window in _spots(places, shape)]
    spots = [one for one in dict.fromkeys(found) if not any(set(one) < set(other) for other in found)]
    windows: dict[frozenset[int], Window] = {}
    own: list[tuple[tuple[tuple[int, ...], bool], ...]] = []
    for spot in spots:
        if frozenset(spot) in windows:
            continue
        table, fixed = len(own), []
        for symmetry in group.symmetries:
            moved = tuple(symmetry.cells[cell] for cell in spot)
            windows.setdefault(frozenset(moved), Window(table, moved, symmetry.exchanged))
            if set(moved) == set(spot):
                fixed.append((tuple(spot.index(cell) for cell in moved), symmetry.exchanged))
        own.append(tuple(fixed))
    return Layer(shapes, tuple(windows.values()), tuple(own))
