"""The tournament of 2016 as it was published, and the one that answers its question."""

from __future__ import annotations

from plies.games.tournaments import Preset, Stage

BOARDS = tuple(f"pawns:{size}" for size in ("9x9", "8x8", "7x7", "6x6", "5x5", "3x5"))
FOUR = ("ari", "hoddi", "binni", "tryggvi")

#: a line for each board; a group for each White, in the order of FOUR; a letter for each other player as Black, in the
#: same order: the winner, a h b t, or = for a draw
_CELLS = """
9x9 aaa ==h aht a=b
8x8 aaa hht aht att
7x7 =ba abh aht ah=
6x6 aat hht aht aht
5x5 haa === =hb ===
3x5 === === === ===
"""


def _published() -> dict[str, dict[tuple[str, str], str]]:
    winners = {name[0]: name for name in FOUR} | {"=": ""}
    tables: dict[str, dict[tuple[str, str], str]] = {}
    for line in _CELLS.split("\n")[1:-1]:
        size, *groups = line.split()
        table = tables.setdefault(f"pawns:{size}", {})
        for white, group in zip(FOUR, groups, strict=True):
            blacks = [name for name in FOUR if name != white]
            table.update({(white, black): winners[letter] for black, letter in zip(blacks, group, strict=True)})
    return tables


def _at(clock: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{name}@{clock}" for name in names)


PRESETS = (
    Preset(
        "pawns-2016",
        "the tables of 2016 again: six boards, four heuristics, each ordered pair once, 5 s per move",
        (Stage("5 s per move", BOARDS, _at("5s", *FOUR), games=2, openings="start"),),
        _published(),
    ),
    Preset(
        "pawns-settled",
        "200 pairs for each pairing and board at 20 ms per move, then at 200 ms as many as an hour allows",
        (
            Stage("20 ms per move", BOARDS, _at("20ms", *FOUR), games=400),
            Stage("binni's sign, 20 ms per move", BOARDS, _at("20ms", "binni", "binni-mended"), games=400),
            Stage("200 ms per move", BOARDS, _at("200ms", *FOUR), games=400, minutes=60),
        ),
    ),
)
