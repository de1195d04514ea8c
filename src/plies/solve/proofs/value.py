"""The value of a position by proof search: can the side to move win; and if not, can the other side?"""

from __future__ import annotations

import time
from dataclasses import dataclass

from plies.errors import Refused
from plies.games.contract import RUNNING, State
from plies.games.position import Position
from plies.solve.proofs.search import Listener, ProofSearch
from plies.values import Result

#: plies of a line that are shown
SHOWN = 200


@dataclass(frozen=True)
class Claim:
    """A side wins, or does not. `asked` is the side whose question the table answers this with."""

    side: int
    wins: bool
    asked: int


@dataclass(frozen=True)
class Proof:
    """A position's value as far as it was proven, for the side to move."""

    #: None: the clock came first
    result: Result | None
    #: the game is over within so many plies; None for a draw
    bound: int | None
    line: tuple[str, ...]
    nodes: int
    seconds: float
    #: what together makes the result
    claims: tuple[Claim, ...]


def proven_value(
    search: ProofSearch, position: Position, *, seconds: float | None = None, listener: Listener | None = None
) -> Proof:
    """One or two questions. Where no draw was met at all, who does not win loses, and the second is not asked."""
    if position.game.rules.outcome(position.state) != RUNNING or not position.listed:
        raise Refused("the game is over in this position; there is nothing to solve")
    began = time.monotonic()
    until = None if seconds is None else began + seconds
    me, other = position.state.turn, 1 - position.state.turn
    result: Result | None = None
    claims: tuple[Claim, ...] = ()
    wins = search.wins(position.state, me, until=until, listener=listener)
    if wins:
        result, claims = "win", (Claim(me, True, me),)
    elif wins is False and not search.drew:
        result, claims = "loss", (Claim(other, True, me),)
    elif wins is False:
        claims = (Claim(me, False, me),)
        loses = search.wins(position.state, other, until=until, listener=listener)
        if loses is not None:
            result = "loss" if loses else "draw"
            claims = (Claim(other, True, other),) if loses else (*claims, Claim(other, False, other))
    line = () if result in (None, "draw") else _line(search, position, claims[0])
    bound = None if result in (None, "draw") else search.bound
    return Proof(result, bound, line, search.nodes, time.monotonic() - began, claims)


def _line(search: ProofSearch, position: Position, claim: Claim) -> tuple[str, ...]:
    """A line of the proof, as far as the table has it: the winner's nearest way, the loser's longest."""
    words: list[str] = []
    here = Position(position.game, position.state)
    while len(words) < SHOWN and here.listed:
        known = []
        for move in here.listed:
            after = here.game.rules.play(here.state, move)
            bound = _bound(search, after, claim)
            if bound is not None:
                known.append((bound, move))
        if not known or (here.state.turn != claim.side and len(known) < len(here.listed)):
            break
        _, move = min(known) if here.state.turn == claim.side else max(known)
        words.append(here.game.word(here.state, move))
        here = Position(here.game, here.game.rules.play(here.state, move))
    return tuple(words)


def _bound(search: ProofSearch, state: State, claim: Claim) -> int | None:
    """Within how many plies a position is won for the claim's side, as far as that is known."""
    found = search.known(state, claim.asked)
    return found.bound if found.wins is (claim.side == claim.asked) else None
