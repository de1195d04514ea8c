"""Patterns in compiled code: the text that looks every window up, and the numbers that it looks into.

The contents of all cells become *planes*, boards of bits that together spell the content of each cell. Cells that lie
beside each other on a plane are cut out with one shift and one mask (a *run*); runs are shared by the windows that
have them. All of that is done in signed integers, which need no conversions. A window's runs together are its place in
a table of its own, which is laid out for that and holds two-byte integers behind the weights of the features. So no
weight is in the code, and new weights compile nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.games.patterns import Cells, Patterns

#: squares of a pair that are in one word
_PAIR_WORD = 50


def slots_of(shapes: list[str], names: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """The words of each field in a row."""
    found, slot = {}, 0
    for name, shape in zip(names, shapes, strict=True):
        width = 2 if shape == "pair" else 1
        found[name] = tuple(range(slot, slot + width))
        slot += width
    return found


def lookup_lines(patterns: Patterns, slots: dict[str, tuple[int, ...]], first: int) -> list[str]:
    """Lines of code that make `total`, the sum of all windows in steps; the tables begin at the float `first`."""
    cells = patterns.cells
    lines = _plane_lines(cells, slots)
    runs: dict[tuple[int, int], str] = {}
    sums, offset = [], 4 * first
    for window in patterns.windows:
        parts, shift = [], 0
        for start, length in _runs(cells, window.cells, len(slots[cells.fields[0]])):
            if (start, length) not in runs:
                runs[start, length] = name = f"r{len(runs)}"
                lines.append(f"{name} = {_run_code(cells, start, length, len(slots[cells.fields[0]]))}")
            parts.append(f"({runs[start, length]} << {shift})" if shift else runs[start, length])
            shift += length * cells.code_bits
        sums.append(f"short_at(weights, ({' | '.join(parts)}) + {offset})")
        offset += 1 << shift
    lines.append("total = 0")
    lines += [f"total += {' + '.join(sums[at : at + 8])}" for at in range(0, len(sums), 8)]
    return lines


def _plane_lines(cells: Cells, slots: dict[str, tuple[int, ...]]) -> list[str]:
    """Plane j has the squares whose content has bit j in its number."""
    lines = []
    for word in range(len(slots[cells.fields[0]])):
        boards = [f"b{at}_{word}" for at in range(len(cells.fields))]
        lines += [
            f"{board} = i64(row[{slots[field][word]}])" for board, field in zip(boards, cells.fields, strict=True)
        ]
        for plane in range(cells.code_bits):
            terms = [
                "(" + " & ".join(_literal(boards[at], bit) for at, bit in _telling(cells, content)) + ")"
                for content in range(len(cells.contents))
                if content >> plane & 1
            ]
            lines.append(f"p{plane}_{word} = {' | '.join(terms)}")
    return lines


def _telling(cells: Cells, content: int) -> list[tuple[int, int]]:
    """The fewest bits that tell a content from all others: leave each out that is not needed."""
    needed = list(enumerate(cells.bits[content]))
    for one in list(needed):
        fewer = [other for other in needed if other != one]
        if fewer and not any(
            all(bits[at] == bit for at, bit in fewer) for other, bits in enumerate(cells.bits) if other != content
        ):
            needed = fewer
    return needed


def _literal(board: str, bit: int) -> str:
    return board if bit else f"(~{board})"


def _runs(cells: Cells, window: tuple[int, ...], words: int) -> list[tuple[int, int]]:
    """The squares of a window in ascending order, as pieces that lie beside each other in one word."""
    found: list[tuple[int, int]] = []
    for square in sorted(cells.squares[cell] for cell in window):
        start, length = found[-1] if found else (-9, 0)
        if square == start + length and (words == 1 or square % _PAIR_WORD):
            found[-1] = (start, length + 1)
        else:
            found.append((square, 1))
    return found


def _run_code(cells: Cells, start: int, length: int, words: int) -> str:
    word, shift = (0, start) if words == 1 else divmod(start, _PAIR_WORD)
    cut = [f"((p{plane}_{word} >> {shift}) & {(1 << length) - 1})" for plane in range(cells.code_bits)]
    return " | ".join(f"({one} << {plane * length})" if plane else one for plane, one in enumerate(cut))


def laid_out(patterns: Patterns, words: int) -> NDArray[np.int16]:
    """The tables as the code looks into them: one for each window, at the places that its runs spell."""
    weights = np.array(patterns.weights, np.int64)
    parts = [_laid_out_window(patterns, weights, number, words) for number in range(len(patterns.windows))]
    joined = np.concatenate(parts)
    return np.concatenate([joined, np.zeros(-len(joined) % 4, np.int64)]).astype(np.int16)


def _laid_out_window(patterns: Patterns, weights: NDArray[np.int64], number: int, words: int) -> NDArray[np.int64]:
    cells, window = patterns.cells, patterns.windows[number]
    contents, count = len(cells.contents), len(window.cells)
    exchange = np.array(patterns.exchange if window.exchanged else range(contents), np.int64)
    dense = np.arange(contents**count)
    spelled = np.zeros(contents**count, np.int64)
    stored = np.full(contents**count, patterns.offsets[window.table])
    by_square = _places(cells, window.cells, words)
    for power, cell in enumerate(window.cells):
        content = dense // contents**power % contents
        stored += exchange[content] * contents**power
        for plane, place in enumerate(by_square[cells.squares[cell]]):
            spelled |= (content >> plane & 1) << place
    table = np.zeros(1 << (count * cells.code_bits), np.int64)
    table[spelled] = -weights[stored] if window.exchanged else weights[stored]
    return table


def _places(cells: Cells, window: tuple[int, ...], words: int) -> dict[int, list[int]]:
    """For each square of a window, the bit of its place in the table that each plane gives."""
    found: dict[int, list[int]] = {}
    shift = 0
    for start, length in _runs(cells, window, words):
        for at in range(length):
            found[start + at] = [shift + plane * length + at for plane in range(cells.code_bits)]
        shift += length * cells.code_bits
    return found


def with_tables(weights: tuple[float, ...], patterns: Patterns, me: int, words: int) -> Any:
    """The weights of the features, what a step is worth to `me`, and behind them the tables."""
    step = patterns.quantum if me == 0 else -patterns.quantum
    return np.concatenate([np.array([*weights, step], np.float64), laid_out(patterns, words).view(np.float64)])
