"""Pages know no game: what they show of one, they are sent as data. The words are derived from the games themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plies.registry import families, game, games_apart
from plies.web.page_routes import STATIC

FILES = sorted(file for file in STATIC.rglob("*") if file.suffix in (".js", ".css", ".html"))
#: what is written here; `static/vendor` is others' code
OURS = [file for file in FILES if file.parent.name != "vendor"]
#: names in a game that are also words of every game, of layout or of plain English
ORDINARY = {"distance", "edge", "forward", "lead", "moves", "pieces", "plies", "room", "spacing", "to move"}


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


@pytest.mark.parametrize("file", OURS, ids=[str(file.relative_to(STATIC)) for file in OURS])
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


def test_no_script_evades_the_checker_of_types() -> None:
    for file in OURS:
        found = re.findall(r"@ts-\w+|[{<|(] *any\b *[|}>)\[]|\{\*\}", file.read_text(encoding="utf-8"))
        assert file.suffix != ".js" or found == [], file.name


def test_icons_that_are_drawn_are_there() -> None:
    there = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "icons.svg").read_text(encoding="utf-8")))
    texts = {file: file.read_text(encoding="utf-8") for file in FILES}
    drawn = {
        (file.name, name)
        for file, text in texts.items()
        for name in re.findall(r'(?:icons\.svg#|\bicon\(")([\w-]+)', text)
    }
    assert {one for one in drawn if one[1] not in there} == set()
    assert there, "no icon was found in the file"


def test_no_page_takes_anything_from_elsewhere_or_has_anything_inline() -> None:
    for file in FILES:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://(?!127\.0\.0\.1|localhost)", text), file.name
        assert file.suffix != ".html" or not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text), (
            file.name
        )
