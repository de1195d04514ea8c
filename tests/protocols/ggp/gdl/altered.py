"""Rules that look like those of a game of ours and are not, and rules that look different and are the same."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial

from plies.protocols.ggp.gdl.program import KEYWORDS
from plies.protocols.ggp.wire import sexpr
from tests.protocols.ggp.stand import rules

STEP = "(true (cell ?x ?to empty))"
CAPTURE = "(opponent ?side ?other)\n    (true (cell ?x2 ?to ?other))"
LEGAL = "(can ?side ?x1 ?y1 ?x2 ?y2))\n(<= (legal ?side noop)"
DRAW = "(<= (goal ?side 50)\n    (role ?side)\n    (not decided))"
ANOTHER_STEP = "(<= (can ?side ?x ?from ?x ?to) (true (cell ?x ?from ?side)) "
TAKES = "(<= (takes ?side) (can ?side ?x1 ?y1 ?x2 ?y2) (distinct ?x1 ?x2))\n"

Alteration = Callable[[str], str]


def put(old: str, new: str, text: str) -> str:
    assert old in text, f"{old} is not in the rules, so nothing would be altered"
    return text.replace(old, new)


def add(more: str, text: str) -> str:
    return f"{text}\n{more}\n"


def berolina(text: str) -> str:
    """Steps are diagonal and captures straight."""
    text = put(CAPTURE, "(true (cell ?x2 ?to empty))", text)
    return put(STEP, "(opponent ?side ?other) (true (cell ?x ?to ?other))", text)


def one_row(text: str) -> str:
    height = int(re.findall(r"\(height (\d+)\)", text)[0])
    text = re.sub(r"\(init \(cell (\d+) 2 white\)\)", r"(init (cell \1 2 empty))", text)
    return re.sub(rf"\(init \(cell (\d+) {height - 1} black\)\)", rf"(init (cell \1 {height - 1} empty))", text)


def exchanged_goals(text: str) -> str:
    return put("(goal ?side none)", "(goal ?side 100)", put("?side 100", "?side 0", put("?side 0", "?side none", text)))


def no_rules(text: str) -> str:
    return " ".join(re.findall(r"\((?:width|height) \d+\)", text))


def nearer_goal(text: str) -> str:
    height = int(re.findall(r"\(height (\d+)\)", text)[0])
    return put(f"(far white {height})", f"(far white {height - 1})", text)


def stalemate_loses(text: str) -> str:
    loses = "(<= (goal ?side 0) (true (control ?side)) (not decided))"
    wins = "(<= (goal ?side 100) (opponent ?side ?other) (true (control ?other)) (not decided))"
    return put(DRAW, f"{loses}\n{wins}", text)


def without_pawns_loses(text: str) -> str:
    more = "(<= (present ?side) (true (cell ?x ?y ?side)) (role ?side))\n"
    return add(more + "(<= (won ?side) (opponent ?side ?other) (not (present ?other)))", text)


#: by what is different; all of them altered `pawns`
ALTERED: dict[str, Alteration] = {
    "Berolina pawns": berolina,
    "one row of pawns": one_row,
    "exchanged goals": exchanged_goals,
    "no rules": no_rules,
    "a draw is worth 40": partial(put, "(goal ?side 50)", "(goal ?side 40)"),
    "captures are compulsory": lambda text: add(
        TAKES,
        put(
            LEGAL,
            "(can ?side ?x1 ?y1 ?x2 ?y2)\n    (or (distinct ?x1 ?x2) (not (takes ?side))))\n(<= (legal ?side noop)",
            text,
        ),
    ),
    "double steps": partial(
        add,
        "(<= (can white ?x 2 ?x 4) (true (cell ?x 2 white)) (true (cell ?x 3 empty)) (true (cell ?x 4 empty)))",
    ),
    "no captures": partial(put, CAPTURE, "(true (cell ?x2 ?to nothing))"),
    "straight captures too": partial(
        add, f"{ANOTHER_STEP} (ahead ?side ?from ?to) (opponent ?side ?other) (true (cell ?x ?to ?other)))"
    ),
    "black begins": partial(put, "(init (control white))", "(init (control black))"),
    "no move is a loss": stalemate_loses,
    "a nearer far row": nearer_goal,
    "another width is stated": partial(put, "(width 8)", "(width 7)"),
    "no pawns is a loss": without_pawns_loses,
    "steps back": partial(add, f"{ANOTHER_STEP} (ahead ?side ?to ?from) (true (cell ?x ?to empty)))"),
    "captures to one side only": partial(put, "(beside ?x1 ?x2)\n    (opponent", "(next_to ?x1 ?x2)\n    (opponent"),
    "white may pass": partial(add, "(<= (legal white noop) (true (control white)))"),
    "the far row counts but for its first square": partial(
        put, "(true (cell ?x ?y ?side)))\n(<= decided", "(true (cell ?x ?y ?side))\n    (distinct ?x 1))\n(<= decided"
    ),
    "black may pass through one square of the far row": partial(
        put,
        "(true (cell ?x ?y ?side)))\n(<= decided",
        "(true (cell ?x ?y ?side))\n    (or (distinct ?side black) (distinct ?x 3)))\n(<= decided",
    ),
    "the game goes on when white has won": partial(put, "(<= decided (won ?side))", "(<= decided (won black))"),
}


def in_other_words(width: int, height: int) -> str:
    """The rules of `pawns` as another author might write them: no empty squares, a rule for each side, recursion."""
    numbers = range(1, max(width, height) + 1)
    facts = ["(role white) (role black) (init (control white))"]
    facts += [f"(succ {number} {number + 1})" for number in numbers[:-1]]
    facts += [f"(file {x})" for x in range(1, width + 1)] + [f"(rank {y})" for y in range(1, height + 1)]
    facts += [f"(init (cell {x} {y} white))" for x in range(1, width + 1) for y in (1, 2)]
    facts += [f"(init (cell {x} {y} black))" for x in range(1, width + 1) for y in (height - 1, height)]
    return "\n".join(facts) + OTHER_WORDS.replace("TOP", str(height))


OTHER_WORDS = """
(<= (less ?a ?b) (succ ?a ?b))
(<= (less ?a ?c) (succ ?a ?b) (less ?b ?c))
(<= (top ?y) (rank ?y) (not (covered ?y)))
(<= (covered ?y) (rank ?y) (rank ?z) (less ?y ?z))
(<= (taken ?x ?y) (or (true (cell ?x ?y white)) (true (cell ?x ?y black))))
(<= (near ?a ?b) (file ?a) (file ?b) (or (succ ?a ?b) (succ ?b ?a)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (step white ?x ?y1 ?x ?y2) (succ ?y1 ?y2) (rank ?y2) (true (cell ?x ?y1 white)) (not (taken ?x ?y2)))
(<= (step black ?x ?y1 ?x ?y2) (not (taken ?x ?y2)) (succ ?y2 ?y1) (true (cell ?x ?y1 black)))
(<= (step ?r ?x1 ?y1 ?x2 ?y2)
    (true (cell ?x1 ?y1 ?r)) (near ?x1 ?x2) (true (cell ?x2 ?y2 ?o)) (distinct ?r ?o)
    (or (and (succ ?y1 ?y2) (distinct ?r black)) (and (succ ?y2 ?y1) (distinct ?r white))))
(<= (legal ?r (move ?x1 ?y1 ?x2 ?y2)) (step ?r ?x1 ?y1 ?x2 ?y2) (true (control ?r)))
(<= (next (cell ?x ?y ?r)) (does ?r (move ?a ?b ?x ?y)))
(<= (next (cell ?x ?y ?what)) (true (cell ?x ?y ?what)) (not (left ?x ?y)) (not (entered ?x ?y)))
(<= (left ?x ?y) (does ?r (move ?x ?y ?a ?b)))
(<= (entered ?x ?y) (does ?r (move ?a ?b ?x ?y)))
(<= (next (control ?r)) (role ?r) (not (true (control ?r))))
(<= line_white (true (cell ?x ?y white)) (top ?y))
(<= line_black (true (cell ?x 1 black)))
(<= (goal white 100) line_white) (<= (goal black 0) line_white)
(<= (goal white 0) line_black) (<= (goal black 100) line_black)
(<= (goal ?r 50) (role ?r) (not line_white) (not line_black))
(<= terminal (or line_white line_black))
(<= can_move (true (control ?r)) (step ?r ?a ?b ?c ?d))
(<= terminal (not can_move))
"""


def renamed(text: str, seed: int = 1) -> str:
    """The same rules with other names, the rules and their bodies in another order."""
    chance, names = random.Random(seed), dict[str, str]()

    def other(expression: object) -> object:
        if isinstance(expression, tuple):
            return tuple(map(other, expression))
        word = str(expression)
        if word in KEYWORDS or word in ("100", "50", "0"):
            return word
        return names.setdefault(word, f"{'?' if word[0] == '?' else ''}{chance.choice('xyz')}{len(names)}")

    made = []
    for rule in sexpr.parse_all(text):
        head, *rest = other(rule)  # type: ignore[misc]
        if head == "<=":
            body = rest[1:]
            chance.shuffle(body)
            rest = [rest[0], *body]
        made.append((head, *rest))
    chance.shuffle(made)
    return "\n".join(map(sexpr.format, made))  # type: ignore[arg-type]


def altered(name: str, game: str = "pawns:8x8") -> str:
    return ALTERED[name](rules(game))
