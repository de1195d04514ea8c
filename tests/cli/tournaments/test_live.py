"""What a tournament shows while it runs."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.tournament import Tournament
from plies.arena.report.result import Gathered
from plies.arena.store.ledger import Ledger
from plies.cli.tournaments.live import Live
from plies.players.notation import parse_player
from tests.arena.made_records import made


def shown(live: Live) -> str:
    text = io.StringIO()
    live.console = Console(file=text, width=140)
    live.console.print(live.picture())
    return text.getvalue()


def started(tmp_path: Path, names: tuple[str, str], sprt: Sprt | None = None) -> Live:
    players = [parse_player(f"random@name={name}") for name in names]
    plan = Tournament.of(["pawns:3x5"], players, kind="match", games_per_pairing=200, sprt=sprt)
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        return Live(plan, Gathered(plan, title="title"), ledger, None)


def test_the_players_are_shown_before_the_first_game_and_after(tmp_path: Path) -> None:
    live = started(tmp_path, ("a", "b"))
    before = [line.split() for line in shown(live).splitlines()]
    assert ["a", "–", "–", "–", "0", "–", "–", "–", "–"] in before
    live.add([made("a", "b", 1.0), made("b", "a", 0.5, turned=True)])
    after = shown(live)
    assert "2 of 200 games" in after
    row = next(line for line in after.splitlines() if line.startswith("a "))
    assert " 75.0%      2           1–1–0 " in row


def test_names_with_brackets_are_shown_as_they_are(tmp_path: Path) -> None:
    names = ("new[red]try", "mine[/x]")
    live = started(tmp_path, names)
    live.add([made(*names, 1.0)])
    assert all(name in shown(live) for name in names)


def test_the_stopping_rule_is_shown(tmp_path: Path) -> None:
    live = started(tmp_path, ("a", "b"), Sprt(0, 10))
    assert "SPRT after 0 pairs: log-likelihood ratio +0.00 between −2.94 and +2.94; not decided yet." in shown(live)
