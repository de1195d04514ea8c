"""Tournaments from beginning to end: what is kept, going on, growing, stopping, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

import plies
from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.openings import Opening, Openings
from plies.arena.plan.pairing import Pairing
from plies.arena.plan.schedule import pairings
from plies.arena.plan.stopping import Stopping, stored_state
from plies.arena.plan.tournament import Tournament
from plies.arena.run.cores import core_sets
from plies.arena.run.pool import Pool
from plies.arena.run.record import GameRecord, digest
from plies.arena.run.runner import pool_for, run
from plies.arena.store.ledger import Ledger
from plies.errors import Refused
from plies.players.notation import parse_player
from tests.arena.standin import MODULE, play_game, stand_in
from tests.sizes import slow

PLAYERS = [stand_in("ari"), stand_in("hoddi"), stand_in("binni")]
RANDOM = Openings.parse("random:2,unbalanced")


class Here:
    """Plays in this process, a few at a time, in an order that it is given."""

    def __init__(self, batch: int = 3, backwards: bool = False) -> None:
        self.batch, self.backwards = batch, backwards
        self.played = 0

    def play(self, pairings: Iterable[Pairing]) -> Iterator[list[GameRecord]]:
        waiting: list[GameRecord] = []
        for pairing in pairings:
            waiting.append(play_game(pairing))
            self.played += 1
            if len(waiting) == self.batch:
                yield waiting[::-1] if self.backwards else waiting
                waiting = []
        yield waiting

    def close(self) -> None:
        pass


def small(games: int = 4, **more: object) -> Tournament:
    return Tournament.of(["pawns:3x5"], PLAYERS, games_per_pairing=games, openings=RANDOM, **more)  # type: ignore[arg-type]


def test_it_plays_everything_and_tells_what_is_stored(ledger: Ledger) -> None:
    reported: list[GameRecord] = []
    stored: list[int] = []

    def progress(records: list[GameRecord]) -> None:
        reported.extend(records)
        with Ledger(ledger.path) as other:  # on the disk before it is told
            stored.append(other.count())

    run(small(), ledger, executor=Here(), on_progress=progress)
    assert len(reported) == stored[-1] == 12
    assert digest(ledger.records()) == digest(reported) == digest(play_game(pairing) for pairing in pairings(small()))
    assert ledger.tournament(small().id).games == 12


def test_again_plays_nothing_and_more_games_play_the_rest(ledger: Ledger) -> None:
    for games, expected in ((4, 12), (4, 0), (8, 12)):
        here = Here()
        run(small(games), ledger, executor=here)
        assert here.played == expected
    with pytest.raises(Refused, match="8 games per pairing have been played already; ask for at least as many"):
        run(small(2), ledger, executor=Here())
    assert ledger.tournament(small().id).definition.games_per_pairing == 8


def test_a_pair_keeps_its_opening_whatever_is_chosen_now(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of Plies may choose other openings, but not between the two games of a pair."""
    games = list(pairings(small(4)))
    ledger.store([play_game(pairing) for pairing in games[:7]])
    monkeypatch.setattr("plies.arena.plan.openings.Book.opening", lambda self, number: Opening(("c2-c3",)))
    run(small(6), ledger, executor=Here())
    found = {record.pairing.id: record.pairing.opening for record in ledger.records()}
    assert [found[pairing.id] for pairing in games] == [pairing.opening for pairing in games]
    assert list(found.values()).count(("c2-c3",)) == 6


def test_a_stop_keeps_what_has_come_and_the_next_run_goes_on(ledger: Ledger) -> None:
    stop = threading.Event()
    run(small(20), ledger, executor=Here(batch=7), on_progress=lambda _: None, stop=stop)
    whole = digest(ledger.records())
    with Ledger(ledger.path.with_name("other.sqlite")) as other:
        stop.set()
        run(small(20), other, executor=Here(), stop=stop)
        assert other.count() == 0
        stop.clear()

        class Stops(Here):
            def play(self, pairings: Iterable[Pairing]) -> Iterator[list[GameRecord]]:
                for number, records in enumerate(super().play(pairings)):
                    if number == 4:
                        stop.set()
                    yield records

        run(small(20), other, executor=Stops(), stop=stop)
        assert other.count() == 15
        run(small(20), other, executor=Here())
        assert digest(other.records()) == whole


