"""The tables of a tournament: made from its result by a child process, and handed on by the server."""

from __future__ import annotations

import json
from dataclasses import asdict

from plies.arena.plan.tournament import Tournament
from plies.arena.report.description import description, how_to_read, live
from plies.arena.report.result import Gathered, Result
from plies.blocks.blocks import as_data
from plies.web.models import view_of
from plies.web.tournaments.definition import published_for
from plies.web.tournaments.models import LeftOutView, PlayerView, PublishedCell, PublishedView, Tables


def tables_of(gathered: Gathered, tournament: Tournament) -> Tables:
    """All tables of a tournament's games, beside what was published of the same games."""
    result = gathered.result().beside(published_for(tournament))
    standings = result.standings
    return Tables(
        standings=standings.data() if standings.games else None,
        reading=how_to_read(standings) if standings.games else "",
        published=_published(result),
        players=_players(result),
        left_out=LeftOutView(**asdict(result.left_out)),
        identical=tournament.identical(),
        live=as_data(live(result)),
        blocks=as_data(description(result)),
    )


def write_tables(tables: Tables) -> bytes:
    """For the pipe between a child and the server."""
    return json.dumps(tables.model_dump(), allow_nan=False).encode()


def read_tables(data: bytes) -> Tables:
    return Tables.model_validate_json(data)


def _players(result: Result) -> list[PlayerView]:
    return [
        view_of(
            PlayerView,
            one,
            rating=one.rating.rating,
            low=one.rating.low,
            high=one.rating.high,
            reason=one.rating.reason,
        )
        for one in result.standings.players
    ]


def _published(result: Result) -> PublishedView | None:
    if result.published is None:
        return None
    cells = [view_of(PublishedCell, cell) for cell in result.published.cells]
    return PublishedView(about=result.published.about, cells=cells)
