"""Players as people write them: in one line, or in a TOML file.

    NAME[(weights)][@LIMITS]

    ari@1s                                    a heuristic, one second a move
    ari(pawns=2,distance=-3)@20ms             with other weights
    hoddi@depth=6,algorithm=textbook          a textbook algorithm: minimax, alphabeta (textbook), soft, path
    tryggvi@nodes=10000                       the same number of nodes for everybody
    ari@clock=60s+0.5s                        a clock for the whole game, with an increment after each move
    random                                    any legal move
    folder/mine.py:mine@0.5s                  a person's own file, in a child process with a deadline
    ggp://host:port@5s                        a player elsewhere

LIMITS are separated by commas and may be combined; without any of them a move takes a second. Options go among them:
threads=2, algorithm=, cache= (textbook), order=HEURISTIC, entries=, selective=off, reductions=off, quiescence=off,
patience=10s (how long a child process may be silent beyond its time), name=mine.

`mine` in a person's file is one of three things:
- a function `mine(state, me) -> number`, or a plies Heuristic: the engine searches with it;
- a function whose first parameter is called `position`, `mine(position, seconds) -> word`: a whole player, which gets
  a plies Position and the seconds for this move (None without a limit) and answers with a move as a word. A function
  with other names of parameters is one too when it carries the mark `mine.plays = True`.

In TOML the same words are keys, and relative paths start from the TOML file's folder:

    [[player]]
    name = "bold"
    heuristic = "ari"
    weights = { pawns = 2, distance = -3 }
    seconds = 0.02

    [[player]]
    player = "hoddi@depth=6"
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plies.errors import InvalidFile, PliesError, Refused, UnknownName
from plies.players.player import FILE, HEURISTIC, LIMITS, OPTIONS, REMOTE, Kind, Player, distinct

__all__ = ["Player", "distinct", "load_players", "parse_player", "read_limit"]

_TIME_KEYS = ("seconds", "patience")
_ITEM = re.compile(r"\s*(?:[\d.]+\s*[a-z]*|[a-z]+\s*=.*)\s*")


def parse_player(text: str, limit: str = "") -> Player:
    """The player of one line; UnknownName or Refused names the part that is wrong and what would be right.

    `limit`, such as 20ms or depth=6, is for a player without one of its own.
    """
    head, tail = _split_head(text.strip())
    return _from_items(head, [] if tail is None else _split_commas(tail), text, limit)


def read_limit(text: str) -> tuple[str, Any]:
    """A limit by itself: its key and value."""
    key, value = _read_item(text, text)
    if key not in LIMITS:
        raise Refused(f"{text!r} is no limit; a limit is a time such as 20ms, clock=, depth= or nodes=")
    return key, value


def _from_items(head: str, items: list[str], text: str, limit: str) -> Player:
    """From the words before the `@` and those after it."""
    values: dict[str, Any] = {}
    for item in items:
        key, value = _read_item(item, text)
        if key in values:
            raise Refused(f"{text!r}: {key} is given twice")
        values[key] = value
    kind, choice = _read_choice(head, text)
    if limit and kind != "random" and not any(key in values for key in LIMITS):
        values.update([read_limit(limit)])
    try:
        return Player(kind, choice, **values)
    except Refused as error:
        raise Refused(f"{text!r}: {error}") from None


def _split_head(text: str) -> tuple[str, str | None]:
    """What stands before and after the `@`. Paths may contain one too: the first that limits follow is meant."""
    places = [at for at, sign in enumerate(text) if sign == "@" and text.count("(", 0, at) == text.count(")", 0, at)]
    for at in places:
        if all(_ITEM.fullmatch(item) for item in _split_commas(text[at + 1 :])):
            return text[:at].strip(), text[at + 1 :]
    if not places or FILE.fullmatch(text):
        return text, None
    return text[: places[0]].strip(), text[places[0] + 1 :]


def _split_commas(text: str) -> list[str]:
    """The parts between commas that are outside brackets."""
    return re.split(r",(?![^()]*\))", text)


def _read_choice(head: str, text: str) -> tuple[Kind, str]:
    if head == "random":
        return "random", head
    if REMOTE.fullmatch(head):
        return "remote", head.rstrip("/")
    if "://" in head:
        raise UnknownName(f"{text!r}: {head!r} is no address; a player elsewhere is ggp://host:port")
    if head.endswith(".py"):
        raise UnknownName(f"{text!r}: say which function or heuristic of the file plays, such as {head}:mine")
    if not head.isprintable() or not (FILE.fullmatch(head) or HEURISTIC.fullmatch(head)):
        right = "a heuristic such as ari or ari(pawns=2), random, file.py:name, or ggp://host:port"
        raise UnknownName(f"{text!r}: {head!r} is no player; write {right}, then @ and limits")
    name, bracket, weights = head.partition("(") if head.endswith(")") else (head, "", "")
    kind: Kind = "file" if FILE.fullmatch(head) else "heuristic"
    return kind, f"{name.strip()}({_tidy_weights(weights[:-1], text)})" if bracket else head


def _tidy_weights(weights: str, text: str) -> str:
    """The weights without needless spaces."""
    words = []
    for part in weights.split(","):
        term, _, number = (piece.strip() for piece in part.rpartition("="))
        try:
            good = bool(term) and math.isfinite(float(number))
        except ValueError:
            good = False
        if not good:
            raise UnknownName(f"{text!r}: {part.strip()!r} is not a weight; write term=number, such as pawns=2")
        words.append(f"{term}={number}")
    return ",".join(words)


def _read_item(item: str, text: str) -> tuple[str, Any]:
    """One limit or option."""
    key, equals, value = item.partition("=")
    if not equals:
        key, value = "seconds", item
    key = key.strip()
    if key not in OPTIONS or not (equals or re.match(r"[\d.]", item.strip())):
        known = ", ".join(f"{name}=" for name in OPTIONS if name != "seconds")
        raise UnknownName(f"{text!r}: {item.strip()!r} is no limit and no option; known: a time such as 1s, {known}")
    try:
        return key, OPTIONS[key].read(value)
    except ValueError:
        what = repr(item.strip()) if equals else f"{item.strip()!r} is no limit"
        raise Refused(f"{text!r}: {what}: {key} is {OPTIONS[key].right}") from None


# -- TOML ------------------------------------------------------------------------------------------------------------


def load_players(path: str | Path, limit: str = "") -> list[Player]:
    """The players of a TOML file, with names that differ; InvalidFile says which table and key is wrong."""
    file = Path(path)
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidFile(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InvalidFile(f"{path}: not a text in UTF-8 (byte {error.start})") from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidFile(f"{path}: {error}") from None
    tables = data.get("player")
    if set(data) != {"player"} or not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise InvalidFile(f"{path}: a file of players has tables [[player]] and nothing else")
    players = []
    for number, table in enumerate(tables, 1):
        try:
            players.append(_from_table(table, file.parent, limit))
        except PliesError as error:
            raise InvalidFile(f"{path}: player {number}: {error}") from None
    return distinct(players)


def _from_table(table: Mapping[str, Any], folder: Path, limit: str) -> Player:
    rest = dict(table)
    whole, heuristic, weights = rest.pop("player", None), rest.pop("heuristic", None), rest.pop("weights", None)
    if (whole is None) == (heuristic is None) or not isinstance(whole or heuristic, str):
        given = f" (it has {', '.join(table)})" if table else ""
        raise Refused(f'give either player = "ari@1s", or heuristic = "ari" and its limits{given}')
    if weights is not None:
        if whole is not None or not isinstance(weights, dict):
            raise Refused("weights go with heuristic, as { pawns = 2, distance = -3 }")
        heuristic += "(" + ",".join(f"{term}={number}" for term, number in weights.items()) + ")"
    if whole is not None:
        head, tail = _split_head(whole)
        items = [] if tail is None else _split_commas(tail)
    else:
        head, items = heuristic, []
    items += [f"{key}={_toml_value(key, value)}" for key, value in rest.items()]
    order = [f"order={_beside(item.partition('=')[2], folder)}" for item in items if item.startswith("order=")]
    items = [item for item in items if not item.startswith("order=")] + order
    text = f"{head}@{','.join(items)}" if items else head
    return _from_items(_beside(head, folder), items, text, limit)


def _toml_value(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float) and key in _TIME_KEYS:
        return f"{value!r}s" if "e" not in repr(value) else f"{value:f}s"
    if isinstance(value, str | int | float):
        return str(value)
    raise Refused(f"{key} = {value!r}: a limit or option is a word or a number")


def _beside(choice: str, folder: Path) -> str:
    """A person's file with its path as seen from here rather than from the TOML file."""
    return str(folder / choice) if FILE.fullmatch(choice) else choice
