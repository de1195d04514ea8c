"""Search a position: a line per depth as they come, then the best move.

Values are for the side to move; a draw is 0 (the heuristic's own number minus
its centre). Without a limit the search takes one second. Ctrl-C ends it and
prints what is known so far. The column `table` says how full the table of
positions is.

The search is selective: it looks at late quiet moves less deeply, so asking for
several lines or threads can end in another move of about the same value. With
one thread and a limit by depth or nodes the same question always has the same
answer; with --no-selective the value is that of minimax at that depth.

examples:
  plies analyse pawns:8x8 --heuristic ari --seconds 5
  plies analyse pawns:6x6 --heuristic "ari(pawns=2)" --depth 12 --lines 3
  plies analyse pawns:3x5 --position "b1b/bb1/1w1/w1w/1ww b" --threads 2
  plies analyse pawns:8x8 --heuristic path/to/mine.py:bold --json
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from plies.cli import common
from plies.errors import Refused
from plies.games.position import Position
from plies.values import describe

if TYPE_CHECKING:
    from plies.search.answer import Answer, Line
    from plies.search.engine.analysis import Engine

LAYOUT = "{:>5} {:>10} {:>12} {:>8} {:>6}  {}"


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_game(parser)
    parser.add_argument(
        "--heuristic", metavar="NAME", help="a name, name(term=weight,...) or file.py:name; else the game's default"
    )
    parser.add_argument("--order", metavar="NAME", help="order moves by this heuristic, not by killers and history")
    common.add_limits(parser, "1, unless another limit is given")
    parser.add_argument("--lines", type=int, default=1, metavar="N", help="the N best moves with their lines (1)")
    parser.add_argument(
        "--no-selective", action="store_true", help="no quiescence, no reductions: the minimax value of each depth"
    )
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    position = common.position_of(args)
    limits = common.limits_of(args)
    if position.outcome is not None:
        raise Refused(f"the game is over ({position.outcome.reason}); there is no move to search for")
    from plies.search.engine.analysis import Engine, Options

    engine = Engine(
        position.game,
        args.heuristic,
        order=args.order,
        threads=args.threads,
        options=Options(selective=not args.no_selective),
    )
    screen = _Screen(position, live=not args.json)
    with common.Ticker(screen.waiting) as ticker:
        screen.ticker = ticker
        try:
            found, stopped = engine.analyse(position, limits, args.lines, screen.show), False
        except KeyboardInterrupt:
            if screen.found is None:
                raise
            found, stopped = screen.found, True
    if args.json:
        common.print_json({**found_data(found, position, engine), "stopped": stopped})
    else:
        _conclude(found, position, engine, screen, stopped)
    return 130 if stopped else 0


class _Screen:
    """The live lines, and the last thing known."""

    def __init__(self, position: Position, live: bool) -> None:
        self.position, self.live = position, live
        self.found: Answer | None = None
        self.ticker: common.Ticker | None = None
        self.console = common.console()
        with self.console.capture():
            self.console.print("")  # what the first line imports is not to be counted as search

    def waiting(self) -> str:
        return f"searching depth {self.found.depth + 1 if self.found else 1} ..."

    def show(self, found: Answer) -> None:
        """One line for a finished depth; the first comes with a heading."""
        first, self.found = self.found is None, found
        if not self.live:
            return
        assert self.ticker is not None
        with self.ticker.quiet():
            if first:
                print(f"{common.bold(self.position.game.name)}  {self.position.text}   heuristic {found.heuristic}")
                self._row("depth", "value", "nodes", "nodes/s", "table", "line", style="dim")
            self._row(*_row_of(found))

    def _row(self, *cells: str, style: str = "") -> None:
        """Cut at the edge of a terminal, whole in a pipe."""
        self.console.print(LAYOUT.format(*cells), style=style, no_wrap=True, overflow="ellipsis", soft_wrap=False)


def value_in_words(line: Line | Answer) -> str:
    """`+1.50`, `win in 7`, `draw`: short, for a column."""
    if line.value is None:
        return "–"
    return "draw" if line.proof is not None and line.proof[0] == "draw" else describe(line.value)


def proof_in_words(line: Line | Answer, turn: str) -> str:
    if line.proof is None:
        return "none yet"
    what, plies = line.proof
    if what == "draw":
        return f"a draw, by a search to the end ({_plies(plies)})"
    return f"{turn} {'wins' if what == 'win' else 'loses'} in {_plies(plies)}"


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"


def _row_of(found: Answer) -> tuple[str, ...]:
    return (
        str(found.depth),
        value_in_words(found),
        f"{found.nodes:,}",
        common.short(found.nodes_per_second),
        f"{found.counters.table_filling:.0%}",
        " ".join(found.line),
    )


def _line_data(line: Line) -> dict[str, Any]:
    return {
        "move": line.move,
        "value": line.value,
        "line": list(line.line),
        "depth": line.depth,
        "proof": None if line.proof is None else list(line.proof),
    }


def found_data(found: Answer, position: Position, engine: Engine) -> dict[str, Any]:
    """What a search found, under the names of its attributes."""
    evaluation = position.evaluate(engine.evaluator.heuristic, position.state.turn)
    return {
        "game": position.game.name,
        "position": position.text,
        "turn": position.turn,
        **_line_data(found.lines[0]),
        "nodes": found.nodes,
        "seconds": found.seconds,
        "nodes_per_second": found.nodes_per_second,
        "lines": [_line_data(line) for line in found.lines],
        "leaves": found.counters.leaves,
        "cutoffs": found.counters.cutoffs,
        "first_move_cutoffs": found.counters.first_move_cutoffs,
        "table_hits": found.counters.table_hits,
        "table_filling": found.counters.table_filling,
        "deepest": found.counters.deepest,
        "threads": len(engine.workers),
        "heuristic": found.heuristic,
        "evaluation": common.evaluation_data(evaluation, position.turn),
    }


def _conclude(found: Answer, position: Position, engine: Engine, screen: _Screen, stopped: bool) -> None:
    from textwrap import fill

    print("\nstopped; what is known so far:" if stopped else "")
    entries = [
        ("best move", common.bold(found.move)),
        ("value", f"{value_in_words(found)} for {position.turn}"),
        ("proof", proof_in_words(found, position.turn)),
    ]
    for label, text in entries:
        print(f"{label:<10} {text}")
    print(fill(" ".join(found.line), 78, initial_indent="line       ", subsequent_indent=" " * 11))
    print(
        f"searched   {found.nodes:,} nodes to depth {found.depth} in {common.duration(found.seconds)},"
        f" {common.speed(found.nodes_per_second)}"
    )
    if len(found.lines) > 1:
        print()
        screen.console.print(f"{'':>2}  {'value':>9}  {'depth':>5}  line", style="dim")
        for place, line in enumerate(found.lines, 1):
            row = f"{place:>2}  {value_in_words(line):>9}  {line.depth:>5}  {' '.join(line.line)}"
            screen.console.print(row, no_wrap=True, overflow="ellipsis", soft_wrap=False)
    print()
    heuristic = engine.evaluator.heuristic
    common.print_evaluation(position.evaluate(heuristic, position.state.turn), position, heuristic.name)
