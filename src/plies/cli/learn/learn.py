"""Which weights are best: fits a heuristic to games of the engine against itself, and proves it in a match.

Each round plays games of the best heuristic so far at a fixed number of nodes and fits candidates to their positions.
Each candidate plays a match against the best so far; a sequential test takes it or drops it. Candidates have other
weights for the features of the heuristic after --from (own) or of all heuristics of the game (all), or patterns:
windows of cells with a weight for every combination of their contents (patterns; both: beside the features of own).

The result is a heuristic like any other: a file for --heuristic, players and tournaments. Without --out it lies in the
folder of learned heuristics, and then its name alone is enough, also in the browser. Ctrl-C loses nothing: the same
command continues. With more --minutes it goes on: first with the match of a candidate that leads and had no time to
prove it, then with further rounds. With --games the same seed gives the same file; the verdict is then at equal nodes
unless --verdict says otherwise.

--from may be a user-written heuristic. If its features are its own, the result of the kind own is named by that file,
with weights: parts.py:pairs(pawns=2,pairs=0.5). Files of this command name features of the game and run nothing.

With --records it also learns from games that were played before: those of the ledger, of one of its tournaments
(ledger:ID), of another ledger, or of files of games such as PDN; with --games 0 from these alone. With --cluster the
games of self-play are played on a Dask cluster, and the same seed gives the same file there.

examples:
  plies learn breakthrough:8x8 --from ari --minutes 20
  plies learn pawns:6x6 --from tryggvi --games 2000 --nodes 500 --rounds 2 --seed 1 --out mine.toml
  plies learn checkers --kinds own all --quiet --minutes 60 --verdict 50ms
  plies learn checkers --records games.pdn ledger --games 0 --rounds 1 --verdict 50ms
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from plies.cli import common

if TYPE_CHECKING:
    from plies.learn.course import Course
    from plies.learn.games.chunks import Plays
    from plies.learn.learning import Result

#: seconds between two lines where there is no terminal
LINE_EVERY = 30.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a name such as pawns:8x8, or a file.py")
    parser.add_argument("--from", dest="parent", metavar="NAME", help="the heuristic to begin with; else the default")
    length = parser.add_argument_group("how long")
    length.add_argument("--minutes", type=float, metavar="N", help="what all rounds may take together")
    length.add_argument("--games", type=int, metavar="N", help="games of self-play in each round, instead of --minutes")
    length.add_argument("--nodes", type=int, metavar="N", help="nodes a move in self-play (500, 1500, then 2500)")
    length.add_argument(
        "--rounds", type=int, metavar="N", help="rounds, each from the best so far (3; fewer in a hurry)"
    )
    length.add_argument("--seed", type=int, default=0, metavar="N", help="another seed is another run (0)")
    what = parser.add_argument_group("what is fitted, and how it is judged")
    what.add_argument("--kinds", nargs="+", default=[], metavar="KIND", help="own, all, patterns, both (all patterns)")
    what.add_argument("--quiet", action="store_true", help="learn from positions with a quiet best move only")
    what.add_argument("--verdict", metavar="LIMIT", help="limit of a move in the verdict, such as 50ms or nodes=5000")
    what.add_argument("--verdict-games", type=int, default=200, metavar="N", help="games of a verdict at most (200)")
    where = parser.add_argument_group("games from elsewhere")
    where.add_argument(
        "--records", nargs="+", default=[], metavar="FILE", help="games that were played: ledger, .sqlite, .pdn"
    )
    where.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster, such as tcp://127.0.0.1:8786")
    where.add_argument("--tls", nargs=3, metavar=("CA", "CERT", "KEY"), help="certificates for a cluster with TLS")
    parser.add_argument("--out", metavar="FILE", help="where the result is written, a .toml; else it gets a name")
    parser.add_argument("--report", metavar="DIR", help="write a report there, as a web page and as Markdown")
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.learn.course import Course
    from plies.learn.learning import learn, result_of

    if args.report:
        from plies.cli.tournaments.results import check_folder

        check_folder(args.report)
    course = Course.of(
        args.game,
        args.parent,
        kinds=tuple(args.kinds),
        rounds=args.rounds,
        seed=args.seed,
        games=args.games,
        nodes=args.nodes,
        minutes=args.minutes,
        quiet=args.quiet,
        verdict=args.verdict,
        verdict_games=args.verdict_games,
        records=tuple(args.records),
    )
    out = _out(args, course)
    now, said = ["getting ready"], [time.monotonic() - LINE_EVERY]

    def progress(text: str) -> None:
        now[0] = text
        if not sys.stderr.isatty() and time.monotonic() - said[0] >= LINE_EVERY:
            said[0] = time.monotonic()
            common.notice(text)

    stopped = False
    try:
        with _plays(args, progress) as plays, common.Ticker(lambda: now[0]):
            result = learn(course, progress, plays)
    except KeyboardInterrupt:
        stopped, result = True, result_of(course)
    _write(result, out)
    _show(args, result, out)
    if stopped:
        common.notice("stopped; the same command continues")
    return 130 if stopped else 0


@contextmanager
def _plays(args: argparse.Namespace, notice: Callable[[str], None]) -> Iterator[Plays]:
    """Who plays the games of self-play."""
    from plies.errors import Refused
    from plies.learn.games.chunks import Here, OnCluster

    if args.tls and not args.cluster:
        raise Refused("--tls goes with --cluster")
    if not args.cluster:
        yield Here()
        return
    with OnCluster(args.cluster, args.tls, notice) as cluster:
        yield cluster


def _out(args: argparse.Namespace, course: Course) -> Path:
    from plies.errors import Refused
    from plies.places import learned_folder
    from plies.registry import file_name

    if args.out is None:
        stem = Path(course.parent).name.removesuffix(".toml")
        return learned_folder() / file_name(course.board().name) / f"{stem}-{course.id[:6]}.toml"
    if not args.out.endswith(".toml"):
        raise Refused(f"--out {args.out}: the name of a learned heuristic ends in .toml")
    return Path(args.out)


def _write(result: Result, out: Path) -> None:
    from plies.errors import StorageFailed

    if result.text is None:
        return
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(result.text, encoding="utf-8")
    except OSError as error:
        raise StorageFailed(f"cannot write {out}: {error.strerror}") from None


def _undecided(result: Result) -> list[Path]:
    """The files of candidates that lead in matches which are not finished."""
    return [result.course.folder / trial.file for trial in result.undecided]


def _ending(result: Result, out: Path) -> str:
    """What was written, how it is named where that is not by its path, and what is kept of matches not finished."""
    from plies.games.learned import words_of

    lines = ["nothing was better than the parent"]
    if result.text is not None:
        lines = [f"written: {out}"]
        words = words_of(out)
        lines += [] if words == str(out) else [f'its features are yours, so name it as "{words}"']
    elif result.undecided:
        lines = ["nothing was proven to be better than the parent"]
    return "\n".join([*lines, *(f"kept, undecided: {path}" for path in _undecided(result))])


def _show(args: argparse.Namespace, result: Result, out: Path) -> None:
    from plies import registry
    from plies.blocks import terminal
    from plies.blocks.files import write
    from plies.learn.report import blocks, title

    parent = registry.heuristic(result.course.board(), result.course.parent)
    if args.json:
        written = None if result.text is None else str(out)
        rounds, leading = [asdict(one) for one in result.rounds], [str(path) for path in _undecided(result)]
        common.print_json({"file": written, **asdict(result.course), "learned": rounds, "undecided": leading})
    else:
        print(common.bold(title(result)))
        terminal.show(blocks(result, parent), common.console())
        print(f"\n{_ending(result, out)}")
    if args.report:
        report = write(args.report, title(result), blocks(result, parent))
        common.notice(f"report: {report.page}")
        if report.notice:
            common.notice(report.notice)
