"""`--simulate` and `--exploit`: drives between two strategies, and what the best answer makes of each, exactly."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from plies.cli.common import console as make_console
from plies.cli.common import print_json
from plies.cli.football.wording import count, make_table, percent, show
from plies.football import (
    Drives,
    FootballSolution,
    Situation,
    Worth,
    exploitability,
    format_situation,
    simulate_drives,
    strategy,
)


@dataclass(frozen=True)
class _Side:
    """A side's strategy as it was written, and what the best answer makes of it."""

    name: str
    strategy: str
    worth: Worth

    @property
    def exploitability(self) -> float:
        return max(0.0, self.worth.exploitability)


def report(args: argparse.Namespace, solution: FootballSolution, situation: Situation) -> int:
    """Simulate if asked, and print or dump the figures."""
    specs = {"offence": args.offence or "optimal", "defence": args.defence or "optimal"}
    mixes = {side: strategy(solution, side, spec) for side, spec in specs.items()}
    sides = [_Side(side, specs[side], exploitability(solution, side, mixes[side], situation)) for side in specs]
    seed = args.seed or 0
    found = None
    if args.simulate is not None:
        found = simulate_drives(solution, mixes["offence"], mixes["defence"], situation, args.simulate, seed)
    if args.json:
        print_json(_data(solution, situation, sides, found, seed))
    else:
        _print(solution, situation, sides, found, seed)
    return 0


def _data(
    solution: FootballSolution, situation: Situation, sides: list[_Side], found: Drives | None, seed: int
) -> dict[str, Any]:
    text = format_situation(situation, solution.playbook.tick_seconds)
    strategies = {
        side.name: {
            "strategy": side.strategy,
            "against_best_reply": side.worth.against_best,
            "exploitability": side.exploitability,
        }
        for side in sides
    }
    drives = found and {
        "drives": found.drives.runs,
        "seed": seed,
        "mean": found.drives.mean,
        "low": found.drives.low,
        "high": found.drives.high,
        "exact": found.exact,
        "inside": found.inside,
    }
    return {
        "situation": {**situation._asdict(), "text": text},
        "value": solution.value(*situation),
        "strategies": strategies,
        **({"drives": drives} if drives else {}),
    }


def _print(
    solution: FootballSolution, situation: Situation, sides: list[_Side], found: Drives | None, seed: int
) -> None:
    console = make_console()
    console.print(format_situation(situation, solution.playbook.tick_seconds), style="bold")
    console.print(f"The offence wins {percent(solution.value(*situation), 4)} when both sides call as well as can be.")
    if found is not None:
        drives, (offence, defence) = found.drives, sides
        console.print(
            f"\n{count(drives.runs, 'drive')}, offence {offence.strategy}, defence {defence.strategy}, seed {seed}:\n"
            f"  won      {percent(drives.mean, 3)}, "
            f"99% interval {percent(drives.low, 3)} to {percent(drives.high, 3)}\n"
            f"  exactly  {percent(found.exact, 4)}, {'inside' if found.inside else 'outside'} the interval"
        )
    left = ("side", "strategy")
    console.print()
    table = make_table(
        console, "Against the best answer in every situation", *left, "offence wins", "exploitability", left=left
    )
    for side in sides:
        exploited = percent(side.exploitability, 4)
        table.add_row(side.name, Text(side.strategy), percent(side.worth.against_best, 4), exploited)
    show(console, table)
