"""What the coach says about a situation: the matrix, the mixes, every call against the best reply, and why."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from plies.errors import Refused
from plies.games.football.names import find_name

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from plies.football import FootballSolution, Playbook, Situation


def make_console() -> Console:
    """A console that writes plain text when piped, wide enough not to fold tables."""
    from rich.console import Console

    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 160)


def make_table(console: Console, title: str, *headings: str, left: tuple[str, ...] = ()) -> Table:
    """An empty table under a printed title; columns are numbers, set to the right, unless named in `left`."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print(title, style="italic")
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in headings:
        table.add_column(Text(heading), justify="left" if heading in left else "right")
    return table


def show(console: Console, table: Table) -> None:
    """Print a table without the spaces that would trail its lines."""
    with console.capture() as captured:
        console.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def percent(share: float, digits: int = 2) -> str:
    """A share in percent; what rounds to nothing has no sign."""
    return f"{round(100 * share, digits) + 0.0:.{digits}f}%"


def rounding(situation: Situation, seconds: int, tick: int) -> str:
    """A line that tells of rounded seconds, or nothing."""
    whole = situation.ticks * tick
    if seconds == whole:
        return ""
    ticks = f"{situation.ticks} tick{'s' * (situation.ticks != 1)}"
    return f"{seconds} seconds are {ticks} of {tick} seconds, rounded down to {whole}."


def describe(solution: FootballSolution, situation: Situation) -> dict[str, Any]:
    """Everything the coach knows about a situation, as plain data."""
    from plies.football import format_situation

    book = solution.playbook
    matrix, mixes = solution.matrix(*situation), solution.mixes(*situation)
    entries = [
        {
            "play": play,
            "formation": formation,
            "value": float(matrix[i, j]),
            "outcomes": _outcomes(solution, situation, i, j),
        }
        for i, play in enumerate(book.plays)
        for j, formation in enumerate(book.formations)
    ]
    return {
        "situation": {**situation._asdict(), "text": format_situation(situation, book.tick_seconds)},
        "value": solution.value(*situation),
        "gap": solution.gap(*situation),
        "matrix": matrix.tolist(),
        "offence": _calls(book.plays, mixes.offence, matrix.min(axis=1), book.formations, matrix.argmin(axis=1)),
        "defence": _calls(book.formations, mixes.defence, matrix.max(axis=0), book.plays, matrix.argmax(axis=0)),
        "entries": entries,
        "states": solution.states,
        "largest_gap": solution.largest_gap,
    }


def _calls(names: Any, mix: Any, worth: Any, replies: Any, best: Any) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "share": float(mix[k]),
            "against_best_reply": float(worth[k]),
            "best_reply": replies[int(best[k])],
        }
        for k, name in enumerate(names)
    ]


def _outcomes(solution: FootballSolution, situation: Situation, play: int, formation: int) -> list[dict[str, Any]]:
    lines = []
    for line in solution.explain(situation, play, formation):
        data = line._asdict()
        if not isinstance(line.leads_to, str):
            data["leads_to"] = line.leads_to._asdict()
        lines.append(data)
    return lines


def report(
    args: argparse.Namespace,
    solution: FootballSolution,
    situation: Situation,
    seconds: int,
    entries: list[tuple[int, int]] | None,
) -> int:
    """Print what the coach knows, and how these entries come about, or the pair that is called most often."""
    data = describe(solution, situation)
    if args.json:
        print(json.dumps(data, indent=2))
        return 0
    console = make_console()
    tick = solution.playbook.tick_seconds
    console.print(data["situation"]["text"] + f"   ({', '.join(str(number) for number in situation)})", style="bold")
    if rounded := rounding(situation, seconds, tick):
        console.print(rounded)
    console.print(f"The offence wins {percent(data['value'], 4)} of the time when both sides call as well as can be.")
    console.print(_nothing_left(data))
    _print_matrix(console, solution, data)
    _print_calls(console, data)
    for i, j in _called_most(solution, situation) if entries is None else entries:
        _print_entry(console, solution, situation, i, j, float(data["matrix"][i][j]))
    console.print(
        f"{count(data['states'], 'situation')} solved; the largest certificate gap of any of them is "
        f"{data['largest_gap']:.1e}, of this one {data['gap']:.1e}."
    )
    return 0


def _nothing_left(data: dict[str, Any]) -> str:
    """A line for situations that are decided whatever one side does, with the end of its line."""
    if not np.any(data["matrix"]):
        return "nothing wins any more; every call is as good as another\n"
    if data["value"] == 0.0:
        return "The right defence wins for sure; the call shown for the offence gains most from a wrong one.\n"
    return ""


