"""A grading as blocks: the same tables and plots for terminal, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plies.blocks.blocks import Axis, Block, Column, Dots, Heading, Mark, Paragraph, Point, Series, Table
from plies.blocks.formats import NUMBER, PERCENT, Format, Row, many, number, percent
from plies.grading.grading import Grading, Mistake, Sampled
from plies.grading.heuristics import Confusion, HeuristicGrade
from plies.grading.numbers import Mean
from plies.grading.players import Group, PlayerGrade

#: where `plies serve` answers unless it was told otherwise; links of a file need a whole address
SERVER = "http://127.0.0.1:8000"
#: right moves that a table shows
SHOWN = 3

KEPT = Axis("kept (%)", (Mark(100),))

_SOURCES = {
    "uniform": "drawn uniformly from its table",
    "games": "from games between the players",
    "distance": "drawn from its table evenly by distance to the end",
}


def _cell(mean: Mean | None) -> tuple[float, float, float] | None:
    """A mean and its interval, for the formats below."""
    return None if mean is None else (mean.value, mean.low, mean.high)


def _with_interval(texts: Sequence[str], between: str = "–") -> str:
    return f"{texts[0]} ({between.join(texts[1:])})".replace("-", "−")


def share(value: Sequence[float]) -> str:
    """`93.2% (91.0–95.1)`"""
    return _with_interval([percent(value[0]), *(f"{100 * one:.1f}" for one in value[1:])])


SHARE = Format(share)
POINTS = Format(lambda value: _with_interval([f"{one:.4f}" for one in value]))
AREA = Format(lambda value: _with_interval([f"{one:.3f}" for one in value]))
WASTED = Format(lambda value: _with_interval([f"{one:.2f}" for one in value]))
SIGNED_SHARE = Format(lambda value: _with_interval([f"{100 * one:+.1f}" for one in value], " to "))
SIGNED_POINTS = Format(lambda value: _with_interval([f"{one:+.4f}" for one in value], " to "))
SIGNED = Format(lambda value: f"{value:+.3f}".replace("-", "−"))
THREE = Format(lambda value: f"{value:.3f}")
LIKELIHOOD = Format(lambda value: "< 0.001" if value < 0.001 else f"{value:.3f}")


def title(grading: Grading) -> str:
    return f"{grading.game}: graded by its table"


def blocks(grading: Grading, server: str = SERVER) -> list[Block]:
    """Everything. `server` is where links lead; empty: to the server that shows them."""
    return [
        Paragraph("sample", sample_in_words(grading)),
        *_players(grading),
        *_pairs(grading),
        *_by_groups(grading),
        *_heuristics(grading.heuristics),
        *_mistakes(grading, server),
    ]


def sample_in_words(grading: Grading) -> str:
    sample: Sampled = grading.sample
    part = percent(sample.matter / sample.positions)
    stopped = "" if grading.complete else " Stopped before all positions were graded."
    return (
        f"{many(sample.positions, 'position')} of {grading.table}, {_SOURCES[sample.source]} "
        f"({number(grading.table_positions)} positions), seed {sample.seed}: {number(sample.won)} won, "
        f"{number(sample.drawn)} drawn, {number(sample.lost)} lost for the side to move. In {number(sample.matter)} of "
        f"them ({part}) the move matters: some moves keep the value, others do not.{stopped}"
    )


# -- players -----------------------------------------------------------------------------------------------------------


def _players(grading: Grading) -> Iterator[Block]:
    if not grading.players:
        return
    yield Heading("players", "Players")
    columns = (
        *(Column("player"), Column("keeps the value, % (95% interval)", SHARE), Column("loss per move", POINTS, 1)),
        *(Column("win → draw", NUMBER, 3), Column("win → loss", NUMBER, 3), Column("draw → loss", NUMBER, 3)),
        *(Column("plies wasted per won position", WASTED, 2), Column("faults", NUMBER, 4)),
    )
    rows: list[Row] = [
        (
            *(one.player, _cell(one.share), _cell(one.loss), one.win_to_draw, one.win_to_loss, one.draw_to_loss),
            *(_cell(one.wasted), one.faults),
        )
        for one in _ordered(grading.players)
    ]
    yield Table("grades", columns, rows)
    points = [_point(row, one.share) for row, one in enumerate(_ordered(grading.players))]
    names = tuple(one.player for one in _ordered(grading.players))
    caption = "How often each player keeps the value where the move matters, with 95% intervals."
    yield Dots("grades-plot", caption, KEPT, names, (Series("", tuple(filter(None, points))),))


def _ordered(players: Sequence[PlayerGrade]) -> list[PlayerGrade]:
    """The best first."""
    return sorted(players, key=lambda one: -one.share.value if one.share is not None else 0.0)


def _point(row: int, mean: Mean | None) -> Point | None:
    if mean is None:
        return None
    return Point(row, 100 * mean.value, share((mean.value, mean.low, mean.high)), 100 * mean.low, 100 * mean.high)


def _pairs(grading: Grading) -> Iterator[Block]:
    if not grading.pairs:
        return
    yield Heading("pairs", "Two players in the same positions")
    columns = (
        *(Column("players"), Column("both right", NUMBER, 3), Column("only the first", NUMBER, 1)),
        *(Column("only the second", NUMBER, 1), Column("neither", NUMBER, 3)),
        *(Column("the first keeps more, % points (95% interval)", SIGNED_SHARE),),
        *(Column("the first saves per move", SIGNED_POINTS, 2), Column("if they were equal", LIKELIHOOD, 2)),
    )
    rows: list[Row] = [
        (
            *(f"{one.a} – {one.b}", one.both, one.only_a, one.only_b, one.neither),
            *(_cell(one.difference), _cell(one.saved), one.likelihood),
        )
        for one in grading.pairs
    ]
    yield Table("pairs-table", columns, rows)
    yield Paragraph(
        "pairs-reading",
        "“If they were equal” is how likely two equal players would differ at least so much (McNemar's exact test).",
    )


def _by_groups(grading: Grading) -> Iterator[Block]:
    if not grading.players:
        return
    pieces, distances = [one.by_pieces for one in grading.players], [one.by_distance for one in grading.players]
    yield from _groups("pieces", "By number of pieces", "pieces", grading, pieces)
    yield from _groups("distance", "By distance to the end", "plies to the end", grading, distances)


def _groups(id: str, heading: str, what: str, grading: Grading, lists: Sequence[tuple[Group, ...]]) -> Iterator[Block]:
    """A table and a plot of the groups of all players, which are the same for each."""
    if lists[0]:
        yield Heading(id, heading)
        shares = (Column(one.player, SHARE) for one in grading.players)
        columns = (Column(what), Column("positions", NUMBER, 2), Column("where the move matters", NUMBER, 1), *shares)
        rows: list[Row] = [
            (group.label, group.positions, group.matter, *(_cell(groups[place].share) for groups in lists))
            for place, group in enumerate(lists[0])
        ]
        yield Table(f"{id}-table", columns, rows)
        series = tuple(
            Series(one.player, tuple(filter(None, (_point(row, group.share) for row, group in enumerate(groups)))))
            for one, groups in zip(grading.players, lists, strict=True)
        )
        labels = tuple(f"{group.label} {what if group.label != 'draw' else ''}".strip() for group in lists[0])
        if any(one.points for one in series):
            caption = f"How often each player keeps the value, by {what}, with 95% intervals."
            yield Dots(f"{id}-plot", caption, KEPT, labels, series)


# -- heuristics --------------------------------------------------------------------------------------------------------


def _heuristics(grades: Sequence[HeuristicGrade]) -> Iterator[Block]:
    if not grades:
        return
    yield Heading("heuristics", "Bare heuristics")
    columns = (
        *(Column("heuristic"), Column("separates", THREE), Column("wins from the rest", AREA, 2)),
        *(Column("losses from the rest", AREA, 2), Column("sign right, % (95% interval)", SHARE)),
        *(Column("with the best cuts", SHARE, 3), Column("saying one result", PERCENT, 4)),
        Column("misled most by", priority=1),
    )
    rows: list[Row] = [
        (
            *(one.heuristic, one.separation, _cell(one.win_area), _cell(one.not_loss_area)),
            *(_cell(one.by_sign.right), _cell(one.by_cuts.right), one.most_frequent, one.misleading or "no term"),
        )
        for one in sorted(grades, key=lambda one: -(one.separation or 0.0))
    ]
    yield Table("heuristics-table", columns, rows)
    yield Paragraph(
        "heuristics-reading",
        "“Separates” is the share of pairs of positions with different results in which the better one has the larger "
        "number; 0.5 is chance. The cuts are the two that are right most often in this sample. A term misleads if the "
        "number separates better without it.",
    )
    for place, one in enumerate(grades, 1):
        yield _confusion(f"confusion-{place}", one.heuristic, one.by_sign)
        if one.terms:
            yield _terms(f"terms-{place}", one)


def _confusion(id: str, name: str, found: Confusion) -> Table:
    columns = (Column("result"), *(Column(title, NUMBER) for title in ("below 0", "0", "above 0")))
    rows: list[Row] = [(word, *counts) for word, counts in zip(("lost", "drawn", "won"), found.counts, strict=True)]
    return Table(id, columns, rows[::-1], caption=f"{name}: its number beside the results.")


def _terms(id: str, one: HeuristicGrade) -> Table:
    columns = (
        *(Column("term"), Column("alone separates", THREE), Column("without it", THREE), Column("it adds", SIGNED)),
        Column("sign right without it", PERCENT),
    )
    rows: list[Row] = [(term.term, term.alone, term.without, term.adds, term.right_without) for term in one.terms]
    return Table(id, columns, rows, caption=f"{one.heuristic}: its terms.")


# -- mistakes ----------------------------------------------------------------------------------------------------------


def _mistakes(grading: Grading, server: str) -> Iterator[Block]:
    if not grading.mistakes:
        return
    yield Heading("mistakes", "The worst mistakes")
    names = list(dict.fromkeys(one.player for one in grading.mistakes))
    columns = (
        *(Column("position"), Column("to move", priority=3), Column("value"), Column("played")),
        *(Column("after it"), Column("right")),
    )
    for place, name in enumerate(names, 1):
        made = [one for one in grading.mistakes if one.player == name]
        links = [server + one.link for one in made]
        yield Table(f"mistakes-{place}", columns, [_mistake(one) for one in made], caption=f"{name}.", links=links)
    if server:
        first = grading.mistakes[0]
        yield Paragraph("mistakes-links", f"With plies serve running, {server}{first.link} shows the first of them.")


def _mistake(one: Mistake) -> Row:
    right = ", ".join(one.right[:SHOWN]) + (f" and {len(one.right) - SHOWN} more" if len(one.right) > SHOWN else "")
    return one.position, one.turn, one.value, one.played or one.fault, one.after, right
