"""What requests and answers look like. Every text, list and number has a bound."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, model_validator

from plies.players.options import Form
from plies.players.player import ENGINE, RANDOM
from plies.web.server.settings import Settings
from plies.web.tables.models import GivenAway, KnownView

BOUNDS = Settings()

Name = Annotated[str, Field(max_length=200)]
Word = Annotated[str, Field(max_length=100)]
Text = Annotated[str, Field(max_length=BOUNDS.longest_text)]
Weight = Annotated[float, Field(ge=-BOUNDS.most_weight, le=BOUNDS.most_weight, allow_inf_nan=False)]


class Asked(BaseModel):
    """A request: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class Spot(Asked):
    """A position by the moves to it: the game, the text it starts from, and the moves since then as words."""

    game: Name = Field(description="a game's name, such as one of the examples of /api/games")
    start: Text | None = Field(None, description="a position as one line; left out: the game's own start")
    moves: list[Word] = Field([], max_length=BOUNDS.most_plies, description="the moves since the start, as words")


class Choice(Asked):
    """A heuristic by its registered name, with other weights for some of its terms."""

    name: Name | None = Field(None, description="left out: the game's default")
    weights: dict[Name, Weight] = Field({}, max_length=50, description="by term; terms left out keep their own")


DEFAULT = Choice.model_validate({})


class Limited(Asked):
    """How long a search may take; the server's own bound on seconds always holds."""

    depth: int | None = Field(None, ge=1, le=BOUNDS.most_depth, description="plies to look ahead")
    nodes: int | None = Field(None, ge=1, le=BOUNDS.most_nodes, description="positions to look at")
    seconds: float | None = Field(
        None, gt=0, le=BOUNDS.analysis_seconds, allow_inf_nan=False, description="of thinking"
    )


UNLIMITED = Limited.model_validate({})


class PlayerChoice(Asked):
    """Who plays: one of /api/algorithms, a heuristic where it takes one, its options, and the limits of a move."""

    algorithm: Name = Field(ENGINE, description="by name")
    heuristic: Choice = DEFAULT
    options: dict[Name, Name] = Field(
        {}, max_length=50, description="texts by the names of its options; those left out keep their defaults"
    )
    limits: Limited = UNLIMITED

    @model_validator(mode="before")
    @classmethod
    def _of_first_release(cls, data: Any) -> Any:
        """Players of tournaments were `{"heuristic": "ari", "weights": {...}, "limits": {...}}`, and `random` too."""
        if not isinstance(data, dict) or not isinstance(data.get("heuristic"), str):
            return data
        if data == {"heuristic": RANDOM}:
            return {"algorithm": RANDOM}
        rest = {key: value for key, value in data.items() if key != "weights"}
        return rest | {"heuristic": {"name": data["heuristic"], "weights": data.get("weights", {})}}


def _form(asked: Any) -> str:
    return "as_text" if isinstance(asked, str) else "as_object"


#: a player, as a text in the notation of the commands (`ari@depth=3,algorithm=alphabeta`) or taken apart
PlayerAsked = Annotated[
    Annotated[str, Field(max_length=BOUNDS.longest_player), Tag("as_text")] | Annotated[PlayerChoice, Tag("as_object")],
    Discriminator(_form),
]


# -- answers ---------------------------------------------------------------------------------------------------------

View = TypeVar("View", bound=BaseModel)


def view_of(kind: type[View], shown: object, **fields: object) -> View:
    """An answer whose fields are the attributes of the same names, but for those given here."""
    return kind(**{name: getattr(shown, name) for name in kind.model_fields if name not in fields}, **fields)


class ColourView(BaseModel):
    """How a side looks: its pieces, what is drawn on them, and its pieces in the theme for colour-blind people."""

    name: str
    fill: str
    ink: str
    safe: str


class PieceView(BaseModel):
    side: int
    letter: str
    shape: str = Field(description="an SVG path in a box of 100 by 100")
    label: str
    detail: str = Field(description="a second path, drawn on the shape in the colour of letters; none: empty")
    name: str
    colour: ColourView


class ShadeView(BaseModel):
    """How a kind of cell looks that only this game has."""

    name: str
    colour: str
    night: str = Field(description="its colour on a dark page")
    detail: str = Field(description="an SVG path in a box of 100 by 100, drawn on the cell; none: empty")
    detail_colour: str


class CellView(BaseModel):
    name: str
    x: int = Field(description="column, counted from 0 at the left")
    y: int = Field(description="row, counted from 0 at the bottom")
    shade: str = Field(description="light, dark, plain, off, or one of the board's own shades")
    piece: int | None = Field(description="a place in the list of pieces")
    text: str
    letter: str = Field(description="what an editor would put here")


class BoardView(BaseModel):
    columns: int
    rows: int
    cells: list[CellView]
    pieces: list[PieceView]
    shades: list[ShadeView]
    column_labels: list[str]
    row_labels: list[str] = Field(description="from the bottom")
    colours: list[ColourView] = Field(description="of the two sides")
    course: list[str] = Field(description="cells in the order in which things go around them; none: nothing does")
    counts: bool = Field(description="the texts of cells are numbers of things in them")


