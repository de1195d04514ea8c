"""The coach's report on a situation: the matrix, the mixes, every call against the best reply, and why."""

from __future__ import annotations

import argparse
from itertools import product
from typing import TYPE_CHECKING, Any

from rich.text import Text

from plies.cli.common import console as make_console
from plies.cli.common import print_json
from plies.cli.football.wording import count, make_table, percent, rounding, show
from plies.solve.football.advice import Advice, Call, Entry, OutcomeOfCalls, advise, explain

if TYPE_CHECKING:
    from rich.console import Console

    from plies.football import FootballSolution, Situation


def report(
    args: argparse.Namespace,
    solution: FootballSolution,
    situation: Situation,
    seconds: int,
    entries: list[tuple[int, int]] | None,
) -> int:
    """Print what the coach knows, and how these entries come about, or the pair that is called most often."""
    advice = advise(solution, situation)
    if args.json:
        print_json(_data(solution, advice))
        return 0
    console = make_console()
    console.print(f"{advice.text}   ({', '.join(str(number) for number in situation)})", style="bold")
    if rounded := rounding(situation, seconds, solution.playbook.tick_seconds):
        console.print(rounded)
    console.print(f"The offence wins {percent(advice.value, 4)} of the time when both sides call as well as can be.")
    console.print(_nothing_left(advice))
    _print_matrix(console, advice)
    _print_calls(console, advice)
    for pair in [advice.called_most] if entries is None else entries:
        _print_entry(console, explain(solution, situation, *pair))
    console.print(
        f"{count(solution.states, 'situation')} solved; the largest certificate gap of any of them is "
        f"{solution.largest_gap:.1e}, of this one {advice.gap:.1e}."
    )
    return 0


def _nothing_left(advice: Advice) -> str:
    """A line for situations that are decided whatever one side does, with the end of its line."""
    if advice.is_hopeless:
        return "nothing wins any more; every call is as good as another\n"
    if advice.value == 0.0:
        return "The right defence wins for sure; the call shown for the offence gains most from a wrong one.\n"
    return ""


def _print_matrix(console: Console, advice: Advice) -> None:
    def share(call: Call) -> str:
        return "any" if advice.is_hopeless else percent(call.share) if call.share > 0 else "never"

    title = "The chance that the offence wins, and how often each call is made"
    formations = [call.name for call in advice.defence]
    table = make_table(console, title, "", *formations, "offence calls it", left=("",))
    for call, row in zip(advice.offence, advice.matrix, strict=True):
        table.add_row(Text(call.name), *(f"{entry:.6f}" for entry in row), share(call))
    table.add_section()
    table.add_row("defence calls it", *(share(call) for call in advice.defence), "")
    show(console, table)
    print()


def _print_calls(console: Console, advice: Advice) -> None:
    left = ("call", "best reply")
    title = "One call alone, when the other side knows it"
    table = make_table(console, title, *left, "offence wins", "costs its side", left=left)
    for side in advice.sides:
        for call in side:
            table.add_row(Text(call.name), Text(call.best_reply), percent(call.offence_wins), percent(call.cost))
        table.add_section()
    show(console, table)
    print()


def _print_entry(console: Console, entry: Entry) -> None:
    title = f"How {entry.play} against {entry.formation} comes to {entry.value:.6f}"
    headings = ("chance", "yards", "seconds", "leads to", "worth", "chance x worth")
    table = make_table(console, title, *headings, left=("leads to",))
    for one in entry.outcomes:
        yards = "" if one.turnover else f"{one.yards:+d}" if one.yards else "0"
        chance, worth = f"{one.probability:.6g}", f"{one.probability * one.value:.6f}"
        table.add_row(chance, yards, str(one.seconds), one.text, f"{one.value:.6f}", worth)
    table.add_section()
    table.add_row("", "", "", "in all", "", f"{entry.value:.6f}")
    show(console, table)
    print()


# -- as JSON ---------------------------------------------------------------------------------------------------------


def _data(solution: FootballSolution, advice: Advice) -> dict[str, Any]:
    book = solution.playbook
    pairs = product(range(len(book.plays)), range(len(book.formations)))
    return {
        "situation": {**advice.situation._asdict(), "text": advice.text},
        "value": advice.value,
        "gap": advice.gap,
        "matrix": advice.matrix,
        "offence": [_call_data(call) for call in advice.offence],
        "defence": [_call_data(call) for call in advice.defence],
        "entries": [_entry_data(explain(solution, advice.situation, *pair)) for pair in pairs],
        "states": solution.states,
        "largest_gap": solution.largest_gap,
    }


def _call_data(call: Call) -> dict[str, str | float]:
    return {
        "name": call.name,
        "share": call.share,
        "against_best_reply": call.offence_wins,
        "best_reply": call.best_reply,
    }


def _entry_data(entry: Entry) -> dict[str, Any]:
    outcomes = [_outcome_data(one) for one in entry.outcomes]
    return {"play": entry.play, "formation": entry.formation, "value": entry.value, "outcomes": outcomes}


def _outcome_data(one: OutcomeOfCalls) -> dict[str, Any]:
    return {
        "probability": one.probability,
        "yards": one.yards,
        "ticks": one.ticks,
        "turnover": one.turnover,
        "leads_to": one.leads_to if isinstance(one.leads_to, str) else one.leads_to._asdict(),
        "value": one.value,
    }
