"""Strategies, policy files, exploitability against the slow twin, and simulated drives beside exact values."""

from __future__ import annotations

import json

import numpy as np
import pytest

import plies.football
from plies.errors import InvalidFile, Refused, UnknownName
from plies.football import (
    START,
    FootballSolution,
    Situation,
    exploitability,
    shipped_playbook,
    simulate_drives,
    strategy,
)
from plies.solve.football.solution import key_of
from plies.solve.simultaneous.simulation import interval
from tests.oracles.football import SlowFootball

HERE = Situation(30, 3, 8, 6)


@pytest.fixture(scope="module")
def small() -> FootballSolution:
    return plies.football.solve(start=HERE)


def test_optimal_play_cannot_be_exploited(usual: FootballSolution) -> None:
    for side in ("offence", "defence"):
        worth = exploitability(usual, side, strategy(usual, side, "optimal"), START)
        assert abs(worth.exploitability) < 1e-12
        assert worth.optimal == usual.value(*START)


@pytest.mark.parametrize("mix", [(1.0, 0.0, 0.0), (0.2, 0.3, 0.5), (1 / 3, 1 / 3, 1 / 3)])
def test_exploitability_against_the_slow_twin(small: FootballSolution, mix) -> None:
    spec = "mix:" + ",".join(repr(chance) for chance in mix)
    for side, mixes in (("offence", (np.array(mix), None)), ("defence", (None, np.array(mix)))):
        slow = SlowFootball(shipped_playbook().tables).fixed(tuple(HERE), *mixes)
        worth = exploitability(small, side, strategy(small, side, spec), HERE)
        assert worth.against_best == pytest.approx(slow, abs=1e-12)
        assert worth.exploitability >= -1e-12
        sign = 1 if side == "offence" else -1
        assert worth.exploitability == pytest.approx(sign * (small.value(*HERE) - slow), abs=1e-12)


def test_exact_value_of_two_fixed_mixes(small: FootballSolution) -> None:
    x, y = np.array([0.2, 0.3, 0.5]), np.array([0.6, 0.1, 0.3])
    slow = SlowFootball(shipped_playbook().tables).fixed(tuple(HERE), x, y)
    offence, defence = strategy(small, "offence", "mix:0.2,0.3,0.5"), strategy(small, "defence", "mix:0.6,0.1,0.3")
    assert simulate_drives(small, offence, defence, HERE, 10, 0).exact == pytest.approx(slow, abs=1e-12)


def test_pure_is_the_best_single_call(small: FootballSolution) -> None:
    offence, defence = strategy(small, "offence", "pure"), strategy(small, "defence", "pure")
    inner = small.solution
    for clock, place in np.argwhere(inner.slot >= 0):
        matrix = inner.matrix(int(place), int(clock))
        number = inner.slot[clock, place]
        assert offence[number].argmax() == matrix.min(axis=1).argmax()
        assert defence[number].argmax() == matrix.max(axis=0).argmin()
    assert set(np.unique(offence)) == set(np.unique(defence)) == {0.0, 1.0}


@pytest.mark.parametrize("offence", ["optimal", "pure", "uniform", "mix:37 Slant=0.5,Z Corner 82=0.5"])
@pytest.mark.parametrize("defence", ["optimal", "uniform", "mix:0,1,0"])
def test_drives_beside_exact_values(usual: FootballSolution, offence: str, defence: str) -> None:
    found = simulate_drives(
        usual, strategy(usual, "offence", offence), strategy(usual, "defence", defence), START, 40_000, 6
    )
    assert found.inside
    assert found.drives.high - found.drives.low < 0.015
    again = simulate_drives(
        usual, strategy(usual, "offence", offence), strategy(usual, "defence", defence), START, 40_000, 6
    )
    assert again == found


def test_intervals_cover_as_often_as_they_say(small: FootballSolution) -> None:
    """Of 400 intervals about 4 may miss; 15 would be a one in a million case."""
    offence, defence = strategy(small, "offence", "optimal"), strategy(small, "defence", "optimal")
    missed = sum(not simulate_drives(small, offence, defence, HERE, 500, seed).inside for seed in range(400))
    assert missed < 15


def test_wilson_interval() -> None:
    assert interval(0, 100).low == 0.0
    assert 0 < interval(0, 100).high < 0.07
    assert interval(100, 100).high == pytest.approx(1.0)
    middle = interval(5000, 10_000)
    assert (middle.low, middle.high) == (pytest.approx(0.48713, abs=1e-4), pytest.approx(0.51287, abs=1e-4))


