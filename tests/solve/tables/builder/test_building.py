"""Built tables beside the oracle and beside known values; what was finished is not done again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import plies
from plies.solve.tables.builder import stages
from plies.solve.tables.builder.building import Listener, Wish, build_table
from plies.tables.codes import read_code
from plies.tables.table import Table, open_table
from tests.oracles.tables import code_of, values_of

ROOT = Path(__file__).parents[4]


def same_as_oracle(table: Table) -> int:
    """Compares every position; how many there are."""
    game = table.game
    expected = values_of(game)
    wrong = {
        game.format(state): (table.codes(state)[0], code_of(*value))
        for state, value in expected.items()
        if table.codes(state)[0] != code_of(*value)
    }
    assert wrong == {}
    signs = Counter(value for value, _ in expected.values())
    header = table.header
    assert (header.positions, header.win, header.loss, header.draw) == (len(expected), signs[1], signs[-1], signs[0])
    assert header.longest == max(plies for _, plies in expected.values() if plies is not None)
    assert header.start == code_of(*expected[game.first])
    return len(expected)


def test_a_small_game_is_as_the_oracle_has_it(small: Table) -> None:
    assert same_as_oracle(small) == 583
    assert small.header.audit_seconds is not None


def test_known_values_of_pebbles(folder: Path) -> None:
    lost = build_table(Wish(plies.game("pebbles:2x1")))
    assert read_code(lost.start) == ("loss", 5)
    drawn = build_table(Wish(plies.game("pebbles:3x2"), audit=False))
    assert (drawn.positions, read_code(drawn.start)) == (7111, ("draw", None))
    assert drawn.audit_seconds is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "positions", "start"),
    [
        ("pebbles:4x1", None, None),
        ("pebbles:3x2", 7111, "draw"),
        ("pawns:2x4", None, None),
        ("pawns:3x4", None, "draw"),
        ("breakthrough:2x5", None, None),
        ("breakthrough:3x4", None, None),
        (str(ROOT / "tests/fixtures/connect_four.py"), None, "draw"),
        (str(ROOT / "tests/fixtures/mirrored.py"), 765, "draw"),
    ],
)
def test_games_are_as_the_oracle_has_them(folder: Path, name: str, positions: int | None, start: str | None) -> None:
    game = plies.game(name)
    header = build_table(Wish(game))
    if start is not None:
        known = read_code(header.start)
        assert known is not None
        assert known[0] == start
    if positions is not None:
        assert header.positions == positions
    if game.solving.canonical is None:
        same_as_oracle(open_table(game))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "positions", "start"),
    [
        ("pebbles:5x2", 16_304_975, "draw"),
        ("pawns:3x5", 260_556, "draw"),
        ("pawns:4x4", 572_627, "draw"),
        ("breakthrough:3x5", 2_418_400, "loss"),
        ("wumpus:3", 415_262, "draw"),
    ],
)
def test_larger_known_values(folder: Path, name: str, positions: int, start: str) -> None:
    header = build_table(Wish(plies.game(name)))
    known = read_code(header.start)
    assert known is not None
    assert (header.positions, known[0]) == (positions, start)


def test_a_table_from_a_position(folder: Path) -> None:
    game = plies.game("pebbles:3x1")
    position = game.position("0,0,1/1,3,1 A")
    header = build_table(Wish(game, position.text))
    expected = values_of(game, position.state)
    assert header.positions == len(expected) < 583
    assert header.start == code_of(*expected[position.state])


def test_a_state_space_without_end_stops_at_the_memory_bound(folder: Path) -> None:
    with pytest.raises(plies.Refused, match=r"more positions than 3\.0 MB hold: [\d,]+ are known, and there are more;"):
        build_table(Wish(plies.game("pebbles:10x3"), memory=3_000_000))


def test_finished_stages_are_not_done_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "WORTH_KEEPING", 0.0)
    wish = Wish(plies.game("pebbles:3x1"))
    heard: list[str] = []

    def stop(stage: str) -> None:
        heard.append(stage)
        if stage == "values" and len(heard) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table(wish, Listener(stage=stop))
    assert not wish.scope.file.exists()
    header = build_table(wish, Listener(stage=stop))
    assert heard == ["positions", "values", "values", "file", "audit"]
    assert (header.positions, header.win, header.loss) == (583, 202, 154)
    assert not wish.scope.stages.exists()


def test_a_kept_stage_of_other_rules_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "WORTH_KEEPING", 0.0)
    wish = Wish(plies.game("pebbles:2x1"))

    def stop(stage: str) -> None:
        if stage == "values":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table(wish, Listener(stage=stop))
    about = wish.scope.stages / "positions" / "about.json"
    about.write_text(about.read_text().replace('"rules": "', '"rules": "x'))
    heard: list[str] = []
    build_table(wish, Listener(stage=heard.append))
    assert heard[0] == "positions"


@pytest.mark.slow
def test_a_killed_build_goes_on(folder: Path) -> None:
    """kill -9 in the second stage; the next build begins there."""
    program = (
        "import sys, time, plies\n"
        "from plies.solve.tables.builder import stages\n"
        "from plies.solve.tables.builder.building import Listener, Wish, build_table\n"
        "stages.WORTH_KEEPING = 0.0\n"
        "def tell(stage):\n"
        "    print(stage, flush=True)\n"
        "    time.sleep(60 if stage == 'values' and len(sys.argv) > 1 else 0)\n"
        "build_table(Wish(plies.game('pebbles:4x2')), Listener(stage=tell))\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program, "wait"], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert [child.stdout.readline().strip() for _ in range(2)] == ["positions", "values"]
    time.sleep(0.2)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["values", "file", "audit"]
    assert open_table(plies.game("pebbles:4x2")).header.positions == 348_875
