"""What the players play in the cases, and what that gives away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plies.errors import PlayerFault
from plies.grading.cases import POINTS, Case
from plies.players.judging.faults import blamed
from plies.players.player import Player
from plies.players.referee import Referee
from plies.players.searchers import Place, SearcherCache
from plies.tables.table import Known


@dataclass(frozen=True)
class Choice:
    """What a player did in a case: its move as a word, what the table knows of it, and what that cost.

    A player that makes a fault has lost the game. One that is not asked, because nothing depends on the move, has no
    word and gives nothing away.
    """

    word: str = ""
    known: Known | None = None
    #: points given away: 0, 0.5 or 1
    loss: float = 0.0
    #: plies by which a win was delayed; None where there is none or it was given away
    wasted: int | None = None
    fault: str = ""


def not_asked(case: Case) -> Choice:
    return Choice(wasted=0 if case.value.result == "win" else None)


def ask_all(
    cases: Sequence[Case],
    players: Sequence[Player],
    named: str,
    seed: int,
    listener: Callable[[str], None] = lambda text: None,
) -> tuple[list[tuple[Choice, ...]], bool]:
    """What each player does in each case, case by case, and whether that is all: Ctrl-C ends it after whole cases."""
    done: list[tuple[Choice, ...]] = []
    with SearcherCache(most=len(players) + 1) as cache:
        try:
            for number, case in enumerate(cases):
                listener(f"position {number + 1:,} of {len(cases):,}")
                # every case is a game of its own, so that no player knows the cases before it
                seeds = seed * 1_000_003 + number
                done.append(tuple(_ask(cache, Place(player, named, (), 0), case, seeds) for player in players))
        except KeyboardInterrupt:
            return done, False
    return done, True


def _ask(cache: SearcherCache, place: Place, case: Case, seed: int) -> Choice:
    if not case.asks:
        return not_asked(case)
    game, player, side = case.position.game, place.player, int(case.position.state.turn)
    searcher = cache.get(place, game)
    try:
        with blamed(player, refusals=True):
            searcher.new_game(side, seed)
        turn = Referee(game, (player, player), [searcher, searcher]).turn(case.position)
    except PlayerFault as fault:
        cache.discard(searcher)
        return Choice(loss=POINTS[case.value.result], fault=f"{fault.termination}: {fault.reason}")
    return judged(case, turn.word, turn.position.move)


def judged(case: Case, word: str, move: int) -> Choice:
    """What a move costs."""
    known = case.known(move)
    return Choice(word, known, case.loss(known), case.wasted(known))
