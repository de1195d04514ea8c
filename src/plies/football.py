"""Football, the front door: every situation solved exactly.

import plies.football

solution = plies.football.solve()                  # every situation of up to five minutes
solution.value(45, 3, 11, 12)                      # yards, downs left, yards to a first down, ticks of 5 seconds
solution.matrix(45, 3, 11, 12), solution.mixes(45, 3, 11, 12)
situation = plies.football.situation("2nd and 11 from the 45, 60 seconds left")
"""

from __future__ import annotations

from plies.games.football.notation import format_situation, parse
from plies.games.football.playbook import Outcome, Playbook, load_playbook, parse_playbook, shipped_playbook
from plies.games.football.policy import Policy, load_policy, parse_policy
from plies.games.football.rules import MOST_TICKS, START, Situation
from plies.solve.football.solution import FootballSolution, Mixes, OutcomeLine, key_of, load, pace, search, solve
from plies.solve.football.strategies import (
    Drives,
    Worth,
    exploitability,
    from_policy,
    simulate_drives,
    strategy,
    strategy_kind,
)

__all__ = [
    "MOST_TICKS",
    "START",
    "Drives",
    "FootballSolution",
    "Mixes",
    "Outcome",
    "OutcomeLine",
    "Playbook",
    "Policy",
    "Situation",
    "Worth",
    "exploitability",
    "format_situation",
    "from_policy",
    "key_of",
    "load",
    "load_playbook",
    "load_policy",
    "pace",
    "parse_playbook",
    "parse_policy",
    "search",
    "shipped_playbook",
    "simulate_drives",
    "situation",
    "solve",
    "strategy",
    "strategy_kind",
]


def situation(text: str, playbook: Playbook | None = None) -> Situation:
    """A situation from words, such as "2nd and 11 from the 45, 60 seconds left"; seconds are rounded down to ticks."""
    return parse(text, (playbook or shipped_playbook()).tick_seconds, MOST_TICKS)
