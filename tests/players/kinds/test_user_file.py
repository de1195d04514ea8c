"""User-written files as players, in a child process: what works, every way it can go wrong, and what is left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import plies
from plies.arena.plan.pairing import Pairing
from plies.arena.run.match import play_game
from plies.arena.run.pool import Pool
from plies.arena.run.record import GameRecord, digest
from plies.errors import DIED, ERROR, HANG, ILLEGAL, TIME, InvalidFile, PliesError, Refused, UnknownName
from plies.players.clock import Clock
from plies.players.kinds import user_file
from plies.players.notation import parse_player
from plies.players.player import ResolvedFile
from plies.players.referee import BY_RULES
from plies.players.resolution import in_game
from plies.players.searchers import SearcherCache
from plies.processes.spawn import environment
from tests.players.conftest import Write
from tests.players.pairings import GAME, START, pairing, play
from tests.processes.alive import alive, gone
from tests.sizes import slow

# -- files that work ---------------------------------------------------------------------------------------------------


WHOLE = """
    import random
    print("loaded")

    def mine(position, seconds):
        assert seconds == 20
        print("thinking", input() if False else "")
        return random.choice(position.moves)
"""
COUNTING = """
    from helper import scale
    seen = []

    def mine(state, me):
        seen.append(state)
        return scale * len(seen) % 7
"""


def test_a_whole_player(write: Write) -> None:
    path = write(WHOLE)
    with SearcherCache() as cache:
        games = [play_game(pairing(f"{path}:mine@20s", seed=seed), cache) for seed in (1, 2, 1)]
    assert {game.termination for game in games} == {BY_RULES}
    assert digest(games[:1]) == digest(games[2:])  # the same seed, the same random numbers
    assert games[0].moves != games[1].moves


def test_a_python_heuristic_starts_every_game_afresh(write: Write) -> None:
    """The heuristic remembers what it has seen; with nodes as limit every game is the same all the same."""
    write("scale = 3", "helper.py")
    path = write(COUNTING)
    told = pairing(f"{path}:mine@nodes=60,order=ari")
    known = told.players[0].resolved.heuristic
    assert isinstance(known, ResolvedFile)
    assert [os.path.basename(file) for file, _ in known.files] == ["helper.py", "mine.py"]
    with SearcherCache() as cache:
        games = [play_game(told, cache) for _ in range(2)]
    assert games[0].termination == BY_RULES
    assert games[0].moves[0].nodes > 0
    assert digest(games[:1]) == digest(games[1:])


def test_a_compiled_heuristic_and_a_textbook_one(write: Write) -> None:
    path = write("def mine(state, me):\n    return state.turn * 2 - me\n")
    record = play(f"{path}:mine@nodes=200", f"{path}:mine@depth=2,algorithm=minimax")
    assert record.termination == BY_RULES
    assert max(move.depth for move in record.moves) >= 2


def test_a_heuristic_object_with_weights(write: Write) -> None:
    path = write("import plies\nmine = plies.game('pawns:4x5').heuristics['ari']\n")
    record = play(f"{path}:mine(pawns=2)@depth=2,algorithm=minimax")
    assert record.termination == BY_RULES
    with pytest.raises(UnknownName, match="no term 'king'"):
        plies.evaluate(START, f"{path}:mine(king=2)")
    with pytest.raises(Refused, match="no term 'king'"):
        pairing(f"{path}:mine(king=2)@1s")


def test_a_mark_says_what_a_function_is(write: Write) -> None:
    path = write("def mine(p, s):\n    return p.moves[0]\nmine.plays = True\n")
    known = pairing(f"{path}:mine@1s").players[0].resolved.heuristic
    assert isinstance(known, ResolvedFile)
    assert known.what == "player"
    assert play(f"{path}:mine@20s").termination == BY_RULES


# -- files that do not -------------------------------------------------------------------------------------------------

FAULTY = """
    import ctypes, os, sys, time

    def returns_none(position, seconds): return None
    def returns_number(position, seconds): return 7
    def returns_nonsense(position, seconds): return "castle \\ud800 \\n kingside"
    def returns_illegal(position, seconds): return "a1-a2"
    def returns_much(position, seconds): return "b2-b3" * 10_000_000
    def raises(position, seconds): return {}["missing"]
    def recurses(position, seconds): return recurses(position, seconds)
    def leaves(position, seconds): sys.exit("bye")
    def interrupts(position, seconds): raise KeyboardInterrupt
    def eats(position, seconds): return bytearray(1 << 40)
    def ends(position, seconds): os._exit(3)
    def crashes(position, seconds): ctypes.string_at(0)
    def late(position, seconds): time.sleep(0.3); return position.moves[0]
    def hangs(position, seconds):
        while True: pass
    class Odd(Exception):
        def __str__(self): raise ValueError
    def odd(position, seconds): raise Odd
    def reads(position, seconds): return input()
    def closes(position, seconds): os.closerange(3, 100)
    def babbles(position, seconds):
        for number in range(3, 20):
            try: os.write(number, b"this is no message of ours")
            except OSError: pass
        return position.moves[0]

    def divides(state, me): return 1 / (state.turn - state.turn)
    def endless(state, me):
        while state.turn < 5: pass
        return 0
    def infinite(state, me): return 1e300 * 1e300
    def texts(state, me): return "many"
    def slow(state, me):
        time.sleep(0.2)
        return 0
