"""The process that runs a user-written player: `python -m plies.players.kinds.user_file_child PARENT`.

It loads the file and compiles what is to be compiled once, and then forks for every game. So each game finds the file
as it was when it had just been loaded, nothing is carried from game to game, and a crash takes only that game's fork.
Lines of JSON go both ways, one answer to each:

    {"do": "inspect", "choice": ...}                   {"what": "heuristic" | "player", "files": {path: digest}}
    {"do": "load", "game": ..., "definition": ...}     {"loaded": true}
    {"do": "game", "side": 0, "seed": 1}               {"ready": true}                           from the fork
    {"do": "move", "root": ..., "moves": [...], ...}   {"move": ..., "value": ..., ...}          from the fork
    {"do": "end"}                                      {"ended": link.AS_ASKED}

Instead of an answer there may be {"fault": one of record.FAULTS, "reason": ...} for what the person's code did,
{"refused": ...} for a request that cannot be met, or {"ended": status} when the fork is gone. What the person's code
prints goes nowhere, and it reads an empty standard input. Each fork is a process group of its own: what the person's
code has started there ends with the game, and all of it when the parent dies (of which the kernel tells us).
"""

from __future__ import annotations

import inspect
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, NoReturn

from plies import registry
from plies.errors import ERROR, ILLEGAL, InvalidFile, InvalidGame, PlayerFault, PliesError, Refused, UnknownName
from plies.games.contract import Game, Heuristic
from plies.games.position import Position
from plies.players.algorithm import Quiet, Searcher
from plies.players.answers import answer_data
from plies.players.clock import Clock
from plies.players.definition import player_of
from plies.players.files import check_files, check_whole, split_file
from plies.players.kinds.user_file import AS_ASKED
from plies.players.player import Player, ResolvedFile
from plies.players.registry import algorithm
from plies.processes.lifetime import end_with
from plies.search.answer import Answer
from plies.user_files import files_of, load_file

#: bytes that a game may use beyond what was used before it
MEMORY = 2 << 30
LONGEST_WORD = 200

Function = Callable[..., Any]


# -- what is in a person's file --------------------------------------------------------------------------------------


def find(choice: str) -> tuple[str, Any]:
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
    what = "player" if is_player(thing) else "heuristic"
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
            told = "None" if word is None else _with_article(type(word).__name__)
            raise PlayerFault(ILLEGAL, f"answered {told} where a move as a word was due, such as {position.moves[0]}")
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
    mover: Searcher


# -- one game --------------------------------------------------------------------------------------------------------


class GameOfOne:
    """The fork of one game: follows the position and asks the mover."""

    def __init__(self, loaded: Loaded) -> None:
        self.game, self.mover = loaded.game, loaded.mover
        self.clock = Clock(loaded.player)
        self.position = loaded.game.start()

    def begin(self, told: dict[str, Any]) -> dict[str, Any]:
        self.mover.new_game(told["side"], told["seed"])
        return {"ready": True}

    def move(self, told: dict[str, Any]) -> dict[str, Any]:
        if "root" in told:
            self.position = self.game.start() if told["root"] is None else self.game.position(told["root"])
        for word in told["moves"]:
            self.position = self.position.play(word)
        self.clock.remaining = told["remaining"]
        begun = time.perf_counter()
        answer = self.mover.choose(self.position, self.clock)
        seconds = time.perf_counter() - begun
        return answer_data(replace(answer, charged=seconds) if answer.charged is None else answer)


def serve_game(pipe: Pipe, loaded: Loaded, told: dict[str, Any]) -> NoReturn:
    """What the fork does: one game, then it is gone."""
    try:
        limit_memory()
        random.seed(told["seed"] * 2 + told["side"])
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed((told["seed"] * 2 + told["side"]) % (1 << 32))
        here = GameOfOne(loaded)
        pipe.say(guarded(partial(here.begin, told)))
        for line in pipe.lines():
            if line["do"] == "end":
                os._exit(AS_ASKED)
            pipe.say(guarded(partial(here.move, line)))
    finally:
        os._exit(1)


def guarded(call: Callable[[], dict[str, Any]], refusals: tuple[type[PliesError], ...] = ()) -> dict[str, Any]:
    """The answer of a call, or how it failed."""
    try:
        return call()
    except PlayerFault as fault:
        return {"fault": fault.termination, "reason": fault.reason}
    except refusals as error:
        return {"refused": str(error)}
    except (InvalidFile, InvalidGame) as error:
        return {"fault": ERROR, "reason": str(error)}
    except BaseException as error:  # SystemExit too: whatever a person's code does ends its game and nothing else
        return {"fault": ERROR, "reason": f"stopped with {describe(error)}"}


