"""Compiles a kernel for a game, and keeps the result on disk under a digest of every source that went in.

Numba's own cache looks only at the file of the function it caches: edit a rule or a heuristic in another file and the
old code runs. So each kernel is compiled from a copy in a folder named after a digest of all the sources it uses, the
game's and the kernel's and those of every function they call. An edited source is another folder; an old folder is
never wrong. At most KEPT folders stay, the least recently used go.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

import numba
from numba.extending import register_jitable

from plies.errors import InvalidGame
from plies.games import bits
from plies.games.contract import Game
from plies.search import intrinsics

KEPT = 96
_STUB = "plies.search.game_rules"
_NATIVE = {bits.u64, bits.i64, *bits.SHAPES, *(plain for pair in bits.SHAPES.values() for plain in pair), bits.mix}
_registered: set[Callable[..., Any]] = set(_NATIVE)
_modules: dict[tuple[str, str], ModuleType] = {}


def cache_folder() -> Path:
    """Where compiled kernels live: $PLIES_CACHE, else the user's cache folder."""
    chosen = os.environ.get("PLIES_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "plies"


def announce(what: str) -> None:
    """Says that something is being compiled; the command line and tests may replace it."""
    print(f"plies: compiling {what} for this machine (once) ...", file=sys.stderr, flush=True)


# -- which functions and files go in ---------------------------------------------------------------------------------


def reachable(roots: Iterable[Callable[..., Any]]) -> list[FunctionType]:
    """All plain Python functions that the roots use by name, the roots among them, in a fixed order."""
    found: dict[FunctionType, None] = {}
    waiting = [root for root in roots if isinstance(root, FunctionType)]
    while waiting:
        function = waiting.pop()
        if function in found or function in _NATIVE:
            continue
        found[function] = None
        waiting += [used for used in _used_by(function) if isinstance(used, FunctionType)]
    return list(found)


def _used_by(function: FunctionType) -> list[object]:
    names = function.__code__.co_names
    used = [function.__globals__[name] for name in names if name in function.__globals__]
    modules = [thing for thing in used if isinstance(thing, ModuleType)]
    used += [getattr(module, name) for module in modules for name in names if hasattr(module, name)]
    return used + [cell.cell_contents for cell in function.__closure__ or ()]


def register(functions: Iterable[FunctionType]) -> None:
    """Lets compiled code call these plain functions."""
    for function in functions:
        if function not in _registered:
            _registered.add(function)
            register_jitable(function)


@lru_cache(maxsize=512)
def _file_digest(path: str, stamp: int) -> bytes:
    return hashlib.sha256(Path(path).read_bytes()).digest()


def digest_of(functions: Iterable[FunctionType], *extra: str) -> str:
    """A digest of the files the functions stand in, the numbers they close over, and of Plies' own kernels."""
    files = {function.__code__.co_filename for function in functions}
    files |= {str(path) for path in Path(__file__).parent.glob("*.py")} | {str(bits.__file__)}
    total = hashlib.sha256(f"{sys.version_info[:2]} {numba.__version__}".encode())
    for path in sorted(files):
        if os.path.exists(path):
            total.update(path.encode() + _file_digest(path, os.stat(path).st_mtime_ns))
    for text in extra:
        total.update(b"\0" + text.encode())
    return total.hexdigest()[:20]


# -- the module of rules that a kernel imports -----------------------------------------------------------------------


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


def row_code(shapes: list[str]) -> str:
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
def known_any_move(state, out):
    return game_any_move(state)
"""


def rules_module(game: Game) -> tuple[ModuleType, str]:
    """The module that a kernel of this game imports, and a text that stands for it in digests."""
    rules = game.rules
    constants = {
        "MOST_MOVES": rules.most_moves,
        "MOVE_CODES": rules.move_codes,
        "WITHOUT_MOVES": -1 if rules.without_moves == "loss" else 0,
        "NOISY": rules.noise is not None,
        "NOISE_IS_COMPULSORY": rules.noise_is_compulsory,
        "CAN_REPEAT": rules.can_repeat,
        "PLIES_WITHOUT_PROGRESS": rules.plies_without_progress,
    }
    text = row_code(field_shapes(game)) + _DEFAULTS
    named = [rules.moves, rules.play, rules.outcome, rules.key, rules.any_move, rules.noise, rules.progress]
    label = f"{constants} {text} {[f'{f.__module__}.{f.__qualname__}' if f else '' for f in named]}"
    module = ModuleType("plies_rules_" + hashlib.sha256(label.encode()).hexdigest()[:20])
    module.__dict__.update(constants, State=rules.state, u64=bits.u64, i64=bits.i64, mix=bits.mix)
    module.__dict__.update(moves=rules.moves, play=rules.play, outcome=rules.outcome, game_any_move=rules.any_move)
    exec(compile(text, f"<rows of {game.name}>", "exec"), module.__dict__)
    names = module.__dict__
    names["key"] = rules.key or names["default_key"]
    names["noise"] = rules.noise or names["no_noise"]
    names["progress"] = rules.progress or names["no_progress"]
    names["any_move"] = names["known_any_move"] if rules.any_move else names["some_move"]
    return module, label


# -- kernels ---------------------------------------------------------------------------------------------------------


def kernel(game: Game, template: str) -> ModuleType:
    """A kernel module (`perft`, `plain`, `engine`) with this game's rules compiled in."""
    rules, label = rules_module(game)
    source = (Path(__file__).parent / f"{template}.py").read_text()
    functions = reachable(thing for thing in vars(rules).values() if isinstance(thing, FunctionType))
    digest = digest_of(functions, label, template)
    if (template, digest) in _modules:
        return _modules[template, digest]
    register(functions)
    register(_kernel_helpers())
    sys.modules[rules.__name__] = rules
    family = game.name.partition(":")[0]
    module = import_text(source.replace(_STUB, rules.__name__), template, digest, f"the {template} of {family}")
    _modules[template, digest] = module
    return module


def _kernel_helpers() -> list[FunctionType]:
    from plies.search import ordering, table

    return [f for m in (ordering, table) for f in vars(m).values() if isinstance(f, FunctionType)]


def import_text(text: str, name: str, digest: str, what: str = "") -> ModuleType:
    """Imports a generated text from its own folder in the cache, writing it there first if need be."""
    folder = cache_folder() / f"{name}-{digest}"
    file = folder / f"{name}.py"
    try:
        if not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _write_whole(file, text)
            _prune(folder.parent)
        os.utime(folder)
    except OSError:  # a home without room or rights: compile into a folder of this process alone
        folder = Path(tempfile.mkdtemp(prefix="plies-"))
        file = folder / f"{name}.py"
        _write_whole(file, text)
    if what and not any((folder / "__pycache__").glob("*.nbi")):
        announce(what)
    spec = importlib.util.spec_from_file_location(f"plies_{name}_{digest}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def _write_whole(file: Path, text: str) -> None:
    handle, temporary = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(handle, "w") as stream:
        stream.write(text)
    os.replace(temporary, file)


def _prune(root: Path) -> None:
    folders = sorted((f for f in root.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in folders[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


assert intrinsics  # imported for what it registers
