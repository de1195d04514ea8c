"""Leaf kernels that games share: single bits, population count, and boards of bits.

Everything here is plain Python on plain integers. When a game is compiled, `plies.compile.intrinsics` puts the
machine's own instructions in their place; the two are tested against each other.

A *board of bits* has one bit per square, squares counted from the bottom left, row by row:

    a word, for boards up to 8x8                 a pair of words, for boards up to 10x10
    one uint64, 8 columns a row                  two uint64, 10 columns a row,
        56 57 ... 63                             rows 6-10 in the second word, from bit 0 again
         :                                           40 .. 49   (second word)
         8  9 ... 15                                  :
         0  1 ...  7                                  0 ..  9   (first word)

Functions on boards of bits take either kind, so a rule or heuristic is written once for all sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

T = TypeVar("T")

#: annotations for the fields of a State; a plain `int` is a signed 64-bit integer
Word = Annotated[int, "word"]
Pair = Annotated[tuple[int, int], "pair"]

#: a board of bits of either kind: a word or a pair, as the first state of the game has it
Bits = Annotated[Any, "bits"]

FULL = 0xFFFF_FFFF_FFFF_FFFF
FULL_PAIR_WORD = (1 << 50) - 1
NOT_FIRST_8 = 0xFEFE_FEFE_FEFE_FEFE  # every column of 8 but the leftmost
NOT_LAST_8 = 0x7F7F_7F7F_7F7F_7F7F
NOT_FIRST_10 = sum(0b11_1111_1110 << (10 * row) for row in range(5))
NOT_LAST_10 = sum(0b01_1111_1111 << (10 * row) for row in range(5))


def u64(x: int) -> int:
    """The same number as an unsigned word (in compiled code a literal is signed unless it says so)."""
    return x & FULL


def i64(x: int) -> int:
    """The same number as a signed integer."""
    return x


def count_word(a: int) -> int:
    """How many bits are set."""
    return a.bit_count()


def lowest_word(a: int) -> int:
    """The index of the lowest set bit; `a` is not 0."""
    return (a & -a).bit_length() - 1


def mix(h: int) -> int:
    """Scrambles a word so that every bit of the result depends on every bit of `h` (for keys)."""
    h = u64(h ^ (h >> u64(32)))
    h = u64(h * u64(0xD6E8FEB86659FD93))
    h = u64(h ^ (h >> u64(32)))
    h = u64(h * u64(0xD6E8FEB86659FD93))
    return u64(h ^ (h >> u64(32)))


def _bit_word(a: int, b: int) -> int:
    return u64(u64(1) << u64(b))


def _bit_pair(a: tuple[int, int], b: int) -> tuple[int, int]:
    if b < 50:
        return (u64(u64(1) << u64(b)), u64(0))
    return (u64(0), u64(u64(1) << u64(b - 50)))


def _stride_word(a: int) -> int:
    return 8


def _stride_pair(a: tuple[int, int]) -> int:
    return 10


def _count_pair(a: tuple[int, int]) -> int:
    return count_word(a[0]) + count_word(a[1])


def _lowest_pair(a: tuple[int, int]) -> int:
    if a[0] != u64(0):
        return lowest_word(a[0])
    return 50 + lowest_word(a[1])


def _rest_word(a: int) -> int:
    return a & (a - u64(1))


def _rest_pair(a: tuple[int, int]) -> tuple[int, int]:
    if a[0] != u64(0):
        return (a[0] & (a[0] - u64(1)), a[1])
    return (a[0], a[1] & (a[1] - u64(1)))


def _some_word(a: int) -> bool:
    return a != u64(0)


def _some_pair(a: tuple[int, int]) -> bool:
    return (a[0] | a[1]) != u64(0)


def _meet_word(a: int, b: int) -> int:
    return a & b


def _meet_pair(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return (a[0] & b[0], a[1] & b[1])


def _join_word(a: int, b: int) -> int:
    return a | b


def _join_pair(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return (a[0] | b[0], a[1] | b[1])


def _without_word(a: int, b: int) -> int:
    return a & (b ^ u64(FULL))


def _without_pair(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return (a[0] & (b[0] ^ u64(FULL)), a[1] & (b[1] ^ u64(FULL)))


def _fold_word(a: int) -> int:
    return a


def _fold_pair(a: tuple[int, int]) -> int:
    return a[0] ^ mix(a[1])


def _north_word(a: int) -> int:
    return u64(a << u64(8))


def _north_pair(a: tuple[int, int]) -> tuple[int, int]:
    return (
        u64(a[0] << u64(10)) & u64(FULL_PAIR_WORD),
        (u64(a[1] << u64(10)) | (a[0] >> u64(40))) & u64(FULL_PAIR_WORD),
    )


def _south_word(a: int) -> int:
    return a >> u64(8)


def _south_pair(a: tuple[int, int]) -> tuple[int, int]:
    return ((a[0] >> u64(10)) | (u64(a[1] << u64(40)) & u64(FULL_PAIR_WORD)), a[1] >> u64(10))


def _east_word(a: int) -> int:
    return u64((a & u64(NOT_LAST_8)) << u64(1))


def _east_pair(a: tuple[int, int]) -> tuple[int, int]:
    return ((a[0] & u64(NOT_LAST_10)) << u64(1), (a[1] & u64(NOT_LAST_10)) << u64(1))


def _west_word(a: int) -> int:
    return (a & u64(NOT_FIRST_8)) >> u64(1)


def _west_pair(a: tuple[int, int]) -> tuple[int, int]:
    return ((a[0] & u64(NOT_FIRST_10)) >> u64(1), (a[1] & u64(NOT_FIRST_10)) >> u64(1))


#: public function -> its form for words and its form for pairs; `plies.compile.intrinsics` walks this table
SHAPES: dict[Callable[..., Any], tuple[Callable[..., Any], Callable[..., Any]]] = {}


def _one(about: str, word: Callable[..., T], pair: Callable[..., Any]) -> Callable[[Bits], T]:
    def pick(a: Bits) -> Any:
        return pair(a) if isinstance(a, tuple) else word(a)

    pick.__doc__ = about
    SHAPES[pick] = (word, pair)
    return pick


def _two(about: str, word: Callable[..., Any], pair: Callable[..., Any]) -> Callable[[Bits, Any], Any]:
    def pick(a: Bits, b: Any) -> Any:
        return pair(a, b) if isinstance(a, tuple) else word(a, b)

    pick.__doc__ = about
    SHAPES[pick] = (word, pair)
    return pick


count = _one("How many squares are set.", count_word, _count_pair)
lowest: Callable[[Bits], Bits] = _one("The lowest set square; there must be one.", lowest_word, _lowest_pair)
rest: Callable[[Bits], Bits] = _one("All set squares but the lowest.", _rest_word, _rest_pair)
some = _one("Whether any square is set.", _some_word, _some_pair)
stride = _one("Squares per row: 8 in a word, 10 in a pair.", _stride_word, _stride_pair)
north: Callable[[Bits], Bits] = _one(
    "Every set square one row up; what leaves the board is gone.", _north_word, _north_pair
)
south: Callable[[Bits], Bits] = _one("Every set square one row down.", _south_word, _south_pair)
east: Callable[[Bits], Bits] = _one(
    "Every set square one column to the right, without wrapping.", _east_word, _east_pair
)
west: Callable[[Bits], Bits] = _one(
    "Every set square one column to the left, without wrapping.", _west_word, _west_pair
)
fold = _one("One word that stands for the board in a key.", _fold_word, _fold_pair)
bit = _two("Square `b` alone, of the same kind as `a`.", _bit_word, _bit_pair)
meet = _two("Squares in both.", _meet_word, _meet_pair)
join = _two("Squares in either.", _join_word, _join_pair)
without = _two("Squares of `a` that are not in `b`.", _without_word, _without_pair)
