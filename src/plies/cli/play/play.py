"""Play against the engine, or watch two players.

Each side is `human` or a player: a heuristic such as ari, ari@1s or
"ari(pawns=2)@depth=6", a textbook algorithm such as hoddi@depth=6,algorithm=textbook,
random, file.py:name for your own, or ggp://host:port for a remote program
(plies players lists the algorithms and their options). You begin unless you say
otherwise. The sides also go by the names they have in the game (--white, --black).
A limit given once (--seconds, --depth, --nodes) holds for players without one.

At the prompt, type a move, the name of a square to see its moves, or: moves, hint,
undo, save FILE, load FILE, flip, new, resign, help, quit.

examples:
  plies play pawns:6x6
  plies play pawns:8x8 --first ari --second human --seconds 3
  plies play pawns:8x8 --white human --black "tryggvi(pawns=3)" --threads 2
  plies play pawns:6x6 --first hoddi@depth=6,algorithm=textbook --second mine.py:mine@0.5s
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
from plies.cli.answers import thought_in_words
from plies.cli.games import saved_games as saved
from plies.errors import PlayerFault, PliesError, Refused
from plies.games.contract import Game
from plies.games.position import Outcome, Position

if TYPE_CHECKING:
    from plies.cli.play.seats import Seats
    from plies.players.referee import Turn

HUMAN = "human"
_OPTIONS = ("--first", "--second")


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_game(parser)
    parser.add_argument("--first", metavar="PLAYER", default=HUMAN, help="who begins: human or a player (human)")
    parser.add_argument("--second", metavar="PLAYER", help="the other side (the game's default heuristic)")
    common.add_limits(parser, "the time per move; 1 unless another limit is given")
    parser.add_argument("--seed", type=int, metavar="N", help="of players that play by chance (another each time)")
    parser.add_argument("--load", metavar="FILE", help="continue a saved game")
    common.add_tables(parser)
    common.add_isolation(parser)
    common.add_json(parser)


def prepare(words: Sequence[str]) -> list[str]:
    """`--white ari` becomes `--first ari` where the game's first side is called white."""
    if not any(word.startswith("--") for word in words) or "--help" in words:
        return list(words)
    game = _game_named_by(words)
    if game is None:
        return list(words)
    names = {f"--{side.casefold()}": _OPTIONS[game.side(side) or 0] for side in (*game.sides, *game.old_sides)}
    changed = []
    for word in words:
        option, equals, value = word.partition("=")
        changed.append(names.get(option.casefold(), option) + equals + value if option.startswith("--") else word)
    return changed


def _game_named_by(words: Sequence[str]) -> Game | None:
    """The game of the first word that is one; a bad name is reported later, when the game is asked for."""
    from plies.registry import game

    for word in words:
        if not word.startswith("-"):
            try:
                return game(word)
            except PliesError:
                continue
    return None


def run(args: argparse.Namespace) -> int:
    position = common.position_of(args)
    if args.load is not None:
        if args.position is not None:
            raise Refused("--load and --position both say where the game begins; give one of them")
        position, _, resigned = saved.load(Path(args.load), position.game)
        if resigned is not None:
            raise Refused(f"{args.load}: that game is over ({resigned.reason})")
    from plies.cli.play.seats import Seats

    texts = (args.first, args.second or position.game.default)
    seats = Seats(position.game, args.game, texts, common.limits_text(args), args.seed)
    try:
        if seats.has_human:
            if args.json:
                raise Refused("--json reports a game between two players; it needs --first and --second")
            from plies.cli.play.session import Session

            return Session(position, seats, None if args.load is None else Path(args.load)).run()
        return _watch(position, seats, args.json)
    except KeyboardInterrupt:
        seats.close(at_once=True)
        raise
    finally:
        seats.close()


def move_data(turn: Turn, side: str) -> dict[str, Any]:
    answer = turn.answer
    return {
        "turn": side,
        "move": turn.word,
        "value": answer.value,
        "depth": answer.depth,
        "nodes": answer.nodes,
        "seconds": answer.seconds or turn.seconds,
        "proof": None if answer.proof is None else list(answer.proof),
    }


def _watch(position: Position, seats: Seats, as_json: bool) -> int:
    """Two players: a line per move, then the last board; or the record."""
    from plies.cli.play import screen

    thoughts = []
    lost: Outcome | None = None
    if not as_json:
        print(screen.scene(position, seats.labels, False) + "\n", flush=True)
    while position.outcome is None and lost is None:
        side = position.turn
        try:
            turn = seats.turn(position)
        except PlayerFault as fault:
            lost = seats.lost(fault, position)
            continue
        thought = thought_in_words(turn.answer, position)
        position = turn.position
        thoughts.append(move_data(turn, side))
        if not as_json:
            number = f"{(len(position.line) + 1) // 2:>3}."
            print(f"{number} {side:<6} {turn.word:<10} {thought}".rstrip(), flush=True)
    ended = lost or position.outcome
    assert ended is not None
    if as_json:
        report = {**saved.record(position, seats.names, lost), "position": position.text, "thoughts": thoughts}
        common.print_json(report)
        return 0
    print("\n" + screen.scene(position, seats.labels, False))
    print(f"\n{common.bold(screen.verdict(ended))}")
    sys.stdout.flush()
    return 0
