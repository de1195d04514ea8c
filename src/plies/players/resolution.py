"""Looks up what the words of a player stand for in a game, and checks later that it is still so."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from types import FunctionType
from typing import Any

from plies import registry
from plies.compile.digests import digest_of_functions, plain, reachable
from plies.errors import Refused
from plies.games.contract import Game, Heuristic
from plies.players.algorithm import Algorithm
from plies.players.files import check_files
from plies.players.kinds.user_file import inspect_file
from plies.players.player import Choice, Player, Resolved, ResolvedHeuristic
from plies.players.registry import algorithm, algorithms
from plies.tables.folder import tables_of
from plies.tables.rules_digest import rules_digest

#: as an order of moves: the order in which the rules list them
NO_ORDER = "none"


def in_game(player: Player, game: Game) -> Player:
    """This player with everything its words stand for in a game; UnknownName, InvalidFile where there is none."""
    chosen = algorithm(player.algorithm)
    found = Resolved(entries=chosen.entries(player) or None, package=chosen.package, generation=chosen.generation)
    found = replace(found, sight=_sight(chosen, game))
    if chosen.takes_heuristic:
        heuristic = player.choice if player.kind != "algorithm" else game.default
        found = replace(found, heuristic=_look_up(player, game, "heuristic", heuristic))
        if player.order not in (None, NO_ORDER):
            found = replace(found, order=_look_up(player, game, "order", str(player.order)))
    if chosen.probes and (player.option("tables") == "on" or _asks_by_clock(player)):
        found = replace(found, table=table_of(game))
    return replace(player, resolved=found)


def _sight(chosen: Algorithm, game: Game) -> int:
    return game.solving.sight if chosen.believes else 1


def _asks_by_clock(player: Player) -> bool:
    """Whether tables are left to the limits, and a clock alone is one: counted nodes and depths give the same game
    everywhere."""
    counted = player.nodes is not None or player.depth is not None
    return player.option("tables", "timed") == "timed" and player.is_timed and not counted


def table_of(game: Game) -> str:
    """The table that a search of this game probes, with a digest; empty: there is none."""
    for entry in tables_of(game.name):
        if entry.scope is not None and entry.header is not None and entry.header.rules == rules_digest(game):
            return f"{entry.scope.in_words()} #{entry.header.sums[:12]}"
    return ""


def _look_up(player: Player, game: Game, role: str, choice: str) -> Choice:
    if ".py:" in choice:
        return inspect_file(player, role, choice)
    return describe(registry.heuristic(game, choice))


def describe(heuristic: Heuristic) -> ResolvedHeuristic:
    terms = [feature.name for feature in heuristic.features]
    first = heuristic.weights_first
    return ResolvedHeuristic(  # sorted, as JSON gives them back
        weights=tuple(sorted(zip(terms, heuristic.weights, strict=True))),
        weights_first=None if first is None else tuple(sorted(zip(terms, first, strict=True))),
        centre=heuristic.centre,
        code=_code(heuristic),
    )


def _code(heuristic: Heuristic) -> str:
    """A digest of the functions in memory and of patterns. Byte code differs between Pythons, so the version goes
    along."""
    counts: list[Any] = [feature.count for feature in heuristic.features] or [heuristic.function]
    total = hashlib.sha256()
    for count, extra in zip(counts, [feature.extra for feature in heuristic.features] or [()], strict=True):
        root = plain(count)
        found = reachable([root]) if isinstance(root, FunctionType) else []
        total.update(f"{digest_of_functions(found)[0]} {extra} ".encode())
    if heuristic.patterns is not None:
        total.update(heuristic.patterns.digest.encode())
    return f"py{sys.version_info.major}.{sys.version_info.minor}:{total.hexdigest()[:32]}"


# -- later -----------------------------------------------------------------------------------------------------------


def heuristic_of(player: Player, game: Game) -> Heuristic:
    """The heuristic that a player was defined with, with the weights it had then."""
    known = player.resolved.heuristic
    return as_defined(game, _default_of(game, known) if player.kind == "algorithm" else player.choice, known)


def _default_of(game: Game, known: Choice | None) -> str:
    """The default that was meant: that of the authors, if the player is older than the learned one."""
    if isinstance(known, ResolvedHeuristic):
        for name in (game.default, game.authors_default):
            if {feature.name for feature in game.heuristics[name].features} == set(dict(known.weights)):
                return name
    return game.default


def order_of(player: Player, game: Game) -> Heuristic | str | None:
    """What orders its moves: a heuristic as it was defined, NO_ORDER, or None for the algorithm's own order."""
    return player.order if player.order in (None, NO_ORDER) else as_defined(game, player.order, player.resolved.order)


def as_defined(game: Game, choice: str | None, known: Choice | None) -> Heuristic:
    """The heuristic that was meant when `known` was written down.

    Its code must be that of the day; between two versions of Python this cannot be compared, and is taken for granted.
    """
    found = registry.heuristic(game, choice)
    if not isinstance(known, ResolvedHeuristic):
        return found
    now = _code(found)
    if now.partition(":")[0] == known.code.partition(":")[0] and now != known.code:
        raise Refused(f"the code of {choice} in {game.name} has changed since this player was defined")
    terms = [feature.name for feature in found.features]
    weights = dict(known.weights)
    if set(terms) != set(weights):  # through JSON with sorted keys their order is lost
        raise Refused(f"{choice} in {game.name} no longer has the terms of this player: {', '.join(weights)}")
    first = None if known.weights_first is None else dict(known.weights_first)
    return replace(
        found,
        weights=tuple(float(weights[term]) for term in terms),
        weights_first=None if first is None else tuple(float(first[term]) for term in terms),
        centre=float(known.centre),
    )


def check_unchanged(player: Player, game: Game) -> None:
    """Refuses a player that is no longer what it was when it was defined."""
    found = algorithms().get(player.algorithm)
    if found is None or found.package != player.resolved.package:
        was = player.resolved.package or "Plies"
        now = "is not installed any more" if found is None else f"now comes from {found.package or 'Plies'}"
        raise Refused(f"{player.name}: its algorithm {player.algorithm} came from {was}, and {now}")
    if found.generation != player.resolved.generation:
        raise Refused(
            f"{player.name}: it was defined with generation {player.resolved.generation} of {player.algorithm}, and"
            f" this is generation {found.generation}, which plays differently; begin a new tournament"
        )
    if _sight(found, game) != player.resolved.sight:
        raise Refused(
            f"{player.name}: since it was defined, {game.name} sees other positions to be decided, which"
            f" {player.algorithm} believes; it plays differently now; begin a new tournament"
        )
    if player.resolved.table and table_of(game) != player.resolved.table:
        raise Refused(f"{player.name}: its table ({player.resolved.table}) is not there any more; build it again")
    check_files(player.resolved.heuristic, player.choice)
    check_files(player.resolved.order, player.order)
    if isinstance(player.resolved.heuristic, ResolvedHeuristic):
        heuristic_of(player, game)
    if isinstance(player.resolved.order, ResolvedHeuristic):
        order_of(player, game)
