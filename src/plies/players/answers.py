"""What an answer from another process may contain; whatever is out of range is the player's fault."""

from __future__ import annotations

import math

from plies.errors import DIED, PlayerFault
from plies.search.answer import Answer, Counters, Line

#: characters of a word, moves of a line, lines, and anything that is counted
LONGEST_WORD, LONGEST_LINE, MOST_LINES, MOST_COUNTED = 200, 500, 256, 1 << 62
#: seconds
LONGEST_TIME = 1e9


def checked(answer: Answer) -> Answer:
    """The answer, whose fields have the right types; PlayerFault where one is out of range."""
    times = [answer.seconds] if answer.charged is None else [answer.seconds, answer.charged]
    if not all(math.isfinite(seconds) and 0 <= seconds <= LONGEST_TIME for seconds in times):
        raise _wrong("a time")
    if not 0 <= answer.nodes <= MOST_COUNTED or not _counted(answer.counters):
        raise _wrong("a count")
    if len(answer.heuristic) > LONGEST_WORD or len(answer.lines) > MOST_LINES or not all(map(_is_line, answer.lines)):
        raise _wrong("a line")
    return answer


def _counted(counters: Counters) -> bool:
    numbers = (counters.leaves, counters.cutoffs, counters.first_move_cutoffs, counters.table_hits, counters.deepest)
    filling = counters.table_filling
    return all(one is None or 0 <= one <= MOST_COUNTED for one in numbers) and (filling is None or 0 <= filling <= 1)


def _is_line(line: Line) -> bool:
    words = (line.move, *line.line)
    numbers = (line.depth, line.proof[1] if line.proof else 0)
    return (
        (line.value is None or math.isfinite(line.value))
        and len(words) <= LONGEST_LINE
        and all(len(word) <= LONGEST_WORD for word in words)
        and all(0 <= number <= MOST_COUNTED for number in numbers)
    )


def _wrong(what: str) -> PlayerFault:
    return PlayerFault(DIED, f"its process answered something that is no answer ({what} is out of range)")
