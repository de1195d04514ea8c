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

_OUTLINE = "#23272e"


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
    """The board as a stand-alone SVG picture."""
    margin = 22
    width, height = board.columns * cell_size + margin, board.rows * cell_size + margin
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' role="img" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#faf8f2"/>',
    ]
    for cell in board.cells:
        parts += _cell_svg(board, cell, margin + cell.x * cell_size, (board.rows - 1 - cell.y) * cell_size, cell_size)
        if cell.name in marked or cell.name in last:
            x, y = margin + cell.x * cell_size, (board.rows - 1 - cell.y) * cell_size
            tint = "#7f8c8d" if cell.name in marked else "#d4a72c"
            parts.append(
                f'<rect x="{x}" y="{y}" width="{cell_size}" height="{cell_size}" fill="{tint}" fill-opacity="0.45"/>'
            )
    label = 'font-size="12" fill="#6b6353" text-anchor="middle"'
    for y, text in enumerate(board.row_labels):
        parts.append(f'<text x="10" y="{(board.rows - 1 - y) * cell_size + cell_size / 2 + 4:g}" {label}>{text}</text>')
    for x, text in enumerate(board.column_labels):
        parts.append(f'<text x="{margin + x * cell_size + cell_size / 2:g}" y="{height - 7}" {label}>{text}</text>')
    return "".join([*parts, "</svg>"])


def _cell_svg(board: Board, cell: Cell, x: int, y: int, size: int) -> list[str]:
    parts = [f'<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="{board.shade_of(cell).colour}"/>']
    if cell.piece is not None:
        _, fill, line, *_ = board.colour_of(cell.piece.side)
        parts.append(
            f'<g transform="translate({x} {y}) scale({size / 100:g})">'
            f'<path d="{cell.piece.shape}" fill="{fill}" stroke="{_OUTLINE}" stroke-width="4"/>'
        )
        if cell.piece.detail:
            parts.append(f'<path d="{cell.piece.detail}" fill="{line}"/>')
        if cell.piece.label:
            parts.append(
                f'<text x="50" y="64" font-size="40" font-weight="bold" text-anchor="middle" fill="{line}">'
                f"{cell.piece.label}</text>"
            )
        parts.append("</g>")
    if cell.text.strip() and cell.piece is not None:  # beside the piece
        parts.append(f'<text x="{x + 2}" y="{y + 10}" font-size="10" fill="#23272e">{cell.text}</text>')
    elif cell.text:
        parts.append(
            f'<text x="{x + size / 2:g}" y="{y + size / 2 + 6:g}" font-size="18" text-anchor="middle"'
            f' fill="#23272e">{cell.text}</text>'
        )
    return parts
