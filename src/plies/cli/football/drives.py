"""`--simulate` and `--exploit`: drives between two strategies, and what the best answer makes of each, exactly."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plies.football import FootballSolution, Situation


def check(args: argparse.Namespace) -> None:
    """Refuse an unknown strategy before anything is compiled or solved."""
    from plies.football import strategy_kind

    for spec in filter(None, (args.offence, args.defence)):
        strategy_kind(spec)


def report(args: argparse.Namespace, solution: FootballSolution, situation: Situation) -> int:
    """Simulate if asked, and print or dump the figures."""
    from plies.cli.football.progress import Notice
    from plies.football import exploitability, format_situation, simulate_drives, strategy

    with Notice("the evaluation of strategies", "evaluate", "best_pure"):
        mixes = {side: strategy(solution, side, getattr(args, side) or "optimal") for side in ("offence", "defence")}
        worth = {side: exploitability(solution, side, mixes[side], situation) for side in mixes}
    text = format_situation(situation, solution.playbook.tick_seconds)
    data: dict[str, Any] = {
        "situation": {**situation._asdict(), "text": text},
        "value": solution.value(*situation),
        "strategies": {
            side: {
                "strategy": getattr(args, side) or "optimal",
                "against_best_reply": worth[side].against_best,
                "exploitability": max(0.0, worth[side].exploitability),
            }
            for side in mixes
        },
    }
    if args.simulate is not None:
        seed = 0 if args.seed is None else args.seed
        found = simulate_drives(solution, mixes["offence"], mixes["defence"], situation, args.simulate, seed)
        data["drives"] = {
            "drives": found.drives.runs,
            "seed": seed,
            "mean": found.drives.mean,
            "low": found.drives.low,
            "high": found.drives.high,
            "exact": found.exact,
            "inside": found.inside,
        }
    if args.json:
        print(json.dumps(data, indent=2))
    else:
        _print(data)
    return 0


def _print(data: dict[str, Any]) -> None:
    from rich.text import Text

    from plies.cli.football.coach import count, make_console, make_table, percent, show

    console = make_console()
    console.print(data["situation"]["text"], style="bold")
    console.print(f"The offence wins {percent(data['value'], 4)} when both sides call as well as can be.")
    if "drives" in data:
        found = data["drives"]
        offence, defence = (data["strategies"][side]["strategy"] for side in ("offence", "defence"))
        console.print(
            f"\n{count(found['drives'], 'drive')}, offence {offence}, defence {defence}, seed {found['seed']}:\n"
            f"  won      {percent(found['mean'], 3)}, "
            f"99% interval {percent(found['low'], 3)} to {percent(found['high'], 3)}\n"
            f"  exactly  {percent(found['exact'], 4)}, {'inside' if found['inside'] else 'outside'} the interval"
        )
    left = ("side", "strategy")
    console.print()
    table = make_table(
        console, "Against the best answer in every situation", *left, "offence wins", "exploitability", left=left
    )
    for side, line in data["strategies"].items():
        table.add_row(
            side,
            Text(line["strategy"]),
            percent(line["against_best_reply"], 4),
            percent(line["exploitability"], 4),
        )
    show(console, table)
