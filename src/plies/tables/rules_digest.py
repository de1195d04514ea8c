"""A digest of a game's rules: two games with the same one have the same positions with the same values."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from plies.compile.digests import digest_of_functions, reachable
from plies.compile.rules import field_shapes
from plies.errors import Refused
from plies.games.contract import Game


def rules_digest(game: Game) -> str:
    """Covers the code of the rules and of what they use, the first state, and what the game declares for tables."""
    rules, declared = game.rules, game.solving
    roots: list[Callable[..., Any]] = [rules.moves, rules.play, rules.outcome]
    roots += [function for function in (declared.canonical,) if function is not None]
    if declared.index is not None:
        roots += [declared.index.index, declared.index.state_of]
    text, complete = digest_of_functions(reachable(roots))
    if not complete:
        raise Refused(
            f"{game.name}: its rules use an object without a lasting name, so a table could not tell when they change"
        )
    if declared.index is not None:
        # it is not compiled and may use anything; what of that has a lasting name is covered
        text += digest_of_functions(reachable([declared.index.layout]))[0]
    shape = f"{field_shapes(game)} {rules.without_moves} {rules.most_moves} {tuple(game.first)}"
    return hashlib.sha256(f"{text} {shape}".encode()).hexdigest()
