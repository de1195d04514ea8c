"""plies tournament: from the command to the stored games and their tables, and mistakes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import plies
from plies.arena.store.ledger import Ledger
from plies.registry import presets
from tests.cli.conftest import Ran
from tests.cli.tournaments.words import PLAYERS, WORDS

Run = Callable[..., Ran]


def test_a_tournament_is_played_once_and_grows(run: Run, ledger: Path) -> None:
    first = run(*WORDS)
    assert first.status == 0, first.err
    assert "12 of 12 games" in first.out
    again = run(*WORDS, "--json")
    data = json.loads(again.out)["tournaments"][0]
    assert data["games"] == data["total"] == 12
    assert {player["name"] for player in data["players"]} == {"ari@nodes=200", "hoddi@nodes=200", "random"}
    more = run(*WORDS[:-4], "--games", "6", "--workers", "1", "--json")
    grown = json.loads(more.out)["tournaments"][0]
    assert grown["tournament"] == data["tournament"]
    assert grown["games"] == 18
    resumed = run("tournament", "--resume", "--games", "8", "--workers", "1", "--json")
    assert json.loads(resumed.out)["tournaments"][0]["games"] == 24


def test_the_ledger_is_read_once(run: Run, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For the games before, which the new ones join; the digest is that of a later look at all of them."""
    reads: list[object] = []
    found = Ledger.found

    def counting(self: Ledger, *asked: object, **more: object) -> object:
        reads.append(asked)
        return found(self, *asked, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Ledger, "found", counting)
    words = ("tournament", "pawns:3x5", "--players", "random", "random", "--openings", "start", "--workers", "1")
    run(*words, "--games", "2")
    grown = json.loads(run(*words, "--games", "4", "--json").out)["tournaments"][0]
    assert len(reads) == 2
    again = json.loads(run(*words, "--games", "4", "--json").out)["tournaments"][0]
    assert grown["games"] == 4
    assert grown == again


def test_limits_make_one_tournament_each(run: Run, ledger: Path) -> None:
    words = ("tournament", "pawns:3x5", "--players", "ari", "hoddi", "--limits", "nodes=100", "depth=2")
    found = json.loads(run(*words, "--games", "16", "--workers", "1", "--json").out)["tournaments"]
    assert [one["players"][0]["limits"] for one in found] == ["nodes=100", "depth=2"]
    (beside,) = found[0]["limits"]
    assert beside["labels"] == ["nodes=100", "depth=2"]
    assert {row["base"] for row in beside["rows"]} == {"ari", "hoddi"}
    assert not found[1]["limits"]
    out = run(*words, "--games", "16", "--workers", "1", "--report", str(ledger.parent / "report")).out
    assert "The same players under other limits" in out
    page = (ledger.parent / "report" / "index.html").read_text()
    assert page.count("The same players under other limits</h3>") == 1
    assert '<h2 id="part-1">Pawns, 3 by 5, nodes=100</h2>' in page
    assert '<h2 id="part-2">Pawns, 3 by 5, depth=2</h2>' in page
    assert page.count("Ratings</h3>") == 2
    assert "<title>Pawns, 3 by 5</title>" in page
    text = (ledger.parent / "report" / "report.md").read_text()
    plots = re.findall(r"\]\((.*\.svg)\)", text)
    assert {"1-ratings-plot.svg", "2-ratings-plot.svg"} < set(plots)
    assert all((ledger.parent / "report" / plot).exists() for plot in plots)


