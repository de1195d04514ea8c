"""Asks a player that runs in a child process (`plies.web.jobs.choose_move`), and checks what it answers."""

from __future__ import annotations

import logging
import random
from contextlib import aclosing
from dataclasses import asdict

from plies.errors import PlayerFault, PliesError, Refused
from plies.games.position import Position
from plies.players.algorithm import Report
from plies.players.answers import checked
from plies.players.player import Player
from plies.processes.framing import InvalidFrame
from plies.processes.messages import read
from plies.search.answer import Answer
from plies.web.jobs import children
from plies.web.jobs.choose_move import Question

#: seconds to start and to get ready, which no clock counts
READY = 30.0
MOST_SEEDS = 10**9
log = logging.getLogger("uvicorn.error")


async def ask(player: Player, position: Position, lines: int, seconds: float, found: Report) -> Answer:
    """The player's answer; `found` is called with what it knows so far. Cancelling this ends its process."""
    try:
        async with aclosing(
            children.run("choose", asdict(_question(player, position, lines)), seconds + READY)
        ) as messages:
            async for message, _ in messages:
                answer = _legal(player, position, checked(read(Answer, message["answer"], "answer")))
                if message["kind"] == "done":
                    return answer
                found(answer)
    except PlayerFault as fault:
        raise Refused(f"{player.algorithm}: {fault.reason}") from None
    except (children.ChildFailed, InvalidFrame) as error:
        log.error("%s in %s: %s", player.name, position.game.name, error)
    raise Refused(f"{player.algorithm}: its process gave no answer; the server's log shows more")


def _question(player: Player, position: Position, lines: int) -> Question:
    first = position
    while first.parent is not None:
        first = first.parent
    game = position.game
    start = None if first.state == game.first else first.text
    return Question(game.name, start, position.line, player, random.randrange(MOST_SEEDS), lines)


def _legal(player: Player, position: Position, answer: Answer) -> Answer:
    """The answer, if all its lines begin with a legal move and there is one."""
    try:
        for line in answer.lines:
            position.read(line.move)
    except PliesError:
        raise Refused(f"{player.algorithm} answered with something else than a legal move") from None
    if not answer.lines:
        raise Refused(f"{player.algorithm} answered without a move")
    return answer