POLICY = {
    "side": "offence",
    "rules": [
        {"when": {"yards": [1, 10], "downs": 1}, "mix": {"37 Slant": 0.7, "Z Corner 82": 0.3}},
        {"when": {"ticks": [1, 3]}, "mix": "optimal"},
    ],
    "otherwise": {"Y Cross 80": 1},
}


def test_policy_files(small: FootballSolution, tmp_path) -> None:
    path = tmp_path / "policy.json"
    path.write_text(json.dumps(POLICY))
    mixes = strategy(small, "offence", str(path))
    assert mixes[small.solution.state(*key_of(HERE))] == pytest.approx([0, 1, 0])
    late = Situation(30, 2, 8, 2)
    number = small.solution.slot[2, key_of(late)[0]]
    if number >= 0:
        assert mixes[number] == pytest.approx(small.mixes(*late).offence)
    near = [s for s in range(1, 4) if small.solution.slot[s, key_of(Situation(8, 1, 8, s))[0]] >= 0]
    for ticks in near:
        key = key_of(Situation(8, 1, 8, ticks))
        assert mixes[small.solution.state(*key)] == pytest.approx([0.7, 0, 0.3])
    assert mixes.sum(axis=1) == pytest.approx(1.0)
    with pytest.raises(UnknownName, match="a policy for the offence, but it is to play the defence"):
        strategy(small, "defence", str(path))


def test_the_first_rule_that_fits_wins(usual: FootballSolution) -> None:
    policy = plies.football.parse_policy(json.dumps(POLICY), shipped_playbook())
    mixes = plies.football.from_policy(usual, policy)
    yards, downs, _ = plies.games.football.rules.places()
    seen = set()
    for clock, place in np.argwhere(usual.solution.slot >= 0):
        mix = mixes[usual.solution.slot[clock, place]]
        if yards[place] <= 10 and downs[place] == 1:
            seen.add("first")
            assert mix == pytest.approx([0.7, 0, 0.3])
        elif clock > 3:
            seen.add("last")
            assert mix.tolist() == [0, 1, 0]
        if len(seen) == 2 and clock > 5:
            break
    assert seen == {"first", "last"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"side": "referee"}, "side: must be offence or defence"),
        ({"rules": 5}, "rules: must be a list"),
        ({"rules": [5]}, r'rules\[0\]: must be an object with "when" and "mix"'),
        ({"rules": [{"when": {"wind": 3}, "mix": "pure"}]}, r'rules\[0\].when.wind: unknown entry "wind"'),
        ({"rules": [{"when": {"yards": [9, 1]}, "mix": "pure"}]}, r"rules\[0\].when.yards: must be a whole number or"),
        ({"rules": [{"when": {}, "mix": "pure", "why": 1}]}, r"rules\[0\].why: unknown entry"),
        ({"otherwise": {"Punt": 1}}, r'otherwise.Punt: unknown name "Punt"; known: 37 Slant'),
        ({"otherwise": {"37 Slant": 2}}, "otherwise.37 Slant: a chance must be"),
        ({"otherwise": {"37 Slant": 0.5}}, "otherwise: the chances must sum to 1, not 0.5"),
        ({"otherwise": None}, "otherwise: must give names"),
        ({"extra": 1}, 'extra: unknown entry "extra"'),
    ],
)
def test_mistakes_in_policies(changes, said: str) -> None:
    with pytest.raises(InvalidFile, match=said) as caught:
        plies.football.parse_policy(json.dumps({**POLICY, **changes}, indent=1), shipped_playbook(), "p.json")
    assert caught.value.line >= 1


def test_a_policy_that_is_no_object() -> None:
    with pytest.raises(InvalidFile, match="a policy is an object"):
        plies.football.parse_policy("[]", shipped_playbook())


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("clever", "unknown strategy 'clever'; known: optimal, pure, uniform"),
        ("mix:0.5,0.5", "must be 3 chances"),
        ("mix:0.5,0.4,0.2", "sum to 1"),
        ("mix:2,-1,0", "0 or more"),
        ("mix:a,b,c", "chances are numbers"),
        ("mix:nan,nan,nan", "sum to 1"),
        ("mix:Punt=1", "unknown name 'Punt'"),
    ],
)
def test_strategies_that_are_none(small: FootballSolution, spec: str, said: str) -> None:
    with pytest.raises(UnknownName, match=said):
        strategy(small, "offence", spec)


def test_simulation_refuses(small: FootballSolution) -> None:
    mixes = strategy(small, "offence", "uniform"), strategy(small, "defence", "uniform")
    with pytest.raises(Refused, match="number of runs"):
        simulate_drives(small, *mixes, HERE, 0, 1)
    with pytest.raises(Refused, match="seed"):
        simulate_drives(small, *mixes, HERE, 1, -1)
