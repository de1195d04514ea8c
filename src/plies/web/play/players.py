"""The players of visitors: what there is to choose from, and from a request to a `Player`.

A visitor may have every registered algorithm, but no human, no remote address, no user-written file, and no more
threads and memory than the server gives away. No message repeats what was sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plies.errors import Refused, UnknownName
from plies.games.contract import Game
from plies.players.algorithm import Algorithm
from plies.players.notation import from_items
from plies.players.options import LIMITS, Option, whole
from plies.players.player import ENGINE, HUMAN, REMOTE, Player
from plies.players.registry import algorithms
from plies.players.resolution import in_game
from plies.web import models
from plies.web.play.replay import heuristic_of
from plies.web.server.settings import Settings

#: limits that a visitor may set; the clock of a game is the page's
OFFERED_LIMITS = ("seconds", "depth", "nodes")
#: the shortest time that a player may be given
SHORTEST = 0.001
#: what a text of a file or an address would have
_OF_FILES = (".py:", "/", "\\")


def offered() -> list[Algorithm]:
    """The algorithms that a visitor may choose, the engine first."""
    listed = [one for one in algorithms().values() if one.name not in (HUMAN, REMOTE)]
    return sorted(listed, key=lambda one: one.name != ENGINE)


def option_here(option: Option, settings: Settings) -> Option:
    """An option within the server's bounds."""
    most = {"threads": settings.most_threads, "entries": settings.most_entries}.get(option.name)
    if most is None or option.form != "whole number":
        return option
    return whole(option.name, option.about, option.low, min(option.high, most), option.default)


def player_of(asked: models.PlayerChoice, game: Game, settings: Settings, usual: str = "") -> Player:
    """The player that a request means, in a game. `usual` is the limit of a player without one, else a second."""
    chosen = _algorithm(asked.algorithm)
    items = [*_limits(asked.limits, chosen), *_options(asked.options, chosen, settings)]
    head = chosen.name
    if chosen.takes_heuristic:
        head = _heuristic(asked.heuristic, game)
        items.append(f"algorithm={chosen.name}")
    elif asked.heuristic != models.DEFAULT:
        raise Refused(f"{chosen.name} takes no heuristic")
    return _sized(in_game(from_items(head, items, "the player", usual), game), chosen, settings)


def within(player: Player, seconds: float) -> Player:
    """The player with the server's bound on time, where a clock limits it or it is not known to end otherwise."""
    if not player.is_timed and not _is_native(player):
        return player  # a textbook search to a depth is one search; the server ends its process when the time is up
    return replace(player, seconds=min(player.seconds or seconds, seconds))


def _is_native(player: Player) -> bool:
    return algorithms()[player.algorithm].is_native


def _algorithm(name: str) -> Algorithm:
    known = offered()
    for one in known:
        if name == one.name or name in one.aliases:
            return one
    raise UnknownName(f"no such algorithm here; known: {', '.join(one.name for one in known)}")


def _limits(asked: models.Limited, chosen: Algorithm) -> Iterator[str]:
    for key in OFFERED_LIMITS:
        value = getattr(asked, key)
        if value is None:
            continue
        if key not in chosen.limits:
            takes = [one for one in OFFERED_LIMITS if one in chosen.limits]
            raise Refused(f"{chosen.name} takes no {key}; its limits are: {', '.join(takes) or 'none'}")
        yield f"{key}={LIMITS[key].write(max(value, SHORTEST))}"


def _options(asked: dict[str, str], chosen: Algorithm, settings: Settings) -> Iterator[str]:
    for key, text in asked.items():
        option = chosen.option(key)
        if option is None:
            known = ", ".join(one.name for one in chosen.options) or "none"
            raise UnknownName(f"{chosen.name} has no such option; known: {known}")
        if any(sign in text for sign in _OF_FILES):
            raise Refused(f"{option.name}: files and addresses take no part in the browser")
        here = option_here(option, settings)
        try:
            here.read(text)
        except ValueError:
            raise Refused(f"{option.name} is {here.right}") from None
        yield f"{option.name}={text}"


def _heuristic(asked: models.Choice, game: Game) -> str:
    """A registered heuristic in the notation of players, with its weights to the last digit."""
    heuristic_of(game, asked)
    weights = ",".join(f"{term}={_number(weight)}" for term, weight in asked.weights.items())
    name = asked.name or game.default
    return f"{name}({weights})" if weights else name


def _number(weight: float) -> str:
    return str(int(weight)) if weight.is_integer() else repr(weight)


def _sized(player: Player, chosen: Algorithm, settings: Settings) -> Player:
    """With a table of the server's size, unless it asks for another within the server's bound."""
    if player.resolved.entries is not None:
        player = replace(player, resolved=replace(player.resolved, entries=settings.entries))
    if chosen.entries(player) > settings.most_entries:
        raise Refused(f"{chosen.name} takes more memory with these options than a player may have here; ask for less")
    return player
