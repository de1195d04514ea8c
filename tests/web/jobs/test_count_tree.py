"""The child that counts: a row for each search, and an end for one that is too large."""

from __future__ import annotations

from typing import Any

from plies.web.jobs import count_tree


def rows_of(request: dict[str, Any]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    count_tree.work(request, lambda message: rows.append(message))
    return rows


def test_a_row_for_each_search() -> None:
    searches = [{"algorithm": "minimax"}, {"algorithm": "alpha-beta", "order": "best"}, {}]
    rows = rows_of({"subject": {"classic": "winston"}, "searches": searches, "most_nodes": 10**6})
    assert [row["kind"] for row in rows] == ["row", "row", "row", "done"]
    assert [row["number"] for row in rows[:3]] == [0, 1, 2]
    assert [row["counts"]["leaves"] for row in rows[:3]] == [4, 3, 3]
    assert {row["value"] for row in rows[:3]} == {"2"}


def test_a_search_that_is_too_large_has_its_counts_so_far() -> None:
    request = {"subject": {"game": "pawns:6x6", "depth": 30}, "searches": [{"algorithm": "minimax"}]}
    row = rows_of({**request, "most_nodes": 5000})[0]
    assert (row["full"], row["counts"]["nodes"], "value" in row) == (True, 8192, False)