"""


@pytest.fixture(scope="session")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("faulty") / "faulty.py"
    file.write_text(textwrap.dedent(FAULTY))
    return str(file)


@pytest.mark.parametrize(
    ("name", "termination", "said"),
    [
        ("returns_none", ILLEGAL, r"white: answered None where a move as a word was due, such as a2-a3"),
        slow("returns_number", ILLEGAL, r"answered an int where"),
        slow("returns_nonsense", ILLEGAL, r"'castle \\ud800 \\n kingside' is not a move; a move looks like b2-b3"),
        ("returns_illegal", ILLEGAL, r"a1-a2 is not legal here; legal: a2-a3"),
        slow("returns_much", ILLEGAL, r"answered a text of 50000000 characters"),
        ("raises", ERROR, r"stopped with KeyError: 'missing' \(.*faulty.py, line 9\)"),
        slow("recurses", ERROR, r"stopped with RecursionError: maximum recursion depth"),
        slow("leaves", ERROR, r"stopped with SystemExit: bye"),
        slow("interrupts", ERROR, r"stopped with KeyboardInterrupt"),
        ("eats", ERROR, r"stopped with MemoryError"),
        slow("odd", ERROR, r"stopped with Odd \(.*line 21\)"),
        slow("reads", ERROR, r"stopped with EOFError"),
        slow("ends", DIED, r"its process ended with status 3"),
        ("crashes", DIED, r"its process was ended by SIGSEGV"),
        slow("closes", DIED, r"its process ended with status 1"),
        ("babbles", ERROR, r"its process sent a message of \d+ bytes; the longest has"),
        ("late", TIME, r"took \d+\.\d+ s; 0.072 s were allowed"),
        ("hangs", HANG, r"no answer within 0.6 s"),
    ],
)
def test_a_whole_player_loses_by_what_it_does(faulty: str, name: str, termination: str, said: str) -> None:
    limits = {"late": "20ms,patience=30s", "hangs": "20ms,patience=0.5s"}.get(name, "20s,patience=30s")
    record = play(f"{faulty}:{name}@{limits}", exact=False)
    assert (record.termination, record.score) == (termination, 0.0)
    assert said_in(record, said)
    assert [move.seconds >= 0.3 for move in record.moves] == ([True] if name == "late" else [])


@pytest.mark.parametrize(
    ("name", "termination", "said"),
    [
        slow("divides", ERROR, r"black: heuristic 'divides' stopped with ZeroDivisionError"),
        ("endless", HANG, r"no answer within 1.1 s"),
        slow("infinite", ERROR, r"heuristic 'infinite' gave inf; a value lies within"),
        ("texts", ERROR, r"heuristic 'texts' answered 'many', which is not a number"),
        ("slow", TIME, r"took \d+\.\d+ s; 0.072 s were allowed"),
    ],
)
def test_a_heuristic_loses_by_what_it_does(faulty: str, name: str, termination: str, said: str) -> None:
    rest = {"endless": ",patience=1s", "texts": ",algorithm=alphabeta", "infinite": ",algorithm=soft"}.get(
        name, ",patience=30s"
    )
    record = play("random", f"{faulty}:{name}@20ms{rest}", exact=False)
    assert (record.termination, record.score) == (termination, 1.0)
    assert said_in(record, said)
    assert len(record.moves) == (2 if termination == TIME else 1)  # a move that came too late is kept


def said_in(record: GameRecord, said: str) -> bool:
    assert len(record.reason) <= 300
    assert len(record.reason.splitlines()) == 1
    record.reason.encode()
    assert re.search(said, record.reason), record.reason
    return True


@pytest.mark.parametrize(
    ("text", "termination", "said"),
    [
        ("def mine(:\n", ERROR, r"line 1, column 10: .*mine.py: "),
        slow("import sys\nsys.exit(4)\n", ERROR, r"stopped with SystemExit: 4"),
        ("import os\nos._exit(4)\n", DIED, r"its process ended with status 4"),
        slow("1 / 0\n", ERROR, r"mine.py stopped in line 1 with ZeroDivisionError"),
        slow("while True: pass\n", HANG, r"no answer within 1.0 s"),
    ],
)
def test_a_file_that_cannot_be_loaded(
    write: Write, monkeypatch: pytest.MonkeyPatch, text: str, termination: str, said: str
) -> None:
    """A tournament refuses it at the start; in a game it is a loss."""
    path = write(text)
    if termination == HANG:
        monkeypatch.setattr(user_file, "LOAD", 1.0)
        monkeypatch.setattr(user_file, "LOOK", 1.0)
    record = play(f"{path}:mine@1s", exact=False)
    assert record.termination == termination
    assert said_in(record, said)
    with pytest.raises(InvalidFile, match=said):
        pairing(f"{path}:mine@1s")


@pytest.mark.parametrize(
    ("choice", "error", "said"),
    [
        ("nothing.py:mine@1s", InvalidFile, r"cannot read nothing.py, of the player nothing.py:mine"),
        ("{path}:yours@1s", Refused, r"the file has no function or Heuristic of that name"),
        ("{path}:mine(a=1)@1s", Refused, r"mine is a function, which has no weights"),
        ("{path}:whole@depth=3", Refused, r"is a whole player; of limits and options it takes a time"),
        ("ari@1s,order={path}:whole", Refused, r"moves are ordered by a heuristic"),
    ],
)
def test_what_a_tournament_refuses(write: Write, choice: str, error: type[PliesError], said: str) -> None:
    path = write("def mine(state, me):\n    return 0\ndef whole(position, seconds):\n    return ''\n")
    with pytest.raises(error, match=said):
        pairing(choice.format(path=path))
    if "whole@" in choice or "yours" in choice:  # and so does a game
        with pytest.raises(error, match=said):
            play(choice.format(path=path), exact=False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class mine:\n    pass\n", r"mine.py:mine: mine is a class; write a function"),
        ("def mine(position):\n    return ''\n", r"has the parameters \(position\); a whole player is called with two"),
        slow("def mine(position, a, b):\n    return ''\n", r"a whole player is called with two: \(position, seconds\)"),
        ("def mine(state):\n    return 0\n", r"a heuristic is called with two: \(state, me\)"),
        slow("def mine():\n    return 0\n", r"has the parameters \(\); a heuristic is called with two"),
    ],
)
def test_what_cannot_be_called_is_refused_at_the_start(write: Write, text: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        pairing(f"{write(text)}:mine@1s")


def test_an_object_that_can_be_called_is_a_player(write: Write) -> None:
    text = "class Mine:\n    def __call__(self, position, seconds, more=1):\n        return position.moves[0]\n"
    assert play(f"{write(text + 'mine = Mine()')}:mine@20s").termination == BY_RULES


def test_the_clock_of_a_game_starts_when_both_are_ready(write: Write) -> None:
    """Loading a file or compiling is no part of a game."""
    path = write("import time\ntime.sleep(0.4)\ndef mine(position, seconds):\n    return position.moves[0]\n")
    begun = time.time()
    record = play(f"{path}:mine@20s", exact=False)
    assert record.started - begun >= 0.4


def test_an_edited_file_is_not_played_as_another_player(write: Write, forget_copies: Callable[[], None]) -> None:
    """What was defined is played from a copy; where there is none, as in another process later, it is refused."""
    write("scale = 1", "helper.py")
    path = write("from helper import scale\ndef mine(position, seconds):\n    return position.moves[-scale]\n")
    told = pairing(f"{path}:mine@20s")
    before = play_game(told)
    write("scale = 0", "helper.py")
    assert digest([play_game(told)]) == digest([before])
    forget_copies()
    with pytest.raises(Refused, match=r"helper.py has changed since this player was defined"):
        play_game(told)
    write("scale = 1", "helper.py")
    Path(path).unlink()
    with pytest.raises(Refused, match=r"there is no file .*mine.py, which this player was defined with"):
        play_game(told)


def test_a_process_that_refuses_to_play_loses_its_game_and_ends_nothing_else(write: Write) -> None:
    """Its messages are its own: it may send a refusal, as if the game could not be played."""
    path = write(
        """
        from plies.players.kinds import user_file_game, user_file_messages

        user_file_game.guarded = lambda *_, **__: user_file_messages.Refusal("no, thanks")

        def mine(position, seconds):
            return position.moves[0]
        """
    )
    record = play(f"{path}:mine@20s")
    assert (record.score, record.termination, record.reason) == (0.0, ERROR, "white: no, thanks")


def test_after_a_fault_the_next_game_is_played(write: Write) -> None:
    """The file's first game hangs, its others do not; nobody else notices."""
    mark = write("", "mark")
    wait = f"while os.path.exists({mark!r}): pass"
    text = f"import os\ndef mine(position, seconds):\n    {wait}\n    return position.moves[0]"
    told = pairing(f"{write(text)}:mine@0.5s,patience=0.5s")
    with SearcherCache() as cache:
        first = play_game(told, cache)
        os.unlink(mark)
        second = play_game(told, cache)
    assert (first.termination, second.termination) == (HANG, BY_RULES)


