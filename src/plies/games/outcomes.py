"""What `outcome(state)` answers, and what a state is: the words that rules, positions and the contract share."""

from __future__ import annotations

from typing import Any

#: the game continues, the first or second side has won, or it is a draw
RUNNING, FIRST_WON, SECOND_WON, DRAWN = -1, 0, 1, 2

State = Any  # a NamedTuple of integers with a field `turn`
