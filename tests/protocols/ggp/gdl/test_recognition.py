"""Which game rules describe: ours in any words, and nobody else's."""

from __future__ import annotations

import re
import time

import pytest

from plies.protocols.ggp.gdl import comparing
from plies.protocols.ggp.gdl.recognition import Known, Unknown, recognise, recognise_own
from plies.protocols.ggp.wire import sexpr
from plies.protocols.ggp.wire.words import OUR_WORDS, Words
from tests.protocols.ggp.gdl.altered import ALTERED, altered, in_other_words, put, renamed
from tests.protocols.ggp.stand import rules

#: what a start clock of 10 seconds leaves for it
SECONDS = 8.0


def find(text: str, seconds: float = SECONDS) -> Known | Unknown:
    return recognise(tuple(sexpr.parse_all(text)), time.monotonic() + seconds)


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer positions, for tests of what is found and not of how surely."""
    monkeypatch.setattr(comparing, "ENOUGH", 100)


# -- ours ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["pawns:2x4", "breakthrough:3x5", "pawns:10x10", "breakthrough:10x4", "pawns:4x10"])
def test_our_rules_word_for_word_in_any_order_and_case(game: str) -> None:
    expressions = sexpr.parse_all(rules(game).upper())
    known = recognise_own(expressions)
    assert known == Known(game, OUR_WORDS, ("white", "black"))
    assert recognise_own(expressions[::-1]) == Known(game, OUR_WORDS, ("black", "white"))
    assert recognise_own(expressions[1:]) is None
    assert recognise_own([*expressions, "terminal"]) is None


def test_a_thousand_positions_are_compared() -> None:
    known = find(rules("pawns:8x8"), 60)
    assert isinstance(known, Known)
    assert (known.game, known.words) == ("pawns:8x8", OUR_WORDS)
    assert known.positions >= 1000


def test_a_small_game_is_compared_as_a_whole() -> None:
    known = find(rules("pawns:2x4"), 60)
    assert isinstance(known, Known)
    assert 100 < known.positions < 1000


@pytest.mark.parametrize("size", [(8, 8), (3, 5), (10, 4)])
def test_rules_in_other_words_without_a_size(size: tuple[int, int], sampled: None) -> None:
    known = find(in_other_words(*size))
    assert isinstance(known, Known)
    assert (known.game, known.words) == ("pawns:{}x{}".format(*size), OUR_WORDS)


@pytest.mark.parametrize("game", ["pawns:3x5", "breakthrough:6x4"])
def test_rules_with_other_names(game: str, sampled: None) -> None:
    known = find(renamed(rules(game)))
    assert isinstance(known, Known)
    assert known.game == game
    assert known.words.ours(known.roles) in (("white", "black"), ("black", "white"))
    move = known.words.theirs(("move", "1", "2", "1", "3"))
    assert move != ("move", "1", "2", "1", "3")
    assert known.words.ours(move) == ("move", "1", "2", "1", "3")


def test_words() -> None:
    words = Words((("move", "go"), ("1", "a")))
    assert words.theirs(("move", ("1", "2"), "1")) == ("go", ("a", "2"), "a")
    assert words.ours(("go", ("a", "2"), "a")) == ("move", ("1", "2"), "1")
    assert OUR_WORDS.ours(("go", "a")) == ("go", "a")


# -- not ours --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALTERED)
def test_altered_games_are_told_apart(name: str) -> None:
    """With a start clock of 10 seconds, on a board where random games hardly ever end without a winner."""
    found = find(altered(name))
    assert isinstance(found, Unknown)
    assert found.is_certain
    assert found.reason.startswith("not pawns:")
    assert len(found.reason) < 200


@pytest.mark.parametrize("name", sorted(ALTERED.keys() - {"another width is stated", "no rules"}))
def test_altered_games_with_other_names_are_told_apart(name: str) -> None:
    found = find(renamed(altered(name, "pawns:3x5")))
    assert isinstance(found, Unknown)


def test_ends_that_are_rare() -> None:
    """A side without pawns loses in breakthrough; here the game is drawn or goes to the wrong side."""
    text = rules("breakthrough:6x6")
    last = "(won ?side)\n    (opponent ?side ?other)\n    (not (present ?other))"
    for other in (
        put(
            f"(<= {last})",
            "(<= decided (role ?side) (not (present ?side))) (<= (goal ?x 50) (role ?x) "
            "(role ?side) (not (present ?side)))",
            text,
        ),
        put(last, "(won ?other)\n    (opponent ?side ?other)\n    (not (present ?other))", text),
    ):
        found = find(other)
        assert isinstance(found, Unknown)
        assert "the end is worth" in found.reason


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the roles are not stated"),
        ("(role robot)", "the roles are robot"),
        ("(role white) (role black)", "at the start .* is not legal for white"),
        ("(role white) (role black) terminal", "at the start the game is over"),
        ("(width 30) (height 5) (role white) (role black)", "not known here"),
        ("(width three) (height 5)", "not known here"),
        ("(width 3) (width 4) (height 5)", "not known here"),
        ("(role (white)) (role black)", "a role that is no word"),
        ("(<= terminal (not terminal))", "cannot be interpreted: `terminal` depends on its own negation"),
    ],
)
def test_rules_that_nobody_recognises(text: str, said: str) -> None:
    found = find(text)
    assert isinstance(found, Unknown)
    assert re.search(said, found.reason)


def test_too_few_positions_are_no_answer() -> None:
    found = find(rules("pawns:8x8"), 0.0)
    assert isinstance(found, Unknown)
    assert not found.is_certain
