"""A small game manager: plays matches between two players of the protocol and keeps the records.

An answer that is late, illegal or unreadable is a fault. As servers do, the manager puts in a random legal move, notes
the fault, and the match continues. In strict matches the player at fault has lost (the side to move, if both are).
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from plies.arena.plan.pairing import Pairing
from plies.arena.run.record import GameRecord, MoveRecord
from plies.arena.run.versions import versions
from plies.errors import ERROR, Refused
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.notation import named
from plies.players.player import REMOTE, Player
from plies.players.referee import BY_RULES
from plies.protocols.ggp.wire.asking import Address, Reply, ask, read_move, shown
from plies.protocols.ggp.wire.following import form_of, joint_of
from plies.protocols.ggp.wire.messages import format_joint, format_start

#: seconds a player has to end a match, or to introduce itself
SHORT = 5.0


@dataclass(frozen=True)
class Plan:
    """Matches to be played: `games` of them, every second one with the sides exchanged when `turned`."""

    game: Game
    players: tuple[Address, Address]
    start_clock: float = 10.0
    play_clock: float = 5.0
    games: int = 1
    turned: bool = False
    strict: bool = False
    seed: int = 1

    def __post_init__(self) -> None:
        form_of(self.game)
        for name, clock in (("start", self.start_clock), ("play", self.play_clock)):
            if not 0.05 <= clock <= 86_400:
                raise Refused(f"a {name} clock of {clock:g} s; clocks are 0.05 s to a day")
        if not 1 <= self.games <= 100_000:
            raise Refused(f"{self.games} games; one match plan has 1 to 100000")

    def seats(self, number: int) -> tuple[Address, Address]:
        """The players of the first and the second side in a game."""
        first, second = self.players
        return (second, first) if self.turned and number % 2 else (first, second)


@dataclass(frozen=True)
class Fault:
    """One wrong answer: after how many moves, whose, one of record.FAULTS, why."""

    ply: int
    side: str
    kind: str
    reason: str


@dataclass(frozen=True)
class Played:
    """A match: its record and everything that went wrong in it."""

    record: GameRecord
    faults: tuple[Fault, ...]


class _Lost(Exception):
    """In a strict match a fault ends it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.reason)
        self.fault = fault


@dataclass
class _Match:
    """One match while it is played."""

    plan: Plan
    number: int
    on_move: Callable[[Position], None] | None
    faults: list[Fault] = field(default_factory=list)
    moves: list[MoveRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = self.plan.seats(self.number)
        self.random = random.Random(f"{self.plan.seed} {self.number}")
        self.position = self.plan.game.start()
        unique = hashlib.sha256(f"{time.time_ns()} {self.plan.seed} {self.number}".encode()).hexdigest()[:8]
        self.id = f"plies.{unique}.{self.number + 1}"

    def name_for(self, side: int) -> str:
        """The match's id; a player that sits on both sides must be able to distinguish its two matches."""
        return f"{self.id}.{self.plan.game.sides[side].lower()}" if self.seats[0] == self.seats[1] else self.id

    async def run(self) -> None:
        """START, PLAY after PLAY, STOP; after a fault that loses, ABORT."""
        try:
            await self._start()
            while self.position.outcome is None:
                await self._play()
        except _Lost:
            await self._ask_both(lambda side: f"(ABORT {self.name_for(side)})", SHORT)
            raise
        joint = joint_of(self.position)
        answers = await self._ask_both(lambda side: format_joint("STOP", self.name_for(side), joint), SHORT)
        for side, answer in enumerate(answers):  # the game is over: a fault is written down, and loses nothing
            self._expect(side, answer, "done", "STOP")

    async def _start(self) -> None:
        game, rules = self.plan.game, form_of(self.plan.game).rules
        clocks = self.plan.start_clock, self.plan.play_clock
        answers = await self._ask_both(
            lambda side: format_start(self.name_for(side), game.sides[side].lower(), rules, *clocks), clocks[0]
        )
        for side, answer in enumerate(answers):
            self._expect(side, answer, "ready", "START")
        self._judge()

    async def _play(self) -> None:
        position, joint = self.position, joint_of(self.position)
        answers = await self._ask_both(
            lambda side: format_joint("PLAY", self.name_for(side), joint), self.plan.play_clock
        )
        turn, chosen = position.state.turn, None
        for side in (turn, 1 - turn):
            move, kind, reason = read_move(position, side, answers[side])
            chosen = move if side == turn else chosen
            if kind:
                self._note(side, kind, reason)
        self._judge()
        move = self.random.choice(position.legal) if chosen is None else chosen
        self.moves.append(MoveRecord(position.game.word(position.state, move), seconds=round(answers[turn].seconds, 6)))
        self.position = position.after(move)
        if self.on_move is not None:
            self.on_move(self.position)

    async def _ask_both(self, message: Callable[[int], str], seconds: float) -> list[Reply]:
        return await asyncio.gather(*(ask(self.seats[side], message(side), seconds) for side in (0, 1)))

    def _expect(self, side: int, answer: Reply, word: str, message: str) -> None:
        if answer.fault:
            self._note(side, answer.fault, f"{message}: {answer.reason}")
        elif answer.text.lower() != word:
            self._note(side, ERROR, f"answered {message} with {shown(answer.text) or 'nothing'}, not {word}")

    def _note(self, side: int, kind: str, reason: str) -> None:
        self.faults.append(Fault(len(self.moves), self.plan.game.sides[side], kind, reason))

    def _judge(self) -> None:
        if self.plan.strict and self.faults:
            raise _Lost(self.faults[0])


async def play_match(plan: Plan, number: int = 0, on_move: Callable[[Position], None] | None = None) -> Played:
    """Plays one match of a plan. Whatever the players do, there is a record."""
    match = _Match(plan, number, on_move)
    begun = time.time(), time.perf_counter()
    sides = plan.game.sides
    try:
        await match.run()
    except _Lost as lost:
        score, termination = float(lost.fault.side == sides[1]), lost.fault.kind
        reason = f"{lost.fault.side}: {lost.fault.reason}"
    else:
        outcome = match.position.outcome
        assert outcome is not None
        score = 0.5 if outcome.winner is None else float(outcome.winner == sides[0])
        termination, reason = BY_RULES, outcome.reason
    record = GameRecord(
        pairing=_pairing(plan, number, match),
        moves=tuple(match.moves),
        score=score,
        termination=termination,
        reason=reason,
        versions=dict(versions()),
        started=begun[0],
        seconds=time.perf_counter() - begun[1],
    )
    return Played(record, tuple(match.faults))


def _pairing(plan: Plan, number: int, match: _Match) -> Pairing:
    first, second = (named(Player("remote", str(seat), REMOTE, seconds=plan.play_clock)) for seat in match.seats)
    return Pairing(
        id=match.id,
        tournament="ggp-match",
        game=plan.game.name,
        first=str(match.seats[0]),
        second=str(match.seats[1]),
        pair=number // 2 if plan.turned else number,
        turned=plan.turned and number % 2 == 1,
        opening=(),
        start="",
        seed=plan.seed,
        players=(first, second),
    )


async def check_players(players: Iterable[Address]) -> None:
    """Refuses players that are not there; any answer to INFO will do."""
    for address in players:
        answer = await ask(address, "(INFO)", SHORT)
        if answer.fault and answer.fault != ERROR:
            raise Refused(f"{address}: {answer.reason}")
