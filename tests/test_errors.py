"""Every error of the tree is raised somewhere, says one line, and is drawn in the tree's picture."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies import errors
from plies.arena.plan.openings import Openings
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Entrant, Tournament
from plies.arena.run.cores import core_sets
from plies.arena.run.pool import Pool
from plies.arena.store.ledger import Ledger
from plies.cli import common
from plies.games.contract import Heuristic
from plies.players.notation import parse_player
from plies.protocols.ggp.wire import sexpr
from plies.registry import load_file

START = plies.game("pawns:3x5").start()


def ambiguous() -> None:
    game = replace(START.game, read=lambda state, word: plies.game("pawns:3x5").start().legal)
    game.start().play("b2-b3")


def invalid_file() -> None:
    file = Path("broken.py")
    file.write_text("def h(state, me):\n    return (1\n")
    load_file(str(file))


def storage_failed() -> None:
    Path("file").touch()
    Ledger("file/ledger.sqlite")


def game_failed() -> None:
    players = [Entrant(name, (("pawns:3x5", parse_player("nobody@depth=1")),)) for name in ("a", "b")]
    games = pairings(Tournament(("pawns:3x5",), tuple(players), openings=Openings("start")))
    with Pool(core_sets(workers=1)) as pool:
        list(pool.play(games))


def heuristic_hangs() -> None:
    """One that sleeps: it cannot be compiled, and asked for its number it does not return in time."""
    slow = Heuristic("slow", "", function=lambda state, me: float(time.sleep(1) or 0))
    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("ignore")
        patch.setattr(common, "PATIENCE", 0.1)
        common.evaluation(START, slow)


RAISED: dict[type[errors.PliesError], tuple[Callable[[], object], str]] = {
    errors.UnknownName: (lambda: plies.game("chess"), r"no game 'chess'; known: .*pawns"),
    errors.InvalidPosition: (lambda: START.game.position("bbb w"), r"1 rows, but the board has 5"),
    errors.InvalidMove: (lambda: START.play("castle"), r"'castle' is not a move; a move looks like b2-b3"),
    errors.IllegalMove: (lambda: START.play("a1-a2"), r"a1-a2 is not legal here; legal: a2-a3"),
    errors.AmbiguousMove: (ambiguous, r"b2-b3 may mean any of a2-a3, b2-b3, c2-c3"),
    errors.InvalidGame: (lambda: Heuristic("empty", "nothing"), r"either features with weights or one function"),
    errors.HeuristicHangs: (heuristic_hangs, r"heuristic 'slow' does not return"),
    errors.Refused: (lambda: plies.analyse(START, depth=0), r"depth=0: a depth is 1 to 200 plies"),
    errors.InvalidMessage: (lambda: sexpr.parse("(play"), r"1 bracket is never closed"),
    errors.InvalidFile: (invalid_file, r"line 2, column 12: .*broken.py: '\(' was never closed"),
    errors.StorageFailed: (storage_failed, r"the folder of the ledger file/ledger.sqlite cannot be made"),
    errors.GameFailed: (
        game_failed,
        r"game \w+ \(a against b on pawns:3x5, pair 1\) failed 3 times; the last time UnknownName: .*'nobody'",
    ),
}


def tree() -> set[type[errors.PliesError]]:
    return {
        thing for thing in vars(errors).values() if isinstance(thing, type) and issubclass(thing, errors.PliesError)
    } - {errors.PliesError}


@pytest.mark.parametrize("kind", sorted(tree(), key=lambda kind: kind.__name__))
def test_every_error_is_raised(kind: type[errors.PliesError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    provoke, said = RAISED[kind]
    with pytest.raises(kind, match=said) as caught:
        provoke()
    assert len(str(caught.value).splitlines()) == 1
    assert issubclass(kind, errors.PliesError)


def test_the_picture_of_the_tree_names_them_all() -> None:
    assert errors.__doc__ is not None
    assert all(kind.__name__ in errors.__doc__ for kind in tree())
    assert all(getattr(plies, kind.__name__) is kind for kind in tree())


@pytest.mark.parametrize(
    ("provoke", "said"),
    [
        (lambda: plies.perft(START, -1), "perft goes from 0 to 100 plies"),
        (lambda: plies.analyse(START, seconds=0), "more than 0"),
        (lambda: plies.analyse(START, nodes=0), "at least one node"),
        (lambda: plies.analyse(START, depth=1, lines=0), "at least one line"),
        (lambda: plies.analyse(START, depth=1, threads=0), "1 to 256 threads"),
        (lambda: plies.analyse(START.game.position("w2/3/3/2b/3 b"), depth=1), "the game is over"),
    ],
)
def test_the_search_refuses_with_a_sentence(provoke: Callable[[], object], said: str) -> None:
    with pytest.raises(plies.Refused, match=said):
        provoke()


@pytest.mark.parametrize(
    ("provoke", "said"),
    [
        (lambda: plies.evaluate(START, "ari2"), r"no heuristic 'ari2' \(did you mean ari\?\); known: ari, binni"),
        (lambda: plies.evaluate(START, "ari(king=1)"), r"no term 'king'; known: pawns"),
        (lambda: plies.game("nowhere.py"), r"cannot read nowhere.py: No such file"),
        (lambda: plies.evaluate(START, "nowhere.py:h"), r"cannot read nowhere.py"),
    ],
)
def test_unknown_names_list_what_is_known(provoke: Callable[[], object], said: str) -> None:
    with pytest.raises(plies.PliesError, match=said):
        provoke()
