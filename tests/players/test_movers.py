"""What plays for a player: textbook and clocks, a person's Python in a child process, and every way it can go wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from plies.players.movers import Choice, RandomMover, TextbookMover, local_mover
from plies.players.user_file_child import GameOfOne, Loaded

import plies
from plies.arena.plan.pairing import Pairing
from plies.arena.run.match import play_game
from plies.arena.run.pool import Pool
from plies.arena.run.record import GameRecord, digest
from plies.errors import DIED, ERROR, HANG, ILLEGAL, TIME, InvalidFile, PliesError, Refused, UnknownName
from plies.players import user_file as link
from plies.players.clock import Clock
from plies.players.notation import parse_player
from plies.players.referee import BY_RULES
from plies.players.searchers import SearcherCache
from plies.processes.spawn import environment

GAME = "pawns:4x5"
START = plies.game(GAME).start()


@pytest.fixture(autouse=True)
def _silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plies.compile.build.announce", lambda what: None)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], str]:
    """write(text) -> the path of a person's file."""

    def write_one(text: str, name: str = "mine.py") -> str:
        file = tmp_path / name
        file.write_text(textwrap.dedent(text))
        return str(file)

    return write_one


def pairing(first: str, second: str = "random", seed: int = 1, exact: bool = True) -> Pairing:
    players = [parse_player(text) for text in (first, second)]
    game = plies.game(GAME)
    told = tuple(player.definition_in(game) if exact else player.definition for player in players)
    return Pairing("g", "t", GAME, players[0].name, players[1].name, 0, False, (), "", seed, told)  # type: ignore[arg-type]


def play(first: str, second: str = "random", exact: bool = True) -> GameRecord:
    return play_game(pairing(first, second, exact=exact))


# -- clocks ----------------------------------------------------------------------------------------------------------


def test_a_limit_a_move_has_a_margin() -> None:
    clock = Clock(parse_player("ari@20ms"))
    assert clock.seconds == 0.02
    assert clock.spend(0.07) is None
    assert clock.spend(0.08) == "took 0.080 s; 0.072 s were allowed"


def test_a_fischer_clock_is_shared_out_and_runs_down() -> None:
    clock = Clock(parse_player("ari@clock=10s+0.1s"))
    assert clock.seconds == pytest.approx(10 / 25 + 0.08)
    for _ in range(500):  # whoever keeps to the shares never oversteps
        share = clock.seconds
        assert share is not None
        assert clock.spend(share) is None
    assert clock.remaining is not None
    assert 0.1 <= clock.remaining < 3
    assert clock.spend(clock.remaining + 0.06) is not None
    assert clock.remaining == pytest.approx(0.1)


def test_limits_are_combined() -> None:
    clock = Clock(parse_player("ari@1s,clock=10s+0s,depth=5,nodes=70"))
    assert (clock.limits.depth, clock.limits.nodes, clock.limits.seconds) == (5, 70, 0.4)
    assert clock.allowed == pytest.approx(1.15)
    assert Clock(parse_player("ari@depth=5")).limits.seconds is None


@pytest.mark.parametrize("seconds", [0.0, 0.25, None])
def test_a_child_leaves_the_time_that_a_search_has_worked(seconds: float | None) -> None:
    """Others may have had the processor meanwhile."""
    mover = RandomMover()
    mover.choose = lambda position, clock: Choice("b2-b3", seconds=seconds)  # type: ignore[method-assign]
    one = GameOfOne(Loaded(START.game, parse_player("random"), mover))
    told = one.move({"moves": [], "remaining": None})["seconds"]
    assert told == seconds if seconds is not None else 0 < told < 0.25


@pytest.mark.filterwarnings("ignore::plies.compile.evaluators.SlowHeuristic")
def test_who_is_charged_by_the_wall_clock(write: Callable[..., str]) -> None:
    """A search with a heuristic that Numba compiles is not; one that calls Python may sleep in it, and is."""
    sleepy = "def sleepy(state, me):\n    open('/dev/null').close()\n    return 0\n"
    path = write(f"def quick(state, me):\n    return 0\n{sleepy}")
    by_wall = {}
    for text in ("ari@50ms", f"{path}:quick@50ms", f"{path}:sleepy@50ms", f"{path}:quick@50ms,algorithm=alphabeta"):
        player = parse_player(text)
        mover = local_mover(player, START.game, apart=".py" in text)
        by_wall[text.rpartition("/")[2]] = mover.choose(START, Clock(player)).seconds is None
    assert list(by_wall.values()) == [False, False, True, True], by_wall


