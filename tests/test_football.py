"""What a newcomer tried: situations as tuples, sides by name, paths, and mixes where nothing is left to win."""

from __future__ import annotations

import json

import numpy as np
import pytest

import plies.football
from plies.errors import InvalidFile, InvalidPosition, Refused, UnknownName
from plies.football import FootballSolution, exploitability, parse_playbook, simulate_drives, strategy
from tests.games.football.test_playbook import GOOD, changed

HERE = (30, 3, 8, 6)


def test_a_situation_is_four_numbers_or_one_tuple(minute: FootballSolution) -> None:
    assert minute.value(HERE) == minute.value(*HERE) == minute.value(plies.football.Situation(*HERE))
    assert (minute.matrix(HERE) == minute.matrix(*HERE)).all()
    assert (minute.mixes(HERE).offence == minute.mixes(*HERE).offence).all()
    assert minute.gap(HERE) == minute.gap(*HERE)
    offence, defence = strategy(minute, "offence", "uniform"), strategy(minute, "defence", "uniform")
    assert exploitability(minute, "offence", offence, HERE).exploitability > 0
    assert simulate_drives(minute, offence, defence, HERE, 10, 0).drives.runs == 10
    assert minute.explain(HERE, 0, 1) == minute.explain(HERE, "slant", "blitz")
    for wrong in ((30, 3, 8), "30", 30):
        with pytest.raises(InvalidPosition, match="a situation is four numbers"):
            minute.value(wrong)
    with pytest.raises(InvalidPosition, match="a situation is four numbers"):
        minute.value(30, 3, 8)


def test_sides_are_checked(minute: FootballSolution) -> None:
    offence, defence = strategy(minute, "offence", "optimal"), strategy(minute, "defence", "optimal")
    with pytest.raises(UnknownName, match="unknown side 'off'; known: offence, defence"):
        strategy(minute, "off", "optimal")
    with pytest.raises(UnknownName, match="unknown side 'off'"):
        exploitability(minute, "off", offence, HERE)
    with pytest.raises(Refused, match="a strategy of the offence, but it is to play the defence"):
        exploitability(minute, "defence", offence, HERE)
    with pytest.raises(Refused, match="a strategy of the defence, but it is to play the offence"):
        simulate_drives(minute, defence, offence, HERE, 10, 0)
    assert exploitability(minute, "defence", np.array(offence), HERE).exploitability > 0, "a plain array is anybody's"


def test_a_playbook_may_be_a_path(tmp_path) -> None:
    path = tmp_path / "pb.json"
    path.write_text(json.dumps(GOOD))
    for given in (path, str(path)):
        assert plies.football.solve(given, ticks=2).playbook.plays == ("run", "pass")
    assert plies.football.search(path, 2).game.places
    with pytest.raises(Refused, match="a playbook is a Playbook or the path of its file, not 5"):
        plies.football.solve(5)


def test_a_mix_takes_short_names(minute: FootballSolution) -> None:
    assert (strategy(minute, "offence", "mix:Cross=1") == strategy(minute, "offence", "mix:0,1,0")).all()
    with pytest.raises(UnknownName, match="'4-3' fits 2 names"):
        strategy(minute, "defence", "mix:4-3=1")
    with pytest.raises(UnknownName, match="Y Cross 80 stands twice"):
        strategy(minute, "offence", "mix:Cross=0.5,2=0.5")


def test_mistakes_stand_in_the_order_of_the_file() -> None:
    data = changed(("plays", 0, "against", 1, 0), [1.5, 0, "no"])
    text = json.dumps({"weather": "rain", **data, "wind": 3}, indent=1)
    with pytest.raises(InvalidFile) as caught:
        parse_playbook(text, "mine.json")
    message = str(caught.value)
    assert message.startswith("mine.json: line 2, column ")
    assert message.count("mine.json") == 1
    lines = [int(part.split("line ")[1].split(",")[0]) for part in message.split("; line ")[:1]]
    lines += [int(part.split(",")[0]) for part in message.split("; line ")[1:]]
    assert lines == sorted(lines)
    assert len(lines) == 5
    assert caught.value.line == 2


def test_where_nothing_is_sure_to_win_the_offence_still_hopes(minute: FootballSolution) -> None:
    """Among equally safe calls never one that another beats weakly; and what is shown is still optimal."""
    seen = 0
    for yards in range(1, 100):
        for ticks in (1, 2, 3, 6):
            here = (yards, 1, min(10, yards), ticks)
            if minute.value(here) > 0:
                continue
            matrix, mixes = minute.matrix(here), minute.mixes(here)
            assert (mixes.offence @ matrix).min() == 0.0
            assert (matrix @ mixes.defence).max() == 0.0
            chosen = matrix[mixes.offence.argmax()]
            assert not any((row >= chosen).all() and (row > chosen).any() for row in matrix)
            seen += bool(matrix.any())
    assert seen


def test_where_the_offence_wins_for_sure_the_defence_still_hopes() -> None:
    against = [[[99, 1, False, 1.0]], [[99, 1, False, 1.0]]], [[[99, 1, False, 1.0]], [[0, 1, True, 1.0]]]
    book = {
        "outcome": ["yards", "ticks", "turnover", "probability"],
        "formations": ["soft", "hard"],
        "plays": [{"name": "sure", "against": against[0]}, {"name": "rash", "against": against[1]}],
    }
    mixes = plies.football.solve(parse_playbook(json.dumps(book)), ticks=1).mixes(50, 4, 10, 1)
    assert mixes.offence.tolist() == [1, 0]
    assert mixes.defence.tolist() == [0, 1]


def test_a_situation_by_name() -> None:
    solution = plies.football.solve(start=(5, 4, 5, 4))
    assert solution.value(yards=5, downs=4, to_go=5, ticks=4) == solution.value(5, 4, 5, 4)
    assert solution.value(5, 4, to_go=5, ticks=4) == solution.value((5, 4, 5, 4))
    with pytest.raises(plies.InvalidPosition, match="four numbers"):
        solution.value(5, 4, togo=5, ticks=4)
