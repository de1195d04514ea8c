"""What the engine claims to be proven, on every line, against whole games solved backwards by the slow oracle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

import plies
from plies.games.contract import Game, State
from plies.games.position import Position
from plies.search.engine.analysis import Engine, Options
from plies.search.limits import Limits
from plies.values import is_decided, is_loss, lost_in, plies_to_end, won_in
from tests.oracles import roundabout
from tests.oracles.whole_game import ended, moves, value_of_move, whole_game

RESULTS = {1: "win", 0: "draw", -1: "loss"}


class Case(NamedTuple):
    """A small game, where its positions come from, and how many of them the quick and the full test compare."""

    game: str
    starts: Callable[[Game], Iterator[State]]
    quick: int
    full: int


def start(game: Game) -> Iterator[State]:
    yield game.first


def texts(*lines: str) -> Callable[[Game], Iterator[State]]:
    return lambda game: (game.position(line).state for line in lines)


def two_kings(game: Game) -> Iterator[State]:
    for red in range(1, 33):
        for white in range(1, 33):
            if red != white:
                yield game.position(f"B:WK{white}:BK{red}").state
                yield game.position(f"W:WK{white}:BK{red}").state


def everywhere(game: Game) -> Iterator[State]:
    for seed in range(12):
        for place in range(roundabout.PLACES):
            for turn in (0, 1):
                yield roundabout.State(place, seed, turn)


CASES = [
    Case("pebbles:2x1", start, 10, 20),
    Case("pebbles:2x2", start, 30, 130),
    Case("pebbles:3x1", start, 60, 500),
    Case("pebbles:3x2", texts("0,2,0/2,0,1 A", "1,0,1/0,3,0 B"), 0, 1200),
    Case("wumpus:3", texts("1m1/OO1/1W1 upper", "W2/3/h1w lower"), 60, 2000),
    Case("wumpus:3,directions=6", texts("W1M/3/h2 upper", "W2/1O1/h1w lower"), 40, 2000),
    Case("wumpus:3,pits=a2,b2", texts("1m1/OO1/1W1 upper", "W1M/OO1/h2 upper"), 40, 900),
    Case("checkers", two_kings, 60, 1900),
    Case("checkers", texts("W:W30:BK18", "B:W22:BK7", "W:W31:B2"), 40, 1000),
    Case("checkers", texts("W:WK30,K27:BK18", "W:WK1:BK5,K6"), 0, 2500),
    Case("pawns:3x4", start, 40, 2000),
    Case("breakthrough:2x4", start, 20, 200),
    Case("breakthrough:3x4", start, 0, 4000),
    Case("pawns:2x5", start, 40, 800),
    Case("roundabout", everywhere, 0, 4500),
]


class Setting(NamedTuple):
    """How the engine is used: tiny tables overwrite, reused ones remember the positions before."""

    entries: int
    threads: int
    reused: bool
    selective: bool
    most_nodes: int | None = None


SETTINGS = [
    Setting(2, 1, True, True),
    Setting(64, 1, True, True),
    Setting(64, 1, False, False),
    Setting(1 << 12, 1, True, True),
    Setting(1 << 12, 1, True, False),
    Setting(1 << 12, 2, True, True),
    Setting(32, 2, True, False),
    Setting(1 << 10, 1, True, True, most_nodes=3000),
]


def game_of(name: str) -> Game:
    return roundabout.GAME if name == "roundabout" else plies.game(name)


def false_claims(game: Game, truth: dict[State, Any], state: State, found: plies.Answer) -> Iterator[str]:
    """Each proof that is not the exact value of its move; and the first, if it is not that of the position."""
    position = Position(game, state)
    for place, line in enumerate(found.lines):
        value, length = value_of_move(game, truth, state, position.read(line.move))
        if line.proof is not None and (line.proof[0], line.proof[1] if value else length) != (RESULTS[value], length):
            yield f"{position.text}: {line.move} is a {RESULTS[value]} in {length}, not {line.proof}"
        if line.proof is None and line.value is not None and is_decided(line.value):  # within so many plies
            sure = value == (1 if line.value > 0 else -1) and length is not None and length <= plies_to_end(line.value)
            if not sure:
                yield f"{position.text}: {line.move} is a {RESULTS[value]} in {length}, not {line.value}"
        if place == 0 and line.proof is not None and value != truth[state][0]:
            yield f"{position.text}: is a {RESULTS[truth[state][0]]}, not {line.proof}"


def compare(case: Case, count: int, seed: int) -> Counter[str]:
    """All lines of so many positions, dealt out to the settings; the claims that were compared, by their kind."""
    game = game_of(case.game)
    truth = whole_game(game, case.starts(game))
    states = sorted(state for state in truth if ended(game, state) is None)
    rng, claims, wrong = random.Random(seed), Counter[str](), []
    engines = [
        Engine(game, entries=one.entries, threads=one.threads, options=Options(selective=one.selective))
        for one in SETTINGS
    ]
    for number, state in enumerate(rng.sample(states, min(count, len(states)))):
        setting, engine = SETTINGS[number % len(SETTINGS)], engines[number % len(SETTINGS)]
        if not setting.reused:
            engine.new_game()
        limits = Limits(depth=rng.choice((4, 7, 9, 10, 12)), nodes=setting.most_nodes)
        found = engine.analyse(Position(game, state), limits, lines=99)
        wrong += false_claims(game, truth, state, found)
        claims["positions"] += 1
        for place, line in enumerate(found.lines):
            claims["lines"] += 1
            if line.proof is not None:
                claims[f"{'later' if place else 'first'} {line.proof[0]}"] += 1
    assert wrong == []
    return claims


@pytest.mark.parametrize("case", [case for case in CASES if case.quick], ids=lambda case: case.game)
def test_every_claim_on_every_line_is_true(case: Case) -> None:
    claims = compare(case, case.quick, seed=1)
    assert sum(claims[f"later {result}"] for result in RESULTS.values()) > case.quick // 10, claims


@pytest.mark.slow
def test_every_claim_on_every_line_of_20000_positions_is_true() -> None:
    total = Counter[str]()
    for case in CASES:
        total += compare(case, case.full, seed=2)
    assert total["positions"] >= 20_000, total
    print(dict(total))


@pytest.mark.parametrize(
    ("name", "text", "move", "value"),
    [
        ("wumpus:3", "1m1/OO1/1W1 upper", "b1-a1", ("win", 8)),
        ("checkers", "B:WK3:BK15", "15-18", ("win", 7)),
    ],
)
def test_a_return_to_the_position_is_no_draw_for_a_later_line(
    name: str, text: str, move: str, value: tuple[str, int]
) -> None:
    found = plies.analyse(plies.game(name).position(text), depth=12, lines=4)
    assert {line.move: line.proof for line in found.lines}[move] == value


@pytest.mark.parametrize("name", ["pebbles:3x1", "wumpus:3", "roundabout", "checkers"])
def test_a_line_is_worth_what_the_position_after_its_move_is(name: str) -> None:
    """In exact mode, to the letter, also where positions come back and the game has a history."""
    game, rng = game_of(name), random.Random(4)
    engine, other = (Engine(game, entries=1 << 10, options=Options(selective=False)) for _ in range(2))
    for _ in range(12):
        position = game.start()
        for _ in range(rng.randrange(14)):
            following = position.after(rng.choice(position.legal))
            if following.outcome is not None:
                break
            position = following
        depth = rng.randrange(3, 6)
        for line in engine.analyse(position, Limits(depth=depth), lines=99).lines[1:]:
            after = position.play(line.move)
            if after.outcome is not None:
                continue
            value = -(other.analyse(after, Limits(depth=depth - 1)).value or 0.0) + 0.0
            if is_decided(value):
                value = (won_in if value > 0 else lost_in)(plies_to_end(value) + 1)
            assert line.value == value, (position.text, line.move)


def test_a_distance_is_claimed_only_if_no_nearer_win_was_passed_over() -> None:
    """Reductions pass over the win in 7 of the map that is drawn by hand."""
    game = roundabout.GAME
    position = Position(game, roundabout.State(0, roundabout.BY_HAND, 0))
    assert whole_game(game, [position.state])[position.state] == (1, 7)
    found = plies.analyse(position, depth=9)
    assert found.value == won_in(9)  # else this test shows nothing
    assert found.proof is None
    for options in (Options(selective=False), Options(reductions=False)):
        assert Engine(game, options=options).analyse(position, Limits(depth=9)).proof == ("win", 7)


# -- searches that were stopped, and games with a history --------------------------------------------------------------


def test_a_depth_that_was_not_finished_claims_no_loss() -> None:
    """The first move may lose while the others have not been looked at: stopped after every number of nodes."""
    game = roundabout.GAME
    truth = whole_game(game, everywhere(game))
    states = [state for state in sorted(truth) if ended(game, state) is None and truth[state][0] >= 0]
    states = [state for state in states if truth[game.rules.play(state, moves(game, state)[0])] == (1, 1)]
    engine = Engine(game, entries=64)
    for state in states[:12]:
        for nodes in range(1, 60):
            engine.new_game()
            found = engine.analyse(Position(game, state), Limits(nodes=nodes), lines=1 + nodes % 2)
            assert found.value is not None
            assert not is_loss(found.value), (state, found)
            assert list(false_claims(game, truth, state, found)) == []


def test_a_win_that_lack_of_progress_forestalls_is_not_claimed() -> None:
    """King against king with many plies since the last capture, on an engine whose table knows the win."""
    game = plies.game("checkers")
    truth = whole_game(game, two_kings(game))
    limit = game.rules.plies_without_progress
    far = [state for state in sorted(truth) if truth[state][0] > 0 and (truth[state][1] or 0) >= 7]
    rng, engine, seen = random.Random(8), Engine(game, entries=1 << 14), Counter[bool]()
    for state in rng.sample(far, 12):
        length = truth[state][1] or 0
        engine.analyse(Position(game, state), Limits(depth=14))
        for calm in (limit - 14, limit - 11, limit - 9, limit - 7, limit - 4):
            position = Position(game, state)
            position.__dict__["reversible_states"] = tuple(strangers(state, calm))
            found = engine.analyse(position, Limits(depth=11))
            assert found.value is not None
            seen[is_decided(found.value)] += 1
            assert not (is_decided(found.value) and calm + length > limit), (position.text, calm, found)
    assert min(seen[True], seen[False]) >= 5, seen


def strangers(state: Any, calm: int) -> list[Any]:
    """So many earlier states that are none of those to come: boards with a third king somewhere else each time."""
    return [state._replace(red=(1 << 40) + number) for number in range(calm)]
