"""PDN: games read, written and read again; mistakes with their place, the games before them kept."""

from __future__ import annotations

import random

import pytest

from plies.errors import Refused
from plies.games.checkers import pdn
from plies.games.records import Comment, Glyph, Played, Record, Setup, Variation
from tests.games.checkers.helpers import GAME

# A game with everything in it: the moves are those of an old opening, played on to show captures.
RICH = r"""% a line for people
[Event "a \"club\" evening \\ 3"]
[White "?"] [Black "?"]
[Result "1-0"]
[GameType "21"]
{before  the
first move} 1. 11-15 23-19 2. 8-11! {the old way} $3 (2. 9-14 22-17 (2... 27-23?! {or} 3. 5-9) 3. 6-9(?))
2... 22-17 3. 4-8 (3. 11-16 /FEN "B:W8,K4:BK7"/ 7-3 *""".replace(" *", ") *")


def test_everything_survives():
    file = pdn.read(RICH)
    assert file.problem is None
    (record,) = file
    assert record.tag("Event") == 'a "club" evening \\ 3'
    assert record.moves == ("11-15", "23-19", "8-11", "22-17", "4-8")
    assert record.items[0] == Comment("before the first move")
    assert record.items[3] == Played("8-11", "!")
    assert record.items[5] == Glyph(3)
    variation = record.items[6]
    assert isinstance(variation, Variation)
    assert [item.word for item in variation.items if isinstance(item, Played)] == ["9-14", "22-17", "6-9"]
    assert record.items[-1] == Variation((Played("11-16"), Setup("B:W8,K4:BK7"), Played("7-3")))
    written = pdn.write(file.records)
    assert pdn.read(written).records == file.records
    assert pdn.write(pdn.read(written).records) == written
    assert max(map(len, written.splitlines())) <= 79


# The moves of A. Jordan against F. Tescheleit in the opening called Double Corner Dyke; the comments are ours.
REAL = """[Event "Double Corner Dyke"]
[Black "Jordan, A."]
[White "Tescheleit, F."]
[Result "1/2-1/2"]
[GameType "21"]

1. 9-14 22-17 2. 11-15 25-22 3. 15-19 {a man is lent at once} 23x16 4. 12x19 24x15 5. 10x19 17x10 6. 6x15 21-17
7. 5-9 29-25 8. 8-12 25-21 9. 7-10 17-13 10. 1-6 27-24 11. 4-8 32-27 12. 9-14 27-23 13. 3-7 23x16 14. 12x19 22-17
15. 7-11 26-23 16. 19x26 30x23 17. 8-12 24-20 18. 15-18 23-19 19. 11-15 20-16 20. 15x24 28x19 21. 2-7 31-26
22. 18-23 26-22 23. 23-27 16-11! {and out of it} 24. 7x23 22-18 *
"""


def test_a_game_that_was_really_played():
    (record,) = pdn.read(REAL)
    assert len(record.moves) == 48
    position = GAME.start()
    for word in record.moves:
        position = position.play(word)
    assert position.outcome is None  # they agreed to a draw
    assert position.line[45:47] == ("16-11", "7x23")  # two men in one move
    written = pdn.write([record])
    assert pdn.read(written).records == (record,)


def test_many_random_games_round_trip():
    rng = random.Random(9)
    records = []
    for number in range(60):
        position = GAME.start() if number % 2 else GAME.position("W:W21-30,K9:B1-8,K31")
        start = position.text
        items = []
        while position.outcome is None and len(items) < 150:
            words = position.moves
            word = rng.choice(words)
            items.append(Played(word, rng.choice(("", "", "!", "(?)"))))
            if rng.random() < 0.1:
                items += [Variation((Played(rng.choice(words)), Comment("instead"))), Glyph(rng.randint(0, 255))]
            position = position.play(word)
        tags = (("Event", f"game {number}"), ("Result", rng.choice(("1-0", "0-1", "1/2-1/2", "*"))))
        tags += () if number % 2 else (("FEN", start),)
        records.append(Record(tags, start, tuple(items)))
    file = pdn.read(pdn.write(records))
    assert file.problem is None
    assert list(file.records) == records


