"""The same players under other limits, in one tournament and in two."""

from __future__ import annotations

import pytest

from plies.arena.numbers.compare import limits_compared, runs_compared
from plies.arena.numbers.standings import Scoreboard
from tests.arena.made_records import Cast, tournament

CAST = [
    Cast("ari@0.1s", "ari", 80, 0.1),
    Cast("hoddi@0.1s", "hoddi", 0, 0.1),
    Cast("binni@0.1s", "binni", -80, 0.1),
    Cast("ari@nodes=5000", "ari", 20, None, 5000),
    Cast("hoddi@nodes=5000", "hoddi", 20, None, 5000),
]


def test_limits_are_compared() -> None:
    """ari is 80 ahead of hoddi at equal time and level at equal nodes: it loses 40 to the mean, hoddi gains 40."""
    table = Scoreboard()
    for record in tournament(CAST, ["pawns:8x8"], 120, seed=4):
        table.add(record)
    (found,) = limits_compared(table)
    assert found.labels == ("0.1s", "nodes=5000")
    rows = {row.base: row for row in found.rows}
    assert set(rows) == {"ari", "hoddi"}
    assert rows["ari"].gain == pytest.approx(-rows["hoddi"].gain)
    assert abs(rows["ari"].gain + 40) < rows["ari"].gain_error + 20
    assert rows["ari"].gain + rows["ari"].gain_error < 0
    again = runs_compared(table, table, ("one", "other"))
    assert [row.gain for row in again.rows] == pytest.approx([0] * len(again.rows))
    assert runs_compared(table, Scoreboard(), ("one", "other")).rows == ()


def test_two_runs_are_compared() -> None:
    """Two tournaments with the same players: at equal nodes ari has lost its lead of 100 over the other two."""
    tables = []
    for limits, lead in (({"seconds": 0.1}, 100), ({"seconds": None, "nodes": 5000}, 0)):
        label = "0.1s" if limits["seconds"] else "nodes=5000"
        cast = [
            Cast(f"{name}@{label}", name, strength, **limits)  # type: ignore[arg-type]
            for name, strength in (("ari", lead), ("binni", 0), ("hoddi", 0))
        ]
        table = Scoreboard()
        for record in tournament(cast, ["pawns:8x8"], 120, seed=5):
            table.add(record)
        tables.append(table)
    found = runs_compared(*tables)
    assert found.labels == ("0.1s", "nodes=5000")
    rows = {row.base: row for row in found.rows}
    assert set(rows) == {"ari", "binni", "hoddi"}
    assert [rated.name for rated in rows["ari"].ratings] == ["ari@0.1s", "ari@nodes=5000"]
    assert rows["ari"].gain + rows["ari"].gain_error < 0 < rows["binni"].gain
    assert sum(row.gain for row in rows.values()) == pytest.approx(0, abs=1e-6)
    turned = runs_compared(*tables[::-1], ("nodes", "time"))
    assert turned.labels == ("nodes", "time")
    for row in turned.rows:
        assert row.gain == pytest.approx(-rows[row.base].gain)
    assert runs_compared(tables[0], Scoreboard()).labels == ("0.1s", "–")


def test_who_has_not_played_in_both_runs_shifts_nothing() -> None:
    """The second run was broken off before hoddi played; ari and binni did there what they did before."""
    cast = [Cast(name, name, strength, seconds=0.1) for name, strength in (("ari", 100), ("binni", 0), ("hoddi", -400))]
    whole, part = Scoreboard(), Scoreboard()
    for record in tournament(cast, ["pawns:8x8"], 60, seed=6):
        whole.add(record)
        if "hoddi" not in (record.pairing.first, record.pairing.second):
            part.add(record)
    part.players.update(whole.players)  # who entered
    rows = {row.base: row for row in runs_compared(whole, part, ("one", "other")).rows}
    assert set(rows) == {"ari", "binni"}
    assert [row.gain for row in rows.values()] == pytest.approx([0, 0], abs=1e-6)


def test_a_limit_of_one_player_alone_is_no_group() -> None:
    cast = [
        *(
            Cast(f"{name}@{limit}", name, 0, seconds=None, nodes=limit)
            for name in ("ari", "hoddi")
            for limit in (50, 90)
        ),
        Cast("binni@0.1s", "binni", 0, seconds=0.1),
    ]
    table = Scoreboard()
    for record in tournament(cast, ["pawns:8x8"], 10, seed=7):
        table.add(record)
    (found,) = limits_compared(table)
    assert found.labels == ("nodes=50", "nodes=90")
