"""A position as a picture: cells, pieces and labels as data, and the two ways to draw it (terminal and SVG).

A game's `drawing.py` describes what is on the board, and how its own pieces and kinds of cells look; everything else is
decided here, once for all games.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from plies.errors import InvalidGame

#: a piece in a 100x100 box, when a game does not bring a shape of its own
DISC = "M50 14a36 36 0 1 0 0.01 0z"

_OUTLINE, _EDGE, _MARKED, _LAST = "#23272e", "#8a7452", "#7f8c8d", "#d4a72c"
_LABEL = 'font-size="20" fill="#4a4130"'


class Colour(NamedTuple):
    """A side's colour: of its pieces and of what is drawn on them, the 256-colour code in a terminal.

    `safe` is its colour in the theme for colour-blind people: sides differ by lightness there, not by hue alone.
    """

    name: str
    fill: str
    ink: str
    code: int
    safe: str


#: the colours that a board may give its sides, by name
COLOURS = {
    colour.name: colour
    for colour in (
        Colour("white", "#fbfaf5", "#23272e", 231, "#ffffff"),
        Colour("black", "#2a2f37", "#f3efe2", 16, "#15181c"),
        Colour("red", "#b5352b", "#f6f1e4", 124, "#8c1c00"),
        Colour("blue", "#2563a8", "#f6f1e4", 25, "#004a8f"),
        Colour("yellow", "#f0c33c", "#23272e", 220, "#f0e442"),
        Colour("green", "#3c7a4a", "#f6f1e4", 29, "#00543c"),
    )
}
# 256-colour codes of backgrounds, dark enough for white pieces and light enough for black ones
_MARK_BACK, _LAST_BACK = 246, 107
_TEXT = 236


class Shade(NamedTuple):
    """A kind of cell: the letter of the one-line text, a sign for the terminal, a colour, a 256-colour background.

    A shade of a game's own has more: `night`, its colour on a dark page, and `detail`, an SVG path in a 100x100 box
    that a page draws on it in `detail_colour`.
    """

    name: str
    letter: str
    sign: str
    colour: str
    back: int
    night: str = ""
    detail: str = ""
    detail_colour: str = ""


#: what every board may use; a board declares its own beside these
SHADES = (
    Shade("light", ".", " ", "#e9e2d0", 180),
    Shade("dark", ".", " ", "#b9a688", 137),
    Shade("plain", ".", " ", "#e4e0d6", 137),
    Shade("off", " ", " ", "none", 0),
)


class Piece(NamedTuple):
    """Side 0 or 1, the letter of the one-line text, a sign for the terminal, an SVG path in a 100x100 box.

    `label` is written on the shape, `detail` (a path) drawn on it in the same colour; `name` is what people call it.
    """

    side: int
    letter: str
    sign: str
    shape: str = DISC
    label: str = ""
    name: str = ""
    detail: str = ""


class Cell(NamedTuple):
    """A square: its name in moves, its place counted from the bottom left, its shade, and what stands on it."""

    name: str
    x: int
    y: int
    shade: str
    piece: Piece | None = None
    text: str = ""


class Board(NamedTuple):
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    column_labels: tuple[str, ...]
    row_labels: tuple[str, ...]  # from the bottom
    colours: tuple[str, str] = ("white", "black")  # of the two sides
    shades: tuple[Shade, ...] = ()  # beyond SHADES
    #: names of cells in the order in which things go around them, the last before the first again; none: nothing does
    course: tuple[str, ...] = ()
    #: whether the texts of cells are numbers of things in them, which are drawn
    counts: bool = False

    def colour_of(self, side: int) -> Colour:
        """How a side looks."""
        found = COLOURS.get(self.colours[side])
        if found is None:
            raise InvalidGame(f"a side has the colour {self.colours[side]!r}; known: {', '.join(COLOURS)}")
        return found

    def shade_of(self, cell: Cell) -> Shade:
        for shade in (*self.shades, *SHADES):
            if shade.name == cell.shade:
                return shade
        known = ", ".join(shade.name for shade in (*self.shades, *SHADES))
        raise InvalidGame(
            f"cell {cell.name!r} has a shade {cell.shade!r} that its board does not declare; known: {known}"
        )


def rows_as_text(board: Board, letters: Mapping[str, str]) -> str:
    """Rows from the top, a number for a run of empty cells: `bb2/4/ww2`, from letters by the names of cells."""
    grid = [["."] * board.columns for _ in range(board.rows)]
    for cell in board.cells:
        grid[board.rows - 1 - cell.y][cell.x] = letters.get(cell.name) or "."
    return "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), "".join(row)) for row in grid)


def to_text(board: Board, colour: bool = False, marked: Collection[str] = (), last: Collection[str] = ()) -> str:
    """The board for a terminal. `marked` cells are possible targets, `last` the squares of the last move."""
    grid = {(cell.x, cell.y): cell for cell in board.cells}
    margin = max((len(label) for label in board.row_labels), default=0)
    width = _cell_width(board)
    lines = []
    for y in reversed(range(board.rows)):
        parts = [f"{board.row_labels[y]:>{margin}} "]
        for x in range(board.columns):
            cell = grid.get((x, y))
            if cell is None:
                parts.append(" " * (width + 2))
            else:
                parts.append(_cell_text(board, cell, width, colour, cell.name in marked, cell.name in last))
        lines.append("".join(parts).rstrip())
    if any(board.column_labels):
        lines.append((" " * (margin + 1) + "".join(f"{label:^{width + 2}}" for label in board.column_labels)).rstrip())
    return "\n".join(lines)


def _cell_width(board: Board) -> int:
    return max((len(cell.text) for cell in board.cells), default=0) or 1


def text_width(board: Board) -> int:
    """How many columns of a terminal the board takes."""
    return max((len(label) for label in board.row_labels), default=0) + 1 + board.columns * (_cell_width(board) + 2)


def _cell_text(board: Board, cell: Cell, width: int, colour: bool, marked: bool, last: bool) -> str:
    shade = board.shade_of(cell)
    if not colour:
        inside = cell.piece.letter if cell.piece else cell.text or shade.letter
        left, right = ("[", "]") if marked else ("(", ")") if last else (" ", " ")
        return f"{left}{inside:{'^' if cell.piece else '>'}{width}}{right}"  # numbers stand in line
    back = _MARK_BACK if marked else _LAST_BACK if last and shade in SHADES else shade.back
    inside = cell.piece.sign if cell.piece else cell.text or ("•" if marked else shade.sign)
    fore = board.colour_of(cell.piece.side).code if cell.piece else _TEXT
    paint = f"\x1b[48;5;{back}m" if back else ""
    return f"{paint}\x1b[1;38;5;{fore}m{inside:^{width + 2}}\x1b[0m"


def to_svg(board: Board, marked: Collection[str] = (), last: Collection[str] = (), cell_size: int = 48) -> str:
    """The board as a stand-alone SVG picture, drawn as the pages draw it: names stand in the corners of cells."""
    width, height = board.columns * 100 + 4, board.rows * 100 + 4  # a cell is 100 by 100, and there is an edge
    scale = cell_size / 100
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width} {height}" width="{width * scale:g}"'
        f' height="{height * scale:g}" role="img" font-family="sans-serif">'
    ]
    for cell in board.cells:
        tint = _MARKED if cell.name in marked else _LAST if cell.name in last else ""
        place = f"translate({cell.x * 100} {(board.rows - 1 - cell.y) * 100})"
        parts += [f'<g transform="{place}">', *_cell_svg(board, cell, tint), "</g>"]
    for y, text in enumerate(board.row_labels):
        parts.append(f'<text x="4" y="{(board.rows - 1 - y) * 100 + 20}" {_LABEL}>{text}</text>')
    for x, text in enumerate(board.column_labels):
        parts.append(f'<text x="{x * 100 + 95}" y="{board.rows * 100 - 6}" text-anchor="end" {_LABEL}>{text}</text>')
    edge = f'<rect width="{board.columns * 100}" height="{board.rows * 100}" fill="none" stroke="{_EDGE}"'
    return "".join([*parts, edge, ' stroke-width="3"/></svg>'])


def _cell_svg(board: Board, cell: Cell, tint: str) -> list[str]:
    """A cell in a box of 100 by 100."""
    shade = board.shade_of(cell)
    line = "" if shade.colour == "none" else f' stroke="{_EDGE}" stroke-opacity="0.35"'
    parts = [f'<rect width="100" height="100" fill="{shade.colour}"{line}/>']
    if shade.detail:
        parts.append(f'<path d="{shade.detail}" fill="{shade.detail_colour}"/>')
    if tint:
        parts.append(f'<rect width="100" height="100" fill="{tint}" fill-opacity="0.45"/>')
    if cell.piece is not None:
        parts += _piece_svg(cell.piece, board.colour_of(cell.piece.side))
    if board.counts:
        parts += _count_svg(cell.text)
    elif cell.text.strip():
        parts.append(f'<text x="4" y="20" {_LABEL}>{cell.text}</text>')
    return parts


def _piece_svg(piece: Piece, colour: Colour) -> list[str]:
    parts = [f'<path d="{piece.shape}" fill="{colour.fill}" stroke="{_OUTLINE}" stroke-width="4"/>']
    if piece.detail:
        parts.append(f'<path d="{piece.detail}" fill="{colour.ink}"/>')
    if piece.label:
        style = f'font-size="40" font-weight="bold" text-anchor="middle" fill="{colour.ink}"'
        parts.append(f'<text x="50" y="64" {style}>{piece.label}</text>')
    return parts


def _count_svg(text: str) -> list[str]:
    """A bowl with things in rows of five and their number, as `drawCount` of pieces.js; of many the number alone."""
    parts = [f'<rect x="6" y="6" width="88" height="88" rx="34" fill="#d9ccaf" stroke="{_EDGE}" stroke-width="1.5"/>']
    count = int(text) if text.isdigit() and int(text) <= 20 else 0
    rows = -(-count // 5)
    for index in range(count):
        row, column = divmod(index, 5)
        x = 50 + 14.5 * (column - (min(5, count - 5 * row) - 1) / 2)
        y = 43 + 14.5 * (row - (rows - 1) / 2)
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="6.4" fill="#3b4a58" stroke="#f4efe2" stroke-width="1.2"/>')
    style = 'font-size="17" font-weight="bold" text-anchor="middle" fill="#4a4130"'
    return [*parts, f'<text x="50" y="89" {style}>{text}</text>']
