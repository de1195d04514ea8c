"""Whose fault an exception is, and how it reads: whatever a player's code raises loses that player's game.

    with blamed(player):
        searcher.new_game(side, seed)

An exception in the code of Plies itself is a bug, and is raised: a bug is not to be taken for a loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from plies.errors import ERROR, PlayerFault, PliesError, Refused, UnknownName
from plies.players.player import Player
from plies.players.registry import algorithms

#: characters of an exception's own text that are kept
LONGEST_TEXT = 200


def is_ours(player: Player) -> bool:
    """Whether only the code of Plies chooses its moves: no user-written file, no package, no program elsewhere."""
    if player.runs_user_file or player.is_remote:
        return False
    found = algorithms().get(player.algorithm)
    return found is not None and not found.package


def brings_code(player: Player) -> bool:
    """Whether code from elsewhere runs for it on this machine: a user-written file, or a package."""
    return not is_ours(player) and not player.is_remote


def counts_are_reported(player: Player, searcher: object) -> bool:
    """Whether its nodes and depths are only what its own code reports: a whole player, a heuristic that is searched in
    the process of its file, an algorithm of a package. A searcher that has them counted elsewhere, by the engine in a
    process that never runs the file, has `reports_counts = False`."""
    return bool(getattr(searcher, "reports_counts", brings_code(player)))


@contextmanager
def blamed(player: Player, *, refusals: bool = False) -> Iterator[None]:
    """Turns what is raised into PlayerFault where the player caused it.

    A PliesError says what a heuristic or a player did; with `refusals` a Refused or UnknownName is handed on, since it
    says that the game cannot be played, as when a file has changed or an algorithm is not installed. Ctrl-C is never a
    fault.
    """
    try:
        yield
    except (PlayerFault, KeyboardInterrupt, GeneratorExit):
        raise
    except PliesError as error:
        if refusals and not _is_package(player) and isinstance(error, Refused | UnknownName):
            raise
        raise PlayerFault(ERROR, str(error)) from error
    except BaseException as error:  # SystemExit too: whatever a player's code does ends its game and nothing else
        out_of_processes = isinstance(error, OSError) and player.runs_user_file  # ours could not be started
        if is_ours(player) or out_of_processes:
            raise
        raise PlayerFault(ERROR, f"stopped with {describe(error)}") from error


def _is_package(player: Player) -> bool:
    found = algorithms().get(player.algorithm)
    return found is not None and bool(found.package) and not player.runs_user_file


def describe(error: BaseException) -> str:
    """An exception in one line, with the innermost place outside Plies."""
    try:
        text = str(error)[:LONGEST_TEXT]
    except Exception:  # its own text fails
        text = ""
    place, trace = "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if not str(trace.tb_frame.f_globals.get("__name__", "")).startswith("plies."):
            place = f" ({code.co_filename}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"
