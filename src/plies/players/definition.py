"""A player as JSON, for the pipe and the ledger. The only place that reads and writes it.

The keys and their defaults are part of a tournament's id, so what stands here since the first release stays. Options
of algorithms that came later are under `options`, which is left out where there are none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast, get_args

from plies.errors import Refused, UnknownName
from plies.players.options import Fischer, Value
from plies.players.player import ENGINE, RANDOM, REMOTE, Choice, Kind, Player, Resolved, ResolvedFile, ResolvedHeuristic

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
    made |= {key: player.option(key, default) for key, default in _FIRST.items()}
    made["resolved"] = _resolved_data(player.resolved)
    more = {key: value for key, value in player.options if key not in _FIRST}
    return made | ({"options": more} if more else {})


def player_of(definition: Mapping[str, Any]) -> Player:
    """The player of a definition, which plays the same or refuses to play; Refused or UnknownName for nonsense."""
    if not isinstance(definition, Mapping) or not {"kind", "choice"} <= set(definition) <= _KEYS:
        odd = sorted(set(definition) - _KEYS) if isinstance(definition, Mapping) else definition
        raise UnknownName(f"not a player's definition: it has kind, choice and options, not {odd!r:.200}")
    try:
        return _read(definition)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, ArithmeticError) as error:
        raise Refused(f"not a player's definition: {error!s:.200}") from error


def _read(told: Mapping[str, Any]) -> Player:
    kind = cast(Kind, told["kind"])
    if kind not in get_args(Kind):
        raise ValueError(f"{kind!r} is no kind of player; known: {', '.join(get_args(Kind))}")
    own = [(key, told[key]) for key, default in _FIRST.items() if told.get(key, default) != default]
    own += [(str(key), value) for key, value in dict(told.get("options", {})).items()]
    for key, value in own:
        if not isinstance(value, str | int | float | bool):
            raise ValueError(f"{key} is no text and no number")
    return Player(
        kind,
        _text(told["choice"]),
        algorithm=kind if kind in _UNNAMED else _text(told.get("algorithm", ENGINE)),
        options=tuple(own),
        name=_text(told.get("name", told["choice"])),
        seconds=_number(told.get("seconds")),
        clock=_clock(told.get("clock")),
        depth=_whole(told.get("depth")),
        nodes=_whole(told.get("nodes")),
        patience=_number(told.get("patience")),
        resolved=_resolved(told.get("resolved") or {}),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.80} where a text should be")
    return value


def _number(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
        raise ValueError(f"{value!r:.80} where a positive number should be")
    return value


def _whole(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"{value!r:.80} where a whole number from 1 should be")
    return value


def _clock(value: Any) -> Fischer | None:
    if value is None:
        return None
    base, increment = value
    return _number(base) or 0.0, increment


# -- what was looked up ----------------------------------------------------------------------------------------------


def _resolved_data(resolved: Resolved) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if resolved.entries is not None:
        made["entries"] = resolved.entries
    for role, choice in (("heuristic", resolved.heuristic), ("order", resolved.order)):
        if choice is not None:
            made[role] = _choice_data(choice)
    return made | ({"package": resolved.package} if resolved.package else {})


def _choice_data(choice: Choice) -> dict[str, Any]:
    if isinstance(choice, ResolvedFile):
        return {"what": choice.what, "choice": choice.choice, "files": dict(choice.files)}
    return {
        "weights": dict(choice.weights),
        "weights_first": None if choice.weights_first is None else dict(choice.weights_first),
        "centre": choice.centre,
        "code": choice.code,
    }


def _resolved(told: Mapping[str, Any]) -> Resolved:
    return Resolved(
        heuristic=_choice(told.get("heuristic")),
        order=_choice(told.get("order")),
        entries=_whole(told.get("entries")),
        package=_text(told.get("package", "")),
    )


def _choice(told: Mapping[str, Any] | None) -> Choice | None:
    if told is None:
        return None
    if "files" in told:
        what = told["what"]
        if what not in ("heuristic", "player"):
            raise ValueError(f"{what!r:.80} is neither a heuristic nor a player")
        files = tuple((_text(path), _text(digest)) for path, digest in told["files"].items())
        return ResolvedFile(what, _text(told["choice"]), files)
    first = told["weights_first"]
    return ResolvedHeuristic(
        weights=_weights(told["weights"]),
        weights_first=None if first is None else _weights(first),
        centre=told["centre"],
        code=_text(told["code"]),
    )


def _weights(told: Mapping[str, Any]) -> tuple[tuple[str, float], ...]:
    return tuple((str(term), weight) for term, weight in told.items())
