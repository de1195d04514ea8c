"""Words of a server beside ours: a server may call everything by other names, as long as it does so consistently."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from plies.games.contract import Expression


@dataclass(frozen=True)
class Words:
    """Pairs of our word and the server's; words that are not among them are the same in both."""

    pairs: tuple[tuple[str, str], ...] = ()

    @cached_property
    def _theirs(self) -> dict[str, str]:
        return dict(self.pairs)

    @cached_property
    def _ours(self) -> dict[str, str]:
        return {theirs: ours for ours, theirs in self.pairs}

    def theirs(self, expression: Expression) -> Expression:
        """An expression of ours as the server writes it."""
        return _renamed(expression, self._theirs)

    def ours(self, expression: Expression) -> Expression:
        """An expression of the server as we write it."""
        return _renamed(expression, self._ours)


def _renamed(expression: Expression, names: dict[str, str]) -> Expression:
    if isinstance(expression, str):
        return names.get(expression, expression)
    return tuple(_renamed(part, names) for part in expression) if names else expression


#: a server that uses our words
OUR_WORDS = Words()
