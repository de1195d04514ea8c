"""Strength: players, ratings, pairings, sides, limits, what was published, the stopping rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from plies.arena.numbers.published import DRAWN, PublishedCell, agreement
from plies.arena.numbers.results import Comparison, PairingStanding, Rated, Rating, RatingList, Results, Standings
from plies.arena.numbers.sprt import Sprt, SprtState
from plies.arena.report.cross_tables import short_names
from plies.arena.report.result import Result
from plies.blocks.blocks import Axis, Block, Column, Dots, Heading, Mark, Paragraph, Point, Series, Table
from plies.blocks.formats import (
    COUNTS,
    ELO,
    INTERVAL,
    LIKELIHOOD,
    NUMBER,
    PERCENT,
    PLUS_MINUS,
    RECORD,
    SECONDS,
    WHOLE_PERCENT,
    Row,
    elo,
    many,
    number,
    percent,
    plus_minus,
    whole_percent,
)
from plies.errors import PliesError
from plies.games.titles import title_of
from plies.registry import families, game

#: the id of the table of pairings on all boards together
ALL_BOARDS = "pairings-all"
RATING = Axis("rating (Elo)", (Mark(0),))
SIDES = ("first", "second")
WINNERS = {DRAWN: "draw"}


def players(result: Result) -> Table:
    """A row for each player, the best first; before the first game the names alone."""
    standings = result.standings
    columns = (
        *(Column("player"), Column("rating", ELO)),
        *(Column(f"{whole_percent(standings.confidence)} interval", INTERVAL, 1), Column("score", PERCENT)),
        *(Column("games", NUMBER, 2), Column("won–drawn–lost", RECORD, 3)),
        *(Column("above the next", LIKELIHOOD, 5), Column("time per move", SECONDS, 4)),
        Column("nodes per move", NUMBER, 4),
    )
    rows: list[Row] = [
        (
            *(one.name, one.rating.rating, _interval(one.rating), one.score),
            *(one.games, _record(one), one.rating.above_next, one.use.seconds_a_move, one.use.nodes_a_move or None),
        )
        for one in standings.players
    ]
    if not rows and result.tournament is not None:
        rows = [(one.name, None, None, None, 0, None, None, None, None) for one in result.tournament.players]
    return Table("players", columns, rows)


def _interval(one: Rating) -> tuple[float | None, float | None] | str:
    """The interval, or why there is none."""
    return one.reason if one.reason and one.low is None and one.high is None else (one.low, one.high)


def faults(standings: Standings) -> Iterator[Paragraph]:
    """The players that lost games by their own faults, and by which; nothing where there were none."""
    texts = [
        f"{player.name} {', '.join(f'{number(count)} by {kind}' for kind, count in player.faults.items())}"
        for player in standings.players
        if player.faults
    ]
    if texts:
        yield Paragraph("faults", f"Games lost by a player's own fault: {'; '.join(texts)}.")


# -- the stopping rule -------------------------------------------------------------------------------------------------


def sprt(result: Result) -> Iterator[Block]:
    """Where the stopping rule of a match stands."""
    if result.tournament is None or result.tournament.sprt is None or result.sprt is None:
        return
    rule, state = result.tournament.sprt, result.sprt
    a, b = (player.name for player in result.tournament.players)
    yield Paragraph("sprt", sprt_in_words(rule, state, a, b))
    bounds = (Mark(state.lower, f"{elo(rule.elo0)} Elo"), Mark(state.upper, f"{elo(rule.elo1)} Elo"))
    point = Point(0, state.llr, f"{state.llr:+.2f} after {many(state.pairs, 'pair')}")
    axis = Axis("log-likelihood ratio", bounds)
    yield Dots("sprt-plot", "The stopping rule between its bounds.", axis, (f"{a} – {b}",), (Series("", (point,)),))


def sprt_in_words(rule: Sprt, state: SprtState, a: str, b: str) -> str:
    """Where a stopping rule stands, in words."""
    low, high = elo(rule.elo0), elo(rule.elo1)
    better = f"{a} is better than {b}, by" if rule.elo0 >= 0 else f"{a} against {b} is"
    meaning = {
        "H0": f"decided: {a} against {b} is {low} Elo rather than {high}",
        "H1": f"decided: {better} {high} Elo rather than {low}",
        "continue": "not decided yet",
    }[state.decision]
    text = (
        f"SPRT after {many(state.pairs, 'pair')}: log-likelihood ratio {state.llr:+.2f} "
        f"between {state.lower:+.2f} and {state.upper:+.2f}; {meaning}."
    )
    return text.replace("-0.00", "0.00").replace(" -", " −")


# -- ratings -----------------------------------------------------------------------------------------------------------


def ratings(standings: Standings) -> Iterator[Block]:
    """Plots of the ratings, on all boards and on each."""
    whole, boards = standings.ratings[0], standings.ratings[1:]
    sure, short = whole_percent(standings.confidence), short_names(standings)
    names = tuple(player.name for player in whole.players)
    points = tuple(_points(enumerate(whole.players)))
    if points:
        yield Dots("ratings-plot", f"Ratings with {sure} intervals.", RATING, names, (Series("", points),))
    if len(boards) < 2:
        return
    found = {(board.board, one.name): one for board in boards for one in board.players}
    columns = (Column("player"), *(Column(_titled(board), PLUS_MINUS) for board in boards))
    rows = [(name, *(_cell(found.get((board.board, name))) for board in boards)) for name in names]
    yield Table("ratings-by-board", columns, rows, caption="Ratings on each board.")
    series = tuple(
        Series(short[name], tuple(_points((row, found[key]) for row, key in enumerate(keys) if key in found)))
        for name, keys in ((name, [(board.board, name) for board in boards]) for name in names)
    )
    rows_of = tuple(map(_titled, boards))
    if any(one.points for one in series):
        yield Dots("boards-plot", f"Ratings on each board with {sure} intervals.", RATING, rows_of, series)


def _titled(ratings: RatingList) -> str:
    return title_of(ratings.board or "")


def _points(rows: Iterable[tuple[int, Rating | Rated]]) -> Iterator[Point]:
    """A point for each player that is rated."""
    for row, one in rows:
        if one.rating is not None and one.error is not None:
            label = plus_minus((one.rating, one.error))
            yield Point(row, one.rating, label, one.rating - one.error, one.rating + one.error)


def _cell(one: Rating | Rated | None) -> tuple[float, float] | None:
    return None if one is None or one.rating is None or one.error is None else (one.rating, one.error)


def comparison(found: Comparison, number: int, confidence: float) -> Iterator[Block]:
    """The same players under two limits."""
    one, other = found.labels
    columns = (Column("player"), *(Column(title, PLUS_MINUS) for title in (one, other, "gain")))
    rows = [(row.base, *map(_cell, row.ratings), (row.gain, row.gain_error)) for row in found.rows]
    yield Table(f"limits-{number}", columns, rows, caption=f"{one} and {other}.")
    series = tuple(
        Series(label, tuple(_points((row, gain.ratings[place]) for row, gain in enumerate(found.rows))))
        for place, label in enumerate(found.labels)
    )
    caption = f"Ratings with {one} and with {other}, {whole_percent(confidence)} intervals."
    yield Dots(f"limits-{number}-plot", caption, RATING, tuple(row.base for row in found.rows), series)


# -- pairings and sides ------------------------------------------------------------------------------------------------


def pairings(standings: Standings) -> Iterator[Table]:
    """On all boards together, then on each; the one board of a tournament stands for all."""
    boards = list(dict.fromkeys(row.board for row in standings.pairings))
    for index, board in enumerate(boards[1:] if len(boards) == 2 else boards):
        rows = [_pairing(row) for row in standings.pairings if row.board == board]
        columns = (
            *(Column("pairing"), Column("games", NUMBER, 2), Column("won–drawn–lost", RECORD, 3)),
            *(Column("score", PERCENT), Column("Elo", ELO)),
            Column(f"{whole_percent(standings.confidence)} interval", INTERVAL, 1),
            *(Column("stronger", LIKELIHOOD, 4), Column("draws", WHOLE_PERCENT, 3)),
            *(Column(f"as {side}", PERCENT, 2) for side in sides_of(board)),
            Column("pairs 0 ½ 1 1½ 2", COUNTS, 5),
        )
        id = ALL_BOARDS if board is None else f"pairings-{index}"
        yield Table(id, columns, rows, caption=title_of(board) if board else "All boards", folded=index > 0)


def _pairing(row: PairingStanding) -> Row:
    found = row.estimate
    return (
        *(f"{row.a} – {row.b}", row.games, _record(row), row.score, found.elo, (found.elo_low, found.elo_high)),
        *(found.superiority, row.draw_rate, row.first.score, row.second.score, row.pentanomial),
    )


def _record(row: Results) -> tuple[int, int, int]:
    return row.wins, row.draws, row.losses


def sides_of(board: str | None) -> tuple[str, str]:
    """What the sides are called; a file is not run for that."""
    if board is None or board.partition(":")[0] not in families():
        return SIDES
    try:
        return game(board).sides
    except PliesError:
        return SIDES


def sides(standings: Standings) -> Iterator[Block]:
    """What the first move is worth on each board, and what each player makes of it."""
    yield Heading("sides", "Score by side")
    lists = standings.ratings[1:] or standings.ratings
    effects = {board: effect for one in lists for board, effect in one.boards.items()}
    columns = (
        *(Column("board"), Column("games", NUMBER), Column("first side won–drawn–lost", RECORD)),
        *(Column("its score", PERCENT), Column("the first move is worth (Elo)", PLUS_MINUS)),
    )
    rows = []
    for board in standings.boards:
        effect = effects[board.board]
        worth = None if effect.first_move is None else (effect.first_move, effect.first_move_error)
        rows.append((title_of(board.board), board.games, _record(board), board.score, worth))
    yield Table("first-move", columns, rows)
    by_side = [column for side in SIDES for column in (Column(f"as {side}", PERCENT), Column("won–drawn–lost", RECORD))]
    scores = [
        (one.name, one.first.score, _record(one.first), one.second.score, _record(one.second))
        for one in standings.players
    ]
    yield Table("players-by-side", (Column("player"), *by_side), scores)
    both = [[one.first for one in standings.players], [one.second for one in standings.players]]
    series = tuple(
        Series(f"as the {side} side", tuple(_scored(results))) for side, results in zip(SIDES, both, strict=True)
    )
    names = tuple(one.name for one in standings.players)
    axis = Axis("score (%)", (Mark(50),))
    yield Dots("sides-plot", "Score of each player by side.", axis, names, series, joined=True)


def _scored(results: Sequence[Results]) -> Iterator[Point]:
    for row, one in enumerate(results):
        if one.score is not None:
            yield Point(row, 100 * one.score, percent(one.score))


# -- what was published ------------------------------------------------------------------------------------------------


def published(result: Result) -> Iterator[Block]:
    """The winner of each game beside the published winner."""
    cells = () if result.published is None else result.published.cells
    if not cells:
        return
    yield Paragraph("published-agreement", f"{agreement(cells)}.")
    for place, board in enumerate(dict.fromkeys(cell.board for cell in cells), 1):
        here = [cell for cell in cells if cell.board == board]
        sides = (Column(f"as {side}") for side in sides_of(board))
        columns = (*sides, Column("won now"), Column("published"), Column(""))
        rows = [
            (cell.first, cell.second, *(WINNERS.get(name, name) for name in (cell.now, cell.then)), _differs(cell))
            for cell in here
        ]
        yield Table(f"published-{place}", columns, rows, caption=f"{title_of(board)}: {agreement(here)}.", folded=True)


def _differs(cell: PublishedCell) -> str:
    return "" if cell.agrees else "differs"
