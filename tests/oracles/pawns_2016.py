"""The heuristics of pawns as the programs of 2016 had them, slow and obvious, written from the rules alone."""

from __future__ import annotations

from tests.oracles.pawns import Board, distance, other, pawns, protectors, threatened, up


def pairs_ahead(board: Board, side: str, target: str) -> int:
    """Pairs of a side's pawn and a pawn of `target` diagonally ahead of it."""
    total = 0
    for x, y in board.pawns(side):
        for beside in (x - 1, x + 1):
            total += board.at(beside, y + up(side)) == target
    return total


def protectors_by_pair(board: Board, side: str) -> int:
    return pairs_ahead(board, side, side)


def defended_by_pair(board: Board, side: str) -> int:
    """The same pairs, seen from the pawn that is guarded."""
    total = 0
    for x, y in board.pawns(side):
        for beside in (x - 1, x + 1):
            total += board.at(beside, y - up(side)) == side
    return total


def threatened_by_pair(board: Board, side: str) -> int:
    return pairs_ahead(board, other(side), side)


def rows_ahead(board: Board, side: str, y: int) -> list[int]:
    """The rows ahead that the programs looked at: not row 1, which only Black could have ahead."""
    return [row for row in (range(y + 1, board.height) if side == "w" else range(y)) if side == "w" or row != 0]


def forward(board: Board, side: str) -> int:
    total = 0
    for x, y in board.pawns(side):
        total += all(board.at(x, row) != other(side) for row in rows_ahead(board, side, y))
    return total


def mobility(board: Board, side: str) -> int:
    return sum(board.at(x, row) == "." for x, y in board.pawns(side) for row in rows_ahead(board, side, y))


def in_a_row(board: Board, side: str) -> int:
    """W·H times: the white counter grows by White's pawns; then, row by row from row 1, the black counter by Black's

    pawns on that row, and whenever it exceeds Black's best, Black's best becomes the white counter's present value.
    """
    white, black_rows = len(board.pawns("w")), [row.count("b") for row in board.rows]
    white_counter = black_counter = best = 0
    for _ in range(board.width * board.height):
        white_counter += white
        for black in black_rows:
            black_counter += black
            if black_counter > best:
                best = white_counter
    return white_counter if side == "w" else best


COUNTS = {
    "pawns": pawns,
    "protectors": protectors,
    "threatened": threatened,
    "distance": distance,
    "protectors by pair": protectors_by_pair,
    "defended by pair": defended_by_pair,
    "threatened by pair": threatened_by_pair,
    "forward": forward,
    "mobility": mobility,
    "in a row": in_a_row,
}


def differences(board: Board) -> dict[str, int]:
    """d(x) = x of Black - x of White."""
    return {name: count(board, "b") - count(board, "w") for name, count in COUNTS.items()}


def value(d: dict[str, int], name: str, me: str) -> int:
    """The report's formulas over what the programs counted; binni's last sign is not turned for White."""
    if name == "hoddi-2016":
        total = -d["distance"] + d["pawns"] - d["threatened by pair"] + d["defended by pair"] + d["protectors by pair"]
        total += d["forward"] + d["mobility"]
    elif name == "tryggvi-2016":
        total = -d["distance"] + 2 * d["pawns"] - d["threatened"] + 3 * d["protectors"] + d["forward"]
    elif name == "binni-2016":
        total = d["pawns"] - d["threatened by pair"] + d["defended by pair"]
        return 50 + total + d["in a row"] if me == "b" else 50 - (total - d["in a row"])
    else:
        raise ValueError(name)
    return 50 + total if me == "b" else 50 - total
