"""`Position`, the object around the rules: immutable, hashable, comparable, prints as a board.

Checks happen here, at the door; the rule functions trust what they are given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from plies.errors import AmbiguousMove, IllegalMove, InvalidMove, InvalidPosition, Refused
from plies.games import board as drawing
from plies.games.outcomes import DRAWN, FIRST_WON, RUNNING, SECOND_WON, State

if TYPE_CHECKING:
    from plies.games.contract import Game, Heuristic

#: a position that has occurred this often is a draw, in games where positions can come back
REPETITIONS = 3


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner's name (None for a draw) and why."""

    winner: str | None
    reason: str


@dataclass(frozen=True)
class Term:
    """One feature of a heuristic in one position: both sides' counts, the weight, and what it adds for `me`."""

    feature: str
    mine: float
    theirs: float
    weight: float
    contribution: float

    @staticmethod
    def of(feature: str, weight: float, mine: float, theirs: float) -> Term:
        return Term(feature, float(mine), float(theirs), weight, weight * (mine - theirs) + 0.0)  # never -0.0


class Evaluation(float):
    """A heuristic's own number for one side. `terms` takes it apart, `centre` is what it starts from."""

    terms: tuple[Term, ...]
    centre: float

    def __new__(cls, value: float, terms: tuple[Term, ...], centre: float) -> Evaluation:
        self = super().__new__(cls, value)
        self.terms = terms
        self.centre = centre
        return self

    @classmethod
    def whole(cls, heuristic: Heuristic, value: float) -> Evaluation:
        """That of a heuristic which is one function: a single term."""
        return cls(value, (Term.of(heuristic.name, 1.0, value - heuristic.centre, 0.0),), heuristic.centre)


class Position:
    """A state of a game, with the moves that led to it (which equality, hash, text and perft ignore)."""

    game: Game
    state: State
    parent: Position | None
    move: int

    def __init__(self, game: Game, state: State, parent: Position | None = None, move: int = -1) -> None:
        self.__dict__.update(game=game, state=state, parent=parent, move=move)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Position does not change; {name!r} cannot be set")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game.name == other.game.name and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.game.name, self.state))

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.text}>"

    def __str__(self) -> str:
        return self.draw()

    def draw(self, colour: bool = False) -> str:
        """The board for a terminal, the last move marked, and the side to move."""
        if self.game.board is None:
            return f"{self.text}\n{self._status()}"
        return f"{drawing.to_text(self.game.board(self.state), colour, last=self.last_squares)}\n{self._status()}"

    def _status(self) -> str:
        if self.outcome is None:
            return f"{self.turn} to move"
        if self.outcome.winner is None:
            return f"a draw: {self.outcome.reason}"
        return f"{self.outcome.winner} wins: {self.outcome.reason}"

    def svg(self) -> str:
        """The board as an SVG picture (also what a notebook shows)."""
        if self.game.board is None:
            raise Refused(f"{self.game.name} has no picture of its board")
        return drawing.to_svg(self.game.board(self.state), last=self.last_squares)

    def _repr_svg_(self) -> str | None:
        return None if self.game.board is None else self.svg()

    @property
    def text(self) -> str:
        """The one-line form."""
        return self.game.format(self.state)

    @property
    def turn(self) -> str:
        """The side to move, by name."""
        return self.game.sides[self.state.turn]

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal moves as the engine's integers; none once the game is over."""
        if self.outcome is not None:
            return ()
        return self.listed

    @cached_property
    def listed(self) -> tuple[int, ...]:
        """The moves the rules list in this state, whatever the history."""
        if self.game.rules.outcome(self.state) != RUNNING:
            return ()
        out: list[Any] = [0] * self.game.rules.most_moves
        return tuple(out[: self.game.rules.moves(self.state, out)])

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves as words."""
        return tuple(self.game.word(self.state, move) for move in self.legal)

    @property
    def last_squares(self) -> tuple[str, ...]:
        if self.parent is None or self.game.squares is None:
            return ()
        return self.game.squares(self.parent.state, self.move)

    def read(self, word: str) -> int:
        """The legal move that a word means."""
        if not isinstance(word, str) or not re.fullmatch(self.game.word_pattern, word.strip()):
            raise InvalidMove(f"{word!r:.80} is not a move; a move looks like {self.game.word_example}")
        word = word.strip()
        if self.outcome is not None:
            raise IllegalMove(f"{word}: the game is over ({self.outcome.reason})")
        if self.game.read is not None:
            found = [move for move in self.game.read(self.state, word) if move in self.legal]
        else:
            found = [move for move in self.legal if self.game.word(self.state, move) == word]
        if not found:
            raise IllegalMove(f"{word} is not legal here; legal: {' '.join(self.moves)}")
        if len(found) > 1:
            meant = ", ".join(self.game.word(self.state, move) for move in found)
            raise AmbiguousMove(f"{word} may mean any of {meant}")
        return found[0]

    def play(self, word: str) -> Position:
        """The position after a move."""
        return self.after(self.read(word))

    def after(self, move: int) -> Position:
        """The position after one of the engine's integers, which must be legal."""
        return Position(self.game, self.game.rules.play(self.state, move), self, move)

    @cached_property
    def outcome(self) -> Outcome | None:
        """None while the game runs. Sees draws by repetition and lack of progress in its history."""
        code = self.game.rules.outcome(self.state)
        if code != RUNNING:
            winner = None if code == DRAWN else self.game.sides[code]
            return Outcome(winner, self.game.reason(self.state, code))
        if not self.listed:
            if self.game.rules.without_moves == "draw":
                return Outcome(None, f"{self.turn} has no legal move")
            return Outcome(self.game.sides[1 - self.state.turn], f"{self.turn} has no legal move")
        return self._drawn_by_history()

    def _drawn_by_history(self) -> Outcome | None:
        rules = self.game.rules
        if rules.can_repeat and sum(state == self.state for state in self.reversible_states) + 1 >= REPETITIONS:
            return Outcome(None, "third occurrence of the position")
        limit = rules.plies_without_progress
        if limit and len(self.reversible_states) >= limit:
            return Outcome(None, f"{limit} plies without {self.game.progress_name}")
        return None

    @cached_property
    def reversible_states(self) -> tuple[State, ...]:
        """The earlier states since the last move that cannot be undone, oldest first."""
        progress = self.game.rules.progress
        states: list[State] = []
        here: Position = self
        while here.parent is not None:
            if progress is not None and progress(here.parent.state, here.move):
                break
            here = here.parent
            states.append(here.state)
        return tuple(reversed(states))

    @property
    def line(self) -> tuple[str, ...]:
        """The moves that led here since `start()` or `position(text)`, as words."""
        words: list[str] = []
        here: Position = self
        while here.parent is not None:
            words.append(here.game.word(here.parent.state, here.move))
            here = here.parent
        return tuple(reversed(words))

    def side(self, name: str) -> int:
        """0 or 1 for a side's name."""
        found = self.game.side(name)
        if found is None:
            raise InvalidPosition(
                f"no side {name!r} in {self.game.name}; the sides are {' and '.join(self.game.sides)}"
            )
        return found

    def evaluate(self, heuristic: Heuristic, me: int) -> Evaluation:
        """The heuristic's number for side `me`, taken apart into its terms, by the uncompiled functions."""
        value = heuristic.value(self.state, me)  # first, because it checks what a user-written function returns
        if heuristic.function is not None:
            return Evaluation.whole(heuristic, value)
        terms = tuple(
            Term.of(feature.name, weight, *(feature.count(self.state, s, *feature.extra) for s in (me, 1 - me)))
            for feature, weight in zip(heuristic.features, heuristic.weights_for(me), strict=True)
        )
        return Evaluation(value, (*terms, *terms_of_patterns(heuristic, self.state, me)), heuristic.centre)


