"""The value of a position in a table. A kernel, see `game_rules.py`."""

from __future__ import annotations

from typing import Any

from plies.compile.game_rules import HAS_INDEX, WITHOUT_MOVES, canonical, index_of, load, moves, outcome, play, store
from plies.compile.intrinsics import borrowed
from plies.games.contract import DRAWN, RUNNING
from plies.tables.codes import DRAW, LOST, UNKNOWN, WON
from plies.tables.file.view import INDEXED, View, borrowed_view, code_of_row, read_value


def look_up(view: Any, state: Any, rows: Any, ply: int, packed: Any) -> int:
    """The code of a position, 0 outside the table. `rows[ply]` and `packed` are scratch."""
    if view.meta[INDEXED] != 0:
        if HAS_INDEX:
            number = index_of(state, view.numbers)
            return read_value(view, number) if number >= 0 else UNKNOWN
        return UNKNOWN
    store(rows, ply, canonical(state))
    return code_of_row(view, rows[ply], packed)


def ended_code(state: Any, listed: Any) -> int:
    """The value of a finished game, for which no table is needed; UNKNOWN while it runs."""
    over = outcome(state)
    if over == RUNNING:
        if moves(state, listed) > 0:
            return UNKNOWN
        return LOST if WITHOUT_MOVES == -1 else DRAW
    if over == DRAWN:
        return DRAW
    return WON if over == state.turn else LOST


def probe(view: View, rows: Any, packed: Any, lists: Any, codes: Any) -> int:
    """The code of the state in row 0, then those after each of its moves; returns how many moves there are."""
    lent, listed, others = borrowed_view(view), borrowed(lists)[0], borrowed(lists)[1]
    state = load(rows, 0)
    codes[0] = ended_code(state, listed)
    if codes[0] != UNKNOWN:
        return 0
    codes[0] = look_up(lent, state, rows, 1, packed)
    n = moves(state, listed)
    for i in range(n):
        store(rows, 2, play(state, listed[i]))
        after = load(rows, 2)
        codes[i + 1] = ended_code(after, others)
        if codes[i + 1] == UNKNOWN:
            codes[i + 1] = look_up(lent, after, rows, 1, packed)
    return n


def probe_many(view: View, rows: Any, packed: Any, codes: Any) -> int:
    """The codes of all rows but the last, which is scratch; returns how many are known."""
    lent = borrowed_view(view)
    known = 0
    for at in range(codes.shape[0]):
        codes[at] = look_up(lent, load(rows, at), rows, codes.shape[0], packed)
        if codes[at] != UNKNOWN:
            known += 1
    return known
