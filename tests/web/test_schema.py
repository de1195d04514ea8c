"""The interface under schemathesis: whatever fits the schema, or nearly fits it, is answered as the schema says."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from plies.web.app import create_app, routers

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())


def _cases() -> list[Any]:
    """Every operation but the streams, with requests that fit it and, where it takes anything, that do not."""
    found = []
    for result in SCHEMA.get_all_operations():
        one = result.ok()
        if "text/event-stream" in one.definition.raw["responses"]["200"]["content"]:
            continue  # these end when the page goes away; their requests are of the same shape as those of /api/move
        takes = bool(one.body or one.query or one.path_parameters)
        modes = [mode for mode in GenerationMode if takes or mode is GenerationMode.POSITIVE]
        found += [pytest.param(one, mode, id=f"{one.label} {mode.value}") for mode in modes]
    return found


CASES = _cases()


@pytest.mark.parametrize(("operation", "mode"), CASES)
def test_answers_are_as_described(shared_client: httpx.Client, operation: Any, mode: GenerationMode) -> None:
    strategy = operation.as_strategy(generation_mode=mode)

    @settings(
        max_examples=15,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def hold(case: schemathesis.Case) -> None:
        reply = case.call(base_url=str(shared_client.base_url), timeout=120)  # the first may compile
        case.validate_response(reply, checks=CHECKS)

    hold()


#: answered by events; their requests are of the shape of /api/move and checked by the tests of their pages
STREAMS = {
    "POST /api/analyse",
    "POST /api/graph",
    "POST /api/timing",
    "POST /api/trees",
    "POST /api/trees/counts",
    "GET /api/tournaments/{id}/events",
}


def test_all_operations_are_covered() -> None:
    """Every route under /api of the application itself is either asked above or one of the streams."""
    routes = [route for router in routers() for route in router.routes if isinstance(route, APIRoute)]
    known = {f"{method} {one.path}" for one in routes if one.path.startswith("/api/") for method in one.methods}
    covered = {str(case.id).rpartition(" ")[0] for case in CASES}
    assert known - covered == STREAMS | {"GET /api/docs"}  # a page
    assert covered <= known
    assert len(covered) > 30
