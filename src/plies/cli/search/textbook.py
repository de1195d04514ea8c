"""The textbook algorithms side by side: one row per algorithm and cache, with what each looked at.

GAME is a game such as pawns:6x6, checkers or pebbles:4x2; instead of it, --tree takes a tree of numbers and --classic
a tree that lectures show. The first player picks a list, the second picks in it, and so on; numbers are the first's.

  minimax             looks at everything
  alpha-beta          fail-hard: answers with its window's edge when the value lies outside
  alpha-beta (soft)   fail-soft: answers with the best bound it knows
  path rule           the search pebbles was first played with (for games whose positions can come back)

columns: nodes entered; leaves valued by the rules or the heuristic; cut-offs; cut-offs by the first move looked at;
hits, nodes that the cache answered; seconds. A value marked * is not the minimax value.

examples:
  plies textbook pawns:6x6 --depth 5
  plies textbook checkers --depth 6 --order zhao
  plies textbook pebbles:4x2 --depth 6 --algorithm alpha-beta --algorithm path
  plies textbook --tree "[[3,5],[2,9]]" --show
  plies textbook --classic wikipedia --order best
  plies textbook --classic transposition --json
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from plies.cli import common
from plies.errors import InvalidPosition, Refused

if TYPE_CHECKING:
    from plies.search.textbook.algorithms import Counts, Result

ALGORITHMS = {
    "minimax": "minimax",
    "alpha-beta": "alpha-beta",
    "soft": "alpha-beta (soft)",
    "path": "path rule",
}
CACHES = ("none", "window-published", "window", "bounds")
DEFAULT_DEPTH = 4


@dataclass(frozen=True)
class Task:
    """What is searched: a Position or a tree, and the options all rows share."""

    what: Any
    #: how the task is named in the report
    label: dict[str, Any]
    depth: int | None
    heuristic: str | None
    order: str | None
    repeats: bool


@dataclass(frozen=True)
class Row:
    algorithm: str
    cache: str
    result: Result
    seconds: float
    #: the value for people: a game's with wins by their distance, a tree's as its numbers are written
    value_text: str

    def as_dict(self) -> dict[str, Any]:
        found = self.result
        value = found.value if abs(found.value) != float("inf") else str(found.value)
        shown: dict[str, Any] = {"algorithm": self.algorithm, "cache": self.cache, "value": value, "bound": found.bound}
        shown |= {"move": found.move, "line": list(found.line)}
        return shown | asdict(found.counts) | {"seconds": round(self.seconds, 6)}


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
    parser.add_argument("--classic", metavar="NAME", help="wikipedia, russell-norvig, winston or transposition")
    parser.add_argument(
        "--algorithm", action="append", choices=list(ALGORITHMS), help="only this one; may be given several times"
    )
    parser.add_argument("--cache", action="append", choices=CACHES, help="only this one; may be given several times")
    parser.add_argument("--show", action="store_true", help="also print the tree of the last row, window by window")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    task = _task(args)
    plan = _plan(args, task)
    report = _Json() if args.json else _Live() if sys.stdout.isatty() else _Plain()
    report.begin(task)
    try:
        rows = list(_rows(task, plan, report, args.show))
    finally:
        report.stop()
    report.end(task, rows)
    if args.show and not args.json:
        trace = rows[-1].result.trace
        assert trace is not None
        print(f"\n{ALGORITHMS[rows[-1].algorithm]}, cache {rows[-1].cache}, as the side to move at the root sees it:")
        print(trace.draw())
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
        return Task(_read_tree(args.tree), {"tree": args.tree}, args.depth, None, order, False)
    from plies.search.textbook import algorithms as textbook

    tree = textbook.classic(args.classic)
    depth = textbook.CLASSICS[args.classic].depth if args.depth is None else args.depth
    return Task(tree, {"classic": args.classic}, depth, None, order, False)


def _game_task(args: argparse.Namespace, order: str | None) -> Task:
    from plies import registry

    game = registry.game(args.game)
    position = game.start() if args.position is None else game.position(args.position)
    heuristic = registry.heuristic(game, args.heuristic)
    if order is not None:
        registry.heuristic(game, order)  # so that an unknown name is said at once
    label = {"game": game.name, "position": position.text, "heuristic": heuristic.name}
    depth = DEFAULT_DEPTH if args.depth is None else args.depth
    return Task(position, label, depth, args.heuristic, order, game.rules.can_repeat)


def _read_tree(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidPosition(f"--tree, column {error.colno}: {error.msg}; a tree looks like [[3,5],[2,9]]") from None
    except RecursionError:
        raise InvalidPosition("--tree: nested too deeply; a tree looks like [[3,5],[2,9]]") from None


def _plan(args: argparse.Namespace, task: Task) -> list[tuple[str, str]]:
    """The rows: every algorithm with every cache, and the path rule by itself where positions can come back."""
    algorithms = args.algorithm or [name for name in ALGORITHMS if name != "path" or task.repeats]
    caches = args.cache or list(CACHES)
    if "path" in algorithms and not task.repeats:
        raise Refused("the path rule is for games whose positions can come back; this is not one")
    pairs = [(name, cache) for name in ALGORITHMS if name in algorithms for cache in CACHES if cache in caches]
    return [pair for pair in pairs if pair[0] != "path" or pair[1] == "none" or args.cache]


def _rows(task: Task, plan: list[tuple[str, str]], report: _Report, show: bool) -> Iterator[Row]:
    import plies.search.textbook.algorithms  # noqa: F401  # here, so that the first row's time is its own
    from plies import values

    true_value: float | None = None
    for algorithm, cache in plan:
        report.searching(algorithm, cache)
        started = time.perf_counter()
        result = _search(task, algorithm, cache, show and (algorithm, cache) == plan[-1], report.tell)
        seconds = time.perf_counter() - started
        plain = "game" not in task.label or abs(result.value) == float("inf")
        text = f"{result.value:g}" if plain else values.describe(result.value)
        row = Row(algorithm, cache, result, seconds, text)
        if algorithm == "minimax" and cache == "none":
            true_value = result.value
        report.row(row, true_value is not None and result.value != true_value)
        yield row


def _search(task: Task, algorithm: str, cache: str, trace: bool, tell: Callable[[Counts], None]) -> Result:
    from plies.search.textbook import algorithms as textbook

    options: dict[str, Any] = {"heuristic": task.heuristic, "order": task.order, "cache": cache, "trace": trace}
    if algorithm == "minimax":
        return textbook.minimax(task.what, task.depth, tell=tell, **options)
    soft, path = algorithm == "soft", algorithm == "path"
    return textbook.alphabeta(task.what, task.depth, soft=soft, path=path, tell=tell, **options)


# --- reports: JSON, plain text for a pipe, a table that grows in a terminal -------------------------------------------


COLUMNS = ("algorithm", "cache", "value", "move", "nodes", "leaves", "cut-offs", "on first", "hits", "seconds")


def _cells(row: Row, differs: bool) -> list[str]:
    counts = row.result.counts
    numbers = (counts.nodes, counts.leaves, counts.cutoffs, counts.first_cutoffs, counts.hits)
    value = row.value_text + ("*" if differs else "")
    words = [ALGORITHMS[row.algorithm], row.cache, value, row.result.move or "-"]
    return [*words, *(f"{number:,}" for number in numbers), f"{row.seconds:.3f}"]


def _heading(task: Task) -> str:
    parts = [f"{name} {text}" for name, text in task.label.items()]
    parts.append("whole tree" if task.depth is None else f"depth {task.depth}")
    return ", ".join([*parts, f"order {task.order or 'none'}"])


class _Report:
    """What is said while the rows are made; this one says nothing."""

    def begin(self, task: Task) -> None: ...

    def searching(self, algorithm: str, cache: str) -> None: ...

    def tell(self, counts: Counts) -> None: ...

    def row(self, row: Row, differs: bool) -> None: ...

    def stop(self) -> None:
        """Also called when a search was interrupted."""

    def end(self, task: Task, rows: list[Row]) -> None: ...


class _Json(_Report):
    def end(self, task: Task, rows: list[Row]) -> None:
        shown = {**task.label, "depth": task.depth, "order": task.order, "rows": [row.as_dict() for row in rows]}
        print(json.dumps(shown, indent=2, allow_nan=False))


class _Plain(_Report):
    """Fixed columns, each row as it is ready."""

    WIDTHS = (18, 17, 12, 9, 11, 11, 10, 10, 9, 9)

    def begin(self, task: Task) -> None:
        print(_heading(task))
        self._print(list(COLUMNS))

    def row(self, row: Row, differs: bool) -> None:
        self._print(_cells(row, differs))

    def _print(self, cells: list[str]) -> None:
        pairs = list(zip(cells, self.WIDTHS, strict=True))
        left = " ".join(cell.ljust(width) for cell, width in pairs[:2])
        print(left, " ".join(cell.rjust(width) for cell, width in pairs[2:]), flush=True)


class _Live(_Report):
    """A table that grows in the terminal, with a line below it about the search that runs."""

    def begin(self, task: Task) -> None:
        from rich.live import Live
        from rich.table import Table

        screen = common.console()
        # a narrow terminal leaves out two columns rather than cutting numbers; pipes and --json have them all
        self._kept = [name for name in COLUMNS if screen.width >= 100 or name not in ("move", "on first")]
        self._table = Table(
            title=_heading(task), title_justify="left", title_style="bold", box=None, padding=(0, 1, 0, 0)
        )
        for name in self._kept:
            self._table.add_column(name, justify="left" if name in COLUMNS[:2] else "right", no_wrap=True)
        self._live = Live(self._table, console=screen, auto_refresh=False, transient=False)
        self._live.start()

    def searching(self, algorithm: str, cache: str) -> None:
        self._label, self._started, self._shown = f"{ALGORITHMS[algorithm]}, cache {cache}", time.perf_counter(), 0.0

    def tell(self, counts: Counts) -> None:
        from rich.console import Group
        from rich.text import Text

        now = time.perf_counter()
        if now - self._shown < 0.2:
            return
        self._shown = now
        text = f"  {self._label}: {counts.nodes:,} nodes, {now - self._started:.0f} s"
        self._live.update(Group(self._table, Text(text, style="dim")), refresh=True)

    def row(self, row: Row, differs: bool) -> None:
        from rich.text import Text

        cells = dict(zip(COLUMNS, map(Text, _cells(row, differs)), strict=True))
        if differs:
            cells["value"].stylize("yellow")
        self._table.add_row(*(cells[name] for name in self._kept))
        self._live.update(self._table, refresh=True)

    def stop(self) -> None:
        self._live.stop()
