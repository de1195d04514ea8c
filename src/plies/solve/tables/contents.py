"""A table as a whole: how many positions have which value, and the wins that take longest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plies.games.position import Position
from plies.tables.codes import loosened, read_code

if TYPE_CHECKING:  # brings Numba, and the server knows these types without it
    import numpy as np
    from numpy.typing import NDArray

    from plies.tables.table import Table

#: codes that are looked at together
CHUNK = 1 << 24


@dataclass(frozen=True)
class LongWin:
    """A position that is won in so many plies, and best play from it as far as the rules let it go."""

    position: str
    plies: int
    line: tuple[str, ...]


@dataclass(frozen=True)
class Contents:
    """How many positions are won and lost in how many plies, the nearest first; and the longest wins."""

    win: tuple[tuple[int, int], ...]
    loss: tuple[tuple[int, int], ...]
    longest: tuple[LongWin, ...]


def contents_of(table: Table, most: int) -> Contents:
    """Reads the whole table, and shows at most so many of its longest wins. InvalidFile if any of it is damaged."""
    import numpy as np

    from plies.tables.file.table_file import codes_of

    table.opened.check_all()
    codes, places, index = codes_of(table.opened), table.header.places, table.game.solving.index
    each = index.stands_for if index is not None and table.header.indexed else 1
    counts = _counted(codes)
    won: list[tuple[int, int]] = []
    lost: list[tuple[int, int]] = []
    written: dict[int, int] = {}
    for code in np.flatnonzero(counts).tolist():
        result, plies = read_code(loosened(code) if places.tight else code) or ("unknown", None)
        if plies is not None:
            (won if result == "win" else lost).append((plies, each * int(counts[code])))
            written |= {plies: code} if result == "win" else {}
    longest: list[LongWin] = []
    for plies in sorted(written, reverse=True):
        numbers = _numbers(codes, written[plies], most - len(longest))
        longest += [_long_win(table, number, plies) for number in numbers]
    return Contents(tuple(sorted(won)), tuple(sorted(lost)), tuple(longest))


def _counted(codes: NDArray[Any]) -> NDArray[np.int64]:
    """How often each code occurs."""
    import numpy as np

    total = np.zeros(1 << (8 * codes.itemsize), np.int64)
    for begin in range(0, len(codes), CHUNK):
        total += np.bincount(codes[begin : begin + CHUNK], minlength=len(total))
    return total


def _numbers(codes: NDArray[Any], code: int, most: int) -> list[int]:
    """The first positions with a code."""
    import numpy as np

    found: list[int] = []
    for begin in range(0, len(codes), CHUNK):
        if len(found) >= most:
            break
        found += (begin + np.flatnonzero(codes[begin : begin + CHUNK] == code)).tolist()
    return found[:most]


def _long_win(table: Table, number: int, plies: int) -> LongWin:
    from plies.solve.tables.audit.audit import state_at
    from plies.tables.table import best_line

    position = here = Position(table.game, state_at(table.game, table.opened, number))
    words: list[str] = []
    for word in best_line(table, position):
        if here.outcome is not None:  # a draw by lack of progress, which tables do not see
            break
        here = here.play(word)
        words.append(word)
    return LongWin(position.text, plies, tuple(words))
