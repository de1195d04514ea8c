"""The other end of a child process (`child.py`): starts it, asks it with a deadline, and ends it for certain."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from typing import Any, cast

from plies.errors import DIED, FAULTS, HANG, InvalidFile, PlayerFault, Refused
from plies.games.position import Position
from plies.players.answers import answer_of
from plies.players.clock import Clock
from plies.players.definition import definition_of
from plies.players.files import check_whole, file_digest, split_file
from plies.players.player import Player, ResolvedFile
from plies.processes.lifetime import environment
from plies.search.answer import Answer

#: seconds to run a person's file and to compile an engine, on a slow and busy machine; seconds to begin or end a game
LOAD, BEGIN = 240.0, 30.0
#: seconds to run a person's file before a tournament
LOOK = 60.0
#: bytes of an answer; the longest that is honest has a few hundred
LONGEST = 1 << 16
#: the status of a game's process that ended because it was asked to; no other status is taken for that
AS_ASKED = 90


class Link:
    """A child process and the two pipes to it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "plies.players.kinds.user_file_child", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env=environment(),
            start_new_session=True,  # Ctrl-C is for us; and all that its file has started can be ended at once
        )
        self.waiting = bytearray()

    def ask(self, told: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request; PlayerFault when there is none in time or it is a fault, Refused when refused."""
        try:
            cast(Any, self.process.stdin).write(json.dumps(told).encode() + b"\n")
        except OSError:
            raise self._died() from None
        answer = self._read(time.monotonic() + seconds, seconds)
        if "fault" in answer:
            termination = answer["fault"] if answer["fault"] in FAULTS else DIED
            raise PlayerFault(termination, str(answer.get("reason", "")))
        if "refused" in answer:
            raise Refused(str(answer["refused"]))
        if "ended" in answer and told["do"] != "end":
            raise PlayerFault(DIED, _how(int(answer["ended"])))
        return answer

    def _read(self, deadline: float, seconds: float) -> dict[str, Any]:
        stream = cast(Any, self.process.stdout).fileno()
        poll = select.poll()
        poll.register(stream, select.POLLIN)
        while b"\n" not in self.waiting:
            left = deadline - time.monotonic()
            if left <= 0 or not poll.poll(left * 1000):
                if deadline - time.monotonic() <= 0:
                    raise PlayerFault(HANG, f"no answer within {seconds:.1f} s")
                continue
            more = os.read(stream, 1 << 16)
            if not more:
                raise self._died()
            self.waiting += more
            if len(self.waiting) > LONGEST:
                raise PlayerFault(DIED, f"answered more than {LONGEST} bytes")
        line, _, self.waiting = self.waiting.partition(b"\n")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise PlayerFault(DIED, "its process answered something that is no answer")
        return answer

    def _died(self) -> PlayerFault:
        status = self._ended(5.0)
        return PlayerFault(DIED, "its process closed its pipes" if status is None else _how(status))

    def _ended(self, seconds: float) -> int | None:
        """How the child ended, if it does so in time. It is left to be reaped, so that its group is still its own."""
        deadline = time.monotonic() + seconds
        while True:
            ended = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended is not None:
                return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
            if time.monotonic() > deadline:
                return None
            time.sleep(0.002)

    def close(self, gently: bool = True) -> None:
        """Ends the child and everything it has started. Gently: it may tidy up first, if it does so at once."""
        if self.process.returncode is not None:
            return
        cast(Any, self.process.stdin).close()
        if self._ended(2.0 if gently else 0.0) is None:
            os.kill(self.process.pid, signal.SIGTERM)  # it takes along what the game at hand has started
            self._ended(5.0)
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        cast(Any, self.process.stdout).close()


def _how(status: int) -> str:
    if status >= 0:
        return f"its process ended with status {status}"
    try:
        return f"its process was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"its process was ended by signal {-status}"


class ChildSearcher:
    """A player in which a person's Python takes part. `new_game` starts the child when there is none."""

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
                self.link = Link()
                self.link.ask({"do": "load", "game": self.named, "definition": definition_of(self.player)}, LOAD)
            self.link.ask({"do": "game", "side": side, "seed": seed}, BEGIN)
        except (PlayerFault, Refused):
            self.close(gently=False)
            raise
        self.playing = True

    def _has_left_the_game(self) -> bool:
        """Ends the game at hand; False unless it ended because it was asked to."""
        self.playing = False
        try:
            return self.link is not None and self.link.ask({"do": "end"}, BEGIN) == {"ended": AS_ASKED}
        except (PlayerFault, Refused):
            return False

    def choose(self, position: Position, clock: Clock) -> Answer:
        if self.link is None:
            raise PlayerFault(DIED, "its process has not been started")
        told = {"do": "move", "remaining": clock.remaining, **self._way(position)}
        try:
            return answer_of(self.link.ask(told, clock.silence))
        except PlayerFault:
            self.close(gently=False)
            raise

    def _way(self, position: Position) -> dict[str, Any]:
        """The moves since the position that the child knows, or from the root on."""
        words: list[str] = []
        here = position
        while here is not self.sent and here.parent is not None:
            words.append(here.game.word(here.parent.state, here.move))
            here = here.parent
        told: dict[str, Any] = {"moves": words[::-1]}
        if here is not self.sent:
            told["root"] = None if here.state == here.game.first else here.text
        self.sent = position
        return told

    def close(self, gently: bool = True) -> None:
        link, self.link, self.playing = self.link, None, False
        if link is not None:
            link.close(gently)


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
    link = Link()
    try:
        answer = link.ask({"do": "inspect", "choice": choice}, LOOK)
    except PlayerFault as fault:
        link.close(gently=False)
        raise InvalidFile(f"{choice}: {fault.reason}") from None
    finally:
        link.close()
    return ResolvedFile(answer["what"], answer["choice"], tuple(answer["files"].items()))
