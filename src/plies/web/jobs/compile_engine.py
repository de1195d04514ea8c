"""Makes the searcher of a player, which fills the cache on disk with what it compiles, in a child process.

Compiling holds Python's lock for seconds; in the server every request would wait for it.
"""

from __future__ import annotations

from dataclasses import dataclass

from plies.players.kinds.engine import warm
from plies.players.player import Player
from plies.players.searchers import make_searcher
from plies.web.jobs.child_main import Send, job_messages
from plies.web.play.replay import game_of


@dataclass(frozen=True)
class Request:
    """A game by its name, and the player whose searcher is made."""

    game: str
    player: Player


MESSAGES = job_messages(Request)


def work(request: Request, send: Send) -> None:
    game = game_of(request.game)
    if request.player.runs_user_file:  # its own processes compile what is in the file, and keep it nowhere
        warm(game, [], probes=bool(request.player.resolved.table))
    else:
        make_searcher(request.player, game, game.name).close()
