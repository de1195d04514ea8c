"""Players as people write them: in one line (`players_file.py` reads them from TOML).

    NAME[(weights)][@LIMITS]

    ari@1s                                    a heuristic, one second per move
    ari(pawns=2,distance=-3)@20ms             with other weights
    hoddi@depth=6,algorithm=textbook          a textbook algorithm: minimax, alphabeta (textbook), soft, path
    tryggvi@nodes=10000                       the same number of nodes for all players
    ari@clock=60s+0.5s                        a clock for the whole game, with an increment after each move
    random                                    any legal move
    folder/mine.py:mine@0.5s                  a user-written file, in a child process with a deadline
    folder/mine.toml@1s                       a learned heuristic
    ggp://host:port@5s                        a remote player

LIMITS are separated by commas and may be combined; without any of them a move takes a second. Options go among them:
algorithm= with the options of that algorithm (`plies players` lists them; of the engine threads=2, order=HEURISTIC,
entries=, selective=off, reductions=off and more; of the textbook cache= and order=), patience=10s (how long a child
process may be silent beyond its time), name=mine (in quotes where commas are in it).

`mine` in a user-written file is one of three things:
- a function `mine(state, me) -> number`, or a plies Heuristic: the engine searches with it;
- a function whose first parameter is called `position`, `mine(position, seconds) -> word`: a whole player, which gets
  a plies Position and the seconds for this move (None without a limit) and answers with a move as a word. A function
  with other names of parameters is one too when it carries the mark `mine.plays = True`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from plies.errors import Refused, UnknownName, near
from plies.players.algorithm import Algorithm
from plies.players.options import COMMON, FILE, HEURISTIC, LEARNED, LIMITS, PATIENCE, Option, Value
from plies.players.player import ENGINE, REMOTE, Kind, Player
from plies.players.player import distinct as with_distinct_names
from plies.players.registry import algorithm, algorithms, is_broken

#: `ggp://host:port`
ADDRESS = re.compile(r"(?:ggp|http)://[^\s/,@]+:\d{1,5}/?")
#: a comma outside brackets, and a name in quotes
_COMMA, _QUOTED = re.compile(r",(?![^()]*\))"), re.compile(r'\bname\s*=\s*"[^"]*"')
_ITEM = re.compile(r"\s*(?:[\d.]+\s*[a-z]*|[a-z][a-z_-]*\s*=.*)\s*")


# -- writing ---------------------------------------------------------------------------------------------------------


def format_player(player: Player) -> str:
    """The player in one line; `parse_player` gives the same player back."""
    words = _words(player)
    return words if player.name == words else _joined(player.choice, [*_items(player), f"name={_quoted(player.name)}"])


def _quoted(name: str) -> str:
    """A name as it is written: in quotes where a comma in it would end it."""
    return f'"{name}"' if _COMMA.search(name) else name


def is_named(player: Player) -> bool:
    """Whether it has a name of its own, other than its notation."""
    return player.name != _words(player)


def limits_text(player: Player) -> str:
    """The limits in words, such as `1s` or `nodes=10000`; the empty text has none."""
    return ",".join(_limits(player))


def base_text(player: Player) -> str:
    """The player without its limits: what is compared under one limit and another."""
    return _joined(player.choice, _algorithm_items(player))


def limited_by(player: Player) -> str:
    """What is kept equal between players with these limits: time, depth, nodes, or nothing."""
    kinds = ["time"] * player.is_timed + [key for key in ("depth", "nodes") if getattr(player, key) is not None]
    return " and ".join(kinds) or "none"


def _words(player: Player) -> str:
    return _joined(player.choice, _items(player))


def _joined(choice: str, items: Sequence[str]) -> str:
    return f"{choice}@{','.join(items)}" if items else choice


def _items(player: Player) -> list[str]:
    patience = [] if player.patience is None else [f"patience={PATIENCE.write(player.patience)}"]
    return [*_limits(player), *_algorithm_items(player), *patience]


def _limits(player: Player) -> list[str]:
    given = {key: one.write(getattr(player, key)) for key, one in LIMITS.items() if getattr(player, key) is not None}
    return [words if key == "seconds" else f"{key}={words}" for key, words in given.items()]


def _algorithm_items(player: Player) -> list[str]:
    """The algorithm where the head does not name it, and its options; also of one that is not installed any more."""
    named = player.kind in ("heuristic", "file") and player.algorithm != ENGINE
    known = algorithms().get(player.algorithm)
    words = [f"algorithm={player.algorithm}"] if named else []
    for key, value in player.options:
        option = None if known is None else known.option(key)
        words.append(f"{key}={_plainly(value) if option is None else option.write(value)}")
    return words


def _plainly(value: Value) -> str:
    """A value of an option that is not known here."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


