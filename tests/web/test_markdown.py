"""Guides as data: the blocks that the page knows, whatever a guide is made of, and never a tag."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import plies.games
from plies.web import markdown

GUIDES = sorted(Path(plies.games.__file__).parent.rglob("guide.md"))

TEXT = """# A *game*

Two rows of `pawns`
on **any** board, see [there](http://elsewhere.example).

1. First
   goes on
2. Second with `code | bar`

| term | weight |
|---|---:|
| men | 5 |

    a board
      in letters

```console
$ plies games
```
- <b>not a tag</b>
"""


def test_the_blocks_of_a_text() -> None:
    blocks = markdown.parse(TEXT)
    assert [block["kind"] for block in blocks] == ["heading", "paragraph", "list", "table", "code", "code", "list"]
    assert blocks[0] == {"kind": "heading", "level": 1, "spans": [{"text": "A "}, {"text": "game", "emphasis": True}]}
    assert blocks[1]["spans"] == [
        {"text": "Two rows of "},
        {"text": "pawns", "code": True},
        {"text": " on "},
        {"text": "any", "strong": True},
        {"text": " board, see there."},
    ]
    assert blocks[2]["ordered"]
    assert blocks[2]["items"] == [
        [{"text": "First goes on"}],
        [{"text": "Second with "}, {"text": "code | bar", "code": True}],
    ]
    assert blocks[3]["head"] == [[{"text": "term"}], [{"text": "weight"}]]
    assert blocks[3]["right"] == [False, True]
    assert blocks[3]["rows"] == [[[{"text": "men"}], [{"text": "5"}]]]
    assert blocks[4]["text"] == "a board\n  in letters"
    assert blocks[5]["text"] == "$ plies games"
    assert not blocks[6]["ordered"]
    assert blocks[6]["items"] == [[{"text": "<b>not a tag</b>"}]]


def paragraph(*spans: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "paragraph", "spans": list(spans)}


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("", []),
        ("---", []),
        ("```", [{"kind": "code", "text": ""}]),
        ("|a|", [paragraph({"text": "|a|"})]),
        ("|a|\n|-|", [{"kind": "table", "head": [[{"text": "a"}]], "rows": [], "right": [False]}]),
        ("-", [{"kind": "list", "ordered": False, "items": [[]]}]),
        ("- a\n  b\nc", [{"kind": "list", "ordered": False, "items": [[{"text": "a b c"}]]}]),
        ("- a\n\n  b\n  - c", [{"kind": "list", "ordered": False, "items": [[{"text": "a b c"}]]}]),
        ("1. x\n\n2. y", [{"kind": "list", "ordered": True, "items": [[{"text": "x"}], [{"text": "y"}]]}]),
        ("`", [paragraph({"text": "`"})]),
        ("# ", [{"kind": "heading", "level": 1, "spans": []}]),
        ("> said", [paragraph({"text": "said"})]),
        ("**a `b`**", [paragraph({"text": "a ", "strong": True}, {"text": "b", "code": True, "strong": True})]),
        ("<script>x</script> &lt;i>", [paragraph({"text": "<script>x</script> <i>"})]),
        ("![board](http://elsewhere.example/x.png)", [paragraph({"text": "board"})]),
    ],
)
def test_odd_texts_have_blocks_too(text: str, blocks: list[markdown.Block]) -> None:
    assert markdown.parse(text) == blocks


def texts(part: Any) -> list[str]:
    """All texts of some blocks, in order."""
    if isinstance(part, dict):
        return [part["text"]] if "text" in part else [text for value in part.values() for text in texts(value)]
    return [text for one in part for text in texts(one)] if isinstance(part, list) else []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.parent.name)
def test_every_word_of_a_guide_is_shown_in_its_order(guide: Path) -> None:
    written = guide.read_text(encoding="utf-8")
    marks = r"^```.*$|^ *\d+\. |(?<=\])\([^)]*\)"  # languages of code, numbers of items, targets of links
    words = re.findall(r"\w+", re.sub(marks, "", written, flags=re.MULTILINE))
    assert re.findall(r"\w+", " ".join(texts(markdown.parse(written)))) == words
