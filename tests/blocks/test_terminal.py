"""Blocks at a terminal: aligned, never cut, without the columns that a narrow screen has no room for."""

from __future__ import annotations

import pytest
from rich.console import Console

from plies.blocks import terminal
from plies.blocks.blocks import Column, Heading, Paragraph, Table
from plies.blocks.formats import NUMBER
from tests.blocks.page import DOTS

TABLE = Table(
    "t",
    (
        Column("player"),
        Column("rating", NUMBER),
        Column("games", NUMBER, 2),
        Column("won", NUMBER, 2),
        Column("s", NUMBER, 1),
    ),
    [("a[red]", 100, 12, 3, 0.5), ("bb", -7, 1, 1, 0.25)],
)


def shown(capsys: pytest.CaptureFixture[str], width: int) -> list[str]:
    blocks = [Heading("h", "Title"), TABLE, DOTS, Paragraph("p", "words [bold]")]
    terminal.show(blocks, Console(width=width, no_color=True))
    return capsys.readouterr().out.splitlines()


def test_everything_where_there_is_room(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, 100) == [
        "Title",
        "player  rating  games  won     s",
        "a[red]     100     12    3   0.5",
        "bb          −7      1    1  0.25",
        "",
        "words [bold]",
    ]


def test_columns_of_least_priority_go_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert [terminal.fitting(TABLE, width) for width in (32, 31, 26, 19, 1)] == [
        [0, 1, 2, 3, 4],
        [0, 1, 2, 4],
        [0, 1, 4],
        [0, 1],
        [0, 1],
    ]
    lines = shown(capsys, 22)
    assert lines[1:4] == ["player  rating     s", "a[red]     100   0.5", "bb          −7  0.25"]
    assert " ".join(lines[4:6]) == "without room for: games, won"


def test_a_long_name_is_folded_and_numbers_are_whole(capsys: pytest.CaptureFixture[str]) -> None:
    name = "a_very_long_name_of_a_player@nodes=20000"
    table = Table("t", (Column("player"), Column("rating", NUMBER)), [(name, 1234567)], caption="caption")
    terminal.show([table], Console(width=30, no_color=True))
    caption, _, *lines = capsys.readouterr().out.splitlines()
    assert caption == "caption"
    assert all(len(line) <= 30 for line in lines)
    assert "1,234,567" in lines[0]
    assert "".join(line.split(" ")[0] for line in lines) == name


def test_a_text_from_elsewhere_changes_nothing_at_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Names and reasons may come from a player or a foreign ledger."""
    evil = "\x1b[2J\x1b]0;mine\x07\u202e"
    blocks = [Heading("h", evil), Table("t", (Column(evil),), [(evil,)], caption=evil), Paragraph("p", f"two\n{evil}")]
    terminal.show(blocks, Console(width=100, no_color=True))
    written = capsys.readouterr().out
    assert all(sign.isprintable() or sign == "\n" for sign in written)
    assert written.count(r"\x1b[2J\x1b]0;mine\x07\u202e") == 5
