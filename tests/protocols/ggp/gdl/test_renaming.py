"""Rules that are the same but for names and order, and rules that are not."""

from __future__ import annotations

import pytest

import plies
from plies.protocols.ggp.gdl.program import Rule, read_program, relevant
from plies.protocols.ggp.gdl.renaming import find_renaming
from plies.protocols.ggp.wire import sexpr
from plies.registry import families
from tests.protocols.ggp.gdl.altered import ALTERED, altered, renamed
from tests.protocols.ggp.stand import rules


def read(text: str) -> tuple[Rule, ...]:
    return relevant(read_program(sexpr.parse_all(text)))


@pytest.mark.parametrize("game", ["pawns:2x4", "breakthrough:4x4", "pawns:8x8", "breakthrough:10x4"])
def test_other_names_are_found(game: str) -> None:
    ours = read(rules(game))
    for seed in (1, 2):
        names = find_renaming(ours, read(renamed(rules(game), seed)))
        assert names is not None
        assert {ours: names[ours] for ours in ("100", "0", "true", "role", "next")} == {
            word: word for word in ("100", "0", "true", "role", "next")
        }
        assert len(set(names.values())) == len(names)
        assert names["move"] != "move"


@pytest.mark.parametrize("name", sorted(ALTERED.keys() - {"another width is stated"}))  # nothing depends on that
def test_altered_rules_are_no_renaming(name: str) -> None:
    assert find_renaming(read(rules("pawns:8x8")), read(altered(name))) is None


def test_goals_are_no_names() -> None:
    ours = read("(role w) (goal w 100) (init a)")
    assert find_renaming(ours, read("(role x) (goal x 100) (init b)")) == {
        **{word: word for word in ("role", "goal", "init", "100")},
        "w": "x",
        "a": "b",
    }
    assert find_renaming(ours, read("(role x) (goal x 50) (init b)")) is None


def test_names_must_be_changed_consistently() -> None:
    ours = read("(role w) (init w) (init v) (<= terminal (true v))")
    assert find_renaming(ours, read("(role x) (init x) (init y) (<= terminal (true y))")) is not None
    assert find_renaming(ours, read("(role x) (init z) (init y) (<= terminal (true y))")) is None
    assert find_renaming(ours, read("(role x) (init x) (init y) (<= terminal (true x))")) is None


def test_names_that_could_be_exchanged_are_not_matched() -> None:
    assert find_renaming(read("(role a) (role b)"), read("(role c) (role d)")) is None


@pytest.mark.slow
def test_all_our_games_have_names_that_can_be_found() -> None:
    for family in families().values():
        for options in () if family.candidates is None else family.candidates(()):
            text = rules(f"{family.name}:{options}")
            assert find_renaming(read(text), read(renamed(text))) is not None
    assert plies.game("pawns").server_form is not None
