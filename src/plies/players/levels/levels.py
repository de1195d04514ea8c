"""Levels of play: an opponent of a game by one word, from Learner to Perfect.

A level is a player in the usual notation, of the default heuristic of the game's authors, also where a learned one is
the default by now: the ratings were measured with it. All but Perfect are limited by depth or nodes, so a level plays
the same moves on every machine. Perfect plays by the table of the whole game and is there only where such a table is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plies.errors import PliesError
from plies.games.contract import Game
from plies.players.levels.measured import Step, steps_of
from plies.players.levels.ratings import LevelRating, ratings
from plies.tables.folder import Entry, tables_of
from plies.tables.rules_digest import rules_digest

#: the limits of the levels that search, the weakest first
SEARCHING = (
    ("Learner", "depth=1,selective=off"),
    ("Casual", "nodes=100"),
    ("Club", "nodes=600"),
    ("Strong", "nodes=3500"),
    ("Expert", "nodes=20000"),
)
PERFECT, BY_TABLE = "Perfect", "table"
#: what a first game is played against
USUAL = "Casual"


@dataclass(frozen=True)
class Level:
    """A level of a game: its name, the player in notation, and its rating on this board where it was measured."""

    name: str
    player: str
    rating: LevelRating | None = None


def levels_of(game: Game, tables: Sequence[Entry] | None = None) -> tuple[Level, ...]:
    """The levels of a game, the weakest first. `tables`: the files of tables, where they are known already."""
    players = list(_players(game, tables))
    found = dict(ratings(_measured(players, steps_of(game.name))))
    return tuple(Level(name, player, found.get(name)) for name, player in players)


def _players(game: Game, tables: Sequence[Entry] | None) -> Iterator[tuple[str, str]]:
    for name, limits in SEARCHING:
        yield name, f"{game.authors_default}@{limits}"
    if has_table(game, tables):
        yield PERFECT, BY_TABLE


def _measured(players: Sequence[tuple[str, str]], steps: Sequence[Step]) -> Sequence[Step]:
    """The steps from level to level as far as they are about the same players as today."""
    same = 0
    for (name, player), step in zip(players, steps, strict=False):
        if (name, player) != (step.name, step.player):
            break
        same += 1
    return steps[:same]


def has_table(game: Game, tables: Sequence[Entry] | None = None) -> bool:
    """Whether the table that `table` plays by holds all that the game's start leads to, by today's rules."""
    for entry in tables_of(game.name, None if tables is None else list(tables))[:1]:
        scope, header = entry.scope, entry.header
        if scope is None or header is None or scope.origin or scope.part not in ("", "all"):
            return False
        try:
            return header.rules == rules_digest(game)
        except PliesError:  # its rules cannot be digested, so no table can be of them
            return False
    return False
