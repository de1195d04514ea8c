"""Tables of whole games: every position a win, a loss or a draw, with the plies to the end.

build solves every position that can arise from the start (or from --position) and audits the result; list, show and
remove are about the tables there are; probe asks one of them about a position; verify audits it again. The winner
hurries, the loser delays, and endless play is a draw. Draws by repetition and by lack of progress are ignored.

Ctrl-C stops a build; the same command goes on with what was finished.

examples:
  plies table build pebbles:4x2
  plies table build mygame.py --memory 4G
  plies table build breakthrough:3x5 --all
  plies table probe pebbles:4x2 --position "2,2,2,0/2,2,3,3 B" --json
  plies table list
  plies table verify pebbles:4x2
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from plies.cli import common
from plies.cli.tables import data
from plies.errors import PliesError, Refused

if TYPE_CHECKING:
    from plies.games.contract import Game
    from plies.tables.file.header import Header
    from plies.tables.folder import Scope


def configure(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=_SubParser)
    for name, about in (
        ("build", "solve a game and keep the result"),
        ("list", "the tables there are"),
        ("show", "what a table holds"),
        ("remove", "delete a table"),
        ("probe", "the value of a position and of its moves"),
        ("verify", "audit a table: does every value follow from its successors?"),
    ):
        one = actions.add_parser(name, help=about, description=about)
        if name != "list":
            one.add_argument("game", metavar="GAME", help="a name such as pebbles:4x2, or a file.py")
            one.add_argument("--part", metavar="NAME=N", help=argparse.SUPPRESS)
        if name == "probe":
            one.add_argument("--position", metavar="TEXT", help="the position that is asked about; else the start")
            one.add_argument("--from", dest="origin", metavar="TEXT", help="the table that was built from there")
        elif name != "list":
            one.add_argument("--position", dest="origin", metavar="TEXT", help="all that this position leads to")
        if name != "list":
            one.add_argument("--all", action="store_true", help="the whole index of the game, also what cannot arise")
        if name == "build":
            one.add_argument("--memory", metavar="SIZE", help="at most so much memory, such as 4G (half of all)")
            one.add_argument("--no-audit", action="store_true", help="leave out the audit at the end")
        if name in ("build", "verify"):
            one.add_argument("--threads", type=int, default=0, metavar="N", help="threads (all cores)")
        common.add_json(one)


class _SubParser(common.Parser):
    """An action's parser, whose arguments argparse gives by name."""

    def __init__(self, *, prog: str, description: str | None = None, **options: Any) -> None:
        super().__init__(prog, description, **options)


def prepare(words: Sequence[str]) -> list[str]:
    """`--pieces 4` becomes `--part pieces=4` in a game whose index has such a part."""
    part = _part_named_by(words)
    changed, at = list(words), 0
    while part is not None and at < len(changed):
        option, equals, value = changed[at].partition("=")
        if option == f"--{part}":
            if not equals and at + 1 < len(changed):
                value = changed.pop(at + 1)
            changed[at : at + 1] = ["--part", f"{part}={value}"]
        at += 1
    return changed


def _part_named_by(words: Sequence[str]) -> str | None:
    from plies.registry import game

    for word in words[1:]:
        if not word.startswith("-"):
            try:
                index = game(word).solving.index
            except PliesError:
                return None
            return None if index is None or index.part is None else index.part.name
    return None


def run(args: argparse.Namespace) -> int:
    actions = {
        "build": _build,
        "list": _list,
        "show": _show,
        "remove": _remove,
        "probe": _probe,
        "verify": _verify,
    }
    return actions[args.action](args)


# -- which table -------------------------------------------------------------------------------------------------------


def _part(game: Game, args: argparse.Namespace) -> int | None:
    """The value of the part that was asked for, 0 for the whole index, None for neither."""
    if args.part is None:
        return 0 if args.all else None
    value = args.part.partition("=")[2]
    if not value.isdecimal():
        raise Refused(f"--{args.part.partition('=')[0]} {value}: it is a whole number")
    return int(value)


def _scope(game: Game, args: argparse.Namespace) -> Scope:
    from plies.solve.tables.builder.building import Wish

    return Wish(game, _origin(game, args), _part(game, args)).scope


def _origin(game: Game, args: argparse.Namespace) -> str:
    """The text of the position a table begins with, in the one form it is written in; empty for the start."""
    if not args.origin:
        return ""
    position = game.position(args.origin)
    return "" if position.state == game.first else position.text


def _chosen(game: Game, args: argparse.Namespace) -> Scope:
    """The table that is meant: the one that was named, else the first of the game's tables."""
    from plies.tables.folder import tables_of

    if args.part is None and not args.all and not args.origin:
        for entry in tables_of(game.name):
            if entry.scope is not None:
                return entry.scope
    return _scope(game, args)


