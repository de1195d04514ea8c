"""Where the games of a tournament begin: `Openings` describes how they are chosen, a `Book` gives them one by one.

    start                 every game from the game's own start
    random:4              four random plies; no position twice, none decided, the unbalanced half left out
    random:4,unbalanced   the same without asking the engine
    suite                 the game's own list, in an order that the seed gives
    auto                  the suite where the game has one, and random plies
    openings.txt          a file: a line is the moves from the start, or the text of a position; `#` begins a
                          comment, and a line such as [pawns:6x6] begins the openings of that game alone

The same seed gives the same openings on every machine, and the k-th opening does not depend on how many are asked for.
They are found when they are asked for, not before.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from plies import registry
from plies.arena.plan.balance import Judge, Seen
from plies.errors import InvalidFile, InvalidPosition, PliesError, Refused
from plies.games.contract import Game
from plies.games.position import Position

T = TypeVar("T")

AUTO, RANDOM, START, SUITE, FILE = "auto", "random", "start", "suite", "file"
KINDS = (AUTO, RANDOM, START, SUITE, FILE)
PLIES, MOST_PLIES = 4, 100
#: openings of so many plies more, then of fewer, are taken when those of the asked length are used up
LONGER = 4
#: the positions at a length are listed when there are at most so many, and drawn by chance otherwise
LISTED = 2000
#: so many openings in a row that were known already: there are hardly any others
PATIENCE = 300
#: so many are judged before the first is taken, to learn what is unbalanced
SAMPLE = 32


class Opening(NamedTuple):
    """Moves as words, from a position's text (empty: the game's own start)."""

    moves: tuple[str, ...] = ()
    start: str = ""


@dataclass(frozen=True)
class Openings:
    """How openings are chosen; `lines` is the text of a user-written file, `path` where it was read."""

    kind: str = AUTO
    plies: int = PLIES
    balanced: bool = True
    lines: tuple[str, ...] = ()
    path: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise Refused(f"{self.kind!r} is no kind of openings; known: {', '.join(KINDS)}")
        if not 1 <= self.plies <= MOST_PLIES:
            raise Refused(f"openings of {self.plies} plies: random openings have 1 to {MOST_PLIES} plies")

    @staticmethod
    def parse(text: str) -> Openings:
        """An Openings from one word, as the top of this module lists them."""
        head, _, rest = text.partition(":")
        if head in (AUTO, RANDOM):
            words = rest.split(",") if rest else []
            numbers = [word for word in words if word.isdecimal()]
            wrong = [word for word in words if word not in ("unbalanced", "balanced", *numbers)]
            if wrong or len(numbers) > 1:
                raise Refused(f"{text!r}: after {head}: come plies, unbalanced, or both, such as random:6,unbalanced")
            return Openings(head, int(numbers[0]) if numbers else PLIES, "unbalanced" not in words)
        if text in (START, SUITE):
            return Openings(text)
        return Openings.read(text)

    @staticmethod
    def read(path: str) -> Openings:
        """The openings of a user-written file."""
        try:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            known = ", ".join((AUTO, RANDOM, START, SUITE))
            why = error.strerror if isinstance(error, OSError) else "it is not text"
            raise InvalidFile(f"openings {path!r}: not one of {known}, and no file to be read: {why}") from None
        return Openings(FILE, lines=tuple(line.partition("#")[0].strip() for line in lines), path=path)

    def as_dict(self) -> dict[str, Any]:
        """As plain data, without what does not matter for this kind."""
        data = asdict(self)
        data["lines"] = list(self.lines)
        matters = {AUTO: ("plies", "balanced"), RANDOM: ("plies", "balanced"), FILE: ("lines",)}.get(self.kind, ())
        return {name: value for name, value in data.items() if name == "kind" or name in matters}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Openings:
        return Openings(**{**data, "lines": tuple(data.get("lines", ()))})


class Book:
    """The openings of one game, found as they are asked for."""

    def __init__(self, game: str, spec: Openings, seed: int, notice: Callable[[str], None] = lambda text: None) -> None:
        self.name, self.spec, self.seed, self.notice = game, spec, seed, notice
        self._more: Iterator[Opening] | None = None
        self._last: tuple[int, Opening | None] = (-1, None)

    def opening(self, number: int) -> Opening | None:
        """The opening of that number, from 0; None when there are not so many.

        Only the last one is kept: a tournament asks for them in their order, and may need very many.
        """
        if self.spec.kind == START:
            return Opening()
        if self._more is None or number < self._last[0]:
            self._more, self._last = self._all(registry.game(self.name)), (-1, None)
        while self._last[0] < number:
            found = next(self._more, None)
            if found is None:
                return None
            self._last = (self._last[0] + 1, found)
        return self._last[1]

    def _all(self, game: Game) -> Iterator[Opening]:
        seen = Seen()
        if self.spec.kind == FILE:
            yield from self._of_file(game, seen)
        if self.spec.kind in (SUITE, AUTO):
            yield from self._of_suite(game, seen)
        if self.spec.kind in (RANDOM, AUTO):
            yield from self._by_chance(game, seen)

    # -- lists -------------------------------------------------------------------------------------------------------

    def _of_suite(self, game: Game, seen: Seen) -> Iterator[Opening]:
        if not game.openings and self.spec.kind == SUITE:
            raise Refused(f"{game.name} has no list of openings of its own; random openings are written random:{PLIES}")
        for words in _shuffled(list(game.openings), self._chance("suite")):
            position = game.start()
            for word in words:
                position = position.play(word)
            if seen.add(position):
                yield Opening(position.line)

    def _of_file(self, game: Game, seen: Seen) -> Iterator[Opening]:
        meant, some = True, False
        file = self.spec.path or "openings"
        for number, line in enumerate(self.spec.lines, start=1):
            where = f"{file}, line {number}"
            if line.startswith("[") and line.endswith("]"):
                meant = _same_game(line[1:-1].strip(), game, where)
            elif line and meant:
                position, opening = _read_opening(game, line, where)
                some = True
                if seen.add(position, mirrored=False):
                    yield opening
                else:
                    self.notice(f"{where}: {line!r} reaches the position of an earlier line; left out")
        if not some:
            raise InvalidFile(f"{file}: no openings for {game.name}")

    # -- by chance ---------------------------------------------------------------------------------------------------

    def _by_chance(self, game: Game, seen: Seen) -> Iterator[Opening]:
        """Fair ones of the asked length, of other lengths, and at last the unbalanced ones."""
        judge = Judge(game) if self.spec.balanced else None
        unbalanced: list[tuple[bool, Opening]] = []
        asked = self.spec.plies
        for plies in (*range(asked, asked + LONGER + 1), *range(asked - 1, -1, -1)):
            if plies == asked + 1:
                self.notice(
                    f"{game.name}: no more different openings of {asked} plies; longer ones follow, then shorter"
                )
            some = False
            for position, fair, proven in self._judged(game, plies, seen, judge):
                some = some or fair
                opening = Opening(tuple(sys.intern(word) for word in position.line))  # there may be many of them
                if fair:
                    yield opening
                else:
                    unbalanced.append((proven, opening))
            if unbalanced and not some:  # the engine sees through all of them, so it is not asked about others
                judge = None
                yield from self._least_unbalanced(unbalanced)
                unbalanced = []
        if unbalanced:
            yield from self._least_unbalanced(unbalanced)

    def _least_unbalanced(self, found: list[tuple[bool, Opening]]) -> list[Opening]:
        """Those that are not proven first."""
        self.notice(f"{self.name}: no more balanced openings; unbalanced ones follow (each player plays both sides)")
        return [opening for _, opening in sorted(found, key=lambda one: one[0])]

    def _judged(self, game: Game, plies: int, seen: Seen, judge: Judge | None) -> Iterator[tuple[Position, bool, bool]]:
        """New positions with whether they are fair and whether they are proven."""
        new = self._new(game, plies, seen)
        if judge is None:
            for position in new:
                yield position, True, False
            return
        sample = [(position, judge.value(position)) for position in islice(new, SAMPLE)]
        margin = judge.margin([value for _, value in sample])
        for position, value in sample:
            yield position, judge.is_fair(value, margin), judge.is_proven(value)
        for position in new:
            value = judge.value(position)
            yield position, judge.is_fair(value, margin), judge.is_proven(value)

    def _new(self, game: Game, plies: int, seen: Seen) -> Iterator[Position]:
        """Positions after so many plies that were not seen before, in an order that the seed gives."""
        chance = self._chance(str(plies))
        listed = _listed(game, plies)
        if listed is not None:
            for position in _shuffled(listed, chance):
                if seen.add(position):
                    yield position
            return
        in_vain = 0
        while in_vain < PATIENCE:
            drawn = _walk(game, plies, chance)
            if drawn is not None and seen.add(drawn):
                in_vain = 0
                yield drawn
            else:
                in_vain += 1

    def _chance(self, purpose: str) -> random.Random:
        return random.Random(f"openings {self.seed} {self.name} {purpose}")


def _shuffled(things: list[T], chance: random.Random) -> list[T]:
    """In a random order, by `random()` alone, which Python keeps the same from version to version."""
    keyed = [(chance.random(), index) for index in range(len(things))]
    return [things[index] for _, index in sorted(keyed)]


def _walk(game: Game, plies: int, chance: random.Random) -> Position | None:
    position = game.start()
    for _ in range(plies):
        if not position.legal:
            return None
        position = position.after(position.legal[int(chance.random() * len(position.legal))])
    return None if position.outcome is not None else position


def _listed(game: Game, plies: int) -> list[Position] | None:
    """All running positions after so many plies, each once; None if they are many."""
    layer = [game.start()]
    for _ in range(plies):
        following: dict[Any, Position] = {}
        for position in layer:
            for move in position.legal:
                child = position.after(move)
                following.setdefault(child.state, child)
            if len(following) > LISTED:
                return None
        layer = list(following.values())
    return [position for position in layer if position.outcome is None]


# -- a user-written file --------------------------------------------------------------------------------------------


def _same_game(name: str, game: Game, where: str) -> bool:
    try:
        return registry.game(name).name == game.name
    except PliesError as error:
        raise InvalidFile(f"{where}: {error}") from None


def _read_opening(game: Game, line: str, where: str) -> tuple[Position, Opening]:
    """A line as moves from the start, else as a position's text."""
    try:
        position = game.start()
        for word in line.split():
            position = position.play(word)
        opening = Opening(position.line)
    except PliesError as as_moves:
        try:
            position = game.position(line)
            opening = Opening((), position.text)
        except InvalidPosition as as_position:
            raise InvalidFile(
                f"{where}: neither moves ({as_moves}) nor a position ({as_position}) of {game.name}"
            ) from None
    if position.outcome is not None:
        raise InvalidFile(f"{where}: the game is over there ({position.outcome.reason})")
    return position, opening
