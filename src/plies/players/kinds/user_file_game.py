"""One game of a user-written player, in a fork of its process; and how whatever goes wrong there is reported."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, NoReturn, TypeVar

from plies.errors import ERROR, ILLEGAL, InvalidFile, InvalidGame, PlayerFault, PliesError
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.algorithm import Analyses, Quiet, Report, Searcher
from plies.players.clock import Clock
from plies.players.judging.faults import describe
from plies.players.kinds import user_file_messages as messages
from plies.players.player import Player
from plies.processes.child import Pipe
from plies.processes.isolation import HINT
from plies.search.answer import Answer

LONGEST_WORD = 200

T = TypeVar("T")
Failure = messages.Fault | messages.Refusal


class WholePlayer(Quiet):
    """A user-written player: `function(position, seconds) -> word`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def choose(self, position: Position, clock: Clock) -> Answer:
        word = self.function(position, clock.seconds)
        if not isinstance(word, str):
            answer = "None" if word is None else _with_article(type(word).__name__)
            raise PlayerFault(ILLEGAL, f"answered {answer} where a move as a word was due, such as {position.moves[0]}")
        if len(word) > LONGEST_WORD:
            raise PlayerFault(ILLEGAL, f"answered a text of {len(word)} characters where a move as a word was due")
        return Answer.of_move(str(word))


def _with_article(word: str) -> str:
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


class Loaded(NamedTuple):
    """Everything that games are forked from."""

    game: Game
    player: Player
    searcher: Searcher
    #: errors that isolation makes
    denials: tuple[type[OSError], ...] = ()


class GameOfOne:
    """The fork of one game: follows the position and asks the searcher."""

    def __init__(self, loaded: Loaded) -> None:
        self.game, self.searcher = loaded.game, loaded.searcher
        self.clock = Clock(loaded.player)
        self.position = loaded.game.start()

    def begin(self, request: messages.NewGame) -> messages.Ready:
        self.searcher.new_game(request.side, request.seed)
        return messages.Ready()

    def move(self, request: messages.Move) -> Answer:
        self.follow(request)
        begun = time.perf_counter()
        answer = self.searcher.choose(self.position, self.clock)
        seconds = time.perf_counter() - begun
        return replace(answer, charged=seconds) if answer.charged is None else answer

    def analyse(self, request: messages.Analyse, report: Report) -> Answer:
        if not isinstance(self.searcher, Analyses):
            return self.move(request.move)
        self.follow(request.move)
        return self.searcher.analyse(self.position, self.clock, request.lines, report)

    def follow(self, request: messages.Move) -> None:
        if request.root is not None:
            self.position = self.game.position(request.root) if request.root else self.game.start()
        for word in request.moves:
            self.position = self.position.play(word)
        self.clock.remaining = request.remaining


def serve_game(pipe: Pipe, loaded: Loaded, new: messages.NewGame) -> NoReturn:
    """What the fork does: one game, then it is gone."""
    seed = new.seed * 2 + new.side
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed % (1 << 32))
    here = GameOfOne(loaded)
    reply(pipe, guarded(partial(here.begin, new), denials=loaded.denials))
    for request in pipe:
        if isinstance(request, messages.EndGame):
            os._exit(messages.AS_ASKED)
        if isinstance(request, messages.Analyse):
            call = partial(here.analyse, request, lambda answer: pipe.send(messages.Found(answer)))
        else:
            call = partial(here.move, request)
        reply(pipe, guarded(call, denials=loaded.denials))
    os._exit(1)


def reply(pipe: Pipe, answer: Any) -> None:
    try:
        pipe.send(answer)
    except ValueError:
        pipe.send(messages.Fault(ERROR, "answered a value that is no finite number"))


def guarded(
    call: Callable[[], T], refusals: tuple[type[PliesError], ...] = (), denials: tuple[type[OSError], ...] = ()
) -> T | Failure:
    """The answer of a call, or how it failed; `denials` are what isolation makes of it."""
    try:
        return call()
    except PlayerFault as fault:
        return messages.Fault(fault.termination, fault.reason)
    except refusals as error:
        return messages.Refusal(str(error))
    except (InvalidFile, InvalidGame) as error:
        return messages.Fault(ERROR, f"{_reason(error, denials)}{error}")
    except BaseException as error:  # SystemExit too: whatever a user's code does ends its game and nothing else
        return messages.Fault(ERROR, f"{_reason(error, denials)}stopped with {describe(error)}")


def _reason(error: BaseException, denials: tuple[type[OSError], ...]) -> str:
    """What comes first where isolation denied something, or memory was lacking."""
    for one in (error, error.__cause__):
        if isinstance(one, denials):
            return f"{HINT}: "
        if isinstance(one, MemoryError):
            return "a player's memory is limited: "
    return ""
