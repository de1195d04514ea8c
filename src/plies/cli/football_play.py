"""`--play`: a person calls one side against the optimal other; after each call the coach says what it cost."""

from __future__ import annotations

import argparse
import secrets
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from plies.cli.football_coach import count, percent
from plies.errors import UnknownName
from plies.games.football.names import find_name

if TYPE_CHECKING:
    from plies.football import FootballSolution, Outcome, Situation

_HELP = "A number or a name makes the call, ? asks the coach for the best mix, help says this again, q stops."


@dataclass
class _Tally:
    """The evening so far."""

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
        random = np.random.Generator(np.random.PCG64([seed, tally.drives]))
        if not _drive(side, solution, situation, random, tally):
            break
    if tally.calls:
        print(
            f"\n{tally.won} of {count(tally.drives, 'drive')} ended in a touchdown; "
            f"{count(tally.calls, 'call')} cost {percent(tally.cost)} in all, {percent(tally.cost / tally.calls)} each."
        )
    return 0


def _drive(side: str, solution: FootballSolution, start: Situation, random: np.random.Generator, tally: _Tally) -> bool:
    """One drive; False when the person stops."""
    from plies.football import Situation, format_situation

    book = solution.playbook
    names = book.plays if side == "offence" else book.formations
    print(f"\nDrive {tally.drives + 1}")
    situation: Situation | str = start
    cost = 0.0
    while isinstance(situation, Situation):
        value = solution.value(*situation)
        print(f"{format_situation(situation, book.tick_seconds)}: the offence wins {percent(value, 1)} with best calls")
        call = _ask(names, solution, situation, side)
        if call is None:
            return False
        points = random.random(2)
        mixes = solution.mixes(*situation)
        reply = _pick(mixes.defence if side == "offence" else mixes.offence, float(points[0]))
        i, j = (call, reply) if side == "offence" else (reply, call)
        lost, best = _cost(solution, situation, side, call)
        cost += lost
        tally.cost += lost
        tally.calls += 1
        outcomes = book.tables[i][j]
        number = _pick(np.array([outcome.probability for outcome in outcomes]), float(points[1]))
        print(f"  {book.plays[i]} against {book.formations[j]}: {_happened(outcomes[number], book.tick_seconds)}")
        advice = "as good as any" if lost < 5e-5 else f"{names[best]} would have cost nothing"
        print(f"  the coach: {names[call]} cost {percent(lost)}, {advice}")
        situation = solution.explain(situation, i, j)[number].leads_to
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


def _cost(solution: FootballSolution, situation: Situation, side: str, call: int) -> tuple[float, int]:
    """What a call gives away against the other side's optimal mix, and the call its best mix makes most often."""
    matrix, mixes = solution.matrix(*situation), solution.mixes(*situation)
    value = solution.value(*situation)
    if side == "offence":
        worth = matrix @ mixes.defence
        return max(value - float(worth[call]), 0.0), int(mixes.offence.argmax())
    worth = mixes.offence @ matrix
    return max(float(worth[call]) - value, 0.0), int(mixes.defence.argmax())


def _pick(chances: np.ndarray, point: float) -> int:
    """The choice at a point between 0 and 1; never one of chance 0."""
    sums = np.cumsum(chances)
    return int(np.searchsorted(sums, point * sums[-1], side="right"))


def _happened(outcome: Outcome, tick_seconds: int) -> str:
    time = f"{outcome.ticks * tick_seconds} seconds"
    if outcome.turnover:
        return f"turnover after {time}"
    if outcome.yards == 0:
        return f"no gain, {time}"
    return f"{'a gain' if outcome.yards > 0 else 'a loss'} of {abs(outcome.yards)}, {time}"
