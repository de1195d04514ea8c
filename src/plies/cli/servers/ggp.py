"""Play on game servers: a player of the General Game Playing protocol.

The server of a tournament sends the rules and asks for moves; this player
recognises the game by its rules and answers in time, thinking as long as the
play clock lets it, or shorter if the player has limits of its own. It serves
until Ctrl-C, with one line for each message.

examples:
  plies ggp --player ari
  plies ggp --port 4002 --player "tryggvi(pawns=3)@2s" --prepare pawns:8x8
  plies ggp --host 0.0.0.0 --player hoddi@depth=8 --json
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

from plies.cli import common
from plies.errors import Refused

if TYPE_CHECKING:
    from plies.protocols.ggp.brains import Contender
    from plies.protocols.ggp.server import Heard, PlayerServer


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--player", metavar="WHO", required=True, help="who plays: a heuristic, or a player's text")
    parser.add_argument("--port", type=int, default=4001, metavar="N", help="where to listen (4001; 0: any free port)")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="on which address (127.0.0.1)")
    parser.add_argument("--name", default="plies", help="the name reported to servers (plies)")
    parser.add_argument(
        "--margin", type=float, metavar="S", help="seconds kept back from each clock (0.2 and 3%% of the clock)"
    )
    parser.add_argument("--matches", type=int, default=8, metavar="N", help="matches at once, at most (8)")
    parser.add_argument(
        "--info",
        choices=("auto", "word", "list"),
        default="auto",
        help="how INFO is answered: one word, a list, or (auto) a word to capitals and a list to small letters",
    )
    parser.add_argument(
        "--prepare", nargs="+", default=[], metavar="GAME", help="compile for these games before listening"
    )
    common.add_isolation(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object per line instead of text")


def run(args: argparse.Namespace) -> int:
    from plies.protocols.ggp.brains import Contender
    from plies.protocols.ggp.server import PlayerServer, Settings

    _check(args)
    contender = Contender(args.player)
    for name in args.prepare:
        _prepare(name, contender)
    settings = Settings(args.name, args.margin, args.matches, args.info)
    server = PlayerServer(contender.brain, settings, _log_as_json if args.json else _log_as_text)
    sys.setswitchinterval(0.001)  # messages are heard while threads compile, or search in Python
    asyncio.run(_serve(server, args))
    return 0


def _check(args: argparse.Namespace) -> None:
    if not 0 <= args.port <= 65_535:
        raise Refused(f"--port {args.port}: a port is 1 to 65535, or 0 for any that is free")
    if args.margin is not None and not 0 <= args.margin <= 60:
        raise Refused(f"--margin {args.margin}: seconds kept back from a clock are 0 to 60")
    if not 1 <= args.matches <= 64:
        raise Refused(f"--matches {args.matches}: 1 to 64 matches at once")
    if not re.fullmatch(r"[A-Za-z0-9_.-]{1,50}", args.name):
        raise Refused(f"--name {args.name!r}: a name is 1 to 50 letters, digits, dots and dashes, without spaces")


def _prepare(name: str, contender: Contender) -> None:
    """Compiles for a game, so that the first match need not."""
    from plies.protocols.ggp.wire.following import form_of
    from plies.registry import game as find

    game = find(name)
    form_of(game)
    with common.Ticker(lambda: f"compiling for {name} ..."):
        brain = contender.brain(play_clock=1.0)
        brain.prepare(game, 0, 0)
        brain.close()


async def _serve(server: PlayerServer, args: argparse.Namespace) -> None:
    try:
        listening = await server.listen(args.host, args.port)
    except OSError as error:
        raise Refused(f"cannot listen on {args.host}:{args.port}: {error.strerror or error}") from None
    except UnicodeError:
        raise Refused(f"--host {args.host!r} is no name of a machine") from None
    try:
        host, port = listening.sockets[0].getsockname()[:2]
        if args.json:
            print(json.dumps({"listening": f"http://{host}:{port}", "player": args.player}), flush=True)
        else:
            print(f"{args.player} listens on http://{host}:{port} (Ctrl-C ends it)", flush=True)
        await asyncio.get_running_loop().create_future()  # until Ctrl-C
    finally:
        # not `serve_forever` nor `wait_closed`: since Python 3.12 they wait until every connection has ended
        listening.close()
        server.close()


def _log_as_json(heard: Heard) -> None:
    print(json.dumps(asdict(heard)), flush=True)


def _log_as_text(heard: Heard) -> None:
    clock = time.strftime("%H:%M:%S", time.localtime(heard.at))
    status = "" if heard.status == 200 else f"{heard.status} "
    what = " ".join(filter(None, (heard.kind, heard.match)))
    note = common.dim(f"  {heard.note}") if heard.note else ""
    print(f"{clock} {heard.peer} {what}: {status}{heard.answer} ({heard.seconds:.2f} s){note}", flush=True)
