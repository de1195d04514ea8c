"""The football coach: exact answers for the last minutes, when the offence must score before time runs out.

Both sides call at once and chance decides, so the best call is a mix. Every situation is solved exactly.

examples:
  plies football "2nd and 11 from the 45, 60 seconds left"
  plies football --yards 5 --down 1 --to-go 5 --seconds 20 --explain "Y Cross 80" Prevent
  plies football --play --side defence --seed 7
  plies football --map map.png --seconds 120
  plies football --simulate 100000 --offence uniform --defence optimal
  plies football --exploit --offence "mix:0.2,0.3,0.5"
  plies football --playbook mine.json --save mine.solution
  plies football "1st and 10 from the 80, 2 minutes left" --depth 4

Strategies are optimal, pure (the best single call), uniform, mix:0.2,0.3,0.5, mix:NAME=0.5,NAME=0.5 or a policy
file ending in .json. The page of `plies serve` on football has the rules and the forms of playbooks and policies.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from plies.cli.football.wording import rounding
from plies.errors import InvalidPosition, Refused

if TYPE_CHECKING:
    from plies.football import FootballSolution, Playbook, Situation


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the options of `plies football`."""
    parser.add_argument("situation", nargs="?", help='such as "2nd and 11 from the 45, 60 seconds left"')
    where = parser.add_argument_group("the situation in numbers")
    where.add_argument("--yards", type=int, metavar="N", help="yards to the goal line (usual start: 80)")
    where.add_argument("--down", type=int, metavar="N", help="the down, 1 to 4 (usual start: 1)")
    where.add_argument("--to-go", type=int, metavar="N", help="yards to a first down (usual start: 10)")
    where.add_argument("--seconds", type=int, metavar="N", help="time left, rounded down to ticks (usual start: 120)")
    what = parser.add_argument_group("what to do (without one of these: the coach explains the situation)")
    only = what.add_mutually_exclusive_group()
    only.add_argument("--play", action="store_true", help="call one side against the optimal other, drive after drive")
    only.add_argument("--map", metavar="FILE", help="plot values and mixes to a .png, .svg or .pdf file")
    only.add_argument("--simulate", type=int, metavar="N", help="simulate N drives between two strategies")
    only.add_argument("--exploit", action="store_true", help="what the best answer makes of each strategy, exactly")
    only.add_argument("--depth", type=int, metavar="N", help="search this deep instead of solving, and count the work")
    more = parser.add_argument_group("details")
    more.add_argument("--explain", nargs="+", metavar="NAME", help="PLAY FORMATION: the entry to explain, or: all")
    more.add_argument("--side", choices=("offence", "defence"), help="the side you call in --play (usual: offence)")
    more.add_argument("--drives", type=int, metavar="N", help="stop --play after so many drives")
    more.add_argument("--seed", type=int, metavar="N", help="makes drives repeatable")
    more.add_argument("--offence", metavar="STRATEGY", help="(usual: optimal) for --simulate and --exploit")
    more.add_argument("--defence", metavar="STRATEGY", help="(usual: optimal) for --simulate and --exploit")
    more.add_argument("--playbook", metavar="FILE", help="your own tables of plays against formations")
    more.add_argument("--save", metavar="FILE", help="keep the solution in a file")
    more.add_argument("--load", metavar="FILE", help="use a saved solution instead of solving")
    more.add_argument("--json", action="store_true", help="the report as JSON")


def run(args: argparse.Namespace) -> int:
    """Run the mode that the options choose."""
    _check_options(args)
    from plies.games.football.playbook import shipped_playbook

    situation, seconds, playbook = _situation(args)
    book = playbook or shipped_playbook()
    entries = _named_entries(args.explain, book)
    rounded = rounding(situation, seconds, book.tick_seconds)
    if rounded and not args.json and _mode(args) is not None:
        print(rounded)
    if args.depth is not None:
        from plies.cli.football.depth import search

        return search(args, situation, book)
    _check_strategies(args)
    solution = _solution(args, situation, playbook)
    if args.play:
        from plies.cli.football.play import play

        return play(args, solution, situation)
    if args.map:
        from plies.cli.football.map import draw

        return draw(args, solution, situation)
    if args.simulate is not None or args.exploit:
        from plies.cli.football import drives

        return drives.report(args, solution, situation)
    from plies.cli.football import coach

    return coach.report(args, solution, situation, seconds, entries)