def test_what_came_back_before_an_error_is_kept(ledger: Ledger) -> None:
    class Breaks(Here):
        def play(self, pairings: Iterable[Pairing]) -> Iterator[list[GameRecord]]:
            for number, records in enumerate(super().play(pairings)):
                if number == 2:
                    raise plies.GameFailed("game x failed 3 times")
                yield records

    with pytest.raises(plies.GameFailed):
        run(small(), ledger, executor=Breaks())
    assert ledger.count() == 6


def test_a_disk_that_fills_up_stops_it_and_the_next_run_finishes(ledger: Ledger) -> None:
    ledger.add_tournament(small(60))
    pages = ledger._writer.execute("PRAGMA page_count").fetchone()[0]
    ledger._writer.execute(f"PRAGMA max_page_count = {pages + 12}")
    reported: list[GameRecord] = []
    with pytest.raises(plies.StorageFailed, match="no room left on the disk"):
        run(small(60), ledger, executor=Here(batch=70), on_progress=reported.extend)
    assert ledger.count() == len(reported) < 180
    ledger._writer.execute("PRAGMA max_page_count = 100000")
    run(small(60), ledger, executor=Here())
    assert ledger.count() == 180


@pytest.mark.parametrize(
    ("players", "openings", "numbers"),
    [
        (("ari@depth=1,algorithm=textbook", "binni@depth=1,algorithm=textbook", "random"), "start", (1, 3)),
        slow(("ari@depth=1,algorithm=textbook", "binni@depth=1,algorithm=textbook", "random"), "start", (1, 2, 8)),
        (("ari@depth=2", "binni@nodes=300", "random"), "random:2", (1, 2)),
    ],
)
def test_the_same_with_any_number_of_workers(
    tmp_path: Path, players: Sequence[str], openings: str, numbers: Sequence[int]
) -> None:
    """With depth and nodes as limits, one thread, and openings that the engine found balanced."""
    entered = [parse_player(text) for text in players]
    tournament = Tournament.of(["pawns:4x6", "pawns:3x5"], entered, openings=Openings.parse(openings))
    digests = set()
    for workers in numbers:
        with Ledger(tmp_path / f"{workers}.sqlite") as ledger:
            run(tournament, ledger, workers=workers, notice=lambda text: None)
            assert ledger.count() == tournament.total == 12
            digests.add(digest(ledger.records()))
    assert len(digests) == 1


def test_more_workers_than_cores_are_told_when_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    first = 10 * os.getpid() + 5  # which no other test takes
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {first, first + 1})
    said: list[str] = []
    for text in ("ari@1ms", "ari@depth=1"):
        players = [parse_player(text), parse_player("random")]
        pool_for(Tournament.of(["pawns:3x5"], players), 5000, said.append).close()
    assert len(said) == 1
    assert "5000 games at once share the cores" in said[0]


# -- stopping rules --------------------------------------------------------------------------------------------------


class After:
    """A test that decides after so many pairs."""

    def __init__(self, pairs: int) -> None:
        self.pairs = pairs

    def state(self, counts: Sequence[int]) -> SimpleNamespace:
        return SimpleNamespace(decision="H1" if sum(counts) >= self.pairs else "continue")


def match(games: int = 40, games_played: Sequence[str] = ("pawns:3x5", "pawns:4x6")) -> Tournament:
    rule = Sprt(0, 10)
    return Tournament.of(games_played, PLAYERS[:2], kind="match", games_per_pairing=games, openings=RANDOM, sprt=rule)


@pytest.mark.parametrize("batch", [1, 4, 7])
@pytest.mark.parametrize("backwards", [False, True])
def test_a_match_stops_after_the_same_pair_whatever_the_order(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, batch: int, backwards: bool
) -> None:
    monkeypatch.setattr(Sprt, "state", After(9).state)
    here = Here(batch, backwards)
    run(match(), ledger, executor=here)
    wanted = [play_game(pairing) for pairing in pairings(match())][:18]
    assert digest(ledger.records()) == digest(wanted)
    assert here.played < 18 + 2 * batch
    run(match(), ledger, executor=here)  # decided is decided
    assert ledger.count() == 18


