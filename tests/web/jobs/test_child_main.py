"""The process of a job, run here: what it sends for what its job does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import NoReturn

import pytest

from plies.errors import InvalidPosition
from plies.web.jobs import child_main
from plies.web.jobs.child_main import Done, Made, Refusal, Send


class FakePipe:
    def __init__(self) -> None:
        self.sent: list[object] = []
        self.send = self.sent.append
        self.messages = ""
        self.listens = False

    def __iter__(self) -> Iterator[str]:
        assert self.messages == "of the job"
        yield "request"

    def end_with_it(self) -> None:
        self.listens = True


def sent_by(work: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> list[object]:
    pipe = FakePipe()
    monkeypatch.setattr(child_main, "begin", lambda messages: (pipe, 1, ["count_tree"]))
    monkeypatch.setattr(child_main, "import_module", lambda name: SimpleNamespace(work=work, MESSAGES="of the job"))
    child_main.main()
    assert pipe.listens
    return pipe.sent


def test_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(request: object, send: Send) -> None:
        send(request)
        send(Made(b"data"))

    assert sent_by(work, monkeypatch) == ["request", Made(b"data"), Done()]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (InvalidPosition("no position"), "no position"),
        (MemoryError(), "this takes more memory than it may; ask for less"),
        (RecursionError(), "this takes more memory than it may; ask for less"),
    ],
)
def test_refusals(monkeypatch: pytest.MonkeyPatch, error: Exception, said: str) -> None:
    def work(*_: object) -> NoReturn:
        raise error

    assert sent_by(work, monkeypatch) == [Refusal(said)]


def test_other_errors_are_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(*_: object) -> NoReturn:
        raise KeyError("a mistake of ours")

    with pytest.raises(KeyError, match="a mistake of ours"):
        sent_by(work, monkeypatch)
