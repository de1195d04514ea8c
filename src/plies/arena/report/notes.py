"""What has to be known beside the tables: games left out, identical players, nodes that are only reported."""

from __future__ import annotations

from collections.abc import Iterator

from plies.arena.numbers.counting import Counted
from plies.arena.numbers.results import Standings
from plies.arena.plan.tournament import Tournament
from plies.arena.report.result import Result
from plies.blocks.blocks import Paragraph
from plies.blocks.formats import listed, seconds

REPORTED, MISFIT = "reported by the player", "its processor time does not fit its nodes"


def notes(result: Result) -> Iterator[Paragraph]:
    """In the order in which they matter; nothing where there is nothing to say."""
    if result.left_out.games:
        yield Paragraph("left-out", result.left_out.in_words())
    if result.tournament is not None:
        yield from identical(result.tournament)
    yield from reported(result.standings)


def identical(tournament: Tournament) -> Iterator[Paragraph]:
    """Players that are one and the same under several names."""
    groups = [listed(names) for names in tournament.identical()]
    if groups:
        text = "; ".join(f"{group} are the same player" for group in groups)
        yield Paragraph("identical", f"Identical players: {text}. What sets them apart in the tables is chance.")


def reported(standings: Standings) -> Iterator[Paragraph]:
    """Whose nodes and depths are only the player's word, and whose processor time does not fit them."""
    found = [player for player in standings.players if player.counted.reported]
    if found:
        names = listed([player.name for player in found])
        yield Paragraph("reported", f"Nodes and depths {REPORTED}, not counted by Plies: {names}.")
    doubtful = [f"{player.name} ({_beside(player.counted)})" for player in found if player.counted.fits is False]
    if doubtful:
        yield Paragraph("misfit", f"Its processor time does not fit its nodes: {'; '.join(doubtful)}.")


def counted_by(counted: Counted) -> str:
    """Who counted, for a cell of a table."""
    if not counted.reported:
        return "Plies"
    return f"{REPORTED}; {MISFIT}" if counted.fits is False else REPORTED


def _beside(counted: Counted) -> str:
    assert counted.processor_a_node is not None
    others = "" if counted.of_others is None else f", {seconds(counted.of_others)} for the others"
    return f"{seconds(counted.processor_a_node)} per node{others}"
