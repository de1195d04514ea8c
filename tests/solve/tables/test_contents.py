"""A table as a whole: the numbers by distance are those of the oracle, and the longest wins are played to their end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import plies
from plies.errors import InvalidFile
from plies.solve.tables import contents
from plies.solve.tables.builder.building import Wish, build_table
from plies.solve.tables.contents import contents_of
from plies.tables.file.header import DATA_AT
from plies.tables.table import Table, open_table
from tests.oracles.whole_game import whole_game
from tests.sizes import slow


def test_the_numbers_are_the_oracles(small: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "CHUNK", 100)
    values = whole_game(small.game, [small.game.first]).values()
    found = contents_of(small, 5)
    assert dict(found.win) == Counter(plies for result, plies in values if result > 0)
    assert dict(found.loss) == Counter(plies for result, plies in values if result < 0)
    assert list(found.win) == sorted(found.win)
    assert list(found.loss) == sorted(found.loss)


def test_the_longest_wins_are_played_to_their_end(small: Table) -> None:
    found = contents_of(small, 5)
    slowest = [plies for plies, count in reversed(found.win) for _ in range(count)][:5]
    assert [one.plies for one in found.longest] == slowest
    for one in found.longest:
        here = small.game.position(one.position)
        winner = here.turn
        assert (small.probe(here).result, small.probe(here).plies) == ("win", one.plies) == ("win", len(one.line))
        for word in one.line:
            here = here.play(word)
        assert here.outcome is not None
        assert here.outcome.winner == winner
    assert contents_of(small, 0).longest == ()


@pytest.mark.parametrize(("name", "part"), [("breakthrough:2x4", 0), slow("checkers", 2)])
def test_an_indexed_table_counts_every_position_that_a_number_stands_for(folder: Path, name: str, part: int) -> None:
    game = plies.game(name)
    header = build_table(Wish(game, part=part))
    table = open_table(game, Wish(game, part=part).scope)
    found = contents_of(table, 3)
    assert sum(count for _, count in found.win) == header.win
    assert sum(count for _, count in found.loss) == header.loss
    assert found.longest[0].plies == found.win[-1][0]
    assert len(found.longest[0].line) == found.longest[0].plies


def test_a_damaged_table_is_not_counted(folder: Path) -> None:
    game = plies.game("pebbles:2x1")
    build_table(Wish(game))
    file = Wish(game).scope.file
    data = np.fromfile(file, np.uint8)
    data[DATA_AT + 9] ^= 1
    data.tofile(file)
    with pytest.raises(InvalidFile, match="does not match its checksum"):
        contents_of(open_table(game), 1)
