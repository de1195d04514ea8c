"""Lets a player choose its move in a child process: textbook algorithms, algorithms of installed packages.

They are plain Python: they would hold the server's lock, and they may crash. A player that can analyse reports what it
knows so far.
"""

from __future__ import annotations

import traceback
from dataclasses import asdict, dataclass
from typing import Any

from plies.errors import PlayerFault, PliesError, Refused
from plies.players.player import Player
from plies.players.searchers import make_searcher
from plies.processes.messages import read
from plies.search.answer import Answer
from plies.web.jobs.child_main import Send
from plies.web.play.engines import answer_from
from plies.web.play.replay import game_of, played


@dataclass(frozen=True)
class Question:
    """A position by the moves to it, the player that is asked, the seed of the game, and how many lines to follow."""

    game: str
    #: the text of the position that `moves` begin at; None: the game's own start
    start: str | None
    moves: tuple[str, ...]
    player: Player
    seed: int
    lines: int


def work(request: dict[str, Any], send: Send) -> None:
    """The job "choose": a Question. Answers come as JSON, under `answer`."""
    asked: Question = read(Question, request, "the question")
    game, player = game_of(asked.game), asked.player
    start = game.start() if asked.start is None else game.position(asked.start)
    position = played(start, asked.moves)

    def report(found: Answer) -> None:
        send({"kind": "found", "answer": asdict(found)})

    try:
        searcher = make_searcher(player, game, game.name)
        searcher.new_game(position.state.turn, asked.seed)
        found = answer_from(searcher, player, position, asked.lines, report)
        send({"kind": "done", "answer": asdict(found)})
        searcher.close()
    except PlayerFault as fault:
        raise Refused(f"{player.algorithm}: {fault.reason}") from None
    except (PliesError, MemoryError, RecursionError):
        raise
    except Exception as error:  # whatever the code of a package does
        traceback.print_exc()
        raise Refused(f"{player.algorithm} raised {type(error).__name__}; the server's log shows where") from error
