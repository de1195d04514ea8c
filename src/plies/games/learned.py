"""Learned heuristics as files: TOML with weights of features, and patterns in a compact, checked form.

    plies = "heuristic"
    version = 1
    game = "breakthrough:8x8"
    about = "patterns of cells, learned from games"
    centre = 50.0
    unit = { name = "pawns", worth = 2.0 }      # where the parent had one
    features = "/home/me/parts.py:pairs"        # whose features they are, where they are not the game's own

    [weights]
    "to move" = 3.25

    [patterns]          # windows of cells, and their weights as two-byte numbers: zlib, base 64, with a checksum
    ...

    [pedigree]          # data, losses, verdicts, versions; for people
    ...

A file is data. It names features that the game has, and everything in it is checked before it is used; nothing of it is
run. So one with weights for features of a Python file is not read as a heuristic: whoever wants that names the Python
file, as in `parts.py:pairs(pawns=2.5,pairs=0.1)`. These words are what `words_of` gives.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import math
import re
import sys
import tomllib
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plies.errors import InvalidFile, InvalidGame
from plies.games.contract import Feature, Game, Heuristic, State
from plies.games.patterns import Cells, Patterns, Window
from plies.values import Unit

#: bytes of a file, and weights of its patterns, at the most
MOST_BYTES, MOST_WEIGHTS = 8 << 20, 1 << 20
MOST_WINDOWS = 2000
#: of the name of a unit, and of what is said about a heuristic
MOST_LETTERS, LONGEST_ABOUT = 40, 200
#: of a unit in numbers of the heuristic; what is less makes endless values
LEAST_WORTH = 1e-6
#: dots of a line outside of texts: a key of many parts takes a reader of TOML minutes and all memory
MOST_DOTS = 20
SUFFIX = ".toml"


def to_move(state: State, side: int) -> int:
    """1 for the side that is on the move."""
    return 1 if state.turn == side else 0


#: what every game offers beside the features of its own heuristics
TO_MOVE = Feature("to move", to_move)


def features_of(game: Game) -> dict[str, Feature]:
    """All features that a game offers, by name: those of its heuristics, and being on the move. Where two heuristics
    call different features by one name, the later one's is called `name (heuristic)`."""
    found = {TO_MOVE.name: TO_MOVE}
    for heuristic in game.heuristics.values():
        for feature in heuristic.features:
            if _meant(found, feature) is None:
                name = feature.name if feature.name not in found else f"{feature.name} ({heuristic.name})"
                found[name] = replace(feature, name=name)
    return found


def known_as(game: Game, feature: Feature) -> Feature | None:
    """The feature of a game that counts the same; None if it has none."""
    return _meant(features_of(game), feature)


def _meant(known: Mapping[str, Feature], feature: Feature) -> Feature | None:
    for one in known.values():
        if (one.count, one.extra) == (feature.count, feature.extra):
            return one
    return None


@dataclass(frozen=True)
class Learned:
    """A learned heuristic with its pedigree, lines of `key = value` for people."""

    game: str
    heuristic: Heuristic
    pedigree: tuple[tuple[str, str], ...] = ()
    #: the user-written heuristic whose features it has, as `file.py:name`; empty: they are those of the game
    features: str = ""


# -- writing ---------------------------------------------------------------------------------------------------------


def format_learned(learned: Learned) -> str:
    """The text of a file; `parse_learned` gives the same heuristic back."""
    heuristic = learned.heuristic
    lines = [
        'plies = "heuristic"',
        "version = 1",
        f"game = {_quoted(learned.game)}",
        f"about = {_quoted(heuristic.about)}",
        f"centre = {float(heuristic.centre)!r}",
    ]
    if heuristic.unit is not None:
        unit = heuristic.unit
        lines += [f"unit = {{ name = {_quoted(unit.name)}, worth = {float(unit.worth)!r} }}"]
    if learned.features:
        lines += [f"features = {_quoted(learned.features)}"]
    lines += ["", "[weights]"]
    pairs = zip(heuristic.features, heuristic.weights, strict=True)
    lines += [f"{_quoted(feature.name)} = {float(weight)!r}" for feature, weight in pairs]
    if heuristic.patterns is not None:
        lines += ["", "[patterns]", *_pattern_lines(heuristic.patterns)]
    if learned.pedigree:
        lines += ["", "[pedigree]", *(f"{_quoted(key)} = {_quoted(value)}" for key, value in learned.pedigree)]
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=True)


