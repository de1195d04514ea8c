"""The games, their sizes and their heuristics; with a name, one of them in detail.

examples:
  plies games
  plies games pawns
  plies games pawns:5x5 --json
  plies games path/to/mine.py
"""

from __future__ import annotations

import argparse
from textwrap import fill
from typing import Any

from plies.cli import common
from plies.games.contract import Family, Game, Heuristic
from plies.values import plain


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="one game in detail")
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.registry import families, game

    if args.game is None:
        known = [(family, family.make(family.default)) for _, family in sorted(families().items())]
        if args.json:
            common.print_json({"games": [_family_data(family, made) for family, made in known]})
        else:
            _print_all(known)
        return 0
    made = game(args.game)
    family = families().get(made.name.partition(":")[0])
    if args.json:
        common.print_json(_game_data(made) if family is None else _family_data(family, made))
    else:
        _print_one(made, family)
    return 0


def _heuristic_data(heuristic: Heuristic) -> dict[str, Any]:
    names = [feature.name for feature in heuristic.features]
    return {
        "about": heuristic.about,
        "centre": heuristic.centre,
        "weights": dict(zip(names, heuristic.weights, strict=True)),
        "weights_first": dict(zip(names, heuristic.weights_for(0), strict=True)),
    }


def _game_data(game: Game) -> dict[str, Any]:
    rules = game.rules
    return {
        "name": game.name,
        "about": game.about,
        "sides": list(game.sides),
        "start": game.start().text,
        "move_looks_like": game.word_example,
        "most_moves": rules.most_moves,
        "can_be_noisy": rules.noise is not None,
        "can_repeat": rules.can_repeat,
        "without_moves": rules.without_moves,
        "default": game.default,
        "heuristics": {name: _heuristic_data(one) for name, one in game.heuristics.items()},
    }


def _family_data(family: Family, game: Game) -> dict[str, Any]:
    more = {"family": family.name, "options": family.options, "examples": list(family.examples)}
    presets = {preset.name: preset.about for preset in family.presets}
    return {**more, **_game_data(game), "tournaments": presets}


def _entry(label: str, text: str) -> None:
    print(fill(text, 78, initial_indent=f"  {label:<11} ", subsequent_indent=" " * 14, break_on_hyphens=False))


def _print_all(known: list[tuple[Family, Game]]) -> None:
    from plies.registry import games_apart

    for family, game in known:
        print(common.bold(family.name))
        _entry("rules", family.about)
        _entry("options", family.options)
        _entry("examples", "  ".join(family.examples))
        _entry("sides", " and ".join(game.sides) + f"; {game.sides[0]} begins")
        _entry("heuristics", ", ".join(_marked(game, name) for name in game.heuristics))
        if family.presets:
            _entry("tournaments", ", ".join(preset.name for preset in family.presets))
        print()
    for name, (about, command) in games_apart().items():
        print(common.bold(name))
        _entry("rules", about)
        _entry("command", command)
        print()
    print(f"one in detail: plies games {known[0][0].name}; to play it: plies play {known[0][1].name}")


def _marked(game: Game, name: str) -> str:
    return f"{name} (default)" if name == game.default else name


def _print_one(game: Game, family: Family | None) -> None:
    print(common.bold(game.name))
    _entry("rules", game.about)
    if family is not None:
        _entry("options", family.options)
        _entry("examples", "  ".join(family.examples))
    _entry("sides", " and ".join(game.sides) + f"; {game.sides[0]} begins")
    _entry("a move", f"looks like {game.word_example}; at most {game.rules.most_moves} in a position")
    _entry("no move", f"is a {game.rules.without_moves} for the side to move")
    _entry("search", ", ".join(_traits(game)))
    _entry("start", game.start().text)
    for preset in () if family is None else family.presets:
        _entry("tournament", f"{preset.name}: {preset.about}")
    for name, heuristic in game.heuristics.items():
        print(f"\n{common.bold(name)}{' (default)' if name == game.default else ''}")
        print(fill(heuristic.about, 78, initial_indent="  ", subsequent_indent="  "))
        _print_weights(game, heuristic)


def _traits(game: Game) -> list[str]:
    rules = game.rules
    traits = ["has noisy moves (searched to the end)" if rules.noise is not None else "has no noisy moves"]
    traits.append("positions can come back (the third is a draw)" if rules.can_repeat else "no position comes back")
    if rules.plies_without_progress:
        traits.append(f"{rules.plies_without_progress} plies without {game.progress_name} are a draw")
    return traits


def _print_weights(game: Game, heuristic: Heuristic) -> None:
    """The weights of `mine - theirs`; two columns where the two sides weigh differently."""
    if heuristic.function is not None:
        print("  a plain function, without terms")
        return
    names = [feature.name for feature in heuristic.features]
    if heuristic.weights_first is None:
        rows = [[name, plain(weight, signed=True)] for name, weight in zip(names, heuristic.weights, strict=True)]
        common.print_table(["term", ">weight"], rows, indent=2)
        return
    both = zip(names, heuristic.weights_first, heuristic.weights, strict=True)
    rows = [[name, plain(first, signed=True), plain(second, signed=True)] for name, first, second in both]
    common.print_table(["term", f">as {game.sides[0]}", f">as {game.sides[1]}"], rows, indent=2)
