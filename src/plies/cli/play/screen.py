"""What a game in play looks like on a terminal: the board with its last and possible moves, and who plays beside it."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence

from plies.cli import common
from plies.games import board as boards
from plies.games.board import Board
from plies.games.position import Outcome, Position

#: rows of moves shown beside a board
MOST_ROWS = 6


def flipped(board: Board) -> Board:
    """The board as the other side sees it."""
    cells = tuple(cell._replace(x=board.columns - 1 - cell.x, y=board.rows - 1 - cell.y) for cell in board.cells)
    return board._replace(cells=cells, column_labels=board.column_labels[::-1], row_labels=board.row_labels[::-1])


def picture(position: Position, flip: bool = False, marked: Collection[str] = ()) -> tuple[list[str], int]:
    """The lines of the board and how wide it is; the text of the position for a game without one."""
    if position.game.board is None:
        return [position.text], len(position.text)
    board = position.game.board(position.state)
    text = boards.to_text(
        flipped(board) if flip else board, common.has_colour(sys.stdout), marked, position.last_squares
    )
    return text.split("\n"), boards.text_width(board)


def move_list(position: Position, most: int) -> list[str]:
    """The last moves in numbered pairs, `3. b2-b3  c5-c4`."""
    words = list(position.line)
    second_first = (position.state.turn + len(words)) % 2 == 1
    if words and second_first:
        words.insert(0, "...")
    wide = max((len(word) for word in words), default=0)
    pairs = [words[at : at + 2] for at in range(0, len(words), 2)]
    digits = len(str(len(pairs)))
    rows = [
        f"{number:>{digits}}. " + "  ".join(f"{word:<{wide}}" for word in pair).rstrip()
        for number, pair in enumerate(pairs, 1)
    ]
    return rows[-most:]


def scene(position: Position, players: Sequence[str], flip: bool, marked: Collection[str] = ()) -> str:
    """The board, with the players and the last moves at its side."""
    lines, wide = picture(position, flip, marked)
    names = max(len(side) for side in position.game.sides)
    panel = [common.bold(position.game.name)]
    for index, (side, player) in enumerate(zip(position.game.sides, players, strict=True)):
        to_move = position.outcome is None and position.state.turn == index
        panel.append(f"{'>' if to_move else ' '} {side:<{names}}  {player}")
    room = max(2, min(MOST_ROWS, len(lines) - len(panel) - 1))
    moves = move_list(position, room)
    panel += ["", *moves] if moves else []
    lines += [""] * (len(panel) - len(lines))
    panel += [""] * (len(lines) - len(panel))
    joined = (f"{line}{' ' * (wide - common.visible(line) + 4)}{note}" for line, note in zip(lines, panel, strict=True))
    return "\n".join("  " + line.rstrip() for line in joined)


def verdict(outcome: Outcome) -> str:
    """`white wins: a pawn reached the far row`."""
    return f"a draw: {outcome.reason}" if outcome.winner is None else f"{outcome.winner} wins: {outcome.reason}"
