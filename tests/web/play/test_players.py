"""The players of visitors: what is offered, what a request means, and what a visitor may not have."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import httpx
import pytest

from plies.errors import PliesError, Refused
from plies.players.clock import Clock
from plies.players.notation import format_player, parse_player
from plies.players.registry import algorithm, algorithms
from plies.players.resolution import in_game
from plies.players.searchers import make_searcher
from plies.registry import game
from plies.search.answer import Answer
from plies.web import models
from plies.web.app import STATIC
from plies.web.play import players
from plies.web.server.settings import Settings
from tests.web.serving import events

QUICK = "pebbles:4x2"
MINE = Settings(most_threads=2, most_entries=1 << 10, entries=1 << 9)


def read(usual: str = "", **asked: Any) -> str:
    """The player that a request means, in one line."""
    made = players.player_of(models.PlayerChoice.model_validate(asked), game(QUICK), MINE, usual)
    return format_player(made)


def problem(**asked: Any) -> str:
    with pytest.raises(PliesError) as caught:
        read(**asked)
    return str(caught.value)


def answered(text: str) -> Answer:
    """What a player answers here, without a server."""
    board = game(QUICK)
    player = in_game(parse_player(text), board)
    searcher = make_searcher(player, board, QUICK)
    searcher.new_game(0, 0)
    return searcher.choose(board.start(), Clock(player))


# -- what a request means --------------------------------------------------------------------------------------------


def test_a_request_is_read_as_the_notation_is() -> None:
    assert read() == "security@1s"
    assert read("120s") == "security@120s"
    assert read(algorithm="alphabeta", options={"cache": "window"}, limits={"depth": 3}) == (
        "security@depth=3,algorithm=alphabeta,cache=window"
    )
    assert read(algorithm="textbook", heuristic={"name": "even"}) == "even@1s,algorithm=alphabeta"
    assert read(algorithm="random") == "random"
    assert read(options={"threads": "1", "selective": "on", "quiescence": "off"}) == "security@1s,quiescence=off"
    assert read(limits={"seconds": 0.0001}) == "security@1ms"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("security@2s", ""),
        ("even", "even@1s"),
        ("even@depth=3,algorithm=textbook,cache=window", "even@depth=3,algorithm=alphabeta,cache=window"),
        ("even(bin 1=2, bin 2=-0.5)@nodes=10,order=steep(bin 1=3,bin 2=1)", ""),
        ("minimax@depth=2", "security@depth=2,algorithm=minimax"),
        ("random", ""),
    ],
)
def test_a_player_may_be_a_text(text: str, same: str) -> None:
    made = players.player_of(text, game(QUICK), MINE)
    assert format_player(made) == (same or format_player(parse_player(text)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a heuristic or an algorithm, then @ and limits"),
        ("@1s", "a heuristic or an algorithm, then @ and limits"),
        ("secret.py:mine@1s", "no file and no address"),
        ("secret.toml@1s", "no file and no address"),
        ("ggp://127.0.0.1:4001@5s", "no file and no address"),
        ("human", "no such algorithm here"),
        ("remote@1s", "no such heuristic"),
        ("even@1s,algorithm=secret", "no such algorithm here; known: engine"),
        ("minimax@depth=2,algorithm=soft", "names another"),
        ("even@depth=2,depth=3", "twice"),
        ("even@depth=huge-one", "depth is a whole number from 1 to 200"),
        ("even@depth=150", "at most 120s, a depth of 100 and 50,000,000 nodes"),
        ("even(bin 1=huge-one)@1s", "a weight is no number"),
        ("even@1s,order=secret.py:mine", "order: files and addresses take no part"),
        ("even@1s,order=secret.toml", "order: files and addresses take no part"),
        ("even@1s,patience=5s", "engine has no such option"),
        ("even@clock=60s", "engine has no such option"),
    ],
)
def test_a_text_that_is_refused(text: str, said: str) -> None:
    with pytest.raises(PliesError) as caught:
        players.player_of(text, game(QUICK), MINE)
    assert said in str(caught.value)
    for part in ("ggp", "secret", "huge-one"):
        assert part not in str(caught.value)


def test_weights_are_kept_to_the_last_digit() -> None:
    weights = {"bin 1": 0.1234567890123, "bin 2": 3}
    made = players.player_of(models.PlayerChoice.model_validate({"heuristic": {"weights": weights}}), game(QUICK), MINE)
    assert made.choice == "security(bin 1=0.1234567890123,bin 2=3)"
    assert dict(getattr(made.resolved.heuristic, "weights"))["bin 1"] == 0.1234567890123  # noqa: B009


def test_tables_have_the_servers_size_unless_another_is_asked_for() -> None:
    def entries(**options: str) -> int:
        asked = models.PlayerChoice.model_validate({"options": options, "limits": {"nodes": 10**6}})
        return algorithm("engine").entries(players.player_of(asked, game(QUICK), MINE))

    assert entries() == MINE.entries
    assert entries(entries="64") == 64


def test_time_is_bounded_where_that_does_not_change_the_search() -> None:
    def seconds(text: str) -> float | None:
        return players.within(parse_player(text), 30.0).seconds

    assert seconds("security@60s") == 30.0
    assert seconds("security@2s") == 2.0
    assert seconds("security@depth=6") == 30.0
    assert seconds("security@60s,algorithm=minimax") == 30.0
    assert seconds("security@depth=6,algorithm=minimax") is None  # one search to the depth, as in the book
    assert seconds("random") is None


# -- what a visitor may not have -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"algorithm": "human"}, "no such algorithm here; known: engine, "),
        ({"algorithm": "remote"}, "no such algorithm here; known: engine, "),
        ({"algorithm": "ggp://127.0.0.1:4001"}, "no such algorithm here; known: engine, "),
        ({"heuristic": {"name": "ggp://127.0.0.1:4001"}}, "no such heuristic"),
        ({"heuristic": {"name": "/etc/secret.py:mine"}}, "no such heuristic"),
        ({"options": {"order": "/etc/secret.py:mine"}}, "order: files and addresses take no part in the browser"),
        ({"options": {"order": "secret.py:mine"}}, "order: files and addresses take no part in the browser"),
        ({"options": {"threads": "3"}}, "threads is a whole number from 1 to 2"),
        ({"options": {"entries": "1025"}}, "entries is a whole number from 2 to 1024"),
        ({"options": {"selective": "maybe"}}, "selective is on or off"),
        ({"options": {"patience": "5s"}}, "engine has no such option; known: order, threads"),
        ({"options": {"name": "me"}}, "engine has no such option"),
        ({"algorithm": "alphabeta", "options": {"cache": "huge-one"}}, "cache is none or "),
        ({"algorithm": "random", "heuristic": {"name": "even"}}, "random takes no heuristic"),
        ({"algorithm": "random", "options": {"noise": "1"}}, "random has no such option; known: none"),
        ({"algorithm": "random", "limits": {"depth": 3}}, "random takes no depth; its limits are: none"),
    ],
)
def test_what_is_refused_and_what_would_be_right(asked: dict[str, Any], said: str) -> None:
    reported = problem(**asked)
    assert said in reported
    for text in ("ggp", "secret", "huge-one", "maybe", "1025"):
        assert text not in reported


def test_an_algorithm_that_would_take_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    large = replace(algorithm("random"), name="large", entries=lambda player: 1 << 30)
    monkeypatch.setitem(algorithms(), "large", large)
    with pytest.raises(Refused, match="large takes more memory with these options than a player may have here"):
        read(algorithm="large")


# -- over HTTP -------------------------------------------------------------------------------------------------------


def post(client: httpx.Client, path: str, **body: Any) -> Any:
    reply = client.post(f"/api/{path}", json=body)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_every_algorithm_is_described(shared_client: httpx.Client) -> None:
    listed = {one["name"]: one for one in shared_client.get("/api/algorithms").json()}
    assert next(iter(listed)) == "engine"
    assert set(listed) == set(algorithms()) - {"human", "remote"}
    for name, one in listed.items():
        assert one["takes_heuristic"] == algorithm(name).takes_heuristic
        assert [option["name"] for option in one["options"]] == [option.name for option in algorithm(name).options]
    options = {option["name"]: option for option in listed["engine"]["options"]}
    assert (options["threads"]["form"], options["threads"]["low"], options["threads"]["default"]) == (
        "whole number",
        1,
        "1",
    )
    assert (options["selective"]["form"], options["selective"]["default"]) == ("switch", "on")
    assert options["order"]["form"] == "heuristic"
    assert "none" in {one["name"]: one for one in listed["path"]["options"]}["cache"]["choices"]
    assert listed["random"]["limits"] == []
    assert [limit["name"] for limit in listed["minimax"]["limits"]] == ["seconds", "depth", "nodes"]


def test_a_textbook_player_moves_as_it_does_without_a_server(shared_client: httpx.Client) -> None:
    player = {"algorithm": "alphabeta", "options": {"cache": "bounds"}, "limits": {"depth": 4}}
    found = post(shared_client, "move", game=QUICK, player=player)
    alone = answered("security@depth=4,algorithm=alphabeta,cache=bounds")
    assert (found["lines"][0]["move"], found["value"], found["depth"]) == (alone.move, alone.value, 4)
    assert (found["nodes"], found["counters"]["cutoffs"]) == (alone.nodes, alone.counters.cutoffs)
    assert found["heuristic"] == "security"


def test_a_player_as_a_text_moves_the_same(shared_client: httpx.Client) -> None:
    text = "even@depth=3,algorithm=textbook"
    found = post(shared_client, "move", game=QUICK, player=text)
    assert (found["nodes"], found["heuristic"]) == (answered(text).nodes, "even")
    reply = shared_client.post("/api/move", json={"game": QUICK, "player": "even@Huge-One"})
    assert reply.status_code == 400
    assert "Huge-One" not in reply.text
    assert (
        "player: at most 400 characters"
        in shared_client.post("/api/player", json={"game": QUICK, "player": 500 * "x"}).json()["message"]
    )


def test_a_random_player_moves_and_says_no_value(shared_client: httpx.Client) -> None:
    found = post(shared_client, "move", game=QUICK, moves=["1"], player={"algorithm": "random"})
    legal = [move["word"] for move in post(shared_client, "position", game=QUICK, moves=["1"])["legal"]]
    assert found["lines"][0]["move"] in legal
    assert (found["value"], found["first_value"], found["heuristic"]) == (None, None, "")


def test_the_engine_by_name_is_the_engine_of_the_first_release(shared_client: httpx.Client) -> None:
    old = post(shared_client, "move", game=QUICK, heuristic={"name": "even"}, limits={"depth": 5})
    new = post(shared_client, "move", game=QUICK, player={"heuristic": {"name": "even"}, "limits": {"depth": 5}})
    assert (old["nodes"], old["lines"]) == (new["nodes"], new["lines"])
    plain = {"heuristic": {"name": "even"}, "limits": {"depth": 5}, "options": {"quiescence": "off", "order": "steep"}}
    assert post(shared_client, "move", game=QUICK, player=plain)["nodes"] != old["nodes"]
    both = {"game": QUICK, "player": {}, "limits": {"depth": 2}}
    assert "leave out" in shared_client.post("/api/move", json=both).json()["message"]


def test_refusals_say_what_would_be_right_and_repeat_nothing(shared_client: httpx.Client) -> None:
    for options, said in (
        ({"threads": "12345"}, "threads is a whole number from 1 to"),
        ({"order": "Nobody-1"}, "known: "),
        ({"Colour-1": "blue"}, "known: order"),
    ):
        reply = shared_client.post("/api/player", json={"game": QUICK, "player": {"options": options}})
        assert reply.status_code == 400
        assert said in reply.json()["message"]
        assert not {"12345", "Nobody-1", "Colour-1"} & set(reply.json()["message"].replace(";", "").split())
    checked = post(shared_client, "player", game=QUICK, player={"algorithm": "soft", "limits": {"depth": 3}})
    assert checked == {"text": "security@depth=3,algorithm=soft"}


def test_an_analysis_by_a_textbook_algorithm_streams_its_depths(shared_client: httpx.Client) -> None:
    body = {"game": QUICK, "lines": 3, "player": {"algorithm": "minimax", "limits": {"nodes": 300}}}
    reported = events(shared_client, "/api/analyse", body)
    assert [one["depth"] for one in reported[:3]] == [1, 2, 3]
    assert len(reported[0]["lines"]) == 1  # it follows one
    assert reported[-1] == {"type": "end", "reason": "done"}


def test_an_analysis_by_a_player_that_only_chooses(shared_client: httpx.Client) -> None:
    reported = events(shared_client, "/api/analyse", {"game": QUICK, "lines": 3, "player": {"algorithm": "random"}})
    assert [one["type"] for one in reported] == ["found", "end"]
    assert reported[0]["value"] is None


# -- in the pages ----------------------------------------------------------------------------------------------------


def test_the_pages_name_no_algorithm_and_no_option() -> None:
    """Whatever is quoted in their code: what can be chosen comes from the server alone."""
    names = {one.name for one in algorithms().values()} | {o.name for one in algorithms().values() for o in one.options}
    for name in ("setup", "session", "players", "player_form", "play", "play_view", "analysis", "tournament_form"):
        code = (STATIC / "js" / f"{name}.js").read_text(encoding="utf-8")
        quoted = set(re.findall(r"[\"'`]([\w-]+)[\"'`]", code))
        assert not quoted & names, name
