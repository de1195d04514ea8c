"""Blocks as one HTML page that needs nothing else: no scripts, no fonts, no remote pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from plies.blocks import plots
from plies.blocks.blocks import Block, Column, Heading, Paragraph, Plot, Table

STYLE = """
:root { color-scheme: light dark; --ink: #1d2327; --paper: #ffffff; --faint: #6b7680; --line: #d9dee2; --band: #f4f6f8;
  --accent: #0072b2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8eb; --paper: #15191c; --faint: #98a3ac; --line: #333b42;
  --band: #1d2327; --accent: #56b4e9; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 78rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 1rem; overflow-wrap: anywhere; }
nav { margin: 1rem 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .875rem; }
a { color: var(--accent); }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; overflow-wrap: anywhere; }
p { margin: .5rem 0; max-width: 46rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { caption-side: top; text-align: left; white-space: nowrap; color: var(--faint); padding: 0 0 .35rem; }
th, td { padding: .3rem .6rem; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { font-weight: 600; border-bottom-color: var(--faint); }
tbody th { font-weight: 500; border-bottom-color: var(--line); }
.r { text-align: right; }
tbody tr:nth-child(even) { background: var(--band); }
.for, .against { background: color-mix(in oklab, var(--tint) var(--part), transparent); }
.for { --tint: #0072b2; } .against { --tint: #d55e00; }
details { margin: .75rem 0; }
summary { cursor: pointer; color: var(--accent); }
figure { margin: 1rem 0; max-width: 40rem; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { color: var(--faint); font-size: .875rem; }
@media (max-width: 30rem) { body { font-size: 15px; padding: 1rem .75rem 3rem; } th, td { padding: .3rem .4rem; } }
@media print { :root { --ink: #000; --paper: #fff; --faint: #444; --line: #bbb; --band: #f4f4f4; color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10pt; } .wide { overflow: visible; }
  table { font-size: 8pt; } th, td { white-space: normal; } tr, figure { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  h2, h3 { break-after: avoid; } thead { display: table-header-group; } }
"""


def render(title: str, blocks: Sequence[Block]) -> str:
    body = "\n".join(_block(block) for block in blocks)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n{_contents(blocks)}{body}\n</main>\n</body>\n</html>\n"
    )


def fragment(blocks: Sequence[Block]) -> str:
    """The blocks alone, without plots, as a notebook shows them among its own."""
    kept = [block for block in blocks if isinstance(block, Heading | Paragraph | Table)]
    return f"<div>{''.join(_block(block) for block in kept)}</div>"


def _contents(blocks: Sequence[Block]) -> str:
    """Links to the sections, where there are several."""
    found = [block for block in blocks if isinstance(block, Heading) and block.level == 2]
    links = (f'<a href="#{escape(block.id)}">{escape(block.text)}</a>' for block in found)
    return f'<nav aria-label="Contents">{" ".join(links)}</nav>\n' if len(found) > 1 else ""


def _block(block: Block) -> str:
    place = f' id="{escape(block.id)}"'
    if isinstance(block, Heading):
        return f"<h{block.level}{place}>{escape(block.text)}</h{block.level}>"
    if isinstance(block, Paragraph):
        return f"<p{place}>{escape(block.text)}</p>"
    return _table(block, place) if isinstance(block, Table) else _figure(block, place)


def _figure(plot: Plot, place: str) -> str:
    label = escape(plot.caption)
    drawing = plots.for_page(plot).replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
    return f"<figure{place}>\n{drawing}\n<figcaption>{label}</figcaption>\n</figure>"


def _table(table: Table, place: str) -> str:
    """Wide tables scroll in their own box, so that the page never does. The first cell of a row is its heading."""
    head = "".join(f"<th{_side(column)}>{escape(column.title)}</th>" for column in table.columns)
    links = table.links or [""] * len(table.rows)
    first, *others = table.columns
    rows = "\n".join(
        f"<tr>{_name(first, texts[0], link)}{''.join(map(_cell, others, texts[1:], shades[1:]))}</tr>"
        for texts, shades, link in zip(table.texts(), table.shades(), links, strict=True)
    )
    caption = f"<caption>{escape(table.caption)}</caption>\n" if table.caption and not table.folded else ""
    text = f"<table>\n{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
    if not table.folded:
        return f'<div class="wide" tabindex="0"{place}>{text}</div>'
    summary = f"<summary>{escape(table.caption)}</summary>"
    return f'<details{place}>\n{summary}\n<div class="wide" tabindex="0">{text}</div>\n</details>'


def _name(column: Column, text: str, link: str) -> str:
    """The cell that names a row, and leads somewhere if there is a link."""
    shown = f'<a href="{escape(link)}">{escape(text)}</a>' if link else escape(text)
    return f"<th{_side(column)}>{shown}</th>"


def _cell(column: Column, text: str, shade: float | None) -> str:
    return f"<td{_side(column, shade)}>{escape(text)}</td>"


def _side(column: Column, shade: float | None = None) -> str:
    """Where a cell's text stands, and its colour: one for shares above a half, another for those below."""
    names = ["r"] if column.format.right else []
    names += [] if shade is None else ["for" if shade > 0.5 else "against"]
    part = "" if shade is None else f' style="--part: {abs(shade - 0.5) * 76:.0f}%"'
    return (f' class="{" ".join(names)}"' if names else "") + part
