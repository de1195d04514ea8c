"""Plays and formations by the short names people type."""

from __future__ import annotations

from plies.errors import UnknownName


def find_name(word: str, names: tuple[str, ...], what: str) -> int:
    """A call by its number from 1, its name, or any part of the name that fits only one."""
    text = word.strip().casefold()
    if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= len(names):
        return int(text) - 1
    folded = [name.casefold() for name in names]
    if text in folded:
        return folded.index(text)
    fits = [k for k, name in enumerate(folded) if text and text in name]
    if len(fits) == 1:
        return fits[0]
    problem = f"{word!r} fits {len(fits)} {what}s" if fits else f"unknown {what} {word!r}"
    raise UnknownName(f"{problem}; known: {', '.join(f'{k + 1} {name}' for k, name in enumerate(names))}")
