"""What the tree page offers: games with their heuristics, the textbook's algorithms and caches, classic trees."""

from __future__ import annotations

from typing import Any

from plies.registry import families
from plies.search.textbook import ALGORITHMS, CACHES, CLASSICS, Algorithm, registry
from plies.search.textbook.tree import NUMBER_ORDERS
from plies.web.tree.subject import heuristic_names


def all_choices() -> dict[str, Any]:
    """All of it, for JSON. `default` is the algorithm to begin with, `reference` the one to compare it with."""
    return {
        "games": [_game(name) for name in sorted(families())],
        "algorithms": [_algorithm_choice(one) for one in ALGORITHMS.values()],
        "default": registry.DEFAULT,
        "reference": registry.REFERENCE,
        "caches": [{"name": one.name, "about": one.description} for one in CACHES.values()],
        "orders": list(NUMBER_ORDERS),
        "classics": [
            {"name": name, "title": one.title, "about": one.about, "text": _tree_text(one.tree)}
            for name, one in CLASSICS.items()
        ],
    }


def _game(name: str) -> dict[str, Any]:
    family = families()[name]
    game = family.make(family.default)
    return {
        "family": name,
        "about": family.about,
        "options": family.options,
        "examples": list(family.examples),
        "default": game.name,
        "heuristics": list(heuristic_names(game)),
        "heuristic": game.authors_default,
        "can_repeat": game.rules.can_repeat,
    }


def _algorithm_choice(one: Algorithm) -> dict[str, Any]:
    """An algorithm with the options that the page offers; `only_repeating`: for games whose positions can come back."""
    options = {option.name: option.default_title for option in one.options if option.kind != "number"}
    return {
        "name": one.name,
        "aliases": list(one.aliases),
        "title": one.title[0].upper() + one.title[1:],
        "about": one.description,
        "options": options,
        "only_repeating": not one.suits(can_repeat=False),
    }


def _tree_text(tree: object) -> str | None:
    """A classic as it would be written; None for one with estimates, which cannot."""
    if isinstance(tree, list):
        parts = [_tree_text(part) for part in tree]
        return None if None in parts else f"[{','.join(part for part in parts if part is not None)}]"
    return f"{tree:g}" if isinstance(tree, int | float) else None
