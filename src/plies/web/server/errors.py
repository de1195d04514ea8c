"""Errors as answers: one JSON object `{"error", "message"}` that states what would be right and never repeats input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from plies.errors import PliesError
from plies.games.contract import Game
from plies.registry import families
from plies.web.server.streams import Disconnected

#: quoted pieces of a message, as `repr` writes them
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
#: a move that a message begins with, as the sender wrote it
_MOVE = re.compile(r"\S+(?= is not legal here|: the game is over| may mean any of)")
#: shorter pieces are repeated as they are: they show which letter of a text is wrong
SHORT = 3
#: what the checks of single fields are called in words; the limits stand in the braces
_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "there is no such field",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "greater_than_equal": "at least {ge}",
    "greater_than": "more than {gt}",
    "string_too_long": "at most {max_length} characters",
    "too_long": "at most {max_length} of them",
    "finite_number": "a finite number",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "string_type": "a text",
    "string_unicode": "a text",
    "list_type": "a list",
    "dict_type": "an object",
    "model_attributes_type": "an object",
    "model_type": "an object",
    "json_invalid": "not JSON",
    "literal_error": "one of {expected}",
}
_PLAIN = {
    400: "the request cannot be read",
    404: "there is nothing at this address",
    405: "this address does not take that method",
}


BUSY = "too many searches wait already; try again in a moment"


class Busy(Exception):
    """Too much waits or runs already; says whose and of what."""

    def __init__(self, message: str = BUSY) -> None:
        super().__init__(message)


class Closed(Exception):
    """A part of the server that is not open to this visitor; says how it is opened."""


def answer(status: int, error: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": error, "message": message}, status, headers)


def _strings(data: Any) -> Iterator[str]:
    """All texts in a JSON value, without recursion: the value comes from outside."""
    todo = [data]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            todo += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            todo += one


@dataclass(frozen=True)
class Given:
    """What the sender wrote, and the server's own words, which stay even where the sender wrote them."""

    texts: tuple[str, ...]
    ours: frozenset[str]
    #: what a move of the game looks like: examples and lists of legal moves stay readable
    move: str

    def is_ours(self, text: str) -> bool:
        return text in self.ours or bool(self.move and re.fullmatch(self.move, text))


def given(request: Request) -> Given:
    """The texts of the body and the values in the address, and the vocabulary of the game that they are about."""
    try:
        body = json.loads(getattr(request.state, "body", b"") or b"null")
        texts = [*_strings(body), *request.query_params.values()]
    except (ValueError, RecursionError):
        body, texts = None, list(request.query_params.values())
    ours, move = request.app.state.fields | set(families()), ""
    name = body.get("game") if isinstance(body, dict) else None
    if isinstance(name, str):
        with suppress(PliesError):
            game: Game = request.app.state.game_of(name)
            ours, move = ours | {game.name, *game.sides, *game.heuristics, *game.formats}, game.word_pattern
    return Given(tuple(texts), frozenset(ours), move)


def without_echo(message: str, sent: Given) -> str:
    """The message without what the sender wrote; the server's own words stay.

    Messages quote input as `repr` does, whole or a part of it; a move stands at the beginning without quotes. A
    whole text that the message holds in another way is removed too, unless the server's own sentences may hold it.
    """
    written = [repr(text)[1:-1] for text in sent.texts]

    def hide(found: re.Match[str]) -> str:
        inside = found.group()[1:-1]
        if len(inside) <= SHORT or inside in sent.ours or not any(inside in text for text in written):
            return found.group()
        return "this text" if inside in written else "this part"

    plain = _MOVE.sub("this move", _QUOTED.sub(hide, message), count=1)
    plain = plain.replace("this text is not a move", "this is not a move").replace("this text: ", "")
    for text in sent.texts:
        if len(text) > SHORT and not re.fullmatch(r"[a-z ]+", text) and not sent.is_ours(text):
            plain = plain.replace(text, "this text")
    return plain


async def _plies_error(request: Request, error: Exception) -> JSONResponse:
    return answer(400, type(error).__name__, without_echo(str(error), given(request)))


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """Which field is wrong and how; only names that the interface itself declares are mentioned."""
    assert isinstance(error, RequestValidationError)
    known = request.app.state.fields
    problems = []
    for one in error.errors()[:5]:
        place = ".".join(str(part) for part in one["loc"][1:] if part in known or isinstance(part, int))
        problems.append(f"{place or 'the request'}: {_in_words(one['type'], one.get('ctx', {}))}")
    return answer(422, "Invalid", "; ".join(problems))


def _in_words(kind: str, context: dict[str, Any]) -> str:
    limits = {key: f"{value:.12g}" for key, value in context.items() if isinstance(value, int | float)}
    limits |= {key: str(value) for key, value in context.items() if key == "expected"}  # our own words
    try:
        return _WORDS[kind].format(**limits)
    except KeyError:  # a check that has no words yet: its own name
        return kind.replace("_", " ")


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    text = _PLAIN.get(error.status_code, "the request is refused")
    return answer(error.status_code, "Refused", text, dict(error.headers or {}))


async def _busy(request: Request, error: Exception) -> JSONResponse:
    return answer(429, "Busy", str(error), {"retry-after": "2"})


async def _closed(request: Request, error: Exception) -> JSONResponse:
    return answer(403, "Closed", str(error))


async def _gone(request: Request, error: Exception) -> JSONResponse:
    return answer(499, "Gone", "the client has disconnected")


def _field_names(app: FastAPI) -> set[str]:
    schemas = app.openapi().get("components", {}).get("schemas", {})
    return {name for schema in schemas.values() for name in schema.get("properties", {})}


def install(app: FastAPI, game_of: Callable[[str], Game]) -> None:
    """Replaces the framework's handlers, which repeat what was sent. `game_of` finds a registered game by its name."""
    app.state.fields = _field_names(app)
    app.state.game_of = game_of
    app.add_exception_handler(PliesError, _plies_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(Closed, _closed)
    app.add_exception_handler(Disconnected, _gone)