def terms_of_patterns(heuristic: Heuristic, state: State, me: int) -> tuple[Term, ...]:
    """What patterns add, by rows of the board: windows with a weight above 0 speak for a side, the others for its
    opponent."""
    patterns = heuristic.patterns
    if patterns is None:
        return ()
    steps = [step if me == 0 else -step for step in patterns.steps(state)]
    terms = []
    for name, numbers in patterns.groups().items():
        mine = sum(max(0, steps[number]) for number in numbers)
        theirs = sum(max(0, -steps[number]) for number in numbers)
        terms.append(Term.of(name, patterns.quantum, mine, theirs))
    return tuple(terms)


def from_text(game: Game, text: str) -> Position:
    """The position that a line of text describes; InvalidPosition names what is wrong with it."""
    if game.parse is None:
        return Position(game, _parse_fields(game, text))
    return Position(game, game.parse(text))


def _parse_fields(game: Game, text: str) -> State:
    fields = game.rules.state._fields  # type: ignore[attr-defined]
    parts = text.split(",")
    if len(parts) != len(fields) or not all(re.fullmatch(r"-?\d+", part.strip()) for part in parts):
        raise InvalidPosition(
            f"{text!r}: a position of {game.name} is {len(fields)} whole numbers: {', '.join(fields)}"
        )
    state = game.rules.state(*(int(part) for part in parts))
    if state.turn not in (0, 1):
        raise InvalidPosition(f"{text!r}: turn is 0 for {game.sides[0]} or 1 for {game.sides[1]}, not {state.turn}")
    return state


def value_of_outcome(code: int, side: int) -> int:
    """+1, 0 or -1 for `side` when `outcome` has answered `code` (FIRST_WON, SECOND_WON or DRAWN)."""
    if code == DRAWN:
        return 0
    assert code in (FIRST_WON, SECOND_WON)
    return 1 if code == side else -1
