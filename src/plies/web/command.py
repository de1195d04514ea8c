"""Open the laboratory in the browser: play, analyse, watch searches.

Prints its address; if the port is taken, the next free one is used. It answers
only this machine unless --host names another address. Then every visitor needs
the token in the printed address.

FILE or a folder of files: your own games and heuristics. They are offered
wherever ours are, and an edit is noticed.

--edit opens the page in which heuristics are written, to whoever has the printed
address, on this machine. They are saved in the first folder that is named, or in
the current one.

examples:
  plies serve
  plies serve mine.py games/
  plies serve --edit heuristics/
  plies serve --port 9000 --no-open
  plies serve --host 0.0.0.0
  plies serve --host 0.0.0.0 --token a-long-secret --name lab.example.org
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import secrets
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from plies.errors import Refused

if TYPE_CHECKING:
    import uvicorn

PORT = 8000
#: seconds between two signs of life while the server starts
SIGN = 1.0
#: ports tried after the one that was asked for
TRIES = 100


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="files and folders of your own")
    parser.add_argument("--host", default="127.0.0.1", metavar="HOST", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"first port to try ({PORT}); 0: any")
    parser.add_argument(
        "--token", metavar="TEXT", help="every visitor needs it; made up when other machines can reach the server"
    )
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help="a further name of this server")
    parser.add_argument(
        "--build-tables",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="solve small games in the background when they are first played",
    )
    parser.add_argument(
        "--compile-ahead",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="compile the engines of the usual games before they are asked for",
    )
    parser.add_argument("--edit", action="store_true", help="heuristics can be written in the page /edit")
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, help="open a browser (where there is one)")


def listen(host: str, port: int) -> socket.socket:
    """A socket on the first free port from `port` on."""
    if not 0 <= port <= 65535:
        raise Refused(f"--port {port}: a port is 0 to 65535")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise Refused(f"--host {host!r} is not an address of this machine") from None
    family = found[0][0]
    last = None
    for candidate in range(port, min(port + TRIES, 65536)):
        # asyncio switches Nagle's algorithm off only where the protocol is named; with it every answer took 40 ms
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(256)
            return listener
        except OSError as error:
            listener.close()
            last = error
    raise Refused(f"cannot listen on {host}, ports {port} to {port + TRIES - 1}: {last.strerror if last else ''}")


def token_for(args: argparse.Namespace, loopback: bool) -> str:
    """The token that visitors need: as given, made up when other machines can reach the server, else none."""
    if args.token is not None:
        if not re.fullmatch(r"[A-Za-z0-9._~-]{8,200}", args.token):
            raise Refused("--token: 8 to 200 letters, digits and . _ ~ -")
        return str(args.token)
    return "" if loopback else secrets.token_urlsafe(24)


def secret_for(args: argparse.Namespace, loopback: bool, token: str) -> str:
    """The secret that opens the editor: the token where there is one; empty where nobody wants to edit."""
    if not args.edit:
        return ""
    if not loopback:
        raise Refused("--edit is for this machine alone; leave out --host, or --edit")
    return token or secrets.token_urlsafe(24)


def _has_display() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _address(host: str, port: int, token: str) -> str:
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    shown = f"[{shown}]" if ":" in shown else shown
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


@contextlib.contextmanager
def never_silent(text: str, every: float) -> Iterator[None]:
    """Says what is going on, and for how long already, while that takes longer than people wait for a sign of life."""
    done, began = threading.Event(), time.monotonic()

    def tell() -> None:
        while not done.wait(every):
            print(f"{text} ... {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def run(args: argparse.Namespace) -> int:
    with never_silent("starting the server", SIGN):  # after an installation, Python compiles all it imports
        server, listener, address = _prepare(args)
    print(f"Plies is at {address}  (Ctrl-C ends it)", flush=True)
    _open(address, args.open)
    sys.setswitchinterval(0.001)  # a thread that searches hands Python's lock over sooner than the usual 5 ms
    with contextlib.suppress(KeyboardInterrupt):  # how uvicorn passes Ctrl-C on after an orderly end
        server.run(sockets=[listener])
    return 0


def _prepare(args: argparse.Namespace) -> tuple[uvicorn.Server, socket.socket, str]:
    """The server, what it listens on, and its address for people."""
    try:
        import fastapi
        import uvicorn
    except ImportError:
        raise Refused("the browser needs two more packages; run:  pip install 'plies[web]'") from None
    assert fastapi
    assert uvicorn
    from plies.web.app import create_app
    from plies.web.server.descriptors import raise_limit, room
    from plies.web.server.security import is_loopback
    from plies.web.server.serving import make_server
    from plies.web.server.settings import Settings

    for path in args.files:
        if not os.path.exists(path) or not (os.path.isdir(path) or path.endswith(".py")):
            raise Refused(f"{path!r} is no folder and no Python file that is there; such as plies serve mine.py games/")
    token = token_for(args, is_loopback(args.host))
    secret = secret_for(args, is_loopback(args.host), token)
    listener = listen(args.host, args.port)
    port = listener.getsockname()[1]
    if port != args.port and args.port:
        print(f"port {args.port} is taken", file=sys.stderr)
    settings = Settings(
        host=args.host,
        port=port,
        token=token,
        names=frozenset(name.lower() for name in (*args.name, socket.gethostname(), args.host)),
        most_connections=room(raise_limit(), Settings.most_connections),
        builds_tables=args.build_tables,
        compiles_ahead=args.compile_ahead,
        files=tuple(args.files),
        secret=secret,
        folder=Path(next(filter(os.path.isdir, args.files), ".")),
    )
    return make_server(create_app(settings), settings), listener, _address(args.host, port, token or secret)


def _open(address: str, wanted: bool | None) -> None:
    if wanted or (wanted is None and sys.stdout.isatty() and _has_display()):
        import webbrowser

        threading.Timer(0.5, webbrowser.open, [address]).start()
