"""What the kernels of tables take, and the values of a byte that are no distances."""

from __future__ import annotations

from typing import Any, NamedTuple

#: in `values`: no position has this number
NO_POSITION = 255
#: in `counts`: the position is settled by lower tiers; it can no longer be lost
FINAL, NEVER = 255, 254
#: a byte of `values` has room for so many plies
MOST_PLIES = 252


class Tier(NamedTuple):
    """A tier of an index that is being solved, and what the index looks up."""

    #: one byte for every number of the index; counts and events for those of this tier
    values: Any
    counts: Any
    events: Any
    #: the same bytes, eight to a word
    value_words: Any
    event_words: Any
    numbers: Any
    #: the game's first state, as a row
    rows: Any
    first: int
    last: int
