"""A server that builds tables by itself, with a folder of its own, and tables of two small games in it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import plies
from plies.games.position import Position
from plies.solve.tables.builder.building import Wish, build_table
from plies.web.server.settings import Settings
from tests.web.serving import serving

#: solved before the server starts
KNOWN = ("pebbles:3x1", "breakthrough:2x4")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLIES_TABLES", str(tmp_path_factory.mktemp("web-tables")))
        for name in KNOWN:
            build_table(Wish(plies.game(name)))
            plies.table(name).probe(plies.game(name).start())
        with serving(Settings(ledger=tmp_path_factory.mktemp("ledger") / "l.sqlite", builds_tables=True)) as client:
            yield client


def shown(client: httpx.Client, game: str, moves: Any = (), start: str | None = None) -> Any:
    reply = client.post("/api/position", json={"game": game, "moves": list(moves), "start": start})
    assert reply.status_code == 200, reply.text
    return reply.json()


def until(look: Any, seconds: float = 300.0) -> Any:
    """What `look` answers when it answers something."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.05)
    return found


def short_mistake(game: str) -> list[str]:
    """The shortest line whose last move gives value away, by the table."""
    table, lines = plies.table(game), [plies.game(game).start()]
    rank = {"loss": 0, "draw": 1, "win": 2}
    while lines:
        here: Position = lines.pop(0)
        probe = table.probe(here)
        for word, known in probe.moves.items():
            if rank[known.result] < rank[probe.result]:
                return [*here.line, word]
            after = here.play(word)
            if after.outcome is None:
                lines.append(after)
    raise AssertionError("nobody errs in this game")
