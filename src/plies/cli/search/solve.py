"""Exact answers: who wins with perfect play, or the shortest forced win of a puzzle.

Without --puzzle or --forced-win the value of the position is found for the side to move: by a table (see plies table)
where there is one, by solving all that can arise where that is little, else by the engine until its value is a proof.
Where positions never come back the engine has three seconds, then a proof search goes on. It says which, and why;
--method insists on one. "wins within 21 plies" says that a sooner win was not ruled out. --out writes the proof of a
proof search; python -m plies.solve.proof_check checks it.

With --puzzle or --forced-win the shortest forced win is found and proven shortest: the winner hurries, the loser
delays, and there are no draws by repetition or lack of progress. No forced win within the depth is an answer too.

With --map the game is a family, such as breakthrough. The first position of each of its boards is solved, --seconds for
each, and the result is kept and extended from run to run. A board that was not solved is tried again with more seconds,
so an hour for each larger board is a run of its own.

examples:
  plies solve breakthrough:3x6
  plies solve pebbles:3x2
  plies solve breakthrough:5x5 --threads 2 --seconds 120
  plies solve pawns:4x5 --out pawns.proof
  plies solve pawns:4x5 --method engine
  plies solve --map pawns --seconds 20 --largest 30 --threads 2
  plies solve --map breakthrough --seconds 3600 --largest 36 --threads 2
  plies solve checkers --puzzle puzzle.txt
  plies solve checkers --puzzle puzzle.txt --depth 17 --out line.txt
  plies solve checkers --position "B:W8,K4:BK7" --forced-win --json
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from plies.cli import common
from plies.cli.games import game_files as game_file
from plies.cli.games import saved_games as saved
from plies.cli.search import solve_map
from plies.errors import InvalidFile, Refused
from plies.games.contract import Game, Puzzle
from plies.games.position import Position

if TYPE_CHECKING:
    from plies.search.answer import Answer
    from plies.solve.choice import Solution
    from plies.solve.proofs.search import Progress

DEPTH = 31
#: those of `plies.solve.choice`, which imports Numba
METHODS = ("table", "proof", "engine")
#: moves whose numbers are shown while waiting
SHOWN = 6


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_game(parser)
    parser.add_argument("--puzzle", metavar="FILE", help="a puzzle in a file of the game's own form")
    parser.add_argument("--forced-win", action="store_true", help="the shortest forced win of --position")
    parser.add_argument("--depth", type=int, metavar="N", help=f"look N plies deep at most (forced wins: {DEPTH})")
    parser.add_argument("--seconds", type=float, metavar="S", help="give up after S seconds (no limit)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads, without --puzzle (1)")
    parser.add_argument("--method", choices=METHODS, help="insist on a table, a proof search or the engine")
    parser.add_argument("--out", metavar="FILE", help="write the proof; with --puzzle or --forced-win the boards")
    parser.add_argument("--map", action="store_true", help="solve all boards of a family, --seconds each (10)")
    parser.add_argument("--largest", type=int, metavar="N", help="boards of up to N squares, with --map (25)")
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.registry import game as find_game

    if args.map:
        return solve_map.run(args)
    if args.largest is not None:
        raise Refused("--largest is for --map")
    game = find_game(args.game)
    if args.puzzle is not None and args.position is not None:
        raise Refused("give either --puzzle or --position, not both")
    puzzle = _read(game, args.puzzle) if args.puzzle is not None else None
    forced = puzzle is not None or args.forced_win
    if args.out is not None and forced and game.puzzles is None:
        raise Refused(f"{game.name} has no puzzle files, so there is no form for --out")
    if args.method is not None and forced:
        raise Refused("--method is for the value of a position, not for --puzzle or --forced-win")
    position = Position(game, puzzle.state) if puzzle else common.position_of(args)
    sofar = SoFar()
    try:
        found = _forced(position, args, sofar) if forced else _solved(position, args, sofar)
    except KeyboardInterrupt:
        print(f"not solved: stopped. {sofar.text()}", file=sys.stderr)
        raise
    wrote = args.out is not None and _write(args.out, game, puzzle or Puzzle(position.state), found, forced)
    if args.json:
        _print_json(position, found)
    else:
        _tell(position, found, forced)
        if args.out is not None:
            print(f"written: {args.out}" if wrote else f"nothing to write to {args.out}")
    return 0


def _write(path: str, game: Game, puzzle: Puzzle, found: Solution, forced: bool) -> bool:
    """Whether there was anything to write: the boards of a forced win, or a proof."""
    if forced and found.line:
        saved.write_whole(Path(path), _boards(game, puzzle, found.line))
        return True
    if found.written is None:
        return False
    try:
        Path(path).write_bytes(found.written)
    except OSError as error:
        raise InvalidFile(f"{path}: cannot be written: {error.strerror or error}") from None
    return True


class SoFar:
    """What a search has found so far, in a line."""

    def __init__(self) -> None:
        self.text: Callable[[], str] = lambda: "nothing was searched yet"

    def engine(self, found: Answer) -> None:
        self.text = lambda: f"searched {found.depth} plies deep, {found.nodes:,} nodes"

    def refuted(self, plies: int, nodes: int) -> None:
        self.text = lambda: f"no win within {plies} plies, looking at {plies + 1} ({nodes:,} nodes)"

    def proof(self, found: Progress) -> None:
        self.text = lambda: in_words(found)


def in_words(found: Progress) -> str:
    """The question, the table's filling, and the proof and disproof numbers of the root's moves, the nearest first."""
    moves = sorted(found.moves, key=lambda one: (one.proof is None, one.proof or 0))
    numbers = [
        f"{one.move} {'∞' if one.proof is None else one.proof}/{'∞' if one.disproof is None else one.disproof}"
        for one in moves[:SHOWN]
    ]
    more = f" and {len(moves) - SHOWN} more" if len(moves) > SHOWN else ""
    return (
        f"can {found.side} win? {found.nodes:,} nodes, table {found.filling:.0%} full, proof/disproof: "
        f"{', '.join(numbers)}{more}"
    )


def _read(game: Game, path: str) -> Puzzle:
    if game.puzzles is None:
        raise Refused(f"{game.name} has no puzzle files")
    text = game_file.read_text(path)
    try:
        return game.puzzles.read(text)
    except InvalidFile as error:
        raise InvalidFile(f"{path}: {error}") from None


def _forced(position: Position, args: argparse.Namespace, sofar: SoFar) -> Solution:
    from plies.solve.choice import Solution
    from plies.solve.forced_wins.prover import forced_win

    with common.Ticker(lambda: sofar.text() + " ..."):
        depth = DEPTH if args.depth is None else args.depth
        found = common.interruptibly(lambda: forced_win(position, depth, seconds=args.seconds, listener=sofar.refuted))
    result, plies = found.proof or ("unknown", None)
    why = "the shortest forced win was asked for"
    return Solution(result, plies, found.line, "forced-win search", why, found.depth, found.nodes, found.seconds)


def _solved(position: Position, args: argparse.Namespace, sofar: SoFar) -> Solution:
    from plies.search.limits import DEEPEST
    from plies.solve.choice import solve

    with common.Ticker(lambda: sofar.text() + " ..."):
        return common.interruptibly(
            lambda: solve(
                position,
                seconds=args.seconds,
                depth=DEEPEST if args.depth is None else args.depth,
                threads=args.threads,
                method=args.method,
                write=args.out is not None,
                listener=sofar.engine,
                proof_listener=sofar.proof,
            )
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
        depth = "" if found.method == "proof" else f": searched {found.depth} plies deep"
        print(f"not solved{depth} ({effort})")
    else:
        plies = "1 ply" if found.plies == 1 else f"{found.plies} plies"
        how = "in" if found.shortest else "within"
        verdict = {"win": f"{position.turn} wins {how} {plies}", "loss": f"{position.turn} loses {how} {plies}"}
        shortest = ", and no sooner" if forced else ""
        print(common.bold(verdict.get(found.result, "a draw")) + f"{shortest} ({effort})")
        print(" ".join(found.line))
    print(common.dim(f"method: {found.method}, because {found.why}"))
