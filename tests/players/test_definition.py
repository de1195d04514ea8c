"""Players as JSON: those of the first release byte for byte, later ones, those nobody knows any more, and nonsense."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from plies.errors import Refused, UnknownName
from plies.players.algorithm import Algorithm
from plies.players.definition import definition_of, player_of
from plies.players.notation import format_player, parse_player
from plies.players.player import Player, ResolvedHeuristic
from plies.players.registry import algorithms
from plies.players.resolution import check_unchanged, in_game
from plies.players.searchers import make_searcher
from plies.processes.spawn import environment
from tests.players.pairings import GAME, START

FIRST = (Path(__file__).parents[1] / "data" / "first_release" / "players.jsonl").read_text().splitlines()


def text_of(player: Player) -> str:
    return json.dumps(definition_of(player), sort_keys=True)


def again(player: Player) -> Player:
    """Through the ledger."""
    return player_of(json.loads(text_of(player)))


# -- what the first release wrote ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", FIRST, ids=[json.loads(text)["name"] for text in FIRST])
def test_definitions_of_the_first_release_stay_as_they_are(text: str) -> None:
    """The ids of its tournaments depend on every byte."""
    player = player_of(json.loads(text))
    assert text_of(player) == text
    assert again(player) == player


def test_players_of_the_first_release_are_shown_by_their_names() -> None:
    players = [player_of(json.loads(text)) for text in FIRST]
    shown = {player.name: format_player(player) for player in players}
    named = {name: text for name, text in shown.items() if name != text}
    assert named == {
        "all at once": "ari@1s,depth=9,nodes=123456,order=hoddi(pawns=2),threads=2,entries=1024,reductions=off,"
        "quiescence=off,name=all at once",
        "dice": "random@name=dice",
    }
    known = {"engine", "minimax", "alphabeta", "soft", "path", "random", "remote"}
    assert {player.algorithm for player in players} == known <= set(algorithms())
    assert [parse_player(text).name for text in shown.values()] == list(shown)


def test_a_player_written_today_has_the_definition_of_the_first_release() -> None:
    """All but the digests of code, which depend on the version of Python."""
    reported = [json.loads(text) for text in FIRST if json.loads(text)["kind"] in ("heuristic", "random", "remote")]
    reported = [one for one in reported if ".py:" not in (one["order"] or "")]
    assert len(reported) > 12
    for one in reported:
        parsed = definition_of(parse_player(format_player(player_of(one))))
        assert parsed | {"resolved": one["resolved"]} == one


# -- there and back --------------------------------------------------------------------------------------------------


def test_a_definition_has_the_weights_of_both_sides() -> None:
    player = in_game(parse_player("binni(pawns=3)@20ms"), START.game)
    known = json.loads(text_of(player))["resolved"]
    assert known["heuristic"]["weights"] == {"pawns": 3, "threatened": -1, "defended": 1, "in a row": 1}
    assert known["heuristic"]["weights_first"]["in a row"] == -1
    assert known["entries"] == 1 << 17
    assert again(player) == player
    assert format_player(again(player)) == "binni(pawns=3)@20ms"


@pytest.mark.parametrize(
    "text",
    [
        "ari@clock=60s+0.5s,patience=10s",
        "ari@1s,order=hoddi(pawns=2),threads=2,selective=off",
        "hoddi@depth=2,algorithm=soft,cache=bounds,order=ari",
        "minimax@depth=3",
        "random@name=dice",
        "ggp://localhost:4001@5s",
    ],
)
def test_what_is_looked_up_comes_back_equal(text: str) -> None:
    player = in_game(parse_player(text), START.game)
    assert again(player) == player
    assert hash(again(player)) == hash(player)


def test_options_of_later_algorithms_keep_their_order_and_their_defaults(greedy: Algorithm) -> None:
    """Its `threads` are four where none are given; one thread is not the default that the engine has."""
    player = in_game(parse_player("ari@algorithm=greedy,width=3,bold=on,threads=1,order=hoddi"), START.game)
    reported = definition_of(player)
    assert reported["options"] == [["width", 3], ["bold", True], ["threads", 1], ["order", "hoddi"]]
    assert reported["resolved"]["package"] == greedy.package
    assert again(player) == player
    assert format_player(again(player)) == "ari@algorithm=greedy,width=3,bold=on,threads=1,order=hoddi"
    assert "options" not in definition_of(parse_player("ari@1s,threads=2"))


# -- an algorithm that is not installed any more ---------------------------------------------------------------------


def test_a_player_of_a_missing_algorithm_is_read_and_shown_and_not_played(
    greedy: Algorithm, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "ari@depth=1,algorithm=greedy,width=3,bold=on,order=hoddi"
    player = in_game(parse_player(text), START.game)
    written = text_of(player)
    monkeypatch.delitem(algorithms(), greedy.name)
    found = player_of(json.loads(written))
    assert found == player
    assert text_of(found) == written
    assert format_player(found) == text
    said = f"{text}: its algorithm greedy came from {greedy.package}, and is not installed any more"
    with pytest.raises(Refused, match=f"^{said}$"):
        check_unchanged(found, START.game)
    with pytest.raises(UnknownName, match="no algorithm 'greedy'; known: engine"):
        make_searcher(found, START.game, GAME)


def test_values_of_another_version_of_an_algorithm_are_read(greedy: Algorithm, monkeypatch: pytest.MonkeyPatch) -> None:
    """They were right once; whoever wants to play them hears of the version."""
    written = definition_of(in_game(parse_player("ari@algorithm=greedy,width=3"), START.game))
    old = {**written, "options": [["width", 1000], ["gone", "x"]]}
    old["resolved"] = {**written["resolved"], "package": "greedy-player 0.1"}
    found = player_of(old)
    assert format_player(found) == 'ari@algorithm=greedy,width=1000,gone=x,name="ari@algorithm=greedy,width=3"'
    with pytest.raises(Refused, match=r"greedy came from greedy-player 0.1, and now comes from greedy-player 1.2"):
        check_unchanged(found, START.game)
    with pytest.raises(Refused, match="width is a whole number from 1 to 99, not 1000"):
        player_of({**written, "options": [["width", 1000]]})


# -- nonsense --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "definition",
    [{}, {"kind": "random"}, {"kind": "heuristic", "choice": "ari", "speed": 3}, [], "ari", None],
)
def test_what_is_no_definition(definition: object) -> None:
    with pytest.raises(UnknownName, match="not a player's definition") as caught:
        player_of(definition)  # type: ignore[arg-type]
    assert len(str(caught.value).splitlines()) == 1


RESOLVED: dict[str, Any] = definition_of(in_game(parse_player("ari@1s"), START.game))["resolved"]
FILES = {"what": "heuristic", "choice": "/mine.py:mine", "files": {"/mine.py": "0f"}}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"kind": "who"}, "'who' is no kind of player; known: heuristic, file"),
        ({"choice": 3}, "3 where a text should be"),
        ({"name": None}, "None where a text should be"),
        ({"algorithm": ["engine"]}, "where a text should be"),
        ({"depth": 0}, "depth is a whole number from 1 to 200, not 0"),
        ({"depth": "x"}, "depth is a whole number"),
        ({"depth": True}, "depth is a whole number"),
        ({"depth": 2.5}, "depth is a whole number"),
        ({"nodes": -1}, "nodes is a whole number"),
        ({"clock": [1]}, "clock is base"),
        ({"clock": [1, -1]}, "clock is base"),
        ({"clock": [0, 1]}, "clock is base"),
        ({"clock": ["1", "2"]}, "clock is base"),
        ({"clock": [1, 2, 3]}, "clock is base"),
        ({"clock": 60}, "not iterable"),
        ({"seconds": "soon"}, "seconds is a time"),
        ({"seconds": True}, "seconds is a time"),
        ({"seconds": float("nan")}, "seconds is a time"),
        ({"seconds": 1e300}, "seconds is a time"),
        ({"patience": 0}, "patience is a time"),
        ({"threads": -1}, "threads is a whole number from 1 to 256, not -1"),
        ({"threads": [2]}, "threads is no text and no number"),
        ({"selective": 0}, "selective is on or off"),
        ({"order": "a b"}, "order is a heuristic"),
        ({"cache": "all", "algorithm": "minimax"}, "cache is none or"),
        ({"options": 3}, "not iterable"),
        ({"options": [["width"]]}, "unpack"),
        ({"options": [[3, 4]]}, "3 where a text should be"),
        ({"options": [["width", None]]}, "width is no text and no number"),
        ({"resolved": 3}, "int"),
        ({"resolved": {"entries": "many"}}, "where a whole number from 1 should be"),
        ({"resolved": {"package": 3}}, "3 where a text should be"),
        ({"resolved": {"heuristic": {"weights": {}}}}, "weights_first"),
        ({"resolved": {"heuristic": RESOLVED["heuristic"] | {"weights": {"pawns": "2"}}}}, "'2' where a number"),
        ({"resolved": {"heuristic": RESOLVED["heuristic"] | {"centre": None}}}, "None where a number"),
        ({"resolved": {"heuristic": RESOLVED["heuristic"] | {"code": 3}}}, "3 where a text should be"),
        ({"resolved": {"order": FILES | {"what": "book"}}}, "'book' is neither a heuristic nor a player"),
        ({"resolved": {"order": FILES | {"files": {"/mine.py": None}}}}, "None where a text should be"),
        ({"resolved": {"order": FILES | {"files": ["/mine.py"]}}}, "items"),
    ],
)
def test_what_is_no_value_in_a_definition(wrong: Mapping[str, object], said: str) -> None:
    with pytest.raises(Refused, match=f"not a player's definition: .*{said}") as caught:
        player_of({**definition_of(parse_player("ari@1s")), **wrong})
    assert len(str(caught.value).splitlines()) == 1


def test_a_short_definition_has_the_defaults() -> None:
    assert player_of({"kind": "heuristic", "choice": "ari", "seconds": 1.0, "name": "ari@1s"}) == parse_player("ari@1s")
    assert player_of({"kind": "random", "choice": "random"}) == parse_player("random")


# -- in every process ------------------------------------------------------------------------------------------------

ALL = """
import json, plies
from plies.players.definition import definition_of
from plies.players.notation import parse_player
from plies.players.resolution import in_game
from plies.registry import families
for family in families().values():
    for name in family.examples[:2]:
        game = plies.game(name)
        for choice in game.heuristics:
            print(json.dumps(definition_of(in_game(parse_player(f"{choice}@depth=3"), game)), sort_keys=True))
"""


def test_definitions_are_the_same_in_every_process() -> None:
    """Also where sets and dictionaries have another order."""
    texts = []
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", ALL], env=environment() | {"PYTHONHASHSEED": seed}, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stderr
        texts.append(ran.stdout)
    assert texts[0] == texts[1]
    lines = texts[0].splitlines()
    assert len(lines) > 10
    assert all(isinstance(player_of(json.loads(line)).resolved.heuristic, ResolvedHeuristic) for line in lines)