#: Options that mean something only beside others; without any, the coach's report.
_ONLY_WITH = {
    "explain": (),
    "side": ("play",),
    "drives": ("play",),
    "seed": ("play", "simulate"),
    "offence": ("simulate", "exploit"),
    "defence": ("simulate", "exploit"),
}
_MODES = ("play", "map", "simulate", "exploit", "depth")


def _mode(args: argparse.Namespace) -> str | None:
    return next((word for word in _MODES if getattr(args, word) not in (None, False)), None)


def _check_mode(args: argparse.Namespace) -> None:
    """Refuse what would be ignored."""
    mode = _mode(args)
    for option, modes in _ONLY_WITH.items():
        if getattr(args, option) is None or mode in modes or (mode is None and not modes):
            continue
        if modes:
            raise Refused(f"--{option} is only for {' and '.join(f'--{word}' for word in modes)}")
        raise Refused(f"--{option} is part of the coach's report and does not go with --{mode}")


#: What --map can write.
_PICTURES = (".png", ".svg", ".pdf")


def _check_options(args: argparse.Namespace) -> None:
    _check_mode(args)
    ending = os.path.splitext(args.map or "map.png")[1]
    if ending.lower() not in _PICTURES:
        raise Refused(f"--map writes {', '.join(_PICTURES)}, not {ending or 'a file without an ending'!r}")
    numbers = (args.yards, args.down, args.to_go, args.seconds)
    if args.situation is not None and any(number is not None for number in numbers):
        raise InvalidPosition("give the situation in words or with --yards, --down, --to-go and --seconds, not both")
    if args.play and args.json:
        raise Refused("--play is a conversation and has no --json")
    if args.load and args.playbook is None and args.save:
        raise Refused("--load and --save together would only copy the file")
    if args.depth is not None and (args.load or args.save):
        raise Refused("--depth searches instead of solving: it neither loads nor saves a solution")
    if args.drives is not None and args.drives < 1:
        raise Refused(f"--drives must be 1 or more, not {args.drives}")
    if args.seed is not None and args.seed < 0:
        raise Refused(f"--seed must be 0 or more, not {args.seed}")


def _check_strategies(args: argparse.Namespace) -> None:
    """Refuse an unknown strategy before anything is compiled or solved."""
    from plies.football import strategy_kind

    for spec in filter(None, (args.offence, args.defence)):
        strategy_kind(spec)


def _named_entries(names: list[str] | None, book: Playbook) -> list[tuple[int, int]] | None:
    """The entries that --explain asks for; None leaves the choice to the coach. Needs no solution to refuse a name."""
    from plies.games.football.names import find_name

    if names is None:
        return None
    if [name.lower() for name in names] == ["all"]:
        return [(i, j) for i in range(len(book.plays)) for j in range(len(book.formations))]
    if len(names) != 2:
        raise Refused(f"--explain takes a play and a formation (quoted), or all; not {len(names)} names")
    return [(find_name(names[0], book.plays, "play"), find_name(names[1], book.formations, "formation"))]


def _situation(args: argparse.Namespace) -> tuple[Situation, int, Playbook | None]:
    """The situation asked about, the seconds as they were given, and the playbook."""
    from plies.games.football.notation import make_situation, parse_words
    from plies.games.football.playbook import load_playbook, shipped_playbook
    from plies.games.football.rules import MOST_TICKS

    playbook = load_playbook(args.playbook) if args.playbook else None
    if args.load and playbook is None:
        from plies.football import load

        playbook = load(args.load).playbook
    tick = (playbook or shipped_playbook()).tick_seconds
    if args.situation is not None:
        words = parse_words(args.situation)
    else:
        yards = 80 if args.yards is None else args.yards
        to_go = min(10, max(yards, 1)) if args.to_go is None else args.to_go
        words = (yards, 1 if args.down is None else args.down, to_go, 120 if args.seconds is None else args.seconds)
    return make_situation(*words, tick, MOST_TICKS), words[3], playbook


def _solution(args: argparse.Namespace, situation: Situation, playbook: Playbook | None) -> FootballSolution:
    """Load or solve; a map and a saved file need every situation, the rest only what can arise."""
    from plies.cli.football.progress import Progress
    from plies.football import load, solve

    with Progress() as shown:
        if args.load:
            return load(args.load, playbook)
        if args.map or args.save:
            solution = solve(playbook, ticks=situation.ticks, progress=shown.progress)
        else:
            solution = solve(playbook, start=situation, progress=shown.progress)
    if args.save:
        solution.save(args.save)
        print(f"saved to {args.save}", file=sys.stderr if args.json else sys.stdout, flush=True)
    return solution
