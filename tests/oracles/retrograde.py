"""Exact values of a small game by working backwards from its ends. Endless play is a draw.

The game is given by two functions, so any oracle can be solved: `children(node)` lists the nodes after each move, and
`ended(node)` is None while the game runs, else +1, 0 or -1 for the side to move in that node.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def solve(
    start: N, children: Callable[[N], Iterable[N]], ended: Callable[[N], int | None]
) -> dict[N, tuple[int, int | None]]:
    """Every reachable node -> (+1, 0 or -1 for the side to move, plies to the end under best play; None for a draw).

    The winner takes the shortest way and the loser the longest.
    """
    after: dict[N, list[N]] = {}
    before: dict[N, list[N]] = {}
    values: dict[N, tuple[int, int | None]] = {}
    waiting: deque[N] = deque([start])
    ready: deque[N] = deque()
    while waiting:
        node = waiting.popleft()
        if node in after:
            continue
        end = ended(node)
        after[node] = list(children(node)) if end is None else []
        if end is not None:
            values[node] = (end, 0 if end else None)
            if end:
                ready.append(node)
        for child in after[node]:
            before.setdefault(child, []).append(node)
            waiting.append(child)
    # breadth first: decided nodes leave the queue in the order of their distance
    left = {node: len(nodes) for node, nodes in after.items()}
    while ready:
        node = ready.popleft()
        value, plies = values[node]
        assert plies is not None
        for parent in before.get(node, ()):
            if parent in values:
                continue
            left[parent] -= 1
            if value < 0:
                values[parent] = (1, plies + 1)
                ready.append(parent)
            elif left[parent] == 0:
                values[parent] = (-1, plies + 1)
                ready.append(parent)
    for node in after:
        values.setdefault(node, (0, None))
    return values
