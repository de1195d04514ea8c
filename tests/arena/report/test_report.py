"""The report: complete, self-contained, the same bytes again, and unmoved by what names contain."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from plies.arena.report.formatting import interval, likelihood, number, percent, signed
from plies.arena.report.markdown import escape

from plies.arena.numbers.published import agreement, beside_published
from plies.arena.numbers.sprt import Sprt
from plies.arena.numbers.standings import standings
from plies.arena.plan.openings import FILE, Openings
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Tournament
from plies.arena.report import plots
from plies.arena.report.origin import Origin, openings_in_words
from plies.arena.report.origin import blocks as origin_blocks
from plies.arena.report.report import WITHOUT_PLOTS, Heading, Paragraph, Table, Written, write_report
from plies.arena.report.sections import sections
from plies.arena.run.record import GameRecord
from plies.errors import InvalidFile, Refused
from plies.players.notation import parse_player
from tests.arena.made_records import Cast, made, tournament

NASTY = '<script>alert(1)</script> & "x" | $a_1$ *b* [c](javascript:d) `e`\x07'
CAST = [
    Cast("ari@0.1s", "ari", 80, 0.1),
    Cast("hoddi@0.1s", "hoddi", 0, 0.1),
    Cast(NASTY, "mine.py:x", 0, 0.1),
    Cast("ari@nodes=5000", "ari", 20, None, 5000),
    Cast("hoddi@nodes=5000", "hoddi", 20, None, 5000),
]
EXTRA = [Heading("Published"), Paragraph("as <it> stood"), Table(["a|b", "n"], [["x", "1"]])]


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return standings(tournament(CAST, ["pawns:8x8", "pawns:6x6"], 12))


@pytest.fixture(scope="module")
def written(data: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Written:
    return write_report(data, tmp_path_factory.mktemp("report") / "new", title="Pawns <settled>", extra=EXTRA)


class Page(HTMLParser):
    """Checks that elements are closed in their order, and gathers identifiers, texts and what would be fetched."""

    VOID = ("meta", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.identifiers: list[str] = []
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
            if name in ("src", "href", "xlink:href") and not (value or "").startswith("#"):
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


def test_the_page_is_whole_and_needs_nothing_else(written: Written) -> None:
    text = written.page.read_text(encoding="utf-8")
    page = Page(text)
    assert page.fetched == []
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert max(Counter(page.identifiers).values()) == 1
    assert page.tags["svg"] == len(written.plots) == 6
    assert not re.search(r"@import|url\((?!#)", text)
    assert "color-scheme: light dark" in text
    assert 'name="viewport"' in text
    assert "@media print" in text
    assert plots.INK not in text


def test_the_page_has_every_section(written: Written) -> None:
    texts = Page(written.page.read_text(encoding="utf-8")).texts
    for heading in (
        "Ratings",
        "Published",
        "Cross tables",
        "Pairings",
        "Score by side",
        "The same players under other limits",
        "Lengths of games",
        "How games ended",
        "Use of time",
        "Openings that decide",
    ):
        assert heading in texts
    assert "Pawns <settled>" in texts
    assert "as <it> stood" in texts


def test_names_are_only_text(written: Written) -> None:
    texts = Page(written.page.read_text(encoding="utf-8")).texts
    assert NASTY in texts
    for plot in written.plots:
        drawing = ElementTree.fromstring(plot.read_text(encoding="utf-8"))
        assert drawing.tag.endswith("svg")
    markdown = written.markdown.read_text(encoding="utf-8")
    assert "<script" not in markdown
    assert escape(NASTY) in markdown
    assert escape(NASTY).count("|") == escape(NASTY).count("\\|")


def test_markdown_says_the_same(written: Written) -> None:
    lines = written.markdown.read_text(encoding="utf-8").splitlines()
    page = Page(written.page.read_text(encoding="utf-8"))
    assert len([line for line in lines if set(line) <= set("|-: ") and "---" in line]) == page.tags["table"]
    assert len([line for line in lines if line.startswith("## ")]) == page.tags["h2"]
    cells = [len(re.findall(r"(?<!\\)\|", line)) for line in lines]
    for index, line in enumerate(lines):
        if line.startswith("| ") and lines[index - 1].startswith("|"):
            assert cells[index] == cells[index - 1], line
    named = re.findall(r"^!\[.*\]\((.+)\)$", "\n".join(lines), re.MULTILINE)
    assert sorted(named) == sorted(plot.name for plot in written.plots)


def test_the_same_bytes_again(data: dict[str, Any], written: Written, tmp_path: Path) -> None:
    again = write_report(json.loads(json.dumps(data)), tmp_path, title="Pawns <settled>", extra=EXTRA)
    for one, other in zip(
        (written.page, written.markdown, *written.plots), (again.page, again.markdown, *again.plots), strict=True
    ):
        assert one.read_bytes() == other.read_bytes()


def test_a_file_of_a_plot_is_dark_on_white(written: Written) -> None:
    text = written.plots[0].read_text(encoding="utf-8")
    assert 'fill="#ffffff"' in text
    assert plots.INK not in text
    assert "currentColor" not in text


# -- the table of 2016 -------------------------------------------------------------------------------------------------

#: the published row of the board 8x8: winners when the column's player is White against ari, hoddi, binni, tryggvi
ROW_8X8 = {
    "ari": "– ari ari ari",
    "hoddi": "hoddi – hoddi tryggvi",
    "binni": "ari hoddi – tryggvi",
    "tryggvi": "ari tryggvi tryggvi –",
}
ROW_3X5 = {"ari": "– = = =", "hoddi": "= – = =", "binni": "= = – =", "tryggvi": "= = = –"}


def games_of(row: dict[str, str], game: str) -> list[GameRecord]:
    names = list(row)
    games = []
    for first, cell in row.items():
        for second, winner in zip(names, cell.split(), strict=True):
            if winner != "–":
                score = 0.5 if winner == "=" else float(winner == first)
                games.append(
                    made(
                        f"{first}@5s", f"{second}@5s", score, game=game, turned=names.index(first) > names.index(second)
                    )
                )
    return games


def test_the_table_of_2016_as_it_stood() -> None:
    found = standings([*games_of(ROW_8X8, "pawns:8x8"), *games_of(ROW_3X5, "pawns:3x5")])
    table = next(block for block in sections(found, {}) if isinstance(block, Table) and block.columns[0] == "board")
    assert list(table.columns) == ["board", "ari first", "hoddi first", "binni first", "tryggvi first"]
    assert [list(row) for row in table.rows] == [["pawns:8x8", *ROW_8X8.values()], ["pawns:3x5", *ROW_3X5.values()]]
    assert found["pairs"] == 12


def test_many_games_are_percentages(data: dict[str, Any]) -> None:
    table = next(block for block in sections(data, {}) if isinstance(block, Table) and block.columns[0] == "board")
    assert re.fullmatch(r"–( \d+){4}", table.rows[0][1])
    matrix = next(
        block for block in sections(data, {}) if isinstance(block, Table) and block.columns[0] == "first side"
    )
    assert re.fullmatch(r"\d+% \(12\)", matrix.rows[0][2])
    cross = data["cross"][0]
    assert cross["players"][:2] == ["ari@0.1s", "hoddi@0.1s"]
    row = next(r for r in data["pairings"] if (r["board"], r["a"], r["b"]) == ("pawns:8x8", "ari@0.1s", "hoddi@0.1s"))
    assert cross["cells"][0][1] == row["first"]
    assert cross["cells"][1][0]["wins"] == row["second"]["losses"]


# -- edges -------------------------------------------------------------------------------------------------------------


def test_without_matplotlib(data: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    made_without = write_report(data, tmp_path)
    assert made_without.notice == WITHOUT_PLOTS
    assert made_without.plots == ()
    assert WITHOUT_PLOTS in Page(made_without.page.read_text(encoding="utf-8")).texts
    with pytest.raises(Refused, match=r"plots need matplotlib; install it with: pip install 'plies\[plots\]'"):
        plots.all_plots(data)


def test_nothing_played(tmp_path: Path) -> None:
    written = write_report([], tmp_path, title="Nothing")
    assert "0 games in 0 complete pairs" in written.page.read_text(encoding="utf-8")


def test_one_game(tmp_path: Path) -> None:
    written = write_report([made("a", "b", 1)], tmp_path)
    text = written.markdown.read_text(encoding="utf-8")
    assert "1 game in 0 complete pairs between 2 players on 1 board" in text
    assert "above −234" in text


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidFile, match=r"cannot write the report into .*file"):
        write_report([], tmp_path / "file")


def test_numbers_in_words() -> None:
    assert [signed(value) for value in (12.4, -7.6, 0.3, -0.3, None)] == ["+12", "−8", "0", "0", "–"]
    assert interval(None, None) == "–"
    assert interval(166.2, None) == "above +166"
    assert interval(None, -20) == "below −20"
    assert interval(-5, 20) == "−5 to +20"
    assert [percent(0.5), percent(None), percent(0.126, 0)] == ["50.0%", "–", "13%"]
    assert [likelihood(value) for value in (None, 0.0002, 0.5, 0.9999)] == ["–", "< 0.1%", "50.0%", "> 99.9%"]
    assert [number(value) for value in (None, 1234567, 99.94, 0.01234, 0.0)] == [
        "–",
        "1 234 567",
        "99.9",
        "0.0123",
        "0",
    ]
    assert [number(value) for value in (1.37e-05, -1e-9, 0.0)] == ["< 0.001", "> −0.001", "0"]


# -- cross tables of any width -----------------------------------------------------------------------------------------


def all_play(names: list[str], games: int = 1) -> list[GameRecord]:
    meetings = [(one, other) for one in names for other in names if one != other]
    return [
        made(one, other, 1, pair=pair, turned=names.index(one) > names.index(other))
        for one, other in meetings
        for pair in range(games)
    ]


def cross_of(records: list[GameRecord]) -> list[Any]:
    """The blocks of the section of cross tables."""
    blocks = sections(standings(records), {})
    begin = next(i for i, block in enumerate(blocks) if isinstance(block, Heading) and block.text == "Cross tables")
    end = next(i for i, block in enumerate(blocks[begin + 1 :], begin + 1) if isinstance(block, Heading))
    return blocks[begin + 1 : end]


def width(table: Table) -> int:
    return sum(max(len(row[i]) for row in [table.columns, *table.rows]) + 3 for i in range(len(table.columns)))


def test_long_names_are_letters_in_cross_tables() -> None:
    names = [f"ari(pawns={n},distance=-{n})@nodes=20000" for n in range(5)]
    legend, told, table = cross_of(all_play(names))
    assert list(legend.rows) == [[letter, name] for letter, name in zip("ABCDE", names, strict=True)]
    assert "against A, B, C, D, E as the second side" in told.text
    assert list(table.rows) == [["pawns:8x8", "– A A A A", "B – B B B", "C C – C C", "D D D – D", "E E E E –"]]
    assert width(table) <= 120


@pytest.mark.parametrize(("players", "games"), [(9, 1), (12, 1), (12, 3), (30, 1)])
def test_cross_tables_of_many_players_fit_a_page(players: int, games: int) -> None:
    tables = cross_of(all_play([f"p{n}" for n in range(players)], games))
    found = [table for table in tables if isinstance(table, Table)]
    assert found
    assert all(width(table) <= 120 for table in found)


def test_a_gauntlet_is_a_list() -> None:
    games = [made("a", "b", 1), made("b", "a", 0.5, turned=True), made("a", "c", 0), made("c", "a", 1, turned=True)]
    (table,) = cross_of(games)
    assert [list(row) for row in table.rows] == [
        ["a", "b", "1", "1–0–0", "100.0%"],
        ["a", "c", "1", "0–0–1", "0.0%"],
        ["b", "a", "1", "0–1–0", "50.0%"],
        ["c", "a", "1", "1–0–0", "100.0%"],
    ]


def test_one_opening_is_one_opening() -> None:
    games = [made("a", "b", 1, opening=("x",)), made("b", "a", 1, turned=True, opening=("x",))]
    captions = [block.caption for block in sections(standings(games), {}) if isinstance(block, Table)]
    assert "pawns:8x8: 1 of 1 opening." in captions


# -- where it comes from -----------------------------------------------------------------------------------------------


def test_the_report_can_be_traced(tmp_path: Path) -> None:
    players = [parse_player(text) for text in ("ari(pawns=2.5)@nodes=100", "binni@20ms", "random")]
    openings = Openings.parse("random:3,unbalanced")
    plan = Tournament.of(["pawns:3x5"], players, seed=17, openings=openings)
    records = [
        GameRecord(pairing, (), 1.0, "rules", "", {"plies": "9.9", "python": "3.x"}, 1_790_000_000 + 60 * number)
        for number, pairing in enumerate(pairings(plan))
    ]
    text = write_report(records, tmp_path / "all", tournament=plan).markdown.read_text(encoding="utf-8")
    for line in (
        f"| tournament | {plan.id} |",
        "| kind | round-robin |",
        "| openings | random:3,unbalanced |",
        "| seed | 17 |",
        "| played | 2026-09-21 14:13 to 2026-09-21 14:18 (UTC) |",
        "| versions | plies 9.9 python 3.x |",
        "| random | random | – | – |",
    ):
        assert line in text, line
    ari = next(line for line in text.splitlines() if line.startswith("| ari(pawns=2.5)@nodes=100 | ari(pawns=2.5) |"))
    assert "| nodes=100 |" in ari
    assert "pawns 2.5" in ari
    data = standings(records)
    again = write_report(data, tmp_path / "data", tournament=plan, records=records).markdown
    assert again.read_text(encoding="utf-8") == text
    without = write_report(records, tmp_path / "records").markdown.read_text(encoding="utf-8")
    assert plan.id in without
    assert "| seed |" not in without


def test_what_a_report_says_of_openings_and_stopping_rules() -> None:
    assert openings_in_words(Openings.parse("start")) == "start"
    assert openings_in_words(Openings(FILE, lines=("a2-a3", "", "b2-b3"))) == "a file of 2 lines"
    players = [parse_player("ari@nodes=100"), parse_player("random")]
    plan = Tournament.of(["pawns:3x5"], players, kind="match", sprt=Sprt(0, 20))
    table = next(block for block in origin_blocks(Origin(), plan, 1) if isinstance(block, Table))
    assert any(row[0] == "stopping rule" and "elo1: 20" in row[1] for row in table.rows)
    assert ["games played", "1 of 2"] in table.rows
    assert list(origin_blocks(Origin(), None, 0)) == []


def test_only_draws_are_a_draw_beside_a_published_one() -> None:
    cells = {"pawns:8x8": {("ari", "hoddi"): "", ("hoddi", "ari"): "ari"}}
    games = [made("ari@1s", "hoddi@1s", 0.5), made("hoddi@1s", "ari@1s", 0.0, turned=True)]
    assert agreement(beside_published(standings(games), cells)) == "2 of 2 as published"
    games = [made("ari@1s", "hoddi@1s", score, pair=pair) for pair, score in enumerate((1.0, 0.0))]
    (row,) = beside_published(standings(games), cells)
    assert (row["now"], row["then"]) == ("50.0%", "=")
