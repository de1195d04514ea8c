"""Runs of `plies learn` in the browser: the list, one run, parent and child on a board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from plies.learn.course import Course
from plies.learn.stored import Now, Round, Run
from tests.games.test_learned import TEXT
from tests.learn.test_stored import TRIAL


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """A run of two rounds, the second of which is going on."""
    monkeypatch.setenv("PLIES_LEARNED", str(tmp_path))
    course = Course.of("pawns:3x5", "ari", games=100, nodes=50, rounds=2)
    made = Run(course.folder)
    made.store_course(course)
    made.write(TRIAL.file, TEXT)
    made.store_round(Round(1, 50, 100, (TRIAL,), TRIAL.file, 0.0))
    made.note(Now("round 2: 40 of 100 games", 2, 0.0))
    return made


def test_runs_are_listed_and_shown(shared_client: httpx.Client, run: Run) -> None:
    listed = shared_client.get("/api/learning").json()
    (one,) = listed["runs"]
    assert (one["title"], one["parent"], one["state"]) == ("Pawns, 3 by 5", "ari", "running")
    assert one["now"] == "round 2: 40 of 100 games"
    assert listed["blocks"][0]["rows"] == [["Pawns, 3 by 5", "ari", "running", "1 of 2", "100"]]
    shown = shared_client.get(f"/api/learning/{run.folder.name}").json()
    assert shown["title"] == "Pawns, 3 by 5: learned from ari"
    assert shown["playable"]
    assert shown["curves"] == [
        {
            "name": "round 1, all",
            "steps": [0, 1],
            "training": [0.7, 0.6],
            "held_out": [0.7, 0.65],
            "best_so_far": 0.69,
        }
    ]
    assert {block["id"] for block in shown["blocks"]} >= {"trials", "elo", "terms"}
    assert str(run.folder) not in str(shown)


def test_the_file_of_a_user_written_parent_does_not_run_in_the_server(
    shared_client: httpx.Client, run: Run, tmp_path: Path
) -> None:
    mine, mark = tmp_path / "mine.py", tmp_path / "mark"
    mine.write_text("def mine(state, me):\n    return 0\n")
    course = Course.of("pawns:3x5", f"{mine}:mine", kinds=("all",), games=100, nodes=50, rounds=1)
    made = Run(course.folder)
    made.store_course(course)
    made.write(TRIAL.file, TEXT)
    made.store_round(Round(1, 50, 100, (TRIAL,), TRIAL.file, 0.0))
    mine.write_text(f"open({str(mark)!r}, 'w')\n")
    shown = shared_client.get(f"/api/learning/{course.folder.name}").json()
    assert shown["title"] == "Pawns, 3 by 5: learned from mine.py:mine"
    assert not shown["playable"]
    assert "trials" in {block["id"] for block in shown["blocks"]}
    at = f"/api/learning/{course.folder.name}/compare"
    assert shared_client.post(at, json={"moves": []}).status_code == 400
    assert not mark.exists()


def test_parent_and_child_say_what_they_see(shared_client: httpx.Client, run: Run) -> None:
    at = f"/api/learning/{run.folder.name}/compare"
    found = shared_client.post(at, json={"moves": ["a2-a3"]}).json()
    assert found["position"]["moves"] == ["a2-a3"]
    assert (found["parent"]["heuristic"], found["child"]["heuristic"]) == ("ari", "learned")
    assert found["child"]["terms"][0]["feature"] == "to move"
    assert found["parent"]["me"] == found["position"]["turn"] == 1
    assert shared_client.post(at, json={"moves": ["a1-h8"]}).status_code in (400, 422)


def test_a_run_that_is_not_there(shared_client: httpx.Client, run: Run) -> None:
    for path in ("/api/learning/nobody", "/api/learning/.."):
        assert shared_client.get(path).status_code in (400, 404, 422)
    assert shared_client.post("/api/learning/nobody/compare", json={}).status_code in (400, 404)


def test_the_page(shared_page: Page, run: Run) -> None:
    shared_page.goto("/")
    shared_page.get_by_role("navigation").get_by_role("link", name="Learning").click()
    expect(shared_page.locator("#run")).to_be_visible()  # the latest, without being chosen
    shared_page.locator("#list").get_by_role("link", name="Pawns, 3 by 5").click()
    expect(shared_page.locator("#run-title")).to_have_text("Pawns, 3 by 5: learned from ari")
    expect(shared_page.locator("#run-state")).to_contain_text("round 2: 40 of 100 games")
    expect(shared_page.locator("#curves svg .line")).to_have_count(2)
    expect(shared_page.locator("#compare-terms table")).to_have_count(2)
    shared_page.locator("#compare-random").click()
    expect(shared_page.locator("#compare-says")).to_contain_text("Black to move")
    run.store_round(Round(2, 50, 100, (), TRIAL.file, 0.0))
    expect(shared_page.locator("#run-state")).to_have_text("Finished.", timeout=15_000)  # it is read anew