def test_faults_are_told(run: Run, ledger: Path, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def bad(position, seconds):\n    raise RuntimeError('oh')\n")
    words = ("tournament", "pawns:3x5", "--players", f"{file}:bad@1s", "random", "--games", "2", "--workers", "1")
    out = run(*words).out
    assert f"Games lost by a player's own fault: {file}:bad@1s 2 by error." in out


def test_a_stopping_rule_settles_a_clear_match(run: Run, ledger: Path) -> None:
    words = ("tournament", "pawns:5x5", "--players", "ari@nodes=300", "random", "--sprt", "0", "200", "--workers", "1")
    ran = run(*words)
    assert "decided: ari@nodes=300 is better than random" in ran.out
    assert re.search(r"^\d+ games, decided; tournament", ran.out, re.MULTILINE)
    assert "≤ 100,000" in run("archive").out
    games = json.loads(run("archive", "--player", "random", "--json").out)["games"]
    assert 4 <= len(games) < 200


def test_published_cells_stand_beside_ours(run: Run, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from plies.games.tournaments import Preset, Stage

    original = presets()["pawns-2016"]
    board = original.stages[0].boards[-1]
    quick = Stage("quick", (board,), ("ari@nodes=50", "hoddi-2016@nodes=50"), games=2, openings="start")
    made = Preset("quick", "", (quick,), original.published)
    monkeypatch.setattr("plies.registry.presets", lambda: {"quick": made})
    folder = ledger.parent / "report"
    out = run("tournament", "--preset", "quick", "--workers", "1", "--report", str(folder)).out
    same = re.search(r"(\d) of 2 as published", out)
    assert same
    assert out.count("differs") == 2 - int(same[1])
    page = (folder / "index.html").read_text()
    assert "Beside the published table" in page
    assert page.count("<td>differs</td>") == out.count("differs")


@pytest.mark.parametrize(("preset", "suffix"), [("pawns-2016", "-2016"), ("pawns-2016-report", "")])
def test_the_cells_of_2016(preset: str, suffix: str) -> None:
    """By the names of those who play: the programs as they were, or the heuristics of the report."""
    published = presets()[preset].published
    hoddi, binni, tryggvi = (name + suffix for name in ("hoddi", "binni", "tryggvi"))
    assert published["pawns:7x7"]["ari", hoddi] == ""
    assert published["pawns:7x7"][hoddi, binni] == binni
    assert published["pawns:9x9"][tryggvi, binni] == binni
    assert published["pawns:6x6"]["ari", tryggvi] == tryggvi
    assert {len(table) for table in published.values()} == {12}
    (stage,) = presets()[preset].stages
    players = {player.partition("@")[0] for player in stage.players}
    assert players == {"ari", hoddi, binni, tryggvi} <= set(plies.game("pawns:9x9").heuristics)
    assert players == {name for table in published.values() for pair in table for name in pair}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tournament",), "name a game to play"),
        (("tournament", "pawns:6x6"), "needs two players or more"),
        (("tournament", "pawns:6x6", "--players", "ari", "nobody"), "nobody"),
        (("tournament", "pawns:6x6", "--players", "ari@1s", "hoddi@1s", "--limits", "1s"), "every player has one"),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--games", "3"), "even number"),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--games", "0"), "even number of them, 2 or more"),
        (("tournament", "pawns:6x6", "--players", "ari", "mine.py"), "of the file that plays, such as mine.py:mine"),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--openings", "suite"), "no list of openings"),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--openings", ""), "not one of auto, random"),
        (
            ("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--sprt", "nan", "5"),
            "elo0=nan, elo1=5: all numbers",
        ),
        (("tournament", "pawns:6x6", "--players", "ari", "ggp://127.0.0.1:1@1s"), "127.0.0.1:1: cannot be reached"),
        (
            ("tournament", "pawns:6x6", "--players", "ggp://127.0.0.1:1", "random", "--limits", "5s"),
            "cannot be reached",
        ),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--ledger", "no/where"), "there is no folder no"),
        (
            ("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--limits", "20ms", "0.02s"),
            "each limit is given once",
        ),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--limits", "threads=2"), "'threads=2' is no limit"),
        (("tournament", "--preset", "pawns-2016", "--resume"), "--resume does not go with it"),
        (("archive", "ab", "--export", "csv", "--report", "x"), "--export and --report: ask for one of them"),
        (("archive", "ab", "--board", "--json"), "--board and --json: ask for one of them"),
        (("archive", "ab", "--report", "x", "--limit", "3"), "of a whole tournament, so --limit does not go with it"),
        (("archive", ""), "an id has at least one character"),
        (("archive", "--out", "x.csv"), "--out goes with --export"),
        (("archive", "--ledger", "/"), "/ is a folder; a ledger is a file"),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--workers", "0"), "at least one game"),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--minutes", "0"), "more than 0"),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--tls", "a", "b", "c"), "--tls goes with --cluster"),
        (("tournament", "--preset", "nothing"), "no preset 'nothing'; known: "),
        (("tournament", "pawns:6x6", "--preset", "pawns-2016"), "a game does not go with it"),
        (("tournament", "--resume", "--seed", "1"), "--seed does not go with it"),
        (("tournament", "--resume"), "there is no ledger"),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--limits", "1s", "1s"), "each limit is given once"),
        (("tournament", "pawns:6x6", "--players", "ari", "hoddi", "--report", "/proc/none"), "cannot write a report"),
        (("archive",), "there is no ledger"),
    ],
)
def test_mistakes_get_one_line(run: Run, ledger: Path, words: tuple[str, ...], said: str) -> None:
    ran = run(*words)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_nothing_is_stored_of_what_is_refused(run: Run, ledger: Path, tmp_path: Path) -> None:
    """The second line of the openings is wrong, and two games need the first alone."""
    file = tmp_path / "openings.txt"
    file.write_text("a2-a3\nz9-z1\n")
    good = json.loads(run(*WORDS, "--json").out)["tournaments"][0]["tournament"]
    ran = run(*WORDS, "--openings", str(file))
    assert ran.status == 2
    assert f"{file}, line 2: neither moves" in ran.err
    assert ran.err.count("\n") == 1
    entries = json.loads(run("archive", "--json").out)["tournaments"]
    assert [entry["id"] for entry in entries] == [good]


