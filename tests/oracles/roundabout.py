"""A made-up game that goes round in circles: one piece on a ring of places, moved in turn by both sides.

Where a move leads is scrambled arithmetic, so positions come back on many ways of many lengths, and the wins among them
are long and hidden among late, quiet moves. `seed` stands for the map; it stays the same during a game.

One map is drawn by hand. From place 0 the first side wins in 7 plies, each time by the last of twenty moves, or in 9 by
the first move and no choice after it. All other moves lead to places where nothing happens for a long time:

    0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7         won, seven plies from 0
    0 -> 11 -> 12 -> ... -> 19                   won, nine plies from 0
    0, 2, 4 -> 30 ... -> one after the other -> 210, a draw
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plies.games.contract import DRAWN, RUNNING, Game, Heuristic, Rules

PLACES = 211
BY_HAND = 1000


class State(NamedTuple):
    place: int
    seed: int
    turn: int


def scrambled(place: int, seed: int, number: int) -> int:
    """A number below 65,536 that looks random."""
    x = (place * 7919 + seed * 104729 + number * 1299709 + 12345) & 0xFFFFFF
    x = (x * 2654435 + 40503) & 0xFFFFFFFF
    x ^= x >> 13
    x = (x * 69069 + 362437) & 0xFFFFFFFF
    return (x >> 9) & 0xFFFF


def hunts(state: State) -> bool:
    """Whether the side to move is the one with many moves: which one it is depends on the map."""
    return state.turn == state.seed % 2


def moves(state: State, out: Any) -> int:
    """Up to eight for the hunter, up to three for the other, all to different places."""
    if state.seed == BY_HAND:
        return moves_by_hand(state.place, out)
    n = 0
    for number in range(1 + scrambled(state.place, state.seed, 99) % (8 if hunts(state) else 3)):
        target = scrambled(state.place, state.seed, number + 20 * state.turn) % PLACES
        new = True
        for i in range(n):
            if out[i] == target:
                new = False
        if new:
            out[n] = target
            n += 1
    return n


def moves_by_hand(place: int, out: Any) -> int:
    if place == 0 or place == 2 or place == 4:
        for i in range(19):
            out[i] = 30 + 20 * place + i
        if place == 0:
            out[0] = 11
        out[19] = place + 1
        return 20
    out[0] = place + 1
    return 1


def play(state: State, move: int) -> State:
    return State(move, state.seed, 1 - state.turn)


def outcome(state: State) -> int:
    """A few places are traps for the hunted, a few for the hunter, and a few end in a draw."""
    if state.seed == BY_HAND:
        if state.place == 210:
            return DRAWN
        return 1 - state.turn if state.place == 7 or state.place == 19 else RUNNING
    if state.place % 50 == 2:
        return DRAWN
    caught = state.place % 60 == 3 if hunts(state) else state.place % 100 == 1
    return 1 - state.turn if caught else RUNNING


def noise(state: State, move: int) -> int:
    return 1 if move % 16 == 3 and state.seed != BY_HAND else 0


def hunch(state: State, me: int) -> float:
    """Anything: what it says must never be taken for a proof."""
    if state.seed == BY_HAND:
        return 0.0
    side = 1.0 if state.turn == me else -1.0
    return side * (scrambled(state.place, state.seed, 7) % 9 - 4)


RULES = Rules(State, moves, play, outcome, most_moves=20, move_codes=PLACES, noise=noise, can_repeat=True)
GAME = Game(
    "roundabout",
    "a made-up game of circles",
    ("first", "second"),
    RULES,
    State(0, 0, 0),
    {"hunch": Heuristic("hunch", "anything", function=hunch)},
    "hunch",
)
