"""Compiles a kernel, for one game or without any, and keeps the result on disk under a digest of all that went in.

A kernel is a plain Python file. What Numba compiles is a copy of it in the cache (`cache.py`), with the import of
`game_rules.py` replaced by the rules of one game (`rules.py`). The digest that names the copy's folder covers the code
in memory of every function that the kernel uses, whatever file it stands in, the values they use, and the NamedTuples
that the kernel's file names. So an edit anywhere is another folder.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, get_type_hints

from numba import njit
from numba.core import event

from plies.compile import cache as folders
from plies.compile.digests import pin
from plies.compile.functions import digest_of, reachable, register
from plies.compile.rules import rules_module
from plies.games.contract import Game

_STUB = "plies.compile.game_rules"
#: kernels of this process by name and digest, and those without a game, which are prepared once, by their template
_modules: dict[tuple[str, str], ModuleType] = {}
_standing: dict[Template, ModuleType] = {}
#: by the name of a kernel's module: the notice when it is compiled, until it was given
_to_announce: dict[str, str] = {}


@dataclass(frozen=True)
class Template:
    """A kernel's file, from which a copy is compiled: for each game, or once if it knows no game.

    KERNEL = Template("engine", Path(__file__).with_name("kernel.py"), "the engine", ("search", "fill_keys"))
    """

    name: str
    file: Path
    #: what it is, in the words of the notice that it is compiled
    title: str
    #: what is called from Python; what these functions call is compiled into them
    functions: tuple[str, ...]
    #: texts of the file, and what stands in their place in the copy
    instead: tuple[tuple[str, str], ...] = ()


def announce(what: str) -> None:
    """Reports that something is being compiled; the command line and tests may replace it."""
    print(f"plies: compiling {what} for this machine (once) ...", file=sys.stderr, flush=True)


def kernel(template: Template, game: Game | None = None) -> Any:
    """A kernel's module with its functions compiled, with this game's rules if it has a game."""
    if game is None:
        if template not in _standing:
            _standing[template] = _build(template, None)
        return _standing[template]
    return _build(template, game)


def is_compiled(template: Template, game: Game | None = None, *functions: str) -> bool:
    """Whether a kernel, or some of its functions, is ready on disk or in this process, so that using it does not
    compile."""
    made = _prepare(template, game)
    wanted = set(functions or template.functions)
    module = _modules.get((template.name, made.digest))
    if module is not None and all(getattr(module, name).signatures for name in wanted):
        return True
    return made.lasting and wanted <= folders.compiled_functions(template.name, made.digest)


def _build(template: Template, game: Game | None) -> ModuleType:
    made = _prepare(template, game)
    if (template.name, made.digest) in _modules:
        return _modules[template.name, made.digest]
    module = folders.import_text(made.text, template.name, made.digest, made.lasting)
    plain: list[FunctionType] = [getattr(module, name) for name in template.functions]
    register((function for function in reachable(plain) if function not in plain), inlined=game is not None)
    for function in plain:
        setattr(module, function.__name__, njit(cache=True, nogil=True)(function))
    family = f" of {game.name.partition(':')[0]}" if game is not None else ""
    _to_announce[module.__name__] = template.title + family
    _modules[template.name, made.digest] = module
    return module


class _Prepared(NamedTuple):
    """A template and a game put together, not compiled yet."""

    text: str
    digest: str
    #: whether what is compiled may stay on disk
    lasting: bool


def _prepare(template: Template, game: Game | None) -> _Prepared:
    text = template.file.read_text(encoding="utf-8")
    for part, other in template.instead:
        text = text.replace(part, other)
    if game is not None:
        rules = rules_module(game)
        sys.modules[rules.__name__] = rules
        text = text.replace(_STUB, rules.__name__)
    module = ModuleType(f"plies_{template.name}")
    exec(_code(text, str(template.file)), vars(module))
    functions = reachable(getattr(module, name) for name in template.functions)
    bundles = [_fields(thing) for thing in vars(module).values() if _is_bundle_from_elsewhere(thing, module)]
    digest, lasting = digest_of(functions, template.name, text, *bundles)
    return _Prepared(text, digest, lasting)


def _is_bundle_from_elsewhere(thing: Any, module: ModuleType) -> bool:
    """Whether this is a NamedTuple of another file; those of the kernel's own file are in its text."""
    return hasattr(thing, "_fields") and thing.__module__ != module.__name__


@cache
def _fields(bundle: type) -> str:
    """A NamedTuple's fields, and those of the NamedTuples in it: compiled code knows them by their places."""
    inner = [_fields(hint) for hint in get_type_hints(bundle).values() if hasattr(hint, "_fields")]
    return f"{pin(bundle)} {inner}"


@lru_cache(maxsize=64)
def _code(text: str, file: str) -> CodeType:
    return compile(text, file, "exec")


class _Announcer(event.Listener):
    """Numba reports when it compiles, and nothing when it finds a function in its cache."""

    def on_start(self, event: Any) -> None:
        what = _to_announce.pop(event.data["dispatcher"].py_func.__module__, None)
        if what is not None:
            announce(what)

    def on_end(self, event: Any) -> None:
        """Nothing more to report."""


event.register("numba:compile", _Announcer())  # type: ignore[no-untyped-call]
