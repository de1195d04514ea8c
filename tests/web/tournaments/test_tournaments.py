"""Tournaments of the server: started, watched, stopped, resumed and exported by the interface; nothing outlives it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from plies.arena.plan.openings import Openings
from plies.arena.plan.tournament import Tournament
from plies.arena.report.description import description, live
from plies.arena.report.result import stored
from plies.arena.store.export import positions
from plies.arena.store.ledger import Ledger
from plies.blocks.blocks import as_data
from plies.players.notation import parse_player
from plies.web.server.settings import Settings
from plies.web.tournaments.definition import published_for
from plies.web.tournaments.ends import Ends
from tests.arena.store.broken import BREAKS, break_rows, filled, flip_bytes
from tests.processes.alive import gone
from tests.web.serving import serving

DEADLINE = 60.0
RANDOM = {"heuristic": "random"}
#: without an engine: nothing is compiled
QUICK = {"boards": ["pebbles:2x1"], "players": [RANDOM, RANDOM], "openings": {"kind": "start"}}
WHOLE = {**QUICK, "boards": ["pebbles:2x1", "checkers"], "games": 4}
LONG = {**QUICK, "games": 100_000}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server with a ledger of its own."""
    with serving(Settings(ledger=tmp_path_factory.mktemp("ledger") / "ledger.sqlite")) as made:
        yield made


@pytest.fixture(scope="module")
def whole(client: httpx.Client) -> dict[str, Any]:
    """A tournament on two boards that has been played to its end."""
    reported = client.post("/api/tournaments", json=WHOLE)
    assert reported.status_code == 200, reported.text
    watched = events(client, reported.json()["id"])
    assert watched[-1]["type"] == "end"
    assert watched[-1]["tournament"]["state"] == "finished"
    return dict(watched[-1]["tournament"])


@pytest.fixture
def ledger(client: httpx.Client) -> Iterator[Ledger]:
    with Ledger(client.app.state.settings.ledger) as made:  # type: ignore[attr-defined]
        yield made


def events(client: httpx.Client, id: str) -> list[dict[str, Any]]:
    """All events until a tournament ends."""
    reply = client.get(f"/api/tournaments/{id}/events")
    assert reply.status_code == 200
    return [json.loads(part.removeprefix("data: ")) for part in reply.text.split("\n\n") if part.startswith("data: ")]


def get(client: httpx.Client, path: str, **words: Any) -> Any:
    reply = client.get(f"/api/tournaments{path}", params=words)
    assert reply.status_code == 200, reply.text
    return reply.json()


def as_json(reported: Any) -> Any:
    return json.loads(json.dumps(reported, allow_nan=False))


def wait_for_games(client: httpx.Client, id: str, games: int) -> None:
    deadline = time.monotonic() + DEADLINE
    while get(client, f"/{id}")["tournament"]["games"] < games:
        assert time.monotonic() < deadline, "no games came in"
        time.sleep(0.1)


# -- played to the end -------------------------------------------------------------------------------------------------


def test_standings_are_those_of_the_ledger(client: httpx.Client, whole: dict[str, Any], ledger: Ledger) -> None:
    reported = get(client, f"/{whole['id']}")
    assert reported["tournament"] == {**whole, "seconds_left": None}
    assert whole["games"] == whole["total"] == 8
    result = stored(ledger.tournament(whole["id"]).definition, ledger).result()
    assert reported["standings"] == as_json(result.standings.data())
    assert reported["live"] == as_json(as_data(live(result)))
    assert reported["blocks"] == as_json(as_data(description(result)))
    assert [one["rating"] for one in reported["players"]] == [one.rating.rating for one in result.standings.players]
    client.app.state.tournaments.kept.clear()  # type: ignore[attr-defined]
    assert get(client, f"/{whole['id']}") == reported  # now made by a child
    assert whole["id"] in [one["id"] for one in get(client, "")]


