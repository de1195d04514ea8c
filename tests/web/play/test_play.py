"""The interface: games, positions, steps of moves, evaluations, texts, boards put together by hand, searches."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest

from plies.compile import build, evaluators
from plies.errors import UnknownName
from plies.games.board import Board
from plies.players.notation import parse_player
from plies.players.resolution import in_game
from plies.registry import families, game
from plies.web.jobs import children
from plies.web.play import compiling, position_routes, replay
from plies.web.server.settings import Settings
from tests.web.serving import events, serving

EXAMPLES = [name for family in families().values() for name in family.examples]
QUICK = "pebbles:4x2"  # the engine that compiles fastest


def ask(client: httpx.Client, path: str, **body: Any) -> Any:
    reply = client.post(f"/api/{path}", json=body)
    assert reply.status_code == 200, reply.text
    return reply.json()


def refused(client: httpx.Client, path: str, **body: Any) -> str:
    reply = client.post(f"/api/{path}", json=body)
    assert reply.status_code in (400, 422), reply.text
    return str(reply.json()["message"])


def test_every_family_is_listed_with_what_can_be_chosen(shared_client: httpx.Client) -> None:
    listed = {one["name"]: one for one in shared_client.get("/api/games").json()}
    assert set(listed) == set(families())
    for name, one in listed.items():
        assert one["game"]["heuristics"]
        assert one["game"]["default"] in [h["name"] for h in one["game"]["heuristics"]]
        chosen = ask(shared_client, "choose", family=name, values={f["name"]: f["default"] for f in one["fields"]})
        assert chosen["name"] == one["game"]["name"]


def test_options_are_composed_and_refused(shared_client: httpx.Client) -> None:
    values = {"size": "9", "directions": "6", "seed": "3"}
    assert ask(shared_client, "choose", family="wumpus", values=values)["name"] == "wumpus:9,directions=6,seed=3"
    assert ask(shared_client, "choose", family="pawns", text="5x7")["name"] == "pawns:5x7"
    assert "pawns takes WIDTHxHEIGHT" in refused(shared_client, "choose", family="pawns", values={"width": "99"})
    assert "known: width, height" in refused(shared_client, "choose", family="pawns", values={"depth": "9"})
    assert "known: breakthrough" in refused(shared_client, "choose", family="chess")
    assert shared_client.get("/api/game", params={"name": "pawns:5x5"}).json()["sides"] == ["white", "black"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_positions_say_what_the_game_says(shared_client: httpx.Client, name: str) -> None:
    """Along a random game: the text, the legal moves, the steps that add up, and the board read back by hand."""
    choose, here = random.Random(name), game(name).start()
    for _ in range(12):
        shown = ask(shared_client, "position", game=name, moves=list(here.line))
        assert shown["text"] == here.text
        assert [move["word"] for move in shown["legal"]] == list(here.moves)
        assert here.outcome is None or shown["outcome"]["reason"] == here.outcome.reason
        cells = {cell["name"]: cell["letter"] for cell in shown["board"]["cells"] if cell["letter"]}
        assert ask(shared_client, "compose", game=name, cells=cells, turn=shown["turn"])["text"] == here.text
        if not here.moves:
            break
        here = here.play(choose.choice(here.moves))


@pytest.mark.parametrize("name", EXAMPLES)
def test_steps_lead_from_the_board_before_to_the_board_after(name: str) -> None:
    choose, here = random.Random(name), game(name).start()
    for _ in range(40):
        if not here.moves:
            break
        move = choose.choice(here.legal)
        states = here.game.steps(here.state, move) if here.game.steps else (here.game.rules.play(here.state, move),)
        assert here.game.board is not None
        assert here.game.squares is not None
        assert len(states) == max(1, len(here.game.squares(here.state, move)) - 1)
        here = here.after(move)
        last: Board = here.game.board(states[-1])
        assert last == here.game.board(here.state)


def test_jumps_take_one_piece_at_a_time(shared_client: httpx.Client) -> None:
    start = "B:W18,26:B14"
    shown = ask(shared_client, "position", game="checkers", start=start, moves=["14x30"])
    steps = shown["last"]["steps"]
    assert shown["last"]["squares"] == ["14", "23", "30"]
    gone = [{change["name"] for change in step if change["piece"] is None} for step in steps]
    assert len(gone) == 2
    assert "18" in gone[0]
    assert "26" in gone[1]


def test_evaluations_are_taken_apart(shared_client: httpx.Client) -> None:
    choices = [{"name": "ari"}, {"name": "ari", "weights": {"pawns": 2}}]
    one, two = ask(shared_client, "evaluate", game="pawns:6x6", moves=["a2-a3"], heuristics=choices, me=0)
    for found in (one, two):
        assert found["value"] == pytest.approx(found["centre"] + sum(t["contribution"] for t in found["terms"]))
    assert two["terms"][0]["weight"] == 2
    assert "no such heuristic" in refused(shared_client, "evaluate", game="pawns:6x6", heuristics=[{"name": "x"}])
    bad = [{"name": "ari", "weights": {"queens": 1}}]
    assert "no such term" in refused(shared_client, "evaluate", game="pawns:6x6", heuristics=bad)


def test_texts_in_and_out(shared_client: httpx.Client) -> None:
    moves = ["11-15", "23-19", "8-11"]
    out = {f: ask(shared_client, "export", game="checkers", moves=moves, format=f) for f in ("text", "svg", "pdn")}
    assert out["svg"]["text"].startswith("<svg")
    for text in (out["pdn"]["text"], "11-15 23-19 8-11"):
        assert ask(shared_client, "import", game="checkers", text=text)["moves"] == moves
    read = ask(shared_client, "import", game="checkers", text=out["text"]["text"])
    assert read["text"] == out["text"]["text"]
    assert "known: text, svg" in refused(shared_client, "export", game="pawns:6x6", format="pdn")
    assert "there is no text" in refused(shared_client, "import", game="checkers", text="  ")
    wrong = refused(shared_client, "import", game="checkers", text='[Event "x"]\n1. 11-16 99-1')
    assert wrong.startswith("line 2, column 10: this move is not legal here; legal: 21-17")


def test_boards_by_hand_are_checked(shared_client: httpx.Client) -> None:
    assert "no such cell" in refused(shared_client, "compose", game="pawns:6x6", cells={"z9": "w"}, turn=0)
    assert "no such piece" in refused(shared_client, "compose", game="pawns:6x6", cells={"a1": "q"}, turn=0)
    assert "no pebbles" in refused(shared_client, "compose", game=QUICK, cells={}, turn=0)


def test_problems_of_a_board_by_hand_are_told_without_its_text(shared_client: httpx.Client) -> None:
    many = {str(square): "r" for square in range(1, 15)}
    reported = refused(shared_client, "compose", game="checkers", cells=many, turn=0)
    assert reported == "this board: 14 pieces B, but a side has at most 12"
    assert "empty" in refused(shared_client, "compose", game="pawns:6x6", cells={}, turn=0)


def test_a_position_that_fits_another_board(shared_client: httpx.Client) -> None:
    assert ask(shared_client, "import", game="pawns:6x6", text="bbb/3/3/3/3/3/www w")["game"] == "pawns:3x7"
    assert "move 2" in refused(shared_client, "import", game="pawns:6x6", text="b2-b3 zz")


def test_limits_out_of_range_are_told_in_words(shared_client: httpx.Client) -> None:
    reported = refused(shared_client, "move", game=QUICK, limits={"seconds": 1e9, "depth": 0})
    assert reported == "limits.depth: at least 1; limits.seconds: at most 120"


def test_who_sits_below_does_not_depend_on_the_position(shared_client: httpx.Client) -> None:
    for name in EXAMPLES:
        assert shared_client.get("/api/game", params={"name": name}).json()["near"] in (0, 1)
    assert shared_client.get("/api/game", params={"name": "checkers"}).json()["near"] == 0


def test_a_move_and_an_analysis(shared_client: httpx.Client) -> None:
    found = ask(shared_client, "move", game=QUICK, limits={"depth": 4})
    again = ask(shared_client, "move", game=QUICK, limits={"depth": 4})
    assert (found["nodes"], found["lines"]) == (again["nodes"], again["lines"])  # nothing is left of the first search
    reported = events(shared_client, "/api/analyse", {"game": QUICK, "lines": 3, "limits": {"depth": 6}})
    depths = [one["depth"] for one in reported if one["type"] == "found"]
    assert depths[:6] == [1, 2, 3, 4, 5, 6]
    assert len(reported[-2]["lines"]) == 3
    assert reported[-1] == {"type": "end", "reason": "done"}
    assert "game is over" in refused(shared_client, "move", game=QUICK, start="0,0,0,0/1,0,0,0 A")


def test_the_graph_of_a_game(shared_client: httpx.Client) -> None:
    reported = events(shared_client, "/api/graph", {"game": QUICK, "moves": ["1", "2"], "nodes": 500})
    values = [one for one in reported if one["type"] == "value"]
    assert [one["ply"] for one in values] == [0, 1, 2]
    over = events(shared_client, "/api/graph", {"game": QUICK, "start": "0,0,0,0/1,0,0,0 A"})
    assert over[0].items() >= {"type": "value", "ply": 0, "value": 0.0, "decided": -1, "over": True}.items()


def test_a_game_without_editing_or_options(shared_client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = replace(game("pawns:5x5"), editing=None, board=None, squares=None)
    monkeypatch.setattr(position_routes, "game_of", lambda name: plain)
    assert "written as text" in refused(shared_client, "compose", game="pawns:5x5", cells={}, turn=0)
    monkeypatch.setattr(replay, "game_of", lambda name: plain)
    shown = ask(shared_client, "position", game="plain pawns", moves=["a2-a3"])
    assert shown["board"] is None
    assert shown["legal"][0]["squares"] == []
    assert shown["last"]["steps"] == []
    assert "no picture" in refused(shared_client, "export", game="plain pawns", format="svg")


def test_a_familys_name_from_its_options() -> None:
    family = families()["wumpus"]
    assert family.named({}) == "wumpus:6"
    assert family.named({"pits": "b2,e3", "size": "9"}) == "wumpus:9,pits=b2,e3"
    assert families()["checkers"].named({}) == "checkers"
    with pytest.raises(UnknownName, match="has no option 'colour'; known: size"):
        family.named({"colour": "red"})


def test_a_child_that_cannot_compile_does_not_stop_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object) -> AsyncIterator[None]:
        raise children.ChildFailed("no more processes")
        yield

    async def prepare() -> bool:
        one = compiling.Compiling()
        made = game(QUICK)
        player = in_game(parse_player("security@depth=2"), made)
        await one.prepare(made, player)
        return await one.is_ready(made, player)

    monkeypatch.setattr(children, "run", failing)
    assert asyncio.run(prepare())


@contextmanager
def analysing(client: httpx.Client, count: int) -> Iterator[list[httpx.Response]]:
    """So many analyses without an end, all of them begun."""
    streams = [client.stream("POST", "/api/analyse", json={"game": "pebbles:4x9"}) for _ in range(count)]
    replies = [stream.__enter__() for stream in streams]
    try:
        yield replies
    finally:
        for stream in streams:
            stream.__exit__(None, None, None)


def wait_until(true: Any, what: str) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def test_full_slots_queue_then_429_and_a_closed_tab_stops_its_search() -> None:
    """One slot, one place to wait: the third is refused. When the first goes away the second runs."""
    with serving(Settings(slots=1, most_waiting=1)) as client:
        searches = client.app.state.searches  # type: ignore[attr-defined]
        turns = searches.turns
        with analysing(client, 1):
            wait_until(lambda: len(searches.running) == 1, "the first analysis did not begin")
            with analysing(client, 1):
                wait_until(lambda: len(turns.waiting) == 1, "the second analysis does not wait")
                busy = client.post("/api/move", json={"game": "pebbles:4x9", "limits": {"depth": 2}})
                assert busy.status_code == 429
                assert busy.headers["retry-after"] == "2"
            wait_until(lambda: not turns.waiting, "a closed tab still waits")
        wait_until(lambda: not searches.running, "a closed tab is still searched for")
        assert turns.free == 1
        assert ask(client, "move", game="pebbles:4x9", limits={"depth": 2})["depth"] == 2


def test_one_visitor_with_many_tabs_does_not_turn_anothers_move_into_a_429() -> None:
    with serving(Settings(slots=1, most_waiting=4, visitor_waiting=2, patience=0.05)) as many:
        many.get("/")  # its cookie
        with httpx.Client(base_url=many.base_url, timeout=120) as other, analysing(many, 6) as replies:
            other.get("/")
            body = {"game": "pebbles:4x9", "limits": {"depth": 2}}
            assert [reply.status_code for reply in replies] == [200] * 6  # those without a place end at once
            assert ask(other, "move", **body)["depth"] == 2
            bare = httpx.post(f"{many.base_url}/api/move", json=body, timeout=120)
            assert bare.status_code == 200


def test_an_analysis_gives_way_to_a_move() -> None:
    with serving(Settings(slots=1, patience=0.05)) as client:
        searches = client.app.state.searches  # type: ignore[attr-defined]
        reported: list[dict[str, Any]] = []
        body = {"game": "pebbles:4x9"}
        thread = threading.Thread(target=lambda: reported.extend(events(client, "/api/analyse", body)))
        thread.start()
        wait_until(lambda: len(searches.running) == 1, "the analysis did not begin")
        assert ask(client, "move", game="pebbles:4x9", limits={"depth": 2})["depth"] == 2
        thread.join(30)
        assert reported[-1] == {"type": "end", "reason": "others"}


def test_a_game_that_is_too_long_is_refused(shared_client: httpx.Client) -> None:
    long = {"game": "wumpus:9", "moves": ["a1-a2"] * 1001}
    assert shared_client.post("/api/position", json=long).status_code == 422


def test_an_engine_that_probes_is_ready_when_all_of_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    board = game(QUICK)
    player = in_game(parse_player("security@1s"), board)
    probing = replace(player, resolved=replace(player.resolved, table="a table"))
    compiled = {"engine", "engine_tables", "probe"}
    monkeypatch.setattr(build, "is_compiled", lambda template, game, *functions: template.name in compiled)
    monkeypatch.setattr(evaluators, "is_compiled", lambda game, heuristic: True)
    assert compiling._on_disk(board, probing)
    for missing in ("engine_tables", "probe"):
        compiled.remove(missing)
        assert compiling._on_disk(board, player)
        assert not compiling._on_disk(board, probing)
        compiled.add(missing)
    assert compiling.Compiling._key(board, player) != compiling.Compiling._key(board, probing)
