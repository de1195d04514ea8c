"""Pages know no game: what they show of one, they are sent as data. The words are derived from the games themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plies.registry import families, game, games_apart
from plies.web.page_routes import STATIC

FILES = sorted(file for file in STATIC.rglob("*") if file.suffix in (".js", ".css", ".html"))
#: names in a game that are also words of every game, of layout or of plain English
ORDINARY = {"distance", "edge", "forward", "lead", "moves", "pieces", "plies", "room", "spacing"}


def names() -> Iterator[str]:
    """Games, and in each of their examples the pieces, shades, heuristics and features."""
    yield from games_apart()
    for family in families().values():
        yield family.name
        for one in map(game, family.examples):
            for heuristic in one.heuristics.values():
                yield heuristic.name
                yield from (feature.name for feature in heuristic.features)
            if one.board is not None:
                board = one.board(one.first)
                yield from (shade.name for shade in board.shades)
                yield from (cell.piece.name for cell in board.cells if cell.piece)
            if one.editing is not None:
                yield from (piece.name for piece in one.editing.pieces)
                yield from one.editing.shades.values()


NAMES = {name.lower() for name in names() if name}


def found_in(text: str) -> set[str]:
    """The names that a text has as words of their own, in the singular or plural, also as `pit-hole` or `pitHole`."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower()
    stems = {name: re.escape(name.removesuffix("s")) for name in NAMES - ORDINARY}
    return {name for name, stem in stems.items() if re.search(rf"(?<![a-z]){stem}s?(?![a-z])", words)}


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(STATIC)) for file in FILES])
def test_a_page_names_no_game(file: Path) -> None:
    own = {name for name in games_apart() if file.stem.startswith(name)}  # such a game has a page of its own
    assert found_in(file.read_text(encoding="utf-8")) - own == set()


def test_the_check_finds_what_it_looks_for() -> None:
    assert {"pawns", "pawn", "pit", "pebbles", "hero", "king", "ari", "mobility", "football"} <= NAMES
    assert ORDINARY <= NAMES, "a word that no game uses any more needs no exception"
    for text, name in (
        ('if (cell.shade === "pit") hide();', "pit"),
        (".board .pit-hole { fill: red; }", "pit"),
        ("const pitHole = 1;", "pit"),
        ('svg("circle", { class: "pebble" })', "pebbles"),
        ("Kings move backwards", "kings"),
        ("the pieces in a row", "in a row"),
    ):
        assert name in found_in(text), text
    assert found_in("spit, pitch, arithmetic, kingdom, the moves of the pieces") == set()