@pytest.mark.parametrize("number", [slow(signal.SIGKILL), signal.SIGSTOP, None])
@pytest.mark.usefixtures("reaching")
def test_what_a_player_does_after_its_last_move_costs_no_other_game(
    write: Write, monkeypatch: pytest.MonkeyPatch, number: signal.Signals | None
) -> None:
    """Its process is killed, stopped, or ends by itself with the status of one that was well."""
    monkeypatch.setattr(user_file, "BEGIN", 2.0)
    pid = write("", "pid")
    leave = "threading.Timer(0.3, os._exit, (0,)).start()" if number is None else "pass"
    text = f"""
        import os, threading
        def mine(position, seconds):
            open({pid!r}, "w").write(str(os.getpid()))
            {leave}
            return position.moves[0]
    """
    player = in_game(parse_player(f"{write(text)}:mine@20s"), START.game)
    searcher = user_file.ChildSearcher(player, GAME)
    try:
        for seed in (1, 2, 3):
            searcher.new_game(0, seed)
            assert searcher.choose(START, Clock(player)).move == START.moves[0]
            process = int(Path(pid).read_text())
            if number is not None:
                os.kill(process, number)
            while number is not signal.SIGSTOP and alive(process):
                time.sleep(0.01)
            time.sleep(0.05 if seed == 1 else 0)
    finally:
        searcher.close()
    assert gone(process)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel ends children of a dead parent on Linux")
