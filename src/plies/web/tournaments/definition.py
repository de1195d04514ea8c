"""From what was asked for to a checked tournament, and back again for presets. Nothing here opens a file."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.openings import FILE, Openings
from plies.arena.plan.presets import tournament_of
from plies.arena.plan.tournament import Entrant, Tournament
from plies.errors import Refused
from plies.game_files import known_files
from plies.players.files import files_of_players
from plies.players.notation import distinct
from plies.players.player import Player
from plies.players.registry import threads_of
from plies.registry import families, presets
from plies.web.models import PlayerAsked
from plies.web.play.players import choice_of, defined
from plies.web.play.replay import game_of
from plies.web.server.settings import Settings
from plies.web.tournaments.models import (
    OpeningsAsked,
    PresetView,
    PublishedGame,
    StageView,
    TournamentAsked,
)

if TYPE_CHECKING:
    from plies.games.contract import Game
    from plies.games.tournaments import Preset, Stage

BY_COMMAND = "plies tournament --resume continues it"


def make(asked: TournamentAsked, settings: Settings) -> Tournament:
    """The tournament that a request means; Refused or UnknownName say what is wrong."""
    boards = [game_of(name) for name in asked.boards]
    openings = asked.openings
    made = Tournament.of(
        [board.name for board in boards],
        distinct([_player(one, boards, settings) for one in asked.players]),
        kind=asked.kind,
        games_per_pairing=asked.games,
        seed=asked.seed,
        openings=Openings(openings.kind, openings.plies, openings.balanced),
        sprt=None if asked.sprt is None else Sprt(**asked.sprt.model_dump()),
    )
    problem = why_not(made, settings)
    if problem:
        raise Refused(problem)
    return made


def _player(asked: PlayerAsked, boards: list[Game], settings: Settings) -> Player:
    made = {defined(asked, board, bounded(settings)) for board in boards}
    if len(made) > 1:
        raise Refused("the boards have different default heuristics; name the heuristic of every player")
    (player,) = made
    if not _within(player, settings):
        most = f"{settings.move_seconds:g}s, a depth of {settings.most_depth} and {settings.most_nodes:,} nodes"
        raise Refused(f"a move of a player may take at most {most} in a tournament here")
    return player


def bounded(settings: Settings) -> Settings:
    """The server's bounds for players of tournaments, several of which play at once: each has one thread."""
    return replace(settings, most_threads=1)


def why_not(tournament: Tournament, settings: Settings) -> str:
    """Why this server does not play a tournament; empty if it does. Stored ones may come from the command line."""
    if tournament.total > settings.most_games:
        return f"{tournament.total} games are too many; a tournament has at most {settings.most_games} here"
    if len(tournament.players) > settings.most_players or len(tournament.games) > settings.most_boards:
        return f"it has more players or boards than this server takes; {BY_COMMAND}"
    if any(name.partition(":")[0] not in families() for name in tournament.games):
        return f"it is played on the board of a file; {BY_COMMAND}"
    if tournament.openings.kind == FILE:
        return f"its openings come from a file; {BY_COMMAND}"
    for player in tournament.players:
        problem = _why_not(player, settings)
        if problem:
            return f"{problem}; {BY_COMMAND}"
    return ""


def _why_not(entrant: Entrant, settings: Settings) -> str:
    for _, player in entrant.players:
        if player.is_remote or not set(map(Path, files_of_players([player]))) <= set(known_files()):
            return "one of its players is remote, or in a file that this server was not given"
        if threads_of(player) > 1:
            return "one of its players uses more than one thread"
        if not _within(player, settings):
            return "one of its players has limits beyond those of this server"
    return ""


def _within(player: Player, settings: Settings) -> bool:
    most = {"seconds": settings.move_seconds, "depth": settings.most_depth, "nodes": settings.most_nodes}
    return player.clock is None and all((getattr(player, key) or 0) <= bound for key, bound in most.items())


# -- presets ---------------------------------------------------------------------------------------------------------


def preset_views() -> list[PresetView]:
    """What games bring with them, as requests."""
    return [_preset_view(preset) for preset in presets().values()]


def _preset_view(preset: Preset) -> PresetView:
    stages = [StageView(title=stage.title, definition=_asked(stage)) for stage in preset.stages]
    games = [
        PublishedGame(board=board, first=first, second=second, winner=winner or None)
        for board, table in preset.published.items()
        for (first, second), winner in table.items()
    ]
    return PresetView(name=preset.name, about=preset.about, stages=stages, published=games)


@lru_cache(maxsize=1)
def _stages() -> dict[str, str]:
    """Preset and stage by the id of their tournament, which does not depend on the number of games."""
    return {
        tournament_of(stage).id: f"{preset.name}: {stage.title}"
        for preset in presets().values()
        for stage in preset.stages
    }


def preset_of(id: str) -> str:
    """The preset and stage that a tournament is, or nothing."""
    return _stages().get(id, "")


def published_for(tournament: Tournament) -> Preset | None:
    """The preset whose table was published of the same games: the same boards, openings and heuristics."""
    heuristics = {player.name.partition("@")[0] for player in tournament.players}
    for preset in presets().values():
        same = tournament.openings in [Openings.parse(stage.openings) for stage in preset.stages]
        tables = [preset.published.get(board, {}) for board in tournament.games]
        if same and any(heuristics.issuperset(pair) for table in tables for pair in table):
            return preset
    return None


def _asked(stage: Stage) -> TournamentAsked:
    openings = Openings.parse(stage.openings)
    fields = {"kind": openings.kind, "plies": openings.plies, "balanced": openings.balanced}
    asked = {
        "boards": list(stage.boards),
        "players": [choice_of(text) for text in stage.players],
        "games": stage.games,
        "openings": OpeningsAsked.model_validate(fields),
        "minutes": stage.minutes,
    }
    return TournamentAsked.model_validate(asked)
