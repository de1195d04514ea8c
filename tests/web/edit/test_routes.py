"""The editor's requests: who may send them, and what they do with hostile texts and names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.edit.conftest import SECRET

PLAIN = "def mine(state, me):\n    return 42.5\n"
SPOT = {"game": "pawns:4x5", "name": "mine.py"}
REQUESTS: list[tuple[str, str, dict[str, Any] | None]] = [
    ("GET", "/api/edit/begin?game=pawns:4x5&parent=ari", None),
    ("GET", "/api/edit/file?name=mine.py", None),
    ("POST", "/api/edit/evaluate", {**SPOT, "text": PLAIN}),
    ("POST", "/api/edit/save", {"name": "closed.py", "text": PLAIN}),
]


def refused(client: httpx.Client, headers: dict[str, str]) -> set[int]:
    return {client.request(kind, path, json=body, headers=headers).status_code for kind, path, body in REQUESTS}


def test_without_the_secret_the_site_works_and_the_editor_is_closed(visitor: httpx.Client, folder: Path) -> None:
    assert visitor.get("/edit").status_code == 200
    assert visitor.post("/api/position", json={"game": "pawns:4x5"}).status_code == 200
    for headers in ({}, {"authorization": "Bearer wrong"}, {"cookie": f"plies_edit_8000={SECRET}x"}, {"cookie": "=;;"}):
        assert visitor.get("/api/edit", headers=headers).json()["open"] is False
        assert refused(visitor, headers) == {403}
    wrong = visitor.get("/?token=wrong")
    assert wrong.status_code == 200
    assert "plies_edit" not in wrong.headers.get("set-cookie", "")
    assert "plies serve --edit" in visitor.get("/api/edit/file?name=x.py").json()["message"]
    assert list(folder.iterdir()) == []


def test_the_secret_opens_it_to_this_machine_and_this_site_alone(writer: httpx.Client, folder: Path) -> None:
    assert writer.get("/api/edit").json() == {"open": True, "folder": folder.name, "files": []}
    assert refused(writer, {"host": "evil.example"}) == {421}
    assert refused(writer, {"origin": "http://evil.example"}) == {403}
    assert refused(writer, {"sec-fetch-site": "cross-site"}) == {403}
    assert refused(writer, {"sec-fetch-site": "same-site"}) == {403}
    assert list(folder.iterdir()) == []


def test_a_text_says_what_its_parent_says_until_it_is_changed(writer: httpx.Client) -> None:
    text = writer.get("/api/edit/begin", params={"game": "pawns:4x5", "parent": "ari"}).json()["text"]
    spot = {**SPOT, "moves": ["a2-a3", "b4xa3"]}
    found = writer.post("/api/edit/evaluate", json={**spot, "text": text}).json()
    (parent,) = writer.post(
        "/api/evaluate", json={"game": spot["game"], "moves": spot["moves"], "heuristics": [{"name": "ari"}]}
    ).json()
    assert (found["problem"], found["heuristics"]) == ("", ["mine"])
    assert (found["evaluation"]["value"], found["evaluation"]["terms"]) == (parent["value"], parent["terms"])


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("def mine(state, me):\n    return (\n", "never closed", 2),
        ("x = 1\n", "no heuristic in it yet", 0),
        ("GAME = 1\n" + PLAIN, "declares a game", 0),
        ("(" * 5000, "", None),
        ("\0" + PLAIN, "", None),
    ],
)
def test_what_is_wrong_is_said_with_its_line(writer: httpx.Client, text: str, problem: str, line: int | None) -> None:
    found = writer.post("/api/edit/evaluate", json={**SPOT, "text": text}).json()
    assert found["evaluation"] is None
    assert found["problem"]
    assert problem in found["problem"]
    assert line in (None, found["line"])
    saved = writer.post("/api/edit/save", json={"name": "wrong.py", "text": text})
    assert saved.status_code == 400


def test_texts_have_a_bound(writer: httpx.Client) -> None:
    for size, status in ((41_000, 422), (70_000, 413)):
        for path, body in (("evaluate", SPOT), ("save", {"name": "mine.py"})):
            reply = writer.post(f"/api/edit/{path}", json={**body, "text": "#" * size})
            assert reply.status_code == status


def test_a_saved_text_is_one_of_the_servers_files(writer: httpx.Client, folder: Path) -> None:
    saved = writer.post("/api/edit/save", json={"name": "kept.py", "text": PLAIN}).json()
    assert (saved["saved"], saved["heuristics"]) == (True, ["kept.py:mine"])
    assert (folder / "kept.py").read_text() == PLAIN
    assert "kept.py" in [one["name"] for one in writer.get("/api/files").json()]
    assert writer.get("/api/edit/file?name=kept.py").json() == {"text": PLAIN, "version": saved["version"]}
    for name in ("../kept.py", "/etc/passwd", "kept", "none.py"):
        assert writer.get("/api/edit/file", params={"name": name}).status_code == 404
        asked = {**SPOT, "name": name, "text": PLAIN}
        assert name == "none.py" or writer.post("/api/edit/evaluate", json=asked).status_code == 400
