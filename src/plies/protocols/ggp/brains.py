"""What finds the moves of a match: a player of the arena, which gets the play clock as a limit beside its own."""

from __future__ import annotations

import re
import time
from dataclasses import replace

from plies import registry
from plies.errors import InvalidFile, PlayerFault, Refused, UnknownName
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.algorithm import Searcher, Stops
from plies.players.clock import Clock
from plies.players.files import file_digest, split_file
from plies.players.notation import parse_player
from plies.players.player import Player
from plies.players.resolution import in_game
from plies.players.searchers import make_searcher
from plies.protocols.ggp.thinking import Thought
from plies.search.answer import Answer
from plies.values import describe

#: a limit in seconds among those of a player's text: `ari@1s`, `ari@depth=6,20ms`, `ari@seconds=2s`
_TIME = re.compile(r"[@,]\s*(?:seconds\s*=\s*)?[\d.]+\s*(?:ms|s|min)\s*(?:,|$)")


class Contender:
    """A player as written, for any number of matches: `ari` thinks as long as the play clock lets it, `ari@1s` at most
    a second."""

    def __init__(self, text: str) -> None:
        self.player = parse_player(text)
        if self.player.kind == "remote":
            raise Refused(f"{text!r} is a remote player; on a game server it plays for itself")
        for choice in (self.player.choice, self.player.order):
            _check_known(choice)
        self.seconds = self.player.seconds if _TIME.search(text) else None

    def brain(self, play_clock: float) -> PlayerBrain:
        """The brain for one match."""
        if self.player.kind == "random":
            return PlayerBrain(self.player)
        own = play_clock if self.seconds is None else min(self.seconds, play_clock)
        return PlayerBrain(replace(self.player, seconds=own))


def _check_known(choice: str | None) -> None:
    """Refuses a file that cannot be read, and a heuristic that none of the games knows that are played on servers.

    Which of them comes is not known yet: it is enough that one does.
    """
    if choice in (None, "random", "none"):
        return
    assert choice is not None
    if ".py:" in choice:
        path = split_file(choice)[0]
        if file_digest(path) is None:
            raise InvalidFile(f"cannot read {path}, of the player {choice}")
        return
    games = [family.make(family.default) for family in registry.families().values() if family.candidates is not None]
    reasons = []
    for game in games:
        try:
            registry.heuristic(game, choice)
            return
        except UnknownName as error:
            reasons.append(str(error))
    raise UnknownName(reasons[0] if reasons else f"{choice}: no game here is played on game servers")


class PlayerBrain:
    """The searcher of a player in one match."""

    def __init__(self, player: Player) -> None:
        self.player, self.clock = player, Clock(player)
        self.searcher: Searcher | None = None

    def prepare(self, game: Game, side: int, seed: int) -> None:
        try:
            self.searcher = make_searcher(in_game(self.player, game), game, game.name)
            self.searcher.new_game(side, seed)
        except PlayerFault as fault:
            raise Refused(f"{self.player.name}: {fault.reason}") from fault

    def choose(self, position: Position, seconds: float) -> Thought:
        if self.searcher is None:
            raise Refused(f"{self.player.name} is not ready to play")
        if self.player.seconds is not None:  # a random player needs no time
            self.clock.player = replace(self.player, seconds=max(0.001, min(self.player.seconds, seconds)))
        begun = time.monotonic()
        choice = self.searcher.choose(position, self.clock)
        self.clock.spend(time.monotonic() - begun)
        return Thought(choice.move, _in_words(choice))

    def stop(self) -> None:
        """Ends a search; a searcher that cannot be stopped keeps to its time."""
        searcher: object = self.searcher
        if isinstance(searcher, Stops):
            searcher.stop()

    def close(self) -> None:
        if self.searcher is not None:
            self.searcher.close()
            self.searcher = None


def _in_words(choice: Answer) -> str:
    value = "" if choice.value is None else describe(choice.value, choice.unit)
    return ", ".join(filter(None, (f"depth {choice.depth}" if choice.depth else "", value)))
