"""Play against the engine, or watch it play.

Each side is `human` or a heuristic; you begin unless you say otherwise. The
sides also go by the names they have in the game (--white, --black). At the
prompt, type a move, the name of a square to see its moves, or: moves, hint,
undo, save FILE, load FILE, flip, new, resign, help, quit.

examples:
  plies play pawns:6x6
  plies play pawns:8x8 --first ari --second human --seconds 3
  plies play pawns:8x8 --white human --black "tryggvi(pawns=3)" --threads 2
  plies play breakthrough:6x6 --white ari --black hoddi --depth 6 --json
  plies play pawns:6x6 --load game.json
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.cli import common
from plies.cli.games import saved_games as saved
from plies.errors import PliesError, Refused
from plies.games.contract import Game
from plies.games.position import Outcome, Position

if TYPE_CHECKING:
    from plies.search.answer import Answer
    from plies.search.engine.analysis import Engine

HUMAN = "human"
_OPTIONS = ("--first", "--second")


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_game(parser)
    who = "`human` or a heuristic: a name, name(term=weight,...) or file.py:name"
    parser.add_argument("--first", metavar="WHO", default=HUMAN, help=f"who begins: {who} (human)")
    parser.add_argument("--second", metavar="WHO", help="the other side (the game's default heuristic)")
    common.add_limits(parser, "the clock for each move; 1 unless another limit is given")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    common.add_json(parser)


def prepare(words: Sequence[str]) -> list[str]:
    """`--white ari` becomes `--first ari` where the game's first side is called white."""
    if not any(word.startswith("--") for word in words) or "--help" in words:
        return list(words)
    sides = _sides_named_by(words)
    names = {f"--{side.casefold()}": option for side, option in zip(sides, _OPTIONS, strict=False)}
    changed = []
    for word in words:
        option, equals, value = word.partition("=")
        changed.append(names.get(option.casefold(), option) + equals + value if option.startswith("--") else word)
    return changed


def _sides_named_by(words: Sequence[str]) -> tuple[str, ...]:
    """The sides of the first word that is a game; a bad name is told later, when the game is asked for."""
    from plies.registry import game

    for word in words:
        if not word.startswith("-"):
            try:
                return game(word).sides
            except PliesError:
                continue
    return ()


def run(args: argparse.Namespace) -> int:
    position = common.position_of(args)
    players = Players(position.game, (args.first, args.second or position.game.default), args)
    if args.load is not None:
        if args.position is not None:
            raise Refused("--load and --position both say where the game begins; give one of them")
        position, _, resigned = saved.load(Path(args.load), position.game)
        if resigned is not None:
            raise Refused(f"{args.load}: that game is over ({resigned.reason})")
    if HUMAN in players.names:
        if args.json:
            raise Refused("--json reports a game between two heuristics; it needs --first and --second")
        from plies.cli.play.session import Table

        return Table(position, players, None if args.load is None else Path(args.load)).run()
    return _watch(position, players, args.json)


class Players:
    """Who plays which side, and how long they think. Engines are made when they are first needed."""

    def __init__(self, game: Game, names: tuple[str, str], args: argparse.Namespace) -> None:
        from plies.registry import heuristic

        self.game, self.names = game, names
        self.limits = common.limits_of(args)
        self.threads: int = args.threads
        self._engines: dict[str, Engine] = {}
        for name in names:
            if name != HUMAN:
                heuristic(game, name)  # an unknown name is told before the first move

    def is_human(self, side: int) -> bool:
        return self.names[side] == HUMAN

    @property
    def labels(self) -> tuple[str, str]:
        """As the screen names them."""
        if self.limits.seconds is not None:
            clock = f"{self.limits.seconds:g} s a move"
        elif self.limits.depth is not None:
            clock = f"depth {self.limits.depth}"
        else:
            clock = f"{self.limits.nodes:,} nodes a move"
        first, second = ("you" if name == HUMAN else f"{name}, {clock}" for name in self.names)
        return first, second

    def adviser(self, side: int) -> str:
        """The heuristic a hint comes from: that of the other side, or the game's default."""
        other = self.names[1 - side]
        return self.game.default if other == HUMAN else other

    def think(self, position: Position, name: str) -> Answer:
        """What the heuristic of that name finds. Each keeps its own table from move to move."""
        from plies.search.engine.analysis import Engine

        if name not in self._engines:
            self._engines[name] = Engine(self.game, name, threads=self.threads)
        with common.Ticker(lambda: f"{name} is thinking ..."):
            return self._engines[name].analyse(position, self.limits)


def move_data(found: Answer, turn: str) -> dict[str, Any]:
    return {
        "turn": turn,
        "move": found.move,
        "value": found.value,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": found.seconds,
        "proof": None if found.proof is None else list(found.proof),
    }


def verdict(outcome: Outcome) -> str:
    """`white wins: a pawn reached the far row`."""
    return f"a draw: {outcome.reason}" if outcome.winner is None else f"{outcome.winner} wins: {outcome.reason}"


def _watch(position: Position, players: Players, as_json: bool) -> int:
    """Engine against engine: a line a move, then the last board; or the record."""
    from plies.cli.play import screen
    from plies.cli.search.analyse import value_in_words

    thoughts = []
    if not as_json:
        print(screen.scene(position, players.labels, False) + "\n", flush=True)
    while position.outcome is None:
        found, turn = players.think(position, players.names[position.state.turn]), position.turn
        position = position.play(found.move)
        thoughts.append(move_data(found, turn))
        if not as_json:
            number = f"{(len(position.line) + 1) // 2:>3}."
            print(f"{number} {turn:<6} {found.move:<10} {value_in_words(found):>10}  depth {found.depth}", flush=True)
    if as_json:
        report = {**saved.record(position, players.names), "position": position.text, "thoughts": thoughts}
        common.print_json(report)
        return 0
    print("\n" + screen.scene(position, players.labels, False))
    print(f"\n{common.bold(verdict(position.outcome))}")
    sys.stdout.flush()
    return 0
