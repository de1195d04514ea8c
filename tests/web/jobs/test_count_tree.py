"""The child that counts: a row for each search, and an end for one that is too large."""

from __future__ import annotations

from plies.web.jobs import count_tree
from plies.web.jobs.count_tree import Request, Row
from plies.web.tree.subject import SearchOptions, Wanted
from tests.processes.piped import piped


def rows_of(request: Request) -> list[Row]:
    rows: list[Row] = []
    messages = count_tree.MESSAGES
    count_tree.work(piped(messages, request), lambda message: rows.append(piped(messages, message)))
    return rows


def test_a_row_for_each_search() -> None:
    searches = (SearchOptions("minimax"), SearchOptions("alpha-beta", order="best"), SearchOptions())
    rows = rows_of(Request(Wanted(classic="winston"), searches, 10**6))
    assert [row.number for row in rows] == [0, 1, 2]
    assert [row.found.counts.leaves for row in rows if row.found.counts] == [4, 3, 3]
    assert {row.found.result.value for row in rows if row.found.result} == {"2"}


def test_a_search_that_is_too_large_has_its_counts_so_far() -> None:
    (row,) = rows_of(Request(Wanted(game="pawns:6x6", depth=30), (SearchOptions("minimax"),), 5000))
    assert row.found.counts is not None
    assert (row.found.full, row.found.counts.nodes, row.found.result) == (True, 8192, None)
