"""Draw a position: the board, its moves, and what heuristics say about it.

In colour on a terminal (unless NO_COLOR is set), in letters otherwise.

examples:
  plies show pawns:8x8
  plies show pawns:3x5 --position "b1b/bb1/1w1/w1w/1ww b" --heuristic ari
  plies show pawns:6x6 --moves "a2-a3 b5-b4"
  plies show breakthrough:6x6 --svg board.svg
  plies show pawns:6x6 --json
  plies show checkers --file games.pdn
  plies show checkers --file games.pdn --number 2 --ply 20
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from plies.cli import common
from plies.cli.games import game_files as game_file
from plies.errors import InvalidFile
from plies.games.contract import Heuristic
from plies.games.position import Position


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_game(parser)
    common.add_moves(parser)
    parser.add_argument(
        "--heuristic",
        action="append",
        default=[],
        metavar="NAME",
        help="the value of a heuristic, term by term: a name, name(term=weight) or file.py:name; may be repeated",
    )
    parser.add_argument("--file", metavar="FILE", help="list the games of a file in one of the game's own formats")
    parser.add_argument("--number", type=int, metavar="N", help="with --file: show game N of it")
    parser.add_argument("--ply", type=int, metavar="N", help="with --number: after N plies (else at the end)")
    parser.add_argument("--svg", metavar="FILE", help="write the board to FILE as an SVG picture")
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.registry import game as find_game
    from plies.registry import heuristic

    if args.file is not None:
        game = find_game(args.game)
        file = game_file.format_of(game, args.file).read(game_file.read_text(args.file))
        if args.number is None:
            return game_file.tell(file, args.file, args.json)
        position = game_file.position_in(game, game_file.choose(file, args.number, args.file), args.ply)
    else:
        position = common.position_of(args)
    chosen = [heuristic(position.game, name) for name in args.heuristic]
    if args.svg is not None:
        _write(Path(args.svg), position.svg())
    if args.json:
        common.print_json(_data(position, chosen))
    else:
        _print(position, chosen)
        if args.svg is not None:
            print(f"picture in {args.svg}")
    return 0


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidFile(f"cannot write {path}: {error.strerror}") from None


def _data(position: Position, chosen: list[Heuristic]) -> dict[str, Any]:
    return {
        "game": position.game.name,
        "text": position.text,
        "turn": position.turn,
        "moves": list(position.moves),
        "outcome": common.outcome_data(position.outcome),
        "evaluations": {
            one.name: common.evaluation_data(common.evaluation(position, one), position.turn) for one in chosen
        },
    }


def _print(position: Position, chosen: list[Heuristic]) -> None:
    from textwrap import fill

    print(position.draw(common.has_colour(sys.stdout)))
    print(f"\nposition  {position.text}")
    if position.moves:
        print(fill(" ".join(position.moves), 78, initial_indent="moves     ", subsequent_indent=" " * 10))
    for one in chosen:
        print()
        common.print_evaluation(common.evaluation(position, one), position, one)
