"""Players in one line: what is read, how it is written, and what is said of what is wrong."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plies.errors import PliesError, Refused, UnknownName
from plies.players.algorithm import Algorithm
from plies.players.definition import definition_of, player_of
from plies.players.notation import (
    base_text,
    distinct,
    format_player,
    is_named,
    limited_by,
    limits_text,
    named,
    parse_player,
    read_limit,
)
from plies.players.player import Player
from plies.players.registry import algorithm, algorithms


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("ari", "heuristic", "ari@1s"),
        ("ari@1s", "heuristic", "ari@1s"),
        ("ari@1000ms", "heuristic", "ari@1s"),
        ("folder x/mine.toml@20ms", "heuristic", "folder x/mine.toml@20ms"),
        ("mine.toml(pawns=2)", "heuristic", "mine.toml(pawns=2)@1s"),
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
        ("minimax@depth=3", "algorithm", "minimax@depth=3"),
        ("human", "algorithm", "human"),
        ("ggp://localhost:4001@5s", "remote", "ggp://localhost:4001@5s"),
        ("http://localhost:4001/", "remote", "http://localhost:4001@1s"),
    ],
)
def test_one_line(text: str, kind: str, name: str) -> None:
    player = parse_player(text)
    assert (player.kind, player.name) == (kind, name)
    assert parse_player(format_player(player)) == player


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
        ("ari@algorithm=mcts", r"no algorithm 'mcts'; known: engine, .*minimax, alphabeta, soft, path"),
        ("ari@reductions=no", r"'reductions=no': reductions is on or off"),
        (
            "ari@depth=3,algorithm=minimax,threads=2",
            r"threads=2: minimax takes no threads= \(algorithm=engine does\), only",
        ),
        (
            "ari@depth=3,cache=bounds",
            r"the engine takes no cache= \(algorithm=minimax does\), only a time",
        ),
        ("ari@name=", r"name is 1 to 200 printable characters"),
        ("ari(pawns)@1s", r"'pawns' is not a weight; write term=number"),
        ("ari(pawns=inf)", r"'pawns=inf' is not a weight"),
        ("ari(pawns=2", r"is no player"),
        ("two words", r"'two words' is no player"),
        ("random@1s", r"1s: random takes no time per move, only name=$"),
        ("random@speed=3", r"'speed=3' is no limit and no option; known: name=$"),
        ("random@algorithm=minimax", r"algorithm=minimax: random is an algorithm itself"),
        ("ari@algorithm=random", r"algorithm=random: that takes no heuristic; write random alone"),
        ("ari@algorithm=remote", r"algorithm=remote: that takes no heuristic; write ggp://host:port alone"),
        ("mine.py@1s", r"name the function or heuristic of the file that plays, such as mine.py:mine"),
        ("ggp://localhost", r"'ggp://localhost' is no address; a remote player is ggp://host:port"),
        (
            "ggp://localhost:4001@depth=3",
            r"a remote player takes no depth=, only a time such as 1s, games=, patience=, name=$",
        ),
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
    WORDS.filter(lambda word: word != "none" and word not in algorithms()),
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
        "name": st.from_regex(r"[^\W_](?:[^\x00-\x1f,()]|\([a-z,=]*\)){0,12}[^\W_]", fullmatch=True).filter(
            str.isprintable
        ),
    },
).map(lambda limits: limits if set(limits) - {"patience", "name"} else limits | {"seconds": 1.0})
ENGINE = st.fixed_dictionaries(
    {},
    optional={
        "order": CHOICES,
        "threads": st.integers(2, 256),
        "entries": st.integers(2, 1 << 32),
        "selective": st.just(False),
        "reductions": st.just(False),
        "quiescence": st.just(False),
    },
)
TEXTBOOK = st.fixed_dictionaries(
    {}, optional={"cache": st.sampled_from(["window", "bounds", "window-published"]), "order": CHOICES}
)
ALGORITHMS = st.one_of(
    st.tuples(st.just("engine"), ENGINE),
    st.tuples(st.sampled_from(["minimax", "alphabeta", "soft", "path"]), TEXTBOOK),
)


@given(choice=CHOICES, limits=LIMITS, searches=ALGORITHMS)
def test_every_player_survives_text_and_json(
    choice: str, limits: dict[str, object], searches: tuple[str, dict[str, object]]
) -> None:
    how, given = searches
    options = tuple((one.name, given[one.name]) for one in algorithm(how).options if one.name in given)
    player = Player("heuristic", choice, how, options, **limits)  # type: ignore[arg-type]
    player = player if player.name else named(player)
    assert parse_player(format_player(player)) == player
    assert player_of(json.loads(json.dumps(definition_of(player), sort_keys=True))) == player


@given(text=st.text(max_size=30))
def test_any_text_is_a_player_or_one_clear_line(text: str) -> None:
    try:
        player = parse_player(text)
    except PliesError as error:
        said = str(error)
    else:
        said = repr(player)
        assert parse_player(format_player(player)) == player
    assert len(said.splitlines()) == 1


# -- the parts of a text ---------------------------------------------------------------------------------------------


def test_the_parts_of_a_player_s_text() -> None:
    player = parse_player("ari@20ms,depth=9,algorithm=soft,cache=bounds,patience=3s,name=mine")
    assert limits_text(player) == "20ms,depth=9"
    assert limits_text(parse_player("ari@clock=60s+0.5s,nodes=500")) == "clock=60s+0.5s,nodes=500"
    assert limits_text(parse_player("random")) == ""
    assert base_text(player) == "ari@algorithm=soft,cache=bounds"
    assert base_text(parse_player("ari@depth=3,threads=2,selective=off")) == "ari@threads=2,selective=off"
    assert limited_by(player) == "time and depth"
    assert limited_by(parse_player("ari@clock=1s,nodes=3")) == "time and nodes"
    assert limited_by(parse_player("random")) == "none"
    assert is_named(player)
    assert named(player).name == "ari@20ms,depth=9,algorithm=soft,cache=bounds,patience=3s"
    assert not is_named(named(player))


def test_what_is_usual_is_for_those_who_take_it_and_have_none() -> None:
    usual = "depth=3,threads=2,cache=bounds"
    assert parse_player("ari", usual).name == "ari@depth=3,threads=2"
    assert parse_player("ari@threads=4", usual).name == "ari@depth=3,threads=4"
    assert parse_player("ari@1s", usual).name == "ari@1s,threads=2"
    assert parse_player("ari@algorithm=soft", usual).name == "ari@depth=3,algorithm=soft,cache=bounds"
    assert parse_player("random", usual).name == "random"
    assert parse_player("ggp://localhost:4001", usual).name == "ggp://localhost:4001@1s"
    with pytest.raises(Refused, match="depth is a whole number"):
        parse_player("ari", "depth=0")


def test_a_limit_by_itself() -> None:
    assert read_limit("20ms") == ("seconds", 0.02)
    assert read_limit("nodes=7") == ("nodes", 7)
    with pytest.raises(Refused, match="'threads=2' is no limit; a limit is a time such as 20ms"):
        read_limit("threads=2")
    with pytest.raises(UnknownName, match="'soon' is no limit and no option"):
        read_limit("soon")


def test_players_of_one_name_are_told_apart() -> None:
    texts = ["ari@1s", "ari@2s", "ari@1s", "ari(pawns=2)@1s,depth=3", "ari(pawns=2)@1s,depth=3"]
    players = distinct(parse_player(text) for text in texts)
    names = [player.name for player in players]
    assert names == ["ari@1s", "ari@2s", "ari@1s#2", "ari(pawns=2)@1s,depth=3", "ari(pawns=2)@1s,depth=3#2"]
    assert [parse_player(format_player(player)) for player in players] == players
    with pytest.raises(Refused, match="two players are called 'x'; give each its own name="):
        distinct([parse_player("ari@name=x"), parse_player("hoddi@name=x")])


# -- algorithms of other packages ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("greedy")
def test_options_of_an_algorithm_come_in_its_own_order() -> None:
    player = parse_player("ari@algorithm=greedy,among=quiet,bold=on,width=3,depth=1")
    assert player.name == "ari@depth=1,algorithm=greedy,width=3,bold=on,among=quiet"
    assert (player.option("width"), player.option("bold"), player.option("among")) == (3, True, "quiet")
    assert parse_player(player.name) == player
    assert parse_player("greedy@width=5,bold=off").name == "greedy"


@pytest.mark.usefixtures("greedy")
def test_an_algorithm_that_keeps_no_time_gets_none() -> None:
    player = parse_player("ari@algorithm=greedy")
    assert (player.seconds, player.has_limit) == (None, False)
    assert parse_player(format_player(player)) == player
    with pytest.raises(Refused, match=r"1s: greedy takes no time per move, only depth=, width=, bold=, among=,"):
        parse_player("ari@1s,algorithm=greedy")


def test_a_player_whose_algorithm_is_gone_is_shown_as_it_was(
    greedy: Algorithm, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("ari@depth=1,algorithm=greedy,width=3,bold=on", "greedy@bold=on,among=quiet,name=mine"):
        monkeypatch.setitem(algorithms(), "greedy", greedy)
        player = parse_player(text)
        monkeypatch.delitem(algorithms(), "greedy")
        assert format_player(player_of(definition_of(player))) == text
        if "ari" in text:
            with pytest.raises(UnknownName, match=r"no algorithm 'greedy'; known: engine"):
                parse_player(text)
