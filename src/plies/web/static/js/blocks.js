// Pages from blocks, as the server describes them: headings, paragraphs, tables and plots. Nothing here depends on what they contain.
import { el } from "/static/js/common.js";
import { dots, histograms, widthOf } from "/static/js/block_plots.js";

const WIDE = 90; // characters of a table that takes the whole width of a page

/** Fills a place with blocks. What was opened stays open. */
export function showBlocks(place, blocks) {
  keepOpen(place, () => place.replaceChildren(...drawn(blocks, widthOf(place))));
}

/** Fills a place with sections, each begun by a heading; those that have nothing else are left out. */
export function showSections(place, blocks) {
  const columns = innerWidth >= 1600 ? 2 : 1; // as the style sheet has it
  const width = widthOf({ clientWidth: (place.clientWidth - 16 * (columns - 1)) / columns - 32 });
  keepOpen(place, () => place.replaceChildren(...sections(blocks).map((part) => section(part, width))));
}

/** Links to the sections of a page. */
export function contents(blocks) {
  return sections(blocks)
    .filter(([first]) => first.kind === "heading")
    .map(([heading]) => el("a", { href: `#${heading.id}` }, heading.text));
}

function sections(blocks) {
  const found = [];
  for (const block of blocks) {
    if (block.kind === "heading" || !found.length) found.push([]);
    found.at(-1).push(block);
  }
  return found.filter((part) => part.some((block) => block.kind !== "heading"));
}

function section(blocks, width) {
  const [heading] = blocks;
  if (heading.kind !== "heading") return el("div", { class: "whole" }, drawn(blocks, width));
  const wide = blocks.some((block) => block.kind === "table" && characters(block) > WIDE);
  return el(
    "section",
    { class: `panel blocks${wide ? " whole" : ""}`, "aria-labelledby": heading.id },
    drawn(blocks, width),
  );
}

const characters = ({ columns, rows }) =>
  columns.reduce((sum, { title }, at) => sum + 2 + Math.max(title.length, ...rows.map((row) => row[at].length)), 0);

function keepOpen(place, draw) {
  const open = new Set([...place.querySelectorAll("details[open]")].map((one) => one.id));
  draw();
  for (const one of place.querySelectorAll("details")) one.open = open.has(one.id);
}

const DRAW = {
  heading: ({ id, text, level }) => el(`h${level}`, { id }, text),
  paragraph: ({ id, text }) => el("p", { id }, text),
  table: (block) =>
    block.folded
      ? el("details", { id: block.id }, el("summary", {}, block.caption), table({ ...block, id: null, caption: "" }))
      : table(block),
  dots,
  histograms,
};

const drawn = (blocks, width) => blocks.map((block) => DRAW[block.kind](block, width));

/** A table in a box that scrolls by itself. The first cell of a row is its heading. */
function table({ id, caption, columns, rows, shades, links }) {
  const side = (at) => (columns[at].align === "right" ? "number" : null);
  const shaded = (text, share) =>
    share === null ? text : el("span", { class: "share", "data-share": Math.round(10 * share) }, text);
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
