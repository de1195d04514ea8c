"""Playbooks: the tables of plays against formations, read from JSON and checked, with the place of every mistake.

    {"tick_seconds": 5,
     "outcome": ["yards", "ticks", "turnover"],          what the entries of an outcome are, in this order
     "probabilities": [0.2, 0.05, 0.25, 0.1, 0.4],       of the outcomes of every pair, in this order
     "formations": ["4-3 Blast", ...],
     "plays": [{"name": "37 Slant", "against": [[[-1, 4, false], ...five outcomes], ...a list per formation]}, ...]}

When pairs have tables of different lengths or chances, "outcome" also names "probability", every outcome carries its
own, and the list "probabilities" is left out.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from plies.errors import InvalidFile
from plies.games.football.jsonplaces import Path as JsonPath
from plies.games.football.jsonplaces import locate, read_json, spell

FIELDS = ("yards", "ticks", "turnover", "probability")
MOST_YARDS, MOST_TICKS, MOST_CHOICES, MOST_OUTCOMES = 99, 720, 200, 1000
SUM_TOLERANCE = 1e-9
#: A file longer than this is no playbook.
MOST_BYTES = 50_000_000


class Outcome(NamedTuple):
    """One line of a pair's table: yards gained, ticks passed, whether the ball is lost, and how likely it is."""

    yards: int
    ticks: int
    turnover: bool
    probability: float


Table = tuple[tuple[tuple[Outcome, ...], ...], ...]


