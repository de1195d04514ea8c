"""Numbers as texts."""

from __future__ import annotations

import pytest

from plies.blocks import formats
from plies.blocks.formats import COUNTS, ELO, INTERVAL, LIKELIHOOD, NUMBER, PERCENT, PLUS_MINUS, RECORD, SECONDS, SHARE


@pytest.mark.parametrize(
    ("write", "values", "texts"),
    [
        (ELO, (12.4, -7.6, 0.3, -0.3, None), ["+12", "−8", "0", "0", "–"]),
        (INTERVAL, ((None, None), (166.2, None), (None, -20), (-5, 20)), ["–", "above +166", "below −20", "−5 to +20"]),
        (PLUS_MINUS, ((-12.4, 7.6), (0, 3), None), ["−12 ± 8", "0 ± 3", "–"]),
        (PERCENT, (0.5, None, 0.1264), ["50.0%", "–", "12.6%"]),
        (LIKELIHOOD, (None, 0.0002, 0.5, 0.9999), ["–", "< 0.1%", "50.0%", "> 99.9%"]),
        (NUMBER, (None, 1234567, 99.94, 99.96, 0.01234, 0), ["–", "1,234,567", "99.9", "100", "0.0123", "0"]),
        (NUMBER, (1.37e-05, -1e-9, -1234), ["< 0.001", "> −0.001", "−1,234"]),
        (
            SECONDS,
            (0, 8.51e-6, 4.08e-4, 0.00633, 1.5, 3600),
            ["0 µs", "8.5 µs", "408 µs", "6.33 ms", "1.5 s", "3,600 s"],
        ),
        (RECORD, ((1, 2, 1000),), ["1–2–1,000"]),
        (COUNTS, ((0, 1, 20),), ["0 1 20"]),
        (SHARE, ((0.126, 1200), None), ["13% (1,200)", "–"]),
    ],
)
def test_numbers_in_words(write: formats.Format, values: tuple[object, ...], texts: list[str]) -> None:
    assert [write(value) for value in values] == texts  # type: ignore[arg-type]


def test_one_is_not_many() -> None:
    assert [formats.many(count, "game") for count in (0, 1, 1200)] == ["0 games", "1 game", "1,200 games"]


def test_only_shares_colour_their_cells() -> None:
    assert SHARE.shade((0.25, 4)) == 0.25
    assert SHARE.shade(None) is None
    assert PERCENT.shade(0.25) is None
