"""Blocks as data, and as parts of a page."""

from __future__ import annotations

import json

from plies.blocks.blocks import Heading, Table, as_data, part
from tests.blocks.page import DOTS, FOLDED, NASTY, PAGE, SHADED, TABLE


def test_cells_are_written_by_their_columns() -> None:
    assert TABLE.texts() == [[NASTY, "+12", "−5 to +20", "1,234"], ["b", "–", "above +166", "7"]]
    assert SHADED.shades() == [[None, None, 0.9], [None, 0.1, None]]


def test_data_is_json_and_complete() -> None:
    reported = json.loads(json.dumps(as_data(PAGE), allow_nan=False))
    assert [one["kind"] for one in reported] == [
        *("paragraph", "heading", "table", "table", "dots", "dots", "heading", "table", "histograms")
    ]
    assert [one["id"] for one in reported] == [block.id for block in PAGE]
    by_id = {one["id"]: one for one in reported}
    table = by_id["table"]
    assert table["rows"] == TABLE.texts()
    assert [column["align"] for column in table["columns"]] == ["left", "right", "right", "right"]
    assert [column["priority"] for column in table["columns"]] == [0, 0, 1, 2]
    assert (table["caption"], table["folded"], table["links"]) == (TABLE.caption, False, [])
    assert (by_id["folded"]["folded"], by_id["folded"]["links"]) == (True, list(FOLDED.links))
    assert by_id["shaded"]["shades"] == SHADED.shades()
    dots = by_id["dots"]
    assert dots["axis"]["marks"] == [{"at": 0, "label": ""}, {"at": 2, "label": "bound"}]
    assert dots["series"][0]["points"][0] == {"row": 0, "value": 3.0, "label": "3 ± 1", "low": 2.0, "high": 4.0}


def test_a_part_of_a_page_has_ids_and_headings_of_its_own() -> None:
    inside = part(PAGE, 2)
    assert [block.id for block in inside] == [f"2-{block.id}" for block in PAGE]
    assert [block.level for block in inside if isinstance(block, Heading)] == [3, 3]
    (table,) = (block for block in inside if isinstance(block, Table) and block.id == "2-table")
    assert table.rows == TABLE.rows
    assert part([DOTS], 1) == [type(DOTS)("1-dots", DOTS.caption, DOTS.axis, DOTS.rows, DOTS.series)]