def test_what_waits_for_its_turn_is_kept_at_a_stop(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sprt, "state", After(9).state)

    class First(Here):
        def play(self, pairings: Iterable[Pairing]) -> Iterator[list[GameRecord]]:
            yield [play_game(pairing) for pairing in pairings][1:6]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(match(), ledger, executor=First())
    assert ledger.count() == 5
    run(match(), ledger, executor=Here())
    assert ledger.count() == 18


def test_pairs_past_the_decision_do_not_count(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken off while a game in the middle was missing, a match keeps what came after it, but is decided before."""

    def state(self: Sprt, counts: Sequence[int]) -> SimpleNamespace:
        return SimpleNamespace(pairs=sum(counts), decision="H1" if sum(counts) == 9 else "continue")

    monkeypatch.setattr(Sprt, "state", state)

    class Torn(Here):
        def play(self, pairings: Iterable[Pairing]) -> Iterator[list[GameRecord]]:
            played = [play_game(pairing) for pairing in islice(pairings, 30)]
            yield played[:10] + played[11:]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(match(), ledger, executor=Torn())
    assert ledger.count() == 29
    state = stored_state(match(), ledger)
    assert state is not None
    assert (state.pairs, state.decision) == (5, "continue")
    here = Here(batch=1)
    run(match(), ledger, executor=here)
    assert here.played <= 2
    state = stored_state(match(), ledger)
    assert state is not None
    assert (state.pairs, state.decision) == (9, "H1")
    assert stored_state(small(), ledger) is None


def test_fewer_games_than_one_board_has_are_refused(ledger: Ledger) -> None:
    """The other board has only one opening, so all together they are fewer."""
    lines = ("[pawns:3x5]", "a2-a3", "[pawns:4x6]", "a2-a3", "b2-b3", "c2-c3", "d2-d3")
    players = PLAYERS[:2]
    boards, openings = ["pawns:3x5", "pawns:4x6"], Openings("file", lines=lines)
    made = Tournament.of(boards, players, games_per_pairing=8, openings=openings)
    run(made, ledger, executor=Here(), notice=lambda text: None)
    assert ledger.count() == 10
    with pytest.raises(Refused, match="8 games per pairing have been played already"):
        run(made.with_games(6), ledger, executor=Here())


def test_points_are_those_of_the_player_listed_first() -> None:
    tournament = match(4)
    stopping = Stopping(tournament, After(99), {}, {})
    for pairing, score in zip(pairings(tournament), (1.0, 0.0, 0.5, 0.5, 0.0, 1.0, 1.0, 0.5), strict=True):
        record = play_game(pairing)
        stopping.take([GameRecord(pairing, record.moves, score, "rules", "")])
    assert stopping.counts == [1, 0, 1, 1, 1]


def test_a_board_without_openings_does_not_hold_up_the_others(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sprt, "state", After(20).state)
    said: list[str] = []
    run(match(40, ["pebbles:1x1", "pawns:3x5"]), ledger, executor=Here(batch=1), notice=said.append)
    boards = [record.pairing.game for record in ledger.records()]
    few = boards.count("pebbles:1x1")
    assert few < 20
    assert len(boards) == 40
    assert any(f"pebbles:1x1 has only {few // 2} different openings" in text for text in said)


# -- Ctrl-C ----------------------------------------------------------------------------------------------------------

CHILD = """
import sys
from tests.arena import standin
from plies.arena.store.ledger import Ledger
from plies.arena.plan.openings import Opening, Openings
from plies.arena.plan.tournament import Tournament
from plies.arena.run.runner import pool_for, run
from plies.arena.run.cores import core_sets
from plies.arena.run.pool import Pool
players = [standin.stand_in("a", pause=0.002), standin.stand_in("b")]
tournament = Tournament.of(["pawns:3x5"], players, games_per_pairing=2000, openings=Openings("start"))
pool = Pool(core_sets(workers=2), match=standin.MODULE)
def progress(records):
    for record in records:
        print(record.pairing.id)
    print(*pool.processes, "workers", flush=True)
run(tournament, Ledger(sys.argv[1]), executor=pool, on_progress=progress)
"""


@pytest.mark.usefixtures("workers_path")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_process_loses_nothing_it_told_and_leaves_nobody(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "ledger.sqlite"
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    reported: list[str] = []
    workers: set[int] = set()
    sent = False
    for line in process.stdout:
        if line.endswith("workers\n"):
            workers |= {int(word) for word in line.split()[:-1]}
            if len(reported) > 20 and not sent:
                process.send_signal(number)
                sent = True
        else:
            reported.append(line.strip())
    errors = process.communicate()[1]
    assert process.returncode in (-number, 130, 1)
    if number == signal.SIGINT:
        assert "KeyboardInterrupt" in errors
    with Ledger(path) as ledger:
        stored = [record.pairing.id for record in ledger.records()]
        assert set(reported) <= set(stored)
        assert len(stored) == len(set(stored)) < 2000
    deadline = time.monotonic() + 30
    while any(_runs(worker) for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert workers
    assert not any(_runs(worker) for worker in workers)


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.mark.usefixtures("workers_path")
def test_a_tournament_can_be_played_from_a_thread(ledger: Ledger) -> None:
    pool = Pool(core_sets(workers=2), match=MODULE)
    thread = threading.Thread(target=run, args=(small(), ledger), kwargs={"executor": pool})
    thread.start()
    thread.join(30)
    assert ledger.count() == 12


def test_two_at_once_are_refused(ledger: Ledger) -> None:
    with ledger.playing(small().id), pytest.raises(plies.Refused, match=f"being played by .*{os.getpid()}"):
        run(small(), ledger, executor=Here())


def test_a_file_that_was_edited_is_refused_before_anything_is_played(
    ledger: Ledger, tmp_path: Path, forget_copies: Callable[[], None]
) -> None:
    """As when a tournament is resumed later; while it runs, its players work on copies."""
    file = tmp_path / "mine.py"
    file.write_text("def mine(position, seconds):\n    return position.moves[0]\n")
    players = [parse_player(f"{file}:mine@20s"), parse_player("random")]
    tournament = Tournament.of(["pawns:3x5"], players, openings=RANDOM)
    file.write_text("def mine(position, seconds):\n    return position.moves[-1]\n")
    forget_copies()
    with pytest.raises(plies.Refused, match=r"mine.py has changed since this player was defined"):
        run(tournament, ledger, workers=1)
    file.unlink()
    with pytest.raises(plies.Refused, match=r"there is no file .*mine.py"):
        run(tournament, ledger, workers=1)
    assert ledger.count() == 0
    assert ledger.tournaments() == []


def test_other_code_or_another_game_is_refused_before_anything_is_played(ledger: Ledger) -> None:
    tournament = Tournament.of(["pawns:3x5"], [parse_player("ari@depth=1"), parse_player("random")], openings=RANDOM)
    reported = json.loads(tournament.as_json())
    known = reported["players"][0]["definitions"]["pawns:3x5"]["resolved"]["heuristic"]
    known["code"] = known["code"].partition(":")[0] + ":another"
    with pytest.raises(plies.Refused, match="the code of ari in pawns:3x5 has changed since"):
        run(Tournament.from_json(json.dumps(reported)), ledger, workers=1)
    with pytest.raises(plies.Refused, match=r"nowhere.py: the file has changed since this tournament was defined"):
        run(replace(small(), sources=(("nowhere.py", "digest"),)), ledger, executor=Here())


def test_more_threads_than_cores_are_told() -> None:
    cores = len(core_sets(1))
    reported: list[str] = []
    players = [stand_in("a", threads=cores + 7), stand_in("b")]
    pool_for(Tournament.of(["pawns:3x5"], players), 1, reported.append).close()
    assert re.fullmatch(rf"threads={cores + 7} on {cores} cores?: .*", reported[0])
    pool_for(small(), 1, reported.append).close()
    assert len(reported) == 1
