"""A page of blocks for tests, with a nasty name in every place, and a reader of HTML."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

from plies.blocks.blocks import (
    Axis,
    Block,
    Column,
    Dots,
    Heading,
    Histograms,
    Mark,
    Panel,
    Paragraph,
    Point,
    Series,
    Table,
)
from plies.blocks.formats import ELO, INTERVAL, NUMBER, SHARE

NASTY = '<script>alert(1)</script> & "x" | $a_1$ *b* [c](javascript:d) `e`\x07'

TABLE = Table(
    "table",
    (Column(NASTY), Column("rating", ELO), Column("interval", INTERVAL, 1), Column("games", NUMBER, 2)),
    [(NASTY, 12.4, (-5, 20), 1234), ("b", None, (166, None), 7)],
    caption=f"A table of {NASTY}",
)
SHADED = Table(
    "shaded", (Column("first"), Column("a", SHARE), Column("b", SHARE)), [("a", None, (0.9, 4)), ("b", (0.1, 3), None)]
)
FOLDED = Table("folded", (Column("game"), Column("n", NUMBER)), [("x", 1), ("y", 2)], "Folded", True, ("/x?a&b", "/y"))
POINTS = (Point(0, 3.0, "3 ± 1", 2.0, 4.0), Point(1, -1.0, "−1 ± 2", -3.0, 1.0))
DOTS = Dots("dots", f"Dots of {NASTY}", Axis("Elo", (Mark(0), Mark(2, "bound"))), (NASTY, "b"), (Series("", POINTS),))
JOINED = Dots(
    "joined", "Joined", Axis("score"), ("a", "b"), (Series("one", POINTS), Series(NASTY, POINTS[:1])), joined=True
)
BARS = Histograms("bars", "Bars", Axis("plies"), 2, (Panel("one", ((4, 0.25), (8, 0.75))), Panel(NASTY, ((4, 1.0),))))
PAGE: list[Block] = [
    Paragraph("words", f"Words of {NASTY}"),
    Heading("first", "First"),
    *(TABLE, SHADED, DOTS, JOINED),
    Heading("second", NASTY),
    *(FOLDED, BARS),
]


class Page(HTMLParser):
    """Checks that elements are closed in their order, and gathers identifiers, texts and what would be fetched."""

    VOID = ("meta", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.identifiers: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id":
                self.identifiers.append(value or "")
            if name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in ("src", "href", "xlink:href") and not (value or "").startswith("#"):
                self.fetched.append(value or "")
            assert not name.startswith("on")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
