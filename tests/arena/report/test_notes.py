"""What has to be known beside the tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from plies.arena.plan.tournament import Tournament
from plies.arena.report.details import use_of_time
from plies.arena.report.notes import notes
from plies.arena.run.record import MoveRecord
from plies.arena.store.rows import LeftOut
from plies.players.notation import distinct, parse_player
from tests.arena.made_records import made
from tests.arena.report.made import result_of, table

MOVE = MoveRecord("x", None, 3, 1000, 0.1)


def test_nothing_to_say() -> None:
    assert list(notes(result_of([made("a", "b", 1, moves=[MOVE, MOVE])]))) == []


def test_games_that_are_left_out() -> None:
    result = replace(result_of([made("a", "b", 1)]), left_out=LeftOut(2, {"its moves": 2}, "abc"))
    (note,) = notes(result)
    assert (note.id, note.text) == ("left-out", result.left_out.in_words())


def test_reported_nodes_and_those_that_do_not_fit() -> None:
    honest, liar = (replace(MOVE, reported=True, worked=worked) for worked in (0.002, 0.9))
    result = result_of([made("a", "b", 1, moves=[honest, liar]), made("a", "c", 1, pair=1, moves=[honest, MOVE])])
    one, two = notes(result)
    assert one.text == "Nodes and depths reported by the player, not counted by Plies: a and b."
    assert two.text == "Its processor time does not fit its nodes: b (900 µs per node, 2 µs for the others)."
    rows = {row[0]: row[-1] for row in table(list(use_of_time(result.standings)), "use-of-time").rows}
    assert rows == {
        "a": "reported by the player",
        "b": "reported by the player; its processor time does not fit its nodes",
        "c": "Plies",
    }


def test_identical_players_are_pointed_out(tmp_path: Path) -> None:
    code = "def mine(position, seconds):\n    return position.moves[0]\n"
    for name in ("mine", "copy"):
        (tmp_path / f"{name}.py").write_text(code)
    (tmp_path / "other.py").write_text(f"{code}\n# not the same\n")
    texts = [
        *("ari@nodes=300", "ari@nodes=300", "hoddi@nodes=300", "ari@nodes=300,threads=2", "ari@nodes=300,threads=2"),
        *(f"{tmp_path}/{name}.py:mine@1s,name={name}" for name in ("mine", "copy", "other")),
        *("ari(pawns=1,distance=-1)@nodes=400", "ari@nodes=400"),
    ]
    planned = Tournament.of(["pawns:3x5"], distinct(parse_player(text) for text in texts))
    groups = planned.identical()
    assert ["ari@nodes=300", "ari@nodes=300#2"] in groups
    assert ["ari@nodes=300,threads=2", "ari@nodes=300,threads=2#2"] in groups
    assert ["mine", "copy"] in groups
    assert sum(map(len, groups)) <= 8  # neither hoddi nor other
    (note,) = notes(replace(result_of([]), tournament=planned))
    assert note.id == "identical"
    assert "ari@nodes=300 and ari@nodes=300#2 are the same player" in note.text
