// Pages from blocks, as the server describes them: headings, paragraphs, tables and plots. Nothing here depends on what they contain.
import { el } from "/static/js/common.js";
import { dots, histograms, widthOf } from "/static/js/block_plots.js";

const COLUMNS = "(min-width: 1300px)"; // wide enough for two columns, as the style sheet has it
const CHARACTER = 8.2; // pixels of one in a table

/** Fills a place with blocks. What was opened stays open. @param {HTMLElement} place @param {Api.Block[]} blocks */
export function showBlocks(place, blocks) {
  keepOpen(place, () => place.replaceChildren(...drawn(blocks, widthOf(place))));
}

/**
 * Fills a place with sections, each begun by a heading; those that have nothing else are left out.
 * @param {HTMLElement} place @param {Api.Block[]} blocks
 */
export function showSections(place, blocks) {
  const columns = matchMedia(COLUMNS).matches ? 2 : 1;
  /** @param {number} count */
  const width = (count) => widthOf({ clientWidth: (place.clientWidth - 16 * (count - 1)) / count - 32 });
  const widths = { column: width(columns), whole: width(1) };
  keepOpen(place, () => place.replaceChildren(...sections(blocks).map((part) => section(part, widths))));
}

/** Links to the sections of a page. @param {Api.Block[]} blocks */
export function contents(blocks) {
  return sections(blocks).flatMap(([first]) =>
    first.kind === "heading" ? [el("a", { href: `#${first.id}` }, first.text)] : [],
  );
}

/** @param {Api.Block[]} blocks */
function sections(blocks) {
  /** @type {Api.Block[][]} */
  const found = [];
  for (const block of blocks) {
    if (block.kind === "heading" || !found.length) found.push([]);
    found.at(-1)?.push(block);
  }
  return found.filter((part) => part.some((block) => block.kind !== "heading"));
}

/** @param {Api.Block[]} blocks @param {{ column: number, whole: number }} width */
function section(blocks, width) {
  const [heading] = blocks;
  if (heading.kind !== "heading") return el("div", { class: "whole" }, drawn(blocks, width.whole));
  const wide = blocks.some((block) => block.kind === "table" && characters(block) * CHARACTER > width.column);
  return el(
    "section",
    { class: `panel blocks${wide ? " whole" : ""}`, "aria-labelledby": heading.id },
    drawn(blocks, wide ? width.whole : width.column),
  );
}

/** @param {Api.TableBlock} table */
const characters = ({ columns, rows }) =>
  columns.reduce((sum, { title }, at) => sum + 2 + Math.max(title.length, ...rows.map((row) => row[at].length)), 0);

/** @param {HTMLElement} place @param {() => void} draw */
function keepOpen(place, draw) {
  const open = new Set([...place.querySelectorAll("details[open]")].map((one) => one.id));
  draw();
  for (const one of place.querySelectorAll("details")) one.open = open.has(one.id);
}

/** @param {Api.Block} block @param {number} width */
function draw(block, width) {
  switch (block.kind) {
    case "heading":
      return el(`h${block.level}`, { id: block.id }, block.text);
    case "paragraph":
      return el("p", { id: block.id }, block.text);
    case "table":
      return block.folded ? folded(block) : table(block);
    case "dots":
      return dots(block, width);
    case "histograms":
      return histograms(block, width);
  }
}

/** @param {Api.Block[]} blocks @param {number} width */
const drawn = (blocks, width) => blocks.map((block) => draw(block, width));

/** @param {Api.TableBlock} block */
const folded = (block) =>
  el("details", { id: block.id }, el("summary", {}, block.caption), table({ ...block, id: null, caption: "" }));

/** A table in a box that scrolls by itself. The first cell of a row is its heading. @param {Api.TableBlock} block */
function table({ id, caption, columns, rows, shades, links }) {
  /** @param {number} at */
  const side = (at) => (columns[at].align === "right" ? "number" : null);
  /** @param {string} text @param {number | null} share */
  const shaded = (text, share) =>
    share === null ? text : el("span", { class: "share", "data-share": Math.round(10 * share) }, text);
  /** @param {string} text @param {number} row @param {number} at */
  const cell = (text, row, at) =>
    at === 0 && links.length ? el("a", { href: links[row] }, text) : shaded(text, shades[row][at]);
  const made = el(
    "table",
    { class: "figures-table" },
    caption ? el("caption", {}, caption) : null,
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        columns.map(({ title }, at) => el("th", { scope: "col", class: side(at) }, title)),
      ),
    ),
    el(
      "tbody",
      {},
      rows.map((texts, row) =>
        el(
          "tr",
          {},
          texts.map((text, at) =>
            el(at ? "td" : "th", { scope: at ? null : "row", class: side(at) }, cell(text, row, at)),
          ),
        ),
      ),
    ),
  );
  const label = caption || columns.map(({ title }) => title).join(", ");
  return el("div", { id, class: "scroll", tabindex: "0", role: "region", "aria-label": label }, made);
}