def test_games_are_listed_filtered_and_paged(client: httpx.Client, whole: dict[str, Any], ledger: Ledger) -> None:
    path, player = f"/{whole['id']}/games", whole["players"][0]
    kept = [record.pairing.id for record in ledger.records(whole["id"])]
    pages = [get(client, path, limit=3, offset=offset) for offset in (0, 3, 6)]
    assert [one["id"] for page in pages for one in page["games"]] == kept
    assert [page["more"] for page in pages] == [True, True, False]
    assert pages[0]["table"]["links"] == [f"/tournament/game?id={one}" for one in kept[:3]]
    shown = [" – ".join((one["first"], one["second"])) for one in pages[0]["games"]]
    assert [row[0] for row in pages[0]["table"]["rows"]] == shown
    assert [one["id"] for one in get(client, path, newest=True)["games"]] == kept[::-1]
    assert {one["board"] for one in get(client, path, board="checkers")["games"]} == {"checkers"}
    found = {result: get(client, path, player=player, result=result)["games"] for result in ("win", "draw", "loss")}
    assert sum(len(games) for games in found.values()) == 8
    for result, score in (("win", 1), ("draw", 0.5), ("loss", 0)):
        for one in found[result]:
            assert (one["score"] if one["first"] == player else 1 - one["score"]) == score
    assert get(client, path, result="win")["games"] == [one for page in pages for one in page["games"] if one["score"]]
    nobody = get(client, path, player="nobody")
    assert (nobody["games"], nobody["more"], nobody["table"]["rows"]) == ([], False, [])


def test_a_game_can_be_replayed(client: httpx.Client, whole: dict[str, Any], ledger: Ledger) -> None:
    record = next(ledger.records(whole["id"], game="checkers"))
    reported = get(client, f"/games/{record.pairing.id}")
    assert [one["word"] for one in reported["moves"]] == [move.move for move in record.moves]
    assert reported["legal"] == reported["plies"] == len(record.moves)
    assert [one["side"] for one in reported["moves"][:2]] == [0, 1]
    way = positions(record)
    assert [one["only"] for one in reported["moves"]] == [len(before.legal) == 1 for before in way[:-1]]
    assert any(one["only"] for one in reported["moves"])
    spot = {
        "game": reported["board"],
        "start": reported["start"],
        "moves": [one["word"] for one in reported["moves"][:5]],
    }
    assert client.post("/api/position", json=spot).json()["board"]["cells"]


def test_files_to_keep(client: httpx.Client, whole: dict[str, Any], ledger: Ledger) -> None:
    path = f"/api/tournaments/{whole['id']}"
    report = client.get(f"{path}/report")
    assert report.headers["content-disposition"] == f'attachment; filename="tournament-{whole["id"]}.html"'
    assert '<h2 id="cross-tables">Cross tables</h2>' in report.text
    assert whole["id"] in report.text
    assert report.text.count("<svg") == 4  # random players get no rating from so few games
    lines = client.get(f"{path}/export", params={"format": "json"}).text.splitlines()
    assert [json.loads(line) for line in lines] == [as_json(record.data()) for record in ledger.records(whole["id"])]
    assert client.get(f"{path}/export", params={"format": "pdn", "board": "checkers"}).text.count("[Event ") == 4
    for wrong in ({"format": "pdn"}, {"format": "/etc/passwd"}, {"format": "csv", "board": "chess"}):
        reply = client.get(f"{path}/export", params=wrong)
        assert reply.status_code == 400
        assert "passwd" not in reply.text


def test_players_with_limits_and_weights(client: httpx.Client, ledger: Ledger) -> None:
    heuristic = client.get("/api/game", params={"name": "pebbles:2x1"}).json()["heuristics"][0]
    term = next(iter(heuristic["terms"]))
    player = {"heuristic": heuristic["name"], "weights": {term: 2.5}, "limits": {"nodes": 50}}
    reported = client.post("/api/tournaments", json={**QUICK, "players": [player, RANDOM], "games": 2}).json()
    assert reported["players"] == [f"{heuristic['name']}({term}=2.5)@nodes=50", "random"]
    assert events(client, reported["id"])[-1]["tournament"]["state"] == "finished"
    record = next(ledger.records(reported["id"], player="random"))
    assert any(move.nodes for move in record.moves)


@pytest.mark.parametrize(
    "player",
    [
        "even@depth=2,algorithm=textbook,cache=bounds",
        {
            "algorithm": "alphabeta",
            "heuristic": {"name": "even"},
            "options": {"cache": "bounds"},
            "limits": {"depth": 2},
        },
    ],
)
def test_a_player_as_text_and_taken_apart(client: httpx.Client, ledger: Ledger, player: Any) -> None:
    """Any registered algorithm; both forms are the same tournament."""
    asked = {**QUICK, "players": [player, "random"], "games": 2}
    reported = client.post("/api/tournaments", json=asked).json()
    assert reported["players"] == ["even@depth=2,algorithm=alphabeta,cache=bounds", "random"]
    assert events(client, reported["id"])[-1]["tournament"]["state"] == "finished"
    assert any(move.depth == 2 for record in ledger.records(reported["id"]) for move in record.moves)


