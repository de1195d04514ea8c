"""The types that pages are checked against are those of the server and of the HTML as they are now."""

from __future__ import annotations

from tools import page_types


def test_what_is_committed_is_what_would_be_made() -> None:
    made = page_types.text()
    assert page_types.TARGET.read_text(encoding="utf-8") == made, "run: python tools/page_types.py"


def test_schemas_become_types() -> None:
    for schema, kind in (
        ({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}, "(number | null)[]"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]}, "[string, number]"),
        ({"enum": ["win", "loss"], "type": "string"}, '"win" | "loss"'),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
        ({"type": "object", "additionalProperties": True}, "Record<string, unknown>"),
        ({"$ref": "#/components/schemas/plies__web__play__game_routes__GameView"}, "PlayGameView"),
        ({"$ref": "#/components/schemas/Spot"}, "Spot"),
    ):
        assert page_types.type_of(schema) == kind


def test_an_answer_has_all_its_fields_and_a_request_may_leave_some_out() -> None:
    shape = {"properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["a"]}
    assert list(page_types.interface("Shape", shape, True))[1:3] == ["    a: string;", "    b: number;"]
    assert list(page_types.interface("Shape", shape, False))[1:3] == ["    a: string;", "    b?: number;"]


def test_an_address_with_parameters_is_tried_after_longer_ones() -> None:
    made = list(page_types.choice("Got", {"/a/{x}": "One", "/a/{x}/b": "Two", "/a": "Three"}))
    assert [line.split(" ? ")[1] for line in made[1:-1]] == ["Three :", "Two :", "One :"]


def test_an_element_is_known_by_its_tag() -> None:
    reader = page_types.Elements()
    reader.feed('<main id="main"><input id="amount"><p>text</p><dialog id="choice"></dialog></main>')
    assert reader.found == {"main": "HTMLElement", "amount": "HTMLInputElement", "choice": "HTMLDialogElement"}
