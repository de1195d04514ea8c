"""Frames: what goes in comes out, in whatever pieces it arrives; and nothing else does."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plies.processes.framing import Decoder, Frame, InvalidFrame, encode

texts = st.text(st.characters(exclude_categories=()), max_size=20)  # lone surrogates too
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
frames = st.builds(Frame, st.dictionaries(texts, plain, max_size=3), st.binary(max_size=50))


@given(st.lists(frames, max_size=4), st.lists(st.integers(1, 40), min_size=1))
def test_frames_come_out_as_they_went_in(sent: list[Frame], pieces: list[int]) -> None:
    stream = b"".join(encode(frame) for frame in sent)
    decoder, found, at, number = Decoder(1 << 20), [], 0, 0
    while at < len(stream):
        size = pieces[number % len(pieces)]
        decoder.feed(stream[at : at + size])
        at, number = at + size, number + 1
        while (frame := decoder.take()) is not None:
            found.append(frame)
    assert found == sent
    assert decoder.take() is None


def test_a_frame_that_is_cut_off_is_no_frame() -> None:
    whole = encode(Frame({"a": 1}, b"data"))
    for size in range(len(whole)):
        decoder = Decoder(100)
        decoder.feed(whole[:size])
        assert decoder.take() is None
        decoder.feed(whole[size:])
        assert decoder.take() == Frame({"a": 1}, b"data")


def test_a_frame_that_is_too_long_is_refused_before_it_has_arrived() -> None:
    whole = encode(Frame({}, bytes(100)))
    decoder = Decoder(len(whole))
    decoder.feed(whole)
    assert decoder.take() == Frame({}, bytes(100))
    decoder = Decoder(len(whole) - 1)
    decoder.feed(whole[:8])
    with pytest.raises(InvalidFrame, match=r"a message of 110 bytes; the longest has 109"):
        decoder.take()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "no JSON object"),
        (b"{", "no JSON object"),
        (b"\xff\xfe", "no JSON object"),
        (b'{"a": NaN}', "a message with NaN, which is no finite number"),
        (b'{"a": -Infinity}', "a message with -Infinity, which is no finite number"),
        (b"[" * 100_000, "no JSON object"),
        (b"[]", "no JSON object"),
        (b"null", "no JSON object"),
    ],
)
def test_what_is_no_frame(text: bytes, said: str) -> None:
    decoder = Decoder(1 << 20)
    decoder.feed(struct.pack("<II", len(text), 0) + text)
    with pytest.raises(InvalidFrame, match=said):
        decoder.take()


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_json_does_not_have_are_not_sent(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode(Frame({"a": number}))


def test_the_format_is_as_it_is_written_down() -> None:
    reported: dict[str, Any] = {"a": [1, "b"]}
    text = json.dumps(reported).encode()
    assert encode(Frame(reported, b"xyz")) == len(text).to_bytes(4, "little") + b"\x03\0\0\0" + text + b"xyz"
