"""The time left of a build, also of one that goes on where an earlier run ended."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from plies.cli.tables import progress

#: the lines that a stage with so much to do prints, from the seconds and what is done of each report
Lines = Callable[[int, tuple[tuple[float, int], ...]], list[str]]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lines:
    def printed(total: int, reports: tuple[tuple[float, int], ...]) -> list[str]:
        clock = Clock()
        monkeypatch.setattr(progress, "time", clock)
        shown = progress.Progress("nim")
        shown.listener.stage("values")
        for seconds, done in reports:
            clock.now = seconds
            shown.listener.progress(done, total)
        return capsys.readouterr().err.splitlines()

    return printed


def test_what_an_earlier_run_did_does_not_count_for_the_time_left(lines: Lines) -> None:
    """A line every 30 seconds; 2 s for each number of this run."""
    assert lines(1000, ((0.0, 900), (40.0, 920), (50.0, 925), (80.0, 940))) == [
        "plies: nim: values, 920 of 1,000, about 3 min left",
        "plies: nim: values, 940 of 1,000, about 2 min left",
    ]


def test_compiling_before_the_first_report_does_not_count(lines: Lines) -> None:
    """A line comes when a stage was seen for some seconds, not at once after 40 seconds of compiling."""
    assert lines(1010, ((40.0, 10), (41.0, 11), (50.0, 110), (60.0, 210), (81.0, 420))) == [
        "plies: nim: values, 110 of 1,010, about 90 s left",
        "plies: nim: values, 420 of 1,010, about 59 s left",
    ]
