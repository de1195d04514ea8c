"""The rules of one game as a module with the names of `game_rules.py`, which a kernel's copy imports instead."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import ModuleType
from typing import Any, get_type_hints

from plies.errors import InvalidGame
from plies.games import bits
from plies.games.contract import Game


def field_shapes(game: Game) -> list[str]:
    """`word`, `int` or `pair` for each field of the game's state, from its annotations and its first state."""
    hints = get_type_hints(game.rules.state, include_extras=True)
    shapes = []
    for name, value in zip(game.rules.state._fields, game.first, strict=True):  # type: ignore[attr-defined]
        mark = getattr(hints.get(name), "__metadata__", ("int",))[0]
        shape = ("pair" if isinstance(value, tuple) else "word") if mark == "bits" else mark
        if shape not in ("word", "pair", "int") or (shape == "pair") != isinstance(value, tuple):
            raise InvalidGame(f"{game.name}: field {name!r} of its state must be an int, a plies Word or a plies Pair")
        shapes.append(shape)
    return shapes


def rules_module(game: Game) -> ModuleType:
    """The module that the kernels of this game import. Its name stands for what is not in its functions' code."""
    rules = game.rules
    constants = {
        "SLOTS": rules.slots or rules.move_codes,
        "WITHOUT_MOVES": -1 if rules.without_moves == "loss" else 0,
        "NOISY": rules.noise is not None,
        "NOISE_IS_COMPULSORY": rules.noise_is_compulsory,
        "PRUNES": rules.prunes,
        "CAN_REPEAT": rules.can_repeat,
        "PLIES_WITHOUT_PROGRESS": rules.plies_without_progress,
        "HAS_INDEX": game.solving.index is not None,
    }
    text = _row_code(field_shapes(game)) + _DEFAULTS
    functions = [rules.moves, rules.play, rules.outcome, rules.key]
    functions += [rules.any_move, rules.noise, rules.progress, rules.noisy_moves]
    declared = _declared(game)
    functions += declared.values()
    named = [f"{function.__module__}.{function.__qualname__}" if function else "" for function in functions]
    label = f"{constants} {text} {named}"
    module = ModuleType("plies_rules_" + hashlib.sha256(label.encode()).hexdigest()[:20])
    names = module.__dict__
    names.update(constants, State=rules.state, u64=bits.u64, i64=bits.i64, mix=bits.mix)
    names.update(moves=rules.moves, play=rules.play, outcome=rules.outcome, game_any_move=rules.any_move)
    exec(compile(text, f"<rows of {game.name}>", "exec"), names)
    names["key"] = rules.key or names["default_key"]
    names["noise"] = rules.noise or names["no_noise"]
    names["noisy_moves"] = rules.noisy_moves or names["filtered_moves"]
    names["progress"] = rules.progress or names["no_progress"]
    names["any_move"] = names["known_any_move"] if rules.any_move else names["some_move"]
    names.update((name, function or names[f"no_{name}"]) for name, function in declared.items())
    return module


def _declared(game: Game) -> dict[str, Callable[..., Any] | None]:
    """What the game declares for those who solve it, by the names of `game_rules.py`."""
    index = game.solving.index
    return {
        "canonical": game.solving.canonical,
        "representative": game.solving.representative or game.solving.canonical,
        "promise": game.solving.promise,
        "static_proof": game.solving.static_proof,
        "cannot_win": game.solving.cannot_win,
        "index_of": None if index is None else index.index,
        "state_at": None if index is None else index.state_of,
        "before": None if index is None else index.before,
        "unplay": None if index is None else index.unplay,
    }


def _row_code(shapes: list[str]) -> str:
    """The text of `load`, `store` and of the key of all fields, for a state of this shape."""
    loads, stores, words, slot = [], [], [], 0
    for index, shape in enumerate(shapes):
        if shape == "pair":
            loads.append(f"(rows[ply, {slot}], rows[ply, {slot + 1}])")
            stores += [f"rows[ply, {slot}] = state[{index}][0]", f"rows[ply, {slot + 1}] = state[{index}][1]"]
            words += [f"state[{index}][0]", f"state[{index}][1]"]
            slot += 2
        else:
            loads.append(f"rows[ply, {slot}]" if shape == "word" else f"i64(rows[ply, {slot}])")
            stores.append(f"rows[ply, {slot}] = u64(state[{index}])")
            words.append(f"u64(state[{index}])")
            slot += 1
    lines = ["def load(rows, ply):", f"    return State({', '.join(loads)})", "def store(rows, ply, state):"]
    lines += [f"    {line}" for line in stores]
    lines += ["def default_key(state):", "    h = u64(0x9E3779B97F4A7C15)"]
    lines += [f"    h = mix(h ^ {word})" for word in words]
    return "\n".join([*lines, "    return h", f"FIELDS = {slot}", ""])


_DEFAULTS = """
def no_noise(state, move):
    return 0
def no_progress(state, move):
    return False
def some_move(state, out):
    return moves(state, out) > 0
def filtered_moves(state, out):
    n = moves(state, out)
    left = 0
    for i in range(n):
        if noise(state, out[i]) > 0:
            out[left] = out[i]
            left += 1
    return left
def known_any_move(state, out):
    return game_any_move(state)
def no_canonical(state):
    return state
def no_representative(state):
    return state
def no_promise(state):
    return 0
def no_static_proof(state):
    return 0
def no_cannot_win(state, side):
    return False
def no_index_of(state, numbers):
    return -1
def no_state_at(index, first, numbers):
    return first
def no_before(state, out):
    return 0
def no_unplay(state, code):
    return state
"""
