"""Tables in the interface: exact results of moves, moves that gave value away, the list, contents, small builds."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx
import numpy as np
import pytest

import plies
from plies.solve.tables.builder import building
from plies.solve.tables.builder.building import Wish
from plies.tables.file.header import DATA_AT
from plies.tables.folder import tables_folder
from plies.web.jobs import build_table
from plies.web.server.settings import Settings
from plies.web.tables import opened, service
from plies.web.tables.opened import OpenTables
from tests.oracles.whole_game import value_of_move, whole_game
from tests.web.serving import serving
from tests.web.tables.conftest import KNOWN, short_mistake, shown, until

RESULTS = {1: "win", 0: "draw", -1: "loss"}


def view(value: tuple[int, int | None]) -> dict[str, Any]:
    return {"result": RESULTS[value[0]], "plies": value[1]}


@pytest.mark.parametrize("name", KNOWN)
def test_results_and_mistakes_are_the_oracles(client: httpx.Client, name: str) -> None:
    """Along random games, beside a solution from the rules in plain Python."""
    game = plies.game(name)
    values = whole_game(game, [game.first])
    mistakes = 0
    for seed in range(3):
        choose, here, expected = random.Random(seed), game.start(), list[dict[str, Any]]()
        while True:
            found = shown(client, name, here.line)
            assert found["known"] == view(values[here.state])
            assert found["given_away"] == expected
            assert not found["solving"]
            for move, one in zip(here.legal, found["legal"], strict=True):
                assert one["known"] == view(value_of_move(game, values, here.state, move))
            if here.outcome is not None:
                break
            word = choose.choice(here.moves)
            before, after = values[here.state], value_of_move(game, values, here.state, here.read(word))
            if after[0] < before[0]:
                expected.append({"ply": len(here.line) + 1, "before": view(before), "after": view(after)})
            here = here.play(word)
        mistakes += len(expected)
    assert mistakes > 1


def test_a_position_in_no_table_shows_nothing(client: httpx.Client) -> None:
    outside = shown(client, "pebbles:3x1", start="9,9,9/9,9,9 A")
    elsewhere = shown(client, "pebbles:6x3")
    for found in (outside, elsewhere):
        assert found["known"] is None
        assert found["given_away"] == []
        assert not found["solving"]
        assert {move["known"] for move in found["legal"]} == {None}


def test_a_game_that_is_played_is_solved_in_the_background(client: httpx.Client) -> None:
    name = "pebbles:2x2"
    assert not shown(client, name)["solving"], "nobody has moved yet"
    first = shown(client, name, ["1"])
    assert first["known"] is None
    assert first["solving"]
    asked = client.post("/api/tables", json={"game": name}).json()
    assert asked["state"] in ("waiting", "building"), "whoever asks for it waits for the same build"
    assert (asked["title"], asked["message"]) == ("Pebbles, 2 by 2", "")
    done = until(lambda: (found := shown(client, name, ["1"]))["known"] and found)
    assert not done["solving"]
    probe = plies.table(name).probe(plies.game(name).start().play("1"))
    assert done["known"] == {"result": probe.result, "plies": probe.plies}
    assert plies.table(name).header.audit_seconds is not None
    until(lambda: builds(client)[name]["state"] == "done")


def test_what_looks_a_table_up_is_not_compiled_in_the_server(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = plies.game("pebbles:1x1")
    building.build_table(Wish(game))
    monkeypatch.setattr(opened, "_is_compiled", lambda game: False)
    asked: list[build_table.Request] = []

    async def run(request: build_table.Request, seconds: float) -> AsyncIterator[object]:
        asked.append(request)
        monkeypatch.setattr(opened, "_is_compiled", lambda game: True)
        return
        yield

    monkeypatch.setattr(service.children, "run", run)
    first = shown(client, game.name)
    assert (first["known"], first["solving"]) == (None, True)
    until(lambda: shown(client, game.name)["known"])
    assert [(one.game, one.builds) for one in asked] == [(game.name, False)]


def test_without_the_setting_nothing_is_built(client: httpx.Client, tmp_path: Path) -> None:
    assert not Settings().builds_tables
    with serving(Settings(ledger=tmp_path / "l.sqlite")) as other:
        assert not shown(other, "pebbles:2x3", ["1"])["solving"]
        assert not other.app.state.builds.builds  # type: ignore[attr-defined]
        assert shown(other, "pebbles:3x1")["known"], "tables that are there are used"


# -- the list and what tables hold -----------------------------------------------------------------------------------


def test_the_list_has_the_counts(client: httpx.Client) -> None:
    found = client.get("/api/tables").json()
    for name in KNOWN:
        header = plies.table(name).header
        one = next(one for one in found["tables"] if one["game"] == name)
        assert [one[key] for key in ("positions", "win", "loss", "draw", "longest")] == [
            *(header.positions, header.win, header.loss, header.draw, header.longest)
        ]
    assert "Breakthrough, 2 by 4" in [one["title"] for one in found["tables"]]
    assert found["bytes"] == sum(one["bytes"] for one in found["tables"])
    (block,) = found["blocks"]
    assert block["links"] == [f"#table={one['name']}" for one in found["tables"]]
    assert str(tables_folder()) not in str(found)


def test_what_a_table_holds(client: httpx.Client) -> None:
    listed = next(one for one in client.get("/api/tables").json()["tables"] if one["game"] == "pebbles:3x1")
    found = client.get(f"/api/tables/{listed['name']}").json()
    assert found["table"] == listed
    for key in ("win", "loss"):
        assert sum(count for _, count in found[key]) == listed[key]
    blocks = {block["id"]: block for block in found["blocks"]}
    shares = {panel["name"]: sum(share for _, share in panel["bars"]) for panel in blocks["distances"]["panels"]}
    assert shares["won"] == pytest.approx(listed["win"] / listed["positions"])
    assert shares["lost"] == pytest.approx(listed["loss"] / listed["positions"])
    # each of the longest wins leads to the board, with best play ahead
    assert len(blocks["longest"]["links"]) == len(found["longest"]) == 8
    for link, one in zip(blocks["longest"]["links"], found["longest"], strict=True):
        words = parse_qs(link.removeprefix("/play#"))
        assert words["ply"] == ["0"]
        moves = words["moves"][0].split()
        assert len(moves) == one["plies"] == shown(client, words["game"][0], (), words["start"][0])["known"]["plies"]
        end = shown(client, words["game"][0], moves, words["start"][0])
        assert end["outcome"]["winner"] == shown(client, words["game"][0], (), words["start"][0])["turn"]
        assert end["given_away"] == []


def test_a_long_histogram_has_wider_bars() -> None:
    from plies.web.tables.description import _bars

    assert _bars([(0, 1), (1, 2), (2, 3), (5, 4)], 10, 2) == ((0, 0.3), (2, 0.3), (4, 0.4))


def test_a_table_that_is_not_there(client: httpx.Client) -> None:
    assert client.get("/api/tables/nosuch").status_code == 404


# -- building by hand ------------------------------------------------------------------------------------------------


def builds(client: httpx.Client) -> dict[str, Any]:
    return {one["game"]: one for one in client.get("/api/tables").json()["builds"]}


def sending(*messages: object) -> Any:
    """A child that sends these messages."""

    async def run(request: object, seconds: float) -> AsyncIterator[object]:
        for message in messages:
            if isinstance(message, Exception):
                raise message
            yield message

    return run


def test_how_far_a_build_is(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    async def run(request: build_table.Request, seconds: float) -> AsyncIterator[object]:
        assert (request.game, request.part, request.seconds) == ("pebbles:2x3", None, 30.0)
        yield build_table.Progress("values", 20, 80)
        while not go_on.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr(service.children, "run", run)
    assert client.post("/api/tables", json={"game": "pebbles:2x3"}).json()["stage"] == "preparing"
    half = until(lambda: (one := builds(client)["pebbles:2x3"])["stage"] == "solving" and one)
    assert (half["state"], half["share"]) == ("building", 0.25)
    go_on.set()
    until(lambda: builds(client)["pebbles:2x3"]["state"] == "done")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "chess"}, "no such game"),
        ({"game": "wumpus:3", "part": 0}, "has no index of its positions"),
        ({"game": "pebbles:3x1", "part": 4}, "has no parts"),
    ],
)
def test_what_cannot_be_built_is_refused(client: httpx.Client, body: dict[str, Any], said: str) -> None:
    reply = client.post("/api/tables", json=body)
    assert reply.status_code == 400
    assert said in reply.json()["message"]


def test_what_would_take_long_is_refused_in_one_line_and_not_tried_again(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.children, "run", sending(build_table.TooLarge("that would take an hour")))
    assert shown(client, "pebbles:2x4", ["1"])["solving"]
    until(lambda: not shown(client, "pebbles:2x4", ["1"])["solving"])
    monkeypatch.setattr(service.children, "run", sending(AssertionError("tried again")))
    assert not shown(client, "pebbles:2x4", ["1"])["solving"]
    reply = client.post("/api/tables", json={"game": "pebbles:2x4"})
    assert reply.status_code == 400
    assert reply.json()["message"] == "that would take an hour"


def test_what_fails_for_another_reason_may_be_asked_for_again(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = plies.Refused(f"there is no room in {tables_folder()}")
    for failure, said in (
        (full, "there is no room in the folder of tables"),
        (service.children.ChildFailed("it died"), "the server failed; its log shows where"),
    ):
        monkeypatch.setattr(service.children, "run", sending(failure))
        assert client.post("/api/tables", json={"game": "pebbles:1x2"}).status_code == 200
        until(lambda said=said: (one := builds(client)["pebbles:1x2"])["state"] == "refused" and one["message"] == said)


# -- files that are not as they should be ----------------------------------------------------------------------------


@pytest.mark.parametrize("everything", [False, True])
def test_a_damaged_table_is_none_and_is_pointed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, everything: bool
) -> None:
    """Damage to the checksums is found when it is opened, damage to its values when they are looked up."""
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path / "tables"))
    game, tables = plies.game("pebbles:3x1"), OpenTables()
    assert not tables.look(game.start()).usable, "there is no folder yet"
    building.build_table(Wish(game))
    plies.table(game).probe(game.start())
    file = Wish(game).scope.file
    assert tables.look(game.start()).here is not None
    data = np.fromfile(file, np.uint8)
    words = plies.table(game).header.places.words
    data[DATA_AT : None if everything else DATA_AT + 8 * words] ^= 1
    (tmp_path / "other").write_bytes(data.tobytes())
    (tmp_path / "other").replace(file)
    assert tables.look(game.start()).here is None
    assert "damaged" in tables.problem_of(file)
    file.unlink()
    assert tables.entries() == []
    building.build_table(Wish(game))
    assert tables.look(game.start()).here is not None
    assert tables.problem_of(file) == ""


def test_a_mistake_is_found_by_the_helper(client: httpx.Client) -> None:
    line = short_mistake("breakthrough:2x4")
    assert shown(client, "breakthrough:2x4", line)["given_away"][-1]["ply"] == len(line)
