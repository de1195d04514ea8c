"""The textbook algorithms side by side: one row per algorithm and cache, with what each looked at.

GAME is a game such as pawns:6x6, checkers or pebbles:4x2; instead of it, --tree takes a tree of numbers and --classic
a tree that lectures show. The first player picks a list, the second picks in it, and so on; numbers are the first's.

columns: nodes entered; leaves valued by the rules or the heuristic; cut-offs; cut-offs by the first move looked at;
hits, nodes that the cache answered; seconds. A value marked * is not the minimax value.

examples:
  plies textbook pawns:6x6 --depth 5
  plies textbook checkers --depth 6 --order zhao
  plies textbook pebbles:4x2 --depth 6 --algorithm alphabeta --algorithm path
  plies textbook --tree "[[3,5],[2,9]]" --show
  plies textbook --classic wikipedia --order best
  plies textbook --classic transposition --json
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator

from plies.cli.search.textbook_rows import JsonRows, LiveRows, PlainRows, Row, Rows, Task
from plies.errors import InvalidPosition, Refused
from plies.search import textbook
from plies.search.textbook import registry
from plies.search.textbook.caches import find_cache
from plies.search.textbook.options import CACHE, ORDER

DEFAULT_DEPTH = 4
#: a row: an algorithm and the name of a cache
Pair = tuple[textbook.Algorithm, str]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game, such as pawns:6x6")
    parser.add_argument("--depth", type=int, metavar="N", help=f"plies; {DEFAULT_DEPTH} for games, whole trees")
    parser.add_argument("--position", metavar="TEXT", help="a position of the game; its start when left out")
    parser.add_argument("--heuristic", metavar="H", help="what values the leaves")
    parser.add_argument(
        "--order",
        metavar="H",
        help="visit children best first by this heuristic, or none (the default): as listed; for trees best or worst",
    )
    parser.add_argument("--tree", metavar="LISTS", help='a tree of numbers, such as "[[3,5],[2,9]]"')
    parser.add_argument("--classic", metavar="NAME", help=" or ".join(textbook.CLASSICS))
    parser.add_argument(
        "--algorithm", action="append", metavar="NAME", help="only this one (listed below); may be given several times"
    )
    parser.add_argument(
        "--cache", action="append", metavar="NAME", help="only this one (listed below); may be given several times"
    )
    parser.add_argument("--show", action="store_true", help="also print the tree of the last row, window by window")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    algorithms = [(one.name, f"{one.title}. {one.description}") for one in registry.ALGORITHMS.values()]
    caches = [(one.name, one.description) for one in textbook.CACHES.values()]
    parser.epilog = f"algorithms:\n{_listed(algorithms)}\n\ncaches:\n{_listed(caches)}"


def _listed(pairs: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"  {name:<17} {text}" for name, text in pairs)


def run(args: argparse.Namespace) -> int:
    task = _task(args)
    plan = _plan(args, task)
    rows: Rows = JsonRows() if args.json else LiveRows() if sys.stdout.isatty() else PlainRows()
    rows.begin(task)
    try:
        done = list(_search(task, plan, rows, args.show))
    finally:
        rows.stop()
    rows.end(task, done)
    last = done[-1]
    if last.found.trace is not None and not args.json:
        print(f"\n{last.algorithm.title}, cache {last.cache}, as the side to move at the root sees it:")
        print(last.found.trace.draw())
    return 0


def _task(args: argparse.Namespace) -> Task:
    given = [name for name in ("game", "tree", "classic") if getattr(args, name) is not None]
    if len(given) != 1:
        raise Refused("give one of GAME, --tree and --classic")
    order = None if args.order == "none" else args.order
    if args.game is not None:
        return _game_task(args, order)
    for name in ("position", "heuristic"):
        if getattr(args, name) is not None:
            raise Refused(f"--{name} goes with a game, not with a tree of numbers")
    if args.tree is not None:
        return Task(_read_tree(args.tree), {"tree": args.tree}, args.depth, order=order)
    tree = textbook.classic(args.classic)
    depth = textbook.CLASSICS[args.classic].depth if args.depth is None else args.depth
    return Task(tree, {"classic": args.classic}, depth, order=order)


def _game_task(args: argparse.Namespace, order: str | None) -> Task:
    from plies.registry import game as find_game
    from plies.registry import heuristic as find_heuristic

    game = find_game(args.game)
    position = game.start() if args.position is None else game.position(args.position)
    heuristic = find_heuristic(game, args.heuristic)
    if order is not None:
        find_heuristic(game, order)  # so that an unknown name is refused at once
    label = {"game": game.name, "position": position.text, "heuristic": heuristic.name}
    depth = DEFAULT_DEPTH if args.depth is None else args.depth
    return Task(position, label, depth, args.heuristic, order)


def _read_tree(text: str) -> textbook.Searchable:
    try:
        tree: textbook.Searchable = json.loads(text)  # what is no tree is refused by the search
    except json.JSONDecodeError as error:
        raise InvalidPosition(f"--tree, column {error.colno}: {error.msg}; a tree looks like [[3,5],[2,9]]") from None
    except RecursionError:
        raise InvalidPosition("--tree: nested too deeply; a tree looks like [[3,5],[2,9]]") from None
    return tree


def _plan(args: argparse.Namespace, task: Task) -> list[Pair]:
    """The rows: every algorithm that suits the game with every cache; one whose value is not minimax by itself."""
    known = registry.ALGORITHMS.values()
    asked = [registry.find(name).name for name in args.algorithm or ()]
    wanted = [one for one in known if (one.name in asked if asked else one.suits(task.can_repeat))]
    for algorithm in wanted:
        algorithm.check_suits(task.can_repeat)
    asked_caches = [find_cache(name).name for name in args.cache or ()]
    return [(one, cache) for one in wanted for cache in _caches(one, asked_caches)]


def _caches(algorithm: textbook.Algorithm, asked: list[str]) -> list[str]:
    if not algorithm.takes(CACHE):
        return [str(CACHE.default)]
    if asked:
        return [name for name in textbook.CACHES if name in asked]
    return list(textbook.CACHES) if algorithm.keeps_contract else [str(CACHE.default)]


def _search(task: Task, plan: list[Pair], rows: Rows, show: bool) -> Iterator[Row]:
    true_value: float | None = None
    for algorithm, cache in plan:
        rows.searching(algorithm, cache)
        found = textbook.search(
            algorithm,
            task.what,
            task.depth,
            heuristic=task.heuristic,
            order=task.order if algorithm.takes(ORDER) else None,
            cache=cache,
            trace=show and (algorithm, cache) == plan[-1],
            report=rows.report,
        )
        if algorithm.name == registry.REFERENCE and cache == CACHE.default:
            true_value = found.value
        row = Row(algorithm, cache, found, task.value_text(found.value))
        rows.row(row, true_value is not None and found.value != true_value)
        yield row
