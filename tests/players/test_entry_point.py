"""A package with one module brings an algorithm, and it plays everywhere: at the terminal, in an analysis, in a
tournament's worker process, on a game server, and in the browser by mouse. The module is that of the tutorial."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from plies.processes.spawn import environment
from tests.players.packages import install, with_folder
from tests.protocols.ggp.stand import rules
from tests.test_docs import ROOT, blocks_of
from tests.web.serving import looking

pytestmark = pytest.mark.xdist_group("browser")
GAME, PLAYER = "pawns:3x5", "ari@algorithm=greedy,noise=2"
#: added to the module: every move is noted with the process that it was chosen in
NOTE = """

def _noted(choose):
    def noting(self, position, clock):
        import os, sys
        with open(os.environ["GREEDY_LOG"], "a") as log:
            print(os.getpid(), self.noise, *sys.orig_argv[1:], file=log)
        return choose(self, position, clock)
    return noting

Greedy.choose = _noted(Greedy.choose)
"""


class Scratch(NamedTuple):
    """An environment in which the package is installed."""

    environment: dict[str, str]
    log: Path

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "plies.cli", *words]

    def run(self, *words: str) -> Any:
        """A command's JSON."""
        done = subprocess.run(self.command(*words), env=self.environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def moves(self) -> list[str]:
        """Notes of the moves since the last look."""
        notes = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return notes

    @contextmanager
    def running(self, *words: str) -> Iterator[str]:
        """A command that serves; its first line."""
        made = subprocess.Popen(self.command(*words), env=self.environment, stdout=subprocess.PIPE, text=True)
        try:
            assert made.stdout is not None
            yield made.stdout.readline()
        finally:
            made.send_signal(signal.SIGINT)
            made.communicate(timeout=30)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    folder = tmp_path_factory.mktemp("greedy")
    block = next(b for b in blocks_of(ROOT / "docs" / "tutorial-player.md") if "# file: greedy_player.py" in b.text)
    site = install(folder, "greedy_player", block.text + NOTE, {"greedy": "greedy_player:GREEDY"})
    more = {"GREEDY_LOG": str(folder / "moves"), "PLIES_LEDGER": str(folder / "ledger.sqlite")}
    return Scratch(with_folder(site) | more, folder / "moves")


def test_it_is_listed_with_its_option(scratch: Scratch) -> None:
    (listed,) = scratch.run("players", "greedy", "--json")["algorithms"]
    assert listed["package"] == "greedy_player 1.0"
    assert [one["name"] for one in listed["options"]] == ["noise"]


def test_it_plays_at_the_terminal(scratch: Scratch) -> None:
    played = scratch.run("play", GAME, "--first", PLAYER, "--second", "random", "--seed", "1", "--json")
    assert played["outcome"]["reason"]
    notes = scratch.moves()
    assert len(notes) == (len(played["moves"]) + 1) // 2
    assert all(note.split()[1] == "2" for note in notes)


def test_it_is_asked_in_an_analysis(scratch: Scratch) -> None:
    found = scratch.run("analyse", GAME, "--player", PLAYER, "--json")
    assert (found["depth"], found["nodes"], found["heuristic"]) == (1, 3, "ari")
    assert len(scratch.moves()) == 1


def test_it_plays_in_a_tournament_inside_a_worker_process(scratch: Scratch) -> None:
    words = ("--players", PLAYER, "random", "--games", "2", "--openings", "start", "--workers", "1", "--json")
    report = scratch.run("tournament", GAME, *words)
    assert PLAYER in json.dumps(report)
    notes = scratch.moves()
    assert len(notes) >= 4
    assert all("arena.run.worker" in note for note in notes)


def test_what_it_played_is_shown_where_it_is_missing_and_not_played_on(scratch: Scratch, tmp_path: Path) -> None:
    ledger = ["--ledger", str(tmp_path / "ledger.sqlite")]
    words = ["tournament", GAME, "--players", PLAYER, "random", "--openings", "start", "--workers", "1", "--json"]
    tournament = scratch.run(*words, "--games", "2", *ledger)["tournaments"][0]["tournament"]
    scratch.moves()
    missing = scratch._replace(environment=environment())
    assert PLAYER in json.dumps(missing.run("archive", *ledger, "--json"))
    games = missing.run("archive", tournament, *ledger, "--json")["games"]
    assert {game["pairing"]["definitions"][0]["algorithm"] for game in games} == {"greedy", "engine"}
    with closing(sqlite3.connect(ledger[1])) as connection, connection:
        connection.execute("DELETE FROM games WHERE number = 1")  # so that there is a game to play
    more = missing.command("tournament", "--resume", tournament, "--workers", "1", *ledger)
    done = subprocess.run(more, env=missing.environment, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    said = f"plies: {PLAYER}: its algorithm greedy came from greedy_player 1.0, and is not installed any more"
    assert done.stderr.splitlines()[1:] == [said]


def test_it_plays_on_a_game_server(scratch: Scratch) -> None:
    with scratch.running("ggp", "--player", PLAYER, "--port", "0", "--json") as first:
        address = json.loads(first)["listening"]
        assert say(address, f"(START match white ({rules(GAME)}) 20 20)") == "ready"
        assert re.fullmatch(r"\(move( \d){4}\)", say(address, "(PLAY match NIL)"))
        assert say(address, "(ABORT match)") == "done"
    assert len(scratch.moves()) == 1


def say(address: str, message: str) -> str:
    with urllib.request.urlopen(address, message.encode(), timeout=60) as answer:
        return str(answer.read().decode())


@pytest.mark.slow
def test_it_plays_in_the_browser_by_mouse(scratch: Scratch) -> None:
    with scratch.running("serve", "--port", "0", "--no-open", "--no-compile-ahead") as first:
        address = first.split()[3].rstrip("/")
        with looking(address) as page:
            page.goto("/play#game=pebbles:2x1")
            page.locator("#new-game").click()
            page.locator("#setup-family").select_option("pawns")
            page.locator('[data-option="width"]').fill("3")
            page.locator('[data-option="height"]').fill("5")
            page.locator("#level-1").select_option("more")
            page.locator("#who-1").select_option("greedy")
            expect(page.locator("#setup")).to_contain_text("greedy_player 1.0")
            page.locator("#setup summary").click()
            page.get_by_label("noise").fill("2")
            page.locator("#setup-start").click()
            expect(page.locator("#player-far")).to_contain_text("ari, greedy, noise 2")
            for cell in ("b2", "b3"):
                page.locator(f'#board .square[data-cell="{cell}"]').click(force=True)  # a piece lies on it
            expect(page.locator("#moves button")).to_have_count(2)
            assert "noise=2" in page.evaluate("new URLSearchParams(location.hash.slice(1)).get('second')")
    (note,) = scratch.moves()
    assert note.split()[1] == "2"
    assert "web.jobs" in note


@pytest.mark.slow
def test_it_plays_in_a_tournament_of_the_browser_by_mouse(scratch: Scratch, tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--no-open", "--no-compile-ahead")
    mine = scratch._replace(environment=scratch.environment | {"PLIES_LEDGER": str(tmp_path / "ledger.sqlite")})
    with mine.running(*words) as first, looking(first.split()[3].rstrip("/")) as page:
        page.goto("/tournaments")
        page.locator("#boards button").click()
        page.locator("#board").fill(GAME)
        page.locator("#board-add").click()
        greedy, other = page.locator("#players li").all()
        greedy.locator("[id^=who]").select_option("greedy")
        expect(greedy).to_contain_text("greedy_player 1.0")
        greedy.locator("summary", has_text="Options").click()
        greedy.get_by_label("noise").fill("2")
        other.locator("[id^=who]").select_option("random")
        page.locator("#games").fill("2")
        page.locator("#openings").select_option("start")
        page.locator("#start").click()
        expect(page.locator("#state")).to_have_text("finished")
        expect(page.locator("#live")).to_contain_text(PLAYER)
    notes = scratch.moves()
    assert len(notes) >= 4
    assert all("arena.run.worker" in note and note.split()[1] == "2" for note in notes)
