"""Tournaments as requests and answers. Players are those that may play in the browser: never files or addresses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from plies.arena.plan.openings import PLIES
from plies.arena.plan.tournament import KINDS
from plies.web import models

BOUNDS = models.BOUNDS

Kind = Literal["round-robin", "gauntlet", "match"]
State = Literal["running", "stopped", "finished"]
Count = Annotated[int, Field(ge=2, le=BOUNDS.most_games, multiple_of=2)]
Minutes = Annotated[float, Field(gt=0, le=7 * 24 * 60, allow_inf_nan=False)]
Elo = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Risk = Annotated[float, Field(gt=0, lt=0.5, allow_inf_nan=False)]
assert set(KINDS) == set(Kind.__args__)  # type: ignore[attr-defined]


class OpeningsAsked(models.Asked):
    """Where games begin: the game's own start, its list of openings, or random plies; `auto` is the last two."""

    kind: Literal["auto", "start", "suite", "random"] = "auto"
    plies: int = Field(PLIES, ge=1, le=20, description="of random openings")
    balanced: bool = Field(True, description="balanced random openings alone")


class SprtAsked(models.Asked):
    """A stopping rule: which of two Elo differences of the first player over the second is true."""

    elo0: Elo = 0.0
    elo1: Elo = 10.0
    alpha: Risk = 0.05
    beta: Risk = 0.05


class TournamentAsked(models.Asked):
    """A tournament. The same one asked for again resumes, and with more games it plays more."""

    boards: list[models.Name] = Field(min_length=1, max_length=BOUNDS.most_boards, description="games by their names")
    players: list[models.PlayerAsked] = Field(min_length=2, max_length=BOUNDS.most_players)
    kind: Kind = Field("round-robin", description="gauntlet: the first player against the others")
    games: Count = Field(20, description="for each pairing and board; half of them with the sides exchanged")
    openings: OpeningsAsked = OpeningsAsked.model_validate({})
    seed: int = Field(0, ge=0, lt=2**53)
    sprt: SprtAsked | None = Field(None, description="for a match of two players")
    minutes: Minutes | None = Field(None, description="stop after so long; the rest can be played later")


class GoOn(models.Asked):
    """How a stored tournament is resumed."""

    games: Count | None = Field(None, description="for each pairing and board; left out: as many as before")
    minutes: Minutes | None = None


# -- answers ---------------------------------------------------------------------------------------------------------


class StageView(BaseModel):
    title: str
    definition: TournamentAsked


class PublishedGame(BaseModel):
    """Who won a game that was published; players by the names of their heuristics."""

    board: str
    first: str
    second: str
    winner: str | None = Field(description="one of the two; null: a draw")


class PublishedCell(BaseModel):
    """A cell of a published table of which games have been played here; players by the names of their heuristics."""

    board: str
    first: str
    second: str
    now: str = Field(description="who won here, = for a draw; the first side's score where games came out differently")
    then: str = Field(description="who won where it was published, = for a draw")


class PublishedView(BaseModel):
    """A published table, beside what has been played here."""

    about: str
    cells: list[PublishedCell]


class PresetView(BaseModel):
    """Tournaments that a game brings with it; each stage can be sent as it is."""

    name: str
    about: str
    stages: list[StageView]
    published: list[PublishedGame] = Field(description="published results, if there are any")


class SprtView(SprtAsked):
    """Where a stopping rule stands: H0 is taken below `lower`, H1 above `upper`."""

    llr: float
    lower: float
    upper: float
    pairs: int
    decision: Literal["H0", "H1", "continue"]


class TournamentView(BaseModel):
    id: str
    boards: list[str]
    players: list[str]
    kind: Kind
    games_per_pairing: int
    openings: str
    seed: int
    created: float = Field(description="seconds since the epoch")
    games: int = Field(description="games that are stored")
    total: int
    state: State
    sprt: SprtView | None
    preset: str = Field(description="the preset and stage that it is; empty: none")
    waits: float | None = Field(description="seconds since it began or was resumed, until its first game ends")
    seconds_left: float | None = Field(description="from the speed so far, while it runs")
    notices: list[str]
    problem: str = Field(description="why it ended early, if it did so by itself")
    refused: str = Field(description="why it cannot be resumed from here; empty: it can")


class PlayerView(BaseModel):
    """A player of the short table, with its rating and the interval of it."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    rating: float | None = Field(description="in Elo; null: the games say too little, and `reason` says why")
    low: float | None
    high: float | None
    reason: str


class LeftOutView(BaseModel):
    """Stored games that cannot be read: how many, how many of them for which reason, and the id of one."""

    games: int
    reasons: dict[str, int]
    example: str


class Tables(BaseModel):
    """The results of a tournament, as numbers and as pages show them. The blocks of a page are headings,
    paragraphs, tables and plots; each has a `kind` and an `id`, and the rest is for what draws them."""

    standings: dict[str, Any] | None = Field(description="every table of the report as data; null: no game yet")
    reading: str = Field(description="what the columns of the tables mean")
    published: PublishedView | None = Field(description="the published results of the same games, if there are any")
    players: list[PlayerView] = Field(description="the short table, best player first")
    left_out: LeftOutView
    identical: list[list[str]] = Field(description="names of players that are one and the same, in groups")
    live: list[dict[str, Any]] = Field(description="blocks to watch while it runs: the players, the stopping rule")
    blocks: list[dict[str, Any]] = Field(description="the whole report as blocks; those of `live` are among them")


class Detail(Tables):
    """A tournament and its tables."""

    tournament: TournamentView


class GameRow(BaseModel):
    id: str
    tournament: str
    board: str
    first: str
    second: str
    pair: int
    turned: bool
    score: float = Field(description="of the first side: 1, 0.5 or 0")
    termination: str
    reason: str
    plies: int
    seconds: float
    started: float


class UnreadableView(BaseModel):
    """A stored game that cannot be read, and what of it."""

    id: str
    reason: str


class GamePage(BaseModel):
    games: list[GameRow]
    more: bool
    unreadable: list[UnreadableView] = Field(description="games of this page that are stored, but cannot be read")
    table: dict[str, Any] = Field(description="the same as a block of a page")


class ThoughtView(BaseModel):
    """A move and what its player thought; moves of the opening come without."""

    word: str
    side: int
    value: float | None = Field(description="for the side that moved")
    first_value: float | None = Field(description="for the first side")
    proof: models.ProofView | None
    only: bool = Field(description="there was no other legal move, so that most players do not think")
    depth: int
    nodes: int
    reported: bool = Field(description="depth and nodes are only what the player reports")
    seconds: float


class GameView(GameRow):
    """A stored game. `/api/position` gives its boards: the name, the start, and so many of the words."""

    start: str | None = Field(description="a position as one line; null: the board's own start")
    sides: list[str]
    opening: int = Field(description="so many of the moves were played before the players began")
    moves: list[ThoughtView]
    legal: int | None = Field(description="so many of the moves can be shown; null: the board is not known here")
    versions: dict[str, str]
    seed: int