def test_a_position_to_start_from_gets_its_tag():
    record = Record((), "B:W8,K4:BK7", (Played("7-3"),))
    text = pdn.write([record])
    assert text == '[FEN "B:W8,K4:BK7"]\n1. 7-3 *\n'
    assert pdn.read(text).records[0].start == record.start


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("", []),
        ("*", []),
        ("1. 11-15 *", [("*", 1)]),
        ("11-15 23-19 1-0 9-14 0-1 2-0", [("1-0", 2), ("0-1", 1), ("2-0", 0)]),
        ('[Result "1/2-1/2"] 1. 11-15 1/2-1/2 [Result "*"] 9-14 1-1', [("1/2-1/2", 1), ("1-1", 1)]),
        ('[Event "a"] 11-15 [Event "b"] 09-14 22-18', [("*", 1), ("*", 2)]),
        ('[Result "0-1"] 1. 11-15 1... ... 23-19 *', [("0-1", 2)]),
        ("11-15 0-0 11-15 0-2", [("0-0", 1), ("0-2", 1)]),
    ],
)
def test_how_games_end(text, games):
    file = pdn.read(text)
    assert file.problem is None
    assert [(record.result, len(record.moves)) for record in file] == games
    assert pdn.read(pdn.write(file.records)).records == file.records


def test_long_captures_are_written_short():
    text = '[FEN "B:W18,26:B14"] 14x23x30 *'
    file = pdn.read(text)
    assert file.problem is None
    assert file.records[0].moves == ("14x30",)


def test_an_ambiguous_capture_that_matters_not_is_read():
    file = pdn.read('[FEN "W:WK14:B17,18,25,26"] 14x14 *')
    assert file.problem is None
    assert file.records[0].moves[0] in ("14x21x30x23x14", "14x23x30x21x14")


@pytest.mark.parametrize(
    ("text", "line", "column", "complaint"),
    [
        ("1. 11-15\n  x", 2, 3, "'x' begins no move"),
        ('[Event "a', 1, 1, "a tag looks like"),
        ("11-15 {no end", 1, 7, "no closing brace"),
        ("11-15 /FEN x/", 1, 7, "a position looks like"),
        ("11-15 $", 1, 7, "an annotation is"),
        ("11-15 23-17", 1, 7, "23-17 is not legal here; legal: 21-17"),
        ("11-15-18", 1, 1, "11-15-18 is not legal here"),
        ('[FEN "B:W8,K4:BK7"] 7-3 8-3', 1, 25, "none, the game is over"),
        ('[FEN "W:W13,30:B15,17,18,22,25,26,28,K31"]\n30x14', 2, 1, "may mean any of 30x23x14, 30x21x14"),
        ("!", 1, 1, "! stands after a move"),
        ("11-15! ?", 1, 8, r"\? stands after a move"),
        ("(11-15)", 1, 1, "a variation stands after the move"),
        ("11-15 (9-14", 1, 7, "never closed"),
        ("11-15 ()", 1, 8, "needs at least one move"),
        ("11-15 )", 1, 7, "closes no variation"),
        ("11-15 (9-14 *", 1, 13, "inside a variation"),
        ('11-15 (9-14 [Event "a"]', 1, 13, "a tag inside a variation"),
        ('[Event "a"]\n[Event "b"]', 2, 1, "a second tag 'Event'"),
        ('[GameType "20"]', 1, 1, "checkers is game type 21"),
        ('[FEN "B:W1"]', 1, 7, "TURN:PIECES:PIECES"),
        ('11-15 /FEN "x"/', 1, 13, "TURN:PIECES:PIECES"),
        ("11-15" + "(9-14 " * 101, 1, 6 + 600, "more than 100 variations"),
    ],
)
def test_mistakes_have_a_place_and_keep_the_games_before(text, line, column, complaint):
    file = pdn.read("9-14 1-0\n" + text)
    assert len(file.records) == 1
    assert file.records[0].moves == ("9-14",)
    with pytest.raises(type(file.problem), match=complaint):
        raise file.problem
    assert (file.problem.line, file.problem.column) == (line + 1, column)


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        (Record((), GAME.start().text, (Comment("a } b"),)), "closing brace"),
        (Record((("a b", ""),), GAME.start().text, ()), "is not the name of a tag"),
        (Record((), GAME.start().text, (Played("11-14"),)), "11-14 is not legal after"),
        (Record((), GAME.start().text, (Played("nonsense"),)), "nonsense is not legal after"),
        (Record((), GAME.start().text, (Variation((Played("11-15"),)),)), "stands after the move"),
        (Record((), GAME.start().text, (Played("11-15"), Variation(()))), "holds a line of play"),
        (Record((("FEN", "B:W8,K4:BK7"),), GAME.start().text, ()), "is not the position"),
    ],
)
def test_records_that_cannot_be_written(record, complaint):
    with pytest.raises(Refused, match=complaint):
        pdn.write([record])


def test_the_game_declares_its_formats():
    chosen = GAME.formats["pdn"]
    assert (chosen.name, chosen.suffix) == ("PDN 3.0", ".pdn")
    assert chosen.read("11-15 *").records[0].moves == ("11-15",)
