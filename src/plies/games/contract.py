"""What a game supplies, and what it gets for it.

A game of two sides that move in turn supplies a `Rules` (a state and a handful of pure functions on it) and the
words around it in a `Game`: notation, a picture, heuristics. For that it gets the terminal, the textbook algorithms,
the compiled engine, perft, benchmarks and the contract tests.

The rule functions are plain Python on a NamedTuple of integers. They run as they stand, and the same functions are
compiled by Numba for the search, so they keep to what it knows: integers, arithmetic, loops, tuples. Fields of the
state are annotated `int` (signed, 64 bits), `Word` (unsigned, 64 bits) or `Pair` (two words), see `plies.games.bits`.
A field `turn` is the side to move: 0 for the first side, 1 for the second.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from plies.errors import InvalidGame, UnknownName, near
from plies.games.board import Board, Piece
from plies.games.outcomes import DRAWN as DRAWN
from plies.games.outcomes import FIRST_WON as FIRST_WON
from plies.games.outcomes import RUNNING as RUNNING
from plies.games.outcomes import SECOND_WON as SECOND_WON
from plies.games.outcomes import State as State
from plies.games.patterns import Patterns
from plies.games.position import Position, from_text
from plies.games.solving import NOTHING_DECLARED, Solving
from plies.games.tournaments import Preset
from plies.values import Unit as Unit

if TYPE_CHECKING:
    from plies.games.records import GameFile, Record

#: what game servers speak: a word in small letters, or a list of expressions
Expression: TypeAlias = "str | tuple[Expression, ...]"


@dataclass(frozen=True)
class Rules:
    """The rules as pure functions, and what the search must know of them."""

    state: type
    #: moves(state, out) -> n: writes the legal moves, small integers from 0, into `out`
    moves: Callable[[State, Any], int]
    #: play(state, move) -> state
    play: Callable[[State, int], State]
    #: outcome(state) -> RUNNING, FIRST_WON, SECOND_WON or DRAWN, leaving aside the lack of moves
    outcome: Callable[[State], int]
    #: the largest number of legal moves in a position, and a number above every move
    most_moves: int
    move_codes: int
    #: what it means for the side to move to have no move
    without_moves: Literal["loss", "draw"] = "loss"
    #: key(state) -> word, the same for the same position; made from all fields when left out
    key: Callable[[State], int] | None = None
    #: any_move(state) -> bool, when that is cheaper than listing the moves
    any_move: Callable[[State], bool] | None = None
    #: noise(state, move) -> 0 for a quiet move, more for captures and the like; left out: nothing is noisy
    noise: Callable[[State, int], int] | None = None
    #: noisy_moves(state, out) -> n: the legal moves with noise above 0, when that is cheaper than asking each
    noisy_moves: Callable[[State, Any], int] | None = None
    #: whenever a noisy move exists, only noisy moves are legal (compulsory captures)
    noise_is_compulsory: bool = False
    #: whether the engine may cut off where a value is far above the window and a much shallower search confirms it;
    #: it must have been measured that this makes the game's players stronger
    prunes: bool = False
    #: whether a position can come back; then its third occurrence is a draw
    can_repeat: bool = False
    #: progress(state, move) -> bool: the move can never be taken back; left out: no move is known to be
    progress: Callable[[State, int], bool] | None = None
    #: so many plies without progress are a draw; 0 for never
    plies_without_progress: int = 0
    #: where moves are wide numbers, statistics of moves are kept by `move % slots`; 0: by the move itself
    slots: int = 0


@dataclass(frozen=True)
class Feature:
    """Something that can be counted for one side: `count(state, side, *extra) -> number`."""

    name: str
    count: Callable[..., float]
    extra: tuple[int, ...] = ()


@dataclass(frozen=True)
class Heuristic:
    """Features with weights, or a plain function `(state, me) -> number`.

    The value for `me` is centre + Σ weight × (feature of me − feature of the other side), and what the patterns say.
    `weights_first`, where given, replaces the weights when `me` is the first side (a heuristic whose two views are not
    opposites).
    """

    name: str
    about: str
    features: tuple[Feature, ...] = ()
    weights: tuple[float, ...] = ()
    weights_first: tuple[float, ...] | None = None
    function: Callable[[State, int], float] | None = None
    centre: float = 0.0
    #: what people see its values in, such as Unit("men", 5.0) where a man is worth 5; None: in no unit
    unit: Unit | None = None
    #: groups of cells with a weight for every combination of their contents, beside the features
    patterns: Patterns | None = None

    def __post_init__(self) -> None:
        if (self.function is None) == (not self.features):
            raise InvalidGame(f"heuristic {self.name!r}: give either features with weights or one function")
        if len(self.weights) != len(self.features):
            raise InvalidGame(f"heuristic {self.name!r}: {len(self.features)} features but {len(self.weights)} weights")
        if not all(map(math.isfinite, (*self.weights, *(self.weights_first or ()), self.centre))):
            raise InvalidGame(f"heuristic {self.name!r}: a weight or the centre is no finite number")

    @property
    def comes_with_plies(self) -> bool:
        """Whether Plies' own functions count it. Those run alike plain and compiled, which tests, and always return."""
        counts: list[object] = [feature.count for feature in self.features] or [self.function]
        return all((getattr(count, "__module__", "") or "").partition(".")[0] == "plies" for count in counts)

    def weights_for(self, me: int) -> tuple[float, ...]:
        return self.weights_first if me == 0 and self.weights_first is not None else self.weights

    def with_weights(self, changes: Mapping[str, float]) -> Heuristic:
        """The same features with other weights, and so in no unit: `with_weights({"pawns": 2})`."""
        names = [feature.name for feature in self.features]
        for name in changes:
            if name not in names:
                meant, known = near(name, names), ", ".join(names) or "none"
                raise UnknownName(f"heuristic {self.name!r} has no term {name!r}{meant}; known: {known}")
        merged = tuple(float(changes.get(name, old)) for name, old in zip(names, self.weights, strict=True))
        first = self.weights_first
        if first is not None:
            first = tuple(float(changes.get(name, old)) for name, old in zip(names, first, strict=True))
        label = ",".join(f"{name}={value:g}" for name, value in changes.items())
        return replace(self, name=f"{self.name}({label})", weights=merged, weights_first=first, unit=None)

    def value(self, state: State, me: int) -> float:
        """The heuristic's own number, computed by the uncompiled functions. What people are shown of a heuristic that
        may differ when it is compiled comes from `search/evaluation.py`."""
        if self.function is not None:
            return self._number(self.function, state, me)
        total = 0.0
        for feature, weight in zip(self.features, self.weights_for(me), strict=True):
            mine = self._number(feature.count, state, me, *feature.extra)
            total += weight * (mine - self._number(feature.count, state, 1 - me, *feature.extra))
        if self.patterns is not None:
            total += self.patterns.value(state, me)
        return self.centre + total

    def _number(self, function: Callable[..., Any], state: State, side: int, *extra: int) -> float:
        """What a user-written function answers, if it is a number."""
        try:
            answer = function(state, side, *extra)
        except Exception as error:
            trace = error.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            place = "" if trace is None else f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})"
            raise InvalidGame(f"heuristic {self.name!r} stopped with {type(error).__name__}: {error}{place}") from error
        if isinstance(answer, str | bytes) or not hasattr(answer, "__float__"):
            raise InvalidGame(f"heuristic {self.name!r} answered {answer!r}, which is not a number")
        return float(answer)


