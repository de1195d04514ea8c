"""Hostile files: what they do to their own process gains nothing, and they reach nothing else."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from plies.arena.plan.tournament import Tournament
from plies.arena.run.match import play_game
from plies.arena.run.record import GameRecord
from plies.errors import ERROR, ILLEGAL, InvalidFile, Refused
from plies.players.clock import Clock
from plies.players.kinds import user_file
from plies.players.notation import parse_player
from plies.players.player import ResolvedFile
from plies.players.referee import BY_RULES
from plies.players.resolution import in_game
from plies.players.searchers import SearcherCache
from plies.processes import isolation, landlock
from tests.players.conftest import Write
from tests.players.pairings import GAME, START, pairing, play
from tests.sizes import slow

linux = pytest.mark.skipif(sys.platform != "linux", reason="Linux ends and isolates processes in its own ways")
isolated = pytest.mark.skipif(not landlock.can_scope_signals(), reason="this kernel has no Landlock of version 6")


@contextmanager
def searching(text: str) -> Iterator[user_file.ChildSearcher]:
    searcher = user_file.ChildSearcher(in_game(parse_player(text), START.game), GAME)
    try:
        yield searcher
    finally:
        searcher.close(gently=False)


# -- nodes are counted where the file never runs ---------------------------------------------------------------------

HONEST = """
    from plies.games.bits import count

    def mine(state, me):
        return 50.0 + count(state.white) - count(state.black) if me == 0 else count(state.black) - count(state.white)
"""
#: patches all that it can find when it is imported, as far as that still lets Plies describe its function
HOSTILE = """
    import atexit, builtins, importlib, sys, threading, time
    import plies.search.engine.analysis as analysis
    import plies.search.engine.worker as worker
    import plies.players.kinds.engine as engine
    import plies.players.kinds.user_file_game as game
    import plies.players.user_code.rebuild as rebuild
    import plies.players.clock as clock
    from plies.search.answer import Answer, Line
    import numba

    def lie(*given, **more):
        return Answer((Line("a2-a3", 9.0),), nodes=1, seconds=0.0, charged=0.0)
    analysis.Engine.analyse = engine.EngineSearcher.choose = game.GameOfOne.move = lie
    worker.Worker.search = lambda *given: (0.0, True)
    clock.Clock.limits = property(lambda self: analysis.Limits(depth=40))
    time.perf_counter = time.process_time = time.monotonic = lambda: 0.0
    numba.njit = numba.cfunc = lambda *given, **more: (lambda function: function)
    builtins.float = lambda x=0: 1.0
    rebuild.rebuild = rebuild.FunctionType = None
    class Hook:
        def find_spec(self, *given):
            sys.exit("found")
    sys.meta_path.insert(0, Hook())
    atexit.register(time.sleep, 100)
    def run():
        while True:
            time.sleep(0.01)
    threading.Thread(target=run, daemon=True).start()
"""


def moves_of(record: GameRecord) -> list[tuple[object, ...]]:
    return [(move.move, move.nodes, move.depth, move.value) for move in record.moves]


def test_a_hostile_file_whose_heuristic_compiles_gains_nothing(write: Write) -> None:
    """It is searched as the honest one is, node for node."""
    honest = play_game(pairing(f"{write(HONEST, 'honest.py')}:mine@nodes=300"))
    hostile = pairing(f"{write(HONEST + HOSTILE)}:mine@nodes=300")
    with SearcherCache() as cache:
        record = play_game(hostile, cache)
        (searcher, *_) = [one for one in cache.searchers.values() if isinstance(one, user_file.ChildSearcher)]
        assert searcher.reports_counts is False
    assert record.termination == BY_RULES
    assert moves_of(record) == moves_of(honest)
    assert max(move.nodes for move in record.moves) > 100


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        pytest.param(
            "seen = []\ndef mine(state, me):\n    seen.append(1)\n    return len(seen) % 3\n",
            "nodes=50",
            marks=pytest.mark.slow,
        ),
        ("def mine(state, me):\n    return 0\n", "depth=1,algorithm=minimax"),
        ("def mine(position, seconds):\n    return position.moves[0]\n", "20s"),
    ],
)
def test_what_runs_in_the_files_own_process_is_not_counted_by_us(write: Write, text: str, limit: str) -> None:
    with searching(f"{write(text)}:mine@{limit}") as searcher:
        assert searcher.reports_counts is True
        searcher.new_game(0, 1)
        assert searcher.reports_counts is True
        assert searcher.choose(START, Clock(searcher.player)).move in START.moves


@pytest.mark.slow
def test_an_order_of_moves_from_a_file_and_a_heuristic_of_plies(write: Write) -> None:
    with searching(f"ari@nodes=200,order={write(HONEST)}:mine") as searcher:
        searcher.new_game(0, 1)
        assert searcher.reports_counts is False
        assert searcher.choose(START, Clock(searcher.player)).nodes == 200


def test_a_heuristic_is_described_wherever_its_game_is_played(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its choice may be a path from the folder where the player was defined."""
    monkeypatch.chdir(Path(write(HONEST)).parent)
    player = in_game(parse_player("mine.py:mine@nodes=9"), START.game)
    monkeypatch.chdir("/")
    texts = user_file.messages.packed(user_file.file_texts(player))
    assert user_file.ChildSearcher(player, GAME)._describe(texts)