def test_algorithms_are_offered_with_the_bounds_of_tournaments(client: httpx.Client) -> None:
    listed = get(client, "/algorithms")
    assert [one["name"] for one in listed] == [one["name"] for one in client.get("/api/algorithms").json()]
    (threads,) = [option for option in listed[0]["options"] if option["name"] == "threads"]
    assert (threads["low"], threads["high"]) == (1, 1)


def test_a_match_stops_by_its_rule(client: httpx.Client) -> None:
    """Random players are as good as each other, so that 500 Elo between them are soon refuted."""
    asked = {**QUICK, "kind": "match", "games": 2000, "sprt": {"elo0": 0, "elo1": 500}, "seed": 3}
    id = client.post("/api/tournaments", json=asked).json()["id"]
    reported = events(client, id)[-1]["tournament"]
    assert reported["state"] == "finished"
    assert reported["sprt"]["decision"] == "H0"
    assert reported["games"] == 2 * reported["sprt"]["pairs"] < 2000
    assert next(one for one in get(client, "") if one["id"] == id)["sprt"] == reported["sprt"]


# -- stopped and resumed -----------------------------------------------------------------------------------------------


def test_stop_resume_and_only_one_at_a_time(client: httpx.Client, whole: dict[str, Any], ledger: Ledger) -> None:
    id = client.post("/api/tournaments", json=LONG).json()["id"]
    wait_for_games(client, id, 1)
    refused = [
        client.post("/api/tournaments", json={**LONG, "seed": 1}),
        client.post(f"/api/tournaments/{whole['id']}/resume", json={"games": 8}),
    ]
    for reply in refused:
        assert reply.status_code == 429
        assert "another tournament is running" in reply.json()["message"]
    assert client.post("/api/tournaments", json=LONG).json()["state"] == "running"  # the same one goes on
    stopped = client.post(f"/api/tournaments/{id}/stop").json()
    assert stopped["state"] == "stopped"
    assert stopped["problem"] == ""
    assert 0 < stopped["games"] == ledger.count(id) < stopped["total"]
    assert client.post(f"/api/tournaments/{id}/stop").json() == stopped
    kept = [record.pairing.id for record in ledger.records(id)]
    assert client.post(f"/api/tournaments/{id}/resume", json={"minutes": 0.02}).json()["state"] == "running"
    assert events(client, id)[-1]["tournament"]["state"] == "stopped"  # after its minutes
    assert [record.pairing.id for record in ledger.records(id)][: len(kept)] == kept
    assert children_of(os.getpid(), "play_tournament") == []


def test_more_games(client: httpx.Client, whole: dict[str, Any]) -> None:
    reported = client.post(f"/api/tournaments/{whole['id']}/resume", json={"games": 6}).json()
    assert reported["total"] == 12
    assert events(client, whole["id"])[-1]["tournament"]["games"] == 12
    fewer = client.post(f"/api/tournaments/{whole['id']}/resume", json={"games": 4})
    assert fewer.status_code == 400
    assert fewer.json()["message"] == "6 games per pairing have been played already; ask for at least as many"
    assert client.get(f"/api/tournaments/{whole['id']}").json()["tournament"]["state"] == "finished"


def test_after_a_restart(tmp_path: Path) -> None:
    """A server that ends stops what runs; the next one lists it and goes on. It needs no ledger to begin with."""
    settings = Settings(ledger=tmp_path / "new" / "ledger.sqlite")
    with serving(settings) as first:
        assert get(first, "") == []
        assert not (tmp_path / "new").exists()
        id = first.post("/api/tournaments", json=LONG).json()["id"]
        wait_for_games(first, id, 1)
    assert children_of(os.getpid(), "play_tournament") == []
    with serving(settings) as second:
        (listed,) = get(second, "")
        assert (listed["id"], listed["state"], listed["refused"]) == (id, "stopped", "")
        assert second.post(f"/api/tournaments/{id}/resume", json={}).json()["state"] == "running"
    assert children_of(os.getpid(), "play_tournament") == []  # also when it has hardly begun


