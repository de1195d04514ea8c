"""Exact solutions: forced wins, tables of whole games, proofs, games with simultaneous moves.

The package can be called: `plies.solve(position)` is `plies.solve.choice.solve(position)`. A function of that name in
`plies` would be gone as soon as any module of this package is imported, because Python then puts the package there.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *arguments: Any, **limits: Any) -> Any:
        from plies.solve.choice import solve

        return solve(*arguments, **limits)


sys.modules[__name__].__class__ = _Callable
