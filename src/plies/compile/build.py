"""Compiles a kernel for a game, and keeps the result on disk under a digest of everything that went in.

Numba's own cache looks only at the file of the function it caches: edit a rule or a heuristic in another file and the
old code runs. So each kernel is compiled from a copy in a folder named after a digest of all it uses: the game's
functions and every function and value they use (`digests.py`), and the kernel's own file with what it imports. An edit
is another folder; an old folder is never wrong. At most KEPT folders stay, the least recently used go.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, get_type_hints

import numba
from numba.extending import register_jitable

from plies.compile import digests, intrinsics
from plies.errors import InvalidGame
from plies.games import bits
from plies.games.contract import Game

KEPT = 96
_STUB = "plies.compile.game_rules"
_NATIVE = {bits.u64, bits.i64, *bits.SHAPES, *(plain for pair in bits.SHAPES.values() for plain in pair), bits.mix}
_registered: set[Callable[..., Any]] = set(_NATIVE)
_modules: dict[tuple[str, str], ModuleType] = {}


@dataclass(frozen=True)
class Template:
    """A kernel's file, from which a copy is compiled for each game: `Template("engine", file, "the engine")`."""

    name: str
    file: Path
    #: what it is, in the words of the notice that it is compiled
    title: str


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
    """All plain Python functions that the roots use by name, but for those that the machine's instructions replace."""
    return digests.reachable(roots, _NATIVE)


def register(functions: Iterable[FunctionType]) -> None:
    """Lets compiled code call these plain functions, always inlined.

    Left to itself LLVM keeps the larger ones as calls that hand over whole arrays field by field; inlining them made
    leaf counts of checkers 1.8 times and the engine 1.1 to 1.2 times faster, at the same compile time.
    """
    for function in functions:
        if function not in _registered:
            _registered.add(function)
            register_jitable(forceinline=True)(function)


@lru_cache(maxsize=1)
def _own_files() -> bytes:
    """The files of this package. Read once, when this module is imported: later edits are not what is in memory."""
    total = hashlib.sha256()
    for path in (*sorted(Path(__file__).parent.glob("*.py")), Path(bits.__file__)):
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.digest()


