"""Rounds of learning on a small board: the same file from the same seed, also after an interruption."""

from __future__ import annotations

import time
from dataclasses import replace
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
from plies.learn.verdict import Match
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


def timed(minutes: float) -> Course:
    return Course.of("breakthrough:4x5", "ari", minutes=minutes, nodes=20, kinds=("own",), verdict_games=46)


def test_a_candidate_that_leads_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time is over, so its match goes on in the next round; more minutes give a finished run such a round."""
    folder(tmp_path, monkeypatch, "undecided")
    lead = ("continue", (0, 0, 5, 0, 3))
    verdicts = [lead, lead, ("H1", (0, 0, 5, 0, 18)), ("continue", (3, 0, 5, 0, 2))]
    matches = []

    def judged(match: Match, kept: Path, progress: object, seconds: float) -> learning.Verdict:
        matches.append(match)
        time.sleep(min(seconds, 0.5))
        return learning.Verdict(*verdicts[len(matches) - 1])

    monkeypatch.setattr(learning, "judge", judged)
    first = learning.learn(timed(0.05), lambda text: None)
    assert (first.text, [trial.name for trial in first.undecided]) == (None, ["round 1, own"])
    shown = {one.id: one for one in blocks(first, first.best)}
    assert "round 1, own leads by +137 Elo" in shown["undecided"].text  # type: ignore[union-attr]
    assert "With more minutes" in shown["undecided"].text  # type: ignore[union-attr]
    assert learning.learn(timed(0.05), lambda text: None) == first  # there is no time left
    monkeypatch.setattr(learning, "MATCH_SECONDS", 0.1)
    Run(timed(0.05).folder).store_round(replace(first.rounds[0], seconds=6.0))
    some = learning.learn(timed(6.4 / 60), lambda text: None)  # time for the match alone
    assert [trial.name for trial in some.rounds[1].trials] == ["round 2, own of round 1"]
    assert some.rounds[1].games == 0
    monkeypatch.setattr(learning, "ROUND_SECONDS", 1.0)
    grown = learning.learn(timed(9 / 60), lambda text: None)
    assert matches[2] == matches[1] == matches[0]
    begun, fresh = grown.rounds[2].trials
    assert (begun.name, begun.decision, begun.file) == ("round 3, own of round 1", "H1", "own-001-best.toml")
    assert (fresh.name, grown.rounds[2].best, grown.undecided) == ("round 3, own", begun.file, [])
    assert fresh.positions > some.rounds[0].trials[0].positions  # of the two last rounds that had games
    assert "round 1: " in str(grown.text)


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
