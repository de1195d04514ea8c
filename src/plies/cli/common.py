"""What the commands share: the game and its position as arguments, colours, tables, numbers, a line while waiting.

`rich` is imported inside functions, so that `--help` answers at once.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeVar

from plies.errors import HeuristicHangs, PliesError, near
from plies.search.engine.beside import Beside
from plies.values import describe, plain

if TYPE_CHECKING:
    from rich.console import Console

    from plies.games.contract import Heuristic
    from plies.games.position import Evaluation, Outcome, Position
    from plies.search.limits import Limits

Result = TypeVar("Result")
#: seconds that a heuristic may take for one position
PATIENCE = 1.0
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


class _Formatter(argparse.HelpFormatter):
    """Folds the prose of a description to the terminal's width; indented lines, such as examples, stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts = [
            part if "\n " in part else textwrap.fill(part, width, break_long_words=False) for part in text.split("\n\n")
        ]
        return textwrap.indent("\n\n".join(parts), indent)


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors are one line."""

    def __init__(self, prog: str, description: str | None, **options: Any) -> None:
        super().__init__(prog, description=description, formatter_class=_Formatter, allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments: -"):
            message += near(message.split()[2].partition("=")[0], self._option_string_actions)
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


# -- arguments -------------------------------------------------------------------------------------------------------


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game as the first word, and a position of it."""
    parser.add_argument("game", metavar="GAME", help="a name such as pawns:8x8 (see plies games), or a file.py")
    parser.add_argument("--position", metavar="TEXT", help="a position in the game's one-line form; else the start")


def add_moves(parser: argparse.ArgumentParser) -> None:
    """Moves from the position, which `position_of` plays."""
    parser.add_argument("--moves", metavar="WORDS", help='moves played from there, such as "a2-a3 b7-b6"')


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text for people")


def add_isolation(parser: Any) -> None:
    """Whether user-written players can reach the user's files and the network; `cli.main` sees to it."""
    text = "keep user-written players from files and the network (where that works; --isolate insists)"
    parser.add_argument("--isolate", action=argparse.BooleanOptionalAction, default=None, help=text)


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Whether the engine probes tables."""
    text = "whether the engine looks solved positions up in the game's table, if there is one (on)"
    parser.add_argument("--tables", choices=("on", "off"), default="on", help=text)


def add_limits(parser: argparse.ArgumentParser, default: str) -> None:
    """How long a search may take."""
    parser.add_argument("--seconds", type=float, metavar="S", help=f"seconds for a search ({default})")
    parser.add_argument("--depth", type=int, metavar="N", help="search to N plies")
    parser.add_argument("--nodes", type=int, metavar="N", help="search N nodes")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads on one table (1)")


def limits_of(args: argparse.Namespace) -> Limits:
    """The limits that were given; one second when there are none."""
    from plies.search.limits import Limits

    none = args.seconds is None and args.depth is None and args.nodes is None
    return Limits(depth=args.depth, nodes=args.nodes, seconds=1.0 if none else args.seconds)


def limits_text(args: argparse.Namespace) -> str:
    """The limits and threads that were given, as a player's text has them."""
    limits_of(args)  # refuses bad limits
    words = [] if args.seconds is None else [f"{args.seconds:.6f}s"]
    words += [f"{key}={getattr(args, key)}" for key in ("depth", "nodes") if getattr(args, key) is not None]
    words += ["tables=off"] if getattr(args, "tables", "on") == "off" else []
    return ",".join([*words, f"threads={args.threads}"])


def position_of(args: argparse.Namespace) -> Position:
    from plies.registry import game

    chosen = game(args.game)
    position = chosen.start() if args.position is None else chosen.position(args.position)
    words = (getattr(args, "moves", None) or "").split()
    for number, word in enumerate(words, 1):
        try:
            position = position.play(word)
        except PliesError as error:
            raise type(error)(f"--moves, move {number}: {error}") from None
    return position


# -- output ----------------------------------------------------------------------------------------------------------


