"""Solutions on disk: one file, versioned, with a digest of its game and a checksum; wrong or damaged ones are refused.

    8 bytes     "plies\\x00S1": what it is, and the version of the form
    8 bytes     length of the header
    header      JSON: "digest" of the game, "about" (whatever the game needs to be made again), and for each array
                its name, type, shape and compressed length
    arrays      each compressed with zlib, in the order of the header
    32 bytes    SHA-256 of everything before

Plain numbers in a plain form: nothing in it is ever executed.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from plies.errors import InvalidFile
from plies.games.simultaneous import SimultaneousGame
from plies.solve.simultaneous.stochastic import MOST_BYTES, Solution

MAGIC = b"plies\x00S1"
_TYPES = {"slot": "<i4", "values": "<f8", "row_mix": "<f8", "column_mix": "<f8", "gaps": "<f8"}


def write_solution(path: str | Path, solution: Solution, digest: str, about: dict[str, Any]) -> None:
    """Write a solution; a reader never sees half of it, because the file takes its name when it is whole."""
    packed, lines = [], []
    for name, kind in _TYPES.items():
        array = np.ascontiguousarray(getattr(solution, name), dtype=kind)
        packed.append(zlib.compress(array.tobytes(), 1))
        lines.append({"name": name, "type": kind, "shape": list(array.shape), "length": len(packed[-1])})
    header = json.dumps({"digest": digest, "about": about, "arrays": lines}).encode()
    body = b"".join([MAGIC, len(header).to_bytes(8, "little"), header, *packed])
    part = Path(f"{path}.{os.getpid()}.part")
    try:
        with open(part, "wb") as file:
            file.write(body)
            file.write(hashlib.sha256(body).digest())
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InvalidFile(f"{path}: cannot write the solution: {error.strerror or error}") from None


def read_header(path: str | Path) -> tuple[dict[str, Any], bytes]:
    """The checked header of a solution file, and its compressed arrays."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InvalidFile(f"{path}: cannot read the solution: {error.strerror or error}") from None
    if data[: len(MAGIC) - 1] != MAGIC[:-1]:
        raise InvalidFile(f"{path}: not a solution file of Plies")
    if data[: len(MAGIC)] != MAGIC:
        raise InvalidFile(f"{path}: a solution file of another version; this Plies reads version {chr(MAGIC[-1])}")
    body, checksum = data[:-32], data[-32:]
    if len(data) < len(MAGIC) + 40 or hashlib.sha256(body).digest() != checksum:
        raise InvalidFile(f"{path}: the solution file is damaged: its checksum does not match; solve and save it again")
    start = len(MAGIC) + 8
    length = int.from_bytes(body[len(MAGIC) : start], "little")
    try:
        header = json.loads(body[start : start + length])
        names = [line["name"] for line in header["arrays"]]
        ok = names == list(_TYPES) and isinstance(header["digest"], str) and isinstance(header["about"], dict)
    except (ValueError, KeyError, TypeError):
        ok = False
    if not ok:
        raise InvalidFile(f"{path}: the header of the solution file has missing or wrong fields")
    return header, body[start + length :]


def read_solution(path: str | Path, game: SimultaneousGame, header: dict[str, Any], packed: bytes) -> Solution:
    """The arrays of a file as a solution of this game, with shapes and ranges checked."""
    arrays, at = {}, 0
    try:
        for line in header["arrays"]:
            shape = tuple(int(size) for size in line["shape"])
            kind = np.dtype(_TYPES[line["name"]])
            size = math.prod(shape) * kind.itemsize
            if min(shape, default=0) < 0 or size > MOST_BYTES:
                raise ValueError("shape")
            raw = zlib.decompressobj().decompress(packed[at : at + int(line["length"])], size + 1)
            arrays[line["name"]] = np.frombuffer(raw, dtype=kind).reshape(shape).copy()
            at += int(line["length"])
    except (ValueError, TypeError, KeyError, zlib.error):
        raise InvalidFile(f"{path}: the arrays of the solution file do not have the sizes the header gives") from None
    solution = Solution(game, **arrays)
    problem = _problem(solution)
    if problem:
        raise InvalidFile(f"{path}: not a solution of this game: {problem}")
    return solution


def _problem(solution: Solution) -> str | None:
    """What is wrong with a solution that was read, or None."""
    game, states = solution.game, int((solution.slot >= 0).sum()) if solution.slot.ndim == 2 else 0
    if solution.slot.ndim != 2 or solution.slot.shape[1] != game.places or len(solution.slot) < 2 or not states:
        return "the states are not those of the game"
    if solution.values.shape != (solution.clock + 1, game.places + len(game.ends)):
        return "the values do not cover the states"
    right = (states, game.most_rows), (states, game.most_columns), (states,)
    if (solution.row_mix.shape, solution.column_mix.shape, solution.gaps.shape) != right:
        return "the mixes do not cover the states"
    if not np.array_equal(solution.slot[solution.slot >= 0], np.arange(states)):
        return "the states are not numbered in order"
    for mix in (solution.row_mix, solution.column_mix):
        if not (mix >= 0).all() or not np.allclose(mix.sum(axis=1), 1.0, rtol=0, atol=1e-9):
            return "a mix is not one"
    known = np.concatenate([game.ends, game.timeout])
    if not ((solution.values >= known.min() - 1e-9) & (solution.values <= known.max() + 1e-9)).all():
        return "a value is out of range"
    return None