def test_the_same_games_are_not_played_again(run: Run, ledger: Path) -> None:
    """From one opening, players whose moves follow from the position alone have one pair to play."""
    words = ("tournament", "pawns:3x5", *PLAYERS, "--games", "8", "--openings", "start", "--workers", "1", "--json")
    ran = run(*words)
    games = {(one["a"], one["b"]): one["games"] for one in json.loads(ran.out)["tournaments"][0]["pairings"]}
    assert games == {
        ("ari@nodes=200", "hoddi@nodes=200"): 2,
        ("ari@nodes=200", "random"): 8,
        ("hoddi@nodes=200", "random"): 8,
    }
    assert "ari@nodes=200 and hoddi@nodes=200 would play the same games again, so one pair is played" in ran.err


def test_limits_are_for_all_players_that_have_none(run: Run, ledger: Path, tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text('[[player]]\nheuristic = "binni"\nreductions = false\n[[player]]\nplayer = "tryggvi@depth=1"\n')
    words = ("tournament", "pawns:3x5", "--players", "ari@name=mine", "--players-file", str(file), "--games", "2")
    found = json.loads(run(*words, "--limits", "nodes=50", "--workers", "1", "--json").out)["tournaments"][0]
    limits = {player["name"]: player["limits"] for player in found["players"]}
    assert limits == {"mine": "nodes=50", "binni@nodes=50,reductions=off": "nodes=50", "tryggvi@depth=1": "depth=1"}
    refused = run(*words[:2], "--players", "ari@1s", "random", "--limits", "nodes=50")
    assert "every player has one" in refused.err


def test_minutes_are_for_the_whole_command(run: Run, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from plies.games.tournaments import Preset, Stage

    stages = tuple(
        Stage(f"{nodes} nodes", ("pawns:3x5",), (f"ari@nodes={nodes}", "random"), 2000, minutes=9) for nodes in (50, 60)
    )
    monkeypatch.setattr("plies.registry.presets", lambda: {"quick": Preset("quick", "", stages)})
    ran = run("tournament", "--preset", "quick", "--workers", "1", "--minutes", "0.001", "--json")
    assert ran.status == 0
    assert all(one["games"] < 2000 for one in json.loads(ran.out)["tournaments"])
