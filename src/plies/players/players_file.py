"""Players in a TOML file. The words of the notation are keys, and relative paths start from the file's folder:

[[player]]
name = "bold"
heuristic = "ari"
weights = { pawns = 2, distance = -3 }
seconds = 0.02

[[player]]
player = "hoddi@depth=6"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plies.errors import InvalidFile, PliesError, Refused
from plies.players.notation import distinct, from_items, split_commas, split_head
from plies.players.options import FILE
from plies.players.player import Player

_TIME_KEYS = ("seconds", "patience")


def load_players(path: str | Path, limit: str = "") -> list[Player]:
    """The players of a TOML file, with names that differ; InvalidFile names the wrong table and key."""
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
        head, tail = split_head(whole)
        items = [] if tail is None else split_commas(tail)
    else:
        head, items = heuristic, []
    items += [f"{key}={_toml_value(key, value)}" for key, value in rest.items()]
    order = [f"order={_beside(item.partition('=')[2], folder)}" for item in items if item.startswith("order=")]
    items = [item for item in items if not item.startswith("order=")] + order
    text = f"{head}@{','.join(items)}" if items else head
    return from_items(_beside(head, folder), items, text, limit)


def _toml_value(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float) and key in _TIME_KEYS:
        return f"{value!r}s" if "e" not in repr(value) else f"{value:f}s"
    if isinstance(value, str | int | float):
        return str(value)
    raise Refused(f"{key} = {value!r}: a limit or option is a word or a number")


def _beside(choice: str, folder: Path) -> str:
    """A user-written file with its path as seen from here rather than from the TOML file."""
    return str(folder / choice) if FILE.fullmatch(choice) else choice
