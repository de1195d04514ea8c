"""Players in one line and in TOML, and their exact definitions."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plies
from plies.arena.run.versions import versions
from plies.errors import InvalidFile, PliesError, Refused, UnknownName
from plies.players.notation import distinct, parse_player
from plies.players.player import Player
from plies.players.players_file import load_players
from plies.players.resolution import heuristic_of, table_entries
from plies.processes.spawn import environment

GAME = plies.game("pawns:4x5")


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("ari", "heuristic", "ari@1s"),
        ("ari@1s", "heuristic", "ari@1s"),
        ("ari@1000ms", "heuristic", "ari@1s"),
        ("ari( pawns=2, only columns = -3 )@20ms", "heuristic", "ari(pawns=2,only columns=-3)@20ms"),
        ("hoddi@depth=6,algorithm=textbook", "heuristic", "hoddi@depth=6,algorithm=alphabeta"),
        ("ari@nodes=10000, depth=9", "heuristic", "ari@depth=9,nodes=10000"),
        ("ari@clock=1min+500ms", "heuristic", "ari@clock=60s+0.5s"),
        ("ari@clock=60s", "heuristic", "ari@clock=60s+0s"),
        ("ari@threads=2", "heuristic", "ari@1s,threads=2"),
        ("binni-mended@20ms,reductions=off,quiescence=on", "heuristic", "binni-mended@20ms,reductions=off"),
        ("ari@1s,order=hoddi(pawns=2,forward=0)", "heuristic", "ari@1s,order=hoddi(pawns=2,forward=0)"),
        ("ari@20ms,name=quick one", "heuristic", "quick one"),
        ("random", "random", "random"),
        ("random@name=dice", "random", "dice"),
        ("folder/mine.py:mine@0.5s", "file", "folder/mine.py:mine@0.5s"),
        ("me@home/mine.py:mine", "file", "me@home/mine.py:mine@1s"),
        ("me@home/mine.py:mine(a=1)@2s", "file", "me@home/mine.py:mine(a=1)@2s"),
        ("ggp://localhost:4001@5s", "remote", "ggp://localhost:4001@5s"),
        ("http://localhost:4001/", "remote", "http://localhost:4001@1s"),
    ],
)
def test_one_line(text: str, kind: str, name: str) -> None:
    player = parse_player(text)
    assert (player.kind, player.name) == (kind, name)
    assert parse_player(player.text) == player


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"'' is no player; write a heuristic such as ari"),
        ("@1s", r"'' is no player"),
        ("ari@", r"'' is no limit and no option; known: a time such as 1s, clock="),
        ("ari@soon", r"'soon' is no limit and no option"),
        ("ari@1", r"'1' is no limit: seconds is a time from 1ms to 1000000s, such as 1s"),
        ("ari@0s", r"'0s' is no limit"),
        ("ari@1h", r"'1h' is no limit"),
        ("ari@1s,2s", r"seconds is given twice"),
        ("ari@depth=0", r"'depth=0': depth is a whole number from 1 to 200"),
        ("ari@depth=many", r"'depth=many': depth is a whole number"),
        ("ari@nodes=1e3", r"'nodes=1e3': nodes is a whole number"),
        ("ari@clock=60", r"'clock=60': clock is base\+increment, such as 60s\+0.5s"),
        ("ari@speed=3", r"'speed=3' is no limit and no option; known: .*algorithm="),
        ("ari@algorithm=mcts", r"algorithm is engine or minimax or alphabeta"),
        ("ari@reductions=no", r"'reductions=no': reductions is on or off"),
        ("ari@depth=3,algorithm=minimax,threads=2", r"threads=2: that belongs to the engine"),
        ("ari@depth=3,cache=bounds", r"cache=bounds: that belongs to a textbook algorithm"),
        ("ari@name=", r"name is 1 to 200 printable characters"),
        ("ari(pawns)@1s", r"'pawns' is not a weight; write term=number"),
        ("ari(pawns=inf)", r"'pawns=inf' is not a weight"),
        ("ari(pawns=2", r"is no player"),
        ("two words", r"'two words' is no player"),
        ("random@1s", r"a random player takes no limits"),
        ("ggp://localhost", r"'ggp://localhost' is no address; a player elsewhere is ggp://host:port"),
        ("ggp://localhost:4001@depth=3", r"depth=3: a player elsewhere takes a time a move"),
    ],
)
def test_what_is_wrong_is_named(text: str, said: str) -> None:
    with pytest.raises(PliesError, match=said) as caught:
        parse_player(text)
    assert len(str(caught.value).splitlines()) == 1


WORDS = st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True)
TIMES = st.one_of(
    st.floats(0.001, 1e6, allow_nan=False),
    st.integers(1, 10**6).map(float),
    st.integers(1, 10**6).map(lambda n: n / 1e3),
)
NUMBERS = st.one_of(st.integers(-99, 99).map(str), st.floats(-1e3, 1e3, allow_nan=False).map(repr))
WEIGHTS = st.dictionaries(st.sampled_from(["pawns", "only columns", "a"]), NUMBERS, min_size=1)
CHOICES = st.one_of(
    WORDS.filter(lambda word: word not in ("random", "none")),
    st.tuples(WORDS, WEIGHTS).map(lambda p: f"{p[0]}({','.join(f'{k}={v}' for k, v in p[1].items())})"),
)
LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "seconds": TIMES,
        "clock": st.tuples(TIMES, st.one_of(st.just(0.0), TIMES)),
        "depth": st.integers(1, 200),
        "nodes": st.integers(1, 10**11),
        "patience": TIMES,
        "order": CHOICES,
        "name": st.from_regex(r"[^\W_](?:[^\x00-\x1f,()]|\([a-z,=]*\)){0,12}[^\W_]", fullmatch=True).filter(
            str.isprintable
        ),
    },
)
ENGINE = st.fixed_dictionaries(
    {},
    optional={
        "threads": st.integers(1, 256),
        "entries": st.integers(2, 1 << 32),
        "selective": st.booleans(),
        "reductions": st.booleans(),
        "quiescence": st.booleans(),
    },
)
TEXTBOOK = st.fixed_dictionaries(
    {"algorithm": st.sampled_from(["minimax", "alphabeta", "soft", "path"])},
    optional={"cache": st.sampled_from(["none", "window", "bounds", "window-published"])},
)


@given(choice=CHOICES, limits=LIMITS, options=st.one_of(ENGINE, TEXTBOOK))
def test_every_player_survives_text_and_json(
    choice: str, limits: dict[str, object], options: dict[str, object]
) -> None:
    player = Player("heuristic", choice, **limits, **options)  # type: ignore[arg-type]
    assert parse_player(player.text) == player
    assert parse_player(player.text).text == player.text
    assert Player.from_definition(json.loads(json.dumps(player.definition))) == player


@given(text=st.text(max_size=30))
def test_any_text_is_a_player_or_one_clear_line(text: str) -> None:
    try:
        player = parse_player(text)
    except PliesError as error:
        said = str(error)
    else:
        said = repr(player)
        assert parse_player(player.text) == player
    assert len(said.splitlines()) == 1


# -- TOML ------------------------------------------------------------------------------------------------------------


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
    assert [player.text for player in players] == [
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


# -- names and definitions -------------------------------------------------------------------------------------------


def test_players_of_one_name_are_told_apart() -> None:
    texts = ["ari@1s", "ari@2s", "ari@1s", "ari(pawns=2)@1s,depth=3", "ari(pawns=2)@1s,depth=3"]
    players = distinct(parse_player(text) for text in texts)
    names = [player.name for player in players]
    assert names == ["ari@1s", "ari@2s", "ari@1s#2", "ari(pawns=2)@1s,depth=3", "ari(pawns=2)@1s depth=3#2"]
    assert [parse_player(player.text) for player in players] == players
    with pytest.raises(Refused, match="two players are called 'x'; give each its own name="):
        distinct([parse_player("ari@name=x"), parse_player("hoddi@name=x")])


def test_a_definition_has_the_weights_of_both_sides() -> None:
    player = parse_player("binni(pawns=3)@20ms").in_game(GAME)
    known = json.loads(json.dumps(player.definition))
    assert known["resolved"]["heuristic"]["weights"] == {"pawns": 3, "threatened": -1, "defended": 1, "in a row": 1}
    assert known["resolved"]["heuristic"]["weights_first"]["in a row"] == -1
    assert known["resolved"]["entries"] == 1 << 17
    again = Player.from_definition(known)
    assert again == player
    assert again.text == "binni(pawns=3)@20ms"
    assert heuristic_of(GAME, again.choice, again.resolved["heuristic"]) == heuristic_of(GAME, "binni(pawns=3)", None)


def test_a_definition_keeps_the_weights_of_its_day() -> None:
    known = json.loads(json.dumps(parse_player("ari@depth=3").definition_in(GAME)))
    known["resolved"]["heuristic"]["weights"]["pawns"] = 7.0
    player = Player.from_definition(known)
    assert heuristic_of(GAME, "ari", player.resolved["heuristic"]).weights[0] == 7.0
    known["resolved"]["heuristic"]["code"] = known["resolved"]["heuristic"]["code"][:-1] + "x"
    with pytest.raises(Refused, match="the code of ari in pawns:4x5 has changed"):
        heuristic_of(GAME, "ari", known["resolved"]["heuristic"])
    with pytest.raises(Refused, match="no longer has the terms"):
        heuristic_of(GAME, "ari", known["resolved"]["heuristic"] | {"weights": {}, "code": "py2.7:0"})


@pytest.mark.parametrize(
    "definition",
    [{}, {"kind": "random"}, {"kind": "heuristic", "choice": "ari", "speed": 3}, [], "ari"],
)
def test_what_is_no_definition(definition: object) -> None:
    with pytest.raises(UnknownName, match="not a player's definition"):
        Player.from_definition(definition)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong", [{"depth": 0}, {"depth": "x"}, {"clock": [1]}, {"seconds": "soon"}, {"threads": -1}, {"algorithm": "mcts"}]
)
def test_what_is_no_value_in_a_definition(wrong: dict[str, object]) -> None:
    with pytest.raises(Refused, match="not a player's definition"):
        Player.from_definition(parse_player("ari@1s").definition | wrong)


def test_an_unknown_heuristic_is_told_when_the_game_is_known() -> None:
    with pytest.raises(UnknownName, match="no heuristic 'arii'; known: ari"):
        parse_player("arii@1s").in_game(GAME)
    with pytest.raises(UnknownName, match="no heuristic 'arii'; known: ari"):
        parse_player("ari@1s,order=arii").in_game(GAME)


def test_tables_fit_the_limits() -> None:
    entries = {
        text: table_entries(parse_player(text)) for text in ("ari@50ms", "ari@5s", "ari@depth=6", "ari@nodes=99")
    }
    assert entries == {"ari@50ms": 1 << 18, "ari@5s": 1 << 20, "ari@depth=6": 1 << 18, "ari@nodes=99": 1 << 14}
    assert table_entries(parse_player("ari@1s,entries=1000")) == 1000
    assert table_entries(replace(parse_player("ari@1s"), resolved={"entries": 64})) == 64


def test_which_players_play_the_same_every_time() -> None:
    exact = {text: parse_player(text).is_exact for text in ("ari@depth=3", "random", "ari@1s,depth=3")}
    assert exact == {"ari@depth=3": True, "random": True, "ari@1s,depth=3": False}
    assert not parse_player("ari@nodes=9,threads=2").is_exact


ALL = """
import json, plies
from plies.processes.spawn import environment
from plies.players.notation import parse_player
from plies.registry import families
for family in families().values():
    for name in family.examples[:2]:
        game = plies.game(name)
        for choice in game.heuristics:
            print(json.dumps(parse_player(f"{choice}@depth=3").definition_in(game), sort_keys=True))
"""


def test_definitions_are_the_same_in_every_process() -> None:
    """Also where sets and dictionaries have another order."""
    texts = []
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", ALL], env=environment() | {"PYTHONHASHSEED": seed}, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stderr
        texts.append(ran.stdout)
    assert texts[0] == texts[1]
    assert len(texts[0].splitlines()) > 10


def test_versions_name_the_code() -> None:
    assert set(versions()) == {"plies", "code", "python", "numba"}
    assert len(versions()["code"]) == 16
