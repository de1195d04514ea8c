"""The coach on the command line: what it prints, what it refuses, and that it starts lightly."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys

import numpy as np
import pytest

from plies.cli import main
from plies.cli.football import map as football_map
from plies.cli.football.wording import percent
from plies.football import Situation
from tests.games.football.test_playbook import GOOD
from tests.solve.football.test_solution import KNOWN_MATRICES

SITUATION = "2nd and 11 from the 45, 60 seconds left"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["football", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
def test_the_coach(capsys) -> None:
    out = run(capsys, SITUATION, "--explain", "37 Slant", "4-3 Blast")
    assert "The offence wins 40.7154% of the time" in out
    for entry in KNOWN_MATRICES[45, 3, 11, 12].split():
        assert entry in out
    for words in ("93.33%", "never", "How 37 Slant against 4-3 Blast comes to 0.389684", "certificate gap"):
        assert words in out
    lines = re.findall(r"(0\.\d+) .*left +(0\.\d{6}) ", out)
    assert lines == [
        ("0.2", "0.243445"),
        ("0.05", "0.590648"),
        ("0.25", "0.484103"),
        ("0.1", "0.407997"),
        ("0.4", "0.374094"),
    ]
    assert "rounded" not in out


def test_numbers_mean_the_same_as_words(capsys) -> None:
    words = run(capsys, SITUATION)
    assert run(capsys, "--yards", "45", "--down", "2", "--to-go", "11", "--seconds", "60") == words


def test_seconds_are_rounded_down_and_it_says_so(capsys) -> None:
    out = run(capsys, "2nd and 11 from the 45, 64 seconds left")
    assert "64 seconds are 12 ticks of 5 seconds, rounded down to 60." in out
    assert "40.7154%" in out


def test_json(capsys) -> None:
    data = json.loads(run(capsys, SITUATION, "--json"))
    assert data["situation"] == {"yards": 45, "downs": 3, "to_go": 11, "ticks": 12, "text": SITUATION}
    assert f"{data['value']:.6f}" == "0.407154"
    assert data["largest_gap"] <= 1e-9
    assert [call["name"] for call in data["offence"]] == ["37 Slant", "Y Cross 80", "Z Corner 82"]
    for entry, value in zip(data["entries"], [entry for row in data["matrix"] for entry in row], strict=True):
        assert sum(o["probability"] * o["value"] for o in entry["outcomes"]) == pytest.approx(value)
        assert entry["value"] == value


def test_explain_all(capsys) -> None:
    assert run(capsys, SITUATION, "--explain", "all").count("comes to") == 9


@pytest.mark.slow
def test_search(capsys) -> None:
    data = json.loads(run(capsys, SITUATION, "--depth", "4", "--json"))
    assert data["pruned"]["states"] < data["full"]["states"]
    assert data["pruned"]["matrices"] < data["full"]["matrices"]
    assert "without pruning" in run(capsys, SITUATION, "--depth", "3")


def test_simulate_and_exploit(capsys) -> None:
    words = ("--simulate", "20000", "--offence", "uniform", "--seed", "3", SITUATION)
    data = json.loads(run(capsys, *words, "--json"))
    assert data["drives"]["inside"]
    assert data["drives"]["low"] < data["drives"]["exact"] < data["drives"]["high"]
    assert data["strategies"]["offence"]["exploitability"] > 0.01
    assert data["strategies"]["defence"]["exploitability"] < 1e-9
    assert "inside the interval" in run(capsys, *words)
    assert "exploitability" in run(capsys, "--exploit", "--defence", "pure", SITUATION)


@pytest.mark.slow
def test_map(capsys, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    for name, start in (("map.png", b"\x89PNG"), ("map.svg", b"<?xml")):
        run(capsys, "--map", str(tmp_path / name), "--seconds", "5")
        assert (tmp_path / name).read_bytes().startswith(start)
    assert json.loads(run(capsys, "--map", str(tmp_path / "map.pdf"), "--seconds", "10", "--json"))["seconds"] == 10


def test_map_without_matplotlib(capsys, monkeypatch, tmp_path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["football", "--map", str(tmp_path / "x.png"), "--seconds", "5"]) == 2
    assert "pip install 'plies[plots]'" in capsys.readouterr().err


def play(capsys, monkeypatch, typed: str, *words: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run(capsys, "--play", *words)


def test_play(capsys, monkeypatch) -> None:
    typed = "?\nPunt\n" + "Z Corner 82\n" * 100
    out = play(capsys, monkeypatch, typed, "--seed", "7", "--drives", "2")
    assert out == play(capsys, monkeypatch, typed, "--seed", "7", "--drives", "2"), "a seed repeats the drives"
    assert out != play(capsys, monkeypatch, typed, "--seed", "8", "--drives", "2")
    assert "unknown call 'Punt'; known: 1 37 Slant" in out
    assert "the coach: 37 Slant 0.0%" in out
    assert "Drive 2" in out
    assert "Drive 3" not in out
    assert re.search(r"the coach: Z Corner 82 cost \d+\.\d\d%, ", out)
    assert re.search(r"\d of 2 drives ended in a touchdown; \d+ calls cost", out)


def test_play_costs_add_up(capsys, monkeypatch) -> None:
    out = play(capsys, monkeypatch, "1\n" * 100, "--seed", "3", "--drives", "3")
    costs = [float(cost) for cost in re.findall(r"cost (\d+\.\d\d)%, ", out)]
    total = float(re.search(r"calls cost (\d+\.\d\d)% in all", out)[1])
    assert sum(costs) == pytest.approx(total, abs=0.01 * len(costs))
    assert total > 1


def test_play_the_defence_and_stop(capsys, monkeypatch) -> None:
    out = play(capsys, monkeypatch, "prevent\nq\n", "--side", "defence", "--seed", "1")
    assert "You call the defence against the optimal offence. Seed 1" in out
    assert re.search(r"(Slant|Cross 80|Corner 82) against Prevent: ", out)
    assert "0 of 0 drives ended in a touchdown; 1 call cost" in out
    assert "--seed" in play(capsys, monkeypatch, "")


def test_play_names_the_call_of_the_best_mix(capsys, monkeypatch) -> None:
    out = play(capsys, monkeypatch, "help\n1\nq\n", SITUATION, "--seed", "1")
    assert "37 Slant cost 6.00%, Z Corner 82 would have cost nothing" in out, "called 93%, Y Cross 80 only 7%"
    assert out.count("? asks the coach") == 2, "help says it again"


def test_play_counts_in_good_english(capsys, monkeypatch) -> None:
    last = "4th and 10 from the 90, 10 seconds left"
    out = play(capsys, monkeypatch, "1\n", last, "--drives", "1", "--seed", "1")
    assert "0 of 1 drive ended in a touchdown; 1 call cost 0.00% in all, 0.00% each." in out


def test_where_nothing_wins(capsys) -> None:
    out = run(capsys, "4th and 10 from the 90, 10 seconds left")
    assert "nothing wins any more; every call is as good as another" in out
    assert "never" not in out
    assert "1 situation solved" in out
    for ticks in range(1, 8):
        for yards in (40, 60, 80):
            out = run(capsys, "--yards", str(yards), "--down", "4", "--seconds", str(5 * ticks))
            assert "-0.0" not in out


def test_where_the_right_defence_wins_the_offence_hopes(capsys, minute) -> None:
    yards, ticks = next(
        (yards, ticks)
        for ticks in range(1, 12)
        for yards in range(1, 100)
        if minute.value(yards, 1, min(10, yards), ticks) == 0 and minute.matrix(yards, 1, min(10, yards), ticks).any()
    )
    out = run(capsys, "--yards", str(yards), "--down", "4", "--seconds", str(5 * ticks))
    assert "The right defence wins for sure" in out


def test_percent_has_no_negative_nothing() -> None:
    assert [percent(share) for share in (-0.0, -1e-9, 0.5, -0.25)] == ["0.00%", "0.00%", "50.00%", "-25.00%"]


@pytest.mark.parametrize("mode", [("--exploit",), ("--depth", "2"), ("--simulate", "10"), ("--play",), ("--map",)])
def test_rounding_is_told_in_every_mode(capsys, monkeypatch, tmp_path, mode) -> None:
    if mode == ("--map",):
        pytest.importorskip("matplotlib")
        mode = ("--map", str(tmp_path / "map.png"))
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    out = run(capsys, *mode, "--yards", "20", "--seconds", "12")
    assert out.startswith("12 seconds are 2 ticks of 5 seconds, rounded down to 10.\n")
    if mode[0] == "--map":
        assert "1st to 4th and 10 (or goal) from every yard" in out


def test_the_map_is_grey_where_nothing_wins(minute) -> None:
    pytest.importorskip("matplotlib")
    figure = football_map._figure(minute, Situation(80, 4, 10, 2))
    for part in figure.subfigs[1:]:
        assert [text.get_text() for text in part.legends[0].get_texts()][-1] == "nothing wins"
        tops = np.max([band.get_datalim(part.axes[0].transData).y1 for band in part.axes[0].collections])
        assert tops == pytest.approx(100)
        far = [path for band in part.axes[0].collections for path in band.get_paths()]
        assert all(abs(y) < 1e-9 for path in far for x, y in path.vertices if 90 < x < 99)


def test_a_search_that_covers_the_clock_is_exact(capsys, minute) -> None:
    here = "2nd and 5 from the 20, 20 seconds left"
    data = json.loads(run(capsys, here, "--depth", "4", "--json"))
    assert data["exact"]
    assert data["value"] == pytest.approx(minute.value(20, 3, 5, 4), abs=1e-12)
    assert "at depth 4, which covers the clock: exact" in run(capsys, here, "--depth", "4")
    assert not json.loads(run(capsys, here, "--depth", "3", "--json"))["exact"]


def test_own_playbook_saved_and_loaded(capsys, tmp_path) -> None:
    book, file = tmp_path / "book.json", tmp_path / "book.solution"
    book.write_text(json.dumps(GOOD))
    there = ("1st and 10 from the 30, 60 seconds left", "--json")
    assert f"saved to {file}\n" in run(capsys, there[0], "--playbook", str(book), "--save", str(file))
    first = json.loads(run(capsys, *there, "--playbook", str(book), "--save", str(file)))
    assert [call["name"] for call in first["offence"]] == ["run", "pass"]
    for more in ((), ("--playbook", str(book))):
        again = json.loads(run(capsys, *there, "--load", str(file), *more))
        assert again == first
    assert main(["football", "1st and 10 from the 30, 65 seconds left", "--load", str(file)]) == 2
    assert "65 seconds left is not part of this solution" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("5th and 3 from the 20, 60 seconds left",), "down 5 is impossible; there are the 1st, 2nd, 3rd, 4th"),
        (("--down", "5"), "down 5 is impossible"),
        (("--yards", "0"), "touchdown already"),
        (("--yards", "7", "--to-go", "9"), "beyond the goal line"),
        (("--seconds", "3"), "less than one tick"),
        ((SITUATION, "--yards", "5"), "in words or with"),
        (("--play", "--json"), "no --json"),
        (("--load", "x", "--save", "y"), "only copy the file"),
        (("--depth", "3", "--save", "y"), "neither loads nor saves"),
        (("--play", "--drives", "0"), "--drives must be 1 or more"),
        (("--play", "--seed", "-1"), "--seed must be 0 or more"),
        (("--map", "x.gif"), "--map writes .png, .svg, .pdf"),
        (("--explain", "1", "2", "3"), "--explain takes a play and a formation"),
        (("--explain", "Punt", "Prevent"), "unknown play 'Punt'; known: 1 37 Slant"),
        (("--explain", "1", "4-3"), "'4-3' fits 2 formations"),
        (("--playbook", "none.json"), "none.json: cannot read the playbook"),
        (("--load", "none"), "none: cannot read the solution"),
        (("--simulate", "5", "--offence", "lucky"), "unknown strategy 'lucky'"),
        (("--offence", "uniform"), "--offence is only for --simulate and --exploit"),
        (("--play", "--defence", "pure"), "--defence is only for --simulate and --exploit"),
        (("--side", "defence"), "--side is only for --play"),
        (("--simulate", "5", "--drives", "3"), "--drives is only for --play"),
        (("--exploit", "--seed", "3"), "--seed is only for --play and --simulate"),
        (("--depth", "3", "--explain", "all"), "--explain is part of the coach's report and does not go with --depth"),
    ],
)
def test_one_line_and_status_2(capsys, words, said: str) -> None:
    assert main(["football", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_help_imports_neither_numba_nor_numpy() -> None:
    program = (
        "import sys\nfrom plies.cli import main\n"
        "try: main(['football', '--help'])\nexcept SystemExit: pass\n"
        "sys.exit(bool({'numba', 'numpy', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "examples:" in done.stdout


def test_a_second_process_uses_what_was_compiled() -> None:
    """The recursive search and the solver run from Numba's cache in a fresh process (which recursion can break)."""
    for words in (["--depth", "3"], ["--json"]):
        done = subprocess.run(
            [sys.executable, "-m", "plies", "football", SITUATION, *words], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