def _state_text(state: State) -> str:
    return ",".join(str(value) for value in state)


def _move_text(state: State, move: int) -> str:
    return str(move)


def _plain_reason(state: State, code: int) -> str:
    return "drawn by the rules" if code == DRAWN else "won by the rules"


@dataclass(frozen=True)
class Format:
    """A kind of file that holds games, such as PDN. `read` keeps the games before a mistake, and the mistake."""

    name: str
    suffix: str
    read: Callable[[str], GameFile]
    write: Callable[[Sequence[Record]], str]
    #: what the file calls the players of the two sides; and its words for a win of the first, a draw, one of the second
    player_tags: tuple[str, str] = ("White", "Black")
    results: tuple[str, str, str] = ("1-0", "1/2-1/2", "0-1")


class Puzzle(NamedTuple):
    """The position of a puzzle file, and whether the file shows it mirrored left to right."""

    state: State
    mirrored: bool = False


@dataclass(frozen=True)
class Puzzles:
    """Files with a position to be solved for the side to move; `read` raises InvalidFile."""

    read: Callable[[str], Puzzle]
    #: write(puzzle, states) -> the boards of a line, as the puzzle's own file shows them
    write: Callable[[Puzzle, Sequence[State]], str]


@dataclass(frozen=True)
class Editing:
    """How a position is put together by hand: what may be put on a cell, and the text that comes of it.

    A cell holds the letter of a piece or of a shade of the board's own, or on boards of counts a number up to `most`.
    """

    #: compose(letters by name of cell, side to move) -> the one-line text, which `parse` then checks
    compose: Callable[[Mapping[str, str], int], str]
    pieces: tuple[Piece, ...] = ()
    shades: Mapping[str, str] = field(default_factory=dict)
    most: int = 0


