"""What stands in for `plies.games.bits` in compiled code, and the few things Numba does not offer by itself.

Importing this module imports Numba and registers the replacements.
"""

from __future__ import annotations

import itertools
import os
import time
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.bytecode import FunctionIdentity
from numba.extending import intrinsic, overload, overload_method, register_jitable

from plies.compile import numba_start
from plies.games import bits

numba_start.skip_linear_algebra()
numba_start.pause_collector()
tools: Any = cgutils  # untyped

# A compiled function's symbol is its name and a number that Numba counts from 1 in every process. Two results kept on
# disk by two processes may so hold different functions under one symbol, and a third process that loads both calls
# the first in place of the second (seen with two versions of a helper too long to be inlined). Counting from a random
# start keeps the symbols of different processes apart.
_identity: Any = FunctionIdentity
_identity._unique_ids = itertools.count(int.from_bytes(os.urandom(6), "big"))


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


@intrinsic
def _float_bits(typingctx: Any, x: Any) -> Any:
    """The 64 bits of a float."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.IntType(64))

    return types.uint64(types.float64), codegen


@intrinsic
def _bits_float(typingctx: Any, x: Any) -> Any:
    """The float of 64 bits."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.uint64), codegen


@intrinsic
def _now(typingctx: Any) -> Any:
    """Nanoseconds of the monotonic clock, the one of `time.monotonic_ns`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        i32, i64 = ir.IntType(32), ir.IntType(64)
        kind = ir.FunctionType(i32, [i32, i64.as_pointer()])
        function = tools.get_or_insert_function(builder.module, kind, "clock_gettime")
        pair = tools.alloca_once(builder, i64, 2)
        builder.call(function, [ir.Constant(i32, time.CLOCK_MONOTONIC), pair])
        seconds = builder.load(pair)
        rest = builder.load(builder.gep(pair, [ir.Constant(i64, 1)]))
        return builder.add(builder.mul(seconds, ir.Constant(i64, 1_000_000_000)), rest)

    return types.int64(), codegen


@intrinsic
def _call_heuristic(typingctx: Any, address: Any, rows: Any, ply: Any, me: Any, weights: Any) -> Any:
    """Calls the compiled heuristic at `address` on a row: `float64 f(uint64 *row, int64 me, float64 *weights)`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        i64, double = ir.IntType(64), ir.DoubleType()
        kind = ir.FunctionType(double, [i64.as_pointer(), i64, double.as_pointer()])
        states = context.make_array(signature.args[1])(context, builder, args[1])
        step = builder.extract_value(states.strides, 0)
        place = builder.add(builder.ptrtoint(states.data, i64), builder.mul(step, args[2]))
        numbers = context.make_array(signature.args[4])(context, builder, args[4])
        function = builder.inttoptr(args[0], kind.as_pointer())
        return builder.call(function, [builder.inttoptr(place, i64.as_pointer()), args[3], numbers.data])

    return types.float64(types.int64, rows, types.int64, types.int64, weights), codegen


@intrinsic
def _short_at(typingctx: Any, numbers: Any, place: Any) -> Any:
    """The two-byte integer at a place, where an array of floats holds such integers too."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        shorts = builder.bitcast(args[0], ir.IntType(16).as_pointer())
        return builder.sext(builder.load(builder.gep(shorts, [args[1]])), ir.IntType(64))

    return types.int64(numbers, types.int64), codegen


# Numba's own annotations describe an intrinsic as it is written, not as it is called
population: Any = _population
trailing: Any = _trailing
float_bits: Any = _float_bits
bits_float: Any = _bits_float
now: Any = _now
call_heuristic: Any = _call_heuristic
short_at: Any = _short_at


@overload_method(types.Integer, "bit_count")
def _bit_count(x):  # type: ignore[no-untyped-def]  # Numba compares this signature with the lambda's
    if x.signed:
        return lambda x: population(types.uint64(abs(x)))
    return lambda x: population(types.uint64(x))


@overload(bits.u64, strict=False)
def _u64(x: Any) -> Any:
    return lambda x: types.uint64(x)


@overload(bits.i64, strict=False)
def _i64(x: Any) -> Any:
    return lambda x: types.int64(x)


@overload(bits.count_word, strict=False)
def _count(a: Any) -> Any:
    return lambda a: population(types.uint64(a))


@overload(bits.lowest_word, strict=False)
def _lowest(a: Any) -> Any:
    return lambda a: trailing(types.uint64(a))


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


@intrinsic
def _borrowed(typingctx: Any, array: Any) -> Any:
    """The same array without its owner, so that passing it or a row of it on counts no references.

    Numba counts references with atomic instructions, about 20 cycles a pair, at every call that takes an array; the
    caller keeps the array alive, so a kernel need not.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        made = context.make_array(signature.args[0])(context, builder, args[0])
        made.meminfo = ir.Constant(made.meminfo.type, None)
        made.parent = ir.Constant(made.parent.type, None)
        return made._getvalue()

    return array(array), codegen


borrowed: Any = _borrowed


@intrinsic
def _prefetch(typingctx: Any, array: Any, place: Any) -> Any:
    """Asks for the memory of array[place], so that it is near when it is read some steps later."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        i32, i64, pointer = ir.IntType(32), ir.IntType(64), ir.IntType(8).as_pointer()
        made = context.make_array(signature.args[0])(context, builder, args[0])
        step = builder.extract_value(made.strides, 0)
        address = builder.add(builder.ptrtoint(made.data, i64), builder.mul(step, args[1]))
        kind = ir.FunctionType(ir.VoidType(), [pointer, i32, i32, i32])
        function = tools.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        hints = [ir.Constant(i32, number) for number in (0, 3, 1)]  # to be read, near, data
        builder.call(function, [builder.inttoptr(address, pointer), *hints])
        return context.get_dummy_value()

    return types.void(array, types.int64), codegen


prefetch: Any = _prefetch


@intrinsic
def _fetch_decrement(typingctx: Any, array: Any, place: Any) -> Any:
    """Takes 1 from array[place], bytes that other threads may be changing too, and answers what it was before."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, i64 = ir.IntType(8), ir.IntType(64)
        made = context.make_array(signature.args[0])(context, builder, args[0])
        address = builder.add(builder.ptrtoint(made.data, i64), args[1])
        before = builder.atomic_rmw("sub", builder.inttoptr(address, byte.as_pointer()), byte(1), "monotonic")
        return builder.zext(before, i64)

    return types.int64(array, types.int64), codegen


fetch_decrement: Any = _fetch_decrement
