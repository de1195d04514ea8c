"""What the ledger keeps, gives back, and refuses."""

from __future__ import annotations

import io
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import plies
from plies.arena.plan.openings import Openings
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Tournament
from plies.arena.run import match
from plies.arena.run.record import GameRecord, digest
from plies.arena.store import ledger_file
from plies.arena.store.ledger import Ledger, default_path
from plies.players.definition import player_of_text
from plies.players.notation import format_player, parse_player
from plies.players.registry import algorithms
from tests.arena.standin import play_game, stand_in
from tests.arena.store.broken import filled, flip_bytes
from tests.players.greedy import GREEDY

TOURNAMENT = Tournament.of(
    ["pawns:3x5", "pawns:4x6"],
    [stand_in("ari"), stand_in("hoddi"), stand_in("binni", kind="heuristic", choice="binni(pawns=2)", depth=1)],
    games_per_pairing=4,
    openings=Openings.parse("random:2,unbalanced"),
)


@pytest.fixture(scope="module")
def played() -> list[GameRecord]:
    return [play_game(pairing) for pairing in pairings(TOURNAMENT)]


def test_games_come_back_as_they_were(ledger: Ledger, played: list[GameRecord]) -> None:
    assert ledger.store(played) == len(played) == 24
    assert list(ledger.records()) == played
    assert digest(ledger.records()) == digest(played)
    assert ledger.done_ids(TOURNAMENT.id) == {record.pairing.id for record in played}
    assert ledger.scores(TOURNAMENT.id) == {record.pairing.id: record.score for record in played}
    assert ledger.count() == ledger.count(TOURNAMENT.id) == 24
    assert ledger.count("another") == 0
    ledger.check()