def describe(error: BaseException) -> str:
    """An exception in one line, with the innermost place outside Plies."""
    try:
        text = str(error)[:LONGEST_WORD]
    except Exception:  # its own text fails
        text = ""
    place, trace = "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if not trace.tb_frame.f_globals.get("__name__", "").startswith("plies."):
            place = f" ({code.co_filename}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"


def limit_memory() -> None:
    """A person's code that eats memory gets a MemoryError before the machine does."""
    if sys.platform == "linux":
        import resource

        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# -- the process -----------------------------------------------------------------------------------------------------


class Pipe:
    """Lines of JSON to and from the parent. Reads no further than the line at hand: a fork reads on."""

    def __init__(self, come: int, go: int) -> None:
        self.come, self.go = come, go

    def say(self, told: dict[str, Any]) -> None:
        data = json.dumps(told).encode() + b"\n"
        while data:
            data = data[os.write(self.go, data) :]

    def lines(self) -> Iterator[dict[str, Any]]:
        """One at a time: the parent sends the next only after the answer, so nothing is read too far."""
        waiting = b""
        while True:
            while not waiting.endswith(b"\n"):
                more = os.read(self.come, 1 << 16)
                if not more:
                    return
                waiting += more
            yield json.loads(waiting)
            waiting = b""


def own_pipe() -> Pipe:
    """Standard input and output for the protocol alone: what else is read is empty, what else is printed is lost."""
    pipe = Pipe(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    return pipe


def look(told: dict[str, Any]) -> dict[str, Any]:
    """Answers "inspect"."""
    path, name, weights = split_file(told["choice"])
    what, _ = find(told["choice"])
    whole = f"{os.path.realpath(path)}:{name}" + ("" if weights is None else f"({weights})")
    return {"what": what, "choice": whole, "files": files_of(path)}


def fork_game(pipe: Pipe, loaded: Loaded, told: dict[str, Any], parent: int) -> dict[str, Any]:
    """Plays a game in a fork, ends everything that was started in it, and tells how the fork ended."""
    mother = os.getpid()
    fork = os.fork()
    if fork == 0:
        with suppress(OSError):
            os.setpgid(0, 0)
        end_with(mother)
        serve_game(pipe, loaded, told)
    with suppress(OSError):  # whichever of the two is first
        os.setpgid(fork, fork)
    with taking_along(fork, parent):
        os.waitid(os.P_PID, fork, os.WEXITED | os.WNOWAIT)  # left to be reaped, so that its group is still its own
    kill_group(fork)
    return {"ended": os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])}


@contextmanager
def taking_along(group: int, parent: int) -> Iterator[None]:
    """While it lasts, SIGTERM and the parent's death end the group, too. At other times, when a person's file may be
    loading and never let Python handle a signal, the kernel kills this process without asking."""

    def end(*_: object) -> NoReturn:
        kill_group(group)
        kill_group(os.getpid())
        os._exit(1)

    before = signal.signal(signal.SIGTERM, end)
    end_with(parent, signal.SIGTERM)
    try:
        yield
    finally:
        end_with(parent)
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def kill_group(group: int) -> None:
    with suppress(OSError):  # it has no more processes
        os.killpg(group, signal.SIGKILL)


def main() -> None:
    pipe = own_pipe()
    parent = int(sys.argv[1])
    end_with(parent)
    loaded: list[Loaded] = []

    def load(told: dict[str, Any]) -> dict[str, Any]:
        player = player_of(told["definition"])
        game = registry.game(told["game"])
        loaded[:] = [Loaded(game, player, make(player, game))]
        return {"loaded": True}

    for told in pipe.lines():
        if told["do"] == "game":
            answer = fork_game(pipe, loaded[0], told, parent)
        elif told["do"] == "end":  # the fork is gone, which was told when it went
            answer = {"ended": 0}
        else:
            answer = guarded(partial(look if told["do"] == "inspect" else load, told), (UnknownName, Refused))
        try:
            pipe.say(answer)
        except BrokenPipeError:  # nobody wants to know
            return


if __name__ == "__main__":
    main()
