"""Which of our games rules from a server describe: by their words as they stand, or by names consistently changed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from plies import registry
from plies.errors import InvalidMessage
from plies.games.contract import Expression, Game
from plies.protocols.ggp.gdl.comparing import LEAST, Comparison, compare
from plies.protocols.ggp.gdl.interpreter import Interpreter
from plies.protocols.ggp.gdl.program import INIT, read_program, relevant
from plies.protocols.ggp.gdl.renaming import find_renaming
from plies.protocols.ggp.wire import sexpr
from plies.protocols.ggp.wire.following import form_of, roles_of
from plies.protocols.ggp.wire.words import OUR_WORDS, Words


@dataclass(frozen=True)
class Known:
    """A game of ours, the server's words for it, its roles in the order of joint moves, how many positions agreed."""

    game: str
    words: Words
    roles: tuple[str, ...]
    #: 0: the rules are ours, word for word
    positions: int = 0


@dataclass(frozen=True)
class Unknown:
    """Why the rules are none of ours, in words."""

    reason: str
    #: False: with more time the answer might be another
    is_certain: bool = True


def _candidates(rules: Sequence[Expression]) -> Iterator[Game]:
    for family in registry.families().values():
        if family.candidates is not None:
            yield from (family.make(options) for options in family.candidates(rules))


@lru_cache(maxsize=256)
def _our_rules(text: str) -> tuple[Expression, ...]:
    return tuple(sexpr.parse_all(text))


def recognise_own(rules: Sequence[Expression]) -> Known | None:
    """The game whose rules these are, word for word and in any order; nothing is interpreted."""
    for game in _candidates(rules):
        own = _our_rules(form_of(game).rules)
        if len(own) == len(rules) and set(own) == set(rules):
            return Known(game.name, OUR_WORDS, roles_of(rules, game))
    return None


def recognise(rules: Sequence[Expression], until: float) -> Known | Unknown:
    """Interprets the rules and compares them until a monotonic time."""
    try:
        theirs = Interpreter(rules)
    except InvalidMessage as error:
        return Unknown(f"the rules cannot be interpreted: {error}")
    if not all(isinstance(role, str) for role in theirs.roles):
        return Unknown("the rules cannot be interpreted: a role that is no word")
    farthest: tuple[Game, Comparison] | None = None
    for game, words in _readings(rules, theirs):
        if time.monotonic() > until:
            return Unknown("the rules could not be compared in time", is_certain=False)
        try:
            found = compare(game, words, theirs, until)
        except InvalidMessage as error:
            return Unknown(f"the rules cannot be interpreted: {error}")
        if found.is_same:
            return Known(game.name, words, tuple(map(str, theirs.roles)), found.positions)
        if farthest is None or found.positions > farthest[1].positions:
            farthest = game, found
    return _farthest(farthest)


def _readings(rules: Sequence[Expression], theirs: Interpreter) -> Iterator[tuple[Game, Words]]:
    """Games with words to compare them in: our own first, which fails at once where it is wrong."""
    games = list(_candidates(rules))
    yield from ((game, OUR_WORDS) for game in games)
    begins = sum(rule.relation == INIT for rule in theirs.rules)
    for game in games:
        text = form_of(game).rules
        if text.count("(init ") != begins:  # told apart without reading it
            continue
        names = find_renaming(relevant(read_program(_our_rules(text))), theirs.rules)
        if names is not None:
            yield game, Words(tuple((ours, name) for ours, name in names.items() if ours != name))


def _farthest(found: tuple[Game, Comparison] | None) -> Unknown:
    """What is said of rules that are not recognised: how they differ from the game that they are most like."""
    if found is None:
        return Unknown("rules of a game that is not known here")
    game, comparison = found
    if comparison.difference:
        return Unknown(f"not {game.name}: {comparison.difference}")
    few = f"only {comparison.positions} positions could be compared in time, and {LEAST} are needed"
    return Unknown(f"perhaps {game.name}, but {few}", is_certain=False)
