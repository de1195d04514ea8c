"""The line that shows how far a solution is."""

from __future__ import annotations

import sys

import pytest

from plies.cli.football import progress


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_at_a_terminal_after_a_while(
    terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with progress.Progress() as shown:
        for ticks, passed in ((1, 30.0), (2, 0.9), (3, 0.2)):  # time counts from the first call
            now[0] += passed
            shown.progress(ticks, 4)
    line, clear = "\r\x1b[Ksolved 3 of 4 ticks ...", "\r\x1b[K"
    assert capsys.readouterr().err == (line + clear if terminal else "")