@pytest.mark.slow
def test_one_whose_openings_ran_out_is_finished_after_a_restart_too(tmp_path: Path) -> None:
    settings = Settings(ledger=tmp_path / "ledger.sqlite")
    few = {**QUICK, "openings": {"kind": "random", "plies": 1, "balanced": False}, "games": 1000}
    with serving(settings) as first:
        id = first.post("/api/tournaments", json=few).json()["id"]
        ended = events(first, id)[-1]["tournament"]
        assert ended["state"] == "finished"
        assert 0 < ended["games"] < ended["total"]
    with serving(settings) as second:
        assert get(second, f"/{id}")["tournament"]["state"] == "finished"
    notes = tmp_path / "ledger.sqlite.ended.json"
    assert json.loads(notes.read_text()) == {id: [1000, ended["games"]]}
    notes.write_text("[spoilt")
    with serving(settings) as third:
        assert get(third, f"/{id}")["tournament"]["state"] == "stopped"


def test_a_note_about_other_games_is_void(tmp_path: Path) -> None:
    ends = Ends(tmp_path / "ledger.sqlite")
    ends.note("one", 20, 8)
    again = Ends(tmp_path / "ledger.sqlite")
    assert again.has("one", 20, 8)
    assert not again.has("one", 20, 9)
    assert not again.has("one", 40, 8)
    assert not again.has("other", 20, 8)
    unwritable = Ends(tmp_path / "missing" / "ledger.sqlite")
    unwritable.note("one", 20, 8)  # said in the log, and known until the server ends
    assert unwritable.has("one", 20, 8)


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"boards": ["/tmp/evil.py"]},
        {"boards": ["nothing:8x8"]},
        {"players": [RANDOM, {"heuristic": "/tmp/evil.py:mine"}]},
        {"players": [RANDOM, {"heuristic": "ggp://evil.example:4001"}]},
        {"players": [RANDOM, {"heuristic": "random@nodes=1"}]},
        {"players": [{"heuristic": "random", "limits": {"nodes": 5}}, RANDOM]},
        {"players": [RANDOM, "/tmp/evil.py:mine@1s"]},
        {"players": [RANDOM, "ggp://evil.example:4001@5s"]},
        {"players": [RANDOM, "human"]},
        {"players": [RANDOM, "security@1s,order=/tmp/evil.py:mine"]},
        {"players": [RANDOM, "security@1s,threads=2"]},
        {"players": [RANDOM, "security@60s"]},
        {"players": [RANDOM, "security@clock=60s"]},
        {"players": [RANDOM, "security@depth=2,name=evil"]},
        {"players": [RANDOM, {"options": {"threads": "2"}}]},
        {"boards": ["pebbles:2x1", "checkers"], "players": [RANDOM, {"limits": {"depth": 2}}]},
        {"players": [{"heuristic": "security", "weights": {"evil": 1}}, RANDOM]},
        {"kind": "match", "players": [RANDOM, RANDOM, RANDOM]},
        {"sprt": {"elo0": 0, "elo1": 10}},
        {"kind": "match", "sprt": {"elo0": 10, "elo1": 0}},
        {"games": 100_000, "boards": ["pebbles:2x1", "pebbles:3x1"]},
    ],
)
def test_what_makes_no_sense_is_refused(client: httpx.Client, wrong: dict[str, Any]) -> None:
    reply = client.post("/api/tournaments", json={**QUICK, **wrong})
    assert reply.status_code == 400, reply.text
    assert "evil" not in reply.text
    assert "\n" not in reply.json()["message"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"boards": []},
        {"boards": ["\ud800"]},
        {"boards": ["checkers"] * 99},
        {"players": [RANDOM]},
        {"players": [RANDOM] * 99},
        {"players": [RANDOM, {"heuristic": "security", "limits": {"seconds": 1e9}}]},
        {"players": [RANDOM, {"heuristic": "security", "limits": {"nodes": 10**12}}]},
        {"players": [RANDOM, {"heuristic": "security", "weights": {"a": 1e300}}]},
        {"players": [RANDOM, {"heuristic": "security", "threads": 64}]},
        {"players": [RANDOM, "security@" + 400 * "1"]},
        {"players": [RANDOM, 5]},
        {"games": 3},
        {"games": 10**9},
        {"kind": "evil"},
        {"openings": {"kind": "file"}},
        {"openings": {"kind": "random", "plies": 1000}},
        {"openings": "/etc/passwd"},
        {"minutes": 0},
        {"ledger": "/tmp/evil"},
        {"seed": -1},
    ],
)
def test_what_is_out_of_bounds_is_refused(client: httpx.Client, wrong: dict[str, Any]) -> None:
    body = json.dumps({**QUICK, **wrong})
    reply = client.post("/api/tournaments", content=body, headers={"content-type": "application/json"})
    assert reply.status_code == 422, reply.text
    assert "evil" not in reply.text
    assert "passwd" not in reply.text


