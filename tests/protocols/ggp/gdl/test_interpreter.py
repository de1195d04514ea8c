"""The interpreter beside its slow twin, on games, on altered games, and on rules that are not about games."""

from __future__ import annotations

import random

import pytest

from plies.errors import InvalidMessage
from plies.protocols.ggp.gdl import interpreter, joins
from plies.protocols.ggp.gdl.interpreter import Interpreter
from plies.protocols.ggp.wire import sexpr
from tests.oracles.gdl import Gdl
from tests.protocols.ggp.gdl.altered import ALTERED, altered, in_other_words
from tests.protocols.ggp.stand import rules


def check(text: str, games: int, most: int = 200) -> int:
    """Random games of any number of players, also where no moves or no goals are stated; positions compared."""
    expressions = sexpr.parse_all(text)
    fast, slow, chance, positions = Interpreter(expressions), Gdl(expressions), random.Random(1), 0
    assert fast.first == slow.first_state()
    for _ in range(games):
        state = fast.first
        for _ in range(most):
            view, seen = fast.look(state), slow.look(state)
            positions += 1
            assert view.is_terminal == ("terminal" in seen)
            for mine, theirs in ((view.legal(), seen.get("legal", set())), (view.goals(), seen.get("goal", set()))):
                assert {(role, what) for role, those in mine.items() for what in those} == {fact[1:] for fact in theirs}
            legal = view.legal()
            if view.is_terminal or not all(legal.values()):
                break
            joint = {role: chance.choice(sorted(moves, key=str)) for role, moves in legal.items()}
            after = view.after(joint)
            assert after == slow.after(state, joint)  # type: ignore[arg-type]
            state = after
    return positions


@pytest.mark.parametrize("game", ["pawns:3x4", "breakthrough:3x4"])
def test_our_games(game: str) -> None:
    assert check(rules(game), 2) > 10


#: the twin knows no `or`, and these need the size 8x8
@pytest.mark.parametrize("name", sorted(ALTERED.keys() - {"captures are compulsory", "another width is stated"}))
def test_altered_games(name: str) -> None:
    check(altered(name, "pawns:2x5"), 1, 8)


PATHS = """
(role robot) (edge a b) (edge b c) (edge c a) (edge c d) (edge (f e) d) (edge d (f e))
(<= (path ?x ?y) (edge ?x ?y))
(<= (path ?x ?z) (path ?x ?y) (path ?y ?z))
(<= (ring ?x) (path ?x ?x) (not (start ?x)))
(<= (start ?x) (true (at ?x)))
(<= (even ?x ?x) (edge ?x ?y))
(<= (even ?x ?z) (odd ?x ?y) (edge ?y ?z))
(<= (odd ?x ?z) (even ?x ?y) (edge ?y ?z))
(init (at a))
(<= (legal robot (go ?y)) (true (at ?x)) (edge ?x ?y))
(<= (legal robot (jump ?y ?y)) (true (at ?x)) (even ?x ?y) (ring ?y) (distinct ?x ?y))
(<= (next (at ?y)) (does robot (go ?y)))
(<= (next (at ?y)) (does robot (jump ?y ?y)))
(<= (next ?fact) (true ?fact) (not (true (at a))))
(<= (next (been ?x)) (true (at ?x)))
(<= (goal robot ?n) (worth ?n) (not (true (at a))))
(<= (goal robot 7) (true (at (f ?anything))))
(worth 3)
(<= terminal (true (been (f e))) (true (been a)))
"""


def test_recursion_terms_and_variables_that_stand_twice() -> None:
    assert check(PATHS, 8, 8) > 30


def test_roles_are_in_the_order_of_the_rules() -> None:
    assert Interpreter([("role", "black"), ("role", "white")]).roles == ("black", "white")
    assert Interpreter(sexpr.parse_all("(side b) (side a) (<= (role ?x) (side ?x))")).roles == ("a", "b")
    assert Interpreter([]).roles == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(<= terminal (not terminal))", "`terminal` depends on its own negation"),
        ("(<= terminal (not p)) (<= p q) (<= q terminal)", "depends on its own negation"),
        ("(<= (init ?x) (true ?x))", "`init` depends on the state"),
        ("(<= (role ?x) (true ?x))", "`role` depends on the state"),
        ("(<= (legal ?x ?y) (does ?x ?y))", "`legal` depends on the moves"),
        ("(<= (goal ?x 100) p (does ?x ?y)) p", "`goal` depends on the moves"),
        ("(<= (role (s ?x)) (role ?x)) (role a)", "`role` grows without end"),
    ],
)
def test_rules_without_a_meaning(text: str, said: str) -> None:
    with pytest.raises(InvalidMessage, match=said):
        Interpreter(sexpr.parse_all(text))


def test_what_grows_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    many = " ".join(f"(n {number})" for number in range(30))
    pairs = f"{many} (<= (init (p ?x ?y ?z)) (n ?x) (n ?y) (n ?z))"
    monkeypatch.setattr(joins, "MOST_ROWS", 10_000)
    with pytest.raises(InvalidMessage, match="more than 10000 cases"):
        Interpreter(sexpr.parse_all(pairs))
    monkeypatch.setattr(interpreter, "MOST_FACTS", 100)
    closure = f"{many} (<= (init ?x) (q ?x a)) (<= (q ?x ?y) (n ?x) (n ?y)) (<= (q ?x ?y) (q ?y ?x))"
    with pytest.raises(InvalidMessage, match="`q` holds more than 100 times"):
        Interpreter(sexpr.parse_all(closure.replace("(q ?y ?x))", "(q ?y ?x) (q ?x ?x)) (<= (q b ?y) (q ?y ?x))")))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pawns:8x8", "breakthrough:8x8", "pawns:10x10"])
def test_our_games_at_full_size(game: str) -> None:
    assert check(rules(game), 2) > 60


def test_rules_in_other_words_have_the_same_first_position() -> None:
    fast = Interpreter(sexpr.parse_all(in_other_words(3, 5)))
    assert fast.roles == ("white", "black")
    assert fast.look(fast.first).legal()["white"] == {("move", x, "2", x, "3") for x in "123"}
