"""The process that runs a user-written player: it answers the requests of `user_file_messages.py`.

It loads the file and compiles what is to be compiled once, and then forks for every game. So each game finds the file
as it was when it had just been loaded, nothing is carried from game to game, and a crash takes only that game's fork.
What the user's code prints goes nowhere, and it reads an empty standard input. Each fork is a process group of its own:
what the user's code has started there ends with the game, and all of it when the parent dies.
"""

from __future__ import annotations

import inspect
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple, NoReturn, TypeVar

from plies import registry
from plies.errors import ERROR, ILLEGAL, InvalidFile, InvalidGame, PlayerFault, PliesError, Refused, UnknownName
from plies.games.contract import Game, Heuristic
from plies.games.position import Position
from plies.players.algorithm import Quiet, Searcher
from plies.players.clock import Clock
from plies.players.faults import describe
from plies.players.files import check_files, check_whole, split_file
from plies.players.kinds import user_file_messages as messages
from plies.players.player import Player, ResolvedFile
from plies.players.registry import algorithm
from plies.processes.allowance import Allowance
from plies.processes.child import Pipe, begin
from plies.processes.lifetime import in_fork
from plies.search.answer import Answer
from plies.user_files import files_of, load_file

#: what a game may use: beyond what was used before it, code that eats memory gets a MemoryError before the machine does
GAME = Allowance(memory=2 << 30, beyond=True, core_dumps=False)
LONGEST_WORD = 200

T = TypeVar("T")
What = Literal["heuristic", "player"]
Failure = messages.Fault | messages.Refusal
Function = Callable[..., Any]


# -- what is in a user-written file ----------------------------------------------------------------------------------


def find(choice: str) -> tuple[What, Any]:
    """What `file.py:name` is: ("player", the function) or ("heuristic", the function or Heuristic)."""
    path, name, weights = split_file(choice)
    thing = getattr(load_file(path), name, None)
    if isinstance(thing, Heuristic):
        return "heuristic", thing if weights is None else thing.with_weights(registry.read_weights(weights))
    if not callable(thing):
        raise UnknownName(f"{choice}: the file has no function or Heuristic of that name")
    if weights is not None:
        raise UnknownName(f"{choice}: {name} is a function, which has no weights; a plies Heuristic has")
    if inspect.isclass(thing):
        raise Refused(f"{choice}: {name} is a class; write a function, or make one of it: player = {name}()")
    what: What = "player" if is_player(thing) else "heuristic"
    check_parameters(thing, choice, what)
    return what, thing


def check_parameters(function: Function, choice: str, what: str) -> None:
    """Refuses a function that cannot be called with two values, before it loses game after game."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # something built in
        return
    try:
        signature.bind(None, None)
    except TypeError:
        called = "(position, seconds)" if what == "player" else "(state, me)"
        article = "a whole player" if what == "player" else "a heuristic"
        raise Refused(f"{choice} has the parameters {signature}; {article} is called with two: {called}") from None


def is_player(function: Function) -> bool:
    """A whole player carries the mark `plays`, or its first parameter is called `position`."""
    mark = getattr(function, "plays", None)
    if mark is not None:
        return bool(mark)
    try:
        parameters = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):  # something built in
        return False
    return parameters[:1] == ["position"]


class WholePlayer(Quiet):
    """A user-written player: `function(position, seconds) -> word`."""

    def __init__(self, function: Function) -> None:
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


def make(player: Player, game: Game) -> Searcher:
    """The searcher of a user-written player, everything compiled."""
    known = player.resolved
    check_files(known.heuristic, player.choice)
    check_files(known.order, player.order)
    if isinstance(known.heuristic, ResolvedFile):
        player = replace(player, choice=known.heuristic.choice)
    if isinstance(known.order, ResolvedFile):
        whole = known.order.choice
        player = replace(player, options=tuple((k, whole if k == "order" else v) for k, v in player.options))
    if player.kind == "file":
        what, function = find(player.choice)
        if what == "player":
            check_whole(player)
            return WholePlayer(function)
    return algorithm(player.algorithm).make(player, game)


class Loaded(NamedTuple):
    """Everything that games are forked from."""

    game: Game
    player: Player
    searcher: Searcher


# -- one game --------------------------------------------------------------------------------------------------------


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
        if request.root is not None:
            self.position = self.game.position(request.root) if request.root else self.game.start()
        for word in request.moves:
            self.position = self.position.play(word)
        self.clock.remaining = request.remaining
        begun = time.perf_counter()
        answer = self.searcher.choose(self.position, self.clock)
        seconds = time.perf_counter() - begun
        return replace(answer, charged=seconds) if answer.charged is None else answer


def serve_game(pipe: Pipe, loaded: Loaded, new: messages.NewGame) -> NoReturn:
    """What the fork does: one game, then it is gone."""
    GAME.apply()
    seed = new.seed * 2 + new.side
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed % (1 << 32))
    here = GameOfOne(loaded)
    reply(pipe, guarded(partial(here.begin, new)))
    for request in pipe:
        if isinstance(request, messages.EndGame):
            os._exit(messages.AS_ASKED)
        reply(pipe, guarded(partial(here.move, request)))
    os._exit(1)


def reply(pipe: Pipe, answer: Any) -> None:
    try:
        pipe.send(answer)
    except ValueError:
        pipe.send(messages.Fault(ERROR, "answered a value that is no finite number"))


def guarded(call: Callable[[], T], refusals: tuple[type[PliesError], ...] = ()) -> T | Failure:
    """The answer of a call, or how it failed."""
    try:
        return call()
    except PlayerFault as fault:
        return messages.Fault(fault.termination, fault.reason)
    except refusals as error:
        return messages.Refusal(str(error))
    except (InvalidFile, InvalidGame) as error:
        return messages.Fault(ERROR, str(error))
    except BaseException as error:  # SystemExit too: whatever a user's code does ends its game and nothing else
        return messages.Fault(ERROR, f"stopped with {describe(error)}")


# -- the process -----------------------------------------------------------------------------------------------------


def look(request: messages.Inspect) -> ResolvedFile:
    path, name, weights = split_file(request.choice)
    what, _ = find(request.choice)
    whole = f"{os.path.realpath(path)}:{name}" + ("" if weights is None else f"({weights})")
    return ResolvedFile(what, whole, tuple(sorted(files_of(path).items())))


def load(request: messages.Load) -> Loaded:
    game = registry.game(request.game)
    return Loaded(game, request.player, make(request.player, game))


def main() -> None:
    pipe, parent, _ = begin(messages.MESSAGES)
    loaded: Loaded | Failure | None = None
    refusals = (UnknownName, Refused)
    for request in pipe:
        match request:
            case messages.Inspect():
                answer: Any = guarded(partial(look, request), refusals)
            case messages.Load():
                loaded = guarded(partial(load, request), refusals)
                answer = messages.Ready() if isinstance(loaded, Loaded) else loaded
            case messages.NewGame() if isinstance(loaded, Loaded):
                answer = messages.Ended(in_fork(partial(serve_game, pipe, loaded, request), parent))
            case _:  # EndGame, after the fork was gone, which was reported then
                answer = messages.Ended(0)
        try:
            reply(pipe, answer)
        except BrokenPipeError:  # the parent is gone
            return


if __name__ == "__main__":
    main()
