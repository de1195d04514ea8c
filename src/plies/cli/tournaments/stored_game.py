"""One stored game: shown move by move, or played again."""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise

from plies.arena.run.record import GameRecord
from plies.arena.store.export import positions
from plies.arena.store.ledger import Ledger
from plies.cli import common
from plies.cli.tournaments.left_out import readable
from plies.errors import UnknownName
from plies.values import describe


def one_game(args: argparse.Namespace, ledger: Ledger) -> int:
    """Shows a game move by move, with what the players thought; or plays it again."""
    found = list(ledger.found(id=args.name, limit=2))
    if len(found) > 1:
        raise UnknownName(f"several games begin with {args.name!r}; give more of the id")
    record = readable(found[0])
    if args.replay:
        return _replay(args, record)
    if args.json:
        common.print_json(record.data())
        return 0
    pairing, way = record.pairing, positions(record)
    names = dict(zip(way[0].game.sides, (pairing.first, pairing.second), strict=True))
    print(f"{common.bold(pairing.game)}  " + ", ".join(f"{side}: {name}" for side, name in names.items()))
    print(f"{_result_in_words(record, way[0].game.sides)}\n")
    rows = []
    for number, (before, after) in enumerate(pairwise(way)):
        thought = number - len(pairing.opening)
        cells = ["opening", "", "", ""]
        if thought >= 0:
            move = record.moves[thought]
            value = "" if move.value is None else describe(move.value)
            depth, nodes = (common.short(count) if count else "" for count in (move.depth, move.nodes))
            cells = [value, depth, f"{nodes} reported" if nodes and move.reported else nodes, f"{move.seconds:.3f}"]
        assert after.parent is not None
        rows.append([str(number + 1), before.turn, after.game.word(after.parent.state, after.move), *cells])
    common.print_table([">ply", "side", "move", ">value", ">depth", ">nodes", ">s"], rows)
    if args.board:
        print(f"\n{way[-1].draw(common.has_colour(sys.stdout))}")
    return 0


def _result_in_words(record: GameRecord, sides: tuple[str, str]) -> str:
    if record.score == 0.5:
        return f"a draw: {record.reason}"
    return f"{sides[0] if record.score == 1 else sides[1]} won: {record.reason}"


def _replay(args: argparse.Namespace, record: GameRecord) -> int:
    """Play a stored game again; the same moves must come out when its limits were nodes or depth."""
    from plies.arena.run.match import play_game
    from plies.players.registry import is_exact

    exact = all(map(is_exact, record.pairing.players))
    again = play_game(record.pairing)
    before, after = ([move.move for move in one.moves] for one in (record, again))
    same = before == after and record.score == again.score
    where = next(
        (n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
    if args.json:
        common.print_json({"same": same, "exact": exact, "moves": after, "differs_at": None if same else where + 1})
    elif same:
        print(f"the same {len(before)} moves, the same result")
    else:
        why = "although its limits are exact" if exact else "which a limit of time allows"
        print(f"the players' move {where + 1} differs ({before[where:][:1]} then, {after[where:][:1]} now), {why}")
    return 1 if exact and not same else 0
