"""Players in a TOML file: every key, and which table and key is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from plies.errors import InvalidFile
from plies.players.notation import format_player
from plies.players.players_file import load_players


def test_toml(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text(
        """
        [[player]]
        name = "bold"
        heuristic = "ari"
        weights = { pawns = 2, "only columns" = -0.5 }
        seconds = 0.02
        reductions = false

        [[player]]
        player = "hoddi@depth=6"
        algorithm = "minimax"

        [[player]]
        heuristic = "mine.py:mine"
        seconds = "500ms"
        order = "other.py:sorted"

        [[player]]
        heuristic = "random"
        [[player]]
        player = "random"
        """
    )
    players = load_players(file)
    assert [format_player(player) for player in players] == [
        "ari(pawns=2,only columns=-0.5)@20ms,reductions=off,name=bold",
        "hoddi@depth=6,algorithm=minimax",
        f"{tmp_path}/mine.py:mine@0.5s,order={tmp_path}/other.py:sorted",
        "random",
        "random@name=random#2",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[player]\n", r"players.toml: .*line 1"),
        ("x = 1\n", r"tables \[\[player\]\] and nothing else"),
        ("player = 3\n", r"tables \[\[player\]\] and nothing else"),
        ("[[player]]\nseconds = 1\n", r"player 1: give either player"),
        ('[[player]]\nplayer = "ari"\n[[player]]\nheuristic = "ari"\ndepth = 0\n', r"player 2: .*depth=0"),
        ('[[player]]\nheuristic = "ari"\nname = "a,depth=3"\n', r"player 1: .*name is 1 to 200"),
        ('[[player]]\nheuristic = "ari"\nseconds = -1\n', r"seconds=-1s"),
        ('[[player]]\nheuristic = "ari"\ndepth = [3]\n', r"depth = \[3\]: a limit or option is a word or a number"),
        ('[[player]]\nheuristic = "ari"\nweights = 3\n', r"weights go with heuristic"),
        ('[[player]]\nheuristic = "ari"\nspeed = 3\n', r"'speed=3' is no limit and no option"),
    ],
)
def test_toml_says_which_table_and_key(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text(text)
    with pytest.raises(InvalidFile, match=said):
        load_players(file)


def test_toml_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match=r"cannot read .*nothing.toml: No such file"):
        load_players(tmp_path / "nothing.toml")
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    with pytest.raises(InvalidFile, match="not a text in UTF-8"):
        load_players(tmp_path / "latin.toml")


def test_a_limit_is_for_those_without_one(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text('[[player]]\nplayer = "ari"\n[[player]]\nplayer = "random"\n[[player]]\nplayer = "ari@2s"\n')
    assert [player.name for player in load_players(file, "depth=3")] == ["ari@depth=3", "random", "ari@2s"]
