"""Whether a record holds what a record may hold: checked where one arrives, from a worker, a cluster or a ledger.

Ledgers of earlier versions can have rows with what a hostile player answered: a text for a time, a number that no
float holds, NaN. Columns of moves are checked as a whole, because a ledger has millions of moves.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import astuple
from types import NoneType
from typing import TYPE_CHECKING, Any

from plies.errors import FAULTS
from plies.players.answers import LONGEST_TIME, MOST_COUNTED
from plies.players.referee import BY_RULES

if TYPE_CHECKING:
    from plies.arena.plan.pairing import Pairing
    from plies.arena.run.record import GameRecord, MoveRecord

#: pairs of a pairing, and seconds since the epoch
MOST_PAIRS, LATEST = 10**9, 1e11
_NUMBERS, _COUNTS = frozenset((int, float)), frozenset((int,))
_OPTIONAL = frozenset((NoneType,))


class InvalidRecord(ValueError):
    """A record is none. The text names the field in words that follow "cannot be read:"."""


def check_record(record: GameRecord) -> None:
    """Raises InvalidRecord for the first field that is no such field."""
    _check_pairing(record.pairing)
    _check_moves(record.moves)
    _require(type(record.score) in _NUMBERS and record.score in (0, 0.5, 1), "its score")
    _require(record.termination in (BY_RULES, *FAULTS), "how it ended")
    texts = (record.reason, record.place, *_texts(record.versions))
    _require(_all_of(texts, {str}), "its reason, place or versions")
    _require(_in_range([record.started], _NUMBERS, 0, LATEST), "its date")
    _require(_in_range([record.seconds], _NUMBERS, 0, LONGEST_TIME), "its time")


def _check_pairing(pairing: Pairing) -> None:
    names = (pairing.id, pairing.tournament, pairing.game, pairing.first, pairing.second, pairing.start)
    _require(_all_of(names, {str}) and pairing.first != pairing.second, "its names")
    _require(_in_range([pairing.pair], _COUNTS, 0, MOST_PAIRS) and pairing.turned in (0, 1), "its pair")
    _require(isinstance(pairing.opening, tuple) and _all_of(pairing.opening, {str}), "its opening")
    _require(type(pairing.seed) is int, "its seed")


def _check_moves(moves: Iterable[MoveRecord]) -> None:
    moves = list(moves)
    _require(_all_of([move.move for move in moves], {str}), "a move")
    _require(_in_range([move.value for move in moves], _NUMBERS | _OPTIONAL, -math.inf, math.inf), "a move's value")
    _require(_in_range([move.depth for move in moves], _COUNTS, 0, MOST_COUNTED), "a move's depth")
    _require(_in_range([move.nodes for move in moves], _COUNTS, 0, MOST_COUNTED), "a move's nodes")
    _require(_in_range([move.seconds for move in moves], _NUMBERS, 0, LONGEST_TIME), "a move's time")
    worked = [move.worked for move in moves]
    _require(_in_range(worked, _NUMBERS | _OPTIONAL, 0, LONGEST_TIME), "a move's processor time")
    for counters in {move.counters for move in moves if move.counters is not None}:
        _require(_in_range(astuple(counters), _NUMBERS | _OPTIONAL, 0, MOST_COUNTED), "a move's counters")


def _in_range(values: Collection[Any], kinds: Collection[type], low: float, high: float) -> bool:
    """Whether all are of these types, finite and within bounds; None is, where it may be there."""
    if not _all_of(values, kinds):
        return False
    numbers = [value for value in values if value is not None]
    try:
        return all(map(math.isfinite, numbers)) and (not numbers or (low <= min(numbers) and max(numbers) <= high))
    except OverflowError:  # a whole number that no float holds
        return False


def _all_of(values: Iterable[Any], kinds: Collection[type]) -> bool:
    return set(map(type, values)) <= set(kinds)


def _texts(versions: Any) -> Iterable[Any]:
    return (*versions, *versions.values()) if isinstance(versions, dict) else (None,)


def _require(is_right: bool, field: str) -> None:
    if not is_right:
        raise InvalidRecord(field)
