"""Tournaments from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import plies
from plies.arena.run.record import digest
from plies.players.notation import parse_player


def test_a_match_in_one_line() -> None:
    played = plies.match("pawns:4x5", "ari@nodes=200", parse_player("random"), games=4)
    notebook = played._repr_html_()
    assert "<table>" in notebook
    assert ">random</th>" in notebook
    assert [record.pairing.turned for record in played.records] == [False, True, False, True]
    points = sum(record.score if not record.pairing.turned else 1 - record.score for record in played.records)
    assert played.standings.players[0].name == "ari@nodes=200"
    assert played.standings.players[0].score == points / 4 > 0.5
    assert "ari@nodes=200" in str(played).splitlines()[1]


def test_workers_play_the_same_games_and_a_ledger_goes_on(tmp_path: Path) -> None:
    players = ["ari@depth=2", "hoddi@depth=1,algorithm=textbook", "random"]
    here = plies.tournament(["pawns:4x5"], players, games_per_pairing=2)
    ledger = tmp_path / "ledger.sqlite"
    some = plies.tournament("pawns:4x5", players, games_per_pairing=2, workers=2, ledger=ledger)
    assert here.result.digest == some.result.digest == digest(here.records)
    heard: list[int] = []
    more = plies.tournament(
        "pawns:4x5", players, games_per_pairing=4, ledger=ledger, progress=lambda records: heard.append(len(records))
    )
    assert (len(some.records), len(more.records), sum(heard)) == (6, 12, 6)


def test_a_stopping_rule_ends_a_match_early() -> None:
    played = plies.match("pawns:4x5", "ari@depth=3", "random", games=400, sprt=(0, 200))
    assert played.sprt is not None
    assert played.sprt.decision == "H1"
    assert len(played.records) < 400


def test_a_report_is_written(tmp_path: Path) -> None:
    written = plies.match("pawns:3x5", "random", "ari@depth=1").write_report(tmp_path / "out")
    assert "ari@depth=1" in written.page.read_text(encoding="utf-8")


def test_what_is_refused() -> None:
    with pytest.raises(plies.Refused, match="a human plays at the terminal or in the browser"):
        plies.match("pawns:4x5", "human", "random")
    with pytest.raises(plies.UnknownName, match="no heuristic 'nobody'"):
        plies.match("pawns:4x5", "nobody", "random")
    with pytest.raises(plies.Refused, match="put a function of your own into a file"):
        plies.match("pawns:4x5", lambda state, me: 0, "random")  # type: ignore[arg-type]
