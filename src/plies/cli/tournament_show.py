"""What a tournament says once it has been played: tables for the terminal, data for JSON, reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.cli import common
from plies.cli.tournament_live import PLAYER_COLUMNS, player_rows, sprt_in_words

if TYPE_CHECKING:
    from plies.arena.ledger import Ledger
    from plies.cli.tournament import Planned


def result_data(stage: Planned, ledger: Ledger) -> dict[str, Any]:
    """The standings of a stage, and a digest of its games."""
    from plies.arena.record import digest
    from plies.arena.standings import standings

    return {
        "title": stage.title,
        "tournament": stage.tournament.id,
        "total": stage.tournament.total,
        "digest": digest(ledger.records(stage.tournament.id)),
        **standings(ledger.records(stage.tournament.id)),
    }
