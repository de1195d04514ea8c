"""`plies learn` at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import plies
from plies.cli import main
from plies.learn import learning
from tests.learn.test_course import PARTS

SHORT = ["--games", "40", "--nodes", "60", "--rounds", "1", "--kinds", "own", "--verdict-games", "46"]


def test_a_run_writes_its_file_and_says_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLIES_LEARNED", str(tmp_path))
    wins = learning.Verdict("H1", (0, 0, 0, 0, 2))
    monkeypatch.setattr(learning, "judge", lambda match, kept, progress, seconds: wins)
    out, report = tmp_path / "mine.toml", tmp_path / "report"
    words = ["learn", "breakthrough:4x5", "--from", "ari", *SHORT, "--out", str(out)]
    assert main([*words, "--report", str(report)]) == 0
    shown = capsys.readouterr().out
    assert "better: taken" in shown
    assert f"written: {out}" in shown
    assert list(report.glob("*.html"))
    assert main(["show", "breakthrough:4x5", "--heuristic", str(out)]) == 0
    assert "to move" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["file"] == str(out)
    assert data["learned"][0]["trials"][0]["decision"] == "H1"
    # without --out it has a name, which is known everywhere
    assert main(words[:-2]) == 0
    names = [name for name in plies.game("breakthrough:4x5").heuristics if name.startswith("ari-")]
    assert len(names) == 1
    assert plies.evaluate(plies.game("breakthrough:4x5").start(), names[0]).terms


def test_a_heuristic_of_a_users_own_is_named_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLIES_LEARNED", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("parts.py").write_text(PARTS)
    monkeypatch.setattr(learning, "judge", lambda *_: learning.Verdict("H1", (0, 0, 0, 0, 2)))
    assert main(["learn", "breakthrough:4x5", "--from", "parts.py:lead_only", *SHORT, "--out", "mine.toml"]) == 0
    words = capsys.readouterr().out.partition('name it as "')[2].partition('"')[0]
    assert words.startswith(f"{tmp_path}/parts.py:lead_only(lead=")
    assert main(["show", "breakthrough:4x5", "--heuristic", words]) == 0
    capsys.readouterr()
    assert main(["show", "breakthrough:4x5", "--heuristic", "mine.toml"]) == 2
    assert f"name that yourself, as {words}" in capsys.readouterr().err


def test_what_is_undecided_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLIES_LEARNED", str(tmp_path))
    monkeypatch.setattr(learning, "judge", lambda *_: learning.Verdict("continue", (0, 0, 3, 0, 2)))
    words = ["learn", "breakthrough:4x5", "--from", "ari", *SHORT]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "nothing was proven to be better than the parent" in shown
    kept = shown.partition("kept, undecided: ")[2].strip()
    assert main(["show", "breakthrough:4x5", "--heuristic", kept]) == 0
    capsys.readouterr()
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["undecided"] == [kept]


def test_ctrl_c_reports_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLIES_LEARNED", str(tmp_path))

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(learning, "judge", interrupt)
    assert main(["learn", "breakthrough:4x5", *SHORT]) == 130
    captured = capsys.readouterr()
    assert "the same command continues" in captured.err
    assert "nothing was better than the parent" in captured.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pawns:4x5"], "say how long to learn"),
        (["pawns:4x5", *SHORT, "--out", "mine.txt"], "ends in .toml"),
        (["pawns:4x5", *SHORT, "--from", "nobody"], "no heuristic 'nobody'"),
        (["pawns:4x5", *SHORT, "--from", "none.toml"], "cannot read none.toml"),
        (["pawns:4x5", *SHORT, "--records", "games.pdn"], "games come from ledger"),
        (["checkers", *SHORT, "--records", "none.pdn"], "cannot read none.pdn"),
        (["pawns:4x5", *SHORT[2:], "--games", "0"], "games: 0 is too few"),
        (["pawns:4x5", *SHORT, "--tls", "a", "b", "c"], "--tls goes with --cluster"),
    ],
)
def test_errors_take_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