def _pattern_lines(patterns: Patterns) -> list[str]:
    cells = patterns.cells
    words = [_window_text(patterns, window) for window in patterns.windows]
    packed = zlib.compress(_packed(patterns.weights), 9)
    return [
        f"fields = {json.dumps(list(cells.fields))}",
        f"contents = {json.dumps(list(cells.contents))}",
        f"bits = {json.dumps([list(bits) for bits in cells.bits])}",
        f"cells = {json.dumps(list(cells.names))}",
        f"squares = {json.dumps(list(cells.squares))}",
        f"rows = {json.dumps(list(cells.rows))}",
        f"exchange = {json.dumps(list(patterns.exchange))}",
        "windows = [",
        *(f"  {_quoted(word)}," for word in words),
        "]",
        f"quantum = {patterns.quantum!r}",
        f"count = {len(patterns.weights)}",
        f'digest = "{hashlib.sha256(_packed(patterns.weights)).hexdigest()}"',
        f'weights = "{base64.b64encode(packed).decode()}"',
    ]


def _window_text(patterns: Patterns, window: Window) -> str:
    """Its table, a minus for exchanged sides, and its cells: `-3 a1 b1 a2 b2`."""
    names = " ".join(patterns.cells.names[cell] for cell in window.cells)
    return f"{'-' if window.exchanged else '+'}{window.table} {names}"


def _packed(weights: tuple[int, ...]) -> bytes:
    """Two bytes each, the lower first."""
    numbers = array("h", weights)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


# -- reading ---------------------------------------------------------------------------------------------------------


def read_learned(path: Path, game: Game, name: str | None = None) -> Learned:
    """The heuristic of a file; InvalidFile with what is wrong."""
    try:
        with path.open("rb") as stream:
            text = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InvalidFile(f"cannot read {path}: {error.strerror}") from None
    if len(text) > MOST_BYTES:
        raise InvalidFile(f"{path} has more than {MOST_BYTES} bytes, too many for a heuristic")
    return parse_learned(text, game, str(path), name or path.name.removesuffix(SUFFIX))


