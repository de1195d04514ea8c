"""Rounds of learning on a small board: the same file from the same seed, also after an interruption."""

from __future__ import annotations

from pathlib import Path

import pytest

import plies
from plies import registry
from plies.errors import Refused
from plies.games.learned import read_learned
from plies.learn import learning
from plies.learn.course import Course, digest_of
from plies.learn.report import blocks, title
from plies.learn.stored import Run
from tests.learn.games.test_records import random_games


def course(**changes: object) -> Course:
    words: dict[str, object] = {"games": 60, "nodes": 60, "rounds": 1, "seed": 1, "verdict_games": 46}
    return Course.of("breakthrough:4x5", "ari", **(words | changes))  # type: ignore[arg-type]


def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("PLIES_LEARNED", str(tmp_path / name))


def candidates(one: Course) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(one.folder.glob("*.toml"))}


def test_the_same_seed_gives_the_same_files_also_after_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder(tmp_path, monkeypatch, "one")
    said: list[str] = []
    result = learning.learn(course(), said.append)
    first = candidates(course())
    assert {name.removesuffix("-best.toml").removesuffix(".toml") for name in first} == {"all-001", "patterns-001"}
    assert any("60 of 60 games" in text for text in said)
    assert any("held-out" in text for text in said)

    folder(tmp_path, monkeypatch, "two")

    def interrupt(text: str) -> None:
        if "games at" in text:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learning.learn(course(), interrupt)
    assert Run(course().folder).has_games(1, 0)
    assert not Run(course().folder).rounds()
    learning.learn(course(), lambda text: None)
    assert candidates(course()) == first

    # the finished run is only read again
    monkeypatch.setattr(learning, "SelfPlay", None)
    again = learning.learn(course(), lambda text: None)
    assert (again.text, len(again.rounds)) == (result.text, 1)


def test_candidates_are_heuristics_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(tmp_path, monkeypatch, "three")
    wins = learning.Verdict("H1", (0, 0, 0, 0, 4))
    monkeypatch.setattr(learning, "judge", lambda match, kept, progress, seconds: wins)
    result = learning.learn(course(), lambda text: None)
    assert result.text is not None
    assert result.rounds[0].best == "patterns-001-best.toml"
    game = plies.game("breakthrough:4x5")
    file = course().folder / result.rounds[0].best
    assert digest_of(registry.heuristic(game, str(file))) == result.rounds[0].trials[-1].digest
    pedigree = dict(read_learned(file, game).pedigree)
    assert pedigree["parent"] == "all-001-best.toml"
    assert pedigree["verdict"].startswith("H1 at nodes=60 a move, pairs 0 0 0 0 4")
    found = plies.analyse(game.start(), str(file), depth=3)
    assert found.move in game.start().moves
    shown = blocks(result, game.heuristic("ari"))
    assert title(result) == "Breakthrough, 4 by 5: learned from ari"
    assert {block.id for block in shown} >= {"summary", "trials", "losses", "terms", "patterns"}


def test_a_known_candidate_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(tmp_path, monkeypatch, "four")
    monkeypatch.setattr(learning, "digest_of", lambda heuristic: course().parent_digest)
    monkeypatch.setattr(learning, "judge", None)
    result = learning.learn(course(kinds=("own",)), lambda text: None)
    assert [trial.decision for trial in result.rounds[0].trials] == ["same"]
    assert result.text is None
    assert result.best.name == "ari"


def test_recorded_games_can_take_the_place_of_self_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(tmp_path, monkeypatch, "records")
    source = str(random_games(tmp_path, "breakthrough:4x5", 60))
    alone = course(kinds=("own",), games=0, records=(source,))
    assert alone.id != course(kinds=("own",)).id
    wins = learning.Verdict("H1", (0, 0, 0, 0, 4))
    monkeypatch.setattr(learning, "judge", lambda match, kept, progress, seconds: wins)
    monkeypatch.setattr(learning, "SelfPlay", None)
    result = learning.learn(alone, lambda text: None)
    (trial,) = result.rounds[0].trials
    assert (result.rounds[0].games, trial.decision) == (0, "H1")
    assert trial.held_out[-1] < trial.held_out[0]  # even random games show what wins
    assert "positions of 60 games of games.sqlite" in str(result.text)
    assert "games of games.sqlite" in next(one.text for one in blocks(result, result.best) if one.id == "summary")  # type: ignore[union-attr]
    with pytest.raises(Refused, match="games: 5 is too few"):
        course(games=5, records=(source,))


def test_too_few_games_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(tmp_path, monkeypatch, "five")
    monkeypatch.setattr(learning, "FEWEST", 1000)
    with pytest.raises(Refused, match="too few to learn from"):
        learning.learn(course(kinds=("own",)), lambda text: None)
