"""What is in a user-written file: a heuristic, or a whole player, that can be called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Literal

from plies import registry
from plies.errors import Refused, UnknownName
from plies.games.contract import Heuristic
from plies.players.files import split_file
from plies.user_files import load_file

What = Literal["heuristic", "player"]
Function = Callable[..., Any]


def find(choice: str) -> tuple[What, Any]:
    """What `file.py:name` is: ("player", the function) or ("heuristic", the function or Heuristic)."""
    path, name, weights = split_file(choice)
    thing = getattr(load_file(path), name, None)
    if isinstance(thing, Heuristic):
        return "heuristic", thing if weights is None else thing.with_weights(registry.read_weights(weights))
    if not callable(thing):
        raise UnknownName(f"{choice}: the file has no function or Heuristic of that name")
    if weights is not None:
        raise UnknownName(f"{choice}: {name} is a function, which has no weights; a plies Heuristic has")
    if inspect.isclass(thing):
        raise Refused(f"{choice}: {name} is a class; write a function, or make one of it: player = {name}()")
    what: What = "player" if is_player(thing) else "heuristic"
    check_parameters(thing, choice, what)
    return what, thing


def check_parameters(function: Function, choice: str, what: str) -> None:
    """Refuses a function that cannot be called with two values, before it loses game after game."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # something built in
        return
    try:
        signature.bind(None, None)
    except TypeError:
        called = "(position, seconds)" if what == "player" else "(state, me)"
        article = "a whole player" if what == "player" else "a heuristic"
        raise Refused(f"{choice} has the parameters {signature}; {article} is called with two: {called}") from None


def is_player(function: Function) -> bool:
    """A whole player carries the mark `plays`, or its first parameter is called `position`."""
    mark = getattr(function, "plays", None)
    if mark is not None:
        return bool(mark)
    try:
        parameters = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):  # something built in
        return False
    return parameters[:1] == ["position"]
