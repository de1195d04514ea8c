"""What is shown of a tournament, as blocks: the one description that terminal, browser and reports render.

`live` is what is watched while it runs, `summary` what a terminal shows of a result, `description` everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plies.arena.numbers.results import Standings
from plies.arena.report import details, sections
from plies.arena.report.cross_tables import cross_tables
from plies.arena.report.notes import notes
from plies.arena.report.origin import origin_section
from plies.arena.report.result import Result
from plies.blocks.blocks import Block, Heading, Paragraph, part
from plies.blocks.formats import many, whole_percent


def live(result: Result) -> list[Block]:
    """The players, the games lost by faults, what else has to be known, and where the stopping rule stands."""
    return [sections.players(result), *sections.faults(result.standings), *notes(result), *sections.sprt(result)]


def summary(result: Result) -> list[Block]:
    """The players, and how each two of them did on each board."""
    if not result.standings.games:
        return []
    by_board = (table for table in sections.pairings(result.standings) if table.id != sections.ALL_BOARDS)
    return [*live(result), *by_board, *sections.published(result)]


def description(result: Result) -> list[Block]:
    """All blocks in their order. Nothing played: no more than what is known before."""
    standings = result.standings
    blocks: list[Block] = [Paragraph("summary", _in_short(standings)), *notes(result)]
    if standings.games:
        blocks += [Heading("ratings", "Ratings"), sections.players(result), *sections.ratings(standings)]
        blocks += cross_tables(standings)
        if result.sprt is not None:
            blocks += [Heading("stopping-rule", "Stopping rule"), *sections.sprt(result)]
        blocks += _published(result)
        blocks += [Heading("pairings", "Pairings"), *sections.pairings(standings)]
        blocks += sections.sides(standings)
        blocks += comparisons(standings)
        for make in (details.lengths, details.endings, details.use_of_time, details.openings):
            blocks += make(standings)
        blocks += [Heading("reading", "How to read this"), Paragraph("how-to-read", how_to_read(standings))]
    else:
        blocks += _published(result)
    if result.origin is not None:
        blocks += origin_section(result.origin, result.tournament, standings.games)
    return blocks


def parts(results: Sequence[Result]) -> list[Block]:
    """Several tournaments on one page, each under its title; of one alone its description."""
    if len(results) == 1:
        return description(results[0])
    blocks: list[Block] = []
    for number, result in enumerate(results, 1):
        blocks += [Heading(f"part-{number}", result.title), *part(description(result), number)]
    return blocks


def comparisons(standings: Standings) -> Iterator[Block]:
    """The same players under other limits: equal time beside equal nodes, where players came with both."""
    if standings.limits:
        yield Heading("limits", "The same players under other limits")
        text = "Each group is rated by the games among its own players; what it gains is the difference."
        yield Paragraph("limits-reading", text)
    for number, comparison in enumerate(standings.limits, 1):
        yield from sections.comparison(comparison, number, standings.confidence)


def _published(result: Result) -> Iterator[Block]:
    if result.published is not None:
        yield Heading("published", "Beside the published table")
        about = result.published.about
        if about:
            yield Paragraph("published-about", f"{about[0].upper()}{about[1:]}.")
        if not result.published.cells:
            yield Paragraph("published-agreement", "Nothing has been played yet that could be compared.")
        yield from sections.published(result)


def _in_short(standings: Standings) -> str:
    if not standings.games:
        return "No games have been played yet."
    faults = sum(sum(player.faults.values()) for player in standings.players)
    return (
        f"{many(standings.games, 'game')} in {many(standings.pairs, 'complete pair')} between "
        f"{many(len(standings.players), 'player')} on {many(len(standings.boards), 'board')}; "
        f"{many(faults, 'game')} lost by a fault rather than by the rules."
    )


def how_to_read(standings: Standings) -> str:
    """What the words over the columns mean."""
    return (
        f"Intervals are at {whole_percent(standings.confidence)} "
        "and made from pairs: two games with the same opening and the sides exchanged. Ratings are fitted to all "
        "games together; their mean is 0. A player has none where the games say too little: after fewer than four "
        "pairs, or as long as it won or lost everything. “Above the next” and "
        "“stronger” are likelihoods that a player is the better one. An interval that is “above” or “below” a "
        "number is open on its other side: one player won everything. “Pairs 0 ½ 1 1½ 2” counts pairs by the points "
        "that the player named first took from both games. What the first move is worth is the Elo that the side to "
        "begin gains by it. Every pairing plays an opening, so there are fewer openings than pairs; an opening "
        "decides a pair when the same side won both games."
    )