@dataclass(frozen=True)
class ServerForm:
    """How a game is spoken of on servers of the General Game Playing protocol. The roles are the game's sides."""

    #: the complete rules in the Game Description Language, roles in the order of the sides
    rules: str
    #: term(state, move) -> the move as an expression in text, such as `(move 2 2 2 3)`
    term: Callable[[State, int], str]
    #: what a side plays when it is not its turn
    noop: str = "noop"
    #: each leaning(state, move) -> number: games in which both sides play the move with the largest come to ends that
    #: random games hardly ever reach; rules from servers are compared in all of them
    leanings: tuple[Callable[[State, int], float], ...] = ()


@dataclass(frozen=True)
class Game:
    """A game at one size, ready to be played: its rules and the words around them."""

    name: str
    about: str
    sides: tuple[str, str]
    rules: Rules
    first: State
    heuristics: Mapping[str, Heuristic]
    #: the heuristic used when none is named
    default: str
    #: one line of text to a state and back; `parse` raises InvalidPosition
    parse: Callable[[str], State] | None = None
    format: Callable[[State], str] = _state_text
    #: a move as a word, and what such a word looks like (a regular expression for the whole word)
    word: Callable[[State, int], str] = _move_text
    word_pattern: str = r"\d+"
    word_example: str = "0"
    #: read(state, word) -> the legal moves that the word may mean, for games that take more than the exact word
    read: Callable[[State, str], Sequence[int]] | None = None
    #: the squares a move touches, in order, as names of cells of the board
    squares: Callable[[State, int], tuple[str, ...]] | None = None
    #: the states that a long move passes through, one for each further square; the last is the one after the move
    steps: Callable[[State, int], tuple[State, ...]] | None = None
    #: the user chooses a move by its first square alone; else by its two ends
    one_square: bool = False
    #: how a position is put together by hand; None: only as text
    editing: Editing | None = None
    board: Callable[[State], Board] | None = None
    #: why the rules ended the game, in words
    reason: Callable[[State, int], str] = _plain_reason
    #: what the rules compel the side to move to, in words, where they forbid moves that would be legal without it
    compulsion: Callable[[State], str] | None = None
    #: what cannot be undone, in words, for the draw by lack of progress
    progress_name: str = "progress"
    #: positions for `plies bench`, one-line texts; empty: the start alone
    bench: tuple[tuple[str, int], ...] = ()
    #: files this game can read and write beyond one-line positions, by name
    formats: Mapping[str, Format] = field(default_factory=dict)
    #: files with one position to be solved
    puzzles: Puzzles | None = None
    #: fair beginnings for games between players: sequences of moves from the start, as words
    openings: tuple[tuple[str, ...], ...] = ()
    #: published seconds per move by heuristic; `plies time` puts them beside its own
    published_timing: Mapping[str, float] = field(default_factory=dict)
    #: how game servers speak of it, for games that are played there
    server_form: ServerForm | None = None
    #: what may speed up its tables and proofs: an index of its positions, symmetries, a static proof
    solving: Solving = NOTHING_DECLARED
    #: names that sides had in earlier releases, and what they are called now; still read, never written
    old_sides: Mapping[str, str] = field(default_factory=dict)
    #: the default before a learned heuristic took its place; empty: none did
    unlearned: str = ""

    def __post_init__(self) -> None:
        if "turn" not in getattr(self.rules.state, "_fields", ()):
            raise InvalidGame(f"game {self.name!r}: its state must be a NamedTuple with a field 'turn'")
        if self.default not in self.heuristics:
            raise InvalidGame(f"game {self.name!r}: its default heuristic {self.default!r} is not among its heuristics")

    def start(self) -> Position:
        """The position a game begins with."""
        return Position(self, self.first)

    def position(self, text: str) -> Position:
        """The position that a line of text describes."""
        return from_text(self, text)

    def side(self, name: str) -> int | None:
        """0 or 1 for a side's name, also one of an earlier release; None for any other word."""
        today = self.old_sides.get(name, name)
        return self.sides.index(today) if today in self.sides else None

    @property
    def authors_default(self) -> str:
        """The default of the game's authors. What is counted, measured or drawn by seed keeps to it, so that learning a
        better heuristic changes none of that."""
        return self.unlearned or self.default

    def heuristic(self, name: str) -> Heuristic:
        if name not in self.heuristics:
            known = ", ".join(sorted(self.heuristics))
            raise UnknownName(f"{self.name} has no heuristic {name!r}{near(name, self.heuristics)}; known: {known}")
        return self.heuristics[name]

    def unit(self, heuristic: str) -> Unit | None:
        """What the values of a heuristic are counted in; None for one that has no unit, or is not the game's own."""
        return self.heuristics[heuristic].unit if heuristic in self.heuristics else None


