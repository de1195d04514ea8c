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
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from plies import registry
from plies.errors import PliesError, Refused, UnknownName
from plies.games.contract import Game, Heuristic
from plies.players.algorithm import Searcher
from plies.players.files import check_whole, choices_of, split_file, with_whole_paths
from plies.players.kinds import user_file_messages as messages
from plies.players.kinds.engine import EngineSearcher, Judges, table_bytes, warm
from plies.players.kinds.user_file_game import Failure, Loaded, WholePlayer, guarded, reply, serve_game
from plies.players.player import ENGINE, Player, ResolvedFile
from plies.players.registry import algorithm
from plies.players.resolution import heuristic_of, order_of
from plies.players.user_code.describe import describe
from plies.players.user_code.description import DESCRIPTIONS, Description
from plies.players.user_code.found import find
from plies.processes.allowance import Allowance
from plies.processes.child import Pipe, begin
from plies.processes.framing import Decoder
from plies.processes.guard import stand_guard
from plies.processes.isolation import NOWHERE, denials, programs
from plies.processes.lifetime import in_fork
from plies.user_files import files_of, hand_over


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
        from plies.players.user_code.rebuild import CannotRebuild, rebuild

        texts = messages.unpacked(request.texts)
        try:
            for role, described in zip(roles, descriptions(request.descriptions), strict=True):
                made = registry.heuristic(game, rebuild(described, texts))
                judges = judges._replace(**{role: made})
        except (CannotRebuild, ValueError) as error:
            raise Refused(f"cannot be rebuilt: {error}") from None
        searcher = EngineSearcher(player, game, judges)
        if searcher.runs_python:
            raise Refused("cannot be compiled")
        return Loaded(game, request.player, searcher, self.denials)


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
