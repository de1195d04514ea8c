"""The engine beside other people's: OpenSpiel and easyAI on breakthrough, to the same depth, with material alone."""

from __future__ import annotations

import random
from collections.abc import Callable

from harness import Peer, Row, clock, interleaved, say
from yardstick import MATERIAL, Plain

import plies
from plies.search.answer import Answer
from plies.search.engine.analysis import Engine, Options
from plies.search.limits import Limits


def position_after(size: int, count: int, seed: int = 7) -> plies.Position:
    """A position of breakthrough after some random moves, the same in every run."""
    rng = random.Random(seed)
    position = plies.game(f"breakthrough:{size}x{size}").start()
    while len(position.line) < count:
        following = position.after(rng.choice(position.legal))
        if following.outcome is None:
            position = following
    return position


def engine_at(position: plies.Position, selective: bool = False) -> Callable[[int], Answer]:
    """The engine, forgetting everything before each search; full width unless it may be selective."""
    engine = Engine(position.game, MATERIAL, options=Options(selective=selective))

    def search(depth: int) -> Answer:
        engine.new_game()
        return engine.analyse(position, Limits(depth=depth))

    search(2)
    return search


def _result(value: float, win: float) -> str:
    """A value of ours or theirs in words that can be compared: a decided game, or material."""
    if abs(value) >= win:
        return "won" if value > 0 else "lost"
    return f"{value:g}"


def _beside(
    peer: Peer,
    label: str,
    position: plies.Position,
    depth: int,
    read: Callable[[float], str],
    gates: tuple[float | None, ...],
) -> list[Row]:
    """Nodes a second at one depth: the engine and the plain search beside a peer; the values must agree."""
    size = int(position.game.name[-1])
    question = {"rows": size, "columns": size, "depth": depth, "moves": list(position.line)}
    counted = peer.ask(**question, count=True)
    search, plain = engine_at(position), Plain(position)
    found = search(depth)
    if _result(found.value, 900_000) != read(counted["value"]):
        raise AssertionError(f"{label} depth {depth}: ours {found.value}, the peer's {counted['value']}")

    def ours() -> float:
        result = search(depth)
        return result.nodes_per_second

    def fixed() -> float:
        plain.table.fill(0)
        seconds, (_, nodes) = clock(lambda: plain.search(depth))
        return nodes / seconds

    def theirs() -> float:
        return float(counted["nodes"] / peer.ask(**question)["seconds"])

    speed, plain_speed, peer_speed = interleaved(3, ours, fixed, theirs)
    where = f"breakthrough {size}x{size}, depth {depth}, value {_result(found.value, 900_000)}"
    rows = [Row(f"engine beside {label}: {where}", speed, peer_speed, speed / peer_speed, gates[0], "nodes/s")]
    if len(gates) > 1:
        ratio = plain_speed / peer_speed
        rows.append(Row(f"plain search beside {label}: {where}", plain_speed, peer_speed, ratio, gates[1], "nodes/s"))
    return rows


def _sooner(
    peer: Peer, label: str, position: plies.Position, depth: int, gates: tuple[float | None, float | None]
) -> list[Row]:
    """Time to a depth: every line to that depth, and as the engine plays (with reductions and quiescence)."""
    size = int(position.game.name[-1])
    question = {"rows": size, "columns": size, "depth": depth, "moves": list(position.line)}
    say(f"  {label} to depth {depth} on {size}x{size} ...")
    full, usual = engine_at(position), engine_at(position, selective=True)
    runs = 5 if depth < 8 else 3
    seconds = interleaved(
        runs, lambda: full(depth).seconds, lambda: usual(depth).seconds, lambda: float(peer.ask(**question)["seconds"])
    )
    where = f"time to depth {depth} beside {label}: breakthrough {size}x{size}"
    return [
        Row(f"{where}, {how}", ours, seconds[2], seconds[2] / ours, gate, "s")
        for how, ours, gate in zip(("every line to that depth", "as it plays"), seconds, gates, strict=False)
    ]


def rows() -> list[Row]:
    found: list[Row] = []
    say("the engine beside OpenSpiel ...")
    peer = Peer("openspiel", ["open_spiel"], "openspiel_breakthrough.py")
    for size in (6, 8):
        # the gates are for the game from its start; a middle position shows that values agree when they are not 0
        for count, depth, gates in ((0, 7, (20, 50)), (10, 6, (None, None))):
            read = lambda value: _result(value * 1000, 1000)  # noqa: E731
            found += _beside(peer, "OpenSpiel", position_after(size, count), depth, read, gates)
        found += _sooner(peer, "OpenSpiel", position_after(size, 0), 8, (100, None))
    peer.close()
    say("the engine beside easyAI ...")
    peer = Peer("easyai", ["easyAI==2.0.12"], "easyai_breakthrough.py")
    for size in (6, 8):
        found += _beside(peer, "easyAI", position_after(size, 10), 6, lambda value: _result(round(value), 900), (10,))
        found += _sooner(peer, "easyAI", position_after(size, 0), 7, (None, 50))
    peer.close()
    return found
