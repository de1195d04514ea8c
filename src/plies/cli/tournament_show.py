"""What a tournament says once it has been played: tables for the terminal, data for JSON, reports."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.cli import common
from plies.cli.tournament_live import PLAYER_COLUMNS, player_rows, sprt_in_words

if TYPE_CHECKING:
    from plies.arena.ledger import Ledger
    from plies.cli.tournament import Planned


def result_data(stage: Planned, ledger: Ledger) -> dict[str, Any]:
    """The standings of a stage, and a digest of its games."""
    from plies.arena.record import digest
    from plies.arena.standings import standings

    return {
        "title": stage.title,
        "tournament": stage.tournament.id,
        "total": stage.tournament.total,
        "digest": digest(ledger.records(stage.tournament.id)),
        **standings(ledger.records(stage.tournament.id)),
    }


def print_result(stage: Planned, result: dict[str, Any], ledger: Ledger) -> None:
    """Tables for a person: the players, then a cross table for each board."""
    print(common.bold(stage.title))
    print(f"{result['games']:,} of {result['total']:,} games; tournament {result['tournament']} in {ledger.path}")
    if not result["games"]:
        print()
        return
    print()
    columns = [name if number == 0 else f">{name}" for number, name in enumerate(PLAYER_COLUMNS)]
    common.print_table(columns, player_rows(result))
    if stage.tournament.sprt is not None:
        print(f"\n{sprt_in_words(stage.tournament, _table(stage, ledger))}")
    for board in [row["board"] for row in result["boards"]]:
        print(f"\n{common.bold(board)}")
        _print_cross_table(board, result, stage)
    print(f"\nplies archive {result['tournament'][:8]} lists the games; --report DIR writes all tables with plots\n")


def _table(stage: Planned, ledger: Ledger) -> Any:
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


def write_reports(folder: str, planned: list[Planned], ledger: Ledger) -> None:
    """A report for each stage: in the folder itself, or in folders of their own if there are several."""
    from plies.arena.report import write_report

    for number, stage in enumerate(planned, 1):
        where = Path(folder) if len(planned) == 1 else Path(folder) / f"{number}"
        written = write_report(ledger.records(stage.tournament.id), where, stage.title)
        print(f"report: {written.page}", file=sys.stderr)
        if written.notice:
            print(f"plies: {written.notice}", file=sys.stderr)
