"""Players in child processes: what one does wrong is said in one line, and its process ends with the question."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plies.errors import Refused
from plies.players.notation import parse_player
from plies.players.registry import algorithms
from plies.players.resolution import in_game
from plies.registry import game
from plies.search.answer import Answer
from plies.web.play import asking
from plies.web.server.settings import Settings
from tests.players.packages import unpack, with_folder
from tests.web.serving import events, living, serving

QUICK = "pebbles:4x2"
ODD = """
import os, time
from plies.errors import PlayerFault, Refused
from plies.players import options
from plies.players.algorithm import Algorithm, Quiet
from plies.search.answer import Answer, Line

DEEDS = ("right", "illegal", "nothing", "raise", "die", "refuse", "fault", "nan", "sleep", "eat")

class Odd(Quiet):
    def __init__(self, player, game):
        self.deed = player.option("does", "right")

    def choose(self, position, clock):
        print("what a player prints does not matter")
        move = position.moves[-1]
        if self.deed == "illegal":
            return Answer.of_move("99")
        if self.deed == "nothing":
            return Answer(())
        if self.deed == "raise":
            raise KeyError("a secret of the server")
        if self.deed == "die":
            os._exit(3)
        if self.deed == "refuse":
            raise Refused("not in the mood")
        if self.deed == "fault":
            raise PlayerFault("error", "at a loss")
        if self.deed == "nan":
            return Answer((Line(move, float("nan")),))
        if self.deed == "sleep":
            time.sleep(600)
        if self.deed == "eat":
            return Answer((Line(move, len(bytearray(1 << 36))),))
        return Answer.of_move(move)

ODD = Algorithm(
    "odd", "does what it is told", Odd, options=(options.choice("does", "what it does", DEEDS, "right"),),
    limits=("seconds",), takes_heuristic=False,
)
"""


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package is installed, here and for child processes."""
    site = unpack(tmp_path, "odd_player", ODD, {"odd": "odd_player:ODD"})
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", with_folder(site)["PYTHONPATH"])
    algorithms.cache_clear()
    yield
    algorithms.cache_clear()
    sys.modules.pop("odd_player", None)


def asked(text: str, seconds: float = 60.0) -> Answer:
    board = game(QUICK)
    player = in_game(parse_player(text), board)
    return asyncio.run(asking.ask(player, board.start().play("1").play("2"), 1, seconds, lambda found: None))


@pytest.mark.usefixtures("odd")
def test_the_answer_of_a_package() -> None:
    assert asked("odd").move == game(QUICK).start().play("1").play("2").moves[-1]


@pytest.mark.usefixtures("odd")
@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ("illegal", "odd answered with something else than a legal move"),
        ("nothing", "odd answered without a move"),
        ("raise", "odd raised KeyError; the server's log shows where"),
        ("die", "odd: its process gave no answer; the server's log shows more"),
        ("refuse", "not in the mood"),
        ("fault", "odd: at a loss"),
        ("nan", "odd: answered value = nan; right is a finite number, or None"),
        ("eat", "this takes more memory than it may; ask for less"),
    ],
)
def test_what_a_player_does_wrong_is_said_in_one_line(deed: str, said: str) -> None:
    with pytest.raises(Refused) as caught:
        asked(f"odd@does={deed}")
    assert str(caught.value) == said


@pytest.mark.usefixtures("odd")
def test_a_player_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "READY", 2.0)
    with pytest.raises(Refused, match=r"stopped after 2\.5 seconds"):
        asked("odd@does=sleep", 0.5)
    assert living(os.getpid()) == []


def wait_until(true: Any, what: str) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


@pytest.mark.usefixtures("odd")
def test_a_visitor_who_leaves_ends_the_process_and_frees_the_slot() -> None:
    with serving(Settings(slots=1)) as client:
        searches = client.app.state.searches  # type: ignore[attr-defined]
        body = {"game": QUICK, "player": {"algorithm": "odd", "options": {"does": "sleep"}}}
        with client.stream("POST", "/api/analyse", json=body):
            wait_until(lambda: living(os.getpid()), "no process was started")
            assert searches.turns.free == 0
        wait_until(lambda: not searches.running and searches.turns.free == 1, "the slot is not free again")
        assert living(os.getpid()) == []
        assert client.post("/api/move", json={"game": QUICK, "player": {"algorithm": "odd"}}).status_code == 200


def test_an_analysis_in_a_process_gives_way() -> None:
    with serving(Settings(slots=1, patience=0.05)) as client:
        reported: list[dict[str, Any]] = []
        body = {"game": "pebbles:4x9", "player": {"algorithm": "minimax"}}
        thread = threading.Thread(target=lambda: reported.extend(events(client, "/api/analyse", body)))
        searches = client.app.state.searches  # type: ignore[attr-defined]
        thread.start()
        wait_until(lambda: searches.running, "the analysis did not begin")
        reply = client.post("/api/move", json={"game": QUICK, "player": {"algorithm": "random"}})
        assert reply.status_code == 200
        thread.join(30)
        assert reported[-1] == {"type": "end", "reason": "others"}
    assert living(os.getpid()) == []
