"""Situations in words: "2nd and 11 from the 45, 60 seconds left" is (45, 3, 11, 12).

Also understood: words for the ordinals ("first and goal"), "goal" for the yards to the goal line, "own 20" for 80
yards to go, and times such as 1:30, 90s, 2 minutes or 1 minute 30 seconds. Seconds are rounded down to ticks.
"""

from __future__ import annotations

import re

from plies.errors import InvalidPosition
from plies.games.football.rules import DOWNS, Situation, check_situation

EXAMPLE = '"2nd and 11 from the 45, 60 seconds left"'
_ORDINALS = ("1st", "2nd", "3rd", "4th")
_WORDS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_DOWN = re.compile(r"\s*(?:(\d{1,9})\s*(?:st|nd|rd|th)?|(first|second|third|fourth|fifth))(?:\s+down)?\b", re.I)
_TO_GO = re.compile(r"\s*,?\s*(?:and|&)\s*(?:(-?\d{1,9})|(goal))\b(?:\s*(?:yards?|yds?))?(?:\s+to\s+go)?", re.I)
_YARDS = re.compile(
    r"\s*,?\s*(?:from|at|on)\s+(?:(?:the|their|its|your)\s+)?(own\s+)?(-?\d{1,9})(?:[\s-]*(?:yards?)(?:\s+line)?)?",
    re.I,
)
_MINUTES = re.compile(r"\s*(\d{1,9})\s*(?:minutes?|min|m)\b(?:\s*(?:and)?\s*(\d{1,9})\s*(?:seconds?|secs?|s)\b)?", re.I)
_SECONDS = re.compile(r"\s*(\d{1,9})\s*(?:seconds?|secs?|s)\b", re.I)
_CLOCK = re.compile(r"\s*(\d{1,9}):([0-5]\d)(?!\d)")
_LEFT = re.compile(r"\s*(?:left|to\s+play|remaining|on\s+the\s+clock)?\s*\.?\s*$", re.I)


def parse_words(text: str) -> tuple[int, int, int, int]:
    """(yards, down, to_go, seconds) from words; an error names where reading stopped."""
    at = 0

    def take(pattern: re.Pattern[str], wanted: str) -> re.Match[str]:
        nonlocal at
        match = pattern.match(text, at)
        if match is None:
            rest = text[at:].strip()
            found = f"not {rest[:30]!r}" if rest else "but the text ends there"
            raise InvalidPosition(f"column {at + 1}: {wanted} should stand here, {found}; write it like {EXAMPLE}")
        at = match.end()
        return match

    down = take(_DOWN, "a down such as 2nd")
    to_go = take(_TO_GO, '"and" with the yards to a first down')
    spot = take(_YARDS, '"from the" with the yards to the goal line')
    comma = re.compile(r"\s*[,;]?\s*(?:with\s+)?").match(text, at)
    at = comma.end() if comma else at
    seconds = _time(text, at)
    if seconds is None:
        take(_SECONDS, "the time such as 60 seconds or 1:00")
    else:
        at = seconds[1]
    take(_LEFT, '"left" and nothing more')
    yards = 100 - int(spot[2]) if spot[1] else int(spot[2])
    number = int(down[1]) if down[1] else _WORDS[down[2].lower()]
    return yards, number, yards if to_go[2] else int(to_go[1]), seconds[0] if seconds else 0


def _time(text: str, at: int) -> tuple[int, int] | None:
    """The seconds, and where their text ends."""
    if match := _CLOCK.match(text, at):
        return 60 * int(match[1]) + int(match[2]), match.end()
    if match := _MINUTES.match(text, at):
        return 60 * int(match[1]) + int(match[2] or 0), match.end()
    if match := _SECONDS.match(text, at):
        return int(match[1]), match.end()
    return None


def make_situation(yards: int, down: int, to_go: int, seconds: int, tick_seconds: int, most_ticks: int) -> Situation:
    """A checked situation from what people write; seconds are rounded down to ticks."""
    if not 1 <= down <= DOWNS:
        raise InvalidPosition(f"down {down} is impossible; there are the {', '.join(_ORDINALS)}")
    if 0 <= seconds < tick_seconds:
        raise InvalidPosition(
            f"{seconds} seconds is less than one tick of {tick_seconds} seconds, so no time is left for a play"
        )
    if seconds < 0 or seconds // tick_seconds > most_ticks:
        raise InvalidPosition(
            f"{seconds} seconds left cannot be asked about; the coach knows {tick_seconds} "
            f"to {most_ticks * tick_seconds}"
        )
    situation = Situation(yards, DOWNS + 1 - down, to_go, seconds // tick_seconds)
    check_situation(situation)
    return situation


def parse(text: str, tick_seconds: int, most_ticks: int) -> Situation:
    """A situation from words."""
    return make_situation(*parse_words(text), tick_seconds, most_ticks)


def format_situation(situation: Situation, tick_seconds: int) -> str:
    """A situation in words; parse() reads it back."""
    down = _ORDINALS[DOWNS - situation.downs]
    return f"{down} and {situation.to_go} from the {situation.yards}, {situation.ticks * tick_seconds} seconds left"
