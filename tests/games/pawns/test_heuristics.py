"""The heuristics of the pawn game beside slow ones, uncompiled and compiled, in `make slow` on 10,000 positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest

import plies
from plies.games.bits import south
from plies.games.contract import Feature, Game, Heuristic
from plies.games.pawns import heuristics as fast
from tests.games.pawns.samples import IS_FULL, SIZES, compiled
from tests.games.pawns.samples import samples as sampled
from tests.oracles import pawns as slow
from tests.oracles.pawns import SIDES

SMALL = ("2x4", "3x5", "4x4", "5x5")  # one set of compiled rules a family
NAMES = ("ari", "hoddi", "binni", "binni-mended", "tryggvi")


@lru_cache(maxsize=1)
def samples() -> list[tuple[Game, Any, slow.Board, dict[str, int]]]:
    """Games, states, the slow boards and their differences, spread over sizes and both families."""
    return [(*one, slow.differences(one.board)) for one in sampled("heuristics", ("pawns", "breakthrough"))]


def test_there_are_ten_thousand_positions_or_a_sample() -> None:
    assert len(samples()) >= (10_000 if IS_FULL else 2_000)


def test_features_are_as_the_slow_ones() -> None:
    for game, state, board, differences in samples():
        known = fast.FEATURES if game.name.startswith("pawns") else fast.BREAKTHROUGH_FEATURES
        for name, feature in known.items():
            found = feature(state, 1) - feature(state, 0)
            assert found == differences[name], (game.name, slow.text(board), name)


def test_features_count_for_each_side() -> None:
    """The difference alone would hide a mistake made for both sides."""
    for game, state, board, _ in samples()[::7]:
        known = fast.FEATURES if game.name.startswith("pawns") else fast.BREAKTHROUGH_FEATURES
        for name, feature in known.items():
            assert [feature(state, 0), feature(state, 1)] == [slow.COUNTS[name](board, side) for side in SIDES], name


@pytest.mark.parametrize("name", NAMES)
def test_values_are_the_published_formulas(name: str) -> None:
    for game, state, board, differences in samples():
        for me, side in enumerate(SIDES):
            found = game.heuristics[name].value(state, me)
            assert found == slow.value(differences, name, side), (game.name, slow.text(board), side)


@pytest.mark.parametrize("name", NAMES)
def test_compiled_values_are_the_published_formulas(name: str) -> None:
    """`ari` on every kind of board, the others in `make test` on one of each family."""
    calls: dict[str, Callable[[Any, int], float]] = {}
    for game, state, board, differences in samples():
        if not (IS_FULL or name == "ari" or game.name.partition(":")[2] in SMALL):
            continue
        if game.name not in calls:
            calls[game.name] = compiled(game, game.heuristics[name])
        for me, side in enumerate(SIDES):
            found = calls[game.name](state, me)
            assert found == slow.value(differences, name, side), (game.name, slow.text(board), side)


def some_positions() -> Iterator[plies.Position]:
    for game, _, board, _ in samples()[::97]:
        yield game.position(slow.text(board))


@pytest.mark.parametrize("name", NAMES)
def test_terms_sum_to_the_value(name: str) -> None:
    for position in some_positions():
        for me in ("white", "black"):
            found = plies.evaluate(position, name, me=me)
            assert found == found.centre + sum(term.contribution for term in found.terms)
            assert all(term.contribution == term.weight * (term.mine - term.theirs) for term in found.terms)
            assert [term.feature for term in found.terms] == [f.name for f in position.game.heuristics[name].features]
    assert plies.evaluate(position, name) == plies.evaluate(position, name, me=position.turn)


def test_the_start_is_even_for_everyone() -> None:
    for size in SIZES:
        for name in NAMES:
            assert plies.evaluate(plies.game(f"pawns:{size}").start(), name, me="black") == 50
    start = plies.evaluate(plies.game("pawns:3x5").start(), "ari", me="white")
    distance = next(term for term in start.terms if term.feature == "distance")
    assert (distance.mine, distance.theirs, distance.weight) == (3, 3, -1)


def test_binni_as_published_rewards_the_rows_of_black_when_it_is_white() -> None:
    """A row of three white pawns: the mended heuristic likes it as White, the published one does not."""
    position = plies.game("pawns:4x6").position("b3/1b2/2b1/4/www1/4 w")
    rows = {
        (name, me): next(t for t in plies.evaluate(position, name, me=me).terms if t.feature == "in a row").contribution
        for name in ("binni", "binni-mended")
        for me in ("white", "black")
    }
    assert rows["binni-mended", "white"] == 2 == -rows["binni-mended", "black"]
    assert rows["binni", "white"] == -2 == rows["binni", "black"]
    mended = [plies.evaluate(position, "binni-mended", me=me) - 50 for me in ("white", "black")]
    published = [plies.evaluate(position, "binni", me=me) - 50 for me in ("white", "black")]
    assert mended[0] == -mended[1]
    assert published[0] != -published[1]


def test_other_weights() -> None:
    position = plies.game("pawns:5x5").start().play("a2-a3")
    ari = position.game.heuristics["ari"]
    changed = ari.with_weights({"distance": -3, "only columns": 0.5})
    found = plies.evaluate(position, changed, me="white")
    terms = {term.feature: term.weight for term in found.terms}
    assert (terms["distance"], terms["only columns"], terms["pawns"]) == (-3, 0.5, 1)
    assert found == plies.evaluate(position, "ari(distance=-3, only columns=0.5)", me="white")
    assert compiled(position.game, changed)(position.state, 0) == found
    published = position.game.heuristics["binni"].with_weights({"in a row": 4})
    assert (published.weights_for(0)[-1], published.weights_for(1)[-1]) == (4, 4)
    with pytest.raises(plies.UnknownName, match=r"no term 'king'; known: pawns, protectors"):
        ari.with_weights({"king": 1})
    for weight in ("two", "nan", "1e999", "-inf"):
        with pytest.raises(plies.UnknownName, match=f"'pawns={weight}' is not a weight"):
            plies.evaluate(position, f"ari(pawns={weight})")
    with pytest.raises(plies.InvalidGame, match=r"heuristic 'ari.*: a weight or the centre is no finite number"):
        ari.with_weights({"pawns": float("nan")})


def back(state: Any, side: int) -> int:
    """An unsigned count, as a user may well write it."""
    return south(state.white) & 1 if side == 0 else south(state.black) & 3


def test_a_compiled_term_of_unsigned_counts_may_be_negative() -> None:
    game = plies.game("pawns:5x5")
    state = game.position("bb3/bb3/5/w4/5 w").state
    for me in (0, 1):
        heuristic = Heuristic("back", "", (Feature("back", back),), (1.0,))
        assert compiled(game, heuristic)(state, me) == heuristic.value(state, me) == (1, -1)[me]
