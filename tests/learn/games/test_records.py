"""Games that were played before: of ledgers with values, of PDN with results alone, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import plies
from plies.arena.plan.openings import Openings
from plies.arena.plan.tournament import Tournament
from plies.arena.run.here import Here
from plies.arena.run.record import GameRecord
from plies.arena.run.runner import run
from plies.arena.store.ledger import Ledger
from plies.errors import InvalidFile, Refused, UnknownName
from plies.learn.games import records
from plies.learn.games.records import digest_of, in_units, read_records
from plies.players.notation import parse_player
from plies.values import LIMIT, won_in
from tests.learn.games.test_samples import game

GAME = plies.game("pawns:3x5")
PDN = '[Event "one"]\n[Result "1-0"]\n\n1. 11-15 23-19 2. 8-11 1-0\n\n[Event "two"]\n[Result "*"]\n\n1. 11-15 *\n'


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve games."""
    return random_games(tmp_path_factory.mktemp("records"), GAME.name, 12)


def random_games(folder: Path, name: str, count: int) -> Path:
    """A ledger with games between random players, whose values are the numbers of their plies; the last is a proof."""
    path = folder / "games.sqlite"
    players = [parse_player(f"random@name={name}") for name in ("one", "two")]
    openings = Openings.parse("random:2,unbalanced")
    planned = Tournament.of([name], players, games_per_pairing=count, seed=1, openings=openings)
    with Ledger(path.with_name("played.sqlite")) as played, Ledger(path) as kept:
        run(planned, played, executor=Here(), notice=lambda text: None)
        kept.add_tournament(planned)
        kept.store([with_values(record) for record in played.records(planned.id)])
    return path


def with_values(record: GameRecord) -> GameRecord:
    moves = [replace(move, value=float(at)) for at, move in enumerate(record.moves)]
    return replace(record, moves=(*moves[:-1], replace(moves[-1], value=won_in(1))))


def test_a_ledger_gives_positions_with_results_and_values(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "FEWEST_VALUES", 10)
    monkeypatch.setattr(records, "best_scale", lambda values, results: 0.5)
    found = read_records(GAME, [str(ledger)])
    with Ledger(ledger, readonly=True) as kept:
        stored = list(kept.records())
    assert [one.result for one in found] == [record.score for record in stored]
    for one, record in zip(found, stored, strict=True):
        assert len(one.values) == len(record.moves)
        assert np.abs(one.values[:-1]).tolist() == [0.5 * at for at in range(len(record.moves) - 1)]  # as logits
        assert abs(one.values[-1]) >= LIMIT
    pairs = {record.pairing.pair: one.number for one, record in zip(found, stored, strict=True)}
    assert all(one.number == pairs[record.pairing.pair] for one, record in zip(found, stored, strict=True))
    assert len(set(pairs.values())) > 1  # so that games of one opening are not learned from and held out
    assert digest_of(found) == digest_of(read_records(GAME, [str(ledger)]))
    assert digest_of(found) != digest_of(found[:-1])


def test_too_few_values_of_a_player_are_left_out(ledger: Path) -> None:
    found = read_records(GAME, [str(ledger)])
    assert all(np.isnan(one.values[:-1]).all() for one in found)
    assert all(abs(one.values[-1]) >= LIMIT for one in found)  # a proof needs no unit


def test_the_usual_ledger_and_one_tournament_of_it(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_LEDGER", str(ledger))
    with Ledger(ledger, readonly=True) as kept:
        (entry,) = kept.tournaments()
    assert digest_of(read_records(GAME, ["ledger"])) == digest_of(read_records(GAME, [f"ledger:{entry.id[:6]}"]))
    with pytest.raises(UnknownName, match="no tournament 'zzz'"):
        read_records(GAME, ["ledger:zzz"])


def test_a_file_of_games_gives_results_alone(tmp_path: Path) -> None:
    (tmp_path / "games.pdn").write_text(PDN)
    checkers = plies.game("checkers")
    (one,) = read_records(checkers, [str(tmp_path / "games.pdn")])
    assert one.result in (0.0, 1.0)
    assert one.rows.shape[0] == 3
    assert np.isnan(one.values).all()
    assert one.noisy.tolist() == [0, 0, 0]


def test_values_are_counted_in_units_of_the_parent() -> None:
    (one,) = in_units([game(1, [1, 2, 3], 1.0, [2.0, float("nan"), won_in(3)])], 0.5)
    assert one.values[0] == 4.0
    assert np.isnan(one.values[1])
    assert one.values[2] == won_in(3)


def test_what_cannot_be_read_is_said_in_one_line(tmp_path: Path) -> None:
    checkers = plies.game("checkers")
    (tmp_path / "bad.pdn").write_text('[Result "1-0"]\n\n1. 11-15 2-3 1-0\n')
    (tmp_path / "empty.pdn").write_text("")
    (tmp_path / "bad.sqlite").write_text("nothing")
    for game_, source, kind, message in (
        (checkers, "bad.pdn", InvalidFile, "bad.pdn: "),
        (checkers, "none.pdn", InvalidFile, "cannot read"),
        (checkers, "empty.pdn", Refused, "has no finished games of checkers"),
        (checkers, "games.txt", Refused, "games come from ledger, .* a file in .pdn"),
        (GAME, "games.pdn", Refused, r"games come from ledger, ledger:TOURNAMENT, a ledger in .sqlite$"),
        (GAME, "none.sqlite", InvalidFile, "there is no ledger"),
        (GAME, "bad.sqlite", InvalidFile, "bad.sqlite"),
    ):
        with pytest.raises(kind, match=message) as caught:
            read_records(game_, [str(tmp_path / source)])
        assert "\n" not in str(caught.value)
