// What `plies time` found: tables and plots of one report.
import { el, find, short, titleOf } from "/static/js/common.js";
import { bars } from "/static/js/plots.js";

/** A title, its bars, and how they are drawn. @typedef {[string, import("/static/js/plots.js").Bar[], { log?: boolean, most?: number }]} Plot */

/**
 * A column of the tables: its name, what it shows of a row, what it means.
 * @typedef {[string, (row: Api.Row) => string, string]} Column
 */

/** @param {number | null} value @param {(value: number) => string} text */
const dash = (value, text) => (value === null ? "–" : text(value));
/** @param {number} value */
export const share = (value) => `${(100 * value).toFixed(0)}%`;

/** @type {Column[]} */
const COLUMNS = [
  ["s per move", (row) => row.seconds_a_move.toFixed(4), "seconds that a move took"],
  ["nodes", (row) => short(row.nodes_a_move), "positions visited per move"],
  ["nodes/s", (row) => short(row.nodes_per_second), "positions visited per second"],
  ["depth", (row) => row.depth.toFixed(1), "plies looked ahead"],
  [
    "first",
    (row) => share(row.first_move_cutoffs),
    "of all cut-offs, the share that the first move tried gave; the more, the better the order",
  ],
  [
    "spread",
    (row) => dash(row.spread, (value) => value.toFixed(2)),
    "how much the heuristic's value varies over a game: its standard deviation",
  ],
  ["changes", (row) => dash(row.changes, share), "the share of plies at which the heuristic's number changes"],
  [
    "score",
    (row) => dash(row.score, (value) => share(value) + intervalText(row)),
    "points per game against the default engine, with the 95% interval in brackets; few games leave it wide",
  ],
  ["games", (row) => String(row.games), "games played"],
];
/** @type {Column} */
const PUBLISHED = [
  "published s",
  (row) => dash(row.published, (value) => value.toFixed(2)),
  "published seconds per move",
];
/** @param {Api.Row} row */
const intervalText = ({ score_interval: pair }) =>
  pair ? ` (${(100 * pair[0]).toFixed(0)}–${(100 * pair[1]).toFixed(0)})` : "";
/** @param {Api.Row[]} rows */
const columnsOf = (rows) => (rows.some((row) => row.published !== null) ? [...COLUMNS, PUBLISHED] : COLUMNS);

/** What the columns mean, as text: a phone does not show titles. @param {Api.Row[]} rows */
function legend(rows) {
  return el(
    "details",
    { class: "columns small", open: true },
    el("summary", {}, "What the columns mean"),
    el(
      "dl",
      {},
      columnsOf(rows).map(([name, , meaning]) => [el("dt", {}, name), el("dd", {}, meaning)]),
    ),
  );
}

/** @param {string} title @param {Api.Row[]} rows */
function table(title, rows) {
  const columns = columnsOf(rows);
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, "heuristic"),
    columns.map(([name, , meaning]) => el("th", { scope: "col", class: "number", title: meaning }, name)),
  );
  const body = rows.map((row) =>
    el(
      "tr",
      { class: row.score === null ? "is-reference" : null },
      el("td", {}, row.name),
      columns.map(([, text]) => el("td", { class: "number" }, text(row))),
    ),
  );
  return el(
    "div",
    { class: "scroll wide-table", tabindex: 0, role: "region", "aria-label": title },
    el("table", {}, el("caption", {}, title), el("thead", {}, head), el("tbody", {}, body)),
  );
}

/** @param {Api.TimingReport} report */
export const whatOf = (report) => (report.role === "order" ? "moves ordered by" : "leaves valued by");

/** What each costs and what it is worth comes first, then all numbers. @param {Api.TimingReport} report */
export function draw(report) {
  const what = whatOf(report);
  find("#tables").replaceChildren(
    table(`${titleOf(report.game)}, ${what} each: equal depth, ${report.depth} plies`, report.at_depth),
    table(`${titleOf(report.game)}, ${what} each: equal time, ${report.seconds} s per move`, report.at_time),
    legend(report.at_depth),
  );
  const { at_depth: depth, at_time: time } = report;
  /** @param {Api.Row} row */
  const strong = (row) => ({ name: row.name, strong: row.score === null });
  /** @param {Api.Row[]} from @param {(row: Api.Row) => number | null} value @param {(value: number) => string} text */
  const rows = (from, value, text) =>
    from.flatMap((row) => {
      const found = value(row);
      return found === null ? [] : [{ ...strong(row), value: found, text: text(found) }];
    });
  /** @param {Api.Row[]} from */
  const score = (from) =>
    from.flatMap((row) =>
      row.score === null || row.score_interval === null
        ? []
        : [
            {
              ...strong(row),
              value: row.score,
              text: share(row.score),
              low: row.score_interval[0],
              high: row.score_interval[1],
            },
          ],
    );
  /** @param {number} digits */
  const fixed = (digits) => (/** @type {number} */ value) => value.toFixed(digits);
  /** @type {Plot[]} */
  const answers = [
    ["What it costs: seconds per move, equal depth", rows(depth, (row) => row.seconds_a_move, fixed(4)), { log: true }],
    ["What it is worth: score at equal time, with its 95% interval", score(time), { most: 1 }],
  ];
  /** @type {Plot[]} */
  const plots = [
    ["Score at equal depth, with its 95% interval", score(depth), { most: 1 }],
    ["Nodes per move, equal depth", rows(depth, (row) => row.nodes_a_move, short), { log: true }],
    ["Nodes per second", rows(time, (row) => row.nodes_per_second, short), {}],
    ["Depth reached, equal time", rows(time, (row) => row.depth, fixed(1)), {}],
    ["Cut-offs on the first move, equal depth", rows(depth, (row) => row.first_move_cutoffs, share), { most: 1 }],
    ["Spread of its number over a game", rows(depth, (row) => row.spread, fixed(2)), {}],
    ["Plies at which its number changes", rows(depth, (row) => row.changes, share), { most: 1 }],
  ];
  /** @param {Plot[]} list */
  const drawn = (list) =>
    list.filter(([, found]) => found.length).map(([title, found, options]) => bars(title, found, options));
  find("#answers").replaceChildren(...drawn(answers));
  find("#plots").replaceChildren(...drawn(plots));
}
