"""A user-written player as its game sees it: asks child processes (`user_file_child.py`) with a deadline.

A heuristic for the engine is searched in a process that never runs its file, wherever it can be rebuilt there and
compiled. Its nodes are then counted by Plies (`ChildSearcher.reports_counts`). Everything else is searched, or played,
in the process that runs the file, which reports what it likes.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from plies import registry
from plies.compile.cache import cache_folder
from plies.errors import DIED, ERROR, FAULTS, HANG, InvalidFile, PlayerFault, Refused
from plies.games.position import Position
from plies.players import copies
from plies.players.algorithm import Report
from plies.players.answers import checked
from plies.players.clock import Clock
from plies.players.files import check_whole, choices_of, file_digest, file_texts, split_file, with_whole_paths
from plies.players.kinds import user_file_messages as messages
from plies.players.player import ENGINE, NOTHING, Player, ResolvedFile
from plies.processes.allowance import Allowance
from plies.processes.guard import Sweep, Swept
from plies.processes.isolation import chosen, programs
from plies.processes.lifetime import descendants, how_it_ended
from plies.processes.link import Late, Link, NoAnswer, Unreadable
from plies.search.answer import Answer

#: seconds to run a user-written file and to compile an engine, on a slow and busy machine; to begin or end a game
LOAD, BEGIN = 240.0, 30.0
#: seconds to run a user-written file before a tournament
LOOK = 60.0
#: seconds to clean up when there is time, and to end what the present game has started
TIDY, END = 2.0, 5.0
#: what a child process may reach at first, when it runs no foreign code
REACH = Allowance(terminal=False, prints="lost", core_dumps=False)
#: what it may use from then on: beyond what it uses already, code that eats memory gets a MemoryError before the
#: machine does
USE = Allowance(memory=2 << 30, beyond=True, core_dumps=False, lifts_limits=False)

T = TypeVar("T")


def start(kind: str, game: str | None = None) -> Link:
    """A child process, isolated where that is wished and works; it may read the files of a user-written game."""
    isolation = chosen()
    reads = (str(cache_folder()), *_files_of_game(game)) if isolation != "none" else ()
    reach, sealed = REACH, replace(USE, isolation=isolation, reads=reads)
    if isolation == "bubblewrap":  # its walls stand from the beginning
        reach = replace(REACH, isolation=isolation, reads=(*programs(), *reads))
    return Link("plies.players.kinds.user_file_child", messages.MESSAGES, reach, kind, sealed.as_text())


def _files_of_game(game: str | None) -> list[str]:
    path = None if game is None else registry.file_of(game)
    try:
        return [] if path is None else list(copies.texts_of(path))
    except OSError:  # whoever looks for the game reports it
        return []


def ask(
    link: Link, request: Any, wanted: type[T], seconds: float, found: Callable[[Answer], object] = lambda answer: None
) -> T:
    """The answer to a request; PlayerFault when there is none in time or it is a fault, Refused when refused. `found`
    is called with what is known so far, where that is sent on the way."""
    try:
        answer = link.ask(request, seconds)
        deadline = time.monotonic() + seconds
        while isinstance(answer, messages.Found):
            found(checked(answer.answer))
            answer = link.next_message(deadline - time.monotonic())
    except Late:
        raise PlayerFault(HANG, f"no answer within {seconds:.1f} s") from None
    except Unreadable as error:
        raise PlayerFault(ERROR, str(error)) from None
    except NoAnswer as error:
        raise PlayerFault(DIED, str(error)) from None
    if isinstance(answer, wanted):
        return answer
    match answer:
        case messages.Fault(termination, reason):
            raise PlayerFault(termination if termination in FAULTS else DIED, reason)
        case messages.Refusal(text):
            raise Refused(text)
        case messages.Ended(status):
            raise PlayerFault(DIED, f"its process {how_it_ended(status)}")
    raise PlayerFault(DIED, f"its process answered {type(answer).__name__} where {wanted.__name__} was due")


#: by game: players, as they were defined, that can only be searched in the process that runs their file
_not_rebuilt: set[tuple[str, Player]] = set()


class ChildSearcher:
    """A player in which a user-written file takes part. `new_game` starts the child when there is none."""

    def __init__(self, player: Player, named: str) -> None:
        self.player, self.named = player, named
        self.link: Link | None = None
        self.playing = False
        self.sent: Position | None = None
        #: whether the search at hand was stopped
        self.stopped = False
        #: False where Plies counts its nodes, in a process that never runs its file (`judging/faults.py`)
        self.reports_counts = True

    def new_game(self, side: int, seed: int) -> None:
        self.sent = None
        if self.playing and not self._has_left_the_game():
            self.close(gently=False)  # what it did after its last game is no fault in the next: that gets a new process
        try:
            if self.link is None:
                self._start()
            assert self.link is not None
            self._ask_file(self.link, messages.NewGame(side, seed), messages.Ready, BEGIN)
        except (PlayerFault, Refused):
            self.close(gently=False)
            raise
        self.playing = True

    def _start(self) -> None:
        """A process that never runs the file, if that can search for this player; else the one that runs it."""
        texts = messages.packed(file_texts(self.player))
        described = self._describe(texts) if (self.named, self.player) not in _not_rebuilt else b""
        if described:
            self.link = start(messages.SEARCH, self.named)
            search = messages.Search(self.named, self.player, described, texts)
            try:
                ask(self.link, search, messages.Ready, LOAD)
                self.reports_counts = False
                return
            except Refused:  # it cannot be rebuilt, or not be compiled, and never will be
                self.close(gently=False)
                if self.player.resolved != NOTHING:
                    _not_rebuilt.add((self.named, self.player))
        self.reports_counts = True
        self.link = start(messages.FILE, self.named)
        self._ask_file(self.link, messages.Load(self.named, self.player, texts), messages.Ready, LOAD)

    def _describe(self, texts: messages.Texts) -> bytes:
        """What the search process needs; nothing where it is of no use."""
        known = self.player.resolved.heuristic
        if self.player.algorithm != ENGINE or (isinstance(known, ResolvedFile) and known.what == "player"):
            return b""
        link = start(messages.FILE)
        try:
            request = messages.Describe(tuple(choices_of(with_whole_paths(self.player)).values()), texts)
            return self._ask_file(link, request, messages.Described, LOAD).data
        finally:
            link.close(end=END)

    def _ask_file(self, link: Link, request: Any, wanted: type[T], seconds: float) -> T:
        """As `ask`. Once it is known what the file has, it is its own fault if its process refuses to play, and no
        reason to end a tournament."""
        try:
            return ask(link, request, wanted, seconds)
        except Refused as error:
            if self.player.resolved == NOTHING:
                raise
            raise PlayerFault(ERROR, str(error)) from None

    def _has_left_the_game(self) -> bool:
        """Ends the game at hand, and all that was started in it; False unless it ended because it was asked to."""
        self.playing = False
        if self.link is None:
            return False
        try:
            ended = ask(self.link, messages.EndGame(), messages.Ended, BEGIN)
            if self.reports_counts:
                ask(self.link, Sweep(), Swept, BEGIN)
        except (PlayerFault, Refused):
            return False
        return ended == messages.Ended(messages.AS_ASKED)

    def choose(self, position: Position, clock: Clock) -> Answer:
        if self.link is None:
            raise PlayerFault(DIED, "its process has not been started")
        try:
            return checked(ask(self.link, self._request(position, clock), Answer, clock.silence))
        except PlayerFault:
            self.close(gently=False)
            raise

    def analyse(self, position: Position, clock: Clock, lines: int, report: Report | None) -> Answer:
        """With reports on the way. When it is stopped, the answer is the last of them."""
        if self.link is None:
            raise PlayerFault(DIED, "its process has not been started")
        known: list[Answer] = []

        def found(answer: Answer) -> None:
            known.append(answer)
            if report is not None:
                report(answer)

        self.stopped = False
        request = messages.Analyse(self._request(position, clock), lines)
        try:
            return checked(ask(self.link, request, Answer, clock.silence, found))
        except PlayerFault:
            if not (self.stopped and self.link.status() is None):
                self.close(gently=False)
            self.playing = False
            if self.stopped and known:
                return known[-1]
            raise

    def stop(self) -> None:
        """Ends the game at hand, from another thread. Where Plies searches, the process that the game was forked from
        stays, and the next one begins at once."""
        link, self.stopped = self.link, True
        if link is not None and self.playing:
            below = [] if self.reports_counts else descendants(link.pid)
            for process in below:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            if not below:
                link.ask_to_end()

    @property
    def process(self) -> int | None:
        """The process that is measured from outside (`Apart`), with all below it."""
        return None if self.link is None else self.link.pid

    def _request(self, position: Position, clock: Clock) -> messages.Move:
        """With the moves since the position that the child knows, or from the root on."""
        words: list[str] = []
        here = position
        while here is not self.sent and here.parent is not None:
            words.append(here.game.word(here.parent.state, here.move))
            here = here.parent
        root = None if here is self.sent else "" if here.state == here.game.first else here.text
        self.sent = position
        return messages.Move(root, tuple(words[::-1]), clock.remaining)

    def close(self, gently: bool = True) -> None:
        """Ends the child and everything it has started. It may first clean up, if it does so at once."""
        link, self.link, self.playing = self.link, None, False
        if link is not None:
            link.close(TIDY if gently else 0.0, END)


# -- what a file holds, for definitions ------------------------------------------------------------------------------

#: by the file's whole path and the choice: a relative path is another file in another folder
_inspected: dict[tuple[str, str], ResolvedFile] = {}


def inspect_file(player: Player, role: str, choice: str) -> ResolvedFile:
    """What `file.py:name` is, and digests of all its files. The file is run for that, in a process of its own."""
    path = split_file(choice)[0]
    try:
        texts = copies.texts_of(path)
    except OSError:
        raise InvalidFile(f"cannot read {path}, of the player {player.choice}") from None
    key = os.path.realpath(path), choice
    known = _inspected.get(key)
    if known is None or any(_digest_now(file, texts) != digest for file, digest in known.files):
        known = _inspected[key] = _inspect(choice, texts)
    if known.what == "player":
        if role == "order":
            raise Refused(f"order={choice}: that is a whole player; moves are ordered by a heuristic")
        check_whole(player)
    return known


def _digest_now(file: str, texts: copies.Texts) -> str | None:
    return copies.digest_of(texts[file]) if file in texts else file_digest(file)


def _inspect(choice: str, texts: copies.Texts) -> ResolvedFile:
    link = start(messages.FILE)
    try:
        found = ask(link, messages.Inspect(choice, messages.packed(texts)), messages.Inspected, LOOK)
        files = _files_used(choice, texts, found)
    except PlayerFault as fault:
        link.close(end=END)
        raise InvalidFile(f"{choice}: {fault.reason}") from None
    finally:
        link.close(TIDY, END)
    path, name, weights = split_file(choice)
    whole = f"{os.path.realpath(path)}:{name}" + ("" if weights is None else f"({weights})")
    return ResolvedFile(found.what, whole, files)


def _files_used(choice: str, texts: copies.Texts, found: messages.Inspected) -> tuple[tuple[str, str], ...]:
    """The digests of the files that a player uses. A file that it imported under a name made up as it ran was not
    copied before; its process may name none but files beside its own."""
    main = os.path.realpath(split_file(choice)[0])
    digests = {}
    for file in sorted({main, *found.files}):
        text = texts.get(file)
        if text is None:
            if not file.endswith(".py") or not Path(os.path.realpath(file)).is_relative_to(Path(main).parent):
                raise PlayerFault(DIED, f"its process named {file!r:.200} as one of its files")
            try:
                text = Path(file).read_bytes()
            except OSError:
                raise PlayerFault(DIED, f"cannot read {file}") from None
        digests[file] = copies.keep(text)
    return tuple(digests.items())
