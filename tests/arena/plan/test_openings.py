"""Openings: the same from the same seed, new each time, fair where that is asked, and what happens at their end."""

from __future__ import annotations

from pathlib import Path

import pytest

import plies
from plies.arena.plan import balance as fairness
from plies.arena.plan import openings
from plies.arena.plan.balance import Judge, Seen
from plies.arena.plan.openings import Book, Opening, Openings
from plies.games.position import Position
from plies.values import is_decided
from tests.games.walks import every_game


def first(game: str, spec: str | Openings, count: int, seed: int = 0) -> list[Opening]:
    book = Book(game, Openings.parse(spec) if isinstance(spec, str) else spec, seed)
    found = [book.opening(number) for number in range(count)]
    return [opening for opening in found if opening is not None]


def reached(game: str, opening: Opening) -> Position:
    made = plies.game(game)
    position = made.position(opening.start) if opening.start else made.start()
    for word in opening.moves:
        position = position.play(word)
    return position


@pytest.mark.parametrize("game", every_game())
def test_every_game_has_openings_that_are_new_and_running(game: str) -> None:
    found = first(game, "random:3,unbalanced", 12)
    positions = [reached(game, opening) for opening in found]
    assert len(set(positions)) == len(positions) > 0
    assert all(position.outcome is None for position in positions)
    assert first(game, "random:3,unbalanced", 12) == found
    assert first(game, "random:3,unbalanced", 5) == found[:5]


def test_another_seed_gives_others_and_another_board_too() -> None:
    assert first("pawns:8x8", "random:4,unbalanced", 9, seed=0) != first("pawns:8x8", "random:4,unbalanced", 9, seed=1)
    assert {len(opening.moves) for opening in first("pawns:8x8", "random:5,unbalanced", 30)} == {5}


def test_openings_are_found_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    walk = openings._walk
    monkeypatch.setattr(openings, "_walk", lambda *what: (drawn.append(1), walk(*what))[1])
    book = Book("pawns:8x8", Openings.parse("random:6,unbalanced"), 0)
    assert drawn == []
    book.opening(3)
    assert 4 <= len(drawn) < 8
    before = len(drawn)
    assert book.opening(3) == book.opening(3)
    assert len(drawn) == before
    assert book.opening(0) == first("pawns:8x8", "random:6,unbalanced", 1)[0]  # back to the beginning


def test_the_same_positions_are_listed_as_by_hand() -> None:
    """On a small board all positions after a number of plies are there, each once or its mirror image."""
    start = plies.game("pawns:3x5").start()
    after_two = {start.play(one).play(two) for one in start.moves for two in start.play(one).moves}
    found = [reached("pawns:3x5", opening) for opening in first("pawns:3x5", "random:2,unbalanced", 100)]
    of_two = [position for position in found if len(position.line) == 2]
    mirrored = {_mirror(position) for position in of_two}
    assert set(of_two) | mirrored == after_two
    assert not [position for position in of_two if _mirror(position) in of_two and _mirror(position) != position]


def _mirror(position: Position) -> Position:
    board, turn = position.text.split()
    digits = "/".join(row[::-1] for row in board.split("/"))
    return position.game.position(f"{digits} {turn}")


def test_what_only_looks_like_a_mirror_image_is_kept() -> None:
    """Pebbles are sown one way round: the board looks the same in the mirror, the game is not."""
    start = plies.game("pebbles:3x1").start()
    seen = Seen()
    assert seen.add(start)
    assert not seen.add(start)
    found = [position for move in start.moves if seen.add(position := start.play(move))]
    assert len(found) == len(start.moves)


def test_balanced_openings_are_no_worse_than_most_and_never_proven() -> None:
    game = plies.game("pawns:4x6")
    judge = Judge(game)
    fair = [abs(judge.value(reached(game.name, one))) for one in first(game.name, "random:3", 30)]
    anyhow = [abs(judge.value(reached(game.name, one))) for one in first(game.name, "random:3,unbalanced", 30)]
    assert not any(is_decided(value) for value in fair)
    assert sum(fair) / len(fair) < sum(value for value in anyhow if not is_decided(value)) / len(anyhow)


def test_what_counts_as_unbalanced_follows_from_a_sample() -> None:
    assert Judge.margin([1.0, -2.0, 30.0, plies.values.WIN - 3]) == 2.0
    assert Judge.margin([plies.values.WIN - 3]) == 0.0
    assert Judge.is_fair(-2.0, 2.0)
    assert not Judge.is_fair(2.1, 2.0)
    assert not Judge.is_fair(plies.values.WIN - 3, 1e9)


