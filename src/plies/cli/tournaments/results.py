"""What a tournament says once it has been played: tables for the terminal, data for JSON, reports."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.arena.numbers.published import agreement, beside_published
from plies.cli import common
from plies.cli.tournaments.live import PLAYER_COLUMNS, faults_in_words, player_rows, sprt_in_words
from plies.errors import InvalidFile

if TYPE_CHECKING:
    from plies.arena.numbers.standings import Standings
    from plies.arena.report.report import Block
    from plies.arena.store.ledger import Ledger
    from plies.cli.tournaments.tournament import Planned


def results_of(planned: list[Planned], ledger: Ledger) -> list[dict[str, Any]]:
    """The standings of each stage with a digest of its games; the first is put beside later ones of its players."""
    from plies.arena.numbers.compare import runs_compared
    from plies.arena.run.record import digest

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
    for stage, result in zip(planned, results, strict=True):
        result["published"] = beside_published(result, stage.published or {})
    for stage, table in zip(planned[1:], tables[1:], strict=True):
        beside = runs_compared(tables[0], table, (planned[0].label, stage.label))
        if beside["rows"]:
            results[0]["limits"].append(beside)
    return results


def print_result(stage: Planned, result: dict[str, Any], ledger: Ledger) -> None:
    """Tables for a person: the players, then a cross table for each board."""
    from plies.arena.plan.stopping import stored_state

    print(common.bold(stage.title))
    rule = stored_state(stage.tournament, ledger)
    settled = rule is not None and rule.decision != "continue"
    many = f"{result['games']:,} games, settled" if settled else f"{result['games']:,} of {result['total']:,} games"
    print(f"{many}; tournament {result['tournament']} in {ledger.path}")
    if not result["games"]:
        print()
        return
    print()
    print_players(result)
    if rule is not None:
        print(f"\n{sprt_in_words(stage.tournament, rule)}")
    for board in [row["board"] for row in result["boards"]]:
        print(f"\n{common.bold(board)}")
        _print_cross_table(board, result)
    print(
        "\nratings come from all games, with draws and the first move allowed for; a pairing's Elo from its pairs alone"
    )
    print(f"plies archive {result['tournament'][:8]} lists the games; --report DIR writes all tables with plots\n")


def print_players(result: dict[str, Any]) -> None:
    """A line for each player, and who lost by a fault of its own."""
    columns = [name if number == 0 else f">{name}" for number, name in enumerate(PLAYER_COLUMNS)]
    common.print_table(columns, player_rows(result))
    if faults := faults_in_words(result):
        print(f"\n{faults}")
        print(f"plies archive {result['tournament'][:8]} --termination KIND lists these games with their reasons")


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
    from plies.arena.numbers.standings import Standings

    table = Standings()
    for record in ledger.records(stage.tournament.id):
        table.add(record)
    return table


def _print_cross_table(board: str, result: dict[str, Any]) -> None:
    """A line for each pairing: the score of the first named, by colour, its Elo with the interval."""
    sides = _sides(board)
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
    if published := [row for row in result["published"] if row["board"] == board]:
        _print_published(sides, published)


def _sides(board: str) -> tuple[str, str]:
    from plies.registry import game

    return game(board).sides


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}%"


def _elo(elo: float | None) -> str:
    return "open" if elo is None else f"{elo:+.0f}"


def _print_published(sides: tuple[str, str], rows: list[dict[str, Any]]) -> None:
    """Who won each game, beside who won it where it was published."""
    common.print_table(_published_columns(sides), _published_cells(rows), indent=2)
    print(f"  {agreement(rows)}")


def _published_columns(sides: tuple[str, str]) -> list[str]:
    return [f"as {sides[0]}", f"as {sides[1]}", "won now", "published", ""]


def _published_cells(rows: list[dict[str, Any]]) -> list[list[str]]:
    return [
        [row["first"], row["second"], row["now"], row["then"], "" if row["now"] == row["then"] else "differs"]
        for row in rows
    ]


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
    """One report of all stages."""
    from plies.arena.report.report import Part, write_parts

    parts = [
        Part(stage.title, result, _extra(result), stage.tournament, ledger.records(stage.tournament.id))
        for stage, result in zip(planned, results, strict=True)
    ]
    title = planned[0].title if len(planned) == 1 else planned[0].title.removesuffix(planned[0].label).rstrip(":, ")
    written = write_parts(folder, title, parts)
    print(f"report: {written.page}", file=sys.stderr)
    if written.notice:
        print(f"plies: {written.notice}", file=sys.stderr)


def _extra(result: dict[str, Any]) -> list[Block]:
    """What only the command knows: the published table, board by board."""
    from plies.arena.report.report import Heading, Paragraph, Table

    rows = result["published"]
    if not rows:
        return []
    blocks: list[Block] = [Heading("Beside the published tables"), Paragraph(f"{agreement(rows)}.")]
    for board in dict.fromkeys(row["board"] for row in rows):
        here = [row for row in rows if row["board"] == board]
        columns = _published_columns(_sides(board))
        blocks.append(Table(columns, _published_cells(here), align="lllll", caption=f"{board}: {agreement(here)}."))
    return blocks
