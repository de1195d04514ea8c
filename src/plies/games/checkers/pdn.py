"""Portable Draughts Notation 3.0, game type 21, read and written.

    [Event "a club evening"]
    [Result "1-0"]
    1. 11-15 23-19 2. 8-11 {the old way} (2. 9-14! 27-23) 2... 22-17 $1 *

PDN's White is our White, and its Black, which begins, our Red; `1-0` is a win for PDN's White. The reader is as
generous as the standard's reading grammar (long captures, `:` for `x`, results as separators of games); the
writer keeps to the writing grammar: `*` between games, short captures unless they are ambiguous.
Comments are read without the blanks around them and with one space for every run of blanks inside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from plies.errors import InvalidFile, InvalidPosition, Refused
from plies.games.checkers.notation import (
    WORD_PATTERN,
    first_state,
    format_move,
    format_position,
    legal,
    parse_position,
    read_move,
)
from plies.games.checkers.rules import State, play
from plies.games.contract import Format
from plies.games.records import Comment, GameFile, Glyph, Item, Played, Record, Setup, Variation

GAME_TYPE = "21"
#: variations inside variations, at most
DEEPEST = 100
WIDTH = 79

_TOKENS = re.compile(
    r"""(?P<blank>[ \t\r\n\f\v]+|%[^\r\n]*)
      | (?P<tag>\[\s*(?P<name>[A-Za-z][A-Za-z0-9_]*)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\])
      | (?P<result>1/2-1/2|(?:1-0|0-1|2-0|1-1|0-2|0-0)(?![0-9x:-])|\*)
      | (?P<number>[0-9]{1,6}\.(?:\.\.)?|\.\.\.)
      | (?P<move>[0-9]{1,2}(?:[-x:][0-9]{1,2})+)
      | (?P<mark>[!?]{1,8}|\([!?]{1,8}\))
      | (?P<glyph>\$(?P<code>[0-9]{1,3}))
      | (?P<comment>\{(?P<words>[^}]*)\})
      | (?P<setup>/\s*FEN\s*"(?P<position>[^"/]*)"\s*/)
      | (?P<open>\()
      | (?P<close>\))""",
    re.VERBOSE | re.DOTALL,
)
_UNFINISHED = {
    "[": 'a tag looks like [Event "name"]',
    "{": "a comment begins here and has no closing brace",
    "/": 'a position looks like /FEN "B:W21-32:B1-12"/',
    "$": "an annotation is $ and a number, such as $1",
}


@dataclass
class _Line:
    """A line of play that is being read: the main line of a game or a variation of it."""

    state: State
    items: list[Item] = field(default_factory=list)
    #: the position before the last move, where a variation of it begins
    before: State | None = None


class _Reader:
    """Reads tokens one after the other; `lines` is the open line of play and those it is a variation of."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.records: list[Record] = []
        self.begin_game()

    def begin_game(self) -> None:
        self.tags: list[tuple[str, str]] = []
        self.start = first_state()
        self.lines = [_Line(self.start)]
        self.openings: list[int] = []

    @property
    def line(self) -> _Line:
        return self.lines[-1]

    def problem(self, message: str, at: int) -> InvalidFile:
        return InvalidFile(message, self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at))

    def read(self) -> None:
        at = 0
        while at < len(self.text):
            token = _TOKENS.match(self.text, at)
            if token is None:
                sign = self.text[at]
                raise self.problem(_UNFINISHED.get(sign, f"{sign!r} begins no move, tag or comment"), at)
            if token.lastgroup != "blank":
                getattr(self, f"take_{token.lastgroup}")(token)
            at = token.end()
        if self.openings:
            raise self.problem("a variation begins here and is never closed", self.openings[-1])
        if self.tags or self.line.items:
            self.end_game("*")

    def take_tag(self, token: re.Match[str]) -> None:
        if self.openings:
            raise self.problem("a tag inside a variation; close it with ')' first", token.start())
        if self.line.items:
            self.end_game("*")
        name, value = token["name"], re.sub(r"\\(.)", r"\1", token["value"], flags=re.DOTALL)
        if any(name == known for known, _ in self.tags):
            raise self.problem(f"a second tag {name!r} in the same game", token.start())
        if name == "GameType" and value.split(",")[0].strip() != GAME_TYPE:
            raise self.problem(f"GameType {value!r}: checkers is game type {GAME_TYPE}", token.start())
        if name == "FEN":
            self.start = self.position(value, token.start("value"))
            self.lines = [_Line(self.start)]
        self.tags.append((name, value))

    def position(self, text: str, at: int) -> State:
        try:
            return parse_position(text)
        except InvalidPosition as error:
            raise self.problem(str(error), at) from None

    def take_number(self, token: re.Match[str]) -> None:
        """Numbers are not needed to read a game, and are counted anew when it is written."""

    def take_move(self, token: re.Match[str]) -> None:
        word, state = token["move"], self.line.state
        found = read_move(state, word) if re.fullmatch(WORD_PATTERN, word) else []
        after = {play(state, move) for move in found}
        if not found:
            known = " ".join(format_move(state, move) for move in legal(state)) or "none, the game is over"
            raise self.problem(f"{word} is not legal here; legal: {known}", token.start())
        if len(after) > 1:
            meant = ", ".join(format_move(state, move) for move in found)
            raise self.problem(f"{word} may mean any of {meant}", token.start())
        self.line.items.append(Played(format_move(state, found[0])))
        self.line.before, self.line.state = state, after.pop()

    def take_mark(self, token: re.Match[str]) -> None:
        last = self.line.items[-1] if self.line.items else None
        if not isinstance(last, Played) or last.mark:
            raise self.problem(f"{token['mark']} stands after a move", token.start())
        self.line.items[-1] = Played(last.word, token["mark"])

    def take_glyph(self, token: re.Match[str]) -> None:
        self.line.items.append(Glyph(int(token["code"])))

    def take_comment(self, token: re.Match[str]) -> None:
        self.line.items.append(Comment(" ".join(token["words"].split())))

    def take_setup(self, token: re.Match[str]) -> None:
        state = self.position(token["position"], token.start("position"))
        self.line.items.append(Setup(format_position(state)))
        self.line.state, self.line.before = state, None

    def take_open(self, token: re.Match[str]) -> None:
        if self.line.before is None:
            raise self.problem("a variation stands after the move that it replaces", token.start())
        if len(self.openings) == DEEPEST:
            raise self.problem(f"more than {DEEPEST} variations inside each other", token.start())
        self.openings.append(token.start())
        self.lines.append(_Line(self.line.before))

    def take_close(self, token: re.Match[str]) -> None:
        if not self.openings:
            raise self.problem("')' closes no variation", token.start())
        if not self.line.items:
            raise self.problem("a variation needs at least one move", token.start())
        self.openings.pop()
        closed = self.lines.pop()
        self.line.items.append(Variation(tuple(closed.items)))

    def take_result(self, token: re.Match[str]) -> None:
        if self.openings:
            raise self.problem(f"{token['result']} inside a variation; close it with ')' first", token.start())
        if self.tags or self.line.items or token["result"] != "*":
            self.end_game(token["result"])

    def end_game(self, result: str) -> None:
        """Keeps the game. A result that stands only at its end becomes its Result tag."""
        tags = [(name, result if name == "Result" and value in ("*", "?", "") else value) for name, value in self.tags]
        if result != "*" and not any(name == "Result" for name, _ in tags):
            tags.append(("Result", result))
        self.records.append(Record(tuple(tags), format_position(self.start), tuple(self.line.items)))
        self.begin_game()


