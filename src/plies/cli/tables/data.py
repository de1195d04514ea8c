"""Tables in words for people, and as data for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plies.tables.file.header import Header
    from plies.tables.folder import Entry, Scope
    from plies.tables.table import Known, Probe

IGNORED = "draws by repetition and by lack of progress are ignored; endless play is a draw"


def table_data(header: Header, scope: Scope) -> dict[str, Any]:
    """A table as data: `start` is the result of the start with its distance."""
    from plies.tables.codes import read_code

    result, plies = read_code(header.start) or ("unknown", None)
    return {
        "game": header.game,
        "part": header.part or None,
        "position": header.origin or None,
        "positions": header.positions,
        "win": header.win,
        "loss": header.loss,
        "draw": header.draw,
        "longest": header.longest,
        "start": {"result": result, "plies": plies},
        "seconds": header.seconds,
        "audit_seconds": header.audit_seconds,
        "file": str(scope.file),
        "rules_ignored": IGNORED,
    }


def entry_row(entry: Entry) -> list[str]:
    size = f"{entry.bytes / 1e6:,.1f}"
    header, scope = entry.header, entry.scope
    if header is None or scope is None:
        return [entry.file.name, "", "", "", "", "", size, entry.problem]
    counts = [f"{count:,}" for count in (header.positions, header.win, header.loss, header.draw, header.longest)]
    return [scope.in_words(), *counts, size, "none" if header.audit_seconds is None else "passed"]


def entry_data(entry: Entry) -> dict[str, Any]:
    if entry.header is None or entry.scope is None:
        return {"file": str(entry.file), "bytes": entry.bytes, "problem": entry.problem}
    return {**table_data(entry.header, entry.scope), "bytes": entry.bytes}


def probe_data(found: Probe) -> dict[str, Any]:
    return {**known_data(found), "moves": {word: known_data(known) for word, known in found.moves.items()}}


def known_data(known: Known) -> dict[str, Any]:
    return {"result": known.result, "plies": known.plies}
