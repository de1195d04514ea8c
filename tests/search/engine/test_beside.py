"""A call beside the calling thread: waited for, given up, and what it raises."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from plies.search.engine.beside import Beside


def test_it_is_waited_for_and_can_be_given_up() -> None:
    free = threading.Event()
    call = Beside(free.wait)
    assert not call.wait(0.01)
    free.set()
    assert call.wait(10)
    assert (call.results, call.failure) == ([True], None)
    failed = Beside(lambda: 1 // 0)
    assert failed.wait(10)
    assert isinstance(failed.failure, ZeroDivisionError)


def test_after_ctrl_c_it_is_still_known_to_run() -> None:
    """A thread's own `join` forgets that."""
    free = threading.Event()
    call = Beside(free.wait)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        call.wait(10)
    assert not call.wait(0.01)
    free.set()
    assert call.wait(10)
