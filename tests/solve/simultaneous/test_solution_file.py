"""Saved solutions: read back as they were; wrong and damaged files are refused."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import plies.football
from plies.errors import InvalidFile
from plies.solve.simultaneous.solution_file import MAGIC
from tests.games.football.test_playbook import GOOD


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, plies.football.FootballSolution]:
    path = tmp_path_factory.mktemp("solutions") / "football.solution"
    solution = plies.football.solve(start=(30, 3, 8, 6))
    solution.save(path)
    return path, solution


def signed(body: bytes) -> bytes:
    return body + hashlib.sha256(body).digest()


def with_header(data: bytes, change) -> bytes:
    """The file with another header, signed anew: a mistake the checksum cannot see."""
    start = len(MAGIC) + 8
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    header = json.loads(data[start : start + length])
    change(header)
    text = json.dumps(header).encode()
    return signed(MAGIC + len(text).to_bytes(8, "little") + text + data[start + length : -32])


def test_round_trip(saved) -> None:
    path, solution = saved
    again = plies.football.load(path)
    assert again.playbook == solution.playbook
    for name in ("slot", "values", "row_mix", "column_mix", "gaps"):
        assert np.array_equal(getattr(again.solution, name), getattr(solution.solution, name))
    assert plies.football.load(path, plies.football.shipped_playbook()).states == solution.states
    assert again.matrix(30, 3, 8, 6).tolist() == solution.matrix(30, 3, 8, 6).tolist()
    assert list(path.parent.iterdir()) == [path], "no half-written file is left"


def test_another_playbook_is_refused(saved) -> None:
    with pytest.raises(InvalidFile, match="the solution of another playbook"):
        plies.football.load(saved[0], plies.football.parse_playbook(json.dumps(GOOD)))


def test_every_damaged_byte_is_noticed(saved, tmp_path) -> None:
    data = saved[0].read_bytes()
    bad = tmp_path / "bad"
    random = np.random.default_rng(1)
    places = [*range(20), *random.integers(0, len(data), 60).tolist(), len(data) - 1]
    for place in places:
        bad.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(InvalidFile):
            plies.football.load(bad)
    for length in (0, 3, 8, 20, 100, len(data) // 2, len(data) - 1):
        bad.write_bytes(data[:length])
        with pytest.raises(InvalidFile):
            plies.football.load(bad)


def first_shape(header) -> None:
    header["arrays"][0]["shape"] = [2, 2]


def huge_shape(header) -> None:
    header["arrays"][1]["shape"] = [10**12, 10**12]


def no_arrays(header) -> None:
    del header["arrays"]


def other_digest(header) -> None:
    header["digest"] = "0" * 64


def no_playbook(header) -> None:
    header["about"] = {}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (first_shape, "sizes the header gives"),
        (huge_shape, "sizes the header gives"),
        (no_arrays, "has missing or wrong fields"),
        (other_digest, "does not match its digest"),
        (no_playbook, "playbook: .*formations"),
    ],
)
def test_headers_that_lie(saved, tmp_path, change, said: str) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(with_header(saved[0].read_bytes(), change))
    with pytest.raises(InvalidFile, match=said):
        plies.football.load(bad)


def test_not_ours_and_other_versions(saved, tmp_path) -> None:
    bad = tmp_path / "bad"
    bad.write_text("hello")
    with pytest.raises(InvalidFile, match="not a solution file of Plies"):
        plies.football.load(bad)
    bad.write_bytes(MAGIC[:-1] + b"9" + saved[0].read_bytes()[len(MAGIC) :])
    with pytest.raises(InvalidFile, match="another version; this Plies reads version 1"):
        plies.football.load(bad)
    with pytest.raises(InvalidFile, match="cannot read the solution"):
        plies.football.load(tmp_path / "none")
    with pytest.raises(InvalidFile, match="cannot write the solution"):
        saved[1].save(tmp_path / "no" / "such" / "folder")


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("row_mix", lambda a: a + 0.1, "a mix is not one"),
        ("values", lambda a: a + 2, "a value is out of range"),
        ("values", lambda a: a[:-1], "the values do not cover"),
        ("gaps", lambda a: a[:-1], "the mixes do not cover"),
        ("slot", lambda a: a[:, :-1], "the states are not those"),
        ("slot", lambda a: np.where(a >= 0, 0, a), "not numbered in order"),
    ],
)
def test_arrays_that_are_no_solution(saved, tmp_path, name: str, change, said: str) -> None:
    from dataclasses import replace

    whole = saved[1]
    wrong = replace(whole.solution, **{name: change(getattr(whole.solution, name))})
    replace(whole, solution=wrong).save(tmp_path / "bad")
    with pytest.raises(InvalidFile, match=said):
        plies.football.load(tmp_path / "bad")
