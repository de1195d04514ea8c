"""The tournament of 2016 as it was published, and the one that answers its question."""

from __future__ import annotations

from plies.games.tournaments import Preset, Stage

BOARDS = tuple(f"pawns:{size}" for size in ("9x9", "8x8", "7x7", "6x6", "5x5", "3x5"))
#: the heuristics as their authors' report describes them, and as the programs of 2016 had them (`programs_2016`)
FOUR = ("ari", "hoddi", "binni", "tryggvi")
PROGRAMS = ("ari", "hoddi-2016", "binni-2016", "tryggvi-2016")

#: a line for each board; a group for each White, in the order of the four; a letter for each other player as Black, in
#: the same order: the winner, a h b t, or = for a draw
_CELLS = """
9x9 aaa ==h aht a=b
8x8 aaa hht aht att
7x7 =ba abh aht ah=
6x6 aat hht aht aht
5x5 haa === =hb ===
3x5 === === === ===
"""


def _published(four: tuple[str, ...]) -> dict[str, dict[tuple[str, str], str]]:
    """The published games, with these names for the four."""
    winners = {name[0]: name for name in four} | {"=": ""}
    tables: dict[str, dict[tuple[str, str], str]] = {}
    for line in _CELLS.split("\n")[1:-1]:
        size, *groups = line.split()
        table = tables.setdefault(f"pawns:{size}", {})
        for white, group in zip(four, groups, strict=True):
            blacks = [name for name in four if name != white]
            table.update({(white, black): winners[letter] for black, letter in zip(blacks, group, strict=True)})
    return tables


def _at(clock: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{name}@{clock}" for name in names)


PRESETS = (
    Preset(
        "pawns-2016",
        "the tables of 2016 again, with the heuristics as the programs of 2016 had them: six boards, each ordered pair "
        "once, 5 s per move (pawns-2016-report has them as the authors' report does)",
        (Stage("programs, 5 s per move", BOARDS, _at("5s", *PROGRAMS), games=2, openings="start"),),
        _published(PROGRAMS),
    ),
    Preset(
        "pawns-2016-report",
        "the same with the four heuristics of the authors' report, which are not those that played in 2016, except ari",
        (Stage("report, 5 s per move", BOARDS, _at("5s", *FOUR), games=2, openings="start"),),
        _published(FOUR),
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
