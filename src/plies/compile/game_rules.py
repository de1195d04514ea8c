"""What a compiled kernel knows of its game.

The kernels import these names as if they were ordinary functions. `build.py` copies a kernel's file with that import
replaced by the rules of one game (`rules.py`), and Numba compiles the copy; so every game gets a search with its rules
inlined. The bodies here only explain what each name means.
"""

from __future__ import annotations

from typing import Any

#: words a state takes in a row
FIELDS = 1
#: size of tables indexed by moves
SLOTS = 1
#: what it means for the side to move to have no move: -1 a loss, 0 a draw
WITHOUT_MOVES = -1
NOISY = False
NOISE_IS_COMPULSORY = False
PRUNES = False
CAN_REPEAT = False
PLIES_WITHOUT_PROGRESS = 0
#: what the game declares for tables (`games/solving.py`)
HAS_INDEX = False


def load(rows: Any, ply: int) -> Any:
    """The state kept in a row."""
    raise NotImplementedError


def store(rows: Any, ply: int, state: Any) -> None:
    """Keeps a state in a row."""
    raise NotImplementedError


def moves(state: Any, out: Any) -> int:
    raise NotImplementedError


def any_move(state: Any, out: Any) -> bool:
    """Whether there is a legal move; may use `out` as scratch."""
    raise NotImplementedError


def play(state: Any, move: int) -> Any:
    raise NotImplementedError


def outcome(state: Any) -> int:
    raise NotImplementedError


def key(state: Any) -> int:
    raise NotImplementedError


def noise(state: Any, move: int) -> int:
    raise NotImplementedError


def noisy_moves(state: Any, out: Any) -> int:
    """Writes the moves with noise above 0."""
    raise NotImplementedError


def progress(state: Any, move: int) -> bool:
    raise NotImplementedError


def canonical(state: Any) -> Any:
    """The one of all mirror images that stands for them in tables; the state itself where none are declared."""
    raise NotImplementedError


def representative(state: Any) -> Any:
    """The one of all mirror images that searches for proofs keep; `canonical` where none is declared."""
    raise NotImplementedError


def index_of(state: Any, numbers: Any) -> int:
    """The number of a position in the game's index, -1 outside it or where there is none."""
    raise NotImplementedError


def state_at(index: int, first: Any, numbers: Any) -> Any:
    """The position with that number."""
    raise NotImplementedError


def before(state: Any, out: Any) -> int:
    """Writes codes of the moves that lead here from the same tier of the index."""
    raise NotImplementedError


def unplay(state: Any, code: int) -> Any:
    """The state before such a move."""
    raise NotImplementedError


def promise(state: Any) -> int:
    """A small number, above 0 if the side to move looks like winning."""
    raise NotImplementedError


def static_proof(state: Any) -> int:
    """0, or n when the side to move wins within n plies, or -n when it loses within n."""
    raise NotImplementedError


def cannot_win(state: Any, side: int) -> bool:
    """Whether a side can no longer win, whatever is played."""
    raise NotImplementedError