def test_games_of_an_algorithm_that_is_gone_are_read_and_not_played(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(algorithms(), GREEDY.name, GREEDY)
    text = "ari@algorithm=greedy,width=3,bold=on"
    players = [parse_player(text), stand_in("b")]
    tournament = Tournament.of(["pawns:3x5"], players, openings=Openings("start"))
    games = [play_game(pairing) for pairing in pairings(tournament)]
    ledger.add_tournament(tournament)
    ledger.store(games)
    monkeypatch.delitem(algorithms(), GREEDY.name)
    player_of_text.cache_clear()
    found = list(ledger.records(tournament.id))
    assert found == games
    assert format_player(found[0].pairing.players[0]) == text
    assert ledger.tournament(tournament.id).definition == tournament
    with pytest.raises(plies.UnknownName, match="no algorithm 'greedy'; known: engine"):
        match.play_game(found[0].pairing)


def test_a_game_is_kept_once(ledger: Ledger, played: list[GameRecord]) -> None:
    assert ledger.store(played[:3]) == 3
    assert ledger.store(played[:5]) == 2
    assert ledger.count() == 5


def test_a_batch_is_kept_whole_or_not_at_all(ledger: Ledger, played: list[GameRecord]) -> None:
    wrong = played[1].__class__(**{**vars(played[1]), "score": None})
    with pytest.raises(plies.Refused, match="takes whole games only: NOT NULL constraint failed"):
        ledger.store([played[0], wrong])
    assert ledger.count() == 0
    assert ledger.store(played) == 24


def test_filters(ledger: Ledger, played: list[GameRecord]) -> None:
    ledger.store(played)

    def found(**asked: object) -> set[str]:
        return {record.pairing.id for record in ledger.records(**asked)}  # type: ignore[arg-type]

    def wanted(condition: object) -> set[str]:
        return {record.pairing.id for record in played if condition(record)}  # type: ignore[operator]

    assert found(player="ari") == wanted(lambda r: "ari" in (r.pairing.first, r.pairing.second))
    assert found(game="pawns:4x6", score=1.0) == wanted(lambda r: r.pairing.game == "pawns:4x6" and r.score == 1)
    assert found(winner="ari") == wanted(
        lambda r: (r.score == 1 and r.pairing.first == "ari") or (r.score == 0 and r.pairing.second == "ari")
    )
    assert found(termination="time") == set()
    assert found(tournament=TOURNAMENT.id, termination="rules") == wanted(lambda r: True)
    middle = sorted(record.started for record in played)[12]
    assert found(since=middle) == wanted(lambda r: r.started >= middle)
    assert found(until=middle) == wanted(lambda r: r.started < middle)
    assert found(id=played[7].pairing.id[:12]) == {played[7].pairing.id}
    assert len(list(ledger.records(limit=5))) == 5


def test_reading_does_not_disturb_writing(
    ledger: Ledger, played: list[GameRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plies.arena.store.ledger.PAGE", 2)
    ledger.store(played[:10])
    reading = ledger.records()
    first = next(reading)
    ledger.store(played[10:])
    assert [first, *reading] == played[:10]  # a reader sees the ledger as it was when it began
    assert ledger.count() == 24


def test_tournaments_are_noted_and_found_again(ledger: Ledger, played: list[GameRecord]) -> None:
    ledger.add_tournament(TOURNAMENT)
    ledger.store(played)
    ledger.add_tournament(TOURNAMENT.with_games(6))
    ledger.add_tournament(TOURNAMENT.with_games(2))
    other = Tournament.of(["pawns:3x5"], [stand_in("a"), stand_in("b")])
    ledger.add_tournament(other)
    assert {entry.id for entry in ledger.tournaments()} == {TOURNAMENT.id, other.id}
    entry = ledger.tournament(TOURNAMENT.id[:8])
    assert (entry.definition, entry.games) == (TOURNAMENT.with_games(6), 24)
    with pytest.raises(plies.UnknownName, match="no tournament 'zzz'"):
        ledger.tournament("zzz")
    with pytest.raises(plies.UnknownName, match="several tournaments ''"):
        ledger.tournament("")


# -- files that are something else -----------------------------------------------------------------------------------


def test_a_file_that_is_no_ledger_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("this is not a database, but a text that is long enough to look at\n" * 20)
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE games (id)")
    connection.close()
    for file, said in ((text, "not a ledger of Plies, or it is damaged"), (foreign, "SQLite file, but not a ledger")):
        before = file.read_bytes()
        with pytest.raises(plies.InvalidFile, match=said) as caught:
            Ledger(file)
        assert len(str(caught.value).splitlines()) == 1
        assert file.read_bytes() == before
    with pytest.raises(plies.InvalidFile, match="there is no ledger at"):
        Ledger(tmp_path / "none.sqlite", create=False)
    with pytest.raises(plies.StorageFailed, match="cannot be made"):
        Ledger(text / "ledger.sqlite")


def test_a_ledger_of_another_version_is_refused(tmp_path: Path) -> None:
    Ledger(tmp_path / "new.sqlite").close()
    connection = sqlite3.connect(tmp_path / "new.sqlite")
    connection.execute("PRAGMA user_version = 7")
    connection.close()
    with pytest.raises(plies.InvalidFile, match="a ledger of version 7, but this Plies reads version 1"):
        Ledger(tmp_path / "new.sqlite")


def test_a_damaged_ledger_says_so(tmp_path: Path, played: list[GameRecord]) -> None:
    path = tmp_path / "damaged.sqlite"
    with Ledger(path) as ledger:
        ledger.store(played)
    whole = bytearray(path.read_bytes())
    whole[4096 * 3 :] = b"\xaa" * (len(whole) - 4096 * 3)
    path.write_bytes(whole)
    with pytest.raises(plies.InvalidFile, match="damaged"), Ledger(path) as ledger:
        list(ledger.records())
    with pytest.raises(plies.InvalidFile, match="damaged"), Ledger(path) as ledger:
        ledger.check()


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLIES_LEDGER", "somewhere.sqlite")
    assert default_path() == Path("somewhere.sqlite")
    monkeypatch.delenv("PLIES_LEDGER")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "plies" / "ledger.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path() == tmp_path / ".local" / "share" / "plies" / "ledger.sqlite"
    with Ledger() as ledger:
        assert ledger.path.exists()


# -- a disk without room ---------------------------------------------------------------------------------------------


def test_a_full_disk_is_one_line_and_keeps_nothing_by_half(ledger: Ledger, played: list[GameRecord]) -> None:
    ledger.store(played[:4])
    pages = ledger._writer.execute("PRAGMA page_count").fetchone()[0]
    ledger._writer.execute(f"PRAGMA max_page_count = {pages + 1}")
    with pytest.raises(plies.StorageFailed, match="no room left on the disk for the ledger") as caught:
        ledger.store(played)
    assert len(str(caught.value).splitlines()) == 1
    assert list(ledger.records()) == played[:4]
    ledger._writer.execute("PRAGMA max_page_count = 100000")
    assert ledger.store(played) == 20
    assert list(ledger.records()) == played


def test_a_file_that_may_not_grow_is_one_line(ledger: Ledger, played: list[GameRecord]) -> None:
    """A limit on the size of files, which the kernel enforces: the write itself fails."""
    ledger.store(played[:1])
    biggest = max(file.stat().st_size for file in ledger.path.parent.iterdir())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def grow() -> None:
        for _ in range(50):
            ledger.store(played)
            ledger._writer.execute("DELETE FROM games WHERE number > 1")

    resource.setrlimit(resource.RLIMIT_FSIZE, (biggest, before[1]))
    try:
        with pytest.raises(plies.StorageFailed, match=r"cannot be written|no room left"):
            grow()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert ledger.count() >= 1
    ledger.store(played)
    assert sorted(ledger.records(), key=lambda record: record.started) == played
    ledger.check()


# -- one coordinator at a time ---------------------------------------------------------------------------------------

HOLD = """
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from plies.arena.store.ledger import Ledger
with Ledger(sys.argv[1]).playing("t"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_two_processes_do_not_play_one_tournament(ledger: Ledger) -> None:
    words = [sys.executable, "-c", HOLD, str(ledger.path)]
    other = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout is not None
    assert other.stdin is not None
    with other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(plies.Refused, match=f"tournament t is being played by .*{other.pid}"), ledger.playing("t"):
            pass
        with ledger.playing("another"):
            pass
        other.kill()
    with ledger.playing("t"):  # the kernel has let go of it
        pass
    assert not list(ledger.path.parent.glob("*.lock"))


def test_a_lock_file_in_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(plies.StorageFailed, match="cannot be written"), ledger_file.held(tmp_path / "no" / "x", "x"):
        pass


def test_a_full_disk_does_not_keep_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(ledger_file, "_locked", lambda side: Full())
    (tmp_path / "x").touch()
    with ledger_file.held(tmp_path / "x", "x"):
        pass
    assert not (tmp_path / "x").exists()


def test_a_busy_ledger_is_told(ledger: Ledger, played: list[GameRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_file, "PATIENCE", 0.01)
    with Ledger(ledger.path) as other:
        ledger._writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(plies.Refused, match=r"another process has kept the ledger .* busy"):
            other.store(played)
        ledger._writer.execute("ROLLBACK")
        assert other.store(played) == 24


# -- reading where nothing may be written ----------------------------------------------------------------------------


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Root may write everywhere: for a while we are nobody. Others are nobody special anyway."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def locked(played: list[GameRecord]) -> Iterator[Path]:
    """A ledger in a folder that may be read only; not in pytest's own, which others may not even enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "odd name?#%.sqlite"
        with Ledger(path) as made:
            made.add_tournament(TOURNAMENT)
            made.store(played)
        path.chmod(0o444)
        folder.chmod(0o555)
        yield path
        folder.chmod(0o755)


def test_a_ledger_that_may_not_be_written_can_be_read(locked: Path, played: list[GameRecord]) -> None:
    with as_somebody_else(), Ledger(locked, readonly=True) as found:
        assert list(found.records()) == played
        assert found.tournament(TOURNAMENT.id).games == len(played)
        with pytest.raises(plies.Refused, match="was opened for reading only"):
            found.store(played)
        with pytest.raises(plies.Refused, match="was opened for reading only"):
            found.add_tournament(TOURNAMENT)
    assert [file.name for file in locked.parent.iterdir()] == [locked.name]


def test_a_ledger_that_may_not_be_written_is_not_opened_for_writing(locked: Path, played: list[GameRecord]) -> None:
    with as_somebody_else():
        with (
            pytest.raises(plies.StorageFailed, match=r"cannot be (opened|written) \(.*\)") as reported,
            Ledger(locked, create=False) as found,
        ):
            found.store(played)
        with pytest.raises(plies.StorageFailed, match=r"cannot be opened \(.*--ledger FILE") as new:
            Ledger(locked.parent / "new.sqlite")
    for error in (reported, new):
        assert "given again" not in str(error.value)
    assert [file.name for file in locked.parent.iterdir()] == [locked.name]


def test_a_file_that_may_not_be_written_in_a_folder_that_may(locked: Path, played: list[GameRecord]) -> None:
    locked.parent.chmod(0o777)
    with as_somebody_else(), pytest.raises(plies.StorageFailed, match=r"cannot be (opened|written) \(") as reported:  # noqa: SIM117
        with Ledger(locked, create=False) as found:
            found.store(played)
    assert "given again" not in str(reported.value)


def test_what_is_being_written_can_be_read_beside_it(tmp_path: Path, played: list[GameRecord]) -> None:
    with Ledger(tmp_path / "k.sqlite") as writer, Ledger(tmp_path / "k.sqlite", readonly=True) as reader:
        writer.store(played[:5])
        assert reader.count() == 5
        writer.store(played)
        assert reader.count() == len(played)


def test_reading_makes_no_file(tmp_path: Path) -> None:
    for how in ({"create": False}, {"readonly": True}):
        with pytest.raises(plies.InvalidFile, match="there is no ledger at"):
            Ledger(tmp_path / "folder" / "missing.sqlite", **how)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty.sqlite").touch()
    with pytest.raises(plies.InvalidFile, match="is empty, not a ledger"):
        Ledger(tmp_path / "empty.sqlite", readonly=True)


@pytest.mark.parametrize("how", [{}, {"create": False}, {"readonly": True}])
def test_what_can_be_no_ledger_promises_nothing(how: dict[str, bool]) -> None:
    with pytest.raises(plies.PliesError, match="/dev/null") as reported:
        Ledger("/dev/null", **how)
    assert "given again" not in str(reported.value)


# -- damage ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("readonly", [False, True])
def test_damage_that_sqlite_quotes_is_reported(tmp_path: Path, readonly: bool) -> None:
    """Its message then holds what is no text, and Python raises an error of its own."""
    path = tmp_path / "ledger.sqlite"
    filled(path, 2)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"CREATE TABLE definitions", b"CREATE \xd4ABLE definitions", 1))
    with pytest.raises(plies.errors.InvalidFile, match="damaged") as caught:
        Ledger(path, readonly=readonly)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("readonly", [False, True])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_damage_is_reported_when_a_ledger_is_opened(tmp_path: Path, seed: int, readonly: bool) -> None:
    path = tmp_path / "ledger.sqlite"
    filled(path, 60)
    Ledger(path, readonly=readonly).close()
    flip_bytes(path, seed=seed)
    with pytest.raises(plies.errors.InvalidFile, match="damaged") as caught:
        Ledger(path, readonly=readonly)
    assert len(str(caught.value).splitlines()) == 1
