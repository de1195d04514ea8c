"""How values are written: rounded, with a unit where there is one, never with an exponent or a negative zero."""

from __future__ import annotations

import pytest

from plies.values import Unit, describe, lost_in, plain, won_in

MEN = Unit("men", 5.0)


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (1.5, None, "+1.50"),
        (0.4, MEN, "+0.08 men"),
        (-0.4, MEN, "-0.08 men"),
        (7.10543e-15, None, "+0.00"),
        (-7.10543e-15, MEN, "+0.00 men"),
        (123456.789, None, "+123,456.79"),
        (won_in(7), MEN, "win in 7"),
        (lost_in(4), None, "loss in 4"),
    ],
)
def test_values_in_words(value: float, unit: Unit | None, words: str) -> None:
    assert describe(value, unit) == words


@pytest.mark.parametrize(
    ("number", "text", "with_sign"),
    [
        (0.1 + 0.2, "0.3", "+0.3"),
        (7.10543e-15, "0", "+0"),
        (-7.10543e-15, "0", "+0"),
        (12.0, "12", "+12"),
        (-0.4878048, "-0.4878", "-0.4878"),
        (1234567.0, "1234567", "+1234567"),
        (float("inf"), "inf", "inf"),
        (float("-inf"), "-inf", "-inf"),
    ],
)
def test_plain_numbers(number: float, text: str, with_sign: str) -> None:
    assert plain(number) == text
    assert plain(number, signed=True) == with_sign


def test_large_numbers_have_commas() -> None:
    assert plain(8371, grouped=True) == "8,371"
    assert plain(-1234.5, signed=True, grouped=True) == "-1,234.5"
