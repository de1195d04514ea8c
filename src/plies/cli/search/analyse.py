"""Search a position: a line per depth as they come, then the best move.

Values are for the side to move; a draw is 0 (the heuristic's own number minus
its centre). Without a limit the search takes one second. Ctrl-C ends it and
prints what is known so far. The column `table` shows how full the table of
positions is.

The search is selective: it looks at late quiet moves less deeply, so asking for
several lines or threads can end in another move of about the same value. With
one thread and a limit by depth or nodes the same question always has the same
answer; with --no-selective the value is that of minimax at that depth.

--player asks any player instead of the engine: a textbook algorithm, your own
file, an algorithm of an installed package (plies players lists them). The limits
are for a player that has none of its own; another one with limits is refused.

examples:
  plies analyse pawns:8x8 --heuristic ari --seconds 5
  plies analyse pawns:6x6 --heuristic "ari(pawns=2)" --depth 12 --lines 3
  plies analyse pawns:3x5 --position "b1b/bb1/1w1/w1w/1ww b" --threads 2
  plies analyse pawns:6x6 --moves "a2-a3 b5-b4"
  plies analyse pawns:8x8 --heuristic path/to/mine.py:bold --json
  plies analyse pawns:6x6 --player hoddi@depth=4,algorithm=textbook
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plies.cli import common
from plies.cli.answers import answer_data, proof_in_words
from plies.errors import HeuristicHangs, PlayerFault, Refused
from plies.games.contract import Heuristic
from plies.games.position import Evaluation, Position
from plies.players.player import Player
from plies.search.answer import Answer, value_in_words

Report = Callable[[Answer], None]
LAYOUT = "{:>5} {:>14} {:>12} {:>8} {:>6}  {}"


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_game(parser)
    common.add_moves(parser)
    parser.add_argument(
        "--heuristic", metavar="NAME", help="a name, name(term=weight,...) or file.py:name; else the game's default"
    )
    parser.add_argument("--order", metavar="NAME", help="order moves by this heuristic, not by killers and history")
    parser.add_argument("--player", metavar="PLAYER", help="ask this player, such as hoddi@depth=4,algorithm=textbook")
    common.add_limits(parser, "1, unless another limit is given")
    parser.add_argument("--lines", type=int, default=1, metavar="N", help="the N best moves with their lines (1)")
    parser.add_argument(
        "--no-selective", action="store_true", help="no quiescence, no reductions: the minimax value of each depth"
    )
    common.add_tables(parser)
    common.add_isolation(parser)
    common.add_json(parser)


@dataclass(frozen=True)
class _Asked:
    """Who is asked: what searches, what it is called, and the heuristic to be taken apart (None: there is none)."""

    search: Callable[[Position, int, Report], Answer]
    label: str
    heuristic: Heuristic | None
    threads: int = 1


def run(args: argparse.Namespace) -> int:
    position = common.position_of(args)
    if position.outcome is not None:
        raise Refused(f"the game is over ({position.outcome.reason}); there is no move to search for")
    asked = _engine(args, position) if args.player is None else _player(args, position)
    screen = _Screen(position, asked.label, live=not args.json)
    hang: HeuristicHangs | None = None
    with common.Ticker(screen.waiting) as ticker:
        screen.ticker = ticker
        try:
            found, stopped = asked.search(position, args.lines, screen.show), False
        except KeyboardInterrupt:
            if screen.found is None:
                raise
            found, stopped = screen.found, True
        except HeuristicHangs as error:
            if screen.found is None:
                raise
            found, stopped, hang = screen.found, True, error
        except PlayerFault as fault:
            raise Refused(f"{asked.label}: {fault.reason}") from fault
    evaluation: Evaluation | None = None
    if asked.heuristic is not None and hang is None:
        try:
            evaluation = common.evaluation(position, asked.heuristic)
        except HeuristicHangs as error:
            hang = error
    if args.json:
        common.print_json({**_data(found, position, asked, evaluation), "stopped": stopped})
    else:
        _conclude(found, position, screen, stopped)
        if asked.heuristic is not None and evaluation is not None:
            print()
            common.print_evaluation(evaluation, position, asked.heuristic)
    if hang is not None:
        raise hang
    return 130 if stopped else 0


def _engine(args: argparse.Namespace, position: Position) -> _Asked:
    """The engine with a heuristic."""
    from plies.search.engine.analysis import Engine, Options

    limits = common.limits_of(args)
    options = Options(selective=not args.no_selective)
    engine = Engine(
        position.game, args.heuristic, order=args.order, threads=args.threads, options=options, tables=args.tables
    )
    heuristic = engine.evaluator.heuristic

    def search(position: Position, lines: int, report: Report) -> Answer:
        return engine.analyse(position, limits, lines, report)

    known = "" if engine.solved is None else f", table of {engine.solved.scope.in_words()}"
    return _Asked(search, f"heuristic {heuristic.name}{known}", heuristic, len(engine.workers))


def _player(args: argparse.Namespace, position: Position) -> _Asked:
    """Any player."""
    for option in ("heuristic", "order", "no_selective"):
        if getattr(args, option):
            raise Refused(f"--player defines the search; leave out --{option.replace('_', '-')}")
    from plies.players.algorithm import Analyses
    from plies.players.answers import checked
    from plies.players.clock import Clock
    from plies.players.notation import parse_player
    from plies.players.registry import threads_of
    from plies.players.resolution import heuristic_of, in_game
    from plies.players.searchers import make_searcher

    player = parse_player(args.player, common.limits_text(args))
    _check_taken(args, player)
    player = in_game(player, position.game)

    def search(position: Position, lines: int, report: Report) -> Answer:
        searcher = make_searcher(player, position.game, args.game)
        try:
            searcher.new_game(position.state.turn, 0)
            if isinstance(searcher, Analyses):
                return checked(searcher.analyse(position, Clock(player), lines, report))
            if lines != 1:
                raise Refused(f"--lines {lines}: {player.name} gives one line")
            return checked(searcher.choose(position, Clock(player)))
        finally:
            searcher.close()

    registered = player.resolved.heuristic is not None and not player.runs_user_file
    return _Asked(search, player.name, heuristic_of(player, position.game) if registered else None, threads_of(player))


def _check_taken(args: argparse.Namespace, player: Player) -> None:
    """Refuses limits and threads that the player does not take, or has of its own."""
    from plies.players.registry import threads_of

    asked = {key: getattr(args, key) for key in ("seconds", "depth", "nodes") if getattr(args, key) is not None}
    asked |= {"threads": args.threads} if args.threads != 1 else {}
    for key, value in asked.items():
        taken = threads_of(player) if key == "threads" else getattr(player, key)
        if taken is None or abs(taken - value) > 1e-6:
            raise Refused(f"--{key} {value:g}: {player.name} takes no {key}, or has its own limits; leave out --{key}")


class _Screen:
    """The live lines, and the last thing known."""

    def __init__(self, position: Position, label: str, live: bool) -> None:
        self.position, self.label, self.live = position, label, live
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
                self.heading()
                self._row("depth", "value", "nodes", "nodes/s", "table", "line", style="dim")
            self._row(*_row_of(found))

    def heading(self) -> None:
        print(f"{common.bold(self.position.game.name)}  {self.position.text}   {self.label}")

    def _row(self, *cells: str, style: str = "") -> None:
        """Cut at the edge of a terminal, whole in a pipe."""
        self.console.print(LAYOUT.format(*cells), style=style, no_wrap=True, overflow="ellipsis", soft_wrap=False)


def _row_of(found: Answer) -> tuple[str, ...]:
    return (
        str(found.depth),
        value_in_words(found, found.unit),
        f"{found.nodes:,}",
        common.short(found.nodes_per_second),
        "" if found.counters.table_filling is None else f"{found.counters.table_filling:.0%}",
        " ".join(found.line),
    )


def _data(found: Answer, position: Position, asked: _Asked, evaluation: Evaluation | None) -> dict[str, Any]:
    """The answer, with what was asked; the heuristic's own number where there is one."""
    return {
        "game": position.game.name,
        "position": position.text,
        "turn": position.turn,
        **answer_data(found),
        "threads": asked.threads,
        "heuristic": found.heuristic,
        "evaluation": None if evaluation is None else common.evaluation_data(evaluation, position.turn),
    }