@pytest.mark.usefixtures("reaching")
def test_no_child_outlives_its_parent(write: Write, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    text = f"""
        import os
        def mine(position, seconds):
            open({str(pids)!r}, "w").write(f"{{os.getppid()}} {{os.getpid()}} ")
            while True: pass
    """
    told = tmp_path / "pairing.json"
    told.write_text(pairing(f"{write(text)}:mine@100s").as_json())
    code = (
        "import sys; from plies.arena.run.match import play_game; from plies.arena.plan.pairing import Pairing;"
        "play_game(Pairing.from_json(open(sys.argv[1]).read()))"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(told)], env=environment())
    deadline = time.monotonic() + 60
    while not (pids.exists() and len(pids.read_text().split()) == 2) and time.monotonic() < deadline:
        time.sleep(0.02)
    children = [int(word) for word in pids.read_text().split()]
    assert all(alive(child) for child in children)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    assert gone(*children)


STARTING = """
    import subprocess, time
    started = []
    def mine(position, seconds):
        if not started:
            started.append(subprocess.Popen(["sleep", "300"]))
            print(started[0].pid, file=open({pids!r}, "a"))
        while {hangs}: pass
        return position.moves[0]
"""


@pytest.mark.usefixtures("reaching")
def test_what_a_player_starts_ends_with_its_game(write: Write) -> None:
    pids = Path(write("", "pids"))
    mine = f"{write(STARTING.format(pids=str(pids), hangs=False))}:mine@20s"
    with SearcherCache() as cache:
        assert [play_game(pairing(mine, seed=seed), cache).termination for seed in (1, 2)] == [BY_RULES, BY_RULES]
        first, second = (int(word) for word in pids.read_text().split())
        assert gone(first)
        assert alive(second)
    assert gone(second)
    hanging = f"{write(STARTING.format(pids=str(pids), hangs=True))}:mine@1s,patience=1s"
    assert play(hanging).termination == HANG
    assert gone(*(int(word) for word in pids.read_text().split()))


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells of a parent's death on Linux")
@pytest.mark.usefixtures("reaching")
@pytest.mark.parametrize("hangs", [slow(False), True])
def test_what_a_player_starts_ends_with_a_killed_worker(write: Write, hangs: bool) -> None:
    """As when a tournament is over or broken off: Pool.close kills its workers."""
    pids = Path(write("", "pids"))
    told = pairing(f"{write(STARTING.format(pids=str(pids), hangs=hangs))}:mine@100s")
    with Pool([()]) as pool:
        for _ in pool.play([told]):
            if pids.read_text().endswith("\n"):
                break
        started = [int(word) for word in pids.read_text().split()]
        assert [alive(process) for process in started] == [True]
    assert gone(*started)


def test_a_closed_cache_leaves_no_process(write: Write) -> None:
    path = write("def mine(position, seconds):\n    return position.moves[0]\n")
    with SearcherCache() as cache:
        play_game(pairing(f"{path}:mine@20s"), cache)
        links = [one.link for one in cache.searchers.values() if isinstance(one, user_file.ChildSearcher)]
        processes = [link.pid for link in links if link is not None]
        assert [alive(process) for process in processes] == [True]
    assert not any(alive(process) for process in processes)


def test_a_definition_plays_from_another_folder(write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = write("def mine(position, seconds):\n    return position.moves[0]\n")
    monkeypatch.chdir(Path(path).parent)
    told = pairing("mine.py:mine@20s")
    assert told.first == "mine.py:mine@20s"
    monkeypatch.chdir("/")
    again = Pairing.from_json(told.as_json())
    assert again == told
    assert play_game(again).termination == BY_RULES
