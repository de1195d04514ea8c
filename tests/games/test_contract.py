"""What every game must keep to, walked over everything that is registered."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numba import njit

import plies
from plies import registry
from plies.compile.functions import reachable, register
from plies.compile.rules import field_shapes, rules_module
from plies.games.contract import DRAWN, FIRST_WON, RUNNING, SECOND_WON, Feature, Game, Heuristic
from plies.games.position import Position
from plies.search.perft import counting as leaves
from tests.games.walks import every_game, walk
from tests.sizes import slow

GAMES = every_game()
all_games = pytest.mark.parametrize("name", GAMES)
#: compiled again for this alone, so in `make test` one of each family, and a board of two words
COMPILED = {*(family.examples[0] for family in registry.families().values()), "pawns:9x9"}
UNTOUCHED = -77


def listed(position: Position) -> list[int]:
    """The moves the rules list, with a check that nothing beyond them is written."""
    rules = position.game.rules
    out = [UNTOUCHED] * (rules.most_moves + 8)
    n = rules.moves(position.state, out)
    assert 0 <= n <= rules.most_moves
    assert out[rules.most_moves :] == [UNTOUCHED] * 8
    return out[:n]


@pytest.mark.parametrize("family", sorted(registry.families()))
def test_a_family_describes_itself(family: str) -> None:
    known = registry.families()[family]
    assert known.name == family
    assert known.about
    assert known.options
    assert known.examples
    assert plies.game(family).name == plies.game(f"{family}:{known.default}").name
    assert all(name.partition(":")[0] == family for name in known.examples)


@all_games
def test_a_game_describes_itself(name: str) -> None:
    game = plies.game(name)
    assert game.name == name
    assert len(set(game.sides)) == 2
    assert game.about
    assert {heuristic.name for heuristic in game.heuristics.values()} == set(game.heuristics)
    assert all(heuristic.about for heuristic in game.heuristics.values())
    assert game.start().state == game.first
    assert game.start().state.turn in (0, 1)
    assert isinstance(game.first, game.rules.state)
    assert len(field_shapes(game)) == len(game.first)
    for text, depth in game.bench:
        assert game.position(text).outcome is None
        assert depth >= 1


@all_games
def test_moves_and_words(name: str) -> None:
    """Moves are within what the game declares, each once, and their words lead back to them."""
    for position in walk(name, "moves", 2):
        game, before = position.game, tuple(position.state)
        assert position.state.turn in (0, 1)
        if position.outcome is not None:
            assert position.legal == position.moves == ()
            continue
        moves = listed(position)
        assert sorted(moves) == sorted(position.legal)
        assert len(set(moves)) == len(moves) > 0
        assert all(0 <= move < game.rules.move_codes for move in moves)
        assert len(set(position.moves)) == len(moves)
        for move, word in zip(position.legal, position.moves, strict=True):
            assert re.fullmatch(game.word_pattern, word)
            assert position.read(word) == move
            after = game.rules.play(position.state, move)
            assert isinstance(after, game.rules.state)
            assert tuple(position.state) == before
            assert position.play(word).state == after
        assert any(re.fullmatch(game.word_pattern, part) for part in game.word_example.split())


@all_games
def test_texts(name: str) -> None:
    game = plies.game(name)
    for position in walk(name, "texts", 2):
        again = game.position(position.text)
        assert "\n" not in position.text
        assert again.state == position.state
        assert again.text == position.text
        assert again == position
        assert hash(again) == hash(position)
        assert again.line == ()


@all_games
def test_outcomes(name: str) -> None:
    """The outcome is what the rules say, then the lack of moves, then the way here; what cannot repeat ends."""
    ended = 0
    for position in walk(name, "outcomes", 3):
        game = position.game
        code = game.rules.outcome(position.state)
        assert code in (RUNNING, FIRST_WON, SECOND_WON, DRAWN)
        if code in (FIRST_WON, SECOND_WON, DRAWN):
            assert position.outcome is not None
            assert position.outcome.winner == (None if code == DRAWN else game.sides[code])
        elif not listed(position):
            assert position.outcome is not None
            loser = position.turn
            assert position.outcome.winner == (
                None if game.rules.without_moves == "draw" else game.sides[1 - game.sides.index(loser)]
            )
        elif position.outcome is not None:
            assert position.outcome.winner is None
            assert game.rules.can_repeat or game.rules.plies_without_progress
        if position.outcome is not None:
            assert position.outcome.reason
            assert position.outcome.reason in str(position)
            ended += 1
        else:
            assert str(position).endswith(f"{position.turn} to move")
    assert ended == 3 or game.rules.can_repeat


@all_games
def test_what_the_search_is_told_holds(name: str) -> None:
    """Noise, compulsory noise, progress and repetition as declared."""
    for position in walk(name, "declared", 2):
        rules = position.game.rules
        if rules.noise is not None and position.legal:
            noises = [rules.noise(position.state, move) for move in position.legal]
            assert min(noises) >= 0
            if rules.noise_is_compulsory:
                assert all(noises) or not any(noises), position
        past, here = set(), position
        while here.parent is not None:
            here = here.parent
            past.add(here.state)
        if not rules.can_repeat:
            assert position.state not in past
        if rules.progress is not None and position.parent is not None:
            kept = set(position.reversible_states)
            assert position.state not in past or position.state in kept, "it came back across a move of progress"
        if rules.any_move is not None and rules.outcome(position.state) == RUNNING:
            assert bool(rules.any_move(position.state)) == bool(listed(position))


_looks: dict[str, Callable[..., Any]] = {}


def compiled_look(game: plies.Game) -> tuple[Callable[..., Any], Any]:
    """The compiled rules in one small function, shared by all sizes that compile alike."""
    rules: Any
    rules = rules_module(game)
    label = rules.__name__
    if label not in _looks:
        register(reachable(thing for thing in vars(rules).values() if isinstance(thing, FunctionType)))
        load, store, moves, play, outcome = rules.load, rules.store, rules.moves, rules.play, rules.outcome
        key, any_move, noise, progress = rules.key, rules.any_move, rules.noise, rules.progress

        @njit
        def look(rows, out, found):  # type: ignore[no-untyped-def]
            state = load(rows, 0)
            for i in range(moves(state, out)):
                found[i, 0], found[i, 1] = noise(state, out[i]), progress(state, out[i])
                store(rows, i + 1, play(state, out[i]))
            n = moves(state, out)
            return n, outcome(state), key(state), any_move(state, np.zeros_like(out))

        _looks[label] = look
    return _looks[label], rules


@pytest.mark.parametrize("name", [name if name in COMPILED else slow(name) for name in GAMES])
def test_compiled_rules_are_the_uncompiled_ones(name: str) -> None:
    """Moves in their order, positions after them, outcome, key, noise and progress, on random positions."""
    game = plies.game(name)
    look, rules = compiled_look(game)
    most = game.rules.most_moves
    rows, out = np.zeros((most + 1, rules.FIELDS), np.uint64), np.zeros(most, np.int32)
    found, expected = np.zeros((most, 2), np.int64), np.zeros((1, rules.FIELDS), np.uint64)
    for position in walk(name, "compiled", 2):
        state = position.state
        rules.store(rows, 0, state)
        n, code, key, some = look(rows, out, found)
        moves = listed(position)
        assert out[:n].tolist() == moves
        assert code == game.rules.outcome(state)
        assert int(key) == rules.key(state)
        assert bool(some) == bool(moves) or code != RUNNING
        for index, move in enumerate(moves):
            rules.store(expected, 0, game.rules.play(state, move))
            assert (rows[index + 1] == expected[0]).all(), position.game.word(state, move)
            assert found[index].tolist() == [rules.noise(state, move), rules.progress(state, move)]


def slow_count(position: Position, depth: int) -> int:
    """Leaves by the uncompiled rules, which know nothing of the way here."""
    if depth == 0:
        return 1
    fresh = Position(position.game, position.state)
    if fresh.outcome is not None:
        return 0
    return sum(slow_count(fresh.after(move), depth - 1) for move in fresh.legal)


@all_games
def test_leaf_counts_are_those_of_the_uncompiled_rules(name: str) -> None:
    chance = random.Random(name)
    seen = list(walk(name, "leaves", 2))
    for position in chance.sample(seen, min(6, len(seen))):
        fresh = Position(position.game, position.state)
        expected = {fresh.game.word(fresh.state, move): slow_count(fresh.after(move), 1) for move in fresh.legal}
        assert leaves.divide(fresh, 2) == expected
        assert plies.perft(position, 2) == plies.perft(position, 2, bulk=False) == sum(expected.values())


@all_games
def test_equal_states_have_equal_keys_and_others_do_not(name: str) -> None:
    rules: Any
    rules = rules_module(plies.game(name))
    keys: dict[int, Any] = {}
    for position in walk(name, "keys", 4):
        key = rules.key(position.state)
        assert 0 <= key < 1 << 64
        assert rules.key(type(position.state)(*position.state)) == key
        assert keys.setdefault(key, position.state) == position.state, "two positions, one key"


@all_games
def test_pictures(name: str) -> None:
    """The board for a terminal, plain and in colour, and as well-formed SVG; moves touch cells of the board."""
    for position in list(walk(name, "pictures", 1))[::5]:
        game = position.game
        assert "\x1b" not in str(position)
        assert position.turn in str(position) or position.outcome is not None
        if game.board is None:
            assert position._repr_svg_() is None
            with pytest.raises(plies.Refused, match="has no picture"):
                position.svg()
            continue
        board = game.board(position.state)
        names = [cell.name for cell in board.cells if cell.name]  # squares that no piece enters have no name
        assert len(set(names)) == len(names)
        assert all(0 <= cell.x < board.columns and 0 <= cell.y < board.rows for cell in board.cells)
        assert "\x1b[" in position.draw(colour=True)
        picture = ElementTree.fromstring(position.svg())
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert position._repr_svg_() == position.svg()
        if game.squares is not None:
            assert {square for move in position.legal for square in game.squares(position.state, move)} <= set(names)


@all_games
def test_a_position_does_not_change_and_ignores_its_history(name: str) -> None:
    position = plies.game(name).start()
    after = position.play(position.moves[0])
    fresh = position.game.position(after.text)
    assert after == fresh
    assert len({after, fresh}) == 1
    assert after.line == position.moves[:1]
    assert fresh.line == ()
    assert after != position
    assert position.play(position.moves[0]) == after
    assert after != after.text
    with pytest.raises(AttributeError, match="does not change"):
        after.state = position.state
    assert repr(after) == f"<{name} {after.text}>"
    assert {position: 1}[position.game.start()] == 1


@all_games
def test_heuristics_answer_numbers_for_both_sides(name: str) -> None:
    game = plies.game(name)
    for position in list(walk(name, "numbers", 1))[::7]:
        for heuristic in game.heuristics:
            for side in game.sides:
                found = plies.evaluate(position, heuristic, me=side)
                assert np.isfinite(found)
                parts = [term.contribution for term in found.terms]
                assert found == pytest.approx(found.centre + sum(parts), rel=1e-12)


def test_contracts_of_heuristics_and_games() -> None:
    feature = Feature("one", lambda state, side: 1)
    with pytest.raises(plies.InvalidGame, match="1 features but 2 weights"):
        Heuristic("h", "", (feature,), (1.0, 2.0))
    game = plies.game("pawns:3x5")
    with pytest.raises(plies.InvalidGame, match="a NamedTuple with a field 'turn'"):
        Game("g", "", ("a", "b"), plies.Rules(tuple, *(max,) * 3, 1, 1), (), game.heuristics, "ari")  # type: ignore[arg-type]
    with pytest.raises(plies.InvalidGame, match="its default heuristic 'x'"):
        Game("g", "", ("a", "b"), game.rules, game.first, game.heuristics, "x")
