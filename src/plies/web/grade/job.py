"""Grades players and heuristics for the grading page, in a child process."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import Literal

from plies.players.player import Player
from plies.web.jobs.child_main import Made, Send, job_messages
from plies.web.own.judging import Judge
from plies.web.play.replay import game_of

#: seconds between two reports of progress
EVERY = 0.2


@dataclass(frozen=True)
class Request:
    """Who is graded in which game, and in which positions."""

    game: str
    players: tuple[Player, ...]
    heuristics: tuple[str, ...]
    #: of those the ones in files: as players are written, with their terms
    own: tuple[tuple[str, str, tuple[str, ...]], ...]
    positions: int
    source: Literal["uniform", "games", "distance"]
    seed: int


@dataclass(frozen=True)
class Progress:
    """What is done now, in words."""

    text: str


MESSAGES = job_messages(Request, Progress, Made)


def work(request: Request, send: Send) -> None:
    from plies.blocks.blocks import as_data
    from plies.grading.grading import Plan, grade
    from plies.grading.heuristics import Elsewhere
    from plies.grading.report import blocks, title

    last = [0.0]

    def progress(text: str) -> None:
        if time.monotonic() - last[0] >= EVERY:
            last[0] = time.monotonic()
            send(Progress(text))

    game = game_of(request.game)
    judges = [(name, terms, Judge.of(game.name, choice)) for name, choice, terms in request.own]
    elsewhere = {name: Elsewhere(name, terms, judge.ask) for name, terms, judge in judges}
    heuristics = tuple(elsewhere.get(name) or game.heuristic(name) for name in request.heuristics)
    plan = Plan(game, game.name, request.players, heuristics, request.positions, request.source, request.seed)
    plan.check()
    found = grade(plan, progress)
    page = {"title": title(found), "blocks": as_data(blocks(found, server="")), "grading": asdict(found)}
    send(Made(json.dumps(page).encode()))
