"""The processes of a user-written player: they answer the requests of `user_file_messages.py`.

One kind runs the file (FILE), behind a guard (`processes/guard.py`). The other (SEARCH) never does: it rebuilds the
heuristics from their descriptions, and so the nodes that it counts are counted by Plies. Either gets ready what needs
no foreign code, then confines itself (its second allowance), and only then takes the file or its description.

What is to be compiled is compiled once, and then it forks for every game. So each game finds the file as it was when it
had just been loaded, nothing is carried from game to game, and a crash takes only that game's fork. What the user's
code prints goes nowhere, and it reads an empty standard input.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from plies import registry
from plies.errors import PliesError, Refused, UnknownName
from plies.games.contract import Game, Heuristic, State
from plies.games.position import Evaluation
from plies.players.algorithm import Searcher
from plies.players.files import check_whole, choices_of, split_file, with_whole_paths
from plies.players.kinds import user_file_messages as messages
from plies.players.kinds.engine import EngineSearcher, Judges, table_bytes, warm
from plies.players.kinds.user_file_game import Failure, Loaded, WholePlayer, guarded, reply, serve_game
from plies.players.player import ENGINE, Player, ResolvedFile
from plies.players.registry import algorithm
from plies.players.resolution import heuristic_of, order_of
from plies.players.user_code.contents import heuristics_in
from plies.players.user_code.describe import describe
from plies.players.user_code.description import DESCRIPTIONS, Description
from plies.players.user_code.found import find
from plies.processes.allowance import Allowance
from plies.processes.child import Pipe, begin
from plies.processes.framing import Decoder
from plies.processes.guard import stand_guard
from plies.processes.isolation import NOWHERE, denials, programs
from plies.processes.lifetime import in_fork
from plies.user_files import files_of, hand_over, load_file

#: `(state, me)` to a heuristic taken apart
Judge = Callable[[State, int], Evaluation]


def make(player: Player, game: Game) -> Searcher:
    """The searcher of a user-written player, everything compiled. This runs its file."""
    if player.kind == "file":
        what, function = find(player.choice)
        if what == "player":
            check_whole(player)
            return WholePlayer(function)
    return algorithm(player.algorithm).make(player, game)


# -- a process -------------------------------------------------------------------------------------------------------


class Process:
    """One of the two kinds. `sealed` is what it may reach once foreign code comes in."""

    def __init__(self, pipe: Pipe, parent: int, sealed: Allowance, folder: str | None) -> None:
        self.pipe, self.parent, self.sealed, self.folder = pipe, parent, sealed, folder
        self.denials = denials(sealed.isolation)
        self.loaded: Loaded | Failure | None = None
        self.is_sealed = False
        #: heuristics that were asked what they say of positions
        self.judges: dict[tuple[str, str, bytes], tuple[Game, Judge]] = {}

    def seal(self, more_memory: int = 0) -> None:
        """Takes the second allowance, once and for good."""
        if self.is_sealed:
            return
        self.is_sealed = True
        memory = None if self.sealed.memory is None else self.sealed.memory + more_memory
        writes = (NOWHERE,) if self.folder is None else (NOWHERE, self.folder)
        if self.folder is not None and self.sealed.isolation != "none":
            os.environ["TMPDIR"] = tempfile.tempdir = self.folder
        replace(self.sealed, memory=memory, reads=(*programs(), *self.sealed.reads), writes=writes).apply()

    def inspect(self, request: messages.Inspect) -> messages.Inspected:
        self._take(request.texts)
        what, _ = find(request.choice)
        return messages.Inspected(what, tuple(files_of(split_file(request.choice)[0])))

    def look(self, request: messages.Look) -> messages.Contents:
        games = [registry.game(name) for name in request.games]
        self._take(request.texts)
        module = load_file(request.path)
        return messages.Contents(heuristics_in(module, games), tuple(files_of(request.path)))

    def evaluate(self, request: messages.Evaluate) -> messages.Evaluated:
        """What is compiled for it is kept in this process and nowhere else."""
        key = request.game, request.choice, request.descriptions
        if key not in self.judges:
            self.judges[key] = self._judge(request)
        game, ask = self.judges[key]
        found = ask(game.position(request.position).state, request.me)
        return messages.Evaluated(float(found), found.terms, found.centre)

    def _judge(self, request: messages.Evaluate) -> tuple[Game, Judge]:
        from plies.compile.evaluators import taken_apart
        from plies.search.evaluation import evaluation_by

        game = registry.game(request.game)
        if ".py:" not in request.choice:  # of the game itself, which is trusted
            return game, taken_apart(game, registry.heuristic(game, request.choice))
        taken_apart(game, game.heuristic(game.default))  # what it needs of the game is got ready while it can be
        if request.descriptions:
            self.seal()
            (made,) = rebuilt(request.descriptions, request.texts, 1)
        else:
            self._take(request.texts)
            _, made = find(request.choice)
        return game, evaluation_by(game, registry.heuristic(game, made))  # compiled, but for Plies' own features

    def describe(self, request: messages.Describe) -> messages.Described:
        self._take(request.texts)
        frames = []
        for choice in request.choices:
            what, thing = find(choice)
            if what == "player":
                return messages.Described(b"")
            try:
                main = os.path.realpath(split_file(choice)[0])
                frames.append(DESCRIPTIONS.encode(describe(thing, main, messages.unpacked(request.texts))))
            except Exception:  # whatever a user's object does when it is looked at
                return messages.Described(b"")
        return messages.Described(b"".join(frames))

    def _take(self, texts: messages.Texts, more_memory: int = 0) -> None:
        self.seal(more_memory)
        hand_over(messages.unpacked(texts))

    def load(self, request: messages.Load) -> Loaded:
        """Runs the file, as its player."""
        game, player = registry.game(request.game), with_whole_paths(request.player)
        known = player.resolved.heuristic
        searches = player.algorithm == ENGINE and not (isinstance(known, ResolvedFile) and known.what == "player")
        if searches:
            warm(game, [])
        self._take(request.texts, table_bytes(player) if searches else 0)
        return Loaded(game, request.player, make(player, game), self.denials)

    def search(self, request: messages.Search) -> Loaded:
        """Rebuilds its heuristics; Refused where they cannot be rebuilt or compiled."""
        game, player = registry.game(request.game), with_whole_paths(request.player)
        roles = choices_of(player)
        registered = [] if "heuristic" in roles else [heuristic_of(player, game)]
        order = None if "order" in roles else order_of(player, game)
        warm(game, [*registered, *([order] if isinstance(order, Heuristic) else [])])
        judges = Judges(registered[0] if registered else game.heuristic(game.default), order)
        self.seal(table_bytes(player))
        for role, made in zip(roles, rebuilt(request.descriptions, request.texts, len(roles)), strict=True):
            judges = judges._replace(**{role: registry.heuristic(game, made)})
        searcher = EngineSearcher(player, game, judges)
        if searcher.runs_python:
            raise Refused("cannot be compiled")
        return Loaded(game, request.player, searcher, self.denials)


def rebuilt(data: bytes, texts: messages.Texts, count: int) -> list[Any]:
    """The heuristics and functions that were described; Refused where they cannot be rebuilt, or are not so many."""
    from plies.players.user_code.rebuild import CannotRebuild, rebuild

    files = messages.unpacked(texts)
    try:
        made = [rebuild(described, files) for described in descriptions(data)]
    except (CannotRebuild, ValueError, PliesError) as error:
        raise Refused(f"cannot be rebuilt: {error}") from None
    if len(made) != count:
        raise Refused(f"cannot be rebuilt: {len(made)} were described where {count} are used")
    return made


def descriptions(data: bytes) -> Iterator[Description]:
    """The descriptions that a process sent; ValueError for what is none."""
    decoder = Decoder(DESCRIPTIONS.most)
    decoder.feed(data)
    while (frame := decoder.take()) is not None:
        yield DESCRIPTIONS.decode(frame)


def serve(process: Process, kind: str) -> None:
    refusals: tuple[type[PliesError], ...] = (UnknownName, Refused)
    for request in process.pipe:
        match request:
            case messages.Inspect() if kind == messages.FILE:
                answer: Any = guarded(partial(process.inspect, request), refusals, process.denials)
            case messages.Look() if kind == messages.FILE:
                answer = guarded(partial(process.look, request), refusals, process.denials)
            case messages.Evaluate():
                answer = guarded(partial(process.evaluate, request), refusals, process.denials)
            case messages.Describe() if kind == messages.FILE:
                answer = guarded(partial(process.describe, request), refusals, process.denials)
            case messages.Load() if kind == messages.FILE:
                answer = process.loaded = guarded(partial(process.load, request), refusals, process.denials)
            case messages.Search() if kind == messages.SEARCH:
                answer = process.loaded = guarded(partial(process.search, request), refusals)
            case messages.NewGame() if isinstance(process.loaded, Loaded):
                fork = partial(serve_game, process.pipe, process.loaded, request)
                answer = messages.Ended(in_fork(fork, process.parent))
            case _:  # EndGame, after the fork was gone, which was reported then
                answer = messages.Ended(0)
        try:
            reply(process.pipe, messages.Ready() if isinstance(answer, Loaded) else answer)
        except BrokenPipeError:  # the parent is gone
            return


def main() -> None:
    pipe, parent, (kind, sealed) = begin(messages.MESSAGES)
    folder = None
    if kind == messages.FILE:
        guarded_by = stand_guard(pipe, parent)
        pipe, parent, folder = guarded_by.pipe, guarded_by.parent, guarded_by.folder
    serve(Process(pipe, parent, Allowance.of_text(sealed), folder), kind)


if __name__ == "__main__":
    main()
