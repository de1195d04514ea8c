"""The process that interprets rules: what it answers, whatever it is sent."""

from __future__ import annotations

import time

import pytest

from plies.processes.framing import Decoder
from plies.protocols.ggp.gdl import child_main
from plies.protocols.ggp.gdl.child_main import MESSAGES, Request, answer
from plies.protocols.ggp.gdl.recognition import Known, Unknown
from plies.protocols.ggp.wire.words import Words
from tests.protocols.ggp.stand import rules


def test_rules_are_compared_until_the_time_is_over() -> None:
    known = answer(Request(rules("pawns:2x4"), time.time() + 60))
    assert isinstance(known, Known)
    assert known.game == "pawns:2x4"
    late = answer(Request(rules("pawns:2x4"), time.time() - 1))
    assert isinstance(late, Unknown)
    assert not late.is_certain


def test_what_cannot_be_read_or_held() -> None:
    unread = answer(Request("((", time.time() + 60))
    assert unread == Unknown("the rules cannot be read: 2 brackets are never closed")


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_rules_that_take_too_much(error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def recognise(rules: object, until: float) -> Known:
        raise error

    monkeypatch.setattr(child_main, "recognise", recognise)
    found = answer(Request("(role white)", 0.0))
    assert isinstance(found, Unknown)
    assert "more memory than there is" in found.reason


def test_answers_survive_the_pipe() -> None:
    decoder = Decoder(MESSAGES.most)
    for message in (Known("pawns:2x4", Words((("move", "go"),)), ("a", "b"), 7), Unknown("why", is_certain=False)):
        decoder.feed(MESSAGES.encode(message))
        frame = decoder.take()
        assert frame is not None
        assert MESSAGES.decode(frame) == message
