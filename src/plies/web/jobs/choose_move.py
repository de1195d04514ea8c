"""Lets a player choose its move in a child process: textbook algorithms, algorithms of installed packages.

They are plain Python and would hold the server's lock, or break down. Where the player can analyse, what it knows so
far is sent on the way.
"""

from __future__ import annotations

import traceback
from dataclasses import asdict
from typing import Any

from plies.errors import PlayerFault, PliesError, Refused
from plies.players.definition import player_of
from plies.players.searchers import make_searcher
from plies.search.answer import Answer
from plies.web.jobs.child_main import Send
from plies.web.play.engines import answer_from
from plies.web.play.replay import game_of, played


def work(request: dict[str, Any], send: Send) -> None:
    """The job "choose": a position by the way to it, a player's definition, a seed, and how many lines to follow."""
    game, player = game_of(request["game"]), player_of(request["player"])
    start = game.start() if request["start"] is None else game.position(request["start"])
    position = played(start, request["moves"])

    def report(found: Answer) -> None:
        send({"kind": "found", "answer": asdict(found)})

    try:
        searcher = make_searcher(player, game, game.name)
        searcher.new_game(position.state.turn, request["seed"])
        found = answer_from(searcher, player, position, request["lines"], report)
        send({"kind": "done", "answer": asdict(found)})
        searcher.close()
    except PlayerFault as fault:
        raise Refused(f"{player.algorithm}: {fault.reason}") from None
    except (PliesError, MemoryError, RecursionError):
        raise
    except Exception as error:  # whatever the code of a package does
        traceback.print_exc()
        raise Refused(f"{player.algorithm} raised {type(error).__name__}; the server's log says where") from error
