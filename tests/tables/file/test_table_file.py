"""Files that are damaged, truncated or of other rules are refused, and no flipped bit is ever believed."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies.tables.file.header import DATA_AT
from plies.tables.file.table_file import open_file
from plies.tables.table import Table
from tests.oracles.tables import code_of, values_of


@pytest.fixture
def copy(small: Table, tmp_path: Path) -> Path:
    return Path(shutil.copy(small.opened.file, tmp_path / "copy.table"))


def flips(small: Table, file: Path, times: int, seed: int) -> None:
    """Flips one bit, asks for every position, and flips it back; again and again."""
    game, chance, data = small.game, random.Random(seed), bytearray(file.read_bytes())
    expected = {state: code_of(*value) for state, value in values_of(game).items()}
    for _ in range(times):
        bit = chance.randrange(8 * len(data))
        data[bit // 8] ^= 1 << bit % 8
        file.write_bytes(data)
        data[bit // 8] ^= 1 << bit % 8
        refused = False
        try:
            table = Table(game, open_file(file, game))
            for state in chance.sample(list(expected), 20):
                assert table.codes(state)[0] == expected[state], f"bit {bit} was believed"
            table.opened.check_all()
        except plies.InvalidFile as error:
            refused = any(word in str(error) for word in ("damaged", "not a table", "version"))
        assert refused, f"bit {bit} was not noticed"


def test_flipped_bits_are_never_believed(small: Table, copy: Path) -> None:
    flips(small, copy, 150, 1)


@pytest.mark.slow
def test_ten_thousand_flipped_bits(small: Table, copy: Path) -> None:
    flips(small, copy, 10_000, 2)


def test_a_damaged_block_is_found_when_it_is_read(small: Table, copy: Path) -> None:
    data = bytearray(copy.read_bytes())
    data[DATA_AT + 8 * small.header.places.rows_at + 3] ^= 4
    copy.write_bytes(data)
    table = Table(small.game, open_file(copy, small.game))
    with pytest.raises(plies.InvalidFile, match="is damaged: the block at byte 16,384 does not match its checksum"):
        table.probe(small.game.start())


@pytest.mark.parametrize(("left", "what"), [(100, "truncated: it ends within its header"), (-8, "is truncated: ")])
def test_a_truncated_file_is_refused(small: Table, copy: Path, left: int, what: str) -> None:
    copy.write_bytes(copy.read_bytes()[:left])
    with pytest.raises(plies.InvalidFile, match=what):
        open_file(copy, small.game)


def test_what_is_no_table_is_refused(small: Table, copy: Path) -> None:
    data = copy.read_bytes()
    copy.write_bytes(data + b"x")
    with pytest.raises(plies.InvalidFile, match="is too long: "):
        open_file(copy, small.game)
    copy.write_bytes(b"something else")
    with pytest.raises(plies.InvalidFile, match="is not a table of Plies"):
        open_file(copy, small.game)
    with pytest.raises(plies.InvalidFile, match="cannot read the table"):
        open_file(copy.with_name("nothing"), small.game)


def test_other_rules_are_refused(small: Table) -> None:
    game = small.game
    other = replace(game, rules=replace(game.rules, without_moves="draw"))
    for changed in (other, plies.game("pebbles:2x1")):
        with pytest.raises(plies.InvalidFile, match="was built with other rules of pebbles:3x1"):
            open_file(small.opened.file, changed)
