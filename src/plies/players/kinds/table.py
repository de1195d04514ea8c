"""Perfect play by the table of solved positions, with traps.

A win is played in the fewest plies. In drawn and lost positions every move that keeps the result is as good; then the
move is preferred after which a heuristic errs most often: among the replies that it likes best, the share that give the
result away; where that is equal, the share of all replies that do, and in lost positions the longest defence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plies import registry
from plies.errors import ERROR, PlayerFault
from plies.games.contract import Game
from plies.games.position import Position
from plies.players import options
from plies.players.algorithm import Algorithm, Quiet
from plies.players.clock import Clock
from plies.players.player import Player
from plies.search.answer import Answer, Line
from plies.values import DRAW, lost_in, won_in

if TYPE_CHECKING:
    from plies.tables.table import Known, Probe, Table

_RANK = {"win": 2, "draw": 1, "loss": 0}


class TableSearcher(Quiet):
    """Probes the game's table; a position outside it loses the game, because a guess would not be perfect."""

    def __init__(self, player: Player, game: Game) -> None:
        from plies.compile.evaluators import taken_apart
        from plies.tables.table import open_table

        self.table: Table = open_table(game)
        heuristic = registry.heuristic(game, str(player.option("against") or game.authors_default))
        self.judge: Callable[[Any, int], float] = taken_apart(game, heuristic)
        self.name = heuristic.name

    def choose(self, position: Position, clock: Clock) -> Answer:
        from plies.tables.table import best_line

        here = self.table.probe(position)
        if here.result == "unknown":
            held = self.table.scope.in_words()
            raise PlayerFault(ERROR, f"the table of {held} does not hold this position: {position.text}")
        word = here.best if here.result == "win" else self._trap(position, here)
        known = here.moves[word]
        line = (word, *best_line(self.table, position.play(word)))
        plies = known.plies if known.plies is not None else len(line)
        value = DRAW if known.result == "draw" else (won_in(plies) if known.result == "win" else lost_in(plies))
        result = "draw" if known.result == "unknown" else known.result
        return Answer((Line(word, value, line, len(line), (result, plies)),), len(here.moves), heuristic=self.name)

    def _trap(self, position: Position, here: Probe) -> str:
        """The move that keeps the result and leads the heuristic astray most often."""
        kept = {word: known for word, known in here.moves.items() if known.result == here.result}
        return max(kept, key=lambda word: (*self._errors(position.play(word)), _plies(kept[word])))

    def _errors(self, position: Position) -> tuple[float, float]:
        """The shares of erring replies: of those that the heuristic likes best, and of all."""
        if position.outcome is not None:
            return 0.0, 0.0
        here = self.table.probe(position)
        errs = [_RANK.get(known.result, 0) < _RANK.get(here.result, 0) for known in here.moves.values()]
        me = int(position.state.turn)
        likes = [self._value(position.play(word), me) for word in here.moves]
        best = [wrong for wrong, liked in zip(errs, likes, strict=True) if liked == max(likes)]
        return sum(best) / len(best), sum(errs) / len(errs)

    def _value(self, position: Position, me: int) -> float:
        if position.outcome is not None and position.outcome.winner is not None:
            return float("inf") if position.outcome.winner == position.game.sides[me] else float("-inf")
        return self.judge(position.state, me)


def _plies(known: Known) -> int:
    return known.plies or 0


def _heuristic_name(text: str) -> str:
    if re.fullmatch(r"[A-Za-z][\w-]*", text.strip()) is None:  # no file: that would run in a process of its own
        raise ValueError(text)
    return text.strip()


ALGORITHMS = (
    Algorithm(
        "table",
        "perfect play by the game's table of solved positions",
        TableSearcher,
        options=(
            options.text("against", "the heuristic whose mistakes it plays for", _heuristic_name, "a heuristic's name"),
        ),
        limits=(),
        takes_heuristic=False,
    ),
)
