"""A digest sees everything that a function uses."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from plies.compile import digests


def test_a_digest_sees_what_a_function_uses() -> None:
    """Numbers it closes over, defaults, globals, functions it calls, also inside a comprehension."""

    def make(text: str, **names: Any) -> str:
        space: dict[str, Any] = {"__name__": "made", **names}
        exec(text, space)
        return digests.digest_of_functions(digests.reachable([space["f"]]))[0]

    seen = [
        make("def f(x): return x + 1"),
        make("def f(x): return x + 2"),
        make("def f(x): return x + k", k=1),
        make("def f(x): return x + k", k=2),
        make("def f(x, k=1): return x + k"),
        make("def f(x, k=2): return x + k"),
        make("def g(x): return x\ndef f(x): return sum([g(y) for y in range(x)])"),
        make("def g(x): return x + 1\ndef f(x): return sum([g(y) for y in range(x)])"),
        make("def m(k):\n    def f(x): return x + k\n    return f\nf = m(1)"),
        make("def m(k):\n    def f(x): return x + k\n    return f\nf = m(2)"),
        make("def f(x): return box.k + x", box=SimpleNamespace(k=1)),
    ]
    assert len(set(seen)) == len(seen)
    assert make("def f(x): return x + k", k=1) == make("def f(x): return x + k", k=1)
