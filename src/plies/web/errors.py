"""Errors as answers: one JSON object `{"error", "message"}` that says what would be right and never repeats input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from plies.errors import PliesError
from plies.registry import families
from plies.web.streams import Disconnected

#: quoted pieces of a message, as `repr` writes them
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
#: a move that a message begins with, as the sender wrote it
_MOVE = re.compile(r"\S+(?= is not legal here|: the game is over| may mean any of)")
_PLAIN = {
    400: "the request cannot be read",
    404: "there is nothing at this address",
    405: "this address does not take that method",
}


class Busy(Exception):
    """Too many searches wait already."""


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


def given_texts(request: Request) -> list[str]:
    """What the sender wrote: the texts of the body and the values in the address."""
    try:
        texts = list(_strings(json.loads(getattr(request.state, "body", b"") or b"null")))
    except (ValueError, RecursionError):
        texts = []
    ours = request.app.state.fields | set(families())  # these words are ours, whoever writes them
    return [text for text in (*texts, *request.query_params.values()) if text not in ours]


def without_echo(message: str, texts: list[str]) -> str:
    """The message with every piece that the sender wrote taken out, but for single characters."""
    written = [repr(text)[1:-1] for text in texts]

    def hide(found: re.Match[str]) -> str:
        inside = found.group()[1:-1]
        return "…" if len(inside) > 2 and any(inside in text for text in written) else found.group()

    plain = _MOVE.sub("…", _QUOTED.sub(hide, message), count=1)
    for text in texts:
        if len(text) > 3:
            plain = plain.replace(text, "…")
    return plain


async def _plies_error(request: Request, error: Exception) -> JSONResponse:
    return answer(400, type(error).__name__, without_echo(str(error), given_texts(request)))


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """Which field is wrong and how; only names that the interface itself declares are mentioned."""
    assert isinstance(error, RequestValidationError)
    known = request.app.state.fields
    problems = []
    for one in error.errors()[:5]:
        place = ".".join(str(part) for part in one["loc"][1:] if part in known or isinstance(part, int))
        kind = str(one["type"]).replace("_", " ")
        limits = {key: value for key, value in one.get("ctx", {}).items() if isinstance(value, int | float)}
        bounds = "".join(f", {key.replace('_', ' ')} {value}" for key, value in limits.items() if value == value)
        problems.append(f"{place or 'the request'}: {kind}{bounds}")
    return answer(422, "Invalid", "; ".join(problems))


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    text = _PLAIN.get(error.status_code, "the request is refused")
    return answer(error.status_code, "Refused", text, dict(error.headers or {}))


async def _busy(request: Request, error: Exception) -> JSONResponse:
    return answer(429, "Busy", "too many searches wait already; try again in a moment", {"retry-after": "2"})


async def _gone(request: Request, error: Exception) -> JSONResponse:
    return answer(499, "Gone", "nobody waits for this any more")


def _field_names(app: FastAPI) -> set[str]:
    schemas = app.openapi().get("components", {}).get("schemas", {})
    return {name for schema in schemas.values() for name in schema.get("properties", {})}


def install(app: FastAPI) -> None:
    """Replaces the framework's handlers, which repeat what was sent."""
    app.state.fields = _field_names(app)
    app.add_exception_handler(PliesError, _plies_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(Disconnected, _gone)
