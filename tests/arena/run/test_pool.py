"""The pool of workers: what happens when one dies, hangs, raises or talks nonsense, and where they run."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

import plies
from plies.arena.plan.openings import Openings
from plies.arena.plan.pairing import Pairing
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Tournament
from plies.arena.run import pool as workers
from plies.arena.run.cores import core_sets
from plies.arena.run.pool import Pool, Watch
from plies.arena.run.record import GameRecord, digest
from tests.arena.standin import MODULE, play_game, stand_in

pytestmark = pytest.mark.usefixtures("workers_path")


def some(games: int = 8, game: str = "pawns:3x5", **definition: object) -> list[Pairing]:
    players = [stand_in("a", **definition), stand_in("b")]
    return list(pairings(Tournament.of([game], players, games_per_pairing=games, openings=Openings("start"))))


def all_of(pool: Pool, games: Iterable[Pairing]) -> list[GameRecord]:
    with pool:
        return [record for records in pool.play(games) for record in records]


def pool(count: int = 2, **more: object) -> Pool:
    return Pool(core_sets(workers=count), match=MODULE, **more)  # type: ignore[arg-type]


def test_every_game_is_played_once_and_the_same_as_here() -> None:
    games = some(40)
    records = all_of(pool(3), games)
    assert len(records) == 40
    assert digest(records) == digest(play_game(pairing) for pairing in games) != digest(records[1:])
    assert all(record.place for record in records)


def test_nothing_to_play_starts_nobody() -> None:
    with pool() as made:
        assert list(made.play([])) == []
        assert made.processes == []


def test_a_worker_that_dies_is_replaced_and_its_game_played_again(tmp_path: Path) -> None:
    games = some(12, does="die", once=str(tmp_path / "died"))
    said: list[str] = []
    records = all_of(pool(notice=said.append), games)
    assert sorted(record.pairing.id for record in records) == sorted(pairing.id for pairing in games)
    assert said == ["here I die"]


def test_workers_killed_from_outside() -> None:
    games, killed, records = some(30, pause=0.005), 0, []
    with pool(2) as made:
        for done in made.play(games):
            records += done
            if len(records) > 5 * killed and killed < 4 and made.processes:
                os.kill(made.processes[killed % len(made.processes)], signal.SIGKILL)
                killed += 1
    assert killed == 4
    assert digest(records) == digest(play_game(pairing) for pairing in games)


def test_a_game_that_kills_its_worker_again_and_again_is_named() -> None:
    games = some(2, does="die")
    with pytest.raises(
        plies.GameFailed,
        match=r"failed 3 times; the last time its worker ended with status 9; it printed: here I die$",
    ) as e:
        all_of(pool(1), games)
    assert f"game {games[0].id} (a against b on pawns:3x5, pair 1)" in str(e.value)


def test_a_game_that_cannot_be_played_is_named() -> None:
    with pytest.raises(plies.GameFailed, match=r"failed 3 times; the last time RuntimeError: something is wrong$"):
        all_of(pool(1), some(2, does="raise"))


def test_a_hung_player_is_found_by_its_time(tmp_path: Path) -> None:
    games = some(4, kind="heuristic", seconds=0.001, does="hang", once=str(tmp_path / "hung"))
    begun = time.monotonic()
    records = all_of(pool(1, watch=Watch(start=3.0, beat=0.1)), games)
    assert len(records) == 4
    assert time.monotonic() - begun > 3.0


def test_a_stopped_worker_is_found_by_its_silence() -> None:
    games, stopped, records = some(20, pause=0.005), 0, []
    with pool(2, watch=Watch(silence=3.0, beat=0.1)) as made:
        for done in made.play(games):
            records += done
            if records and not stopped:
                stopped = made.processes[0]
                os.kill(stopped, signal.SIGSTOP)
        assert stopped not in made.processes
    assert digest(records) == digest(play_game(pairing) for pairing in games)


def test_a_pause_of_all_costs_nobody_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after Ctrl-Z and fg: workers and supervisor stood still for longer than the silence that is allowed."""
    monkeypatch.setattr(workers, "PAUSE", 1.0)
    games = some(20, pause=0.02)
    with pool(2, watch=Watch(silence=2.0, beat=0.1)) as made:
        playing = made.play(games)
        records = next(done for done in playing if done)
        before = made.processes
        for process in before:
            os.kill(process, signal.SIGSTOP)
        time.sleep(2.5)
        for process in before:
            os.kill(process, signal.SIGCONT)
        records += next(playing)
        assert made.processes == before
        records += [record for done in playing for record in done]
    assert digest(records) == digest(play_game(pairing) for pairing in games)


@pytest.mark.parametrize("does", ["die", "raise"])
def test_games_that_came_back_before_another_failed_are_given(does: str) -> None:
    good, bad = some(4), some(2, does=does)
    records: list[GameRecord] = []
    with pool(1) as made:
        playing = made.play([*good, *bad])
        with pytest.raises(plies.GameFailed):
            records.extend(record for done in playing for record in done)
    assert digest(records) == digest(play_game(pairing) for pairing in good)


def test_more_workers_than_can_be_started_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(workers, "Worker", full)
    with pytest.raises(plies.Refused, match="2 workers cannot be started: Too many open files; ask for fewer"):
        all_of(pool(2), some(2))


def test_patience_counts_where_there_is_no_limit_of_time() -> None:
    watch = Watch(untimed=100, move=10, start=20)
    assert watch.allows(some(2, kind="heuristic", depth=3)[0], 1) == 110
    assert watch.allows(some(2, kind="heuristic", depth=3, patience=500)[0], 1) == 510


def test_a_worker_that_answers_nonsense_is_replaced(tmp_path: Path) -> None:
    assert len(all_of(pool(1), some(4, does="babble", once=str(tmp_path / "babbled")))) == 4


def test_what_players_print_is_handed_on_once_and_harms_nothing() -> None:
    said: list[str] = []
    assert len(all_of(pool(1, notice=said.append), some(6, does="print"))) == 6
    assert sorted(said) == ["hello again", "hello from a player"]


def test_workers_that_cannot_start_are_told() -> None:
    with pytest.raises(plies.GameFailed, match=r"no worker could be started: .*No module named 'nowhere'"):
        all_of(Pool(core_sets(workers=1), match="nowhere"), some(2))


def test_closing_leaves_no_process_behind() -> None:
    made = pool(2)
    playing = made.play(some(50, pause=0.01))
    next(playing)
    processes = made.processes
    assert len(processes) == 2
    made.close()
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_workers_stay_on_their_cores() -> None:
    cores = core_sets(workers=2)
    with Pool(cores, match=MODULE) as made:
        playing = made.play(some(50, pause=0.01))
        while not all(worker is not None and worker.is_ready for worker in made._workers):
            next(playing)
        for process, allowed in zip(made.processes, cores, strict=True):
            assert os.sched_getaffinity(process) == set(allowed)


def test_short_games_are_sent_ahead_and_long_ones_are_not() -> None:
    made = pool()
    assert made._ahead() == 1
    made._mean = 0.01
    assert made._ahead() == 26
    made._mean = 0.0
    assert made._ahead() == workers.MOST_AHEAD
    made._mean = 10.0
    assert made._ahead() == 1
    made.close()


def test_how_long_a_move_may_take() -> None:
    watch = Watch(start=7, move=1, untimed=100)
    timed, untimed = some(2, kind="heuristic", seconds=2.0)[0], some(2, kind="heuristic", depth=3)[0]
    assert (watch.allows(timed, 0), watch.allows(timed, 1), watch.allows(untimed, 1)) == (9, 3, 101)
