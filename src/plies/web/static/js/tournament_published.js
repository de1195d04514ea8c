// Where a table of the same games was published before: who won there, beside who wins here.
import { el } from "/static/js/common.js";
import { table } from "/static/js/tournament_numbers.js";

const HEAD = ["first side", "second side", "won now", "published", ""];
const inWords = (winner) => (winner === "=" ? "draw" : winner);
const alike = (cells) => cells.filter((cell) => cell.now === cell.then).length;

/** Fills the place, or hides it when nothing was published. */
export function showPublished(place, published) {
  place.hidden = !published;
  if (!published) return;
  const { about, cells } = published;
  const open = new Set([...place.querySelectorAll("details[open]")].map((one) => one.dataset.board));
  const parts = [...new Set(cells.map((cell) => cell.board))].map((board) => {
    const here = cells.filter((cell) => cell.board === board);
    const rows = here.map(({ first, second, now, then }) => [first, second, inWords(now), inWords(then), now === then ? "" : "differs"]);
    return el("details", { "data-board": board, open: open.has(board) }, el("summary", {}, `${board}: ${alike(here)} of ${here.length} as published`), table(HEAD, rows, { left: [0, 1, 2, 3, 4] }));
  });
  const summary = cells.length ? `${alike(cells)} of ${cells.length} results are as published.` : "Nothing has been played yet that could be compared.";
  place.replaceChildren(el("h2", {}, "As it was published"), el("p", { class: "muted small" }, `${about}.`), el("p", {}, summary), ...parts);
}
