"""The cross tables of a report, never wider than a page: with names, with letters for long names, or as a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plies.arena.report.formatting import number, percent, record
from plies.arena.report.report import Block, Heading, Paragraph, Table

Data = Mapping[str, Any]
#: characters that fit on a page, and what the space between two columns takes of them
WIDE, GAP = 120, 3


def cross_tables(data: Data) -> Iterator[Block]:
    """As the tournament of 2016 had it, and as a matrix where there are many games or players."""
    yield Heading("Cross tables")
    if not _everybody_met(data):
        yield from _listed(data)
        return
    order = list(dict.fromkeys(name for cross in data["cross"] for name in cross["players"]))
    single = all(cell["games"] <= 1 for cross in data["cross"] for row in cross["cells"] for cell in row if cell)
    short, letters = short_names(data), {name: _letters(index) for index, name in enumerate(order)}
    compact = {id(names): _compact(data, order, names) for names in (short, letters)}
    names = short if _width(compact[id(short)]) <= WIDE else letters
    fits = _width(compact[id(names)]) <= WIDE
    matrices = [] if single and fits else [_matrix(cross, names, len(data["cross"]) > 2) for cross in data["cross"]]
    if any(_width(table) > WIDE for table in matrices):
        if names is letters or any(_width(_matrix(cross, letters, False)) > WIDE for cross in data["cross"]):
            yield from _listed(data)
            return
        names, fits = letters, _width(compact[id(letters)]) <= WIDE
        matrices = [_matrix(cross, letters, len(data["cross"]) > 2) for cross in data["cross"]]
    if names is letters:
        yield Table(["", "player"], [[letters[name], name] for name in order], align="ll")
    if fits:
        what = "the winner, = for a draw" if single else "its score in percent"
        yield Paragraph(
            f"A column is a player as the first side; a cell lists {what}, against "
            f"{', '.join(names[name] for name in order)} as the second side in turn."
        )
        yield compact[id(names)]
    yield from matrices


def short_names(data: Data) -> dict[str, str]:
    """Players without their limits where that tells them apart, as `ari` for `ari@5s`."""
    bases = {player["name"]: player["base"] for player in data["players"]}
    unique = len(set(bases.values())) == len(bases)
    return bases if unique else {name: name for name in bases}


def _letters(index: int) -> str:
    """A to Z, then AA, AB and so on."""
    return (_letters(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def _everybody_met(data: Data) -> bool:
    """False for a gauntlet, whose table would be empty but for a row and a column."""
    players = len(data["players"])
    return len({(row["a"], row["b"]) for row in data["pairings"]}) == players * (players - 1) // 2


def _width(table: Table) -> int:
    rows = [table.columns, *table.rows]
    return sum(max(len(row[column]) for row in rows) + GAP for column in range(len(table.columns)))


def _compact(data: Data, order: Sequence[str], names: Mapping[str, str]) -> Table:
    rows = [[cross["board"], *(_turns(cross, first, order, names) for first in order)] for cross in data["cross"]]
    return Table(["board", *(f"{names[name]} first" for name in order)], rows, align="l" * (len(order) + 1))


def _turns(cross: Mapping[str, Any], first: str, order: Sequence[str], names: Mapping[str, str]) -> str:
    words = []
    for second in order:
        there = first in cross["players"] and second in cross["players"]
        cell = cross["cells"][cross["players"].index(first)][cross["players"].index(second)] if there else None
        if cell is None or not cell["games"]:
            words.append("–")
        elif cell["games"] == 1:
            words.append(names[first] if cell["wins"] else names[second] if cell["losses"] else "=")
        else:
            words.append(f"{100 * cell['score']:.0f}")
    return " ".join(words)


def _matrix(cross: Mapping[str, Any], names: Mapping[str, str], folded: bool) -> Table:
    shown = [names[name] for name in cross["players"]]
    rows = [[shown[i], *(_share(cell) for cell in row)] for i, row in enumerate(cross["cells"])]
    caption = f"{cross['board']}: score of the first side (rows) against the second (columns), and games."
    return Table(["first side", *shown], rows, caption=caption, folded=folded)


def _share(cell: Mapping[str, Any] | None) -> str:
    return "–" if cell is None or not cell["games"] else f"{percent(cell['score'], 0)} ({cell['games']})"


def _listed(data: Data) -> Iterator[Block]:
    """A line for each two players and who of them was first."""
    for cross in data["cross"]:
        rows = [
            [first, second, number(cell["games"]), record(cell), percent(cell["score"])]
            for first, line in zip(cross["players"], cross["cells"], strict=True)
            for second, cell in zip(cross["players"], line, strict=True)
            if cell is not None and cell["games"]
        ]
        columns = ["first side", "second side", "games", "won–drawn–lost", "score of the first side"]
        yield Table(columns, rows, align="llrrr", caption=f"{cross['board']}.", folded=len(data["cross"]) > 2)
