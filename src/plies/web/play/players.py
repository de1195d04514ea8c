"""The players of visitors: what there is to choose from, and from a request to a `Player`.

A visitor may have every registered algorithm, but no human, no remote address, no user-written file, and no more
threads and memory than the server gives away. No message repeats what was sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pydantic import ValidationError

from plies.errors import Refused, UnknownName, near
from plies.games.contract import Game
from plies.players.algorithm import Algorithm
from plies.players.notation import from_items, is_algorithm, named, split_commas, split_head, split_item
from plies.players.options import LIMITS, Option, whole
from plies.players.player import ENGINE, HUMAN, REMOTE, Player
from plies.players.registry import algorithms
from plies.players.resolution import in_game
from plies.web import models
from plies.web.own import files as own
from plies.web.play.replay import heuristic_of
from plies.web.server.settings import Settings

#: limits that a visitor may set; the clock of a game is the page's
OFFERED_LIMITS = ("seconds", "depth", "nodes")
#: the shortest time that a player may be given
SHORTEST = 0.001
#: what a text of a file or an address would have
_OF_FILES = (".py:", ".toml", "/", "\\")


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


def player_of(asked: models.PlayerAsked, game: Game, settings: Settings, usual: str = "") -> Player:
    """The player that a request means, in a game. `usual` is the limit of a player without one, else a second."""
    made = defined(asked, game, settings, usual)
    return _sized(in_game(made, game), algorithms()[made.algorithm], settings)


def defined(asked: models.PlayerAsked, game: Game, settings: Settings, usual: str = "") -> Player:
    """The same player with nothing looked up yet, for a tournament that has several games."""
    if isinstance(asked, str):
        asked = choice_of(asked)
    chosen = _algorithm(asked.algorithm)
    items = [*_limits(asked.limits, chosen), *_options(asked.options, chosen, settings)]
    head = chosen.name
    if chosen.takes_heuristic:
        head = heuristic_words(asked.heuristic, game)
        items.append(f"algorithm={chosen.name}")
    elif asked.heuristic != models.DEFAULT:
        raise Refused(f"{chosen.name} takes no heuristic")
    return _as_shown(from_items(head, items, "the player", usual))


def _as_shown(player: Player) -> Player:
    """By the name that people see: without the folders of the server's own files."""
    return replace(player, name=named(shown(player)).name)


def shown(player: Player) -> Player:
    """The player as people write it here."""
    return replace(
        player,
        choice=own.labelled(player.choice),
        options=tuple((key, own.labelled(value) if isinstance(value, str) else value) for key, value in player.options),
    )


def within(player: Player, seconds: float) -> Player:
    """The player with the server's bound on time, where a clock limits it or it is not known to end otherwise."""
    if not player.is_timed and not _is_native(player):
        return player  # a textbook search to a depth is one search; the server ends its process when the time is up
    return replace(player, seconds=min(player.seconds or seconds, seconds))


def _is_native(player: Player) -> bool:
    return algorithms()[player.algorithm].is_native


# -- players as texts ------------------------------------------------------------------------------------------------


def choice_of(text: str) -> models.PlayerChoice:
    """A player in the notation of the commands, taken apart. Whether there is such a one is looked up later."""
    head, tail = split_head(text.strip())
    if not head or (any(sign in head for sign in _OF_FILES) and not own.is_label(head)):
        raise Refused("a player here is a heuristic or an algorithm, then @ and limits; no file and no address")
    given = [split_item(item, text) for item in split_commas(tail)] if tail else []
    items = {key: value.strip() for key, value in given}
    if len(items) < len(given):
        raise Refused("the player has a limit or an option twice")
    if is_algorithm(head) and items.setdefault("algorithm", head) != head:
        raise Refused("the player begins with an algorithm and names another; give one of them")
    limits = {key: _limit(key, items.pop(key)) for key in OFFERED_LIMITS if key in items}
    try:
        return models.PlayerChoice(
            algorithm=_algorithm(items.pop("algorithm", ENGINE)).name,
            heuristic=models.DEFAULT if is_algorithm(head) else _weighted(head),
            options=items,
            limits=models.Limited.model_validate(limits),
        )
    except ValidationError:
        bounds = models.BOUNDS
        most = f"{bounds.analysis_seconds:g}s, a depth of {bounds.most_depth} and {bounds.most_nodes:,} nodes"
        raise Refused(f"a weight is no number, or a limit too high: at most {most}") from None


def _weighted(head: str) -> models.Choice:
    """`ari(pawns=2,distance=-3)`."""
    name, _, weights = head.removesuffix(")").partition("(")
    parts = (part.rpartition("=") for part in split_commas(weights) if part)
    return models.Choice.model_validate({"name": name, "weights": {term.strip(): each for term, _, each in parts}})


def _limit(key: str, text: str) -> float:
    try:
        read: float = LIMITS[key].read(text)
    except ValueError:
        raise Refused(f"{key} is {LIMITS[key].right}") from None
    return read


# -- the parts of a player -------------------------------------------------------------------------------------------


def _algorithm(name: str) -> Algorithm:
    known = offered()
    for one in known:
        if name == one.name or name in one.aliases:
            return one
    names = [one.name for one in known]
    raise UnknownName(f"no such algorithm here{near(name, names)}; known: {', '.join(names)}")


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
            raise UnknownName(
                f"{chosen.name} has no such option{near(key, [one.name for one in chosen.options])}; known: {known}"
            )
        if option.form == "heuristic" and own.is_label(text):
            yield f"{option.name}={own.find(text).choice}"
            continue
        if any(sign in text for sign in _OF_FILES):
            raise Refused(f"{option.name}: files and addresses take no part in the browser")
        here = option_here(option, settings)
        try:
            here.read(text)
        except ValueError:
            raise Refused(f"{option.name} is {here.right}") from None
        yield f"{option.name}={text}"


def heuristic_words(asked: models.Choice, game: Game) -> str:
    """A heuristic in the notation of players, with its weights to the last digit."""
    name = asked.name or game.default
    if own.is_label(name):
        name = own_choice(asked)
    else:
        heuristic_of(game, asked)
    weights = ",".join(f"{term}={_number(weight)}" for term, weight in asked.weights.items())
    return f"{name}({weights})" if weights else name


def own_choice(asked: models.Choice) -> str:
    """A heuristic of one of the server's own files, whose terms are checked, without its weights."""
    found = own.find(asked.name or "")
    terms = found.heuristic.term_names
    if not set(asked.weights) <= set(terms):
        raise UnknownName(f"{found.label} has no such term; known: {', '.join(terms) or 'none'}")
    return found.choice


def _number(weight: float) -> str:
    return str(int(weight)) if weight.is_integer() else repr(weight)


def _sized(player: Player, chosen: Algorithm, settings: Settings) -> Player:
    """With a table of the server's size, unless it asks for another within the server's bound."""
    if player.resolved.entries is not None:
        player = replace(player, resolved=replace(player.resolved, entries=settings.entries))
    if chosen.entries(player) > settings.most_entries:
        raise Refused(f"{chosen.name} takes more memory with these options than a player may have here; ask for less")
    return player
