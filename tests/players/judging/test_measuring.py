"""Time and processor time of other processes, measured from outside."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from plies.players.judging import measuring
from plies.players.judging.measuring import Gauge

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux counts this")

WORK = "end = time.process_time() + 0.1\nwhile time.process_time() < end: pass\n"


@contextmanager
def child(code: str) -> Iterator[subprocess.Popen[str]]:
    """A process that runs the code whenever it is sent a line, and answers with one."""
    loop = (
        f"import subprocess, sys, time, threading\nfor line in sys.stdin:\n    exec({code!r})\n    print(flush=True)\n"
    )
    words = [sys.executable, "-c", loop]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as made:
        ask(made)
        yield made
        made.kill()


def ask(made: subprocess.Popen[str]) -> None:
    assert made.stdin is not None
    assert made.stdout is not None
    made.stdin.write("\n")
    made.stdin.flush()
    made.stdout.readline()


def measured(code: str) -> tuple[float, float, float]:
    with child(code) as made:
        gauge = Gauge(made.pid)
        gauge.begin()
        ask(made)
        seconds, charged = gauge.end()
        used = gauge.used()
        assert used is not None
        return seconds, charged, used


def test_sleep_is_charged_and_takes_no_processor() -> None:
    seconds, charged, used = measured("time.sleep(0.1)")
    assert used < 0.05
    assert 0.09 < charged <= seconds


def test_work_is_charged() -> None:
    seconds, charged, used = measured(WORK)
    assert used >= 0.099
    assert used - 0.001 <= charged <= seconds


def test_clocks_that_the_player_patches_do_not_count() -> None:
    seconds, charged, _ = measured("time.sleep(0.1); time.perf_counter = time.monotonic = lambda: 0.0")
    assert 0.09 < charged <= seconds


@pytest.mark.parametrize(
    "how", ["subprocess.run(words)", "t = threading.Thread(target=subprocess.run, args=(words,)); t.start(); t.join()"]
)
def test_what_its_own_children_did_counts_as_work(how: str) -> None:
    words = [sys.executable, "-c", f"import time\n{WORK}"]
    _, _, used = measured(f"words = {words!r}\n{how}")
    assert used >= 0.09


def test_a_child_that_still_runs_counts() -> None:
    spin = [sys.executable, "-c", f"import time\n{WORK}print(flush=True)\ntime.sleep(0.5)"]
    start = f"p = subprocess.Popen({spin!r}, stdout=subprocess.PIPE)\np.stdout.readline()"
    with child(start) as made:
        gauge = Gauge(made.pid)
        gauge.begin()
        ask(made)
        assert (gauge.used() or 0.0) >= 0.09


def test_waiting_for_a_processor_is_not_charged() -> None:
    """Two processes on one core: one is charged with about what it had of it, not with the other's share."""
    core = min(os.sched_getaffinity(0))
    with child(WORK) as made, child(3 * WORK) as other:
        for one in (made, other):
            os.sched_setaffinity(one.pid, {core})
        gauge = Gauge(made.pid)
        gauge.begin()
        assert other.stdin is not None
        other.stdin.write("\n")
        other.stdin.flush()
        ask(made)
        seconds, charged = gauge.end()
    assert seconds >= 0.15
    assert 0.099 <= charged <= seconds - 0.04


def test_this_very_process() -> None:
    gauge = Gauge()
    gauge.begin()
    end = time.process_time() + 0.05
    while time.process_time() < end:
        pass
    seconds, charged = gauge.end()
    assert (gauge.used() or 0.0) >= 0.049
    assert 0.049 <= charged <= seconds


def test_up_to_what_it_may_take_a_move_is_charged_with_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    gauge = Gauge()
    gauge.begin()
    monkeypatch.setattr(measuring, "queued", lambda process: pytest.fail("not asked"))
    seconds, charged = gauge.end(enough=100.0)
    assert charged == seconds


def test_where_the_system_does_not_tell_the_wall_clock_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "worked", lambda process: None)
    gauge = Gauge(os.getpid())
    gauge.begin()
    time.sleep(0.01)
    seconds, charged = gauge.end()
    assert seconds == charged >= 0.01
    assert gauge.used() is None


def test_a_process_that_is_gone() -> None:
    made = subprocess.Popen([sys.executable, "-c", ""])
    made.wait()
    gauge = Gauge(made.pid)
    gauge.begin()
    seconds, charged = gauge.end()
    assert seconds == charged
    assert gauge.used() is None
