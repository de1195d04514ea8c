"""Messages: every field is checked against its annotation where it arrives."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, fields, replace
from typing import Any, Literal

import pytest

from plies.processes.framing import Frame, InvalidFrame
from plies.processes.messages import KIND, Messages, read
from tests.processes.piped import piped


@dataclass(frozen=True)
class Inner:
    value: float | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outer:
    name: str
    count: int = 0
    is_on: bool = False
    which: Literal["a", "b"] = "a"
    pair: tuple[str, int] | None = None
    inner: tuple[Inner, ...] = ()
    names: dict[str, int] = None  # type: ignore[assignment]
    any: Any = None
    data: bytes = b""


@dataclass(frozen=True)
class Empty:
    pass


MESSAGES = Messages(Outer, Empty)
SAMPLE = Outer("x", 3, True, "b", ("y", 2), (Inner(1.5, ("p", "q")), Inner(None)), {"k": 1}, [1, {"z": None}], b"\0\1")


@pytest.mark.parametrize("message", [SAMPLE, replace(SAMPLE, pair=None, inner=(), data=b""), Empty()])
def test_messages_come_out_as_they_went_in(message: Any) -> None:
    assert piped(MESSAGES, message) == message


def test_a_number_stays_as_it_was_written() -> None:
    """The digest of a game tells 3 from 3.0."""
    made = piped(MESSAGES, replace(SAMPLE, inner=(Inner(3), Inner(3.0))))
    assert [repr(one.value) for one in made.inner] == ["3", "3.0"]


def test_bytes_do_not_go_through_json() -> None:
    assert MESSAGES.encode(replace(SAMPLE, data=bytes(1000))).endswith(bytes(1000))


GOOD: dict[str, Any] = {
    "name": "x",
    "count": 3,
    "is_on": True,
    "which": "b",
    "pair": ["y", 2],
    "inner": [{"value": 1.5, "words": ["p"]}],
    "names": {"k": 1},
    "any": 5,
    "data": b"",
}


def test_the_good_fields_are_good() -> None:
    assert isinstance(read(Outer, GOOD, "Outer"), Outer)
    assert GOOD.keys() == {field.name for field in fields(Outer)}


@pytest.mark.parametrize(
    ("field", "wrong", "said"),
    [
        ("name", 7, r"Outer\.name is 7"),
        ("name", None, r"Outer\.name is None"),
        ("count", "3", r"Outer\.count is '3'"),
        ("count", 3.0, r"Outer\.count is 3\.0"),
        ("count", True, r"Outer\.count is True"),
        ("is_on", 1, r"Outer\.is_on is 1"),
        ("which", "c", r"Outer\.which is 'c'"),
        ("pair", ["y"], r"Outer\.pair"),
        ("pair", ["y", "2"], r"Outer\.pair"),
        ("pair", {"y": 2}, r"Outer\.pair"),
        ("inner", {}, r"Outer\.inner is \{\}"),
        ("inner", [{"value": 1}], r"Outer\.inner has the fields value, words, not value"),
        ("inner", [{"value": 1, "words": [], "more": 1}], r"has the fields value, words, not value, words, more"),
        ("inner", [{"value": float("inf"), "words": []}], r"Outer\.inner\.value"),
        ("inner", [{"value": 10**400, "words": []}], r"Outer\.inner\.value"),
        ("inner", [{"value": False, "words": []}], r"Outer\.inner\.value"),
        ("inner", [{"value": 1, "words": [1]}], r"Outer\.inner\.words is 1"),
        ("names", {"k": "v"}, r"Outer\.names\.k is 'v'"),
        ("data", "text", r"Outer\.data is 'text'"),
    ],
)
def test_a_wrong_field_is_named(field: str, wrong: object, said: str) -> None:
    with pytest.raises(InvalidFrame, match=said):
        read(Outer, GOOD | {field: wrong}, "Outer")


@pytest.mark.parametrize("reported", [{}, {KIND: "Inner"}, {KIND: None}, {KIND: ["Outer"]}])
def test_a_message_of_no_known_kind(reported: dict[str, Any]) -> None:
    with pytest.raises(InvalidFrame, match="a message of no known kind, but one of Outer, Empty was due"):
        MESSAGES.decode(Frame(reported))


def test_a_message_has_all_its_fields_and_no_others() -> None:
    with pytest.raises(InvalidFrame, match="Empty has the fields , not more"):
        MESSAGES.decode(Frame({KIND: "Empty", "more": 1}))
    with pytest.raises(InvalidFrame, match="Outer has the fields name, count"):
        MESSAGES.decode(Frame({KIND: "Outer", "name": "x"}))


def test_messages_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        SAMPLE.name = "y"  # type: ignore[misc]
