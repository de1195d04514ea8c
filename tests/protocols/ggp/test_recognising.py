"""Rules that are not ours word for word, over real sockets: what is played, and what is declined with its reason."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from plies.protocols.ggp import recognising
from plies.protocols.ggp.gdl.recognition import recognise_own
from plies.protocols.ggp.recognising import Recogniser
from tests.protocols.ggp.gdl.altered import altered
from tests.protocols.ggp.stand import Running, player, rules
from tests.sizes import slow


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with player() as one:
        yield one


# -- rules in other words --------------------------------------------------------------------------------------------


def test_rules_that_were_altered_are_declined_with_the_difference(running: Running) -> None:
    berolina = rules("pawns:3x5").replace("(true (cell ?x ?to empty))", "(true (cell ?x ?to black))")
    assert berolina != rules("pawns:3x5")
    assert running.say(f"(START odd WHITE ({berolina}) 60 5)") == "busy"
    assert running.heard[-1].note == "not pawns:3x5: at the start the game is over"
    assert running.say("(START none WHITE ((WIDTH 3) (HEIGHT 5)) 60 5)") == "busy"
    assert running.heard[-1].note == "not pawns:3x5: the roles are not stated"
    assert running.say("(START none WHITE () 60 5)") == "busy"


def test_rules_with_other_names_are_played_in_those(running: Running) -> None:
    text = rules("pawns:3x5")
    for ours, theirs in {"move": "go", "noop": "wait", "white": "light", "black": "dark", "cell": "square"}.items():
        text = re.sub(rf"(?<![\w?]){ours}\b", theirs, text)
    start = f"(START named dark ({text}) 60 20)"
    assert running.say(start) == "ready"
    assert re.search(r"pawns:3x5 as dark, .*; the rules agree in 1\d\d\d positions", running.heard[-1].note)
    assert running.say("(PLAY named NIL)") == "wait"
    assert running.say("(PLAY named ((GO 1 2 1 3) WAIT))") == "(go 2 4 1 3)"
    began = time.monotonic()
    assert running.say(start) == "ready"
    assert time.monotonic() - began < 1, "it remembers what it has compared"
    running.say("(ABORT named)")


def test_a_start_that_is_aborted_while_its_rules_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    async def compare(self: object, rules: object, seconds: float) -> object:
        running.server.matches.end_all("m")
        return recognise_own(rules)  # type: ignore[arg-type]

    monkeypatch.setattr(Recogniser, "recognise", compare)
    with player() as running:
        assert running.start() == "busy"
        assert running.heard[-1].note == "ended before it began"
        assert list(running.server.matches) == []


# -- hostile rules ---------------------------------------------------------------------------------------------------

#: by what they do
HOSTILE = {
    "a product that has no end": "(role white) (role black) "
    + " ".join(f"(n {number})" for number in range(200))
    + " (<= (init (p ?a ?b ?c ?d)) (n ?a) (n ?b) (n ?c) (n ?d))",
    "terms that grow": "(role white) (role black) (n a a) (<= (n (s ?x ?x) (s ?y ?x)) (n ?x ?y)) "
    "(<= (init ?x) (n ?x ?x))",
    "a long chain": "(role white) (role black) (p0) "
    + " ".join(f"(<= (p{n + 1}) (not (p{n})))" for n in range(9000))
    + " (<= terminal (p9000))",
    "deep rules": "(role white) (role black) (init " + "(f " * 90 + "x" + ")" * 91,
}


@pytest.mark.parametrize("name", [slow(name) if name == "terms that grow" else name for name in HOSTILE])
def test_hostile_rules_are_declined_in_time_while_others_are_heard(name: str) -> None:
    with player() as running, ThreadPoolExecutor(1) as pool:
        began = time.monotonic()
        answer = pool.submit(running.say, f"(START bad WHITE ({HOSTILE[name]}) 3 3)")
        longest = 0.0
        while not answer.done():
            asked = time.monotonic()
            assert running.say("(INFO)") == "available"
            longest = max(longest, time.monotonic() - asked)
            time.sleep(0.05)
        assert answer.result() == "busy"
        assert time.monotonic() - began < 3
        assert longest < 2
        assert list(running.server.matches) == []


def test_two_roles_wait_for_one_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    ask = Recogniser._ask

    async def counted(self: Recogniser, text: str, seconds: float) -> object:
        asked.append(text)
        return await ask(self, text, seconds)

    monkeypatch.setattr(Recogniser, "_ask", counted)
    text = altered("double steps", "pawns:3x5")
    with player() as running, ThreadPoolExecutor(2) as pool:
        starts = [f"(START m {role} ({text}) 60 5)" for role in ("WHITE", "BLACK")]
        assert list(pool.map(running.say, starts)) == ["busy", "busy"]
        assert running.say(starts[0]) == "busy"
    assert len(asked) == 1


def test_a_clock_that_is_too_short_to_compare_is_declined_and_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    with player() as running:
        text = rules("pawns:3x5") + "(comment nothing)"
        assert running.say(f"(START m WHITE ({text}) 0.05 5)") == "busy"
        assert "could not be compared within 0.0 s" in running.heard[-1].note
        assert running.say(f"(START m WHITE ({text}) 60 5)") == "ready"


def test_only_so_many_answers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognising, "REMEMBERED", 1)
    with player() as running:
        for word in ("one", "two"):
            running.say(f"(START m WHITE ((role {word})) 60 5)")
        assert len(running.server.recogniser._answers) == 1