def read(text: str) -> GameFile:
    """All games of a file; with a mistake in it, the games before it and the mistake with its line and column."""
    reader = _Reader(text)
    try:
        reader.read()
    except InvalidFile as problem:
        return GameFile(tuple(reader.records), problem)
    return GameFile(tuple(reader.records))


def write(records: Sequence[Record]) -> str:
    """The games as a file that `read` reads back to the same records."""
    return "\n".join(_write_record(record) for record in records)


def _write_record(record: Record) -> str:
    tags = [f'[{_checked(name)} "{_escaped(value)}"]' for name, value in record.tags]
    state = parse_position(record.start)
    fen = record.tag("FEN")
    if fen and parse_position(fen) != state:
        raise Refused(f"the tag FEN {fen!r} is not the position the record starts from, {record.start!r}")
    if not fen and state != first_state():
        tags.append(f'[FEN "{record.start}"]')
    lines, line = [], ""
    for word in [*_body(record.items, state, state.turn), "*"]:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return "\n".join([*tags, *lines, line]) + "\n"


def _checked(name: str) -> str:
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name):
        raise Refused(f"{name!r} is not the name of a tag: letters, digits and underscores")
    return name


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _body(items: Sequence[Item], state: State, ply: int) -> list[str]:
    """The words of a line of play whose first move is the `ply`-th from 0 of the game, the even ones being Red's."""
    words: list[str] = []
    before: State | None = None
    numbered = False
    for item in items:
        if isinstance(item, Played):
            if ply % 2 == 0 or not numbered:
                words.append(f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}")
            words.append(item.word + item.mark)
            before, state = state, _after(state, item.word)
            ply, numbered = ply + 1, True
            continue
        numbered = False
        if isinstance(item, Variation):
            if before is None or not item.items:
                raise Refused("a variation holds a line of play and stands after the move that it replaces")
            words += _around("(", _body(item.items, before, ply - 1), ")")
        elif isinstance(item, Setup):
            state, before = parse_position(item.text), None
            words += ["/FEN", f'"{item.text}"/']
            ply += (state.turn - ply) % 2
        elif isinstance(item, Glyph):
            words.append(f"${item.number}")
        else:
            words += _comment(item.text)
    return words


def _comment(text: str) -> list[str]:
    if "}" in text:
        raise Refused(f"a comment cannot hold a closing brace: {text!r}")
    return _around("{", text.split() or [""], "}")


def _around(left: str, words: list[str], right: str) -> list[str]:
    words = [left + words[0], *words[1:]]
    return [*words[:-1], words[-1] + right]


def _after(state: State, word: str) -> State:
    found = read_move(state, word) if re.fullmatch(WORD_PATTERN, word) else []
    if not found:
        raise Refused(f"{word} is not legal after {format_position(state)}")
    return play(state, found[0])


#: Red, our first side, is PDN's Black, and a win of PDN's White comes first in a result
FORMAT = Format("PDN 3.0", ".pdn", read, write, ("Black", "White"), ("0-1", "1/2-1/2", "1-0"))
