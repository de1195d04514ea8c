"""Lets a player choose its move in a child process: textbook algorithms, algorithms of installed packages.

They are plain Python and would hold the server's lock, or break down. Where the player can analyse, what it knows so
far is sent on the way.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass

from plies.errors import PlayerFault, PliesError, Refused
from plies.players.answers import checked
from plies.players.player import Player
from plies.players.searchers import make_searcher
from plies.search.answer import Answer
from plies.web.jobs.child_main import Send, job_messages
from plies.web.play.engines import answer_from
from plies.web.play.replay import game_of, played


@dataclass(frozen=True)
class Request:
    """A position by the way to it, who is asked there, the seed of the game, and how many lines to follow."""

    game: str
    #: the text of the position that `moves` begin at; None: the game's own start
    start: str | None
    moves: tuple[str, ...]
    player: Player
    seed: int
    lines: int


@dataclass(frozen=True)
class Found:
    """What is known so far."""

    answer: Answer


@dataclass(frozen=True)
class Chosen:
    """What the player answers."""

    answer: Answer


MESSAGES = job_messages(Request, Found, Chosen)


def work(request: Request, send: Send) -> None:
    game, player = game_of(request.game), request.player
    start = game.start() if request.start is None else game.position(request.start)
    position = played(start, request.moves)

    try:
        searcher = make_searcher(player, game, game.name)
        searcher.new_game(position.state.turn, request.seed)
        found = answer_from(searcher, player, position, request.lines, lambda answer: send(Found(checked(answer))))
        send(Chosen(checked(found)))
        searcher.close()
    except PlayerFault as fault:
        raise Refused(f"{player.algorithm}: {fault.reason}") from None
    except (PliesError, MemoryError, RecursionError):
        raise
    except Exception as error:  # whatever the code of a package does
        traceback.print_exc()
        raise Refused(f"{player.algorithm} raised {type(error).__name__}; the server's log shows where") from error
