"""Exact answers: who wins with perfect play, or the shortest forced win of a puzzle.

Without --puzzle or --forced-win the value of the position is found for the side to move: by a table (see plies table)
where there is one, by solving all that can arise where that is little, else by a search until it is proven. It says
which, and why; "wins within 21 plies" says that a sooner win was not ruled out. With them the shortest forced win is
found and proven shortest: the winner hurries, the loser delays, and there are no draws by repetition or lack of
progress. No forced win within the depth is an answer too.

examples:
  plies solve breakthrough:3x6
  plies solve pebbles:3x2
  plies solve checkers --puzzle puzzle.txt
  plies solve checkers --puzzle puzzle.txt --depth 17 --out line.txt
  plies solve checkers --position "B:W8,K4:BK7" --forced-win --json
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from plies.cli import common
from plies.cli.games import game_files as game_file
from plies.cli.games import saved_games as saved
from plies.errors import InvalidFile, Refused
from plies.games.contract import Game, Puzzle
from plies.games.position import Position

if TYPE_CHECKING:
    from plies.search.answer import Answer
    from plies.solve.choice import Solution

DEPTH = 31


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_game(parser)
    parser.add_argument("--puzzle", metavar="FILE", help="a puzzle in a file of the game's own form")
    parser.add_argument("--forced-win", action="store_true", help="the shortest forced win of --position")
    parser.add_argument("--depth", type=int, metavar="N", help=f"look N plies deep at most (forced wins: {DEPTH})")
    parser.add_argument("--seconds", type=float, metavar="S", help="give up after S seconds (no limit)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads, without --puzzle (1)")
    parser.add_argument("--out", metavar="FILE", help="write the boards of the line, separated by a blank line")
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.registry import game as find_game

    game = find_game(args.game)
    if args.puzzle is not None and args.position is not None:
        raise Refused("give either --puzzle or --position, not both")
    puzzle = _read(game, args.puzzle) if args.puzzle is not None else None
    if args.out is not None and game.puzzles is None:
        raise Refused(f"{game.name} has no puzzle files, so there is no form for --out")
    position = Position(game, puzzle.state) if puzzle else common.position_of(args)
    forced = puzzle is not None or args.forced_win
    looked = [0, 0]  # plies and nodes so far
    try:
        found = _forced(position, args, looked) if forced else _solved(position, args, looked)
    except KeyboardInterrupt:
        print(f"not solved: stopped after {looked[0]} plies", file=sys.stderr)
        raise
    if args.out is not None and found.line:
        saved.write_whole(Path(args.out), _boards(game, puzzle or Puzzle(position.state), found.line))
    if args.json:
        _print_json(position, found)
    else:
        _tell(position, found, forced)
        if args.out is not None:
            print(f"written: {args.out}" if found.line else f"nothing to write to {args.out}")
    return 0


def _read(game: Game, path: str) -> Puzzle:
    if game.puzzles is None:
        raise Refused(f"{game.name} has no puzzle files")
    text = game_file.read_text(path)
    try:
        return game.puzzles.read(text)
    except InvalidFile as error:
        raise InvalidFile(f"{path}: {error}") from None


def _forced(position: Position, args: argparse.Namespace, looked: list[int]) -> Solution:
    from plies.solve.choice import Solution
    from plies.solve.forced_wins.prover import forced_win

    def hear(plies: int, nodes: int) -> None:
        looked[:] = plies, nodes

    def text() -> str:
        return f"no win within {looked[0]} plies, looking at {looked[0] + 1} ({looked[1]:,} nodes) ..."

    with common.Ticker(text):
        depth = DEPTH if args.depth is None else args.depth
        found = common.interruptibly(lambda: forced_win(position, depth, seconds=args.seconds, listener=hear))
    result, plies = found.proof or ("unknown", None)
    why = "the shortest forced win was asked for"
    return Solution(result, plies, found.line, "forced-win search", why, found.depth, found.nodes, found.seconds)


def _solved(position: Position, args: argparse.Namespace, looked: list[int]) -> Solution:
    from plies.search.limits import DEEPEST
    from plies.solve.choice import solve

    def hear(found: Answer) -> None:
        looked[:] = found.depth, found.nodes

    with common.Ticker(lambda: f"searched {looked[0]} plies deep, {looked[1]:,} nodes ..."):
        depth = DEEPEST if args.depth is None else args.depth
        return common.interruptibly(
            lambda: solve(position, seconds=args.seconds, depth=depth, threads=args.threads, listener=hear)
        )


def _boards(game: Game, puzzle: Puzzle, line: tuple[str, ...]) -> str:
    assert game.puzzles is not None
    here = Position(game, puzzle.state)
    states = [here.state]
    for word in line:
        here = here.play(word)
        states.append(here.state)
    return game.puzzles.write(puzzle, states)


def _print_json(position: Position, found: Solution) -> None:
    common.print_json(
        {
            "result": found.result,
            "plies": found.plies,
            "shortest": found.shortest,
            "line": list(found.line),
            "method": found.method,
            "why": found.why,
            "depth": found.depth,
            "nodes": found.nodes,
            "seconds": found.seconds,
            "position": position.text,
        }
    )


def _tell(position: Position, found: Solution, forced: bool) -> None:
    print(position.draw(common.has_colour(sys.stdout)))
    print()
    what = "positions" if found.method == "table" else "nodes"
    effort = f"{found.nodes:,} {what}, {common.duration(found.seconds)}"
    if found.result == "unknown" and forced:
        print(f"no forced win for {position.turn} within {found.depth} plies ({effort})")
        return
    if found.result == "unknown":
        print(f"not solved: searched {found.depth} plies deep ({effort})")
    else:
        plies = "1 ply" if found.plies == 1 else f"{found.plies} plies"
        how = "in" if found.shortest else "within"
        verdict = {"win": f"{position.turn} wins {how} {plies}", "loss": f"{position.turn} loses {how} {plies}"}
        shortest = ", and no sooner" if forced else ""
        print(common.bold(verdict.get(found.result, "a draw")) + f"{shortest} ({effort})")
        print(" ".join(found.line))
    print(common.dim(f"method: {found.method}, because {found.why}"))
