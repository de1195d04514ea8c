"""Whose fault an exception is, and how it reads."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from plies.errors import ERROR, PlayerFault, Refused, UnknownName
from plies.players.algorithm import Algorithm
from plies.players.judging import faults
from plies.players.judging.faults import blamed, counts_are_reported, describe, is_ours
from plies.players.notation import parse_player
from plies.players.player import Player
from tests.players.greedy import GREEDY

OURS, FILE, REMOTE = parse_player("ari@1s"), parse_player("mine.py:mine@1s"), parse_player("ggp://localhost:4001@1s")
PACKAGE = Player("heuristic", "ari", "greedy", name="greedy")
GONE = Player("heuristic", "ari", "gone", name="gone")


@pytest.fixture(autouse=True)
def announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package announces an algorithm."""
    known: dict[str, Algorithm] = {**faults.algorithms(), "greedy": SimpleNamespace(package="greedy 1.0")}  # type: ignore[dict-item]
    monkeypatch.setattr(faults, "algorithms", lambda: known)
    assert GREEDY.name == "greedy"


def test_whose_code_chooses_the_moves() -> None:
    assert is_ours(OURS)
    assert is_ours(parse_player("random"))
    assert not any(map(is_ours, (FILE, REMOTE, PACKAGE, GONE, parse_player("ari@order=mine.py:mine"))))


def test_whose_counts_are_only_reported() -> None:
    assert counts_are_reported(FILE, object())
    assert counts_are_reported(PACKAGE, object())
    assert not counts_are_reported(OURS, object())
    assert not counts_are_reported(REMOTE, object())  # it reports none
    assert not counts_are_reported(FILE, SimpleNamespace(reports_counts=False))


@pytest.mark.parametrize("error", [ZeroDivisionError("odd"), MemoryError(), RecursionError("deep"), SystemExit(3)])
@pytest.mark.parametrize("player", [FILE, REMOTE, PACKAGE])
def test_what_a_player_s_code_raises_is_its_fault(player: Player, error: BaseException) -> None:
    with pytest.raises(PlayerFault, match=f"^stopped with {type(error).__name__}") as caught, blamed(player):
        raise error
    assert caught.value.termination == ERROR


def test_a_bug_of_plies_is_raised() -> None:
    with pytest.raises(ZeroDivisionError), blamed(OURS):
        raise ZeroDivisionError


def test_that_no_process_can_be_started_is_nobody_s_fault_but_a_package_s_own_file_is_its_own() -> None:
    with pytest.raises(OSError, match="no room"), blamed(FILE):
        raise OSError("no room")
    with pytest.raises(PlayerFault, match="stopped with OSError: no room"), blamed(PACKAGE):
        raise OSError("no room")


def test_ctrl_c_is_no_fault() -> None:
    with pytest.raises(KeyboardInterrupt), blamed(PACKAGE):
        raise KeyboardInterrupt


@pytest.mark.parametrize("error", [Refused("no"), UnknownName("no")])
def test_a_game_that_cannot_be_played_is_not_lost(error: Exception) -> None:
    for player in (OURS, FILE, GONE):
        with pytest.raises(type(error)), blamed(player, refusals=True):
            raise error
        with pytest.raises(PlayerFault, match=r"^no$"), blamed(player):
            raise error
    with pytest.raises(PlayerFault, match=r"^no$"), blamed(PACKAGE, refusals=True):
        raise error


def test_an_exception_is_described_with_the_place_in_the_player_s_file() -> None:
    class Odd(Exception):
        def __str__(self) -> str:
            raise ValueError

    try:
        raise ValueError("x" * 500)
    except ValueError as error:
        text = describe(error)
    assert text.startswith("ValueError: xxx")
    assert "test_faults.py, line" in text
    assert len(text) < 500
    assert describe(Odd()) == "Odd"