@dataclass(frozen=True)
class Playbook:
    """Plays, formations and `tables[play][formation]`, lists of outcomes."""

    plays: tuple[str, ...]
    formations: tuple[str, ...]
    tables: Table
    tick_seconds: int = 5

    def to_json(self) -> dict[str, Any]:
        """The playbook in the form with a probability on every outcome; parse_playbook reads it back."""
        return {
            "tick_seconds": self.tick_seconds,
            "outcome": list(FIELDS),
            "formations": list(self.formations),
            "plays": [
                {"name": name, "against": [[list(outcome) for outcome in pair] for pair in row]}
                for name, row in zip(self.plays, self.tables, strict=True)
            ],
        }

    @property
    def digest(self) -> str:
        """A fingerprint of everything a solution depends on."""
        text = json.dumps(self.to_json(), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


@lru_cache(maxsize=1)
def shipped_playbook() -> Playbook:
    """The playbook that comes with Plies: three plays against three formations."""
    text = resources.files("plies.games.football").joinpath("playbook.json").read_text(encoding="utf-8")
    return parse_playbook(text, "playbook.json")


def load_playbook(path: str | Path) -> Playbook:
    """Read and check a playbook file."""
    return parse_playbook(read_text(path, "playbook"), str(path))


def read_text(path: str | Path, what: str) -> str:
    """The text of a file that the user named, or InvalidFile in one line."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InvalidFile(f"{path}: cannot read the {what}: {error.strerror or error}") from None
    if len(data) > MOST_BYTES:
        raise InvalidFile(f"{path}: more than {MOST_BYTES} bytes is no {what}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidFile(f"{path}: the {what} is not UTF-8 text (byte {error.start})") from None


def parse_playbook(text: str, name: str = "playbook") -> Playbook:
    """A playbook from JSON text; InvalidFile names every mistake with its line, column and place in the structure."""
    reader = _Reader(read_json(text, name))
    playbook = reader.playbook()
    if reader.mistakes:
        raise mistakes_error(text, name, reader.mistakes)
    assert playbook is not None
    return playbook


def mistakes_error(text: str, name: str, mistakes: list[tuple[JsonPath, str]]) -> InvalidFile:
    """One error for all mistakes found, in the order of the file, each with its line and column."""
    located = sorted(((locate(text, path), path, problem) for path, problem in mistakes), key=lambda found: found[0])
    parts = [
        f"line {place.line}, column {place.column}: " + (f"{spell(path)}: " if path else "") + problem
        for place, path, problem in located[:10]
    ]
    if len(mistakes) > 10:
        parts.append(f"and {len(mistakes) - 10} more mistake{'s' * (len(mistakes) > 11)}")
    error = InvalidFile(f"{name}: " + "; ".join(parts))
    error.line, error.column = located[0][0]
    return error


def shorten(value: object) -> str:
    """A value from a file for an error message, never long."""
    text = json.dumps(value, ensure_ascii=True) if not isinstance(value, float) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def is_number(value: object) -> bool:
    """A finite JSON number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def is_whole(value: object) -> bool:
    """A JSON number without a fraction; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass
class _Reader:
    """Walks the JSON once and collects mistakes as (path, problem)."""

    data: Any
    mistakes: list[tuple[JsonPath, str]] = field(default_factory=list)

    def wrong(self, path: JsonPath, problem: str) -> None:
        self.mistakes.append((path, problem))

    def playbook(self) -> Playbook | None:
        if not isinstance(self.data, dict):
            self.wrong((), f"a playbook is an object with plays and formations, not {shorten(self.data)}")
            return None
        known = ("tick_seconds", "outcome", "probabilities", "formations", "plays")
        for key in self.data:
            if key not in known:
                self.wrong((key,), f"unknown entry {shorten(key)}; known: {', '.join(known)}")
        seconds = self.data.get("tick_seconds", 5)
        if not is_whole(seconds) or not 1 <= seconds <= 600:
            self.wrong(("tick_seconds",), f"must be a whole number of seconds from 1 to 600, not {shorten(seconds)}")
        order = self._order()
        shared = self._shared(order)
        formations = self._names(self._list((), "formations"), ("formations",))
        plays = self._list((), "plays")
        names: list[Any] = [play.get("name") if isinstance(play, dict) else None for play in plays]
        self._names(names, ("plays",), inner="name")
        table = tuple(self._play(play, k, order, shared, formations) for k, play in enumerate(plays))
        if self.mistakes:
            return None
        return Playbook(tuple(names), tuple(formations), table, seconds)

    def _order(self) -> list[str]:
        order = self.data.get("outcome", list(FIELDS[:3]))
        wanted = set(FIELDS) - {"probability"}
        if (
            not isinstance(order, list)
            or not all(isinstance(word, str) for word in order)
            or len(set(order)) != len(order)
            or set(order) - {"probability"} != wanted
        ):
            self.wrong(("outcome",), f"must name yards, ticks, turnover and perhaps probability, not {shorten(order)}")
            return list(FIELDS[:3])
        return order

    def _shared(self, order: list[str]) -> list[float] | None:
        """The chances all pairs share, or None when every outcome carries its own."""
        shared = self.data.get("probabilities")
        if "probability" in order:
            if shared is not None:
                self.wrong(
                    ("probabilities",), 'every outcome carries its own ("outcome" names "probability"): leave it out'
                )
            return None
        if not isinstance(shared, list) or not shared:
            self.wrong(("probabilities",), f"must be a list of the chances of the outcomes, not {shorten(shared)}")
            return []
        before = len(self.mistakes)
        for k, chance in enumerate(shared):
            self._chance(chance, ("probabilities", k))
        self._sum(shared, ("probabilities",))
        return shared if len(self.mistakes) == before else []

    def _list(self, path: JsonPath, key: str) -> list[Any]:
        found = self.data.get(key)
        if not isinstance(found, list) or not found:
            self.wrong((*path, key), f"must be a list of at least one entry, not {shorten(found)}")
            return []
        if len(found) > MOST_CHOICES:
            self.wrong((*path, key), f"{len(found)} entries are too many; at most {MOST_CHOICES}")
            return []
        return found

    def _names(self, names: list[Any], path: JsonPath, inner: str | None = None) -> list[Any]:
        seen: dict[str, int] = {}
        for k, name in enumerate(names):
            place: JsonPath = (*path, k) if inner is None else (*path, k, inner)
            if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > 40:
                self.wrong(place, f"must be a name of 1 to 40 printable characters, not {shorten(name)}")
            elif name.casefold() in seen:
                self.wrong(
                    place, f"the name {shorten(name)} is used twice, first as number {seen[name.casefold()] + 1}"
                )
            else:
                seen[name.casefold()] = k
        return names

    def _play(
        self, play: Any, k: int, order: list[str], shared: list[float] | None, formations: list[Any]
    ) -> tuple[tuple[Outcome, ...], ...]:
        path: JsonPath = ("plays", k)
        if not isinstance(play, dict):
            self.wrong(path, f'must be an object with "name" and "against", not {shorten(play)}')
            return ()
        for key in play:
            if key not in ("name", "against"):
                self.wrong((*path, key), f"unknown entry {shorten(key)}; known: name, against")
        against = play.get("against")
        if not isinstance(against, list) or len(against) != len(formations):
            count = f"{len(against)} tables" if isinstance(against, list) else shorten(against)
            self.wrong(
                (*path, "against"), f"must have one table for each of the {len(formations)} formations, not {count}"
            )
            return ()
        return tuple(self._pair(pair, (*path, "against", j), order, shared) for j, pair in enumerate(against))

    def _pair(self, pair: Any, path: JsonPath, order: list[str], shared: list[float] | None) -> tuple[Outcome, ...]:
        if not isinstance(pair, list) or not 1 <= len(pair) <= MOST_OUTCOMES:
            self.wrong(path, f"must be a list of 1 to {MOST_OUTCOMES} outcomes, not {shorten(pair)}")
            return ()
        if shared and len(pair) != len(shared):
            self.wrong(path, f"has {len(pair)} outcomes where probabilities has {len(shared)}")
            return ()
        before = len(self.mistakes)
        outcomes = []
        for k, entry in enumerate(pair):
            if not isinstance(entry, list) or len(entry) != len(order):
                self.wrong((*path, k), f"must be [{', '.join(order)}], not {shorten(entry)}")
                continue
            fields = dict(zip(order, entry, strict=True))
            if shared:
                fields["probability"] = shared[k]
            self._outcome(fields, (*path, k), order)
            outcomes.append(fields)
        if len(self.mistakes) > before or shared == []:
            return ()
        if shared is None:
            self._sum([fields["probability"] for fields in outcomes], path)
        total = math.fsum(fields["probability"] for fields in outcomes)
        return tuple(
            Outcome(fields["yards"], fields["ticks"], fields["turnover"], fields["probability"] / (total or 1.0))
            for fields in outcomes
        )

    def _outcome(self, fields: dict[str, Any], path: JsonPath, order: list[str]) -> None:
        yards, ticks, turnover = fields["yards"], fields["ticks"], fields["turnover"]
        if not is_whole(yards) or abs(yards) > MOST_YARDS:
            at = (*path, order.index("yards"))
            self.wrong(at, f"yards must be a whole number from -{MOST_YARDS} to {MOST_YARDS}, not {shorten(yards)}")
        if not is_whole(ticks) or not 1 <= ticks <= MOST_TICKS:
            at = (*path, order.index("ticks"))
            self.wrong(at, f"ticks must be a whole number from 1 to {MOST_TICKS}, not {shorten(ticks)}")
        if not isinstance(turnover, bool):
            at = (*path, order.index("turnover"))
            self.wrong(at, f"turnover must be true or false, not {shorten(turnover)}")
        if "probability" in order:
            self._chance(fields["probability"], (*path, order.index("probability")))

    def _chance(self, chance: Any, path: JsonPath) -> None:
        if not is_number(chance) or not 0 <= chance <= 1:
            self.wrong(path, f"a probability must be a number from 0 to 1, not {shorten(chance)}")

    def _sum(self, chances: list[Any], path: JsonPath) -> None:
        if all(is_number(chance) for chance in chances):
            total = math.fsum(chances)
            if abs(total - 1.0) > SUM_TOLERANCE:
                self.wrong(path, f"probabilities must sum to 1, not {total:.12g}")
