"""Tables as blocks of a page: all of them in one, and what a single one holds."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from plies.blocks.blocks import Axis, Block, Column, Heading, Histograms, Panel, Paragraph, Table
from plies.blocks.formats import NUMBER, SIZE, many, seconds, size
from plies.games.titles import title_of
from plies.solve.tables.contents import Contents, LongWin
from plies.tables.codes import read_code
from plies.tables.file.header import Header
from plies.tables.folder import Entry, Scope

#: bars of a histogram, at most
BARS = 60
#: moves of a line that are written out
WRITTEN = 6
IGNORED = "Draws by repetition and by lack of progress are not counted. Endless play is a draw."


def title_of_scope(scope: Scope) -> str:
    return scope.in_words().replace(scope.game, title_of(scope.game), 1)


def result_words(header: Header) -> str:
    """The result of the start."""
    found = read_code(header.start)
    if found is None:
        return "not in the table"
    result, plies = found
    return result if plies is None else f"{result} in {plies}"


def list_blocks(entries: Sequence[Entry]) -> list[Block]:
    """All tables that can be read, with links to what each holds."""
    columns = [
        Column("table"),
        *(Column(title, NUMBER) for title in ("positions", "won", "lost", "drawn", "longest")),
        Column("the start"),
        Column("size", SIZE),
        Column("audit"),
    ]
    rows, links = [], []
    for entry in entries:
        header, scope = entry.header, entry.scope
        if header is None or scope is None:
            continue
        counts = header.positions, header.win, header.loss, header.draw, header.longest
        audit = "none" if header.audit_seconds is None else "passed"
        rows.append((title_of_scope(scope), *counts, result_words(header), entry.bytes, audit))
        links.append(f"#{urlencode({'table': entry.file.stem})}")
    return [Table("tables", columns, rows, links=links)] if rows else []


def contents_blocks(entry: Entry, contents: Contents) -> list[Block]:
    """One table: its counts, its values by distance, its longest wins."""
    assert entry.header is not None
    assert entry.scope is not None
    header = entry.header
    blocks: list[Block] = [
        Heading("contents", title_of_scope(entry.scope)),
        Paragraph("counts", f"{_counts(header, entry.bytes)} {IGNORED}"),
    ]
    panels = [(word, pairs) for word, pairs in (("won", contents.win), ("lost", contents.loss)) if pairs]
    if panels:
        width = max(1, -(-(header.longest + 1) // BARS))
        caption = "Positions by the plies to the end, for the side to move, as shares of all."
        drawn = tuple(Panel(word, _bars(pairs, header.positions, width)) for word, pairs in panels)
        blocks.append(Histograms("distances", caption, Axis("plies"), width, drawn))
    if contents.longest:
        blocks.append(_longest(header.game, contents.longest))
    return blocks


def _counts(header: Header, stored: int) -> str:
    shares = ((header.win, "won"), (header.loss, "lost"), (header.draw, "drawn"))
    audited = "not audited" if header.audit_seconds is None else f"audited in {seconds(header.audit_seconds)}"
    values = ", ".join(f"{count:,} {word}" for count, word in shares)
    return (
        f"{many(header.positions, 'position')}: {values} for the side to move. The start: "
        f"{result_words(header)}. The longest win or loss takes {header.longest} plies. Built in "
        f"{seconds(header.seconds)}, {audited}; {size(stored)}."
    )


def _bars(pairs: Sequence[tuple[int, int]], positions: int, width: int) -> tuple[tuple[float, float], ...]:
    """The share of all positions in each bar, by where it begins."""
    bars: dict[int, int] = {}
    for plies, count in pairs:
        begin = plies // width * width
        bars[begin] = bars.get(begin, 0) + count
    return tuple((begin, count / positions) for begin, count in sorted(bars.items()))


def _longest(game: str, longest: Sequence[LongWin]) -> Table:
    """The longest wins; each leads to the board, where best play can be walked through."""
    rows = [(one.position, one.plies, _written(one.line)) for one in longest]
    columns = Column("position"), Column("win in", NUMBER), Column("best play")
    links = [address_of(game, one) for one in longest]
    return Table("longest", columns, rows, "The longest wins", links=links)


def _written(line: Sequence[str]) -> str:
    return " ".join(line[:WRITTEN]) + (" …" if len(line) > WRITTEN else "")


def address_of(game: str, win: LongWin) -> str:
    """The play page with the position on the board, and best play ahead of it."""
    return "/play#" + urlencode({"game": game, "start": win.position, "moves": " ".join(win.line), "ply": 0})
