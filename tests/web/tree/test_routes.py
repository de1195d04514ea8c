"""The tree page's requests: record a search, walk through it, count."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from plies import textbook
from plies.web.tree import routes as tree_routes
from tests.search.textbook.toy_algorithms import registered
from tests.web.serving import events

WIKIPEDIA = {"classic": "wikipedia"}


@pytest.fixture
def client(shared_client: httpx.Client) -> httpx.Client:
    return shared_client


def record(client: httpx.Client, subject: dict[str, Any], **search: Any) -> tuple[str, dict[str, Any]]:
    reported = events(client, "/api/trees", {"subject": subject, "search": search})
    assert [one["kind"] for one in reported][:1] == ["begun"]
    assert reported[-1]["kind"] == "done"
    return f"/api/trees/{reported[0]['tree']}", reported[-1]


def test_the_choices_are_all_that_is_known(client: httpx.Client) -> None:
    known = client.get("/api/trees").json()
    assert {one["name"] for one in known["classics"]} == set(textbook.CLASSICS)
    assert [one["name"] for one in known["caches"]] == list(textbook.CACHES)
    assert [one["name"] for one in known["algorithms"]] == list(textbook.ALGORITHMS)
    assert {known["default"], known["reference"]} <= set(textbook.ALGORITHMS)
    path = known["algorithms"][-1]
    assert (path["title"], path["only_repeating"], path["options"]["order"]) == ("Path rule", True, "best first")
    assert len(known["games"]) >= 5
    text = next(one["text"] for one in known["classics"] if one["name"] == "wikipedia")
    assert json.loads(text) == textbook.classic("wikipedia")


def test_a_further_algorithm_is_offered_and_taken(client: httpx.Client) -> None:
    with registered():
        offered = client.get("/api/trees").json()["algorithms"]
        reply = client.post("/api/trees", json={"subject": WIKIPEDIA, "search": {"algorithm": "scout"}})
    assert [one["name"] for one in offered][-2:] == ["scout", "first"]
    assert offered[-1]["aliases"] == ["1"]
    assert (offered[-1]["title"], offered[-1]["options"]) == ("First move", {})
    assert offered[-2]["options"] == {"order": "as listed", "cache": "none"}
    assert reply.status_code == 200  # the child that should record it is another process, which has not registered it
    reply = client.post("/api/trees", json={"subject": WIKIPEDIA, "search": {"algorithm": "scout"}})
    assert reply.status_code == 422
    assert reply.json()["message"].startswith("search.algorithm: one of minimax, alphabeta, ")


def test_wikipedias_example_step_by_step(client: httpx.Client) -> None:
    tree, done = record(client, WIKIPEDIA, algorithm="alpha-beta")
    found = textbook.alphabeta(textbook.classic("wikipedia"))
    assert done["value"] == "6"
    assert done["nodes"] == found.nodes == 25
    assert (done["steps"], done["cuts"]) == (50, 5)
    assert client.get(tree).json()["found"]["counts"]["leaves"] == 9
    steps = client.get(f"{tree}/steps", params={"start": 0, "count": 100}).json()["steps"]
    assert [one["step"] for one in steps] == list(range(50))
    assert steps[0]["node"]["alpha"] == "−∞"
    cut, at = [], 0
    while (at := client.get(f"{tree}/cut", params={"step": at}).json()["step"]) is not None:
        cut.append(steps[at]["node"]["unvisited"])
    assert cut == [["5"], ["9"], [], [], ["3.2"]]
    assert client.get(f"{tree}/cut", params={"step": 50, "back": True}).json()["step"] == 48
    way = client.get(f"{tree}/nodes/9").json()["nodes"]
    assert [node["ply"] for node in way] == list(range(len(way)))
    branch = client.get(f"{tree}/nodes/0/children").json()
    assert [child["word"] for child in branch["children"]] == ["1", "2", "3"]
    assert client.get(f"{tree}/nodes/0/board").status_code == 404


def test_a_game_has_words_and_boards(client: httpx.Client) -> None:
    subject = {"game": "pawns:5x5", "depth": 4, "heuristic": "ari"}
    tree, done = record(client, subject, algorithm="soft", order="ari", cache="bounds")
    assert done["counts"]["hits"] > 0
    child = client.get(f"{tree}/nodes/0/children", params={"start": 1, "count": 1}).json()["children"][0]
    assert child["index"] == 1
    assert "-" in child["word"]
    board = client.get(f"{tree}/nodes/{child['id']}/board")
    assert board.headers["content-type"] == "image/svg+xml"
    assert board.text.startswith("<svg")


def test_counts_of_algorithms_side_by_side(client: httpx.Client) -> None:
    searches = [{"algorithm": "minimax"}, {"algorithm": "alpha-beta"}, {"algorithm": "alpha-beta", "order": "best"}]
    rows = events(client, "/api/trees/counts", {"subject": WIKIPEDIA, "searches": searches})
    assert [row["kind"] for row in rows] == ["row", "row", "row", "done"]
    assert [row["counts"]["leaves"] for row in rows[:2]] == [14, 9]
    assert rows[2]["counts"]["leaves"] <= 9


def test_too_large_a_tree_is_stopped_and_stays_walkable(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_routes, "MOST_NODES", 2000)
    monkeypatch.setattr(tree_routes, "MOST_COUNTED", 2000)
    subject = {"game": "pawns:6x6", "depth": 30}
    tree, done = record(client, subject, algorithm="minimax")
    assert done["full"]
    assert done["nodes"] == 2000
    assert client.get(f"{tree}/steps", params={"start": 1900}).json()["steps"]
    monkeypatch.setattr(tree_routes, "MOST_NODES", 10**6)
    monkeypatch.setattr(tree_routes, "SECONDS", 0.3)
    assert record(client, subject, algorithm="minimax")[1]["full"]
    monkeypatch.setattr(tree_routes, "SECONDS", 30.0)
    row = events(client, "/api/trees/counts", {"subject": subject, "searches": [{"algorithm": "minimax"}]})[0]
    assert row["full"]


REFUSED = [
    ({}, "give one of"),
    ({"game": "pawns:6x6", "classic": "wikipedia"}, "give one of"),
    ({"game": "chess"}, "no such game"),
    ({"game": "/etc/nim.py"}, "no such game"),
    ({"game": "pawns:99x99"}, "pawns takes"),
    ({"game": "pawns:6x6", "position": "hello"}, "this is no position"),
    ({"game": "pawns:6x6", "heuristic": "x.py:f"}, "no such heuristic"),
    ({"classic": "nobody"}, "no such classic"),
    ({"tree": "[[1,2"}, "column"),
    ({"tree": "[]"}, "not empty"),
    ({"tree": "[NaN]"}, "not empty"),
    ({"tree": '[1,"secret"]'}, "not empty"),
    ({"tree": "[" * 5000 + "]" * 5000}, "not empty"),
    ({"tree": "[" + "9" * 5000 + "]"}, "not empty"),
]


@pytest.mark.parametrize(("subject", "words"), REFUSED)
def test_what_cannot_be_searched_is_refused(client: httpx.Client, subject: dict[str, Any], words: str) -> None:
    reply = client.post("/api/trees", json={"subject": subject})
    assert reply.status_code == 400
    assert words in reply.json()["message"]
    assert "secret" not in reply.text


def test_options_that_do_not_go_together_are_refused(client: httpx.Client) -> None:
    for how, words in (({"algorithm": "path"}, "positions can come back"), ({"order": "ari"}, "no such order")):
        reply = client.post("/api/trees", json={"subject": WIKIPEDIA, "search": how})
        assert (reply.status_code, words in reply.json()["message"]) == (400, True)
    assert client.post("/api/trees", json={"subject": WIKIPEDIA, "search": {"cache": "all"}}).status_code == 422
    assert client.get("/api/trees/nobody/steps").status_code == 400
    tree, _ = record(client, WIKIPEDIA)
    assert "nodes 0 to 24" in client.get(f"{tree}/nodes/25").json()["message"]
    assert client.get(f"{tree}/steps", params={"start": 10**6}).json()["steps"] == []
