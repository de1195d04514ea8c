"""The coach's advice is the solution's numbers, and its words are those of the notation."""

from __future__ import annotations

import numpy as np
import pytest

from plies.football import FootballSolution, Situation
from plies.solve.football.advice import advise, by_yard, explain

SITUATIONS = [Situation(45, 3, 11, 12), Situation(80, 4, 10, 12), Situation(3, 1, 3, 4), Situation(90, 1, 10, 2)]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_call_against_its_best_reply(minute: FootballSolution, situation: Situation) -> None:
    """Recomputed entry by entry: the reply leaves the caller least, and the cost is what that takes from the value."""
    advice, book = advise(minute, situation), minute.playbook
    assert advice.value == minute.value(*situation)
    assert np.array_equal(advice.matrix, minute.matrix(*situation))
    assert sum(call.share for call in advice.offence) == pytest.approx(1)
    assert sum(call.share for call in advice.defence) == pytest.approx(1)
    for i, call in enumerate(advice.offence):
        entries = dict(zip(book.formations, advice.matrix[i], strict=True))
        assert call.name == book.plays[i]
        assert entries[call.best_reply] == call.offence_wins == min(entries.values())
        assert call.cost == max(advice.value - call.offence_wins, 0)
    for j, call in enumerate(advice.defence):
        entries = {play: row[j] for play, row in zip(book.plays, advice.matrix, strict=True)}
        assert call.name == book.formations[j]
        assert entries[call.best_reply] == call.offence_wins == max(entries.values())
        assert call.cost == max(call.offence_wins - advice.value, 0)


def test_what_is_called_most(minute: FootballSolution) -> None:
    advice = advise(minute, SITUATIONS[0])
    play, formation = advice.called_most
    assert (minute.playbook.plays[play], minute.playbook.formations[formation]) == ("Z Corner 82", "4-3 Sam-Will Blitz")


def test_where_nothing_wins(minute: FootballSolution) -> None:
    assert advise(minute, Situation(90, 1, 10, 2)).is_hopeless
    assert not advise(minute, SITUATIONS[0]).is_hopeless


def test_an_entry_adds_up_and_says_where_it_leads(minute: FootballSolution) -> None:
    entry = explain(minute, SITUATIONS[0], 0, 0)
    assert (entry.play, entry.formation) == ("37 Slant", "4-3 Blast")
    assert sum(one.probability * one.value for one in entry.outcomes) == pytest.approx(entry.value, abs=1e-12)
    assert f"{entry.value:.6f}" == "0.389684"
    first = entry.outcomes[0]
    assert (first.leads_to, first.text) == (Situation(46, 2, 12, 8), "3rd and 12 from the 46, 40 seconds left")
    assert (first.ticks, first.seconds) == (4, 20)
    ends = {
        one.text for i in range(3) for j in range(3) for one in explain(minute, Situation(3, 1, 3, 4), i, j).outcomes
    }
    assert "touchdown" in ends
    assert "out of downs" in ends


def test_by_yard(minute: FootballSolution) -> None:
    found = by_yard(minute, 2, 6)
    for yards in (1, 9, 10, 11, 50, 99):
        where = (yards, 2, min(10, yards), 6)
        assert found.values[yards - 1] == minute.value(*where)
        if minute.value(*where) > 0:
            assert np.array_equal(found.offence[yards - 1], minute.mixes(*where).offence)
            assert np.array_equal(found.defence[yards - 1], minute.mixes(*where).defence)
    lost = found.values == 0
    assert 0 < lost.sum() < 99
    assert np.array_equal(np.isnan(found.offence).all(axis=1), lost)
    assert np.array_equal(np.isnan(found.defence).any(axis=1), lost)