# -- reading ---------------------------------------------------------------------------------------------------------


def parse_player(text: str, usual: str = "") -> Player:
    """The player of one line; UnknownName or Refused names the part that is wrong and what would be right.

    `usual` are limits and options, such as `20ms` or `depth=6,threads=2`: the limits are for a player that has none of
    its own, the options for an algorithm that takes them.
    """
    head, tail = split_head(text.strip())
    return from_items(head, [] if tail is None else split_commas(tail), text, usual)


def read_limit(text: str) -> tuple[str, Any]:
    """A limit by itself: its key and value."""
    key, value = split_item(text, text)
    if key not in LIMITS:
        raise Refused(f"{text!r} is no limit; a limit is a time such as 20ms, clock=, depth= or nodes=")
    return key, _read(LIMITS[key], value, text, text)


def named(player: Player) -> Player:
    """The player, named by its notation."""
    return replace(player, name=_words(player))


def distinct(players: Iterable[Player]) -> list[Player]:
    """The same players with names that differ: a second `ari@1s` is `ari@1s#2`. A given name used twice is refused."""
    listed = list(players)
    return with_distinct_names(listed, [is_named(player) for player in listed])


def from_items(head: str, items: list[str], text: str, usual: str) -> Player:
    """From the words before the `@` and those after it."""
    given: dict[str, tuple[str, str]] = {}
    for item in items:
        key, value = split_item(item, text)
        if key in given:
            raise Refused(f"{text!r}: {key} is given twice")
        given[key] = value, item.strip()
    kind, choice, chosen = _read_head(head, given.pop("algorithm", None), text)
    has_limit = any(key in given for key in LIMITS)
    for item in split_commas(usual) if usual else ():
        key, value = split_item(item, usual)
        if not has_limit if key in chosen.limits else chosen.option(key) is not None and key not in given:
            given[key] = value, item.strip()
    made = Player(kind, choice, chosen.name)
    own: dict[str, Value] = {}
    for key, (value, item) in given.items():
        option = _option(key, item, kind, chosen, text)
        read = _read(option, value, item, text)
        if chosen.option(key) is None:
            made = replace(made, **{key: read})
        elif read != option.default:
            own[key] = read
    if "seconds" in chosen.limits and not made.has_limit:
        made = replace(made, seconds=1.0)
    made = replace(made, options=tuple((one.name, own[one.name]) for one in chosen.options if one.name in own))
    return made if made.name else named(made)


def _read_head(head: str, asked: tuple[str, str] | None, text: str) -> tuple[Kind, str, Algorithm]:
    """The kind, the choice and the algorithm."""
    kind, choice = _read_choice(head, text)
    own = {"random": "random", "remote": REMOTE, "algorithm": choice}.get(kind)
    if own is not None:
        if asked is not None:
            raise Refused(f"{text!r}: {asked[1]}: {choice} is an algorithm itself")
        return kind, choice, algorithm(own)
    try:
        chosen = algorithm(ENGINE if asked is None else asked[0].strip())
    except UnknownName as error:
        raise UnknownName(f"{text!r}: {error}") from None
    if not chosen.takes_heuristic:
        alone = "ggp://host:port" if chosen.name == REMOTE else chosen.name
        raise Refused(f"{text!r}: {asked[1] if asked else ENGINE}: that takes no heuristic; write {alone} alone")
    return kind, choice, chosen


def _option(key: str, item: str, kind: Kind, chosen: Algorithm, text: str) -> Option:
    """What a key means for this player; UnknownName where nothing has such a key, Refused where others have."""
    own = chosen.option(key)
    if own is not None:
        return own
    keys = _keys(kind, chosen)
    if key in keys:
        return {**LIMITS, PATIENCE.name: PATIENCE, _NAME.name: _NAME}[key]
    takes = ", ".join("a time such as 1s" if one == "seconds" else f"{one}=" for one in keys)
    others = [one.name for one in algorithms().values() if one.option(key) is not None]
    if key not in COMMON and not others:
        raise UnknownName(f"{text!r}: {item!r} is no limit and no option{near(key, keys)}; known: {takes}")
    who = {ENGINE: "the engine", REMOTE: "a remote player"}.get(chosen.name, chosen.name)
    what = LIMITS[key].about if key == "seconds" else f"{key}="
    hint = f" (algorithm={others[0]} does)" if others and kind in ("heuristic", "file") else ""
    raise Refused(f"{text!r}: {item}: {who} takes no {what}{hint}, only {takes}")