class MoveView(BaseModel):
    word: str
    squares: list[str] = Field(description="the cells it touches, in order; none where the game gives none")
    known: KnownView | None = Field(
        None,
        description="by a table, for the side that makes it, counted from before the move; null: not known",
    )


class Change(BaseModel):
    """What is on a cell after a step, where that differs from before."""

    name: str
    shade: str
    piece: int | None
    text: str


class LastMove(BaseModel):
    word: str
    squares: list[str]
    side: int
    steps: list[list[Change]] = Field(description="the changes of the board at each step of the move")


class OutcomeView(BaseModel):
    winner: int | None = Field(description="0 for the first side, 1 for the second, null for a draw")
    reason: str


class PositionView(BaseModel):
    game: str
    start: str
    moves: list[str]
    text: str
    turn: int
    sides: list[str]
    outcome: OutcomeView | None
    board: BoardView | None
    legal: list[MoveView]
    last: LastMove | None
    compulsion: str = Field("", description="what the rules compel the side to move to; empty: nothing")
    known: KnownView | None = Field(
        None, description="by a table of this server, for the side to move; null: the position is in none"
    )
    given_away: list[GivenAway] = Field([], description="the moves that gave value away, by a table of this server")
    solving: bool = Field(False, description="a table is on its way; ask again for what it knows")


class TermView(BaseModel):
    feature: str
    first: float = Field(description="the first side's count")
    second: float
    weight: float
    contribution: float = Field(description="what it adds for the side the heuristic is asked about")


class UnitView(BaseModel):
    """What people see values in: its name, and what one of it is worth in the heuristic's own numbers."""

    name: str
    worth: float


class EvaluationView(BaseModel):
    heuristic: str
    me: int
    value: float = Field(description="the heuristic's own number for that side")
    centre: float = Field(description="the number that stands for a level game")
    unit: UnitView | None
    terms: list[TermView]


class ProofView(BaseModel):
    """A result for the side to move. Where it is not exact, it comes within so many plies, perhaps sooner."""

    result: Literal["win", "loss", "draw"]
    plies: int
    exact: bool = True


class LineView(BaseModel):
    """A line of play; its value is for the side to move."""

    move: str
    value: float | None = Field(description="null: the player reports none")
    depth: int
    moves: list[str]
    squares: list[str] = Field(description="the cells of its first move")
    proof: ProofView | None


class CountersView(BaseModel):
    """What a search did beside visiting nodes; null where it does not count that."""

    leaves: int | None
    cutoffs: int | None
    first_move_cutoffs: int | None
    table_hits: int | None
    table_filling: float | None = Field(description="the share of the table that is in use, 0 to 1")
    deepest: int | None = Field(description="the longest line that was looked at, in plies")
    probes: int | None = Field(description="positions whose value a table of solved positions gave")


class FoundView(BaseModel):
    """What a player found; its first line is the best."""

    depth: int
    value: float | None = Field(description="for the side to move; null: the player reports none")
    first_value: float | None = Field(description="the value for the first side, whichever side is to move")
    nodes: int
    seconds: float
    nodes_per_second: float
    counters: CountersView
    lines: list[LineView]
    heuristic: str = Field(description="empty: none")
    unit: UnitView | None = Field(description="what values are counted in; null: in no unit")


class AlgorithmOption(BaseModel):
    """An option of an algorithm, and what a form may offer for it."""

    name: str
    about: str
    form: Form
    right: str = Field(description="what a right value looks like, in words")
    default: str | None = Field(description="as a text; null: the algorithm decides")
    low: int | None = Field(description="of a whole number")
    high: int | None
    choices: list[str] = Field(description="words that may be chosen; of a heuristic: beside those of the game")


class AlgorithmLimit(BaseModel):
    """A limit of one move, the most that this server allows, and what is usual."""

    name: str
    about: str
    most: float
    usual: float


class AlgorithmView(BaseModel):
    """A way to choose moves."""

    name: str
    about: str
    package: str = Field(description="the package that it comes from, with its version; empty: Plies itself")
    takes_heuristic: bool
    most_lines: int = Field(description="how many lines it follows in an analysis; 0: it only chooses moves")
    is_native: bool = Field(description="it runs at native speed, and may be compiled before its first search")
    limits: list[AlgorithmLimit]
    options: list[AlgorithmOption]


class PlayerView(BaseModel):
    text: str = Field(description="the player in one line, as the commands take it")


class Problem(BaseModel):
    error: str
    message: str


#: what every route may answer beside its own
PROBLEMS: dict[int | str, dict[str, object]] = {
    400: {"model": Problem, "description": "what was asked makes no sense in this game"},
    404: {"model": Problem, "description": "there is nothing at this address"},
    413: {"model": Problem, "description": "more than 64 KiB"},
    422: {"model": Problem, "description": "not of the shape described here"},
    429: {"model": Problem, "description": "too many searches wait already"},
}
