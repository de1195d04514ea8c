"""The command line. Each command is a module with `configure(parser)` and `run(args) -> exit status`.

A command whose options depend on its game may also have `prepare(words) -> words`. It is called before parsing.
Only the module of the command that was asked for is imported, so that `plies --help` answers at once.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

from plies.cli.common import Parser
from plies.errors import HeuristicHangs, PliesError, near, printable

#: name -> (module, one line for the list of commands)
COMMANDS: dict[str, tuple[str, str]] = {
    "games": ("plies.cli.games.games", "the games, their sizes and their heuristics"),
    "players": ("plies.cli.games.players", "how players are written, and the algorithms"),
    "show": ("plies.cli.games.show", "draw a position"),
    "perft": ("plies.cli.games.perft", "perft: count the sequences of legal moves"),
    "analyse": ("plies.cli.search.analyse", "search a position, a line per depth"),
    "play": ("plies.cli.play.play", "play against the engine, or watch it play"),
    "bench": ("plies.cli.search.bench", "one node count per game, and the speed"),
    "textbook": ("plies.cli.search.textbook", "the textbook algorithms side by side"),
    "time": ("plies.cli.search.time", "what each heuristic costs and what it is worth"),
    "tournament": ("plies.cli.tournaments.tournament", "which player is better, how sure that is, and by how much"),
    "archive": ("plies.cli.tournaments.archive", "the games of all tournaments: list, show, replay, export"),
    "solve": ("plies.cli.search.solve", "exact answers: who wins, and shortest forced wins"),
    "table": ("plies.cli.tables.table", "whole games solved: build, list, probe and audit tables"),
    "grade": ("plies.cli.tables.grade", "players and heuristics graded by the truth of tables"),
    "learn": ("plies.cli.learn.learn", "better weights: fitted to games, proven in a match"),
    "ggp": ("plies.cli.servers.ggp", "play on game servers (General Game Playing)"),
    "ggp-match": ("plies.cli.servers.ggp_match", "matches between players of that protocol"),
    "football": ("plies.cli.football.football", "the coach: exact mixed strategies for every situation"),
    "serve": ("plies.web.command", "the laboratory in the browser"),
}

_EXAMPLES = """\
examples:
  plies games
  plies play pawns:6x6
  plies analyse pawns:8x8 --heuristic ari --seconds 5
  plies COMMAND --help
"""


def _top_parser() -> argparse.ArgumentParser:
    lines = "\n".join(f"  {name:<11} {about}" for name, (_, about) in COMMANDS.items())
    parser = Parser(
        prog="plies",
        description="Plies: a laboratory for adversarial search.\n\ncommands:\n" + lines,
        epilog=_EXAMPLES,
        usage="plies [--help] [--version] COMMAND ...",
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    parser.add_argument("command", nargs="?", metavar="COMMAND", help=argparse.SUPPRESS)
    return parser


def _one_line(message: Warning | str, *_: Any, **__: Any) -> str:
    return f"plies: {printable(str(message))}\n"


def _end_at_once(status: int) -> NoReturn:
    """Without Python's own end, which a thread that never returns can hold up or bring down."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    os._exit(status)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; bad input ends in one line on standard error and status 2."""
    words = list(sys.argv[1:] if argv is None else argv)
    warnings.formatwarning = _one_line
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without ♟ shows a question mark, not a traceback
    if not words or words[0].startswith("-"):
        args = _top_parser().parse_args(words)
        if args.version:
            from plies import __version__

            print(f"plies {__version__}")
        else:
            _top_parser().print_help()
        return 0
    name, rest = words[0], words[1:]
    if name not in COMMANDS:
        known = ", ".join(COMMANDS)
        print(f"plies: unknown command {name!r}{near(name, COMMANDS)}; known: {known}", file=sys.stderr)
        return 2
    module = importlib.import_module(COMMANDS[name][0])
    parser = Parser(f"plies {name}", module.__doc__)
    module.configure(parser)
    try:
        prepare = getattr(module, "prepare", None)
        args = parser.parse_args(rest if prepare is None else prepare(rest))
        if getattr(args, "isolate", None) is None:
            return int(module.run(args))
        from plies.processes.isolation import wished

        with wished(args.isolate):
            return int(module.run(args))
    except HeuristicHangs as error:
        print(f"plies: {printable(str(error))}", file=sys.stderr)
        _end_at_once(130 if error.interrupted else 2)
    except PliesError as error:
        print(f"plies: {printable(str(error))}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # the reader of the pipe closed it, which is no error here; the buffered output is dropped
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("plies: stopped", file=sys.stderr)
        return 130
