"""The game loop: asks the players in turn, keeps their clocks, and judges what they answer.

    referee = Referee(game, players, searchers)
    turn = referee.turn(position)                   # one move
    ended = referee.play(position, on_turn=show)    # all moves to the end

It serves a game at the terminal, in a tournament and for timing alike. What a player does never raises from `play`: a
player that raises, hangs, plays something illegal or oversteps its time has lost, and `Ended` has the reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plies.errors import ERROR, ILLEGAL, TIME, AmbiguousMove, IllegalMove, InvalidMove, PlayerFault, PliesError
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.algorithm import HearsTheEnd, Searcher
from plies.players.clock import Clock
from plies.players.player import Player
from plies.search.answer import Answer

#: how a game ended: by the rules, or by one of `plies.errors.FAULTS`
BY_RULES = "rules"


@dataclass(frozen=True)
class Turn:
    """A move that was played: by which side, as a word, what its player answered, how long the referee waited."""

    side: int
    word: str
    answer: Answer
    seconds: float
    #: the position after it
    position: Position


@dataclass(frozen=True)
class Ended:
    """How a game ended: 1, 0.5 or 0 for the first side, BY_RULES or a fault, the reason in words, the last position."""

    score: float
    termination: str
    reason: str
    position: Position
    #: the side whose fault it was
    fault: int | None = None


class Referee:
    """Two players at one board, ready to play."""

    def __init__(self, game: Game, players: Sequence[Player], searchers: Sequence[Searcher]) -> None:
        self.game, self.searchers = game, searchers
        self.clocks = [Clock(player) for player in players]

    def play(self, position: Position, on_turn: Callable[[Turn], None] = lambda turn: None) -> Ended:
        """Plays to the end. `on_turn` gets every move, also one that came too late."""
        while position.outcome is None:
            try:
                position = self.turn(position, on_turn).position
            except PlayerFault as fault:
                return self.lost(position.state.turn, fault, position)
        winner = position.outcome.winner
        score = 0.5 if winner is None else float(winner == self.game.sides[0])
        self._report_the_end(self.searchers, position)
        return Ended(score, BY_RULES, position.outcome.reason, position)

    def turn(self, position: Position, on_turn: Callable[[Turn], None] = lambda turn: None) -> Turn:
        """One move of the side to move; PlayerFault when it loses by it."""
        side = position.state.turn
        clock = self.clocks[side]
        begun = time.perf_counter()
        try:
            answer = self.searchers[side].choose(position, clock)
        except PliesError as error:
            raise PlayerFault(ERROR, str(error)) from error
        seconds = time.perf_counter() - begun
        overstep = clock.spend(seconds if answer.charged is None else answer.charged)
        try:
            move = position.read(answer.move)
        except (InvalidMove, IllegalMove, AmbiguousMove) as error:
            raise PlayerFault(ILLEGAL if overstep is None else TIME, overstep or str(error)) from None
        if clock.player.is_remote and answer.charged is not None:  # the time before its turn is not its own
            seconds = answer.charged
        turn = Turn(side, self.game.word(position.state, move), answer, seconds, position.after(move))
        on_turn(turn)
        if overstep is not None:  # the move that came too late is reported: it shows what the time was used for
            raise PlayerFault(TIME, overstep)
        return turn

    def lost(self, side: int, fault: PlayerFault, position: Position) -> Ended:
        """The end of a game by the fault of a side."""
        others = [searcher for number, searcher in enumerate(self.searchers) if number != side]
        self._report_the_end(others, position)
        words = " ".join(f"{self.game.sides[side]}: {fault.reason}".split())
        reason = words.encode(errors="backslashreplace").decode()  # lone surrogates are no text for files
        return Ended(float(side == 1), fault.termination, reason, position, side)

    @staticmethod
    def _report_the_end(searchers: Sequence[Searcher], position: Position) -> None:
        for searcher in searchers:
            if isinstance(searcher, HearsTheEnd):
                searcher.game_over(position)
