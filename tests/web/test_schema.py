"""The interface under schemathesis: whatever fits the schema, or nearly fits it, is answered as the schema says.

Requests made from the schema alone seldom name a game, a tournament or a tree that exists. So every operation also has
a request here that succeeds, and its answer must be of the shape described.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from plies.learn.course import Course
from plies.learn.stored import Run
from plies.registry import game
from plies.solve.tables.builder.building import Wish, build_table
from plies.web.app import create_app
from tests.sizes import sample_and_all
from tests.web.serving import events

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())
OPERATIONS = {one.label: one for one in (result.ok() for result in SCHEMA.get_all_operations())}


def _cases() -> list[Any]:
    """Every operation, with requests that fit it and, where it takes anything, that do not."""
    found = []
    for label, one in OPERATIONS.items():
        takes = bool(one.body or one.query or one.path_parameters)
        modes = [mode for mode in GenerationMode if takes or mode is GenerationMode.POSITIVE]
        found += [pytest.param(one, mode, id=f"{label} {mode.value}") for mode in modes]
    return found


@pytest.mark.parametrize(("operation", "mode"), _cases())
@sample_and_all(5, 50)
def test_answers_are_as_described(
    shared_client: httpx.Client, operation: Any, mode: GenerationMode, count: int
) -> None:
    strategy = operation.as_strategy(generation_mode=mode)

    @settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def hold(case: schemathesis.Case) -> None:
        reply = case.call(base_url=str(shared_client.base_url), timeout=120)  # the first may compile
        case.validate_response(reply, checks=CHECKS)

    hold()


# -- requests that succeed -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Good:
    """A request that is answered with 200. `$tree`, `$tournament`, `$played`, `$table`, `$run` are what was made."""

    body: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)
    path: Mapping[str, Any] = field(default_factory=dict)


GAME = {"game": "pebbles:4x2"}
SITUATION = {"yards": 45, "down": 2, "to_go": 11, "seconds": 60}
SUBJECT = {"game": "pebbles:2x1", "depth": 3}
TOURNAMENT = {
    "boards": ["pebbles:2x1"],
    "players": [{"heuristic": "random"}, {"heuristic": "random"}],
    "openings": {"kind": "start"},
    "games": 2,
}
ID, TREE = {"id": "$tournament"}, {"tree": "$tree"}
GOOD = {
    "GET /api/games": Good(),
    "GET /api/game": Good(query={"name": "wumpus:6"}),
    "POST /api/choose": Good({"family": "pawns", "text": "5x7"}),
    "POST /api/position": Good({"game": "wumpus:6", "moves": ["a1-a2"]}),
    "POST /api/evaluate": Good({"game": "pawns:5x5", "heuristics": [{"name": "ari"}], "me": 0}),
    "POST /api/export": Good({**GAME, "format": "svg"}),
    "POST /api/import": Good({**GAME, "text": "2,2,2,2/2,2,2,2 A"}),
    "POST /api/compose": Good({"game": "pawns:5x5", "cells": {"a1": "w", "e5": "b"}, "turn": 0}),
    "GET /api/algorithms": Good(),
    "POST /api/player": Good({**GAME, "player": {"algorithm": "alphabeta", "options": {"cache": "bounds"}}}),
    "POST /api/move": Good({**GAME, "player": {"algorithm": "alphabeta", "limits": {"depth": 2}}}),
    "POST /api/analyse": Good({**GAME, "limits": {"depth": 2}}),
    "POST /api/graph": Good({**GAME, "moves": ["1"], "nodes": 100}),
    "POST /api/timing": Good({**GAME, "heuristics": ["even"], "depth": 1, "seconds": 0.002, "games": 2}),
    "GET /api/grade": Good(),
    "POST /api/grade": Good({"game": "pebbles:2x1", "players": [{"algorithm": "random"}], "positions": 5}),
    "GET /api/learning": Good(),
    "GET /api/learning/{name}": Good(path={"name": "$run"}),
    "POST /api/learning/{name}/compare": Good({"moves": ["a2-a3"]}, path={"name": "$run"}),
    "GET /api/guides": Good(),
    "GET /api/guides/{name}": Good(path={"name": "football"}),
    "GET /api/guides/{name}/board": Good(path={"name": "wumpus"}),
    "GET /api/football": Good(),
    "GET /api/football/words": Good(query={"text": "2nd and 11 from the 45, 60 seconds left"}),
    "GET /api/football/situation": Good(query=SITUATION),
    "GET /api/football/entry": Good(query={**SITUATION, "play": 0, "formation": 1}),
    "POST /api/football/call": Good({**SITUATION, "side": "defence", "call": 0, "seed": 1, "step": 0}),
    "GET /api/football/map": Good(),
    "GET /api/football/calls": Good(),
    "GET /api/tournaments": Good(),
    "POST /api/tournaments": Good(TOURNAMENT),
    "GET /api/tournaments/presets": Good(),
    "GET /api/tournaments/algorithms": Good(),
    "GET /api/tournaments/games/{game}": Good(path={"game": "$played"}),
    "GET /api/tournaments/{id}": Good(path=ID),
    "POST /api/tournaments/{id}/stop": Good(path=ID),
    "POST /api/tournaments/{id}/resume": Good({}, path=ID),
    "GET /api/tournaments/{id}/events": Good(path=ID),
    "GET /api/tournaments/{id}/games": Good(path=ID),
    "GET /api/tournaments/{id}/report": Good(path=ID),
    "GET /api/tournaments/{id}/export": Good(query={"format": "csv"}, path=ID),
    "GET /api/home": Good(),
    "GET /api/maps": Good(),
    "GET /api/levels": Good(query={"game": "pebbles:2x1"}),
    "GET /api/files": Good(),
    "POST /api/line": Good({"game": "pebbles:2x1", "line": "1"}),
    "POST /api/ready": Good({**GAME, "player": {"algorithm": "alphabeta", "limits": {"depth": 2}}}),
    "GET /api/tables": Good(),
    "POST /api/tables": Good({"game": "pebbles:1x3"}),
    "GET /api/tables/{name}": Good(path={"name": "$table"}),
    "GET /api/trees": Good(),
    "POST /api/trees": Good({"subject": SUBJECT}),
    "POST /api/trees/counts": Good({"subject": SUBJECT, "searches": [{"algorithm": "minimax"}]}),
    "GET /api/trees/{tree}": Good(path=TREE),
    "GET /api/trees/{tree}/steps": Good(path=TREE),
    "GET /api/trees/{tree}/cut": Good(path=TREE),
    "GET /api/trees/{tree}/nodes/{node}": Good(path={**TREE, "node": 1}),
    "GET /api/trees/{tree}/nodes/{node}/children": Good(path={**TREE, "node": 0}),
    "GET /api/trees/{tree}/nodes/{node}/board": Good(path={**TREE, "node": 1}),
}


def test_all_paths_are_covered() -> None:
    assert set(GOOD) == set(OPERATIONS)


@pytest.fixture(scope="module", autouse=True)
def _table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The table that grading needs, and a folder for what is learned."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLIES_TABLES", str(tmp_path_factory.mktemp("schema")))
        patch.setenv("PLIES_LEARNED", str(tmp_path_factory.mktemp("learned")))
        build_table(Wish(game("pebbles:2x1")))
        yield


@pytest.fixture(scope="module")
def made(shared_client: httpx.Client) -> dict[str, str]:
    """A recorded tree, a tournament that has been played, one of its games, a table, and a run of learning."""
    tree = events(shared_client, "/api/trees", {"subject": SUBJECT})[0]["tree"]
    begun = shared_client.post("/api/tournaments", json=TOURNAMENT)
    assert begun.status_code == 200, begun.text
    at = f"/api/tournaments/{begun.json()['id']}"
    assert '"end"' in shared_client.get(f"{at}/events").text
    played = shared_client.get(f"{at}/games").json()["games"][0]["id"]
    build_table(Wish(game("pebbles:1x1")))
    course = Course.of("pawns:3x5", "ari", games=20)
    Run(course.folder).store_course(course)
    ids = {"$tree": tree, "$tournament": begun.json()["id"], "$played": played}
    return {**ids, "$table": "pebbles_1x1", "$run": course.folder.name}


@pytest.mark.parametrize("label", sorted(GOOD))
def test_a_good_request_is_answered_as_described(shared_client: httpx.Client, made: dict[str, str], label: str) -> None:
    good, operation = GOOD[label], OPERATIONS[label]
    sent = {"body": good.body, "media_type": "application/json"} if good.body is not None else {}
    path = {name: made.get(str(value), value) for name, value in good.path.items()}
    case = operation.Case(path_parameters=path, query=dict(good.query), **sent)
    reply = case.call(base_url=str(shared_client.base_url), timeout=120)
    assert reply.status_code == 200, reply.text
    case.validate_response(reply, checks=CHECKS)
    if "text/event-stream" in operation.definition.raw["responses"]["200"]["content"]:
        parts = [part for part in reply.text.split("\n\n") if part.startswith("data: ")]
        assert parts
        assert all(isinstance(json.loads(part.removeprefix("data: ")), dict) for part in parts)
