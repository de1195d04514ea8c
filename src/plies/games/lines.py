"""A game with its variations as one line of text, for every game: what links hold, and what people copy and paste.

    {an open game} 11-15 23-19 ( 22-18 15x22 ) 8-11 ! 22-17 $2

Moves are the game's words. A variation stands in parentheses after the move that it replaces, a comment in braces;
`!` and `$2` are an annotator's marks. Parentheses are words of their own, so that a move may have some inside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from plies.errors import InvalidMove, PliesError
from plies.games.position import Position
from plies.games.records import Comment, Glyph, Item, Played, Setup, Variation

#: variations inside variations, at most
DEEPEST = 100
_TOKENS = re.compile(r"\{[^}]*\}|\S+")
_MARK = re.compile(r"[!?]{1,8}|\([!?]{1,8}\)")
_GLYPH = re.compile(r"\$([0-9]{1,3})")


def parse_line(text: str) -> tuple[Item, ...]:
    """The moves, comments and variations of a text; whether the moves are legal is not looked at."""
    lines: list[list[Item]] = [[]]
    for token in _TOKENS.findall(text):
        here = lines[-1]
        if token == "(":
            if not any(isinstance(item, Played) for item in here):
                raise InvalidMove("a variation stands after the move that it replaces")
            if len(lines) > DEEPEST:
                raise InvalidMove(f"more than {DEEPEST} variations inside each other")
            lines.append([])
        elif token == ")":
            if len(lines) == 1:
                raise InvalidMove("')' closes no variation")
            closed = lines.pop()
            lines[-1].append(Variation(tuple(closed)))
        elif token[0] == "{":
            if token[-1] != "}":
                raise InvalidMove("a comment begins and has no closing brace")
            here.append(Comment(" ".join(token[1:-1].split())))
        elif glyph := _GLYPH.fullmatch(token):
            here.append(Glyph(int(glyph[1])))
        elif _MARK.fullmatch(token) and here and isinstance(here[-1], Played):
            here[-1] = Played(here[-1].word, token)
        else:
            here.append(Played(token))
    if len(lines) > 1:
        raise InvalidMove("a variation is never closed")
    return tuple(lines[0])


def format_line(items: Sequence[Item]) -> str:
    """The other way. New positions in the middle of a game have no place in such a text and are left out."""
    words: list[str] = []
    for item in items:
        if isinstance(item, Played):
            words += [item.word, item.mark] if item.mark else [item.word]
        elif isinstance(item, Variation):
            words += ["(", format_line(item.items), ")"]
        elif isinstance(item, Comment):
            words.append("{" + item.text.replace("}", ")") + "}")
        elif isinstance(item, Glyph):
            words.append(f"${item.number}")
    return " ".join(words)


@dataclass
class Walked:
    """What of a line can be played: its items in the game's own words, where the main line ends, the first problem."""

    position: Position
    items: list[Item] = field(default_factory=list)
    problem: PliesError | None = None


def walk(start: Position, items: Sequence[Item]) -> Walked:
    """Plays a line and its variations. Each ends before its first move that cannot be played, or a new position."""
    walked = Walked(start)
    for item in items:
        if isinstance(item, Setup):
            break
        if isinstance(item, Played):
            try:
                walked.position = walked.position.play(item.word)
            except PliesError as error:
                number = len(walked.position.line) + 1
                walked.problem = walked.problem or type(error)(f"move {number}: {error}")
                break
            word = walked.position.game.word(walked.position.parent.state, walked.position.move)  # type: ignore[union-attr]
            walked.items.append(Played(word, item.mark))
        elif isinstance(item, Variation):
            before = walked.position.parent
            branch = walk(before, item.items) if before is not None else Walked(start)
            walked.problem = walked.problem or branch.problem
            if any(isinstance(one, Played) for one in branch.items):
                walked.items.append(Variation(tuple(branch.items)))
        else:
            walked.items.append(item)
    return walked


def count(items: Sequence[Item]) -> int:
    """All moves, those of variations too."""
    inside = sum(count(item.items) for item in items if isinstance(item, Variation))
    return inside + sum(isinstance(item, Played) for item in items)
