"""A match as its messages report it: the position after the joint moves that the server reports, and moves as terms."""

from __future__ import annotations

import time
from collections.abc import Sequence

from plies.errors import InvalidGame, Refused
from plies.games.contract import Expression, Game, ServerForm
from plies.games.position import Position
from plies.protocols.ggp.wire import sexpr
from plies.protocols.ggp.wire.words import OUR_WORDS, Words

Joint = tuple[Expression, ...]
#: seconds spent on a move when there is no time to search for one
STAND_IN_SECONDS = 0.05


def form_of(game: Game) -> ServerForm:
    if game.server_form is None:
        raise Refused(f"{game.name} is not played on game servers: it has no rules in their language")
    return game.server_form


def roles_of(rules: Sequence[Expression], game: Game) -> tuple[str, ...]:
    """The roles in the order of joint moves: that of the rules, or that of the sides where the rules name none."""
    named = tuple(rule[1] for rule in rules if len(rule) == 2 and rule[0] == "role")
    sides = tuple(side.lower() for side in game.sides)
    return tuple(str(role) for role in named) if sorted(map(str, named)) == sorted(sides) else sides


def term_of(position: Position, move: int, words: Words = OUR_WORDS) -> str:
    """A move as a server with those words writes it."""
    text = form_of(position.game).term(position.state, move)
    return sexpr.format(words.theirs(sexpr.parse(text))) if words.pairs else text


def move_of(position: Position, term: Expression, words: Words = OUR_WORDS) -> int | None:
    """The legal move that a term means."""
    wanted = words.ours(term)
    for move in position.legal:
        if sexpr.parse(term_of(position, move)) == wanted:
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
    """The position of a match, led by joint moves in the server's words."""

    def __init__(self, game: Game, roles: Sequence[str], words: Words = OUR_WORDS) -> None:
        #: the roles by the sides they play
        self.roles = tuple(str(words.theirs(side.lower())) for side in game.sides)
        if sorted(roles) != sorted(self.roles):
            raise InvalidGame(f"{game.name} has the roles {' and '.join(self.roles)}, not {' and '.join(roles)}")
        #: where the part of each side is in a joint move
        self.places = tuple(list(roles).index(role) for role in self.roles)
        self.words = words
        self.position = game.start()
        self.last: Joint | None = None

    @property
    def noop(self) -> str:
        """What a side answers when it is not its turn."""
        return sexpr.format(self.words.theirs(sexpr.parse(form_of(self.position.game).noop)))

    def term(self, position: Position, move: int) -> str:
        return term_of(position, move, self.words)

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
        move = move_of(self.position, joint[self.places[self.position.state.turn]], self.words)
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
