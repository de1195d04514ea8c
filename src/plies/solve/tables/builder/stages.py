"""What is finished of a build, kept on disk until the table is: the same command goes on from there.

A stage is a folder of arrays that gets its name when it is complete, so that a build that is killed leaves a whole
stage or none. Stages that took less than WORTH_KEEPING seconds are done again instead.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import numpy as np

from plies.errors import StorageFailed
from plies.solve.tables.builder.arguments import Links
from plies.solve.tables.builder.found.search import Search
from plies.tables.packing import packing_of, width

WORTH_KEEPING = 2.0
_EXPLORED = "positions"
_ARRAYS = ("rows", "codes", "left")


def save_explored(search: Search, folder: Path, rules: str) -> None:
    """Keeps all positions and links of a search that is explored."""
    temporary = folder / f".{_EXPLORED}"
    shutil.rmtree(temporary, ignore_errors=True)
    try:
        temporary.mkdir(parents=True)
        for me, one in enumerate(search.owned):
            for name in _ARRAYS:
                np.save(temporary / f"{name}{me}.npy", getattr(one.share, name)[: one.known])
            blocks = [*one.links[:-1], Links(*(array[: one.filled] for array in one.links[-1]))]
            for number, block in enumerate(blocks):
                np.save(temporary / f"links{me}-{number:05}.npy", np.stack(block))
        base, changing = ([int(word) for word in words] for words in search.packing[1:])
        about = {"rules": rules, "threads": search.crew.size, "base": base, "changing": changing, "plies": search.plies}
        (temporary / "about.json").write_text(json.dumps(about))
    except OSError as error:
        shutil.rmtree(temporary, ignore_errors=True)
        raise StorageFailed(f"a finished stage cannot be kept in {folder}: {error.strerror}") from None
    shutil.rmtree(folder / _EXPLORED, ignore_errors=True)
    os.replace(temporary, folder / _EXPLORED)


def load_explored(search: Search, folder: Path, rules: str) -> bool:
    """Takes up a search where an earlier one was explored; False if there is none for these rules and threads."""
    kept = folder / _EXPLORED
    if not kept.exists():
        return False
    about = json.loads((kept / "about.json").read_text())
    if about["rules"] != rules or about["threads"] != search.crew.size:
        shutil.rmtree(kept)
        return False
    search.packing, search.plies = packing_of(about["base"], about["changing"]), about["plies"]
    for me, one in enumerate(search.owned):
        rows, codes, left = (np.load(kept / f"{name}{me}.npy") for name in _ARRAYS)
        assert rows.shape[1] == width(search.packing)
        one.known = one.done = len(rows)
        one.links = [Links(*np.load(file)) for file in sorted(kept.glob(f"links{me}-*.npy"))]
        one.filled = len(one.links[-1].sources)
        one.share = search.refilled(rows, codes, left, one.scratch)
    return True


def mark_tiers(folder: Path, rules: str, kind: str, done: int) -> None:
    """Keeps how many tiers of the draft in this folder are done, with codes of that kind."""
    text = json.dumps({"rules": rules, "codes": kind, "tiers": done})
    temporary = folder / ".tiers.json"
    temporary.write_text(text)
    os.replace(temporary, folder / "tiers.json")


def marked_tiers(folder: Path, rules: str, kind: str) -> int:
    """How many tiers are done of a draft with these rules and codes."""
    file = folder / "tiers.json"
    if not file.exists():
        return 0
    about = json.loads(file.read_text())
    return int(about["tiers"]) if (about["rules"], about.get("codes")) == (rules, kind) else 0