def test_no_thought_takes_no_time() -> None:
    """The only legal move and a random one: whatever the wall clock says, nobody loses for it."""
    only, player = plies.game(GAME).position("4/1b2/4/1w2/4 w"), parse_player("ari@depth=1")
    chance = RandomMover()
    chance.new_game(START.game, 0, 1)
    for mover in (TextbookMover(player, START.game), chance):
        assert mover.choose(only, Clock(player)).seconds == 0.0


def test_a_game_on_fischer_clocks_ends_by_the_rules() -> None:
    record = play("ari@clock=0.5s+10ms", "ari@clock=0.5s+10ms")
    assert record.termination == BY_RULES
    used = [sum(move.seconds for move in record.moves[side::2]) for side in (0, 1)]
    assert max(used) < 0.5 + 0.01 * len(record.moves) + 1


# -- textbook --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["minimax", "alphabeta", "soft", "alphabeta,cache=bounds,order=ari"])
def test_textbook_algorithms_agree_at_a_depth(how: str) -> None:
    player = parse_player(f"ari@depth=4,algorithm={how}")
    choice = TextbookMover(player, START.game).choose(START, Clock(player))
    assert (choice.value, choice.depth) == (plies.textbook.minimax(START, 4, heuristic="ari").value, 4)
    assert choice.nodes > 0


def test_textbook_keeps_to_nodes_and_time() -> None:
    player = parse_player("ari@nodes=1000,algorithm=minimax")
    choice = TextbookMover(player, START.game).choose(START, Clock(player))
    assert choice.nodes == 1000
    assert choice.depth >= 3
    player = parse_player("ari@50ms,algorithm=alphabeta")
    begun = time.perf_counter()
    choice = TextbookMover(player, START.game).choose(START, Clock(player))
    assert choice.depth >= 1
    assert time.perf_counter() - begun < 30
    player = parse_player("ari@nodes=1,algorithm=alphabeta")
    assert TextbookMover(player, START.game).choose(START, Clock(player)).move == START.moves[0]


def test_textbook_stops_at_a_proven_end() -> None:
    player = parse_player("ari@20s,algorithm=alphabeta")
    near = START.game.position("4/w2b/4/b3/3w w")
    choice = TextbookMover(player, near.game).choose(near, Clock(player))
    assert choice.move == "a4-a5"
    assert choice.depth == 1


def test_the_path_rule_plays() -> None:
    assert play("ari@depth=3,algorithm=path").termination == BY_RULES


# -- a person's files that work --------------------------------------------------------------------------------------


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


def test_a_whole_player(write: Callable[..., str]) -> None:
    path = write(WHOLE)
    with SearcherCache() as cache:
        games = [play_game(pairing(f"{path}:mine@20s", seed=seed), cache) for seed in (1, 2, 1)]
    assert {game.termination for game in games} == {BY_RULES}
    assert digest(games[:1]) == digest(games[2:])  # the same seed, the same random numbers
    assert games[0].moves != games[1].moves


def test_a_python_heuristic_starts_every_game_afresh(write: Callable[..., str]) -> None:
    """The heuristic remembers what it has seen; with nodes as limit every game is the same all the same."""
    write("scale = 3", "helper.py")
    path = write(COUNTING)
    told = pairing(f"{path}:mine@nodes=60,order=ari")
    files = told.definitions[0]["resolved"]["heuristic"]["files"]
    assert sorted(os.path.basename(file) for file in files) == ["helper.py", "mine.py"]
    with SearcherCache() as cache:
        games = [play_game(told, cache) for _ in range(2)]
    assert games[0].termination == BY_RULES
    assert games[0].moves[0].nodes > 0
    assert digest(games[:1]) == digest(games[1:])


def test_a_compiled_heuristic_and_a_textbook_one(write: Callable[..., str]) -> None:
    path = write("def mine(state, me):\n    return state.turn * 2 - me\n")
    record = play(f"{path}:mine@nodes=200", f"{path}:mine@depth=2,algorithm=minimax")
    assert record.termination == BY_RULES
    assert max(move.depth for move in record.moves) >= 2