def has_colour(stream: TextIO) -> bool:
    """Whether colours are wanted on a stream: a terminal that is not dumb. NO_COLOR and FORCE_COLOR decide first."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    pieces = (
        (stream.encoding or "").lower().startswith("utf")
    )  # in other encodings letters are clearer than question marks
    return stream.isatty() and pieces and os.environ.get("TERM", "") not in ("", "dumb")


def console() -> Console:
    """A rich console on standard output; lines are as long as they are when the output is a pipe."""
    from rich.console import Console

    colour = has_colour(sys.stdout)
    return Console(
        highlight=False,
        markup=False,
        emoji=False,
        no_color=not colour,
        force_terminal=colour or None,
        width=None if sys.stdout.isatty() else 1000,
    )


def print_json(data: dict[str, Any]) -> None:
    print(json.dumps(data, indent=2))


def notice(text: str) -> None:
    """One line beside what was asked for."""
    print(f"plies: {text}", file=sys.stderr, flush=True)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], indent: int = 0) -> None:
    """Aligned columns of texts. `>` before a name: numbers, on the right. Those of `about` are sentences."""
    from plies.blocks.blocks import Column, Table
    from plies.blocks.formats import FIGURE, PROSE, TEXT
    from plies.blocks.terminal import show

    formats = [FIGURE if name.startswith(">") else PROSE if name == "about" else TEXT for name in columns]
    titles = [name.lstrip(">") for name in columns]
    screen = console()
    if PROSE not in formats:
        screen.width = 1000  # numbers are never cut: a terminal that is too narrow folds the line
    show([Table("", [Column(*one) for one in zip(titles, formats, strict=True)], rows)], screen, indent)


def dim(text: str) -> str:
    """Text in the background where there are colours."""
    return f"\x1b[2m{text}\x1b[0m" if has_colour(sys.stdout) else text


def bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if has_colour(sys.stdout) else text


def visible(text: str) -> int:
    """How many characters of a line are seen."""
    return len(_ESCAPES.sub("", text))


def short(number: float) -> str:
    """Three figures and a letter: `6.54 M`; a whole number below a thousand as it is."""
    if number < 1000 and number == int(number):
        return str(int(number))
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            number, sign = number / size, letter
            break
    else:
        sign = ""
    digits = 2 if number < 10 else 1 if number < 100 else 0
    return f"{number:.{digits}f}{sign}"


def speed(per_second: float, what: str = "nodes") -> str:
    return f"{short(per_second)} {what}/s"


def duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"


# -- data ------------------------------------------------------------------------------------------------------------


def outcome_data(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason}


def evaluation(position: Position, heuristic: Heuristic) -> Evaluation:
    """A heuristic's number for the side to move, as it is searched; HeuristicHangs if it does not return."""
    from plies.search.evaluation import evaluation_by

    ask = evaluation_by(position.game, heuristic)  # which may compile, and that may take its time
    try:
        return _result(Beside(lambda: ask(position.state, position.state.turn)), PATIENCE)
    except TimeoutError:
        raise HeuristicHangs(f"heuristic {heuristic.name!r} does not return") from None
    except KeyboardInterrupt:
        raise HeuristicHangs(f"stopped; heuristic {heuristic.name!r} does not return", interrupted=True) from None


def evaluation_data(evaluation: Evaluation, me: str) -> dict[str, Any]:
    """A heuristic's number for side `me`, with its terms."""
    return {
        "me": me,
        "value": float(evaluation),
        "centre": evaluation.centre,
        "terms": [term.__dict__ for term in evaluation.terms],
    }


def print_evaluation(evaluation: Evaluation, position: Position, heuristic: Heuristic) -> None:
    """The terms of a heuristic for the side to move, as a table that adds up."""
    me, other = position.turn, position.game.sides[1 - position.state.turn]
    level = f" (level is {plain(evaluation.centre)}, which a search calls 0)" if evaluation.centre else ""
    number = evaluation - evaluation.centre
    counted = "" if heuristic.unit is None else f", {describe(number, heuristic.unit)}"
    print(f"{bold(heuristic.name)} gives {me} {plain(evaluation)} here{counted}{level}")
    rows = [
        [
            *(term.feature, plain(term.mine, grouped=True), plain(term.theirs, grouped=True)),
            *(plain(number, signed=True, grouped=True) for number in (term.weight, term.contribution)),
        ]
        for term in evaluation.terms
    ]
    if evaluation.centre:
        rows.insert(0, ["centre", "", "", "", plain(evaluation.centre, signed=True)])
    print_table(["term", f">{me}", f">{other}", ">weight", ">adds"], rows, indent=2)


# -- waiting ---------------------------------------------------------------------------------------------------------


class Ticker:
    """A line at the bottom of the terminal while something takes more than two seconds. Silent without a terminal."""

    PATIENCE, STEP = 2.0, 0.25

    def __init__(self, text: Callable[[], str]) -> None:
        self.text = text
        self.stream = sys.stderr
        self.lock = threading.Lock()
        self.ended = threading.Event()
        self.last = time.monotonic()
        self.shown = False

    def __enter__(self) -> Ticker:
        if self.stream.isatty():
            threading.Thread(target=self._run, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        with self.quiet():
            pass

    def _run(self) -> None:
        while not self.ended.wait(self.STEP):
            with self.lock:
                waited = time.monotonic() - self.last
                if waited >= self.PATIENCE and not self.ended.is_set():
                    self.stream.write(f"\r\x1b[K  {_cut(self.text())} {waited:.0f} s")
                    self.stream.flush()
                    self.shown = True

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Takes the line away while something else is printed, and starts counting anew."""
        with self.lock:
            if self.shown:
                self.stream.write("\r\x1b[K")
                self.stream.flush()
                self.shown = False
            yield
            self.last = time.monotonic()


def _cut(text: str) -> str:
    """What of a text fits into the terminal's line, beside the seconds: a longer one would not be taken away again."""
    room = max(20, shutil.get_terminal_size().columns - 10)
    return text if len(text) <= room else text[: room - 1] + "…"


def interruptibly(call: Callable[[], Result]) -> Result:
    """Runs compiled code beside the main thread, so that Ctrl-C interrupts it."""
    return _result(Beside(call), None)


def _result(work: Beside[Result], seconds: float | None) -> Result:
    """What a call gives or raises; TimeoutError if it does neither in time."""
    if not work.wait(seconds):
        raise TimeoutError
    if work.failure is not None:
        raise work.failure
    return work.results[0]
