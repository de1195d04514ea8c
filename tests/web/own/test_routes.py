"""Games and heuristics of one's own, asked for over the server."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.test_game_files import NIM
from tests.web.serving import events

SPOT = {"game": "pawns:6x6"}


def post(client: httpx.Client, path: str, body: dict[str, Any], status: int = 200) -> Any:
    reply = client.post(path, json=body)
    assert reply.status_code == status, reply.text
    return reply.json()


def test_they_are_in_all_menus(own_client: httpx.Client) -> None:
    shown = {one["name"]: one for one in own_client.get("/api/files").json()}
    assert shown["broken.py"]["line"] == 2
    families = {one["name"]: one for one in own_client.get("/api/games").json()}
    assert "nim" in families
    assert "mine.py:lead" in [one["name"] for one in families["pawns"]["game"]["heuristics"]]
    assert "mine.py:lead" not in [one["name"] for one in families["checkers"]["game"]["heuristics"]]
    trees = {one["family"]: one for one in own_client.get("/api/trees").json()["games"]}
    assert "mine.py:parts" in trees["breakthrough"]["heuristics"]
    guide = own_client.get("/api/guides/pawns").json()
    assert "mine.py:parts" in [one["name"] for one in guide["game"]["heuristics"]]
    assert own_client.get("/api/guides/nim").json()["game"]["sides"] == ["first", "second"]


def test_terms_moves_trees(own_client: httpx.Client) -> None:
    asked = [{"name": "mine.py:parts", "weights": {"pawns": 3.5}}, {"name": "mine.py:lead"}]
    parts, lead = post(own_client, "/api/evaluate", {**SPOT, "heuristics": asked})
    assert parts["heuristic"] == "mine.py:parts(pawns=3.5)"
    assert (parts["terms"][0]["first"], parts["terms"][0]["weight"]) == (12.0, 3.5)
    assert (lead["value"], lead["centre"]) == (50.0, 50.0)
    found = post(own_client, "/api/move", {**SPOT, "player": "mine.py:lead@depth=3"})
    assert found["depth"] == 3
    lines = events(own_client, "/api/analyse", {**SPOT, "player": "mine.py:lead@depth=3", "lines": 2})
    assert [one["type"] for one in lines].count("found") >= 3
    assert len(lines[-2]["lines"]) == 2
    subject = {**SPOT, "heuristic": "mine.py:slow", "depth": 2}
    done = events(own_client, "/api/trees", {"subject": subject, "search": {"order": "mine.py:lead"}})[-1]
    assert (done["kind"], done["value"]) == ("done", "+1.00")


def test_what_is_wrong_is_said_without_paths(own_client: httpx.Client, announced: Path) -> None:
    problem = post(own_client, "/api/move", {**SPOT, "player": "broken.py:bad@depth=3"}, 400)
    assert problem["message"] == "line 2, column 12: broken.py: '(' was never closed"
    for player in (f"{announced}/mine.py:lead@depth=3", "../mine.py:lead", "/etc/passwd.py:x"):
        assert "no file" in post(own_client, "/api/move", {**SPOT, "player": player}, 400)["message"]
    subject = {**SPOT, "heuristic": f"{announced}/mine.py:lead"}
    assert "no such heuristic" in post(own_client, "/api/trees", {"subject": subject}, 400)["message"]
    weights = {"name": "mine.py:parts", "weights": {"none": 1}}
    assert "no such term" in post(own_client, "/api/evaluate", {**SPOT, "heuristics": [weights]}, 400)["message"]
    player = {"heuristic": {"name": "mine.py:lead"}, "options": {"order": "mine.py:parts"}, "limits": {"depth": 3}}
    text = post(own_client, "/api/player", {**SPOT, "player": player})["text"]
    assert text == "mine.py:lead@depth=3,order=mine.py:parts"


def test_an_edited_game_is_another_one(own_client: httpx.Client, announced: Path) -> None:
    assert len(post(own_client, "/api/position", {"game": "nim"})["legal"]) == 2
    (announced / "nim.py").write_text(NIM.format(name="nim", most=3))
    assert len(post(own_client, "/api/position", {"game": "nim"})["legal"]) == 3
    (announced / "nim.py").write_text(NIM.format(name="nim", most=3) + "oops\n")
    problem = post(own_client, "/api/position", {"game": "nim"}, 400)
    assert "line 22 with NameError" in problem["message"]
    (announced / "nim.py").write_text(NIM.format(name="nim", most=2))
    assert len(post(own_client, "/api/position", {"game": "nim"})["legal"]) == 2


@pytest.mark.slow
def test_they_play_tournaments(own_client: httpx.Client) -> None:
    asked = {"boards": ["pawns:6x6"], "players": ["mine.py:lead@depth=2", "random"], "games": 2}
    made = post(own_client, "/api/tournaments", asked)
    assert made["players"] == ["mine.py:lead@depth=2", "random"]
    deadline = time.monotonic() + 120
    while (found := own_client.get(f"/api/tournaments/{made['id']}").json())["tournament"]["games"] < 2:
        assert time.monotonic() < deadline, found
        time.sleep(0.5)
