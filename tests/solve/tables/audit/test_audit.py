"""The audit finds every wrong value, every missing position, and wrong counts."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import plies
from plies.compile import build
from plies.solve.tables.audit.audit import audit
from plies.solve.tables.builder.building import Wish, build_table
from plies.tables.file.table_file import SUMS, TableFile, codes_of
from plies.tables.table import Table, open_table


def changed(table: TableFile) -> TableFile:
    """A copy of a table that may be altered; `resealed` makes its checksums right again."""
    view = table.view._replace(words=table.view.words.copy(), sums=table.view.sums.copy())
    return replace(table, view=view)


def resealed(table: TableFile) -> TableFile:
    build.kernel(SUMS).sum_blocks(table.view.words, table.view.sums)
    return table


def plant(small: Table, times: int, seed: int) -> None:
    chance, table = random.Random(seed), changed(small.opened)
    codes, most = codes_of(table), 2 * small.header.longest + 8
    for _ in range(times):
        number = chance.randrange(len(codes))
        right = int(codes[number])
        codes[number] = chance.choice([code for code in range(most) if code != right])
        with pytest.raises(plies.InvalidFile, match="the audit found a mistake"):
            audit(small.game, resealed(table))
        codes[number] = right
    audit(small.game, resealed(table))


def test_planted_values_are_found(small: Table) -> None:
    plant(small, 100, 1)


@pytest.mark.slow
def test_ten_thousand_planted_values_are_found(small: Table) -> None:
    plant(small, 10_000, 2)


def test_a_mistake_is_told_in_words(small: Table) -> None:
    table = changed(small.opened)
    codes = codes_of(table)
    number = int(np.flatnonzero(codes == 1)[0])
    codes[number] = 7
    with pytest.raises(plies.InvalidFile, match=r"\d,\d/\d.* [AB] is kept as a win in 2, but its successors make"):
        audit(small.game, resealed(table))


def test_a_missing_position_is_found(small: Table) -> None:
    """One position replaced by a copy of another is there twice; by something else, a move leads out of the table."""
    places = small.header.places
    for value, what in ((None, "is there twice"), (0x7FFF_FFFF_FFFF, "found a mistake|its start is missing")):
        table = changed(small.opened)
        rows = table.view.words[places.rows_at : places.codes_at]
        rows[5] = rows[6] if value is None else value
        with pytest.raises(plies.InvalidFile, match=what):
            audit(small.game, resealed(table))


def check_header(table: Table) -> None:
    header = table.header
    for wrong in ({"win": header.win + 1, "loss": header.loss - 1}, {"positions": header.positions + 1}):
        with pytest.raises(plies.InvalidFile, match="its header's counts are not those of its positions"):
            audit(table.game, replace(table.opened, header=replace(header, **wrong)))
    with pytest.raises(plies.InvalidFile, match="its start is missing or has another value"):
        audit(table.game, replace(table.opened, header=replace(header, start=2)))


def test_wrong_counts_and_a_wrong_start_are_found(small: Table) -> None:
    check_header(small)


@pytest.mark.usefixtures("folder")
def test_wrong_counts_and_a_wrong_start_of_a_dense_table_are_found() -> None:
    game = plies.game("breakthrough:2x4")
    build_table(Wish(game, part=0))
    check_header(open_table(game))


def test_several_threads_find_the_same(small: Table) -> None:
    for threads in (1, 2, 3):
        assert audit(small.game, small.opened, threads) >= 0
