"""A digest of what a function does: its code and everything it uses by name, as it stands in memory.

What is compiled is the code in memory, so that is what names the compiled result. A digest of files would be wrong
twice: a file may have been edited since it was imported, and a constant may come from a file that holds no function.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

#: compiled by their own overloads, or not at all; known by their names alone
_OTHERS = {"numpy", "numba", "llvmlite", *sys.stdlib_module_names} - {"__main__"}


def reachable(roots: Iterable[Callable[..., Any]], leave: Iterable[object] = ()) -> list[FunctionType]:
    """All plain Python functions that the roots use by name, the roots among them, in a fixed order."""
    found: dict[FunctionType, None] = {}
    left = set(leave)
    waiting = [plain(root) for root in roots]
    while waiting:
        function = waiting.pop()
        if not isinstance(function, FunctionType) or function in found or function in left or _is_foreign(function):
            continue
        found[function] = None
        waiting += [plain(thing) for _, thing in used_by(function)]
    return list(found)


def plain(thing: object) -> object:
    """The Python function inside a function compiled by Numba; anything else as it is."""
    return getattr(thing, "py_func", thing)


def digest_of_functions(functions: Iterable[FunctionType]) -> tuple[str, bool]:
    """A digest of the functions with the values they use, and whether it covers all (the same in every process)."""
    total, complete = hashlib.sha256(), True
    for function in functions:
        parts = [function.__module__ or "", function.__qualname__, *_code_parts(function.__code__)]
        for name, thing in used_by(function):
            text = pin(plain(thing))
            complete = complete and text is not None
            parts.append(f"{name}={text}")
        total.update("\0".join(parts).encode(errors="backslashreplace") + b"\1")
    return total.hexdigest(), complete


def _is_foreign(function: FunctionType) -> bool:
    return (function.__module__ or "").partition(".")[0] in _OTHERS


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code and all codes inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def _code_parts(code: CodeType) -> list[str]:
    parts = []
    for one in codes(code):
        names = (one.co_names, one.co_varnames, one.co_freevars, one.co_argcount, one.co_kwonlyargcount, one.co_flags)
        constants = ["code" if isinstance(constant, CodeType) else pin(constant) for constant in one.co_consts]
        parts.append(f"{one.co_code.hex()} {one.co_exceptiontable.hex()} {names} {constants}")
    return parts


def used_by(function: FunctionType) -> list[tuple[str, object]]:
    """What a function uses, by name: globals, attributes of modules, what it closes over, defaults."""
    names = [name for code in codes(function.__code__) for name in code.co_names]
    used = {name: function.__globals__[name] for name in names if name in function.__globals__}
    modules = [(name, thing) for name, thing in used.items() if isinstance(thing, ModuleType)]
    while modules:
        prefix, module = modules.pop()
        for name in names:
            label = f"{prefix}.{name}"
            if label not in used and name in vars(module):
                used[label] = thing = vars(module)[name]
                if isinstance(thing, ModuleType) and len(label) < 200:
                    modules.append((label, thing))
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    used.update((name, cell.cell_contents) for name, cell in cells if _is_set(cell))
    used.update((f"default {index}", value) for index, value in enumerate(function.__defaults__ or ()))
    return list(used.items())


def _is_set(cell: Any) -> bool:
    try:
        return cell.cell_contents is cell.cell_contents
    except ValueError:  # a function that names itself before it is bound
        return False


def pin(value: object) -> str | None:
    """A text that is the same in every process exactly when the value is; None when there is no such text."""
    if value is None or value is ... or isinstance(value, bool | int | float | complex | str | bytes | slice):
        return repr(value)
    if isinstance(value, tuple):
        inner = [pin(plain(part)) for part in value]
        return None if None in inner else f"{type(value).__name__}({inner})"
    if isinstance(value, frozenset):
        texts = [pin(part) for part in value]
        return None if None in texts else f"frozenset({sorted(str(text) for text in texts)})"
    if type(value).__module__ == "numpy" and hasattr(value, "tobytes"):
        number: Any = value
        return f"{number.dtype.str} {number.shape} {hashlib.sha256(number.tobytes()).hexdigest()}"
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')}"
    if isinstance(value, ModuleType):
        return value.__name__
    if type(value).__module__.partition(".")[0] == "numba":
        return repr(value)
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    return f"{getattr(value, '__module__', '')}.{name}" if isinstance(name, str) and callable(value) else None
