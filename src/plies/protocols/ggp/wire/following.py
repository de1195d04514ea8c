"""A match as its messages report it: the position after the joint moves that the server reports, and moves as terms."""

from __future__ import annotations

import time
from collections.abc import Sequence

from plies import registry
from plies.errors import InvalidGame, Refused
from plies.games.contract import Expression, Game, ServerForm
from plies.games.position import Position
from plies.protocols.ggp.wire import sexpr

Joint = tuple[Expression, ...]
#: seconds spent on a move when there is no time to search for one
STAND_IN_SECONDS = 0.05


def recognise(rules: Sequence[Expression]) -> Game | None:
    """The game that rules from a server describe, if it is one that is known here."""
    for family in registry.families().values():
        options = None if family.recognise is None else family.recognise(rules)
        if options is not None:
            return family.make(options)
    return None


def form_of(game: Game) -> ServerForm:
    if game.server_form is None:
        raise Refused(f"{game.name} is not played on game servers: it has no rules in their language")
    return game.server_form


def roles_of(rules: Sequence[Expression], game: Game) -> tuple[str, ...]:
    """The roles in the order of joint moves: that of the rules, or that of the sides where the rules name none."""
    named = tuple(rule[1] for rule in rules if len(rule) == 2 and rule[0] == "role")
    sides = tuple(side.lower() for side in game.sides)
    return tuple(str(role) for role in named) if sorted(map(str, named)) == sorted(sides) else sides


def term_of(position: Position, move: int) -> str:
    """A move as servers write it."""
    return form_of(position.game).term(position.state, move)


def move_of(position: Position, term: Expression) -> int | None:
    """The legal move that a term means."""
    for move in position.legal:
        if sexpr.parse(term_of(position, move)) == term:
            return move
    return None


def joint_of(position: Position) -> tuple[str, ...] | None:
    """The joint move that led to a position, in the order of the sides; None at the beginning."""
    if position.parent is None:
        return None
    joint = [form_of(position.game).noop] * 2
    joint[position.parent.state.turn] = term_of(position.parent, position.move)
    return tuple(joint)


class Following:
    """The position of a match, led by joint moves."""

    def __init__(self, game: Game, roles: Sequence[str]) -> None:
        lowered = [side.lower() for side in game.sides]
        if sorted(roles) != sorted(lowered):
            raise InvalidGame(f"{game.name} has the roles {' and '.join(lowered)}, not {' and '.join(roles)}")
        #: where the part of each side is in a joint move
        self.places = tuple(list(roles).index(side) for side in lowered)
        self.position = game.start()
        self.last: Joint | None = None

    def follow(self, joint: Joint | None) -> str | None:
        """Plays a joint move. A repeated one, and NIL, change nothing. Returns what is wrong with it, in words.

        Sides move in turn, so two equal joint moves one after the other are one message sent twice.
        """
        if joint is None or joint == self.last:
            return None
        if len(joint) != len(self.places):
            return f"a joint move of {len(joint)} parts where {len(self.places)} roles play"
        if self.position.outcome is not None:
            return "a joint move after the end of the game"
        move = move_of(self.position, joint[self.places[self.position.state.turn]])
        if move is None:
            return f"the move reported for {self.position.turn} is not legal here; the position stays as it is"
        self.position, self.last = self.position.after(move), joint
        return None


def stand_in(position: Position) -> int:
    """A move without a search: one that wins at once, else one that does not let the other side win at once."""
    ends = time.monotonic() + STAND_IN_SECONDS
    after = {move: position.after(move) for move in position.legal}
    for move, here in after.items():
        if here.outcome is not None and here.outcome.winner == position.turn:
            return move
    for move, here in after.items():
        if time.monotonic() > ends:
            break
        replies = (here.after(reply).outcome for reply in here.legal)
        if not any(reply is not None and reply.winner == here.turn for reply in replies):
            return move
    return position.legal[0]