def test_a_judge_that_sees_through_everything_leaves_the_unbalanced_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness.Judge, "value", lambda self, position: plies.values.WIN - 5)
    said: list[str] = []
    book = Book("pawns:3x5", Openings("random", 2), 0, said.append)
    assert book.opening(50) is not None
    assert said[0] == "pawns:3x5: no more balanced openings; unbalanced ones follow (each player plays both sides)"
    assert "unbalanced" not in "".join(said[1:])


def test_longer_openings_then_shorter_ones_and_then_none() -> None:
    said: list[str] = []
    book = Book("pebbles:2x1", Openings.parse("random:2,unbalanced"), 0, said.append)
    found = []
    while (opening := book.opening(len(found))) is not None:
        found.append(opening)
    lengths = list(dict.fromkeys(len(opening.moves) for opening in found))
    assert lengths[0] == 2
    assert sorted(lengths[1:]) != []
    assert len({reached("pebbles:2x1", opening) for opening in found}) == len(found)
    assert said[0] == "pebbles:2x1: no more different openings of 2 plies; longer ones follow, then shorter"
    assert book.opening(10**6) is None


def test_a_suite_is_shuffled_by_the_seed_and_auto_goes_on_with_chance() -> None:
    suite = plies.game("checkers").openings
    found = first("checkers", "suite", len(suite) + 5)
    assert {opening.moves for opening in found} <= {tuple(reached("checkers", Opening(one)).line) for one in suite}
    assert len(found) > 100
    assert found[:20] != first("checkers", "suite", 20, seed=1)
    more = first("checkers", "auto:3,unbalanced", len(found) + 5)
    assert more[: len(found)] == found
    assert len(more) == len(found) + 5
    assert len({reached("checkers", opening) for opening in more}) == len(more)
    with pytest.raises(plies.Refused, match="has no list of openings of its own"):
        first("pawns:3x5", "suite", 1)


# -- a user-written file ---------------------------------------------------------------------------------------------

TEXT = """
# moves, or a position
b2-b3 c4-c3
1bb/b2/3/w2/1ww w     # with a comment
[pawns:4x6]
b2-b3
[pawns:3x5]
a2-a3
"""


def test_a_file_of_openings(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text(TEXT)
    assert first("pawns:3x5", str(file), 9) == [
        Opening(("b2-b3", "c4-c3")), Opening((), "1bb/b2/3/w2/1ww w"), Opening(("a2-a3",)),
    ]  # fmt: skip
    spec = Openings.read(str(file))
    assert Openings.from_dict(spec.as_dict()) == spec
    file.write_text("b2-b3 c4-c3\n\nb2-b3 c4-c3\n")
    said: list[str] = []
    book = Book("pawns:3x5", Openings.read(str(file)), 0, said.append)
    assert book.opening(0) is not None
    assert book.opening(1) is None
    assert said == [f"{file}, line 3: 'b2-b3 c4-c3' reaches the position of an earlier line; left out"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "b2-b3\nb2-b5\n",
            r"openings.txt, line 2: neither moves \(b2-b5 is not legal here.*\) nor a position \(.*\) of pawns",
        ),
        ("castle", r"openings.txt, line 1: neither moves \('castle' is not a move"),
        ("w2/3/3/2b/3 b", r"openings.txt, line 1: the game is over there"),
        ("[chess]\ne2-e4", r"openings.txt, line 1: no game 'chess'"),
        ("[pawns:4x6]\nb2-b3", r"openings.txt: no openings for pawns:3x5"),
        ("", r"openings.txt: no openings for pawns:3x5"),
    ],
)
def test_a_file_that_cannot_be_used_says_where(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "openings.txt"
    file.write_text(text)
    with pytest.raises(plies.InvalidFile, match=said) as caught:
        first("pawns:3x5", str(file), 9)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("random:x", plies.Refused, "after random: come plies, unbalanced, or both"),
        ("random:3,4", plies.Refused, "after random: come plies"),
        ("random:0", plies.Refused, "random openings have 1 to 100 plies"),
        ("nowhere.txt", plies.InvalidFile, "'nowhere.txt': not one of auto, random, start, suite, and no file"),
    ],
)
def test_words_that_mean_no_openings(text: str, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        Openings.parse(text)
    with pytest.raises(plies.Refused, match="'swiss' is no kind of openings"):
        Openings("swiss")


def test_words_that_do() -> None:
    assert Openings.parse("start") == Openings("start")
    assert Openings.parse("random") == Openings("random", 4, True)
    assert Openings.parse("auto:6,unbalanced") == Openings("auto", 6, False)
    for text in ("start", "random:3", "suite", "auto"):
        assert Openings.from_dict(Openings.parse(text).as_dict()) == Openings.parse(text)
