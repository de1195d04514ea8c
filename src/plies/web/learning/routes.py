"""Runs of `plies learn` for the browser: which there are, how one goes, and parent and child on a board."""

from __future__ import annotations

import time
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi import Path as InPath
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from plies.blocks.blocks import Block, Column, Table, as_data
from plies.blocks.formats import NUMBER, duration
from plies.errors import Refused
from plies.games.contract import Heuristic
from plies.games.position import Position
from plies.games.titles import title_of
from plies.learn.report import blocks, title
from plies.learn.runs import Look, look, looks
from plies.web import models
from plies.web.play.replay import Replays, game_of
from plies.web.play.views import evaluation_view, position_view

router = APIRouter(prefix="/api/learning", tags=["learning"])

Name = Annotated[str, InPath(max_length=120, description="a name that GET /api/learning lists")]


class RunView(BaseModel):
    """A run, in short."""

    name: str
    game: str
    title: str
    parent: str
    state: str = Field(description="`running`, `stopped` or `finished`")
    now: str = Field(description="what it is doing or was doing last, in words; empty once it is finished")


class RunsView(BaseModel):
    runs: list[RunView]
    blocks: list[dict[str, Any]] = Field(description="the list as blocks of a page")


class Curve(BaseModel):
    """How the losses of a candidate fell: after so many steps, on positions that were fitted and on held-out ones."""

    name: str
    steps: list[int]
    training: list[float]
    held_out: list[float]
    best_so_far: float = Field(description="the loss of the best so far on the same held-out positions")


class OneRunView(RunView):
    """A run with all that is known of it."""

    playable: bool = Field(description="whether parent and child can be compared on a board here")
    curves: list[Curve]
    blocks: list[dict[str, Any]] = Field(description="the report as blocks of a page")


class Comparing(models.Asked):
    moves: list[models.Word] = Field(
        [], max_length=models.BOUNDS.most_plies, description="moves from the start, as words"
    )


class Compared(BaseModel):
    """A position with what both heuristics say of it, for the side to move."""

    position: models.PositionView
    parent: models.EvaluationView
    child: models.EvaluationView | None = Field(description="null: nothing was better than the parent so far")


@router.get("")
async def runs() -> RunsView:
    """The runs of this machine, the latest first."""
    found = await run_in_threadpool(looks)
    return RunsView(runs=[RunView(**_short(one)) for one in found], blocks=as_data(_list(found)))


@router.get("/{name}")
async def one_run(name: Name) -> OneRunView:
    """How a run goes: losses, Elo, what changed. It is read anew each time, so a run that goes on can be watched."""
    return await run_in_threadpool(_one, name)


@router.post("/{name}/compare")
async def compare(name: Name, asked: Comparing, request: Request) -> Compared:
    """Parent and child in the position after the moves, taken apart term by term."""
    replays: Replays = request.app.state.replays
    return await run_in_threadpool(_compared, name, asked.moves, replays)


def _short(one: Look) -> dict[str, Any]:
    words = "" if one.now is None else one.now.text
    if one.state == "stopped":
        words = (
            f"stopped {duration(time.time() - one.changed)} ago; the same command continues. Last: {words or 'ready'}"
        )
    name = {"name": one.name, "game": one.course.game, "title": title_of(one.course.game)}
    return {**name, "parent": one.parent, "state": one.state, "now": words}


def _list(found: list[Look]) -> list[Block]:
    columns = (Column("run"), Column("from"), Column("state"), Column("rounds"), Column("games", NUMBER, 1))
    rows, links = [], []
    for one in found:
        games = sum(each.games for each in one.rounds)
        done = f"{len(one.rounds)} of {max(len(one.rounds), one.course.rounds)}"
        rows.append((title_of(one.course.game), one.parent, one.state, done, games))
        links.append(f"#{urlencode({'run': one.name})}")
    return [Table("runs", columns, rows, links=links)] if rows else []


def _one(name: str) -> OneRunView:
    one = look(name)
    result, parent = one.result(), None if one.is_user_written else one.heuristics()[0]
    curves = [
        Curve(
            name=trial.name,
            steps=list(trial.steps or range(len(trial.held_out))),
            training=list(trial.training),
            held_out=list(trial.held_out),
            best_so_far=trial.parent_loss,
        )
        for each in one.rounds
        for trial in each.trials
    ]
    shown = as_data([block for block in blocks(result, parent) if block.id != "losses"])  # the curves show more
    return OneRunView(**{**_short(one), "title": title(result)}, playable=_playable(one), curves=curves, blocks=shown)


def _playable(one: Look) -> bool:
    if one.is_user_written:
        return False
    game = game_of(one.course.game)
    return game.board is not None and all(made is None or made.comes_with_plies for made in one.heuristics())


def _compared(name: str, moves: list[str], replays: Replays) -> Compared:
    one = look(name)
    if not _playable(one):
        raise Refused("this game, or its heuristic, is in a file; the page shows no board for it")
    position = replays.walk(one.course.game, None, moves)
    parent, child = one.heuristics()
    return Compared(
        position=position_view(position),
        parent=_evaluated(position, parent, one.parent),
        child=None if child is None else _evaluated(position, child, "learned"),
    )


def _evaluated(position: Position, heuristic: Heuristic, name: str) -> models.EvaluationView:
    me = position.state.turn
    return evaluation_view(position.evaluate(heuristic, me), name, heuristic.unit, me)