def test_a_heuristic_object_with_weights(write: Callable[..., str]) -> None:
    path = write("import plies\nmine = plies.game('pawns:4x5').heuristics['ari']\n")
    record = play(f"{path}:mine(pawns=2)@depth=2,algorithm=minimax")
    assert record.termination == BY_RULES
    with pytest.raises(UnknownName, match="no term 'king'"):
        plies.evaluate(START, f"{path}:mine(king=2)")
    with pytest.raises(Refused, match="no term 'king'"):
        pairing(f"{path}:mine(king=2)@1s")


def test_a_mark_says_what_a_function_is(write: Callable[..., str]) -> None:
    path = write("def mine(p, s):\n    return p.moves[0]\nmine.plays = True\n")
    assert pairing(f"{path}:mine@1s").definitions[0]["resolved"]["heuristic"]["what"] == "player"
    assert play(f"{path}:mine@20s").termination == BY_RULES


# -- a person's files that do not ------------------------------------------------------------------------------------

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
        ("returns_number", ILLEGAL, r"answered an int where"),
        ("returns_nonsense", ILLEGAL, r"'castle \\ud800 \\n kingside' is not a move; a move looks like b2-b3"),
        ("returns_illegal", ILLEGAL, r"a1-a2 is not legal here; legal: a2-a3"),
        ("returns_much", ILLEGAL, r"answered a text of 50000000 characters"),
        ("raises", ERROR, r"stopped with KeyError: 'missing' \(.*faulty.py, line 9\)"),
        ("recurses", ERROR, r"stopped with RecursionError: maximum recursion depth"),
        ("leaves", ERROR, r"stopped with SystemExit: bye"),
        ("interrupts", ERROR, r"stopped with KeyboardInterrupt"),
        ("eats", ERROR, r"stopped with MemoryError"),
        ("odd", ERROR, r"stopped with Odd \(.*line 21\)"),
        ("reads", ERROR, r"stopped with EOFError"),
        ("ends", DIED, r"its process ended with status 3"),
        ("crashes", DIED, r"its process was ended by SIGSEGV"),
        ("closes", DIED, r"its process ended with status 1"),
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
        ("divides", ERROR, r"black: heuristic 'divides' stopped with ZeroDivisionError"),
        ("endless", HANG, r"no answer within 1.1 s"),
        ("infinite", ERROR, r"heuristic 'infinite' gave inf; a value lies within"),
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
        ("import sys\nsys.exit(4)\n", ERROR, r"stopped with SystemExit: 4"),
        ("import os\nos._exit(4)\n", DIED, r"its process ended with status 4"),
        ("1 / 0\n", ERROR, r"mine.py stopped in line 1 with ZeroDivisionError"),
        ("while True: pass\n", HANG, r"no answer within 1.0 s"),
    ],
)
def test_a_file_that_cannot_be_loaded(
    write: Callable[..., str], monkeypatch: pytest.MonkeyPatch, text: str, termination: str, said: str
) -> None:
    """A tournament refuses it at the start; in a game it is a loss."""
    path = write(text)
    if termination == HANG:
        monkeypatch.setattr(link, "LOAD", 1.0)
        monkeypatch.setattr(link, "LOOK", 1.0)
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
def test_what_a_tournament_refuses(write: Callable[..., str], choice: str, error: type[PliesError], said: str) -> None:
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
        ("def mine(position, a, b):\n    return ''\n", r"a whole player is called with two: \(position, seconds\)"),
        ("def mine(state):\n    return 0\n", r"a heuristic is called with two: \(state, me\)"),
        ("def mine():\n    return 0\n", r"has the parameters \(\); a heuristic is called with two"),
    ],
)
def test_what_cannot_be_called_is_refused_at_the_start(write: Callable[..., str], text: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        pairing(f"{write(text)}:mine@1s")


def test_an_object_that_can_be_called_is_a_player(write: Callable[..., str]) -> None:
    text = "class Mine:\n    def __call__(self, position, seconds, more=1):\n        return position.moves[0]\n"
    assert play(f"{write(text + 'mine = Mine()')}:mine@20s").termination == BY_RULES


def test_the_clock_of_a_game_starts_when_both_are_ready(write: Callable[..., str]) -> None:
    """Loading a file or compiling is no part of a game."""
    path = write("import time\ntime.sleep(1.0)\ndef mine(position, seconds):\n    return position.moves[0]\n")
    begun = time.time()
    record = play(f"{path}:mine@20s", exact=False)
    assert record.started - begun >= 1.0


def test_an_edited_file_is_not_played_as_another_player(write: Callable[..., str]) -> None:
    write("scale = 3", "helper.py")
    path = write(COUNTING)
    told = pairing(f"{path}:mine@nodes=50")
    write("scale = 4", "helper.py")
    with pytest.raises(Refused, match=r"helper.py has changed since this player was defined"):
        play_game(told)
    write("scale = 3", "helper.py")
    Path(path).unlink()
    with pytest.raises(Refused, match=r"there is no file .*mine.py, which this player was defined with"):
        play_game(told)


def test_after_a_fault_the_next_game_is_played(write: Callable[..., str]) -> None:
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


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP, None])
def test_what_a_player_does_after_its_last_move_costs_no_other_game(
    write: Callable[..., str], monkeypatch: pytest.MonkeyPatch, number: signal.Signals | None
) -> None:
    """Its process is killed, stopped, or ends by itself with the status of one that was well."""
    monkeypatch.setattr(link, "BEGIN", 5.0)
    pid = write("", "pid")
    leave = "threading.Timer(0.3, os._exit, (0,)).start()" if number is None else "pass"
    text = f"""
        import os, threading
        def mine(position, seconds):
            open({pid!r}, "w").write(str(os.getpid()))
            {leave}
            return position.moves[0]
    """
    mover = link.ChildMover(parse_player(f"{write(text)}:mine@20s").in_game(START.game), GAME)
    try:
        for seed in (1, 2, 3):
            mover.new_game(START.game, 0, seed)
            assert mover.choose(START, Clock(mover.player)).move == START.moves[0]
            process = int(Path(pid).read_text())
            if number is not None:
                os.kill(process, number)
            while number is not signal.SIGSTOP and alive(process):
                time.sleep(0.01)
            time.sleep(0.05 if seed == 1 else 0)
    finally:
        mover.close()
    assert gone([process])


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel ends children of a dead parent on Linux")
def test_no_child_outlives_its_parent(write: Callable[..., str], tmp_path: Path) -> None:
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
        "import sys; from plies.arena.run.match import play_game; from plies.arena.run.record import Pairing;"
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
    assert gone(children)


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