def _conclude(found: Answer, position: Position, screen: _Screen, stopped: bool) -> None:
    from textwrap import fill

    if screen.found is None:
        screen.heading()
    print("\nstopped; what is known so far:" if stopped else "")
    entries = [("best move", common.bold(found.move))]
    if found.value is not None:
        entries.append(("value", f"{value_in_words(found, found.unit)} for {position.turn}"))
        entries.append(("proof", proof_in_words(found, position.turn)))
    for label, text in entries:
        print(f"{label:<10} {text}")
    print(fill(" ".join(found.line), 78, initial_indent="line       ", subsequent_indent=" " * 11))
    if found.nodes:
        speed = common.speed(found.nodes_per_second)
        print(f"searched   {found.nodes:,} nodes to depth {found.depth} in {common.duration(found.seconds)}, {speed}")
    if found.counters.probes:
        print(f"table      {found.counters.probes:,} values come from the table of solved positions")
    if len(found.lines) > 1:
        print()
        screen.console.print(f"{'':>2}  {'value':>13}  {'depth':>5}  line", style="dim")
        for place, line in enumerate(found.lines, 1):
            row = f"{place:>2}  {value_in_words(line, found.unit):>13}  {line.depth:>5}  {' '.join(line.line)}"
            screen.console.print(row, no_wrap=True, overflow="ellipsis", soft_wrap=False)
