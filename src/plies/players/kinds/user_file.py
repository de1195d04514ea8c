"""A user-written player as its game sees it: asks a child process (`user_file_child.py`) with a deadline."""

from __future__ import annotations

from typing import Any, TypeVar

from plies.errors import DIED, FAULTS, HANG, InvalidFile, PlayerFault, Refused
from plies.games.position import Position
from plies.players.answers import checked
from plies.players.clock import Clock
from plies.players.files import check_whole, file_digest, split_file
from plies.players.kinds import user_file_messages as messages
from plies.players.player import Player, ResolvedFile
from plies.processes.allowance import Allowance
from plies.processes.lifetime import how_it_ended
from plies.processes.link import Late, Link, NoAnswer
from plies.search.answer import Answer

#: seconds to run a user-written file and to compile an engine, on a slow and busy machine; to begin or end a game
LOAD, BEGIN = 240.0, 30.0
#: seconds to run a user-written file before a tournament
LOOK = 60.0
#: seconds to clean up when there is time, and to end what the present game has started
TIDY, END = 2.0, 5.0
#: what the file's code may reach beside what its games may use (`user_file_child.GAME`)
REACH = Allowance(terminal=False, prints="lost")

T = TypeVar("T")


def start() -> Link:
    return Link("plies.players.kinds.user_file_child", messages.MESSAGES, REACH)


def ask(link: Link, request: Any, wanted: type[T], seconds: float) -> T:
    """The answer to a request; PlayerFault when there is none in time or it is a fault, Refused when refused."""
    try:
        answer = link.ask(request, seconds)
    except Late as error:
        raise PlayerFault(HANG, str(error)) from None
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


class ChildSearcher:
    """A player in which a user-written file takes part. `new_game` starts the child when there is none."""

    def __init__(self, player: Player, named: str) -> None:
        self.player, self.named = player, named
        self.link: Link | None = None
        self.playing = False
        self.sent: Position | None = None

    def new_game(self, side: int, seed: int) -> None:
        self.sent = None
        if self.playing and not self._has_left_the_game():
            self.close(gently=False)  # what it did after its last game is no fault in the next: that gets a new process
        try:
            if self.link is None:
                self.link = start()
                ask(self.link, messages.Load(self.named, self.player), messages.Ready, LOAD)
            ask(self.link, messages.NewGame(side, seed), messages.Ready, BEGIN)
        except (PlayerFault, Refused):
            self.close(gently=False)
            raise
        self.playing = True

    def _has_left_the_game(self) -> bool:
        """Ends the game at hand; False unless it ended because it was asked to."""
        self.playing = False
        try:
            ended = messages.Ended(messages.AS_ASKED)
            return self.link is not None and ask(self.link, messages.EndGame(), messages.Ended, BEGIN) == ended
        except (PlayerFault, Refused):
            return False

    def choose(self, position: Position, clock: Clock) -> Answer:
        if self.link is None:
            raise PlayerFault(DIED, "its process has not been started")
        try:
            return checked(ask(self.link, self._request(position, clock), Answer, clock.silence))
        except PlayerFault:
            self.close(gently=False)
            raise

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

_inspected: dict[str, ResolvedFile] = {}


def inspect_file(player: Player, role: str, choice: str) -> ResolvedFile:
    """What `file.py:name` is, and digests of all its files. The file is run for that, in a process of its own."""
    path = split_file(choice)[0]
    if file_digest(path) is None:
        raise InvalidFile(f"cannot read {path}, of the player {player.choice}")
    known = _inspected.get(choice)
    if known is None or any(file_digest(file) != digest for file, digest in known.files):
        known = _inspected[choice] = _inspect(choice)
    if known.what == "player":
        if role == "order":
            raise Refused(f"order={choice}: that is a whole player; moves are ordered by a heuristic")
        check_whole(player)
    return known


def _inspect(choice: str) -> ResolvedFile:
    link = start()
    try:
        return ask(link, messages.Inspect(choice), ResolvedFile, LOOK)
    except PlayerFault as fault:
        link.close(end=END)
        raise InvalidFile(f"{choice}: {fault.reason}") from None
    finally:
        link.close(TIDY, END)