def gone(processes: list[int]) -> bool:
    deadline = time.monotonic() + 30
    while any(alive(process) for process in processes) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(alive(process) for process in processes)


def test_what_a_player_starts_ends_with_its_game(write: Callable[..., str]) -> None:
    pids = Path(write("", "pids"))
    mine = f"{write(STARTING.format(pids=str(pids), hangs=False))}:mine@20s"
    with SearcherCache() as cache:
        assert [play_game(pairing(mine, seed=seed), cache).termination for seed in (1, 2)] == [BY_RULES, BY_RULES]
        first, second = (int(word) for word in pids.read_text().split())
        assert gone([first])
        assert alive(second)
    assert gone([second])
    hanging = f"{write(STARTING.format(pids=str(pids), hangs=True))}:mine@1s,patience=1s"
    assert play(hanging).termination == HANG
    assert gone([int(word) for word in pids.read_text().split()])


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells of a parent's death on Linux")
@pytest.mark.parametrize("hangs", [False, True])
def test_what_a_player_starts_ends_with_a_killed_worker(write: Callable[..., str], hangs: bool) -> None:
    """As when a tournament is over or broken off: Pool.close kills its workers."""
    pids = Path(write("", "pids"))
    told = pairing(f"{write(STARTING.format(pids=str(pids), hangs=hangs))}:mine@100s")
    with Pool([()]) as pool:
        for _ in pool.play([told]):
            if pids.read_text().endswith("\n"):
                break
        started = [int(word) for word in pids.read_text().split()]
        assert [alive(process) for process in started] == [True]
    assert gone(started)


def test_a_closed_cache_leaves_no_process(write: Callable[..., str]) -> None:
    path = write("def mine(position, seconds):\n    return position.moves[0]\n")
    with SearcherCache() as cache:
        play_game(pairing(f"{path}:mine@20s"), cache)
        processes = [mover.link.process.pid for mover in cache.movers.values() if hasattr(mover, "link")]
        assert [alive(process) for process in processes] == [True]
    assert not any(alive(process) for process in processes)


def test_a_definition_plays_from_another_folder(
    write: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = write("def mine(position, seconds):\n    return position.moves[0]\n")
    monkeypatch.chdir(Path(path).parent)
    told = pairing("mine.py:mine@20s")
    assert told.first == "mine.py:mine@20s"
    monkeypatch.chdir("/")
    again = Pairing.from_json(json.dumps(json.loads(told.as_json())))
    assert play_game(again).termination == BY_RULES
    assert replace(again, id="x") != told