def digest_of(functions: Iterable[FunctionType], *extra: str) -> tuple[str, bool]:
    """A digest of the functions, of Plies' own kernels and of the Python and Numba that compile them.

    Also whether it says all: a value without a lasting name (an object, a list) must not be kept on disk.
    """
    text, complete = digests.digest_of_functions(functions)
    total = hashlib.sha256(f"{sys.version_info[:2]} {numba.__version__} {text}".encode() + _own_files())
    for part in extra:
        total.update(b"\0" + part.encode())
    return total.hexdigest()[:20], complete


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
"""


def rules_module(game: Game) -> tuple[ModuleType, str]:
    """The module that a kernel of this game imports, and a text that stands for it in digests."""
    rules = game.rules
    constants = {
        "MOST_MOVES": rules.most_moves,
        "MOVE_CODES": rules.move_codes,
        "SLOTS": rules.slots or rules.move_codes,
        "WITHOUT_MOVES": -1 if rules.without_moves == "loss" else 0,
        "NOISY": rules.noise is not None,
        "NOISE_IS_COMPULSORY": rules.noise_is_compulsory,
        "CAN_REPEAT": rules.can_repeat,
        "PLIES_WITHOUT_PROGRESS": rules.plies_without_progress,
    }
    text = row_code(field_shapes(game)) + _DEFAULTS
    named = [
        rules.moves,
        rules.play,
        rules.outcome,
        rules.key,
        rules.any_move,
        rules.noise,
        rules.progress,
        rules.noisy_moves,
    ]
    label = f"{constants} {text} {[f'{f.__module__}.{f.__qualname__}' if f else '' for f in named]}"
    module = ModuleType("plies_rules_" + hashlib.sha256(label.encode()).hexdigest()[:20])
    module.__dict__.update(constants, State=rules.state, u64=bits.u64, i64=bits.i64, mix=bits.mix)
    module.__dict__.update(moves=rules.moves, play=rules.play, outcome=rules.outcome, game_any_move=rules.any_move)
    exec(compile(text, f"<rows of {game.name}>", "exec"), module.__dict__)
    names = module.__dict__
    names["key"] = rules.key or names["default_key"]
    names["noise"] = rules.noise or names["no_noise"]
    names["noisy_moves"] = rules.noisy_moves or names["filtered_moves"]
    names["progress"] = rules.progress or names["no_progress"]
    names["any_move"] = names["known_any_move"] if rules.any_move else names["some_move"]
    return module, label


# -- kernels ---------------------------------------------------------------------------------------------------------


class _Prepared(NamedTuple):
    """A template and a game put together, not compiled yet."""

    rules: ModuleType
    source: str
    functions: list[FunctionType]
    digest: str
    #: whether what is compiled may stay on disk
    lasting: bool


def _prepare(game: Game, template: Template) -> _Prepared:
    rules, label = rules_module(game)
    source = template.file.read_text(encoding="utf-8")
    used = _imported(source)
    named = [thing for thing in (*vars(rules).values(), *used.values()) if isinstance(thing, FunctionType)]
    functions = reachable(named)
    constants = {name: thing for name, thing in used.items() if not callable(thing)}
    digest, lasting = digest_of(functions, label, template.name, source, repr(sorted(constants.items())))
    return _Prepared(rules, source, functions, digest, lasting)


def _imported(source: str) -> dict[str, Any]:
    """What a kernel imports from Plies by name, but for the rules: the functions and constants that go into it."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("plies.") and node.module != _STUB:
            module = importlib.import_module(str(node.module))
            found.update({alias.name: getattr(module, alias.name) for alias in node.names})
    return found


def kernel(game: Game, template: Template) -> ModuleType:
    """A kernel module with this game's rules compiled in."""
    made = _prepare(game, template)
    if (template.name, made.digest) in _modules:
        return _modules[template.name, made.digest]
    register(made.functions)
    sys.modules[made.rules.__name__] = made.rules
    family = game.name.partition(":")[0]
    text = made.source.replace(_STUB, made.rules.__name__)
    module = import_text(text, template.name, made.digest, f"{template.title} of {family}", made.lasting)
    _modules[template.name, made.digest] = module
    return module


def is_compiled(game: Game, template: Template) -> bool:
    """Whether a kernel of this game is ready on disk, so that using it does not compile."""
    made = _prepare(game, template)
    folder = cache_folder() / f"{template.name}-{made.digest}"
    kept = {file.name.partition("-")[0] for file in folder.rglob("*.nbi")}
    compiled = re.findall(r"^@njit\(cache=True[^\n]*\ndef (\w+)", made.source, re.MULTILINE)
    return made.lasting and {f"{template.name}.{name}" for name in compiled} <= kept


def import_text(text: str, name: str, digest: str, what: str = "", lasting: bool = True) -> ModuleType:
    """Imports a generated text from its own folder in the cache, writing it there first if need be."""
    folder = cache_folder() / f"{name}-{digest}" if lasting else _own_folder()
    file = folder / f"{name}.py"
    try:
        if not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _write_whole(file, text)
            _prune(folder.parent)
        os.utime(folder)
    except OSError:  # a home without room or rights
        folder = _own_folder()
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


def _own_folder() -> Path:
    """A folder of this process alone, gone when it ends."""
    folder = tempfile.mkdtemp(prefix="plies-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _write_whole(file: Path, text: str) -> None:
    handle, temporary = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(handle, "w") as stream:
        stream.write(text)
    os.replace(temporary, file)


def _prune(root: Path) -> None:
    folders = sorted((f for f in root.iterdir() if f.is_dir()), key=_last_used, reverse=True)
    for old in folders[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has pruned it
        return 0.0


assert intrinsics  # imported for what it registers
_own_files()
