"""Whether rules from a server describe one of our games: legal moves, ends and goals, position after position.

Both are played side by side. Some games are played at random from the start, some branch off earlier ones, and some
lean towards ends that random games hardly ever reach, as the game itself declares. The first difference is the answer.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any, NoReturn

from plies.games.contract import Expression, Game, ServerForm
from plies.games.position import Position
from plies.protocols.ggp.gdl.interpreter import Interpreter, State, View
from plies.protocols.ggp.wire import sexpr
from plies.protocols.ggp.wire.following import form_of
from plies.protocols.ggp.wire.words import Words

#: how much a game leans towards a move of ours, from a state of ours
Leaning = Callable[[Any, int], float]
#: so many different positions are enough; where the time ends before, so many are the least
ENOUGH, LEAST = 1_000, 30


@dataclass(frozen=True)
class Comparison:
    """In how many positions they were compared, and the first difference in words; empty: there was none."""

    positions: int
    difference: str = ""
    #: whether that was every position that the game can come to
    is_whole: bool = False

    @property
    def is_same(self) -> bool:
        return not self.difference and (self.is_whole or self.positions >= LEAST)


class _Difference(Exception):
    pass


@dataclass(frozen=True)
class _Branch:
    """A move that has not been played yet: our position before it, and theirs."""

    position: Position
    state: State
    move: int


class _Walk:
    """Positions of both games side by side."""

    def __init__(self, game: Game, words: Words, theirs: Interpreter) -> None:
        self.game, self.words, self.theirs = game, words, theirs
        self.form: ServerForm = form_of(game)
        self.roles = tuple(words.theirs(side.lower()) for side in game.sides)
        self.noop = words.theirs(sexpr.parse(self.form.noop))
        self.random = random.Random(game.name)
        self.seen: set[object] = set()
        self.branches: list[_Branch] = []
        #: games that were played leaning towards ends
        self.leant = 0
        self._terms: dict[str, Expression] = {}

    def run(self, until: float) -> Comparison:
        """Plays until there is enough, or nothing is left, or the time is over."""
        if sorted(map(str, self.roles)) != sorted(map(str, self.theirs.roles)):
            return Comparison(0, f"the roles are {' and '.join(map(sexpr.format, self.theirs.roles)) or 'not stated'}")
        try:
            for steps in self._games():
                for _ in steps:
                    if time.monotonic() > until:
                        return Comparison(len(self.seen))
                if len(self.seen) >= ENOUGH and self.leant >= len(self.form.leanings):
                    return Comparison(len(self.seen))
        except _Difference as difference:
            return Comparison(len(self.seen), str(difference))
        return Comparison(len(self.seen), is_whole=True)

    def _games(self) -> Iterator[Iterator[None]]:
        """Games to be played, until every branch has been."""
        first = self.game.start()
        leanings = cycle(self.form.leanings)
        yield self._play(first, self.theirs.first, None)
        while self.branches:
            for leaning in islice(leanings, 2):
                yield self._play(first, self.theirs.first, leaning)
                self.leant += 1
            for _ in range(2):
                if self.branches and len(self.seen) < ENOUGH:
                    place = self.random.randrange(len(self.branches))
                    self.branches[place], self.branches[-1] = self.branches[-1], self.branches[place]
                    branch = self.branches.pop()
                    view = self.theirs.look(branch.state)
                    yield self._play(*self._after(branch.position, view, branch.move), None)

    def _play(self, position: Position, state: State, leaning: Leaning | None) -> Iterator[None]:
        """One game to its end, or to a position that has been met before; one that leans goes on from there."""
        while True:
            view = self.theirs.look(state)
            is_new = position.state not in self.seen
            if is_new:
                self._compare(position, view)
                self.seen.add(position.state)
            yield
            if position.outcome is not None or not (is_new or leaning is not None):
                return
            move = self._choose(position, leaning)
            if is_new:
                self.branches += [_Branch(position, state, other) for other in position.legal if other != move]
            position, state = self._after(position, view, move)

    def _choose(self, position: Position, leaning: Leaning | None) -> int:
        if leaning is None:
            return self.random.choice(position.legal)
        return max(position.legal, key=lambda move: (leaning(position.state, move), self.random.random()))

    def _after(self, position: Position, view: View, move: int) -> tuple[Position, State]:
        turn = position.state.turn
        joint = {self.roles[turn]: self._term(position, move), self.roles[1 - turn]: self.noop}
        return position.after(move), view.after(joint)

    def _term(self, position: Position, move: int) -> Expression:
        """A move as the server writes it."""
        text = self.form.term(position.state, move)
        if text not in self._terms:
            self._terms[text] = self.words.theirs(sexpr.parse(text))
        return self._terms[text]

    # -- one position ------------------------------------------------------------------------------------------------

    def _compare(self, position: Position, view: View) -> None:
        if view.is_terminal != (position.outcome is not None):
            self._differ(position, "the game is over" if view.is_terminal else "the game is not over")
        if position.outcome is None:
            self._compare_moves(position, view)
        else:
            self._compare_goals(position, view, position.outcome.winner)

    def _compare_moves(self, position: Position, view: View) -> None:
        expected: list[set[Expression]] = [{self.noop}, {self.noop}]
        expected[position.state.turn] = {self._term(position, move) for move in position.legal}
        legal = view.legal()
        for side, role in enumerate(self.roles):
            if odd := legal[role] ^ expected[side]:
                one = min(odd, key=str)
                what = "legal" if one in legal[role] else "not legal"
                self._differ(position, f"{sexpr.format(one)} is {what} for {role}")

    def _compare_goals(self, position: Position, view: View, winner: str | None) -> None:
        goals = view.goals()
        for side, role in zip(self.game.sides, self.roles, strict=True):
            worth = "50" if winner is None else "100" if winner == side else "0"
            if goals[role] != {worth}:
                found = " and ".join(sorted(map(sexpr.format, goals[role]))) or "nothing"
                self._differ(position, f"the end is worth {found} to {role}, not {worth}")

    def _differ(self, position: Position, what: str) -> NoReturn:
        raise _Difference(f"{'at the start' if position.parent is None else f'in {position.text}'} {what}")


def compare(game: Game, words: Words, theirs: Interpreter, until: float) -> Comparison:
    """Compares our game with theirs until a monotonic time, in the server's words."""
    return _Walk(game, words, theirs).run(until)
