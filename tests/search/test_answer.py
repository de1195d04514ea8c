from __future__ import annotations

from plies.search.answer import Answer, Line


def test_a_notebook_shows_the_lines_as_a_table() -> None:
    lines = (Line("a2-a3", 1.5, ("a2-a3", "b5-b4"), 4), Line("<b>", 999_993.0, ("<b>",), 7, ("win", 7)))
    shown = Answer(lines, nodes=1234, seconds=0.5, heuristic="ari")._repr_html_()
    assert "1,234 nodes in 500 ms by ari" in shown
    assert "<td>a2-a3 b5-b4</td>" in shown
    assert "win in 7" in shown
    assert "<b>" not in shown  # what a player calls its moves is text
