"""Playbooks: what is read, and every mistake with its place."""

from __future__ import annotations

import copy
import json

import pytest

from plies.errors import InvalidFile
from plies.football import load_playbook, parse_playbook, shipped_playbook
from plies.games.football.jsonplaces import locate, spell

GOOD = {
    "tick_seconds": 5,
    "outcome": ["yards", "ticks", "turnover"],
    "probabilities": [0.25, 0.75],
    "formations": ["wide", "tight"],
    "plays": [
        {"name": "run", "against": [[[3, 2, False], [0, 1, True]], [[1, 2, False], [2, 2, False]]]},
        {"name": "pass", "against": [[[9, 2, False], [0, 1, False]], [[-4, 4, False], [20, 2, False]]]},
    ],
}


def changed(path: tuple, value) -> dict:
    data = copy.deepcopy(GOOD)
    at = data
    for part in path[:-1]:
        at = at[part]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return data


def test_the_shipped_playbook() -> None:
    book = shipped_playbook()
    assert book.plays == ("37 Slant", "Y Cross 80", "Z Corner 82")
    assert book.formations == ("4-3 Blast", "4-3 Sam-Will Blitz", "Prevent")
    assert book.tables[1][2][3] == (47, 3, False, 0.1)
    assert book.tick_seconds == 5


def test_both_forms_read_the_same() -> None:
    book = parse_playbook(json.dumps(GOOD))
    again = parse_playbook(json.dumps(book.to_json()))
    assert again == book
    assert again.digest == book.digest != shipped_playbook().digest


def test_pairs_of_different_lengths() -> None:
    data = {
        "outcome": ["probability", "yards", "ticks", "turnover"],
        "formations": ["only"],
        "plays": [
            {"name": "a", "against": [[[1.0, 3, 1, False]]]},
            {"name": "b", "against": [[[0.5, 3, 1, False], [0.25, 9, 2, False], [0.25, 0, 1, True]]]},
        ],
    }
    book = parse_playbook(json.dumps(data))
    assert [len(row[0]) for row in book.tables] == [1, 3]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("tick_seconds",), 0, "tick_seconds: must be a whole number of seconds"),
        (("outcome",), ["yards", "ticks"], "outcome: must name yards, ticks, turnover"),
        (("probabilities",), [0.25, 0.5], "probabilities: probabilities must sum to 1, not 0.75"),
        (("probabilities",), [0.25, "x"], r"probabilities\[1\]: a probability must be a number from 0 to 1"),
        (("probabilities",), [1.25, -0.25], r"probabilities\[0\]: a probability must be"),
        (("probabilities",), None, "probabilities: must be a list"),
        (("formations",), [], "formations: must be a list of at least one"),
        (("formations",), ["wide", "Wide"], r'formations\[1\]: the name "Wide" is used twice'),
        (("formations",), ["wide", 7], r"formations\[1\]: must be a name"),
        (("formations",), ["wide", "x", "y"], r"plays\[0\].against: must have one table for each of the 3 formations"),
        (("formations",), [f"f{k}" for k in range(201)], "formations: 201 entries are too many"),
        (("plays",), None, "plays: must be a list"),
        (("plays", 1), 5, r"plays\[1\]: must be an object"),
        (("plays", 1, "name"), "run", r'plays\[1\].name: the name "run" is used twice'),
        (("plays", 1, "name"), "", r"plays\[1\].name: must be a name"),
        (("plays", 1, "colour"), "red", r'plays\[1\].colour: unknown entry "colour"'),
        (("plays", 0, "against", 1), [], r"plays\[0\].against\[1\]: must be a list of 1 to 1000 outcomes"),
        (
            ("plays", 0, "against", 1),
            [[1, 2, False]],
            r"plays\[0\].against\[1\]: has 1 outcomes where probabilities has 2",
        ),
        (("plays", 0, "against", 1, 0), [1, 2], r"against\[1\]\[0\]: must be \[yards, ticks, turnover\]"),
        (("plays", 0, "against", 1, 0, 0), 2.5, r"against\[1\]\[0\]\[0\]: yards must be a whole number"),
        (("plays", 0, "against", 1, 0, 0), 100, "yards must be a whole number from -99 to 99"),
        (("plays", 0, "against", 1, 0, 1), 0, r"against\[1\]\[0\]\[1\]: ticks must be a whole number from 1"),
        (("plays", 0, "against", 1, 0, 1), True, "ticks must be"),
        (("plays", 0, "against", 1, 0, 2), 1, r"against\[1\]\[0\]\[2\]: turnover must be true or false"),
        (("weather",), "rain", 'weather: unknown entry "weather"'),
    ],
)
def test_every_mistake_is_named_with_its_place(path, value, said: str) -> None:
    text = json.dumps(changed(path, value), indent=1)
    with pytest.raises(InvalidFile, match=said) as caught:
        parse_playbook(text, "mine.json")
    assert "mine.json" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.line >= 1


