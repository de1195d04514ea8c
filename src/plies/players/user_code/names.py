"""What the code of a user-written heuristic may refer to by name when it is rebuilt: what is harmless when compiled.

Nothing here lets compiled code reach Python again (as Numba's `objmode` would), or memory that is not its own (as
NumPy's `as_strided` would).
"""

from __future__ import annotations

import builtins
import importlib
import re
import sys
from types import FunctionType
from typing import Any


def _words(text: str) -> set[str]:
    return set(text.split())


_BUILTINS = _words(
    "abs bool complex divmod enumerate float int len max min pow range reversed round slice sorted sum tuple zip"
)
_NUMBA = _words(
    "b1 bool_ boolean f4 f8 float32 float64 i1 i2 i4 i8 int16 int32 int64 int8 intc intp u1 u2 u4 u8 uint16 uint32 "
    "uint64 uint8 uintc uintp"
)
#: functions; NumPy's ufuncs, types of numbers and constants come on top
_NUMPY = _words(
    "all allclose amax amin any append arange argmax argmin argsort array asarray array_equal average bincount clip "
    "concatenate copy corrcoef count_nonzero cov cross cumprod cumsum diag diff digitize dot dstack empty empty_like "
    "expand_dims eye flatnonzero flip fliplr flipud full full_like histogram hstack identity interp isclose isscalar "
    "kron linspace max mean median min nanmax nanmean nanmin nansum ndim nonzero ones ones_like outer percentile prod "
    "ptp quantile ravel repeat reshape roll rot90 round searchsorted shape size sort split stack std sum swapaxes "
    "tile trace transpose tri tril triu unique unravel_index vander var vdot vstack where zeros zeros_like"
)
#: modules of Plies whose functions and states a heuristic may use
_PLIES = re.compile(r"plies\.(values|games(\.[a-z_0-9]+)*)")


def name_of(value: Any) -> tuple[str, str] | None:
    """The module and the name by which something is known; None for what may not be referred to."""
    modules = [getattr(value, "__module__", None)]
    if "numpy" in sys.modules and isinstance(value, sys.modules["numpy"].ufunc):
        modules = ["numpy"]
    if "numba" in sys.modules and type(value).__module__.startswith("numba.core.types"):
        modules = ["numba"]
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None) or getattr(value, "name", None)
    for module in modules:
        if not isinstance(module, str) or module not in sys.modules:
            continue
        found = sys.modules[module]
        for one in (name, *(known for known, thing in vars(found).items() if thing is value)):  # made by a function
            if isinstance(one, str) and _is(module, one, value):
                return module, one
    return None


def _is(module: str, name: str, value: Any) -> bool:
    try:
        return thing_of(module, name) is value
    except LookupError:
        return False


def is_allowed(module: str, name: str) -> bool:
    """Whether something may be referred to; of Plies and NumPy, `thing_of` looks at what it is."""
    match module:
        case "builtins":
            return name in _BUILTINS
        case "math" | "cmath":
            return name.isidentifier() and not name.startswith("_")
        case "numba":
            return name in _NUMBA
        case "numpy":
            return name.isidentifier() and not name.startswith("_")
    return bool(_PLIES.fullmatch(module)) and name.isidentifier()


def thing_of(module: str, name: str) -> Any:
    """What a name stands for, from this process's own modules; LookupError for what may not be referred to."""
    if not is_allowed(module, name):
        raise LookupError(f"{module}.{name}")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError):
        raise LookupError(f"{module}.{name}") from None
    if module == "numpy" and not _is_of_numpy(found, name):
        raise LookupError(f"{module}.{name}")
    if _PLIES.fullmatch(module) and not (isinstance(found, FunctionType) or hasattr(found, "_fields")):
        raise LookupError(f"{module}.{name}")
    if module == "math" and not isinstance(found, type(builtins.len)):
        raise LookupError(f"{module}.{name}")
    return found


def _is_of_numpy(found: Any, name: str) -> bool:
    import numpy as np

    is_number = isinstance(found, type) and issubclass(found, np.number | np.bool_)
    return name in _NUMPY or isinstance(found, np.ufunc) or is_number
