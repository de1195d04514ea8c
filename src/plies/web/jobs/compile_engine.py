"""Makes the searcher of a player, which fills the cache on disk with what it compiles, in a child process.

Compiling holds Python's lock for seconds; in the server every request would wait for it.
"""

from __future__ import annotations

from typing import Any

from plies.players.definition import player_of
from plies.players.searchers import make_searcher
from plies.web.jobs.child_main import Send
from plies.web.play.replay import game_of


def work(request: dict[str, Any], send: Send) -> None:
    """The job "compile": a game and a player's definition."""
    game = game_of(request["game"])
    make_searcher(player_of(request["player"]), game, game.name).close()
    send({"kind": "done"})
