"""The standings of a tournament: every table of the live view, the report and the browser, from a stream of records.

    scoreboard = Scoreboard()
    for record in records:
        scoreboard.add(record)
    scoreboard.standings()

One pass; memory grows with the players, the boards and the pairs that are half played, not with the games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from plies.arena.numbers.compare import limits_compared
from plies.arena.numbers.counting import BY_PLIES, Counted, judged, worst
from plies.arena.numbers.ratings import Match, fit
from plies.arena.numbers.results import (
    BoardOpenings,
    BoardStanding,
    CrossTable,
    DecidingOpening,
    Entry,
    Lengths,
    PairingStanding,
    PlayerResults,
    PlayerStanding,
    Rating,
    Results,
    Standings,
)
from plies.arena.numbers.statistics import CONFIDENCE, Estimate, estimates
from plies.arena.numbers.tally import (
    LOST,
    WON,
    PairTally,
    PlayerTally,
    count_text,
    counted,
    result_of,
    results,
)
from plies.arena.run.record import GameRecord
from plies.errors import FAULTS, PliesError, Refused
from plies.players.notation import base_text, limited_by, limits_text

#: different openings of a board that are counted apart; later ones are only counted
MOST_OPENINGS = 5000
#: openings that are listed for a board
LISTED_OPENINGS = 25


def standings(records: Iterable[GameRecord], confidence: float = CONFIDENCE, anchor: str | None = None) -> Standings:
    """The standings of a stream of records; `anchor` names a player whose rating is 0."""
    scoreboard = Scoreboard()
    for record in records:
        scoreboard.add(record)
    return scoreboard.standings(confidence, anchor)


@dataclass
class BoardTally:
    """What happened on one board, over all players."""

    #: results of the first side
    first: list[int] = field(default_factory=lambda: [0, 0, 0])
    lengths: Counter[int] = field(default_factory=Counter)
    terminations: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    #: (start, opening) -> pairs, pairs won twice by the first side, and by the second
    openings: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    pairs_elsewhere: int = 0

    def add_pair(self, opening: tuple[str, str], first_both: bool, second_both: bool) -> None:
        if opening not in self.openings and len(self.openings) >= MOST_OPENINGS:
            self.pairs_elsewhere += 1
            return
        counts = self.openings.setdefault(opening, [0, 0, 0])
        counts[0] += 1
        counts[1] += first_both
        counts[2] += second_both

    def summary(self, board: str) -> BoardStanding:
        return BoardStanding(
            *counted(self.first),
            board=board,
            lengths=Lengths(
                mean=sum(plies * count for plies, count in self.lengths.items()) / self.lengths.total(),
                shortest=min(self.lengths),
                longest=max(self.lengths),
                histogram=tuple(sorted(self.lengths.items())),
            ),
            terminations=dict(self.terminations.most_common()),
            endings=dict(self.endings.most_common()),
            openings=self._openings(),
        )

    def _openings(self) -> BoardOpenings:
        """Openings that decide: one side won both games of a pair. Most decisive ones first."""
        deciding = [(key, counts) for key, counts in self.openings.items() if counts[1] or counts[2]]
        deciding.sort(key=lambda item: (-abs(item[1][1] - item[1][2]), -item[1][1] - item[1][2], item[0]))
        listed = (DecidingOpening(*key, *counts) for key, counts in deciding[:LISTED_OPENINGS])
        return BoardOpenings(len(self.openings), len(deciding), self.pairs_elsewhere, tuple(listed))


class Scoreboard:
    """The accumulator; `add` takes games in any order."""

    def __init__(self) -> None:
        self.games = 0
        self.boards: dict[str, BoardTally] = {}
        #: players in the order in which they appeared
        self.players: dict[str, Entry] = {}
        self.by_player: dict[tuple[str, str], PlayerTally] = {}
        #: (board, a, b), where `a` appeared before `b`
        self.by_pairing: dict[tuple[str, str, str], PairTally] = {}
        self._half: dict[tuple[str, str, str, str, int], tuple[bool, int]] = {}

    def add(self, record: GameRecord) -> None:
        pairing = record.pairing
        if pairing.first == pairing.second:
            raise Refused(f"game {pairing.id}: {pairing.first!r} plays itself; players need names that differ")
        self.games += 1
        board = self.boards.setdefault(pairing.game, BoardTally())
        board.first[result_of(record.score)] += 1
        board.lengths[len(pairing.opening) + len(record.moves)] += 1
        board.terminations[record.termination] += 1
        if record.termination not in FAULTS:
            count_text(board.endings, record.reason)
        self._add_players(record)
        self._add_pairing(record, board)

    def _add_players(self, record: GameRecord) -> None:
        pairing = record.pairing
        begins = (first_to_move(pairing.game, pairing.start) + len(pairing.opening)) % 2
        for side, name in enumerate((pairing.first, pairing.second)):
            player = pairing.players[side]
            if name not in self.players:
                self.players[name] = Entry(
                    base=base_text(player),
                    limits=limits_text(player),
                    equal=limited_by(player),
                )
            tally = self.by_player.setdefault((pairing.game, name), PlayerTally())
            score = record.score if side == 0 else 1 - record.score
            (tally.first if side == 0 else tally.second)[result_of(score)] += 1
            if record.termination in FAULTS and score == 0:
                tally.faults[record.termination] += 1
            tally.use.add(record.moves[(begins != side) :: 2], player.seconds)

    def _add_pairing(self, record: GameRecord, board: BoardTally) -> None:
        pairing = record.pairing
        a, b = self._ordered(pairing.first, pairing.second)
        a_is_first = a == pairing.first
        result = result_of(record.score if a_is_first else 1 - record.score)
        tally = self.by_pairing.setdefault((pairing.game, a, b), PairTally())
        key = (pairing.tournament, pairing.game, a, b, pairing.pair)
        other = self._half.get(key)
        if other is None or other[0] == a_is_first:
            self._half.setdefault(key, (a_is_first, result))
            tally.lone(a_is_first)[result] += 1
            return
        del self._half[key]
        tally.lone(other[0])[other[1]] -= 1
        x, y = (result, other[1]) if a_is_first else (other[1], result)
        tally.joint[x][y] += 1
        opening = (pairing.start, " ".join(pairing.opening))
        board.add_pair(opening, (x, y) == (WON, LOST), (x, y) == (LOST, WON))

    def _ordered(self, one: str, other: str) -> tuple[str, str]:
        """The two names with the one that appeared earlier in front."""
        for name in self.players:
            if name in (one, other):
                return (one, other) if name == one else (other, one)
        raise KeyError(one)

    def pairings_on(self, board: str | None) -> dict[tuple[str, str], PairTally]:
        """The pairings of a board, or of all boards together, by the names of the two players."""
        merged: dict[tuple[str, str], PairTally] = {}
        for (where, a, b), tally in self.by_pairing.items():
            if board in (None, where):
                merged.setdefault((a, b), PairTally()).merge(tally)
        return merged

    # -- the tables ------------------------------------------------------------------------------------------------

    def matches(self, board: str | None = None) -> list[Match]:
        """What ratings are made from, on one board or on all."""
        rows = [Match(where, a, b, tally) for (where, a, b), tally in self.by_pairing.items()]
        return [row for row in rows if board in (None, row.board)]

    def standings(self, confidence: float = CONFIDENCE, anchor: str | None = None) -> Standings:
        """Everything, players best first. `board` is None where all boards are taken together."""
        places = (None, *self.boards) if len(self.boards) != 1 else (None,)
        ratings = tuple(
            fit(self.matches(board), self._anchor(anchor, board), confidence).listed(board) for board in places
        )
        return Standings(
            games=self.games,
            pairs=sum(tally.pairs for tally in self.by_pairing.values()),
            confidence=confidence,
            boards=tuple(tally.summary(name) for name, tally in self.boards.items()),
            players=tuple(self._player(rating) for rating in ratings[0].players),
            cross=tuple(self._cross(board) for board in self.boards),
            pairings=tuple(self._pairings(confidence)),
            ratings=ratings,
            limits=tuple(limits_compared(self, confidence)),
        )

    def _anchor(self, anchor: str | None, board: str | None) -> str | None:
        """The anchor where it played; all boards together refuse a name that no player has."""
        played = board is None or any(anchor in (row.a, row.b) for row in self.matches(board))
        return anchor if played else None

    def _pairings(self, confidence: float) -> list[PairingStanding]:
        rows: list[tuple[str | None, str, str, PairTally]] = [
            (board, a, b, tally) for board in (None, *self.boards) for (a, b), tally in self.pairings_on(board).items()
        ]
        made: dict[int, Estimate] = {}
        for size in (5, 3):  # pairs, and games where there are no pairs
            chosen = [index for index, row in enumerate(rows) if len(row[3].sample) == size]
            found = estimates([rows[index][3].sample for index in chosen], confidence)
            made.update(zip(chosen, found, strict=True))
        return [
            PairingStanding(**vars(tally.summary()), board=board, a=a, b=b, estimate=made[index])
            for index, (board, a, b, tally) in enumerate(rows)
        ]

    def _cross(self, board: str) -> CrossTable:
        names = [name for name in self.players if (board, name) in self.by_player]
        place = {name: index for index, name in enumerate(names)}
        cells: list[list[Results | None]] = [[None] * len(names) for _ in names]
        for match in self.matches(board):
            for tally, first, second in ((match.tally, match.a, match.b), (match.tally.turned(), match.b, match.a)):
                cells[place[first]][place[second]] = results(tally.as_first)
        return CrossTable(board, tuple(names), tuple(map(tuple, cells)))

    def _player(self, rating: Rating) -> PlayerStanding:
        name, total = rating.name, PlayerTally()
        boards: dict[str, PlayerResults] = {}
        for board in self.boards:
            tally = self.by_player.get((board, name))
            if tally is not None:
                total.merge(tally)
                boards[board] = tally.summary()
        return PlayerStanding(
            **vars(total.summary()),
            **vars(self.players[name]),
            name=name,
            rating=rating,
            boards=boards,
            counted=worst(self._counted(board, name) for board in boards),
        )

    def _counted(self, board: str, name: str) -> Counted:
        """Who counted a player's nodes on a board, beside the others there."""
        uses = {one: tally.use for (where, one), tally in self.by_player.items() if where == board}
        costs = {one: use.processor_a_node for one, use in uses.items() if use.reported}
        return judged(costs).get(name, BY_PLIES)


@lru_cache(maxsize=4096)
def first_to_move(game: str, start: str) -> int:
    """The side that moves in a position: 0 or 1. A game's own start is taken for the first side's; so is a position of
    a user-written game, whose code a table of results has no reason to run."""
    if not start or ".py" in game:
        return 0
    from plies import registry

    try:
        return int(registry.game(game).position(start).state.turn)
    except PliesError:
        return 0