@dataclass(frozen=True)
class Option:
    """One thing to choose before a game: a number from `low` to `high`, one of `choices`, or else a free text.

    The options as text are the values one after the other, each after its prefix; a value that is `omitted` is not
    written. `6,seed=7` is the size 6 and, after the prefix `,seed=`, the seed 7.
    """

    name: str
    default: str
    prefix: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    omitted: str | None = None
    hint: str = ""


@dataclass(frozen=True)
class Family:
    """A name such as `pawns` that stands for a game in many sizes."""

    name: str
    about: str
    #: what may follow the colon, in words, and the text that stands for none
    options: str
    default: str
    make: Callable[[str], Game]
    #: full names worth listing and testing
    examples: tuple[str, ...]
    #: the options one by one, for people that choose instead of writing; none: the options are written as a text
    fields: tuple[Option, ...] = ()
    #: tournaments that answer questions about this game
    presets: tuple[Preset, ...] = ()
    #: rules, notation and heuristics for people: a file in plain Markdown, without links and pictures
    guide: Path | None = None
    #: candidates(rules) -> the options of the games that rules from a game server may describe; which of them it is, if
    #: any, is found by comparing. The rules are expressions in small letters, from outside and so of any shape
    candidates: Callable[[Sequence[Expression]], Sequence[str]] | None = None
    #: a folder with learned heuristics (`games/learned.py`), one file for each game that has one: `pawns-8x8.toml`
    learned: Path | None = None
    #: the games whose file there, once it is there, is their default heuristic
    learned_defaults: tuple[str, ...] = ()

    def named(self, values: Mapping[str, str]) -> str:
        """The game's name with these values of its fields, the others at their defaults."""
        for name in values:
            if name not in [one.name for one in self.fields]:
                raise UnknownName(
                    f"{self.name} has no option {name!r}; known: {', '.join(o.name for o in self.fields)}"
                )
        chosen = [(one, values.get(one.name, one.default)) for one in self.fields]
        text = "".join(one.prefix + value for one, value in chosen if value != one.omitted)
        return f"{self.name}:{text}" if text else self.name