def parse_learned(text: bytes, game: Game, where: str, name: str) -> Learned:
    """The heuristic of a text, for a game; everything in it is checked."""
    try:
        data = tomllib.loads(_plain(text.decode("utf-8")))
    except (ValueError, RecursionError) as error:  # of TOML, of UTF-8, of numbers with thousands of digits
        raise InvalidFile(f"{where} is no TOML: {error!s:.200}") from None
    try:
        return _learned(data, game, name)
    except InvalidGame as error:
        raise InvalidFile(f"{where}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InvalidFile(f"{where} is not a learned heuristic: {type(error).__name__} {error!s:.120}") from None


def _plain(text: str) -> str:
    """The text, if it has none of what makes TOML slow to read and no file of ours has."""
    if '"""' in text or "'''" in text:
        raise ValueError("texts of several lines are in no learned heuristic")
    if any(line.count(".") > MOST_DOTS for line in re.sub(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'", "", text).split("\n")):
        raise ValueError(f"keys of more than {MOST_DOTS} parts are in no learned heuristic")
    return text


def _learned(data: Mapping[str, Any], game: Game, name: str) -> Learned:
    if data.get("plies") != "heuristic" or data.get("version") != 1:
        raise InvalidGame('it does not begin with plies = "heuristic" and version = 1, as plies learn writes it')
    if data["game"] != game.name:
        raise InvalidGame(f"it is a heuristic of {_line(data['game'], 60)}, not of {game.name}")
    known, weights = features_of(game), data["weights"]
    if "features" in data:
        words = f"name that yourself, as {_words(data)}" if weights else "it has no weights"
        raise InvalidGame(f"it has weights for a user-written heuristic, and nothing of a file is run; {words}")
    for feature in weights:
        if feature not in known:
            raise InvalidGame(f"{game.name} has no feature {feature!r:.60}; known: {', '.join(known)}")
    if not weights:
        raise InvalidGame("it has no weights")
    patterns = _patterns(data["patterns"], game) if "patterns" in data else None
    heuristic = Heuristic(
        name,
        _line(data["about"], LONGEST_ABOUT),
        tuple(known[feature] for feature in weights),
        tuple(_number(weight) for weight in weights.values()),
        centre=_number(data["centre"]),
        patterns=patterns,
        unit=_unit(data["unit"]) if "unit" in data else None,
    )
    pedigree = tuple((str(key), _text(value)) for key, value in data.get("pedigree", {}).items())
    return Learned(game.name, heuristic, pedigree)


def words_of(path: Path) -> str:
    """How players name the heuristic of a file that was written here: by its path, or by a Python file with weights."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return _words(data) if "features" in data else str(path)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidFile(f"{path} is damaged ({type(error).__name__})") from None


def _words(data: Mapping[str, Any]) -> str:
    weights = ",".join(f"{name}={_number(weight)!r}" for name, weight in data["weights"].items())
    return f"{_text(data['features'])}({weights})"


def _unit(data: Mapping[str, Any]) -> Unit:
    unit = Unit(_line(data["name"], MOST_LETTERS), _number(data["worth"]))
    if not unit.name.strip() or unit.worth < LEAST_WORTH:
        raise InvalidGame(f"its unit {unit.name!r} of {unit.worth} is none: a word, and a number above 0")
    return unit


def _patterns(data: Mapping[str, Any], game: Game) -> Patterns:
    cells = Cells(
        tuple(_text(field) for field in data["fields"]),
        tuple(_text(content) for content in data["contents"]),
        tuple(tuple(_whole(bit) for bit in bits) for bits in data["bits"]),
        tuple(_text(cell) for cell in data["cells"]),
        tuple(_whole(square) for square in data["squares"]),
        tuple(_whole(row) for row in data["rows"]),
    )
    _check_cells(cells, game)
    if len(data["windows"]) > MOST_WINDOWS:
        raise InvalidGame(f"it has more than {MOST_WINDOWS} windows")
    windows = tuple(_window(_text(word), cells) for word in data["windows"])
    exchange = tuple(_whole(content) for content in data["exchange"])
    return Patterns(cells, windows, exchange, _weights(data), _number(data["quantum"]))


def _check_cells(cells: Cells, game: Game) -> None:
    """The fields are boards of bits of this game, all of one kind, and its first position is read as it is drawn."""
    known: dict[str, object] = game.first._asdict()
    pairs = [isinstance(known.get(field), tuple) for field in cells.fields]
    if not set(cells.fields) <= set(known) - {"turn"} or len(set(pairs)) != 1:
        raise InvalidGame(f"its cells are not boards of bits in the state of {game.name}")
    if not pairs[0] and max(cells.squares) >= 64:
        raise InvalidGame(f"a square of its cells is beyond the boards of {game.name}")
    if game.board is None or not cells.agrees(game.first, game.board(game.first)):
        raise InvalidGame(f"its cells do not show the first position of {game.name}")
    rows = {cell.name: cell.y for cell in game.board(game.first).cells}
    if cells.rows != tuple(rows[name] for name in cells.names):
        raise InvalidGame(f"its cells are not in the rows of {game.name}")


def _window(word: str, cells: Cells) -> Window:
    head, *names = word.split() or [""]
    if head[:1] not in ("+", "-") or not head[1:].isdecimal() or any(name not in cells.names for name in names):
        raise InvalidGame(f"{word!r:.80} is no window: a sign, the number of a table, and cells of the board")
    return Window(int(head[1:]), tuple(cells.names.index(name) for name in names), head[0] == "-")


def _weights(data: Mapping[str, Any]) -> tuple[int, ...]:
    count = _whole(data["count"])
    if not 0 < count <= MOST_WEIGHTS:
        raise InvalidGame(f"it has {count} weights of patterns; at most {MOST_WEIGHTS} are read")
    try:
        packed = base64.b64decode(_text(data["weights"]), validate=True)
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(packed, 2 * count + 1)
    except (binascii.Error, zlib.error) as error:
        raise InvalidGame(f"its weights are damaged: {error}") from None
    if len(plain) != 2 * count or hashlib.sha256(plain).hexdigest() != data["digest"]:
        raise InvalidGame("its weights are damaged: they do not have their checksum")
    numbers = array("h", plain)
    if sys.byteorder == "big":
        numbers.byteswap()
    return tuple(numbers)


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MOST_BYTES:
        raise TypeError(f"{value!r:.60} where a text should be")
    return value


def _line(value: Any, most: int) -> str:
    """A text that people are shown: one line without control characters."""
    text = _text(value)
    if len(text) > most or not text.isprintable():
        raise TypeError(f"{text!r:.60} where a line of at most {most} characters should be")
    return text


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r:.60} where a whole number should be")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > 1e6:
        raise TypeError(f"{value!r:.60} where a number should be")
    return float(value)
