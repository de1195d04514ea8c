"""Matches between two programs that speak the General Game Playing protocol.

This is a small game manager: it sends the rules, asks for moves, and keeps the
clocks. A late, illegal or unreadable answer is a fault; a random legal move is
put in and the match continues, or, with --strict, the match is lost.

examples:
  plies ggp-match http://127.0.0.1:4001 http://127.0.0.1:4002
  plies ggp-match 127.0.0.1:4001 127.0.0.1:4002 --game pawns:6x6 --play-clock 2
  plies ggp-match 127.0.0.1:4001 127.0.0.1:4002 --games 10 --turned --strict
  plies ggp-match 127.0.0.1:4001 127.0.0.1:4002 --json --records games.jsonl
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.cli import common
from plies.errors import Refused

if TYPE_CHECKING:
    from plies.protocols.ggp.manager import Plan, Played


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", metavar="FIRST", help="the address of the player that begins: http://host:port")
    parser.add_argument("second", metavar="SECOND", help="the address of the other")
    parser.add_argument("--game", default="pawns:6x6", metavar="GAME", help="what is played (pawns:6x6)")
    parser.add_argument("--start-clock", type=float, default=10.0, metavar="S", help="seconds to get ready (10)")
    parser.add_argument("--play-clock", type=float, default=5.0, metavar="S", help="seconds for each move (5)")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many matches (1)")
    parser.add_argument("--turned", action="store_true", help="exchange the sides in every second match")
    parser.add_argument("--strict", action="store_true", help="a fault loses the match")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the moves that are put in for players (1)")
    parser.add_argument("--records", metavar="FILE", help="append the records there, one JSON object per line")
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.protocols.ggp.manager import Plan
    from plies.protocols.ggp.wire.asking import parse_address
    from plies.registry import game

    players = parse_address(args.first), parse_address(args.second)
    clocks = args.start_clock, args.play_clock
    plan = Plan(game(args.game), players, *clocks, args.games, args.turned, args.strict, args.seed)
    if args.records is not None:
        _append(Path(args.records), "")  # a file that cannot be written is refused before anything is played
    played = asyncio.run(_play(plan, args))
    rows = _standings(plan, played)
    if args.json:
        games = [{**one.record.data(), "faults": [asdict(fault) for fault in one.faults]} for one in played]
        common.print_json({"game": plan.game.name, "players": rows, "games": games})
        return 0
    print()
    columns = ["player", ">games", ">won", ">drawn", ">lost", ">score", ">faults"]
    names = ("games", "won", "drawn", "lost", "score", "faults")
    common.print_table(columns, [[row["player"], *(f"{row[name]:g}" for name in names)] for row in rows])
    return 0


async def _play(plan: Plan, args: argparse.Namespace) -> list[Played]:
    from plies.protocols.ggp.manager import check_players, play_match

    await check_players(plan.players)
    played: list[Played] = []
    for number in range(plan.games):
        moves = [0]

        def count(_: object, moves: list[int] = moves) -> None:
            moves[0] += 1

        def progress(moves: list[int] = moves, number: int = number) -> str:
            return f"match {number + 1} of {plan.games}, {moves[0]} moves ..."

        with common.Ticker(progress):
            played.append(await play_match(plan, number, count))
        if args.records is not None:
            _append(Path(args.records), played[-1].record.as_json() + "\n")
        if not args.json:
            _tell(plan, number, played[-1])
    return played


def _append(path: Path, text: str) -> None:
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Refused(f"--records {path}: {error.strerror}") from None


def _tell(plan: Plan, number: int, played: Played) -> None:
    """One line for the match, and one for each fault."""
    record = played.record
    result = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}[record.score]
    print(f"{number + 1:>3}. {record.pairing.first} {result} {record.pairing.second}  {record.reason}", end="")
    print(common.dim(f"  {len(record.moves)} moves, {common.duration(record.seconds)}"))
    for fault in played.faults:
        print(f"     fault after {fault.ply} moves, {fault.side}: {fault.kind}: {fault.reason}")
    sys.stdout.flush()


def _standings(plan: Plan, played: list[Played]) -> list[dict[str, Any]]:
    rows = []
    for place in (0, 1):
        sides = [place ^ (plan.turned and number % 2) for number in range(len(played))]
        scores = [
            one.record.score if side == 0 else 1 - one.record.score for side, one in zip(sides, played, strict=True)
        ]
        faults = [
            sum(fault.side == plan.game.sides[side] for fault in one.faults)
            for side, one in zip(sides, played, strict=True)
        ]
        row: dict[str, Any] = {"player": str(plan.players[place]), "games": len(scores)}
        row |= {"won": scores.count(1.0), "drawn": scores.count(0.5), "lost": scores.count(0.0)}
        rows.append({**row, "score": sum(scores), "faults": sum(faults)})
    return rows
