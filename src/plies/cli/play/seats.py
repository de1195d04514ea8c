"""Who sits at the board: two players, each a human or a searcher, and one referee."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from plies.cli import common
from plies.errors import PlayerFault, Refused
from plies.games.contract import Game
from plies.games.position import Outcome, Position
from plies.players import copies
from plies.players.clock import Clock
from plies.players.files import files_of_players
from plies.players.notation import base_text, format_player, parse_player
from plies.players.player import Player
from plies.players.referee import Referee, Turn

if TYPE_CHECKING:
    from plies.players.algorithm import Searcher
    from plies.search.answer import Answer

#: seconds that a child process may stay silent beyond its time
PATIENCE = 1.0
#: seeds of games without --seed
MOST_SEEDS = 10**9


class Seats:
    """The players of one sitting. Searchers are made when they are first needed."""

    def __init__(self, game: Game, named: str, texts: Sequence[str], limit: str, seed: int | None) -> None:
        self.game, self.named, self.limit = game, named, limit
        self.seed = random.randrange(MOST_SEEDS) if seed is None else seed
        with copies.taken(files_of_players(map(parse_player, texts))):  # before the file of any of them runs
            self.players = [_in_game(text, limit, game) for text in texts]
        self._searchers: list[tuple[Player, Searcher]] = []
        self._referee: Referee | None = None

    @property
    def names(self) -> tuple[str, str]:
        """As they are saved with a game."""
        first, second = (format_player(player) for player in self.players)
        return first, second

    @property
    def labels(self) -> tuple[str, str]:
        """As the screen names them."""
        first, second = ("you" if player.is_human else _label(player) for player in self.players)
        return first, second

    def is_human(self, side: int) -> bool:
        return self.players[side].is_human

    @property
    def has_human(self) -> bool:
        return any(player.is_human for player in self.players)

    def turn(self, position: Position) -> Turn:
        """The move of the side to move, which a searcher plays; PlayerFault when it loses by it."""
        referee = self._ready()
        name = self.players[position.state.turn].name
        with common.Ticker(lambda: f"{name} is thinking ..."):
            return referee.turn(position)

    def _ready(self) -> Referee:
        if self._referee is None:
            searchers = [_Nobody() if player.is_human else self._searcher(player, side) for side, player in self._sides]
            self._referee = Referee(self.game, [_watched(player) for player in self.players], searchers)
        return self._referee

    @property
    def _sides(self) -> list[tuple[int, Player]]:
        return list(enumerate(self.players))

    def _searcher(self, player: Player, side: int) -> Searcher:
        from plies.players.searchers import make_searcher

        made = make_searcher(player, self.game, self.named)
        made.new_game(side, self.seed)
        self._searchers.append((player, made))
        return made

    def new_game(self) -> None:
        """Both searchers start a new game."""
        self._referee = None
        self.close()

    def close(self, at_once: bool = False) -> None:
        """Ends what the players have started; `at_once`: the user is waiting, so child processes cannot clean up."""
        from plies.players.kinds.user_file import ChildSearcher

        for _, searcher in self._searchers:
            if at_once and isinstance(searcher, ChildSearcher):
                searcher.close(gently=False)
            else:
                searcher.close()
        self._searchers.clear()

    def advise(self, position: Position) -> Answer:
        """What the other side's player would do here; the game's default where that one does not search."""
        from plies.players.resolution import in_game

        other = self.players[1 - position.state.turn]
        if other.resolved.heuristic is None:
            other = in_game(parse_player(self.game.default, self.limit), self.game)
        known = next((one for player, one in self._searchers if player == other), None)
        searcher = known or self._searcher(other, position.state.turn)
        with common.Ticker(lambda: f"{other.name} is thinking ..."):
            return searcher.choose(position, Clock(_watched(other)))

    def lost(self, fault: PlayerFault, position: Position) -> Outcome:
        """The game is over by the fault of the side to move."""
        side = position.state.turn
        reason = f"{self.game.sides[side]} lost by {fault.termination}: {fault.reason}"
        return Outcome(self.game.sides[1 - side], reason)


def _in_game(text: str, usual: str, game: Game) -> Player:
    """The player of a text, with the usual limits where it takes them; a whole player of a file takes a time alone."""
    from plies.players.resolution import in_game

    try:
        return in_game(parse_player(text, usual), game)
    except Refused:
        return in_game(parse_player(text), game)


def _watched(player: Player) -> Player:
    """A player with a limit in time that stays silent hangs after a second, because somebody is waiting."""
    timed = player.seconds is not None or player.clock is not None
    return replace(player, patience=PATIENCE) if timed and player.patience is None else player


class _Nobody:
    """In the place of a human, whom the session asks itself."""

    def new_game(self, side: int, seed: int) -> None:
        pass

    def choose(self, position: Position, clock: Clock) -> Answer:
        raise AssertionError("the session asks the human itself")

    def close(self) -> None:
        pass


def _label(player: Player) -> str:
    """`ari, 1 s per move`."""
    limits = []
    if player.seconds is not None:
        limits.append(f"{player.seconds:g} s per move")
    if player.clock is not None:
        limits.append(f"clock {player.clock[0]:g} s + {player.clock[1]:g} s")
    if player.depth is not None:
        limits.append(f"depth {player.depth}")
    if player.nodes is not None:
        limits.append(f"{player.nodes:,} nodes per move")
    return ", ".join([base_text(player), *limits])
