"""Texts of heuristics: what they begin as, and what is in them. Nothing here runs a text."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator

from plies.errors import InvalidFile
from plies.game_files import text_declares_game
from plies.games.contract import Game, Heuristic
from plies.players.user_code.contents import PARAMETERS

NONE_YET = "there is no heuristic in it yet; write a function with the parameters (state, me), or a plies.Heuristic"
A_GAME = "it declares a game, whose rules would run in the server; the editor is for heuristics alone"

BEGIN = """\
import plies

parent = plies.game({game}).heuristic({parent})
features = {{one.name: one for one in parent.features}}

mine = plies.Heuristic(
    name="mine",
    about={about},
    features=(
{features}
    ),
    weights={weights},
{more}    centre={centre!r},
)
"""
BEGIN_PLAIN = '''\
def mine(state, me):
    """Larger is better for me: 0 is the side that begins."""
    return {centre!r}
'''


def beginning(game: Game, parent: str) -> str:
    """A text that is the parent under another name: its features, each with its weight; or an empty function."""
    made = game.heuristic(parent)
    if not made.features:
        return BEGIN_PLAIN.format(centre=float(made.centre))
    return BEGIN.format(
        game=json.dumps(game.name),
        parent=json.dumps(parent),
        about=json.dumps(f"{parent}, with other weights"),
        features="\n".join(f"        features[{json.dumps(one.name)}]," for one in made.features),
        weights=_numbers(made.weights),
        more="".join(_more(made)),
        centre=float(made.centre),
    )


def _numbers(weights: tuple[float, ...]) -> str:
    return repr(tuple(map(float, weights)))


def _more(made: Heuristic) -> Iterator[str]:
    if made.weights_first is not None:
        yield f"    weights_first={_numbers(made.weights_first)},\n"
    if made.patterns is not None:
        yield "    patterns=parent.patterns,\n"


def heuristics_in(text: str) -> list[str]:
    """The names of the heuristics at the top of a text, as far as it shows them; InvalidFile with the line."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise InvalidFile(f"line {error.lineno or 1}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError):
        raise InvalidFile("it cannot be read as Python") from None
    if text_declares_game(text.encode()):
        raise InvalidFile(A_GAME)
    found = list(dict.fromkeys(_names(tree)))
    if not found:
        raise InvalidFile(NONE_YET)
    return found


def _names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name, args=args) if [one.arg for one in args.args] == PARAMETERS:
                if not name.startswith("_"):
                    yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=function)):
                called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                if called in ("Heuristic", "with_weights", "replace") and not name.startswith("_"):
                    yield name
