"""What a tournament says once it has been played: tables for the terminal, data for JSON, reports."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.cli import common
from plies.cli.tournament_live import PLAYER_COLUMNS, faults_in_words, player_rows, sprt_in_words
from plies.errors import InvalidFile

if TYPE_CHECKING:
    from plies.arena.ledger import Ledger
    from plies.arena.standings import Standings
    from plies.cli.tournament import Planned


def results_of(planned: list[Planned], ledger: Ledger) -> list[dict[str, Any]]:
    """The standings of each stage with a digest of its games; stages with the same players are put side by side."""
    from plies.arena.compare import runs_compared
    from plies.arena.record import digest

    tables = [_table(stage, ledger) for stage in planned]
    results = [
        {
            "title": stage.title,
            "tournament": stage.tournament.id,
            "total": stage.tournament.total,
            "digest": digest(ledger.records(stage.tournament.id)),
            **table.as_dict(),
        }
        for stage, table in zip(planned, tables, strict=True)
    ]
    for stage, table, result in zip(planned[1:], tables[1:], results[1:], strict=True):
        beside = runs_compared(tables[0], table, (planned[0].label, stage.label))
        if beside["rows"]:
            result["limits"].append(beside)
            results[0]["limits"].append(beside)
    return results


def print_result(stage: Planned, result: dict[str, Any], ledger: Ledger) -> None:
    """Tables for a person: the players, then a cross table for each board."""
    print(common.bold(stage.title))
    print(f"{result['games']:,} of {result['total']:,} games; tournament {result['tournament']} in {ledger.path}")
    if not result["games"]:
        print()
        return
    print()
    print_players(result)
    if stage.tournament.sprt is not None:
        print(f"\n{sprt_in_words(stage.tournament, _table(stage, ledger))}")
    for board in [row["board"] for row in result["boards"]]:
        print(f"\n{common.bold(board)}")
        _print_cross_table(board, result, stage)
    print(f"\nplies archive {result['tournament'][:8]} lists the games; --report DIR writes all tables with plots\n")


def print_players(result: dict[str, Any]) -> None:
    """A line for each player, and who lost by a fault of its own."""
    columns = [name if number == 0 else f">{name}" for number, name in enumerate(PLAYER_COLUMNS)]
    common.print_table(columns, player_rows(result))
    if faults := faults_in_words(result):
        print(f"\n{faults}; plies archive {result['tournament'][:8]} says why")


def print_compared(results: list[dict[str, Any]]) -> None:
    """The same players under other limits: what each gains by them."""
    for beside in results[0]["limits"]:
        one, other = beside["labels"]
        print(common.bold("The same players under other limits"))
        rows = [
            [
                row["base"],
                *(_with_error(rated["rating"], rated["error"]) for rated in row["ratings"]),
                _with_error(row["gain"], row["gain_error"]),
            ]
            for row in beside["rows"]
        ]
        common.print_table(["player", f">{one}", f">{other}", ">gain"], rows)
        print()


def _with_error(rating: float, error: float) -> str:
    return f"{rating:+.0f} ± {error:.0f}"


def _table(stage: Planned, ledger: Ledger) -> Standings:
    from plies.arena.standings import Standings

    table = Standings()
    for record in ledger.records(stage.tournament.id):
        table.add(record)
    return table


def _print_cross_table(board: str, result: dict[str, Any], stage: Planned) -> None:
    """A line for each pairing: the score of the first named, by colour, its Elo with the interval."""
    sides = _sides(board)
    published = (stage.published or {}).get(board, {})
    by_side = [f">as {side}" for side in sides]
    columns = ["", "against", ">games", ">score", *by_side, ">drawn", ">Elo", ">95% interval"]
    rows = []
    for pairing in result["pairings"]:
        if pairing["board"] != board:
            continue
        estimate = pairing["estimate"]
        rows.append(
            [
                pairing["a"],
                pairing["b"],
                f"{pairing['games']:,}",
                _percent(pairing["score"]),
                _percent(pairing["first"]["score"]),
                _percent(pairing["second"]["score"]),
                _percent(pairing["draw_rate"]),
                _elo(estimate["elo"]),
                f"{_elo(estimate['elo_low'])} to {_elo(estimate['elo_high'])}",
            ]
        )
    common.print_table(columns, rows, indent=2)
    if published:
        _print_published(board, result, published)


def _sides(board: str) -> tuple[str, str]:
    from plies.registry import game

    return game(board).sides


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}%"


def _elo(elo: float | None) -> str:
    return "open" if elo is None else f"{elo:+.0f}"


def _print_published(board: str, result: dict[str, Any], published: Any) -> None:
    """Who won each game, beside who won it where it was published."""
    sides = _sides(board)
    rows = []
    same = 0
    for pairing in result["pairings"]:
        if pairing["board"] != board:
            continue
        for first, second, outcome in (
            (pairing["a"], pairing["b"], pairing["first"]),
            (pairing["b"], pairing["a"], _turned(pairing["second"])),
        ):
            key = (first.partition("@")[0], second.partition("@")[0])
            if key not in published or not outcome["games"]:
                continue
            winner = {1.0: key[0], 0.0: key[1], 0.5: "="}.get(outcome["score"], _percent(outcome["score"]))
            then = published[key] or "="
            same += winner == then
            rows.append([*key, winner, then, "" if winner == then else "differs"])
    common.print_table([f"as {sides[0]}", f"as {sides[1]}", "won now", "published", ""], rows, indent=2)
    print(f"  {same} of {len(rows)} as published")


def _turned(results: dict[str, Any]) -> dict[str, Any]:
    """The results of one side as those of the other."""
    score = results["score"]
    return {**results, "score": None if score is None else 1 - score}


def check_folder(folder: str) -> None:
    """Refuses a folder that cannot be written before anything is played for it."""
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidFile(f"cannot write a report into {folder}: {error.strerror}") from None
    if not os.access(place, os.W_OK):
        raise InvalidFile(f"cannot write a report into {folder}: it is not ours to write")


def write_reports(folder: str, planned: list[Planned], results: list[dict[str, Any]], ledger: Ledger) -> None:
    """A report for each stage: in the folder itself, or in folders of their own if there are several."""
    from plies.arena.report import write_report

    for number, (stage, result) in enumerate(zip(planned, results, strict=True), 1):
        where = Path(folder) if len(planned) == 1 else Path(folder) / f"{number}"
        records = ledger.records(stage.tournament.id)
        written = write_report(result, where, stage.title, tournament=stage.tournament, records=records)
        print(f"report: {written.page}", file=sys.stderr)
        if written.notice:
            print(f"plies: {written.notice}", file=sys.stderr)
