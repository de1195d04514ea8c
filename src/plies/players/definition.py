"""A player as JSON, for the pipe and the ledger. The only place that reads and writes it.

The keys and their defaults are part of a tournament's id, so what stands here since the first release stays. Options
that came later, and all options of algorithms that came later, are a list of pairs under `options`, which keeps their
order; it is left out where there are none.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast, get_args

from plies.errors import Refused, UnknownName
from plies.players.options import LIMITS, PATIENCE, Option, Value
from plies.players.player import (
    ENGINE,
    RANDOM,
    REMOTE,
    Choice,
    Kind,
    Player,
    Resolved,
    ResolvedFile,
    ResolvedHeuristic,
)
from plies.players.registry import algorithms

#: options of the engine and the textbook with their defaults, as the first release wrote them for every player
_FIRST: dict[str, Value] = {
    "cache": "none",
    "order": None,
    "threads": 1,
    "entries": None,
    "selective": True,
    "reductions": True,
    "quiescence": True,
}
_FIRST_ALGORITHMS = (ENGINE, "minimax", "alphabeta", "soft", "path")
_PLAIN = ("name", "seconds", "depth", "nodes", "patience")
_KEYS = {"kind", "choice", "algorithm", "clock", "resolved", "options", *_PLAIN, *_FIRST}
#: algorithms that the first release did not call so
_UNNAMED = (RANDOM, REMOTE)


def definition_of(player: Player) -> dict[str, Any]:
    """Everything as plain data for JSON."""
    made: dict[str, Any] = {"kind": player.kind, "choice": player.choice}
    made |= {key: getattr(player, key) for key in _PLAIN}
    made["algorithm"] = ENGINE if player.algorithm in _UNNAMED else player.algorithm
    made["clock"] = None if player.clock is None else list(player.clock)
    first = {key: value for key, value in player.options if key in _FIRST and player.algorithm in _FIRST_ALGORITHMS}
    made |= _FIRST | first
    made["resolved"] = _resolved_data(player.resolved)
    later = [[key, value] for key, value in player.options if key not in first]
    return made | ({"options": later} if later else {})


def player_of(definition: Mapping[str, Any]) -> Player:
    """The player of a definition, which plays the same or refuses to play; Refused or UnknownName for nonsense."""
    if not isinstance(definition, Mapping) or not {"kind", "choice"} <= set(definition) <= _KEYS:
        odd = sorted(set(definition) - _KEYS) if isinstance(definition, Mapping) else definition
        raise UnknownName(f"not a player's definition: it has kind, choice and options, not {odd!r:.200}")
    try:
        return _read(definition)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, ArithmeticError) as error:
        raise Refused(f"not a player's definition: {error!s:.200}") from error


@lru_cache(maxsize=1024)
def player_of_text(text: str) -> Player:
    """The player of a definition as the ledger keeps it, where many games share one text."""
    return player_of(json.loads(text))


def _read(data: Mapping[str, Any]) -> Player:
    kind = cast(Kind, data["kind"])
    if kind not in get_args(Kind):
        raise ValueError(f"{kind!r} is no kind of player; known: {', '.join(get_args(Kind))}")
    resolved = _resolved(data.get("resolved") or {})
    name = kind if kind in _UNNAMED else _text(data.get("algorithm", ENGINE))
    clock = data.get("clock")
    return Player(
        kind,
        _text(data["choice"]),
        algorithm=name,
        options=_options(data, name, resolved.package),
        name=_text(data.get("name", data["choice"])),
        seconds=_checked(LIMITS["seconds"], data.get("seconds")),
        clock=_checked(LIMITS["clock"], None if clock is None else tuple(clock)),
        depth=_checked(LIMITS["depth"], data.get("depth")),
        nodes=_checked(LIMITS["nodes"], data.get("nodes")),
        patience=_checked(PATIENCE, data.get("patience")),
        resolved=resolved,
    )


def _options(data: Mapping[str, Any], name: str, package: str) -> tuple[tuple[str, Value], ...]:
    """The options that are set. Those of an algorithm that is installed in this version have right values."""
    own = [(key, data[key]) for key, default in _FIRST.items() if data.get(key, default) != default]
    own += [(_text(key), value) for key, value in data.get("options", ())]
    known = algorithms().get(name)
    for key, value in own:
        if not isinstance(value, str | int | float | bool):
            raise ValueError(f"{key} is no text and no number")
        option = None if known is None or known.package != package else known.option(key)
        if option is not None:
            _checked(option, value)
    return tuple(own)


def _checked(option: Option, value: Any) -> Any:
    """A value of an option, which people could have written too; or None."""
    if value is None:
        return None
    try:
        read = option.read(option.write(value))
        is_right = read == value and isinstance(read, bool) == isinstance(value, bool)
    except (TypeError, ValueError, IndexError, ArithmeticError):
        is_right = False
    if not is_right:
        raise ValueError(f"{option.name} is {option.right}, not {value!r:.80}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.80} where a text should be")
    return value


# -- what was looked up ----------------------------------------------------------------------------------------------


def _resolved_data(resolved: Resolved) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if resolved.entries is not None:
        made["entries"] = resolved.entries
    for role, choice in (("heuristic", resolved.heuristic), ("order", resolved.order)):
        if choice is not None:
            made[role] = _choice_data(choice)
    made |= {"package": resolved.package} if resolved.package else {}
    made |= {"generation": resolved.generation} if resolved.generation != 1 else {}
    made |= {"sight": resolved.sight} if resolved.sight != 1 else {}
    return made | ({"table": resolved.table} if resolved.table else {})


def _choice_data(choice: Choice) -> dict[str, Any]:
    if isinstance(choice, ResolvedFile):
        return {"what": choice.what, "choice": choice.choice, "files": dict(choice.files)}
    return {
        "weights": dict(choice.weights),
        "weights_first": None if choice.weights_first is None else dict(choice.weights_first),
        "centre": choice.centre,
        "code": choice.code,
    }


def _resolved(data: Mapping[str, Any]) -> Resolved:
    return Resolved(
        heuristic=_choice(data.get("heuristic")),
        order=_choice(data.get("order")),
        entries=_whole(data.get("entries")),
        package=_text(data.get("package", "")),
        table=_text(data.get("table", "")),
        generation=_whole(data.get("generation")) or 1,
        sight=_whole(data.get("sight")) or 1,
    )


def _choice(data: Mapping[str, Any] | None) -> Choice | None:
    if data is None:
        return None
    if "files" in data:
        what = data["what"]
        if what not in ("heuristic", "player"):
            raise ValueError(f"{what!r:.80} is neither a heuristic nor a player")
        files = tuple((_text(path), _text(digest)) for path, digest in data["files"].items())
        return ResolvedFile(what, _text(data["choice"]), files)
    first = data["weights_first"]
    return ResolvedHeuristic(
        weights=_weights(data["weights"]),
        weights_first=None if first is None else _weights(first),
        centre=_number(data["centre"]),
        code=_text(data["code"]),
    )


def _weights(data: Mapping[str, Any]) -> tuple[tuple[str, float], ...]:
    return tuple((term, _number(weight)) for term, weight in data.items())


def _whole(value: Any) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
        raise ValueError(f"{value!r:.80} where a whole number from 1 should be")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{value!r:.80} where a number should be")
    return value
