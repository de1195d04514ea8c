"""What a tournament shows while it runs."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.tournament import Tournament
from plies.arena.store.ledger import Ledger
from plies.cli.tournaments.live import Live, fitting, sprt_in_words
from plies.players.notation import parse_player
from tests.arena.made_records import made


def test_columns_go_where_a_screen_is_narrow() -> None:
    rows = [["player", "rating", "score"], ["a", "+100", "100.0%"]]
    assert fitting(rows, 80) == [0, 1, 2]
    assert fitting(rows, 20) == [0, 1]
    assert fitting(rows, 3) == [0]


@pytest.mark.parametrize(
    ("elos", "counts", "said"),
    [
        ((-10, 0), [0, 0, 0, 0, 900], "settled: a against b is rather +0 Elo than -10"),
        ((0, 10), [0, 0, 0, 0, 900], "settled: a is better than b, rather +10 Elo than +0"),
        ((0, 10), [900, 0, 0, 0, 0], "settled: a against b is rather +0 Elo than +10"),
    ],
)
def test_what_a_stopping_rule_says(elos: tuple[float, float], counts: list[int], said: str) -> None:
    players = [parse_player("random@name=a"), parse_player("random@name=b")]
    plan = Tournament.of(["pawns:3x5"], players, kind="match", sprt=Sprt(*elos))
    assert plan.sprt is not None
    assert said in sprt_in_words(plan, plan.sprt.state(counts))
    assert "not settled yet" in sprt_in_words(plan, plan.sprt.state([0] * 5))


def test_names_with_brackets_are_shown_as_they_are(tmp_path: Path) -> None:
    names = ("new[red]try", "mine[/x]")
    plan = Tournament.of(["pawns:3x5"], [parse_player(f"random@name={name}") for name in names])
    shown = io.StringIO()
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        live = Live("title", plan, ledger, None)
    live.add([made(*names, 1.0)])
    Console(file=shown, width=120).print(live.picture())
    assert all(name in shown.getvalue() for name in names)
