"""Codes and what they mean."""

from __future__ import annotations

from plies.tables import codes


def test_codes_are_read_as_they_are_made() -> None:
    assert codes.read_code(codes.UNKNOWN) is None
    assert codes.read_code(codes.DRAW) == ("draw", None)
    for plies in (0, 1, 126, codes.LONGEST):
        assert codes.read_code(codes.lost_in(plies)) == ("loss", plies)
        assert codes.read_code(codes.won_in(plies)) == ("win", plies)
    assert codes.won_in(codes.LONGEST_IN_A_BYTE) <= 0xFF < codes.won_in(codes.LONGEST_IN_A_BYTE + 1)
    assert codes.won_in(codes.LONGEST) <= 0xFFFF
