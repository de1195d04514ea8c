"""Damaged texts for the parsers of every registered game and of football: only Plies' own errors come out, and what
parses prints back to the same position. A few thousand here; a million in all as a slow check."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

import plies
from plies import registry
from plies.games.football import notation
from plies.games.football.playbook import parse_playbook, shipped_playbook
from tests.search.positions import random_position

ODD = "/,. -xX0123456789abwWBRrOKhm:()[]{}\"'\n\t\0é漢\ud800"
MILLION = 1_000_000


def damaged(text: str, rng: random.Random) -> str:
    """The text with up to four characters changed, dropped, doubled or put in, or a part moved."""
    letters = list(text)
    for _ in range(rng.randint(0, 4)):
        at = rng.randrange(len(letters) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            letters.insert(at, rng.choice(ODD))
        elif kind == 1 and at < len(letters):
            del letters[at]
        elif kind == 2 and at < len(letters):
            letters[at] = rng.choice(ODD)
        elif kind == 3:
            letters[at:at] = letters[: rng.randrange(4)]
        else:
            letters = letters[at:] + letters[:at]
    return "".join(letters)


def fuzz_game(name: str, count: int) -> int:
    """How many of the damaged texts were read."""
    game = plies.game(name)
    rng = random.Random(name)
    texts = [random_position(game, rng, 30).text for _ in range(50)]
    words = [word for text in texts for word in game.position(text).moves]
    here = game.start()
    read = 0
    for number in range(count):
        try:
            if number % 4:
                position = game.position(damaged(rng.choice(texts), rng))
                assert game.position(position.text) == position
            else:
                move = here.read(damaged(rng.choice(words), rng))
                assert move in here.legal
            read += 1
        except plies.PliesError:
            continue  # anything else fails the test
    return read


def fuzz_text(parse: Callable[[str], object], text: str, count: int) -> int:
    rng = random.Random(text)
    read = 0
    for _ in range(count):
        try:
            parse(damaged(text, rng))
            read += 1
        except plies.PliesError:
            continue  # anything else fails the test
    return read


def football_parsers() -> list[tuple[Callable[[str], object], str]]:
    return [
        (lambda text: notation.parse(text, 5, 180), "2nd and 11 from the 45, 60 seconds left"),
        (parse_playbook, json.dumps(shipped_playbook().to_json())),
    ]


@pytest.mark.parametrize("family", sorted(registry.families()))
def test_damaged_texts_of_every_game(family: str) -> None:
    assert fuzz_game(registry.families()[family].examples[0], 1500) > 50


def test_damaged_texts_of_football() -> None:
    for parse, text in football_parsers():
        assert fuzz_text(parse, text, 300) > 5


@pytest.mark.slow
@pytest.mark.parametrize("family", sorted(registry.families()))
def test_a_million_damaged_texts(family: str) -> None:
    names = registry.families()[family].examples
    assert sum(fuzz_game(name, MILLION // len(names) + 1) for name in names) > MILLION // 100


@pytest.mark.slow
def test_many_damaged_texts_of_football() -> None:
    for (parse, text), count in zip(football_parsers(), (MILLION, MILLION // 50), strict=True):
        assert fuzz_text(parse, text, count) > 100