def test_what_is_not_there(client: httpx.Client) -> None:
    nothing = f"/api/tournaments/{'0' * 16}"
    for path in ("", "/events", "/games", "/report", "/export?format=csv"):
        assert client.get(nothing + path).status_code == 404
    for path in ("/stop", "/resume"):
        assert client.post(nothing + path, json={}).status_code == 404
    assert client.get(f"/api/tournaments/games/{'0' * 20}").status_code == 404
    for path in ("evil", "..%2f..%2fetc", "games/0", "0" * 15):
        assert client.get(f"/api/tournaments/{path}").status_code in (404, 422)


def test_others_tournaments_are_shown_but_not_played(client: httpx.Client, ledger: Ledger) -> None:
    """What the command line may play and the browser may not: here openings of a file, and more than one thread."""
    players = [parse_player("security@nodes=10"), parse_player("random")]
    from_file = Tournament.of(["pebbles:2x1"], players, openings=Openings("file", lines=("1",)))
    threads = Tournament.of(["pebbles:2x1"], [parse_player("security@1s,threads=2"), players[1]])
    clock = Tournament.of(["pebbles:2x1"], [parse_player("security@clock=60s+1s"), players[1]])
    for tournament, why in ((from_file, "file"), (threads, "thread"), (clock, "limits")):
        ledger.add_tournament(tournament)
        reported = get(client, f"/{tournament.id}")["tournament"]
        assert why in reported["refused"]
        reply = client.post(f"/api/tournaments/{tournament.id}/resume", json={})
        assert reply.status_code == 400
        assert "plies tournament --resume" in reply.json()["message"]


def test_a_tournament_played_elsewhere_is_not_played_twice(client: httpx.Client, ledger: Ledger) -> None:
    two = [parse_player("random@name=one"), parse_player("random@name=other")]
    tournament = Tournament.of(["pebbles:2x1"], two)
    ledger.add_tournament(tournament)
    with ledger.playing(tournament.id):
        client.post(f"/api/tournaments/{tournament.id}/resume", json={})
        reported = events(client, tournament.id)[-1]["tournament"]
    assert "another process" in reported["problem"]
    assert str(ledger.path) not in reported["problem"]


def test_every_stage_of_every_preset_is_within_bounds(client: httpx.Client) -> None:
    from plies.registry import presets
    from plies.web.tournaments.definition import make
    from plies.web.tournaments.models import TournamentAsked

    reported = get(client, "/presets")
    assert [one["name"] for one in reported] == list(presets())
    for preset in reported:
        for stage, known in zip(preset["stages"], presets()[preset["name"]].stages, strict=True):
            made = make(TournamentAsked.model_validate(stage["definition"]), Settings())
            assert [player.name for player in made.players] == [parse_player(text).name for text in known.players]
            assert made.games_per_pairing == known.games
            assert published_for(made) == (presets()[preset["name"]] if preset["published"] else None)


def test_what_was_published_stands_beside_the_same_games_alone(client: httpx.Client, whole: dict[str, Any]) -> None:
    """Two heuristics of a published table, on its board and from the start; not from other openings, nor of others."""
    from plies.registry import presets

    preset = next(one for one in presets().values() if one.published)
    board, table = next(iter(preset.published.items()))
    first, second = next(pair for pair, winner in table.items() if winner)
    players = [parse_player(f"{name}@nodes=50") for name in (second, first)]
    same = Tournament.of([board], players, openings=Openings("start"))
    assert published_for(same) == preset
    assert published_for(Tournament.of([board], players)) is None  # other openings
    others = [players[0], parse_player("random")]
    assert published_for(Tournament.of([board], others, openings=Openings("start"))) is None
    assert get(client, f"/{whole['id']}")["published"] is None


