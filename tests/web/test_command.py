"""`plies serve` as a process: its address, the next free port, the token, its end and its mistakes."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from plies.cli import main
from plies.errors import Refused
from plies.web.command import configure, listen, never_silent, secret_for, token_for


@contextmanager
def running(*words: str, errors: Path | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server as people start it, and the address that it prints."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    environment.pop("DISPLAY", None)
    command = [sys.executable, "-m", "plies", "serve", "--no-compile-ahead", *words]
    with errors.open("w") if errors else contextlib.nullcontext() as file:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, env=environment, text=True)
    assert server.stdout is not None
    try:
        line = server.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        yield server, found.group()
    finally:
        server.kill()
        server.wait(30)
        server.stdout.close()


def children_of(process: int) -> list[str]:
    return subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True).stdout.split()


def test_the_next_free_port_and_an_orderly_end() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with running("--port", str(port)) as (server, address):
            assert f":{port}/" not in address
            assert httpx.get(address, timeout=30).status_code == 200
            server.send_signal(signal.SIGINT)
            assert server.wait(30) == 0


def test_an_end_at_once_and_in_silence_while_requests_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream and a move wait for a game that compiles: both are answered, and nothing is said about it."""
    monkeypatch.setenv("PLIES_CACHE", str(tmp_path))
    answers: list[int] = []

    def ask(path: str) -> None:
        answers.append(httpx.post(f"{address}api/{path}", json={"game": "pebbles:4x2"}, timeout=60).status_code)

    with running("--port", "0", errors=tmp_path / "errors") as (server, address):
        asking = [threading.Thread(target=ask, args=[path]) for path in ("analyse", "move")]
        for one in asking:
            one.start()
        wait_until(lambda: bool(children_of(server.pid)), "no child compiles")
        server.send_signal(signal.SIGINT)
        assert server.wait(30) == 0
        for one in asking:
            one.join(60)
    assert sorted(answers) == [200, 503]
    said = (tmp_path / "errors").read_text()
    assert "Traceback" not in said
    assert "ERROR" not in said


def wait_until(true: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def test_no_child_outlives_a_server_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search of a game that is not compiled starts a child; killing the server ends it too."""
    monkeypatch.setenv("PLIES_CACHE", str(tmp_path))
    with running("--port", "0") as (server, address):
        body = {"game": "pebbles:4x2", "limits": {"depth": 1}}

        def ask() -> None:
            with contextlib.suppress(httpx.HTTPError):
                httpx.post(f"{address}api/move", json=body, timeout=60)

        asking = threading.Thread(target=ask)
        asking.start()
        wait_until(lambda: bool(children_of(server.pid)), "no child compiles")
        begun = children_of(server.pid)
        server.kill()
        server.wait(30)
        wait_until(lambda: not any(os.path.exists(f"/proc/{child}") for child in begun), "a child is left")
        asking.join(60)


def test_beyond_this_machine_a_token_is_made_up() -> None:
    with running("--host", "0.0.0.0", "--port", "0") as (_, address):
        port, token = re.search(r":(\d+)/\?token=(\S+)", address).groups()  # type: ignore[union-attr]
        assert len(token) >= 32
        assert httpx.get(f"http://127.0.0.1:{port}/", timeout=30).status_code == 401
        headers = {"authorization": f"Bearer {token}"}
        assert httpx.get(f"http://127.0.0.1:{port}/", headers=headers, timeout=30).status_code == 200


def test_tokens_that_are_given() -> None:
    class Given:
        token: str | None = None
        edit = False

    assert token_for(Given, True) == ""  # type: ignore[arg-type]
    assert len(token_for(Given, False)) >= 32  # type: ignore[arg-type]
    for edit, loopback, token, length in ((False, True, "", 0), (True, True, "", 32), (True, True, "12345678", 8)):
        Given.edit = edit
        assert len(secret_for(Given, loopback, token)) == length  # type: ignore[arg-type]
    Given.token = "short"
    with pytest.raises(Refused, match="8 to 200"):
        token_for(Given, True)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["--port", "70000"], "a port is 0 to 65535"),
        (["--host", "no such host"], "is not an address of this machine"),
        (["--host", "203.0.113.1"], "cannot listen on 203.0.113.1"),
        (["--token", "ä"], "8 to 200 letters"),
        (["--edit", "--host", "0.0.0.0"], "--edit is for this machine alone"),
    ],
)
def test_mistakes_are_one_line(capsys: pytest.CaptureFixture[str], words: list[str], reported: str) -> None:
    assert main(["serve", "--port", "0", "--no-open", *words]) == 2
    said = capsys.readouterr().err
    assert reported in said
    assert said.count("\n") == 1


def test_without_the_packages_the_line_to_run_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) == 2
    assert "pip install 'plies[web]'" in capsys.readouterr().err


def test_listening_takes_the_next_port() -> None:
    first = listen("127.0.0.1", 0)
    port = first.getsockname()[1]
    assert first.proto == socket.IPPROTO_TCP  # else every answer waits 40 ms for Nagle's algorithm
    if port < 65000:
        second = listen("127.0.0.1", port)
        assert second.getsockname()[1] > port
        second.close()
    first.close()


def test_small_games_are_solved_unless_that_is_switched_off() -> None:
    parser = argparse.ArgumentParser()
    configure(parser)
    assert parser.parse_args([]).build_tables
    assert not parser.parse_args(["--no-build-tables"]).build_tables


def test_a_slow_start_is_not_silent(capsys: pytest.CaptureFixture[str]) -> None:
    with never_silent("starting", every=0.05):
        time.sleep(0.12)
    told = capsys.readouterr().err
    assert told.startswith("starting ... 0 s\n")
    with never_silent("starting", every=5):
        pass
    assert capsys.readouterr().err == ""


def test_all_of_the_start_is_watched(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Not its imports alone: making the application imports most of Plies."""

    def slow(settings: object) -> None:
        time.sleep(0.15)
        raise Refused("no more")

    monkeypatch.setattr("plies.web.app.create_app", slow)
    monkeypatch.setattr("plies.web.command.SIGN", 0.05)
    with listen("127.0.0.1", 0) as listener:
        monkeypatch.setattr("plies.web.command.listen", lambda host, port: listener)
        assert main(["serve", "--port", "0", "--no-open"]) == 2
    assert "starting the server ... 0 s\n" in capsys.readouterr().err
