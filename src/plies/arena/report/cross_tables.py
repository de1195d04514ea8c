"""The cross tables of a report, never wider than a page: with names, with letters for long names, or as a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from plies.arena.numbers.results import CrossTable, Results, Standings
from plies.blocks.blocks import Block, Column, Heading, Paragraph, Table
from plies.blocks.formats import NUMBER, PERCENT, RECORD, SHARE
from plies.games.titles import title_of

#: characters that fit on a page, and what the space between two columns takes of them
WIDE, GAP = 120, 3
#: boards whose tables are shown at once; more of them are folded
MOST_OPEN = 6


def cross_tables(standings: Standings) -> Iterator[Block]:
    """As the tournament of 2016 had it, and as a matrix where there are many games or players."""
    yield Heading("cross-tables", "Cross tables")
    if not _everybody_met(standings):
        yield from _listed(standings)
        return
    order = list(dict.fromkeys(name for cross in standings.cross for name in cross.players))
    single = all(cell.games <= 1 for cross in standings.cross for row in cross.cells for cell in row if cell)
    short, letters = short_names(standings), {name: _letters(index) for index, name in enumerate(order)}
    names = short if _fits(_compact(standings, order, short)) else letters
    compact = _compact(standings, order, names)
    matrices = [] if single and _fits(compact) else _matrices(standings, names)
    if not all(map(_fits, matrices)):
        matrices, names = _matrices(standings, letters), letters
        compact = _compact(standings, order, names)
        if not all(map(_fits, matrices)):
            yield from _listed(standings)
            return
    if names is letters:
        yield Table("letters", (Column(""), Column("player")), [(letters[name], name) for name in order])
    if _fits(compact) and (len(standings.cross) > 1 or not matrices):  # of one board its matrix says the same
        what = "the winner, = for a draw" if single else "its score in percent"
        against = ", ".join(names[name] for name in order)
        text = f"A column is a player as the first side; a cell lists {what}, against {against} as the second side"
        yield Paragraph("cross-reading", f"{text} in turn.")
        yield compact
    if matrices:
        text = "Score of the first side (rows) against the second (columns), and the number of games."
        yield Paragraph("cross-matrices", text)
    yield from matrices


def short_names(standings: Standings) -> dict[str, str]:
    """Players without their limits where the names still differ, as `ari` for `ari@5s`."""
    bases = {player.name: player.base for player in standings.players}
    unique = len(set(bases.values())) == len(bases)
    return bases if unique else {name: name for name in bases}


def _letters(index: int) -> str:
    """A to Z, then AA, AB and so on."""
    return (_letters(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def _everybody_met(standings: Standings) -> bool:
    """False for a gauntlet, whose table would be empty but for a row and a column."""
    players = len(standings.players)
    return len({(row.a, row.b) for row in standings.pairings}) == players * (players - 1) // 2


def _fits(table: Table) -> bool:
    lines = [[column.title for column in table.columns], *table.texts()]
    widths = (max(len(line[index]) for line in lines) + GAP for index in range(len(table.columns)))
    return sum(widths) <= WIDE


def _compact(standings: Standings, order: Sequence[str], names: Mapping[str, str]) -> Table:
    rows = [
        (title_of(cross.board), *(_turns(cross, first, order, names) for first in order)) for cross in standings.cross
    ]
    return Table("cross", (Column("board"), *(Column(f"{names[name]} first") for name in order)), rows)


def _turns(cross: CrossTable, first: str, order: Sequence[str], names: Mapping[str, str]) -> str:
    words = []
    for second in order:
        there = first in cross.players and second in cross.players
        cell = cross.cells[cross.players.index(first)][cross.players.index(second)] if there else None
        if cell is None or cell.score is None:
            words.append("–")
        elif cell.games == 1:
            words.append(names[first] if cell.wins else names[second] if cell.losses else "=")
        else:
            words.append(f"{100 * cell.score:.0f}")
    return " ".join(words)


def _matrices(standings: Standings, names: Mapping[str, str]) -> list[Table]:
    return [_matrix(cross, names, number, len(standings.cross)) for number, cross in enumerate(standings.cross, 1)]


def _matrix(cross: CrossTable, names: Mapping[str, str], number: int, boards: int) -> Table:
    shown = [names[name] for name in cross.players]
    rows = [(name, *map(_share, row)) for name, row in zip(shown, cross.cells, strict=True)]
    columns = (Column("first side"), *(Column(name, SHARE) for name in shown))
    return Table(f"cross-{number}", columns, rows, caption=title_of(cross.board), folded=boards > MOST_OPEN)


def _share(cell: Results | None) -> tuple[float, int] | None:
    return None if cell is None or cell.score is None else (cell.score, cell.games)


def _listed(standings: Standings) -> Iterator[Block]:
    """A line for each two players in each order."""
    columns = (
        *(Column("first side"), Column("second side"), Column("games", NUMBER)),
        *(Column("won–drawn–lost", RECORD), Column("score of the first side", PERCENT)),
    )
    for number, cross in enumerate(standings.cross, 1):
        rows = [
            (first, second, cell.games, (cell.wins, cell.draws, cell.losses), cell.score)
            for first, line in zip(cross.players, cross.cells, strict=True)
            for second, cell in zip(cross.players, line, strict=True)
            if cell is not None and cell.games
        ]
        folded = len(standings.cross) > MOST_OPEN
        yield Table(f"cross-{number}", columns, rows, caption=title_of(cross.board), folded=folded)