# -- actions -----------------------------------------------------------------------------------------------------------


def _build(args: argparse.Namespace) -> int:
    from plies.cli.tables.progress import Progress
    from plies.registry import game as find_game
    from plies.solve.tables.builder.building import Wish, build_table
    from plies.tables.folder import read_size

    game = find_game(args.game)
    memory = read_size(args.memory) if args.memory else 0
    if args.threads < 0:
        raise Refused(f"--threads {args.threads}: at least one thread")
    wish = Wish(game, _origin(game, args), _part(game, args), memory, args.threads, not args.no_audit)
    with Progress(wish.scope.in_words()) as progress:
        header = common.interruptibly(lambda: build_table(wish, progress.listener))
    _tell(args, header, wish.scope)
    return 0


def _show(args: argparse.Namespace) -> int:
    from plies.registry import game as find_game
    from plies.tables.table import open_table

    game = find_game(args.game)
    scope = _chosen(game, args)
    _tell(args, open_table(game, scope).header, scope)
    return 0


def _tell(args: argparse.Namespace, header: Header, scope: Scope) -> None:
    if args.json:
        common.print_json(data.table_data(header, scope))
        return
    from plies.tables.table import known_of

    print(common.bold(f"{scope.in_words()}: {header.positions:,} positions"))
    shares = ((header.win, "won"), (header.loss, "lost"), (header.draw, "drawn"))
    print("  " + ", ".join(f"{count:,} {word}" for count, word in shares) + " for the side to move")
    start = known_of(header.start)
    print(f"  the start: {'not in the table' if start.result == 'unknown' else start.in_words}")
    print(f"  the longest win or loss: {header.longest} plies")
    audited = "not audited" if header.audit_seconds is None else f"audited in {common.duration(header.audit_seconds)}"
    print(f"  built in {common.duration(header.seconds)}, {audited}")
    print(f"  {scope.file} ({scope.file.stat().st_size / 1e6:,.1f} MB)")
    print(common.dim(f"  {data.IGNORED}"))


def _list(args: argparse.Namespace) -> int:
    from plies.tables import folder

    found = folder.entries()
    used, most = sum(entry.bytes for entry in found), folder.limit()
    if args.json:
        tables = [data.entry_data(entry) for entry in found]
        common.print_json({"tables": tables, "bytes": used, "limit": most, "folder": str(folder.tables_folder())})
        return 0
    if not found:
        print(f"no tables in {folder.tables_folder()}; plies table build GAME makes one")
        return 0
    rows = [data.entry_row(entry) for entry in found]
    common.print_table(["table", ">positions", ">won", ">lost", ">drawn", ">longest", ">MB", "audit"], rows)
    print(common.dim(f"{used / 1e6:,.1f} MB of {most / 1e6:,.0f} MB in {folder.tables_folder()}"))
    return 0


def _remove(args: argparse.Namespace) -> int:
    from plies.registry import game as find_game
    from plies.tables import folder

    game = find_game(args.game)
    scope = _chosen(game, args)
    file = folder.remove(scope)
    if args.json:
        common.print_json({"removed": str(file)})
    else:
        print(f"removed the table of {scope.in_words()}: {file}")
    return 0


def _probe(args: argparse.Namespace) -> int:
    from plies.registry import game as find_game
    from plies.tables.table import open_table

    game = find_game(args.game)
    position = game.start() if args.position is None else game.position(args.position)
    found = open_table(game, _chosen(game, args)).probe(position)
    if args.json:
        common.print_json(data.probe_data(found))
        return 0
    print(position)
    print()
    print(common.bold(f"{position.turn}: {found.in_words}") + common.dim(f" ({data.IGNORED})"))
    common.print_table(
        ["move", "result", ">plies"],
        [[word, one.result, "" if one.plies is None else str(one.plies)] for word, one in found.moves.items()],
        indent=2,
    )
    return 0


def _verify(args: argparse.Namespace) -> int:
    import os

    from plies.cli.tables.progress import Progress
    from plies.registry import game as find_game
    from plies.solve.tables.audit.audit import audit
    from plies.tables.table import open_table

    game = find_game(args.game)
    scope = _chosen(game, args)
    table = open_table(game, scope)
    threads = args.threads or os.cpu_count() or 1
    with Progress(scope.in_words()) as progress:
        progress.listener.stage("audit")
        seconds = common.interruptibly(lambda: audit(game, table.opened, threads, progress.listener.progress))
    if args.json:
        common.print_json({"positions": table.header.positions, "audit_seconds": round(seconds, 3), "right": True})
    else:
        print(f"{scope.in_words()}: all {table.header.positions:,} values are right ({common.duration(seconds)})")
    return 0
