"""How the games went: their lengths and endings, the use of time, the openings that decide."""

from __future__ import annotations

from collections.abc import Iterator

from plies.arena.numbers.results import BoardStanding, DecidingOpening, Standings
from plies.arena.report.notes import counted_by
from plies.blocks.blocks import (
    Axis,
    Block,
    Column,
    Dots,
    Heading,
    Histograms,
    Mark,
    Panel,
    Paragraph,
    Point,
    Series,
    Table,
)
from plies.blocks.formats import NUMBER, PERCENT, SECONDS, WHOLE_PERCENT, Row, many, seconds
from plies.games.titles import title_of

#: bars of a histogram, ways to end that are listed for a board, and openings
MOST_BARS, MOST_ENDINGS, MOST_OPENINGS = 60, 8, 12


def lengths(standings: Standings) -> Iterator[Block]:
    yield Heading("lengths", "Lengths of games")
    columns = (Column("board"), *(Column(title, NUMBER) for title in ("mean plies", "shortest", "longest")))
    rows = [
        (title_of(one.board), one.lengths.mean, one.lengths.shortest, one.lengths.longest) for one in standings.boards
    ]
    yield Table("lengths-by-board", columns, rows)
    width = -(-max(board.lengths.longest for board in standings.boards) // MOST_BARS) or 1
    panels = tuple(Panel(title_of(board.board), _bars(board, width)) for board in standings.boards)
    caption = "Lengths of games in plies, moves of the opening included."
    yield Histograms("lengths-plot", caption, Axis("plies"), width, panels)


def _bars(board: BoardStanding, width: int) -> tuple[tuple[float, float], ...]:
    bins: dict[int, int] = {}
    for plies, count in board.lengths.histogram:
        bins[plies // width] = bins.get(plies // width, 0) + count
    return tuple((place * width, count / board.games) for place, count in bins.items())


def endings(standings: Standings) -> Iterator[Block]:
    yield Heading("endings", "How games ended")
    kinds = list(dict.fromkeys(kind for board in standings.boards for kind in board.terminations))
    titles = ("by the rules" if kind == "rules" else kind for kind in kinds)
    rows: list[Row] = [
        (title_of(one.board), *(one.terminations.get(kind, 0) for kind in kinds)) for one in standings.boards
    ]
    yield Table("terminations", (Column("board"), *(Column(title, NUMBER) for title in titles)), rows)
    reasons = [
        (title_of(board.board), reason, count, count / board.games)
        for board in standings.boards
        for reason, count in list(board.endings.items())[:MOST_ENDINGS]
    ]
    if reasons:
        of_reasons = (Column("board"), Column("ending"), Column("games", NUMBER), Column("share", PERCENT))
        yield Table("reasons", of_reasons, reasons, caption="Endings by the rules", folded=True)
    faulty = [player for player in standings.players if player.faults]
    if faulty:
        kinds = sorted({kind for player in faulty for kind in player.faults})
        counts: list[Row] = [(one.name, *(one.faults.get(kind, 0) for kind in kinds)) for one in faulty]
        columns = (Column("player"), *(Column(kind, NUMBER) for kind in kinds))
        yield Table("faults-by-kind", columns, counts, caption="Games lost by a player's own fault.")


def use_of_time(standings: Standings) -> Iterator[Block]:
    yield Heading("time", "Use of time")
    columns = (
        *(Column("player"), Column("limit"), Column("moves", NUMBER), Column("time per move", SECONDS)),
        *(Column("longest", SECONDS), Column("of the limit", WHOLE_PERCENT), Column("nodes per move", NUMBER)),
        *(Column("nodes per second", NUMBER), Column("depth", NUMBER), Column("nodes counted by")),
    )
    rows = [
        (
            *(one.name, one.limits or None, one.use.moves, one.use.seconds_a_move, one.use.longest),
            *(one.use.share_of_limit, one.use.nodes_a_move, one.use.nodes_per_second, one.use.depth),
            counted_by(one.counted),
        )
        for one in standings.players
    ]
    yield Table("use-of-time", columns, rows)
    if any(one.use.seconds for one in standings.players):
        yield _time_plot(standings)


def _time_plot(standings: Standings) -> Dots:
    used = [(one.name, one.use) for one in standings.players]
    unit, size = ("seconds", 1.0) if max(use.longest or 0 for _, use in used) >= 1 else ("milliseconds", 1e-3)
    means = [(row, use.seconds_a_move) for row, (_, use) in enumerate(used)]
    longest = [(row, use.longest) for row, (_, use) in enumerate(used)]
    series = tuple(
        Series(name, tuple(Point(row, value / size, seconds(value)) for row, value in values if value is not None))
        for name, values in (("mean", means), ("longest", longest))
    )
    names = tuple(name for name, _ in used)
    return Dots(
        "time-plot", "Time per move, the mean and the longest.", Axis(unit, (Mark(0),)), names, series, joined=True
    )


def openings(standings: Standings) -> Iterator[Block]:
    yield Heading("openings", "Openings that decide")
    text = "An opening decides a pair when the same side won both games, although the players exchanged sides."
    yield Paragraph("openings-reading", text)
    won_both = (Column("first side won both", NUMBER), Column("second side won both", NUMBER))
    columns = (Column("board"), Column("pairs", NUMBER), *won_both, Column("decided", PERCENT))
    rows = []
    for board in standings.boards:
        own = [row for row in standings.pairings if row.board == board.board]
        pairs = sum(row.pairs for row in own)
        first, second = (sum(getattr(row.decided_by_opening, side) for row in own) for side in ("first", "second"))
        rows.append((title_of(board.board), pairs, first, second, (first + second) / pairs if pairs else None))
    yield Table("deciding", columns, rows)
    of_openings = (Column("opening"), Column("pairs", NUMBER), *won_both)
    for number, board in enumerate(standings.boards, 1):
        found = [(_words(one), one.pairs, one.first, one.second) for one in board.openings.listed[:MOST_OPENINGS]]
        known = board.openings
        deciding = f"{known.deciding} of {many(known.different, 'opening')} decided a pair"
        caption = f"{title_of(board.board)}: {deciding}"
        if found:
            yield Table(f"openings-{number}", of_openings, found, caption=caption, folded=True)


def _words(one: DecidingOpening) -> str:
    words = one.opening or "no moves"
    return f"{one.start}: {words}" if one.start else words
