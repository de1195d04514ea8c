"""The tournaments that games bring with them, ready to be played."""

from __future__ import annotations

from plies.arena.plan.openings import Openings
from plies.arena.plan.tournament import Tournament
from plies.games.tournaments import Stage
from plies.players.notation import parse_player


def tournament_of(stage: Stage) -> Tournament:
    """One stage of a preset as a tournament."""
    return Tournament.of(
        stage.boards,
        [parse_player(text) for text in stage.players],
        games_per_pairing=stage.games,
        openings=Openings.parse(stage.openings),
    )
