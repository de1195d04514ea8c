"""What is shown of a grading."""

from __future__ import annotations

from dataclasses import replace

from plies.blocks import markdown
from plies.blocks.blocks import Dots
from plies.blocks.blocks import Table as TableBlock
from plies.grading.grading import Plan, grade
from plies.grading.report import SERVER, blocks, share, title

NAME = "pebbles:3x1"


def test_a_report_has_every_part() -> None:
    found = grade(Plan.of(NAME, ["table", "security@depth=1", "random"], positions=120))
    made = blocks(found)
    ids = [block.id for block in made]
    assert len(ids) == len(set(ids))
    tables = {block.id: block for block in made if isinstance(block, TableBlock)}
    assert tables["grades"].rows[0][0] == "table"  # the best first
    assert tables["grades"].texts()[0][1].startswith("100.0% (")
    assert len(tables["pairs-table"].rows) == 3
    assert tables["distance-table"].texts()[-1][0] == "draw"
    assert tables["heuristics-table"].texts()[0][0] == "security"
    assert tables["confusion-1"].texts()[0][0] == "won"
    assert [link.startswith(f"{SERVER}/#game=") for link in tables["mistakes-1"].links]
    plots = [block.id for block in made if isinstance(block, Dots)]
    assert plots == ["grades-plot", "pieces-plot", "distance-plot"]
    text = markdown.render(title(found), made)
    assert "the move matters" in text
    assert text == markdown.render(title(found), blocks(found))


def test_what_was_stopped_says_so() -> None:
    found = replace(grade(Plan.of(NAME, ["random"], positions=20)), complete=False)
    assert "Stopped before all positions were graded." in blocks(found)[0].text  # type: ignore[union-attr]


def test_heuristics_alone() -> None:
    ids = [block.id for block in blocks(grade(Plan.of(NAME, [], ["security"], positions=50)))]
    assert "heuristics-table" in ids
    assert "grades" not in ids
    assert "mistakes" not in ids


def test_shares_in_words() -> None:
    assert share((0.932, 0.91, 0.951)) == "93.2% (91.0–95.1)"
