"""plies archive: stored games are listed, shown, replayed and exported; and mistakes."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plies.cli.common import short
from plies.values import describe
from tests.cli.conftest import Ran
from tests.cli.tournaments.words import WORDS

Run = Callable[..., Ran]


def test_the_archive_lists_shows_replays_and_exports(run: Run, ledger: Path, tmp_path: Path) -> None:
    data = json.loads(run(*WORDS, "--json").out)["tournaments"][0]
    name = data["tournament"][:8]
    listed = run("archive")
    assert name in listed.out
    assert "12" in listed.out
    assert "rating" in run("archive", name).out
    assert run("archive", "--player", "ari", "--limit", "2").out.count("ari@nodes=200") == 2
    assert run("archive", "--player", "ari@nodes=200,reductions=on", "--limit", "2").out.count("ari@nodes=200") == 2
    lines = [json.loads(line) for line in run("archive", name, "--export", "json").out.splitlines()]
    assert len(lines) == 12
    rows = list(csv.DictReader(io.StringIO(run("archive", name, "--export", "csv").out)))
    assert [row["id"] for row in rows] == [line["pairing"]["id"] for line in lines]
    assert [float(row["score"]) for row in rows] == [line["score"] for line in lines]
    won = [
        line["pairing"]["id"]
        for line in lines
        if (line["pairing"]["first"], line["score"]) == ("random", 1.0)
        or (line["pairing"]["second"], line["score"]) == ("random", 0.0)
    ]
    chosen = json.loads(run("archive", name, "--player", "random", "--result", "win", "--json").out)["games"]
    assert [game["pairing"]["id"] for game in chosen] == won
    for line in lines[:3]:
        shown = run("archive", line["pairing"]["id"], "--board")
        assert line["moves"][-1]["move"] in shown.out
        assert line["reason"] in shown.out
        reported = [row.split() for row in shown.out.splitlines() if re.match(r" *\d+  (white|black) ", row)]
        thoughts = reported[len(line["pairing"]["opening"]) :]
        assert [row[3:-1] for row in thoughts] == [thought_in_words(move) for move in line["moves"]]
        replayed = json.loads(run("archive", line["pairing"]["id"], "--replay", "--json").out)
        assert replayed["same"] is True
        assert replayed["moves"] == [move["move"] for move in line["moves"]]
    target = tmp_path / "games.csv"
    assert run("archive", name, "--export", "csv", "--out", str(target)).status == 0
    assert len(target.read_text().splitlines()) == 13


def thought_in_words(move: dict[str, Any]) -> list[str]:
    """Value, depth and nodes of a stored move as a table has them; nothing for who tells nothing."""
    value = [] if move["value"] is None else describe(move["value"]).split()
    nodes = short(move["nodes"]).split() if move["nodes"] else []
    return [*value, *([str(move["depth"])] if move["depth"] else []), *nodes]


def test_counts_are_whole_and_short() -> None:
    assert [short(count) for count in (4, 999, 1000, 2.5, 6_540_000)] == ["4", "999", "1.00 k", "2.50", "6.54 M"]


def test_checkers_games_go_out_as_pdn_and_come_back(run: Run, ledger: Path) -> None:
    from plies import game

    words = ("tournament", "checkers", "--players", "plies@nodes=100", "random", "--games", "2", "--workers", "1")
    data = json.loads(run(*words, "--json").out)["tournaments"][0]
    text = run("archive", data["tournament"], "--export", "pdn").out
    checkers = game("checkers")
    records = list(checkers.formats["pdn"].read(text))
    stored = [json.loads(line) for line in run("archive", data["tournament"], "--export", "json").out.splitlines()]
    assert len(records) == len(stored) == 2
    for record, kept in zip(records, stored, strict=True):
        assert list(record.moves) == [*kept["pairing"]["opening"], *(move["move"] for move in kept["moves"])]
        assert record.result == {1.0: "0-1", 0.5: "1/2-1/2", 0.0: "1-0"}[kept["score"]]
        assert record.tag("Black") == kept["pairing"]["first"]


def test_mistakes_in_the_archive(run: Run, ledger: Path) -> None:
    name = json.loads(run(*WORDS, "--json").out)["tournaments"][0]["tournament"]
    game = json.loads(run("archive", "--limit", "1", "--player", "ari", "--json").out)["games"][0]["pairing"]["id"]
    for words, said in (
        (("archive", "zzzz"), "no tournament and no game 'zzzz'"),
        (("archive", "zzzz", "--export", "json"), "no tournament and no game 'zzzz'"),
        (("archive", "--since", "yesterday"), "a day is written as"),
        (("archive", "--limit", "0"), "at least one game"),
        (("archive", "--export", "pdn"), "has no format 'pdn'; known: json, csv"),
        (("archive", "--report", "x"), "--report is for one tournament"),
        (("archive", "--game", "chess"), "no game 'chess'"),
        (("archive", "--player", "nobody"), "no player 'nobody'; known: ari@nodes=200"),
        (("archive", "--termination", "boredom"), "no games end by 'boredom'; known: rules"),
        (("archive", "--replay"), "--replay is for one game"),
        (("archive", name, "--board"), "--board is for one game"),
        (("archive", game, "--player", "ari"), "is no tournament; --player chooses among the games of one"),
        (("archive", game, "--report", "x"), "is no tournament; --report is for one"),
    ):
        ran = run(*words)
        assert ran.status == 2, words
        assert said in ran.err


def test_games_of_a_person_s_own_game_are_found(run: Run, ledger: Path, nim: str) -> None:
    run("tournament", nim, "--players", "random", "random", "--games", "2", "--workers", "1")
    assert len(json.loads(run("archive", "--game", nim, "--json").out)["games"]) == 2
