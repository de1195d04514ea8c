"""The football coach: situations solved exactly, drives against the optimal other side, maps."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from plies.errors import Refused
from plies.games.football.notation import make_situation, parse_words
from plies.games.football.rules import DOWNS, FIELD, START, Situation
from plies.web.football.service import MOST_SECONDS, Coach
from plies.web.football.views import (
    AdviceView,
    CallMap,
    EntryView,
    PlaybookView,
    PlayView,
    SituationView,
    ValueMap,
    advice_view,
    call_map,
    entry_view,
    play_view,
    situation_view,
)

router = APIRouter(prefix="/api/football", tags=["football"])

Yards = Annotated[int, Query(ge=1, le=FIELD, description="yards to the goal line")]
Down = Annotated[int, Query(ge=1, le=DOWNS)]
ToGo = Annotated[int, Query(ge=1, le=FIELD, description="yards to a first down")]
Seconds = Annotated[int, Query(ge=1, le=MOST_SECONDS, description="time left, rounded down to ticks")]
Choice = Annotated[int, Query(ge=0, le=999, description="number of a play or formation, from 0")]


class CallRequest(BaseModel):
    """One call in a drive. The same seed, drive and step always meet the same chance."""

    model_config = ConfigDict(extra="forbid")

    yards: int = Field(ge=1, le=FIELD)
    down: int = Field(ge=1, le=DOWNS)
    to_go: int = Field(ge=1, le=FIELD)
    seconds: int = Field(ge=1, le=MOST_SECONDS)
    side: Literal["offence", "defence"]
    call: int = Field(ge=0, le=999)
    seed: int = Field(ge=0, lt=2**53)
    drive: int = Field(default=0, ge=0, le=1_000_000)
    step: int = Field(ge=0, le=1000, description="calls made in this drive before")


def coach_of(app: FastAPI) -> Coach:
    state = app.state
    if not hasattr(state, "coach"):
        state.coach = Coach()
        state.stack.push_async_callback(state.coach.close)
    found: Coach = state.coach
    return found


async def _coach(request: Request) -> Coach:
    """In the event loop, where no other request comes between: two first ones at once find the same coach."""
    return coach_of(request.app)


TheCoach = Annotated[Coach, Depends(_coach)]


def _situation(coach: Coach, yards: int, down: int, to_go: int, seconds: int) -> Situation:
    return make_situation(yards, down, to_go, seconds, coach.playbook.tick_seconds, coach.ticks)


def _asked(coach: TheCoach, yards: Yards, down: Down, to_go: ToGo, seconds: Seconds) -> Situation:
    return _situation(coach, yards, down, to_go, seconds)


Asked = Annotated[Situation, Depends(_asked)]


def _check(number: int, names: tuple[str, ...]) -> int:
    if number >= len(names):
        raise Refused(f"calls are numbered 0 to {len(names) - 1}")
    return number


@router.get("")
async def playbook(coach: TheCoach) -> PlaybookView:
    """The names of the calls, the limits, and whether the solution is ready; the first request begins to solve."""
    coach.begin()
    book = coach.playbook
    return PlaybookView(
        book.plays,
        book.formations,
        book.tick_seconds,
        most_seconds=coach.ticks * book.tick_seconds,
        start=situation_view(START, book),
        ready=coach.ready,
        progress=coach.progress,
    )


@router.get("/words")
async def words(coach: TheCoach, text: Annotated[str, Query(max_length=200)]) -> SituationView:
    """A situation from words, such as "2nd and 11 from the 45, 60 seconds left"."""
    return situation_view(_situation(coach, *parse_words(text)), coach.playbook)


@router.get("/situation")
async def situation(coach: TheCoach, asked: Asked) -> AdviceView:
    """The value of a situation, the matrix, both optimal mixes, and what each call costs when it is known."""
    return advice_view(await coach.solution(), asked)


@router.get("/entry")
async def entry(coach: TheCoach, asked: Asked, play: Choice, formation: Choice) -> EntryView:
    """How an entry of the matrix comes about."""
    _check(play, coach.playbook.plays)
    _check(formation, coach.playbook.formations)
    return entry_view(await coach.solution(), asked, play, formation)


@router.post("/call")
async def call(coach: TheCoach, asked: CallRequest) -> PlayView:
    """One play of a drive: you call one side, the other calls as well as can be, and chance decides."""
    here = _situation(coach, asked.yards, asked.down, asked.to_go, asked.seconds)
    _check(asked.call, coach.playbook.plays if asked.side == "offence" else coach.playbook.formations)
    solution = await coach.solution()
    return play_view(solution, here, asked.side, asked.call, asked.seed, asked.drive, asked.step)


@router.get("/map")
async def first_and_ten(coach: TheCoach) -> ValueMap:
    """First and ten from every yard with every clock: the value, and how often each play is called."""
    return await coach.map()


@router.get("/calls")
async def calls(coach: TheCoach, seconds: Seconds = 120) -> CallMap:
    """What both sides call on every down from every yard with so much time left."""
    here = _situation(coach, 1, 1, 1, seconds)
    return await run_in_threadpool(call_map, await coach.solution(), here.ticks)
