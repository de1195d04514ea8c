"""Asks a player that runs in a child process (`plies.web.jobs.choose_move`), and checks what it answers."""

from __future__ import annotations

import logging
import random
from contextlib import aclosing

from plies.errors import PlayerFault, PliesError, Refused
from plies.games.position import Position
from plies.players.algorithm import Report
from plies.players.answers import checked
from plies.players.player import Player
from plies.search.answer import Answer
from plies.web.jobs import children, choose_move
from plies.web.own.files import shown

#: seconds to start and to get ready, which no clock counts
READY = 30.0
MOST_SEEDS = 10**9
log = logging.getLogger("uvicorn.error")


async def ask(player: Player, position: Position, lines: int, seconds: float, found: Report) -> Answer:
    """The player's answer; `found` is called with what it knows so far. Cancelling this ends its process."""
    try:
        async with aclosing(children.run(_request(player, position, lines), seconds + READY)) as messages:
            async for message in messages:
                answer = _legal(player, position, checked(message.answer))
                if isinstance(message, choose_move.Chosen):
                    return answer
                found(answer)
    except PlayerFault as fault:
        raise Refused(shown(f"{player.algorithm}: {fault.reason}")) from None
    except children.ChildFailed as error:
        log.error("%s in %s: %s", player.name, position.game.name, error)
    raise Refused(f"{player.algorithm}: its process gave no answer; the server's log shows more")


def _request(player: Player, position: Position, lines: int) -> choose_move.Request:
    first = position
    while first.parent is not None:
        first = first.parent
    game = position.game
    start = None if first.state == game.first else first.text
    return choose_move.Request(game.name, start, position.line, player, random.randrange(MOST_SEEDS), lines)


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
