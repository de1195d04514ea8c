"""What the words of a player stand for in a game, in numbers: weights, digests of code and files, the size of a table.

A definition carries them, so that a player that is built again elsewhere or later plays the same, or refuses to play.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from plies import registry
from plies.compile.digests import digest_of_functions, plain, reachable
from plies.errors import Refused
from plies.games.contract import Game, Heuristic
from plies.players.player import Player

if TYPE_CHECKING:
    from plies.arena.plan.schedule import Tournament

#: nodes a second that a table is made for; measured at 2 to 5 million on one core
_NODES_A_SECOND = 4_000_000
_SMALLEST, _USUAL, _LARGEST = 1 << 14, 1 << 18, 1 << 20


def resolve(player: Player, game: Game) -> dict[str, Any]:
    """Everything that a player's words stand for in this game, as plain data."""
    made: dict[str, Any] = {}
    if player.kind in ("random", "remote"):
        return made
    if player.algorithm == "engine":
        made["entries"] = table_entries(player)
    for role, choice in (("heuristic", player.choice), ("order", player.order)):
        if choice is None or (role == "order" and choice == "none"):
            continue
        if ".py:" in choice:
            from plies.players.user_file import inspect_file

            made[role] = inspect_file(player, role, choice)
        else:
            made[role] = _describe(registry.heuristic(game, choice))
    return made


def table_entries(player: Player) -> int:
    """Entries of the engine's table: a few for each node of a search, so that emptying it costs little beside one."""
    if player.entries is not None:
        return player.entries
    known = player.resolved.get("entries")
    if known is not None:
        return int(known)
    wanted: float = _LARGEST
    if player.nodes is not None:
        wanted = min(wanted, 8 * player.nodes)
    if player.seconds is not None:
        wanted = min(wanted, player.seconds * _NODES_A_SECOND)
    if player.nodes is None and player.seconds is None and player.depth is not None:
        wanted = _USUAL
    return int(max(_SMALLEST, 1 << (int(wanted) - 1).bit_length()))


def _describe(heuristic: Heuristic) -> dict[str, Any]:
    terms = [feature.name for feature in heuristic.features]
    first = heuristic.weights_first
    return {
        "weights": dict(zip(terms, heuristic.weights, strict=True)),
        "weights_first": None if first is None else dict(zip(terms, first, strict=True)),
        "centre": heuristic.centre,
        "code": _code(heuristic),
    }


def _code(heuristic: Heuristic) -> str:
    """A digest of the functions in memory. Byte code differs between Pythons, so the version goes along."""
    counts: list[Any] = [feature.count for feature in heuristic.features] or [heuristic.function]
    total = hashlib.sha256()
    for count, extra in zip(counts, [feature.extra for feature in heuristic.features] or [()], strict=True):
        root = plain(count)
        found = reachable([root]) if isinstance(root, FunctionType) else []
        total.update(f"{digest_of_functions(found)[0]} {extra} ".encode())
    return f"py{sys.version_info.major}.{sys.version_info.minor}:{total.hexdigest()[:32]}"


def heuristic_of(game: Game, choice: str | None, known: Mapping[str, Any] | None) -> Heuristic:
    """The heuristic that was meant when `known` was written down, with the weights of that day.

    Its code must be that of the day; between two versions of Python this cannot be told, and is taken for granted.
    """
    found = registry.heuristic(game, choice)
    if not known or "code" not in known:
        return found
    now = _code(found)
    if now.partition(":")[0] == known["code"].partition(":")[0] and now != known["code"]:
        raise Refused(f"the code of {choice} in {game.name} has changed since this player was defined")
    terms = [feature.name for feature in found.features]
    if set(terms) != set(known["weights"]):  # through JSON with sorted keys their order is lost
        raise Refused(f"{choice} in {game.name} no longer has the terms of this player: {', '.join(known['weights'])}")
    first = known["weights_first"]
    return replace(
        found,
        weights=tuple(float(known["weights"][term]) for term in terms),
        weights_first=None if first is None else tuple(float(first[term]) for term in terms),
        centre=float(known["centre"]),
    )


def split_file(choice: str) -> tuple[str, str, str | None]:
    """`file.py:name(weights)` as its three parts."""
    head, bracket, weights = choice.partition("(") if choice.endswith(")") else (choice, "", "")
    path, _, name = head.rpartition(":")
    return path, name, weights[:-1] if bracket else None


def check_files(known: Mapping[str, Any] | None, choice: str | None) -> None:
    """Refuses a person's file that is not there, or is not what it was when the player was defined."""
    if choice is None or ".py:" not in choice:
        return
    listed = (known or {}).get("files") or {split_file(choice)[0]: None}
    for path, digest in listed.items():
        now = file_digest(path)
        if now is None:
            raise Refused(f"{choice}: there is no file {path}, which this player was defined with")
        if digest is not None and now != digest:
            raise Refused(f"{choice}: {path} has changed since this player was defined")


def check_unchanged(tournament: Tournament) -> None:
    """Refuses a tournament whose players or games are not any more what they were when it was defined."""
    check_sources(tournament.sources)
    for player in tournament.players:
        for name, definition in player.definitions.items():
            for role, key in (("heuristic", "choice"), ("order", "order")):
                known, choice = definition.get("resolved", {}).get(role), definition.get(key)
                check_files(known, choice)
                if known and "code" in known:
                    heuristic_of(registry.game(name), choice, known)


def check_sources(sources: Iterable[tuple[str, str]]) -> None:
    """Refuses files of games that are not what they were when their tournament was defined."""
    for name, digest in sources:
        if file_digest(name.partition(":")[0]) != digest:
            raise Refused(f"{name}: the file has changed since this tournament was defined; a new tournament takes it")


def file_digest(path: str) -> str | None:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """Of plies, its source code, Python and Numba: what a record says it was played with."""
    from importlib.metadata import version

    import plies

    root = Path(plies.__file__).parent
    total = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        total.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\1")
    python = ".".join(map(str, sys.version_info[:3]))
    code = total.hexdigest()[:16]
    return {"plies": plies.__version__, "code": code, "python": python, "numba": version("numba")}
