"""Whether a record holds what a record may hold: checked where one arrives, from a worker, a cluster or a ledger.

Ledgers of earlier versions can have rows with what a hostile player answered: a text for a time, a number that no
float holds, NaN. Columns of moves are checked as a whole, because a ledger has millions of moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from plies.errors import FAULTS
from plies.players.answers import LONGEST_TIME, MOST_COUNTED
from plies.players.referee import BY_RULES
from plies.search.answer import NO_COUNTERS

if TYPE_CHECKING:
    from plies.arena.plan.pairing import Pairing
    from plies.arena.run.record import GameRecord, MoveRecord

#: pairs of a pairing, and seconds since the epoch
MOST_PAIRS, LATEST = 10**9, 1e11
_NUMBERS, _COUNTS, _TEXT = frozenset((int, float)), frozenset((int,)), frozenset((str,))
_ENDS = (BY_RULES, *FAULTS)


class InvalidRecord(ValueError):
    """A record is none. The text names the field in words that follow "cannot be read:"."""


def check_record(record: GameRecord) -> None:
    """Raises InvalidRecord for the first field that is no such field."""
    _check_pairing(record.pairing)
    _check_moves(record.moves)
    _require(type(record.score) in _NUMBERS and record.score in (0, 0.5, 1), "its score")
    _require(record.termination in _ENDS, "how it ended")
    _require(_TEXT.issuperset(map(type, (record.reason, record.place))), "its reason or place")
    _require(_TEXT.issuperset(map(type, _texts(record.versions))), "its versions")
    _require(_in_range((record.started,), _NUMBERS, LATEST), "its date")
    _require(_in_range((record.seconds,), _NUMBERS, LONGEST_TIME), "its time")


def _check_pairing(pairing: Pairing) -> None:
    names = (pairing.id, pairing.tournament, pairing.game, pairing.first, pairing.second, pairing.start)
    _require(_TEXT.issuperset(map(type, names)) and pairing.first != pairing.second, "its names")
    _require(all(map(str.isprintable, names)), "its names")
    _require(_in_range((pairing.pair,), _COUNTS, MOST_PAIRS) and pairing.turned in (0, 1), "its pair")
    _require(isinstance(pairing.opening, tuple) and _TEXT.issuperset(map(type, pairing.opening)), "its opening")
    _require(type(pairing.seed) is int, "its seed")


def _check_moves(moves: Sequence[MoveRecord]) -> None:
    _require(_TEXT.issuperset([type(move.move) for move in moves]), "a move")
    values = [move.value for move in moves if move.value is not None]
    _require(_NUMBERS.issuperset(map(type, values)) and _finite(values), "a move's value")
    _require(_in_range([move.depth for move in moves], _COUNTS, MOST_COUNTED), "a move's depth")
    _require(_in_range([move.nodes for move in moves], _COUNTS, MOST_COUNTED), "a move's nodes")
    _require(_in_range([move.seconds for move in moves], _NUMBERS, LONGEST_TIME), "a move's time")
    worked = [move.worked for move in moves if move.worked is not None]
    _require(_in_range(worked, _NUMBERS, LONGEST_TIME), "a move's processor time")
    for move in moves:
        if move.counters is not NO_COUNTERS:
            counted = [one for one in vars(move.counters).values() if one is not None]
            _require(_in_range(counted, _NUMBERS, MOST_COUNTED), "a move's counters")


def _in_range(values: Sequence[Any], kinds: frozenset[type], high: float) -> bool:
    """Whether all are of these types, finite, and from 0 to a bound."""
    if not values:
        return True
    if not kinds.issuperset(map(type, values)) or (kinds is not _COUNTS and not _finite(values)):
        return False
    return bool(min(values) >= 0 and max(values) <= high)


def _finite(values: Sequence[Any]) -> bool:
    try:
        return math.isfinite(sum(values)) or all(map(math.isfinite, values))
    except OverflowError:  # a whole number that no float holds
        return False


def _texts(versions: Any) -> Iterable[Any]:
    return (*versions, *versions.values()) if isinstance(versions, dict) else (None,)


def _require(is_right: bool, field: str) -> None:
    if not is_right:
        raise InvalidRecord(field)
