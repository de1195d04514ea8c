"""What people are shown of a heuristic is what was searched, also where plain Python would give another number."""

from __future__ import annotations

import json
import random
import warnings

import pytest

import plies
from plies import registry
from plies.cli import main
from plies.compile.evaluators import taken_apart
from plies.web.play.views import evaluation_view
from tests.search.positions import random_position

#: A difference of words is negative in Python, and wraps around in the machine's 64 bits where it is compiled.
MINE = """\
from plies import Feature, Heuristic


def lead(state, side):
    mine, theirs = (state.white, state.black) if side == 0 else (state.black, state.white)
    return (mine - theirs) / 2**60


def ahead(state, side):
    return 3 if lead(state, side) > 1 else 1


def whole(state, me):
    return lead(state, 0)


def uncompiled(state, me):
    return len(f"{state.white}")


parts = Heuristic("parts", "two counts", (Feature("lead", lead), Feature("ahead", ahead)), (2.0, 0.5), centre=7.0)
"""
#: Black has one move; after it white's pawns are fewer, as a word, than black's.
BEFORE = plies.game("pawns:3x5").position("3/b2/3/w2/1w1 b")
AFTER = BEFORE.play("a4-a3")


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("heuristics") / "mine.py"
    file.write_text(MINE)
    return str(file)


@pytest.mark.parametrize("name", ["whole", "parts"])
def test_what_is_shown_is_what_is_searched(mine: str, name: str) -> None:
    heuristic = registry.heuristic(BEFORE.game, f"{mine}:{name}")
    value = plies.analyse(BEFORE, heuristic, depth=1, selective=False).value
    assert value is not None
    shown = plies.evaluate(AFTER, heuristic, me="black")
    assert shown - heuristic.centre == value
    assert shown == shown.centre + sum(term.contribution for term in shown.terms)
    plain = AFTER.evaluate(heuristic, 1)
    assert abs(shown - plain) > 1  # else this test shows nothing
    assert [term.feature for term in shown.terms] == [term.feature for term in plain.terms]
    view = evaluation_view(shown, heuristic.name, heuristic.unit, 1)
    assert view.value == shown
    assert view.terms[0].contribution == shown.terms[0].contribution


def test_terms_are_the_compiled_counts(mine: str) -> None:
    lead, ahead = plies.evaluate(AFTER, f"{mine}:parts", me="white").terms
    assert (round(lead.mine), round(lead.theirs), round(lead.contribution)) == (16, 0, 32)
    assert (ahead.mine, ahead.theirs, ahead.contribution) == (3, 1, 1)


@pytest.mark.parametrize("words", [["show"], ["analyse", "--depth", "1"]])
def test_the_commands_show_it_too(mine: str, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    given = [words[0], "pawns:3x5", "--position", AFTER.text, "--heuristic", f"{mine}:whole", *words[1:]]
    shown = plies.evaluate(AFTER, f"{mine}:whole")
    assert shown > 1
    assert main([*given, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    evaluation = data["evaluation"] if "evaluation" in data else data["evaluations"]["whole"]
    assert evaluation["value"] == shown
    assert main(given) == 0
    assert f"gives white {float(shown):g} here" in capsys.readouterr().out


def test_a_heuristic_that_does_not_compile_is_asked_in_python_without_a_warning(mine: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert plies.evaluate(AFTER, f"{mine}:uncompiled") == 3
        assert plies.evaluate(AFTER, lambda state, me: len(f"{state.white}")) == 3


def test_an_exception_that_compiled_code_cannot_report_is_explained() -> None:
    def divides(state: plies.games.contract.State, me: int) -> float:  # type: ignore[name-defined]
        return 1 // (state.turn - state.turn)

    with pytest.raises(plies.InvalidGame, match="'divides' stopped with ZeroDivisionError"):
        plies.evaluate(AFTER, divides)


@pytest.mark.slow
@pytest.mark.parametrize("family", sorted(registry.families()))
def test_heuristics_that_come_with_plies_are_alike_plain_and_compiled(family: str) -> None:
    """So they can be shown without Numba. That searches agree with plain Python, `test_promise.py` tests too."""
    game, rng = plies.game(registry.families()[family].examples[0]), random.Random(3)
    positions = [random_position(game, rng, 30) for _ in range(6)]
    for heuristic in game.heuristics.values():
        assert heuristic.comes_with_plies
        ask = taken_apart(game, heuristic)
        for position in positions:
            for me in (0, 1):
                compiled, plain = ask(position.state, me), position.evaluate(heuristic, me)
                assert compiled == pytest.approx(plain, abs=1e-9), (heuristic.name, position.text)
                for one, other in zip(compiled.terms, plain.terms, strict=True):
                    assert (one.feature, one.mine, one.theirs) == (
                        other.feature,
                        pytest.approx(other.mine, abs=1e-9),
                        pytest.approx(other.theirs, abs=1e-9),
                    )