def named_entries(names: list[str] | None, book: Playbook) -> list[tuple[int, int]] | None:
    """The entries that --explain asks for; None leaves the choice to the coach. Needs no solution to refuse a name."""
    if names is None:
        return None
    if [name.lower() for name in names] == ["all"]:
        return [(i, j) for i in range(len(book.plays)) for j in range(len(book.formations))]
    if len(names) != 2:
        raise Refused(f"--explain takes a play and a formation (quoted), or all; not {len(names)} names")
    return [(find_name(names[0], book.plays, "play"), find_name(names[1], book.formations, "formation"))]


def _called_most(solution: FootballSolution, situation: Situation) -> list[tuple[int, int]]:
    mixes = solution.mixes(*situation)
    return [(int(mixes.offence.argmax()), int(mixes.defence.argmax()))]


def _print_matrix(console: Console, solution: FootballSolution, data: dict[str, Any]) -> None:
    from rich.text import Text

    title = "The chance that the offence wins, and how often each call is made"
    table = make_table(console, title, "", *solution.playbook.formations, "offence calls it", left=("",))
    open_to_all = not np.any(data["matrix"])
    for call, row in zip(data["offence"], data["matrix"], strict=True):
        table.add_row(
            Text(call["name"]), *(f"{entry:.6f}" for entry in row), "any" if open_to_all else _share(call["share"])
        )
    table.add_section()
    table.add_row(
        "defence calls it", *("any" if open_to_all else _share(call["share"]) for call in data["defence"]), ""
    )
    show(console, table)
    print()


def _share(share: float) -> str:
    return percent(share) if share > 0 else "never"


def _print_calls(console: Console, data: dict[str, Any]) -> None:
    from rich.text import Text

    title = "One call alone, when the other side knows it"
    left = ("call", "best reply")
    table = make_table(console, title, *left, "offence wins", "costs its side", left=left)
    for side, sign in (("offence", 1), ("defence", -1)):
        for call in data[side]:
            cost = sign * (data["value"] - call["against_best_reply"])
            table.add_row(
                Text(call["name"]),
                Text(call["best_reply"]),
                percent(call["against_best_reply"]),
                percent(max(cost, 0.0)),
            )
        table.add_section()
    show(console, table)
    print()


def _print_entry(
    console: Console, solution: FootballSolution, situation: Situation, play: int, formation: int, entry: float
) -> None:
    from plies.football import format_situation

    book = solution.playbook
    title = f"How {book.plays[play]} against {book.formations[formation]} comes to {entry:.6f}"
    headings = ("chance", "yards", "seconds", "leads to", "worth", "chance x worth")
    table = make_table(console, title, *headings, left=("leads to",))
    for line in solution.explain(situation, play, formation):
        leads_to = line.leads_to
        text = leads_to if isinstance(leads_to, str) else format_situation(leads_to, book.tick_seconds)
        table.add_row(
            f"{line.probability:.6g}",
            "" if line.turnover else f"{line.yards:+d}" if line.yards else "0",
            str(line.ticks * book.tick_seconds),
            text,
            f"{line.value:.6f}",
            f"{line.probability * line.value:.6f}",
        )
    table.add_section()
    table.add_row("", "", "", "in all", "", f"{entry:.6f}")
    show(console, table)
    print()


def count(number: int, one: str, many: str = "") -> str:
    """A number with its word."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def search(args: argparse.Namespace, situation: Situation, playbook: Playbook | None) -> int:
    """Search with and without pruning, and say what pruning saves."""
    from plies.cli.football.progress import Notice
    from plies.football import format_situation, shipped_playbook
    from plies.football import search as searcher
    from plies.games.football.rules import place_of

    place = place_of(*situation[:3])
    with Notice("the football search", "induct", "search"):
        found, full = (
            searcher(playbook, situation.ticks, prune=prune)(place, situation.ticks, args.depth)
            for prune in (True, False)
        )
    if not np.isclose(found.value, full.value, rtol=0, atol=1e-9):
        raise Refused(f"the pruned search found {found.value}, the full one {full.value}: please report this")
    text = format_situation(situation, (playbook or shipped_playbook()).tick_seconds)
    data = {
        "situation": {**situation._asdict(), "text": text},
        "depth": args.depth,
        "value": found.value,
        "exact": args.depth >= situation.ticks,
        "pruned": {"states": found.states, "matrices": found.matrices},
        "full": {"states": full.states, "matrices": full.matrices},
    }
    if args.json:
        print(json.dumps(data, indent=2))
        return 0
    how = "which covers the clock: exact" if args.depth >= situation.ticks else "with the heuristic at the leaves"
    comma = "," * (args.depth >= situation.ticks)
    print(f"{text}: {percent(found.value, 4)} at depth {args.depth}{comma} {how}")
    print(f"with pruning    {count(found.states, 'state')} and {count(found.matrices, 'matrix', 'matrices')}")
    print(f"without pruning {count(full.states, 'state')} and {count(full.matrices, 'matrix', 'matrices')}")
    return 0