# -- with isolation it reaches nothing -------------------------------------------------------------------------------

REACHING = """
    import os, signal, socket, subprocess
    def tried(name, call):
        try:
            call()
            return name
        except (PermissionError, ValueError):  # the latter for limits that cannot be lifted
            return ""
        except OSError as error:
            return f"{{name}}:{{error.errno}}"

    def try_all():
        beside = {beside!r}
        found = [
            tried("read", lambda: open(beside).read()),
            tried("write", lambda: open(beside, "w")),
            tried("append", lambda: open(beside, "a")),
            tried("remove", lambda: os.remove(beside)),
            tried("rename", lambda: os.rename(beside, beside + "x")),
            tried("link", lambda: os.link(beside, beside + "x")),
            tried("make", lambda: open(beside + "y", "x")),
            tried("folder", lambda: os.listdir(os.path.dirname(beside))),
            tried("chmod", lambda: os.chmod(beside, 0o777)),
            tried("utime", lambda: os.utime(beside)),
            tried("truncate", lambda: os.truncate(beside, 0)),
            tried("tmp", lambda: open("/tmp/plies-hostile", "w")),
            tried("proc", lambda: open("/proc/self/mem")),
            tried("tcp", lambda: socket.socket().connect(("127.0.0.1", 9))),
            tried("udp", lambda: socket.socket(type=socket.SOCK_DGRAM)),
            tried("unix", lambda: socket.socket(socket.AF_UNIX)),
            tried("kill1", lambda: os.kill(1, 0)),
            tried("parent", lambda: os.kill({parent}, signal.SIGTERM)),
            tried("limits", lambda: __import__("resource").prlimit({parent}, 0, (1, 1))),
            tried("cores", lambda: os.sched_setaffinity(0, range(os.cpu_count()))),
            tried("raise", lambda: __import__("resource").setrlimit(9, (-1, -1)) if os.getuid() == 0 else open(beside)),
        ]
        return [one for one in found if one]
    at_import = {at_import} and try_all()
    def mine(position, seconds):
        scratch = os.environ["TMPDIR"] + "/mine"
        open(scratch, "w").write("its own")
        found = at_import or try_all()
        ran = subprocess.run(["true"]).returncode if not found else 0
        return f"reached {{found}} {{ran}} {{open(scratch).read()}}"
"""


@isolated
@pytest.mark.parametrize("at_import", [slow(False), True])
def test_an_isolated_file_reaches_nothing(write: Write, at_import: bool) -> None:
    beside = write("ledger", "ledger.sqlite")
    text = REACHING.format(beside=beside, parent=os.getpid(), at_import=at_import)
    record = play(f"{write(text)}:mine@20s", exact=False)
    assert record.termination == ILLEGAL
    assert "'reached [] 0 its own' is not a move" in record.reason, record.reason
    assert Path(beside).read_text() == "ledger"
    assert [file.name for file in Path(beside).parent.iterdir() if file.name != "mine.py"] == ["ledger.sqlite"]


