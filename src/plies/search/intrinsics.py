"""What stands in for `plies.games.bits` in compiled code, and the few things Numba does not offer by itself.

Importing this module imports Numba and registers the replacements.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload, register_jitable

from plies.games import bits


@intrinsic
def _population(typingctx: Any, x: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def _trailing(typingctx: Any, x: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@overload(bits.u64, strict=False)
def _u64(x: Any) -> Any:
    return lambda x: types.uint64(x)


@overload(bits.i64, strict=False)
def _i64(x: Any) -> Any:
    return lambda x: types.int64(x)


@overload(bits.count_word, strict=False)
def _count(a: Any) -> Any:
    return lambda a: _population(types.uint64(a))  # type: ignore[call-arg]


@overload(bits.lowest_word, strict=False)
def _lowest(a: Any) -> Any:
    return lambda a: _trailing(types.uint64(a))  # type: ignore[call-arg]


register_jitable(bits.mix)
_NATIVE = {bits.count_word, bits.lowest_word}


def _register_unary(public: Any, word: Any, pair: Any) -> None:
    @overload(public, strict=False)
    def choose(a: Any) -> Any:
        chosen = pair if isinstance(a, types.BaseTuple) else word
        return lambda a: chosen(a)


def _register_binary(public: Any, word: Any, pair: Any) -> None:
    @overload(public, strict=False)
    def choose(a: Any, b: Any) -> Any:
        chosen = pair if isinstance(a, types.BaseTuple) else word
        return lambda a, b: chosen(a, b)


for _public, (_word, _pair) in bits.SHAPES.items():
    for _plain in (_word, _pair):
        if _plain not in _NATIVE:
            register_jitable(_plain)
    (_register_unary if _public.__code__.co_argcount == 1 else _register_binary)(_public, _word, _pair)
