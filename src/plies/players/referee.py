"""The game loop: asks the players in turn, keeps their clocks, and judges what they answer.

    referee = Referee(game, players, searchers)
    turn = referee.turn(position)                   # one move
    ended = referee.play(position, on_turn=show)    # all moves to the end

It serves a game at the terminal, in a tournament and for timing alike. What a player does never raises from `play`: a
player that raises, hangs, answers or plays something that is none, or oversteps its time has lost, and `Ended` has the
reason. Time is measured here (`judging/measuring.py`). If a player's own code reports another time, the larger counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plies.errors import ILLEGAL, TIME, AmbiguousMove, IllegalMove, InvalidMove, PlayerFault, one_line
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.algorithm import Apart, HearsTheEnd, Searcher
from plies.players.answers import checked
from plies.players.clock import Clock
from plies.players.judging.faults import blamed, counts_are_reported, is_ours
from plies.players.judging.measuring import Gauge
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
    #: whether its nodes and depth are only what the player reports
    reported: bool = False
    #: the processor time that it took, where its nodes are only reported; None: unknown
    worked: float | None = None


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
    """Two players at one board, ready to play. `on_ask` is called with a side before its player is asked."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        searchers: list[Searcher],
        on_ask: Callable[[int], None] = lambda side: None,
    ) -> None:
        self.game, self.players, self.searchers, self.on_ask = game, players, searchers, on_ask
        self.clocks = [Clock(player) for player in players]
        self._ours = [is_ours(player) for player in players]
        self._gauges: dict[int, Gauge] = {}

    def play(self, position: Position, on_turn: Callable[[Turn], None] = lambda turn: None) -> Ended:
        """Plays to the end. `on_turn` gets every move, also one that came too late."""
        while position.outcome is None:
            try:
                position = self.turn(position, on_turn).position
            except PlayerFault as fault:
                return self.lost(position.state.turn, fault, position)
        winner = position.outcome.winner
        score = 0.5 if winner is None else float(winner == self.game.sides[0])
        for side, late in self._report_the_end((0, 1), position):
            return self.lost(side, late, position, reported=True)
        return Ended(score, BY_RULES, position.outcome.reason, position)

    def turn(self, position: Position, on_turn: Callable[[Turn], None] = lambda turn: None) -> Turn:
        """One move of the side to move; PlayerFault when it loses by it."""
        side = position.state.turn
        clock, searcher, gauge = self.clocks[side], self.searchers[side], self._gauge(side)
        self.on_ask(side)
        gauge.begin(timed=clock.player.is_timed and not self._ours[side])
        with blamed(clock.player):
            answer = searcher.choose(position, clock)
            seconds, charged = gauge.end(enough=0.0 if clock.allowed is None or clock.player.clock else clock.allowed)
            answer = checked(answer)
        if self._ours[side] or clock.player.is_remote:  # measured by our own code
            charged = charged if answer.charged is None else answer.charged
            seconds = charged if clock.player.is_remote else seconds  # the time before its turn is not its own
        overstep = clock.spend(max(charged, answer.charged or 0.0))
        try:
            move = position.read(answer.move)
        except (InvalidMove, IllegalMove, AmbiguousMove) as error:
            raise PlayerFault(ILLEGAL if overstep is None else TIME, overstep or str(error)) from None
        reported = counts_are_reported(clock.player, searcher)
        worked = gauge.used() if reported and answer.nodes else None
        word = self.game.word(position.state, move)
        turn = Turn(side, word, answer, seconds, position.after(move), reported, worked)
        on_turn(turn)
        if overstep is not None:  # the move that came too late is reported: it shows what the time was used for
            raise PlayerFault(TIME, overstep)
        return turn

    def _gauge(self, side: int) -> Gauge:
        """What measures a player: its own process, or this one."""
        searcher = self.searchers[side]
        process = searcher.process if isinstance(searcher, Apart) else None
        if side not in self._gauges or self._gauges[side].process != process:
            self._gauges[side] = Gauge(process)
        return self._gauges[side]

    def lost(self, side: int, fault: PlayerFault, position: Position, reported: bool = False) -> Ended:
        """The end of a game by the fault of a side; the other side hears of it, unless that was `reported` already."""
        if not reported:
            for _ in self._report_the_end((1 - side,), position):
                pass  # one fault decides a game
        reason = one_line(f"{self.game.sides[side]}: {fault.reason}")
        return Ended(float(side == 1), fault.termination, reason, position, side)

    def _report_the_end(self, sides: Sequence[int], position: Position) -> list[tuple[int, PlayerFault]]:
        """Tells those that listen; gives the faults that they made then. A side may not have got ready."""
        faults = []
        for side in sides:
            try:
                with blamed(self.players[side]):
                    self._tell(side, position)
            except PlayerFault as fault:
                faults.append((side, fault))
        return faults

    def _tell(self, side: int, position: Position) -> None:
        searcher: object = self.searchers[side] if side < len(self.searchers) else None
        if isinstance(searcher, HearsTheEnd):
            searcher.game_over(position)
