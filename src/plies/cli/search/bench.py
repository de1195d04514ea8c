"""One node count per game, and the speed.

The count is over fixed positions to fixed depths with one thread, so it is the
same on every machine and must not change by itself. A change of the search or
the rules that changes a count records the new one. The exit status is 1 when a
count is not as recorded.

examples:
  plies bench
  plies bench pawns:8x8 pawns:10x10
  plies bench --json
  plies bench pawns:8x8 --update src/plies/search/counts
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.cli import common
from plies.errors import Refused

if TYPE_CHECKING:
    from plies.games.contract import Game
    from plies.search.bench import Count


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games; else every game that is known")
    parser.add_argument(
        "--update", metavar="FOLDER", help="record the counts there (in a checkout: src/plies/search/counts)"
    )
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.registry import game as find

    folder = None if args.update is None else Path(args.update)
    if folder is not None and not folder.is_dir():
        raise Refused(f"--update {folder}: no such folder")
    games = [find(name) for name in args.games or _all_games()]  # a bad name is refused before anything is counted
    entries = []
    if not args.json:
        print(common.dim(f"{'game':<22} {'nodes':>12}  {'seconds':>7}  {'nodes/s':>8}"), flush=True)
    for game in games:
        entry = _bench(game, folder)
        entries.append(entry)
        if not args.json:
            _print(entry)
    if args.json:
        common.print_json({"games": entries})
    changed = any(entry["recorded"] not in (None, entry["nodes"]) for entry in entries)
    return 1 if changed and folder is None else 0


def _all_games() -> list[str]:
    """Every game with a count on record, and the default of each family that has none."""
    from plies.registry import families
    from plies.search.bench import recorded

    names: list[str] = []
    for family in sorted(families()):
        names += sorted(recorded(family)) or [family]
    return names


def _bench(game: Game, folder: Path | None) -> dict[str, Any]:
    from plies.search import bench

    kept: Count | None = bench.recorded(game.name).get(game.name)
    with common.Ticker(lambda: f"{game.name} ..."):
        tasks = bench.choose_tasks(game) if kept is None or game.bench else kept.tasks
        count = bench.count_nodes(game, tasks)
    if folder is not None:
        bench.record(game.name, count, folder)
    return {
        "game": game.name,
        "nodes": count.nodes,
        "recorded": None if kept is None else kept.nodes,
        "seconds": count.seconds,
        "nodes_per_second": count.nodes_per_second,
        "tasks": [{"position": text, "depth": depth} for text, depth in tasks],
    }


def _print(entry: dict[str, Any]) -> None:
    if entry["recorded"] is None:
        verdict = "not recorded"
    elif entry["recorded"] == entry["nodes"]:
        verdict = "as recorded"
    else:
        verdict = common.bold(f"changed: was {entry['recorded']:,}")
    rate = common.short(entry["nodes_per_second"])
    print(f"{entry['game']:<22} {entry['nodes']:>12,}  {entry['seconds']:>7.2f}  {rate:>8}  {verdict}", flush=True)