def test_own_probabilities_are_checked_too() -> None:
    data = {
        "outcome": ["yards", "ticks", "turnover", "probability"],
        "probabilities": [1],
        "formations": ["only"],
        "plays": [{"name": "a", "against": [[[1, 1, False, 0.5], [2, 1, False, 0.4]]]}],
    }
    with pytest.raises(
        InvalidFile, match=r"leave it out.*plays\[0\]\.against\[0\]: probabilities must sum to 1, not 0.9"
    ):
        parse_playbook(json.dumps(data))


def test_all_mistakes_at_once_with_lines() -> None:
    text = json.dumps(changed(("plays", 0, "against", 1, 0), [1.5, 0, "no"]), indent=1)
    with pytest.raises(InvalidFile) as caught:
        parse_playbook(text)
    message = str(caught.value)
    assert all(word in message for word in ("yards must", "ticks must", "turnover must"))
    lines = text.splitlines()
    assert "1.5" in lines[caught.value.line - 1]
    assert lines[caught.value.line - 1][caught.value.column - 1 :].startswith("1.5")
    data = changed(("plays", 0, "against", 0), [[0.5, 0, 0]] * 2)
    data["plays"][1]["against"] = [[[0.5, 0, 0]] * 2] * 2
    with pytest.raises(InvalidFile, match="and 8 more mistakes"):
        parse_playbook(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: .*not JSON"),
        ('{"plays": [}', "line 1, column 12: .*not JSON"),
        ("[]", r"a playbook is an object with plays and formations, not \[\]"),
        ('{"a": 1, "a": 2}', 'the entry "a" stands twice'),
        ('{"a": NaN}', "NaN is not a number in JSON"),
        ('{"a": ' + "9" * 5000 + "}", "a number is too long"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_text_that_is_no_playbook(text: str, said: str) -> None:
    with pytest.raises(InvalidFile, match=said):
        parse_playbook(text)


def test_files(tmp_path) -> None:
    path = tmp_path / "book.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8-sig")
    assert load_playbook(path).plays == ("run", "pass")
    with pytest.raises(InvalidFile, match="cannot read the playbook"):
        load_playbook(tmp_path / "none.json")
    with pytest.raises(InvalidFile, match="cannot read the playbook"):
        load_playbook(tmp_path)
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(InvalidFile, match=r"not UTF-8 text \(byte 0\)"):
        load_playbook(path)


def test_a_file_that_is_too_long(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("plies.games.football.playbook.MOST_BYTES", 10)
    (tmp_path / "long.json").write_text(json.dumps(GOOD))
    with pytest.raises(InvalidFile, match="more than 10 bytes is no playbook"):
        load_playbook(tmp_path / "long.json")


def test_places_in_json() -> None:
    text = '{\n  "a" : [1, {"b\\"": [10 , 20]}],\n "c": 3}'
    assert locate(text, ("a", 1, 'b"', 1)) == (2, 27)
    assert locate(text, ("c",)) == (3, 7)
    assert locate(text, ("a", 7)) == (2, 9)
    assert locate(text, ("missing",)) == (1, 1)
    assert spell(("plays", 1, "against", 0)) == "plays[1].against[0]"
