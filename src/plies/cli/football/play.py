"""`--play`: the user calls for one side against the optimal other; after each call the coach shows what it cost."""

from __future__ import annotations

import argparse
import secrets
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plies.cli.football.wording import count, percent
from plies.errors import UnknownName
from plies.games.football.names import find_name

if TYPE_CHECKING:
    from plies.football import FootballSolution, Situation

_HELP = "A number or a name makes the call, ? asks the coach for the best mix, help shows this again, q stops."


@dataclass
class _Tally:
    """The drives so far."""

    drives: int = 0
    won: int = 0
    cost: float = 0.0
    calls: int = 0


def play(args: argparse.Namespace, solution: FootballSolution, situation: Situation) -> int:
    """Drive after drive until q, the end of the input or --drives."""
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    side = args.side or "offence"
    other = "defence" if side == "offence" else "offence"
    print(f"You call the {side} against the optimal {other}. Seed {seed}: --seed {seed} repeats these drives.")
    print(_HELP)
    tally = _Tally()
    while args.drives is None or tally.drives < args.drives:
        if not _drive(side, solution, situation, seed, tally):
            break
    if tally.calls:
        print(
            f"\n{tally.won} of {count(tally.drives, 'drive')} ended in a touchdown; "
            f"{count(tally.calls, 'call')} cost {percent(tally.cost)} in all, {percent(tally.cost / tally.calls)} each."
        )
    return 0


def _drive(side: str, solution: FootballSolution, start: Situation, seed: int, tally: _Tally) -> bool:
    """One drive; False when the user stops."""
    from plies.football import Situation, format_situation
    from plies.solve.football.drive import make_call

    book = solution.playbook
    names = book.plays if side == "offence" else book.formations
    print(f"\nDrive {tally.drives + 1}")
    situation: Situation | str = start
    cost = 0.0
    step = 0
    while isinstance(situation, Situation):
        value = solution.value(*situation)
        print(f"{format_situation(situation, book.tick_seconds)}: the offence wins {percent(value, 1)} with best calls")
        call = _ask(names, solution, situation, side)
        if call is None:
            return False
        played = make_call(solution, situation, side, call, seed, tally.drives, step)
        step += 1
        cost += played.cost
        tally.cost += played.cost
        tally.calls += 1
        print(f"  {book.plays[played.play]} against {book.formations[played.formation]}: {played.happened}")
        advice = "as good as any" if played.cost < 5e-5 else f"{names[played.best]} would have cost nothing"
        print(f"  the coach: {names[call]} cost {percent(played.cost)}, {advice}")
        situation = played.leads_to
    tally.drives += 1
    tally.won += situation == "touchdown"
    verdict = "wins" if situation == "touchdown" else "loses"
    print(f"{situation.capitalize()}: the offence {verdict}. Your calls cost {percent(cost)}.")
    return True


def _ask(names: tuple[str, ...], solution: FootballSolution, situation: Situation, side: str) -> int | None:
    """The number of the call, or None to stop."""
    listing = "   ".join(f"{k + 1} {name}" for k, name in enumerate(names))
    while True:
        print(f"  {listing}")
        print("  call> ", end="", flush=True)
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            print(line.strip())
        word = line.strip()
        if not line or word.lower() in ("q", "quit", "exit"):
            return None
        if word.lower() in ("help", "h"):
            print(f"  {_HELP}")
            continue
        if word == "?":
            mixes = solution.mixes(*situation)
            mix = mixes.offence if side == "offence" else mixes.defence
            print("  the coach: " + ", ".join(f"{name} {percent(mix[k], 1)}" for k, name in enumerate(names)))
            continue
        try:
            return find_name(word, names, "call")
        except UnknownName as error:
            print(f"  {error}")
