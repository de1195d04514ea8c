"""The results of a tournament: tables for the terminal, data for JSON, reports."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.arena.numbers.compare import runs_compared
from plies.arena.report.description import comparisons, live, summary
from plies.arena.report.report import write_report
from plies.arena.report.result import Gathered, Result
from plies.blocks import terminal
from plies.cli import common
from plies.cli.tournaments.planning import Planned
from plies.errors import InvalidFile

if TYPE_CHECKING:
    from plies.arena.plan.tournament import Tournament
    from plies.arena.store.ledger import Ledger


def compared(planned: Sequence[Planned], gathered: Sequence[Gathered]) -> list[Result]:
    """The result of each stage; the first is put beside later ones of its players."""
    results = [one.result().beside(stage.preset) for stage, one in zip(planned, gathered, strict=True)]
    beside = [
        runs_compared(gathered[0].scoreboard, one.scoreboard, (planned[0].label, stage.label))
        for stage, one in zip(planned[1:], gathered[1:], strict=True)
    ]
    first = results[0].standings
    found = (*first.limits, *(comparison for comparison in beside if comparison.rows))
    return [replace(results[0], standings=replace(first, limits=found)), *results[1:]]


def as_data(result: Result) -> dict[str, Any]:
    """For JSON: the standings, a digest of the games, and what was published of them."""
    tournament = _planned(result)
    return {
        "title": result.title,
        "tournament": tournament.id,
        "total": tournament.total,
        "digest": result.digest,
        "left_out": asdict(result.left_out),
        "identical": tournament.identical(),
        **result.standings.data(),
        "published": [] if result.published is None else [asdict(cell) for cell in result.published.cells],
    }


def _planned(result: Result) -> Tournament:
    assert result.tournament is not None
    return result.tournament


def print_result(result: Result, ledger: Ledger) -> None:
    """Tables for people: the players, then a table of pairings for each board."""
    tournament, games = _planned(result), result.standings.games
    decided = result.sprt is not None and result.sprt.decision != "continue"
    many = f"{games:,} games, decided" if decided else f"{games:,} of {tournament.total:,} games"
    print(common.bold(result.title))
    print(f"{many}; tournament {tournament.id} in {ledger.path}\n")
    if not games:
        return
    terminal.show(summary(result), common.console())
    print("\nratings come from all games together, a pairing's Elo from its own pairs alone")
    _print_hint(result)
    print(f"plies archive {tournament.id[:8]} lists the games; --report DIR writes all tables with plots\n")


def print_players(result: Result) -> None:
    """A line for each player, and who lost by a fault of its own."""
    terminal.show(live(result), common.console())
    _print_hint(result)


def _print_hint(result: Result) -> None:
    if any(player.faults for player in result.standings.players):
        name = _planned(result).id[:8]
        print(f"plies archive {name} --termination KIND lists the games lost by a fault, with their reasons")


def print_compared(result: Result) -> None:
    """The same players under other limits: what each gains by them."""
    if result.standings.limits:
        terminal.show(list(comparisons(result.standings)), common.console())
        print()


def check_folder(folder: str) -> None:
    """Refuses a folder that cannot be written before anything is played for it."""
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidFile(f"cannot write a report into {folder}: {error.strerror}") from None
    if not os.access(place, os.W_OK):
        raise InvalidFile(f"cannot write a report into {folder}: no permission to write there")


def write(folder: str, title: str, results: Sequence[Result]) -> None:
    """One report of all stages."""
    written = write_report(folder, title if len(results) > 1 else results[0].title, results)
    print(f"report: {written.page}", file=sys.stderr)
    if written.notice:
        print(f"plies: {written.notice}", file=sys.stderr)
