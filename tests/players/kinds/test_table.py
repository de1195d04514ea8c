"""The player `table` is perfect, and sets traps where it cannot win."""

from __future__ import annotations

from pathlib import Path

import pytest

import plies
from plies.errors import PlayerFault, Refused, UnknownName
from plies.games.position import Position
from plies.players.clock import Clock
from plies.players.definition import definition_of, player_of
from plies.players.kinds.table import TableSearcher
from plies.players.notation import parse_player
from plies.players.resolution import check_unchanged, in_game
from plies.solve.tables.builder.building import Wish, build_table
from tests.oracles.tables import values_of
from tests.tables.conftest import folder, small

__all__ = ["folder", "small"]
GAME = plies.game("pebbles:3x1")


@pytest.fixture
def table(small: plies.tables.table.Table, monkeypatch: pytest.MonkeyPatch) -> plies.tables.table.Table:
    monkeypatch.setenv("PLIES_TABLES", str(small.opened.file.parent))
    return small


def searcher(text: str = "table") -> TableSearcher:
    return TableSearcher(in_game(parse_player(text), GAME), GAME)


def test_it_keeps_every_value(table: plies.tables.table.Table) -> None:
    expected, mine = values_of(GAME), searcher()
    for state, (value, left) in expected.items():
        position = Position(GAME, state)
        if position.outcome is not None:
            continue
        answer = mine.choose(position, Clock(parse_player("table")))
        after, then = expected[GAME.rules.play(state, position.read(answer.move))]
        assert -after == value
        if value > 0:
            assert then is not None
            assert left == then + 1
        assert answer.proof is not None


def test_it_prefers_the_move_after_which_the_heuristic_errs(table: plies.tables.table.Table) -> None:
    """Among moves that keep a draw or a loss, none leads the heuristic astray more often than the chosen one."""
    mine, traps = searcher(f"table@against={GAME.default}"), 0
    for state, (value, _) in values_of(GAME).items():
        position = Position(GAME, state)
        if position.outcome is not None or value > 0:
            continue
        chosen = mine.choose(position, Clock(parse_player("table"))).move
        shares = {
            word: mine._errors(position.play(word))[0]
            for word, known in table.probe(position).moves.items()
            if known.result == ("draw" if value == 0 else "loss")
        }
        assert shares[chosen] == max(shares.values())
        traps += shares[chosen] > min(shares.values())
    assert traps > 5


def test_without_a_table_or_outside_of_it(folder: Path) -> None:
    with pytest.raises(UnknownName, match="there is no table of pebbles:3x1; make it with plies table build"):
        searcher()
    build_table(Wish(GAME))
    outside = GAME.position("3,3,3/0,0,1 A")
    with pytest.raises(PlayerFault, match="does not hold this position"):
        searcher().choose(outside, Clock(parse_player("table")))
    with pytest.raises(Refused, match="against"):
        parse_player("table@against=mine.py:bold")


def test_tables_are_for_clocks_unless_asked_and_part_of_the_definition(folder: Path) -> None:
    build_table(Wish(GAME))
    used = {
        text: in_game(parse_player(text), GAME).resolved.table
        for text in ("security@1s", "security@nodes=100", "security@depth=3,tables=on", "security@1s,tables=off")
    }
    assert [bool(table) for table in used.values()] == [True, False, True, False]
    player = in_game(parse_player("security@1s"), GAME)
    assert player_of(definition_of(player)) == player
    check_unchanged(player, GAME)
    next(folder.glob("*.table")).unlink()
    with pytest.raises(Refused, match=r"its table .* is not there any more"):
        check_unchanged(player, GAME)
