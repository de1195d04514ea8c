"""A message as it comes out of a pipe."""

from __future__ import annotations

from typing import Any

from plies.processes.framing import Decoder
from plies.processes.messages import Messages


def piped(messages: Messages, message: Any) -> Any:
    decoder = Decoder(messages.most)
    decoder.feed(messages.encode(message))
    frame = decoder.take()
    assert frame is not None
    return messages.decode(frame)
