"""How fast learning is, on one core: self-play beside the same search in a tournament, a large fit, and patterns beside
the best hand-made heuristic.

    python benchmarks/run.py learning

Times are those of the processor, so that other programs matter little.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np
from harness import Row, interleaved, say

import plies
from plies.learn.fit.logistic import Design, Ridge, fit
from plies.learn.games.selfplay import SelfPlay
from plies.players.notation import parse_player
from plies.players.referee import Referee
from plies.players.resolution import in_game
from plies.players.searchers import Place, SearcherCache
from plies.search.engine.analysis import Engine
from plies.search.limits import Limits

GAME, NODES, GAMES = "breakthrough:8x8", 2000, 20
#: boards with a learned heuristic of patterns; and the best of the authors' heuristics there
PATTERNS = (("breakthrough:6x6", "ari"), ("breakthrough:8x8", "ari"))
#: seconds that the issue allows the fit
FIT_SECONDS = 10.0


def speed(work: Callable[[], int]) -> float:
    """Millions a second of processor time of what a call counts."""
    started = time.process_time()
    count = work()
    return count / (time.process_time() - started) / 1e6


def by_selfplay(player: SelfPlay) -> int:
    return sum(played.nodes for played in player.games(range(GAMES)))


def by_tournament(cache: SearcherCache) -> int:
    """Nodes of a few games as a tournament plays them, by the referee."""
    game = plies.game(GAME)
    player = in_game(parse_player(f"{game.authors_default}@nodes={NODES}"), game)
    searchers = [cache.get(Place(player, GAME, (), side), game) for side in (0, 1)]
    nodes = 0
    for number in range(GAMES // 4):
        for side, searcher in enumerate(searchers):
            searcher.new_game(side, number)
        referee, here = Referee(game, (player, player), searchers), game.start()
        for ply in range(4):  # another opening for each game
            here = here.after(here.legal[(7 * number + 3 * ply) % len(here.legal)])
        while here.outcome is None:
            turn = referee.turn(here)
            nodes += turn.answer.nodes
            here = turn.position
    return nodes


def self_play() -> Row:
    say(f"{GAME}, {NODES:,} nodes a move: self-play, and a tournament ...")
    game = plies.game(GAME)
    player = SelfPlay(game, game.heuristics[game.authors_default], NODES, 1)
    player.play(0)
    with SearcherCache() as cache:
        by_tournament(cache)
        mine, theirs = interleaved(
            3, lambda: speed(partial(by_selfplay, player)), lambda: speed(partial(by_tournament, cache))
        )
    title = f"{GAME}: self-play beside a tournament, {NODES:,} nodes a move"
    return Row(title, round(mine, 2), round(theirs, 2), round(mine / theirs, 2), 0.9, "M nodes/s")


def large_fit(positions: int = 100_000, weights: int = 10_000, windows: int = 84) -> Row:
    say(f"a fit of {positions:,} positions ...")
    rng = np.random.default_rng(1)
    truth = rng.normal(size=weights) * 0.1
    designs = []
    for count in (positions, positions // 10):
        places = rng.integers(0, 2 * weights, (count, windows)).astype(np.int32)
        z = (truth[places >> 1] * np.where(places & 1, -1, 1)).sum(axis=1)
        designs.append(Design(np.zeros((count, 0)), places, (rng.random(count) < 1 / (1 + np.exp(-z))).astype(float)))
    visits = np.bincount(designs[0].places.ravel() >> 1, minlength=weights).astype(float)
    ridge = Ridge(np.zeros(weights), np.full(weights, 4.0))
    fit(designs[1], designs[1], ridge, visits, lambda now, apart: None)  # compiles
    started = time.process_time()
    found = fit(designs[0], designs[1], ridge, visits, lambda now, apart: None)
    seconds = time.process_time() - started
    title = f"a fit of {positions:,} positions with {windows} windows and {weights:,} weights, beside {FIT_SECONDS:g} s"
    note = f"held-out loss {found.held_out[-1]:.4f}"
    return Row(title, round(seconds, 1), FIT_SECONDS, round(FIT_SECONDS / seconds, 2), 1.0, "s", note)


def patterns(name: str, best: str) -> Row:
    say(f"{name}: learned patterns beside {best} ...")
    game = plies.game(name)
    engines = [Engine(game, heuristic, tables="off") for heuristic in ("learned", best)]

    def searched(engine: Engine) -> int:
        engine.new_game()
        return engine.analyse(game.start(), Limits(nodes=1_000_000)).nodes

    for engine in engines:
        searched(engine)
    mine, theirs = interleaved(5, *(partial(speed, partial(searched, engine)) for engine in engines))
    title = f"{name}: learned patterns beside {best}"
    return Row(title, round(mine, 2), round(theirs, 2), round(mine / theirs, 2), 0.5, "M nodes/s")


def rows() -> list[Row]:
    return [self_play(), large_fit(), *(patterns(name, best) for name, best in PATTERNS)]