def test_before_the_first_game(client: httpx.Client, ledger: Ledger) -> None:
    """The names of the players, and what was published of the same games; no child is asked for that."""
    players = [parse_player(f"{name}@nodes=50") for name in ("ari", "hoddi")]
    tournament = Tournament.of(["pawns:3x5"], players, openings=Openings("start"))
    ledger.add_tournament(tournament)
    reported = get(client, f"/{tournament.id}")
    assert (reported["standings"], reported["reading"], reported["players"]) == (None, "", [])
    assert reported["published"]["cells"] == []
    (table,) = reported["live"]
    assert [row[:5] for row in table["rows"]] == [[player.name, "–", "–", "–", "0"] for player in players]
    assert [one["id"] for one in reported["blocks"]][:3] == ["summary", "published", "published-about"]


def test_events_carry_what_is_watched(client: httpx.Client, whole: dict[str, Any]) -> None:
    reported = get(client, f"/{whole['id']}")
    progress, end = events(client, whole["id"])
    assert progress["live"] == reported["live"]
    assert progress["players"] == reported["players"]
    assert end["tournament"] == reported["tournament"]


# -- nothing stays behind ----------------------------------------------------------------------------------------------


def children_of(parent: int, word: str) -> list[int]:
    """All processes below one whose words contain one."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
            above = int((place / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if above == parent:
            found += [int(place.name)] if word.encode() in words else []
            found += children_of(int(place.name), word)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel is asked to end children")
def test_killing_the_server_leaves_no_child(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "plies.cli", "serve", "--port", "0", "--no-open", "--no-compile-ahead"]
    paths = os.pathsep.join(filter(None, sys.path))
    env = {**os.environ, "PLIES_LEDGER": str(tmp_path / "ledger.sqlite"), "PYTHONPATH": paths}
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        with httpx.Client(base_url=address, timeout=60) as client:
            id = client.post("/api/tournaments", json=LONG).json()["id"]
            wait_for_games(client, id, 1)
            coordinator = children_of(server.pid, "play_tournament")
            workers = [one for parent in coordinator for one in children_of(parent, "plies.arena.run.worker")]
            assert len(coordinator) == 1
            assert workers
    finally:
        server.send_signal(signal.SIGKILL)
        server.communicate()
    assert gone(*coordinator, *workers)
    with Ledger(tmp_path / "ledger.sqlite", create=False) as ledger:
        ledger.check()
        assert ledger.count() > 0


# -- ledgers with rows that cannot be read ---------------------------------------------------------------------------


@pytest.mark.slow
def test_what_cannot_be_read_is_left_out_and_named(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    tournament = filled(path)
    break_rows(path, list(BREAKS))
    place = f"/api/tournaments/{tournament.id}"
    with serving(Settings(ledger=path)) as client:
        assert [one["id"] for one in client.get("/api/tournaments").json()] == [tournament.id]
        found = client.get(place).json()
        assert found["left_out"]["games"] == len(BREAKS)
        assert found["standings"]["games"] == 30 - len(BREAKS)
        for blocks in (found["live"], found["blocks"]):
            (said,) = (block["text"] for block in blocks if block["id"] == "left-out")
            assert said.startswith(f"{len(BREAKS)} stored games are left out")
        assert found["identical"] == [["a", "b"]]
        page = client.get(f"{place}/games", params={"limit": 25}).json()
        assert (len(page["games"]), len(page["unreadable"]), page["more"]) == (25 - len(BREAKS), len(BREAKS), True)
        rest = client.get(f"{place}/games", params={"limit": 25, "offset": 25}).json()
        assert (len(rest["games"]), rest["unreadable"], rest["more"]) == (5, [], False)
        assert client.get(f"/api/tournaments/games/{page['unreadable'][0]['id']}").status_code == 400
        assert b"stored games are left out" in client.get(f"{place}/report").content
        exported = client.get(f"{place}/export", params={"format": "json"})
        assert len(exported.text.splitlines()) == 30 - len(BREAKS)


def test_a_damaged_ledger_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    filled(path, 60)
    flip_bytes(path)
    with serving(Settings(ledger=path)) as client:
        answer = client.get("/api/tournaments")
        assert answer.status_code == 400
        assert answer.json()["message"] == "the server cannot read its file of games; its log shows why"
