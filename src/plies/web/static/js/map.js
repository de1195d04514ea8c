// The maps of solved boards: a grid by width and height, and how each board was solved.
import { capital, el, find, icon, notify, request, short } from "/static/js/common.js";

/** @param {Api.TablesBoardView} board */
const plies = (board) => (board.plies === null ? "" : `${board.shortest ? "" : "≤"}${board.plies}`);
/** @param {Api.TablesBoardView} board */
const value = (board) => (board.result === "unknown" ? "?" : [board.result, plies(board)].filter(Boolean).join(" "));
/** @param {number} seconds */
const took = (seconds) =>
  seconds < 1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
/** @param {number[]} list */
const unique = (list) => [...new Set(list)].sort((a, b) => a - b);

/** @param {Api.TablesBoardView} board @param {string} first */
function words(board, first) {
  if (board.result === "unknown") return `${board.title}: not solved within ${board.budget} seconds`;
  return `${board.title}: a ${board.result} for ${first}${board.plies === null ? "" : ` in ${board.shortest ? "" : "at most "}${board.plies} plies`}, by ${board.method} in ${took(board.seconds)}`;
}

/** @param {Api.MapView} map */
function grid({ boards, first, title }) {
  const known = new Map(boards.map((board) => [`${board.width} ${board.height}`, board]));
  const widths = unique(boards.map((board) => board.width)),
    heights = unique(boards.map((board) => board.height));
  /** @param {number} width @param {number} height */
  const cell = (width, height) => {
    const board = known.get(`${width} ${height}`);
    if (!board) return el("td", { class: "blank" });
    return el(
      "td",
      { class: board.result },
      el(
        "a",
        {
          href: `/play#${new URLSearchParams({ game: board.game })}`,
          "aria-label": `${value(board)}, ${words(board, first)}`,
          title: words(board, first),
        },
        value(board),
      ),
    );
  };
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": `${title}: values by width and height` },
    el(
      "table",
      { class: "grid" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td", { class: "blank" }),
          widths.map((width) => el("th", { scope: "col" }, `${width} wide`)),
        ),
      ),
      el(
        "tbody",
        {},
        heights.map((height) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, `${height} high`),
            widths.map((width) => cell(width, height)),
          ),
        ),
      ),
    ),
  );
}

/** @param {Api.MapView} map */
function list({ boards }) {
  const head = ["board", "value", "plies", "method", "nodes", "time"].map((name, at) =>
    el("th", { scope: "col", class: at === 2 || at > 3 ? "number" : null }, name),
  );
  /** @param {Api.TablesBoardView} board */
  const row = (board) =>
    el(
      "tr",
      {},
      el("td", {}, `${board.width} by ${board.height}`),
      el("td", {}, board.result === "unknown" ? `not within ${board.budget} s` : board.result),
      el("td", { class: "number" }, plies(board)),
      el("td", {}, board.method),
      el("td", { class: "number" }, short(board.nodes)),
      el("td", { class: "number" }, took(board.seconds)),
    );
  return el(
    "details",
    {},
    el("summary", {}, "How each was solved"),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "How each was solved" },
      el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, boards.map(row))),
    ),
  );
}

/** @param {string} first */
function signs(first) {
  return el(
    "ul",
    { class: "signs small muted" },
    [
      ["win", "wins"],
      ["draw", "draws"],
      ["loss", "loses"],
    ].map(([kind, text]) => el("li", {}, el("i", { class: kind, "aria-hidden": "true" }), `${capital(first)} ${text}`)),
  );
}

/** @param {Api.MapView} map */
function section(map) {
  const command = el(
    "p",
    {},
    "In a terminal, ",
    el("code", {}, `plies solve --map ${map.family}`),
    " solves boards from the smallest on, and extends what is known each time.",
  );
  const empty = el(
    "div",
    { class: "nothing-yet" },
    icon("grid-3x3", "large"),
    el("p", {}, "No board has been tried on this machine yet."),
    command,
  );
  const parts = map.problem
    ? [el("p", { class: "notice" }, map.problem)]
    : map.boards.length
      ? [signs(map.first), grid(map), list(map)]
      : [empty];
  return el("section", { class: "panel" }, el("h2", {}, map.title), parts);
}

try {
  find("#maps").replaceChildren(...(await request("/api/maps")).map(section));
} catch (error) {
  notify(error);
}