def _keys(kind: Kind, chosen: Algorithm) -> list[str]:
    """The limits and options of a player with this algorithm."""
    keys = [*chosen.limits, *(one.name for one in chosen.options)]
    keys += ["algorithm"] * (kind in ("heuristic", "file"))
    keys += [PATIENCE.name] * (chosen.takes_heuristic or kind == "remote")
    return [*keys, _NAME.name]


def is_algorithm(head: str) -> bool:
    """Whether what stands before the `@` is an algorithm that plays by itself, or with the game's own heuristic."""
    return head in algorithms() and head not in (ENGINE, REMOTE)


def split_head(text: str) -> tuple[str, str | None]:
    """What stands before and after the `@`. Paths may contain one too: the first that limits follow is meant."""
    places = [at for at, sign in enumerate(text) if sign == "@" and text.count("(", 0, at) == text.count(")", 0, at)]
    for at in places:
        if all(_ITEM.fullmatch(item) for item in split_commas(text[at + 1 :])):
            return text[:at].strip(), text[at + 1 :]
    if not places or FILE.fullmatch(text):
        return text, None
    return text[: places[0]].strip(), text[places[0] + 1 :]


def split_commas(text: str) -> list[str]:
    """The parts between commas that are outside brackets, and outside a name in quotes."""
    quoted = _QUOTED.search(text)
    if quoted is None:
        return _COMMA.split(text)
    parts = _COMMA.split(f"{text[: quoted.start()]}name=\0{text[quoted.end() :]}")
    return [part.replace("name=\0", quoted[0]) for part in parts]


def split_item(item: str, text: str) -> tuple[str, str]:
    """One limit or option: its key and what follows. A bare `20ms` is a time per move."""
    key, equals, value = item.partition("=")
    if equals:
        return key.strip(), value
    if not re.match(r"[\d.]", item.strip()):
        known = ", ".join(f"{name}=" for name in COMMON if name != "seconds")
        raise UnknownName(f"{text!r}: {item.strip()!r} is no limit and no option; known: a time such as 1s, {known}")
    return "seconds", item


def _read(option: Option, value: str, item: str, text: str) -> Any:
    try:
        return option.read(value)
    except ValueError:
        what = repr(item.strip()) if "=" in item else f"{item.strip()!r} is no limit"
        raise Refused(f"{text!r}: {what}: {option.name} is {option.right}") from None


def _read_name(text: str) -> str:
    name = text.strip()
    if re.fullmatch(r'"[^"]+"', name):
        name = name[1:-1]
    elif not re.fullmatch(r"(?:[^,()]|\([^()]*\))+", name):
        raise ValueError(text)
    if len(name) > 200 or not name.isprintable():
        raise ValueError(text)
    return name


_NAME = Option("name", "its name", _read_name, str, "1 to 200 printable characters, in quotes if commas are among them")


def _read_choice(head: str, text: str) -> tuple[Kind, str]:
    if head == "random":
        return "random", head
    if ADDRESS.fullmatch(head):
        return "remote", head.rstrip("/")
    if "://" in head:
        raise UnknownName(f"{text!r}: {head!r} is no address; a remote player is ggp://host:port")
    if head.endswith(".py"):
        raise UnknownName(f"{text!r}: name the function or heuristic of the file that plays, such as {head}:mine")
    if is_algorithm(head) or is_broken(head):
        return "algorithm", head
    if not head.isprintable() or not any(form.fullmatch(head) for form in (FILE, HEURISTIC, LEARNED)):
        right = "a heuristic such as ari or ari(pawns=2), random, file.py:name, file.toml, or ggp://host:port"
        raise UnknownName(f"{text!r}: {head!r} is no player; write {right}, then @ and limits")
    name, bracket, weights = head.partition("(") if head.endswith(")") else (head, "", "")
    kind: Kind = "file" if FILE.fullmatch(head) else "heuristic"
    return kind, f"{name.strip()}({_tidy_weights(weights[:-1], text)})" if bracket else head


def _tidy_weights(weights: str, text: str) -> str:
    """The weights without needless spaces."""
    words = []
    for part in weights.split(","):
        term, _, number = (piece.strip() for piece in part.rpartition("="))
        try:
            good = bool(term) and math.isfinite(float(number))
        except ValueError:
            good = False
        if not good:
            raise UnknownName(f"{text!r}: {part.strip()!r} is not a weight; write term=number, such as pawns=2")
        words.append(f"{term}={number}")
    return ",".join(words)
