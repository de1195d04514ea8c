"""When a match may stop: a sequential test on its pairs, counted in the order of the schedule.

Games come back in any order, and in another order with another number of workers. So a pair counts only when all pairs
before it are there, and games are kept in that order too: the same match stops after the same pair and leaves the same
records, however many workers played it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from plies.arena.plan.schedule import Slot, slots
from plies.arena.plan.tournament import Tournament
from plies.arena.run.record import GameRecord

if TYPE_CHECKING:
    from plies.arena.numbers.sprt import SprtState
    from plies.arena.store.ledger import Ledger

GOES_ON = "continue"


class Test(Protocol):
    """A sequential test (such as `Sprt`): counts of pairs by points 0, ½, 1, 1½, 2 of the first player."""

    def state(self, pentanomial: Sequence[int]) -> Any: ...


class Stopping:
    """Takes games as they come, gives them back in order, and shows when the test has decided."""

    def __init__(
        self,
        tournament: Tournament,
        test: Test,
        stored: Mapping[str, float],
        ended: Mapping[str, int],
        void: Collection[str] = (),
    ) -> None:
        """`void` are games that are stored, but whose result cannot be read: their pairs do not count."""
        self.test, self._ended, self._void = test, ended, void
        self.counts = [0] * 5
        self.decision = GOES_ON
        self._scores = dict(stored)
        self._held: dict[str, GameRecord] = {}
        self._pairs = _pairs(tournament)
        self._pair = next(self._pairs, None)
        self._advance()

    @property
    def decided(self) -> bool:
        return self.decision != GOES_ON

    @property
    def state(self) -> Any:
        """Where the test stands by the pairs that count."""
        return self.test.state(self.counts)

    def take(self, records: Sequence[GameRecord]) -> list[GameRecord]:
        """The games that may be kept now."""
        for record in records:
            self._held[record.pairing.id] = record
            self._scores[record.pairing.id] = record.score
        return self._advance()

    def rest(self) -> list[GameRecord]:
        """What still waits for a game before it; nothing once the test has decided."""
        return [] if self.decided else list(self._held.values())

    def _advance(self) -> list[GameRecord]:
        due: list[GameRecord] = []
        while self._pair is not None and not self.decided:
            one, two = self._pair
            if one.pair < self._ended.get(one.game, one.pair + 1):
                readable = [slot.id for slot in (one, two) if slot.id not in self._void]
                if any(id not in self._scores for id in readable):
                    break
                scores = [self._scores.pop(id) for id in readable]
                if len(scores) == 2:
                    self.counts[round(2 * (scores[0] + 1 - scores[1]))] += 1
                    self.decision = str(self.test.state(self.counts).decision)
                due += [self._held.pop(slot.id) for slot in (one, two) if slot.id in self._held]
            self._pair = next(self._pairs, None)
        return due


def following(tournament: Tournament, ledger: Ledger, ended: Mapping[str, int]) -> Stopping | None:
    """The stopping rule of a match, if it has one, after what is stored; the runner adds further games."""
    if tournament.sprt is None:
        return None
    scores = ledger.scores(tournament.id)
    return Stopping(tournament, tournament.sprt, scores, ended, ledger.done_ids(tournament.id) - scores.keys())


def stored_state(tournament: Tournament, ledger: Ledger) -> SprtState | None:
    """Where the stopping rule of a match stands, if it has one, by what is stored: a board ends with its last pair."""
    if tournament.sprt is None:
        return None
    begun = ledger.pairs_begun(tournament.id)
    most = max(begun.values(), default=1)
    found = following(tournament.with_games(2 * most), ledger, {game: begun.get(game, 0) for game in tournament.games})
    return None if found is None else found.state


def is_unfinished(tournament: Tournament, ledger: Ledger) -> bool:
    """Whether games of it may still be played."""
    rule = stored_state(tournament, ledger)
    return ledger.count(tournament.id) < tournament.total and (rule is None or rule.decision == GOES_ON)


def _pairs(tournament: Tournament) -> Iterator[tuple[Slot, Slot]]:
    both = slots(tournament)
    return zip(both, both, strict=True)