@isolated
@pytest.mark.parametrize("where", ["import", slow("move")])
def test_who_reads_a_file_beside_is_told_what_to_do(write: Write, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    write("7", "data.txt")
    reads = "int(open(__file__.replace('mine.py', 'data.txt')).read())"
    text = f"def mine(position, seconds):\n    return position.moves[{reads} - 7]\n"
    path = write((f"seven = {reads}\n" if where == "import" else "") + text)
    record = play(f"{path}:mine@20s", exact=False)
    assert record.termination == ERROR
    assert "PermissionError" in record.reason
    assert f"white: {isolation.HINT}: " in record.reason
    if where == "import":
        with pytest.raises(InvalidFile, match="--no-isolate"):
            pairing(f"{path}:mine@20s")
    monkeypatch.setenv(isolation.WISH, isolation.OFF)
    assert play(f"{path}:mine@20s", exact=False).termination == BY_RULES


@isolated
@pytest.mark.slow
def test_a_whole_player_may_search_with_what_is_compiled_already(write: Write) -> None:
    text = """
        import plies
        def mine(position, seconds):
            found = plies.analyse(position, "ari", nodes=100)
            return f"searched {found.nodes}"
    """
    play("ari@nodes=100")
    begun = time.process_time()
    record = play(f"{write(text)}:mine@100s")
    assert "'searched 100' is not a move" in record.reason, record.reason
    assert time.process_time() - begun < 5


def test_a_file_that_rewrites_its_rival(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also without isolation the rival is what it was before the first file ran."""
    monkeypatch.setenv(isolation.WISH, isolation.OFF)
    rival = write("from helper import first\ndef mine(position, seconds):\n    return first(position)\n", "rival.py")
    helper = write("def first(position):\n    return position.moves[0]\n", "helper.py")
    before = {path: Path(path).read_text() for path in (rival, helper)}
    spoil = "\n".join(f"open({path!r}, 'w').write('1 / 0')" for path in (rival, helper))
    hostile = write(f"{spoil}\ndef mine(position, seconds):\n    return position.moves[0]\n", "hostile.py")
    players = [parse_player(f"{path}:mine@20s", "") for path in (hostile, rival)]
    tournament = Tournament.of([GAME], players)
    assert Path(helper).read_text() == "1 / 0"
    hostile_player, rival_player = (entrant.in_game(GAME) for entrant in tournament.players)
    known = rival_player.resolved.heuristic
    assert isinstance(known, ResolvedFile)
    assert dict(known.files) == {path: user_file.copies.digest_of(text.encode()) for path, text in before.items()}
    record = play_game(replace(pairing("random"), players=(hostile_player, rival_player)))
    assert record.termination == BY_RULES


# -- memory ----------------------------------------------------------------------------------------------------------


@linux
@pytest.mark.parametrize("wish", ["", "no"])
def test_memory_is_limited_while_a_file_loads(write: Write, monkeypatch: pytest.MonkeyPatch, wish: str) -> None:
    monkeypatch.setenv(isolation.WISH, wish)
    lift = "import resource\ntry:\n    resource.setrlimit(resource.RLIMIT_AS, (-1, -1))\nexcept ValueError: pass\n"
    path = write(f"{lift}much = bytearray(50 << 30)\ndef mine(position, seconds):\n    return ''\n")
    with pytest.raises(InvalidFile, match=r"a player's memory is limited: .*stopped in line 5 with MemoryError"):
        pairing(f"{path}:mine@1s")
    assert play(f"{path}:mine@1s", exact=False).termination == ERROR


# -- what it starts --------------------------------------------------------------------------------------------------

#: processes in sessions of their own, whose parents are gone; their marks are what they are asked to sleep
FLEEING = """
    import os, time
    def flee(mark):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execvp("sleep", ["sleep", mark])
            os._exit(0)
        os.wait()
    if {at_import}:
        flee({mark!r})
    def mine(position, seconds):
        for _ in range({count}):
            flee({mark!r})
        return position.moves[0]
"""


def marked(mark: str) -> int:
    """How many processes carry a mark; a moment is given to those that have just begun or ended."""
    found = 0
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += file.read_bytes() == f"sleep\0{mark}\0".encode()
        except OSError:
            continue
    return found


@linux
@pytest.mark.parametrize(("wish", "at_import"), [("", False), ("no", True)])
def test_who_flees_into_a_session_of_its_own_ends_with_the_game(
    write: Write, monkeypatch: pytest.MonkeyPatch, wish: str, at_import: bool
) -> None:
    monkeypatch.setenv(isolation.WISH, wish)
    mark = f"{300 + os.getpid() / 1e6:.6f}{int(at_import)}"
    path = write(FLEEING.format(mark=mark, count=50, at_import=at_import))
    with searching(f"{path}:mine@20s") as searcher:
        for _ in range(2):
            searcher.new_game(0, 1)
            assert marked(mark) <= 1  # what it starts when it is loaded ends with the first game
            searcher.choose(START, Clock(searcher.player))
            deadline = time.monotonic() + 10
            while marked(mark) < 50 and time.monotonic() < deadline:
                time.sleep(0.02)
            assert marked(mark) >= 50
    assert marked(mark) == 0


BREEDING = """
    import ctypes, os, time
    end = time.monotonic() + 30
    ctypes.CDLL(None).prctl(15, {name!r}.encode())
    def breed():
        while time.monotonic() < end:
            if os.fork():
                os._exit(0)
    def mine(position, seconds):
        for _ in range(4):
            if os.fork() == 0:
                os.setsid()
                breed()
                os._exit(0)
        return position.moves[0]
"""


@isolated
def test_who_forks_faster_than_anybody_looks_ends_too(write: Write) -> None:
    """Each lives for a millisecond only, and leaves another one behind."""
    name = f"breeds{os.getpid()}"
    with searching(f"{write(BREEDING.format(name=name))}:mine@20s") as searcher:
        searcher.new_game(0, 1)
        searcher.choose(START, Clock(searcher.player))
        searcher.new_game(0, 2)  # in the same process or a new one
        searcher.choose(START, Clock(searcher.player))
        assert [file for file in Path("/proc").glob("[0-9]*/comm") if _text(file).strip() == name]
    for _ in range(5):
        assert [file for file in Path("/proc").glob("[0-9]*/comm") if _text(file).strip() == name] == []


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""


def test_insisting_where_nothing_works(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "available", lambda: "none")
    path = write("def mine(position, seconds):\n    return position.moves[0]\n")
    monkeypatch.setenv(isolation.WISH, isolation.INSIST)
    with pytest.raises(Refused, match="cannot be isolated on this system"):
        pairing(f"{path}:mine@1s")
    monkeypatch.setenv(isolation.WISH, "")
    assert play(f"{path}:mine@20s").termination == BY_RULES
