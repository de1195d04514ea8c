// `plies time` in the browser, and what the order of moves does to the work of alpha-beta.
import {
  announce,
  asError,
  el,
  events,
  find,
  findA,
  findAllOf,
  notify,
  request,
  short,
  titleOf,
  wasAborted,
} from "/static/js/common.js";
import { bars, lines } from "/static/js/plots.js";
import { waiting } from "/static/js/waiting.js";

/** @type {Api.TreeChoices} */
let known;
/** @type {AbortController | null} */
let measuring = null;
/** @type {AbortController | null} */
let counting = null;
let refreshing = 0;
/** @param {string} value @param {string} text */
const option = (value, text) => el("option", { value }, text);

const progress = findA(HTMLProgressElement, "#progress");

// --- choices ---------------------------------------------------------------------------------------------------------

function gameName() {
  const chosen = find("#game").value;
  return chosen.endsWith(":*") ? find("#other").value.trim() : chosen;
}

const family = () => known.games.find((one) => one.family === find("#game").value.split(":")[0]) ?? known.games[0];

/** The heuristics of the chosen board; those of the family until its name is one of a board. */
async function refresh() {
  const one = family(),
    order = find("#role").value === "order";
  find("#other-label").hidden = !find("#game").value.endsWith(":*");
  if (!find("#other-label").hidden && !find("#other").value.startsWith(one.family)) find("#other").value = one.default;
  const [, text = ""] = gameName().split(/:(.*)/s);
  const mine = (refreshing += 1);
  const board = await request("/api/choose", { family: one.family, text }).catch(() => null);
  if (mine !== refreshing) return;
  const heuristics = board ? board.heuristics.map((/** @type {{ name: string }} */ { name }) => name) : one.heuristics;
  const names = [...(order ? ["engine", "none"] : []), ...heuristics];
  find("#names").replaceChildren(
    ...names.map((name) =>
      el("label", { class: "inline" }, el("input", { type: "checkbox", value: name, checked: true }), name),
    ),
  );
}

const chosen = () => findAllOf(HTMLInputElement, "#names input:checked").map((box) => box.value);

function fill() {
  for (const game of known.games)
    find("#game").append(
      el(
        "optgroup",
        { label: titleOf(game.family) },
        game.examples.map((name) => option(name, titleOf(name))),
        option(`${game.family}:*`, `${titleOf(game.family)}: another…`),
      ),
    );
  const asked = new URLSearchParams(location.search).get("game");
  const select = findA(HTMLSelectElement, "#game");
  if (asked) {
    select.value = asked;
    const one = known.games.find((each) => each.family === asked.split(":")[0]);
    if (select.value !== asked && one) {
      select.value = `${one.family}:*`;
      find("#other").value = asked;
    }
  }
  if (!select.value) select.selectedIndex = 0;
  select.addEventListener("change", refresh);
  find("#role").addEventListener("change", refresh);
  find("#other").addEventListener("change", refresh);
  refresh();
}

// --- timing ----------------------------------------------------------------------------------------------------------

async function measure() {
  measuring?.abort();
  const stop = (measuring = new AbortController());
  /** @param {string} id */
  const number = (id) => Number(findA(HTMLInputElement, id).value);
  const asked = {
    game: gameName(),
    role: find("#role").value,
    heuristics: chosen(),
    depth: number("#depth"),
    seconds: number("#seconds"),
    games: number("#games"),
    seed: number("#seed"),
  };
  busy(true);
  const wait = waiting(
    find("#state"),
    "Getting ready. Engines that this machine has not used yet are compiled now, which takes up to half a minute each…",
  );
  try {
    for await (const event of events("/api/timing", asked, stop.signal)) {
      if (event.kind === "error") throw new Error(event.message);
      if (event.kind === "done") {
        wait();
        show(event.report);
      } else if (event.total) {
        progress.value = event.done / event.total;
        wait.say(`game ${Math.min(event.done + 1, event.total)} of ${event.total} (${event.what});`);
      }
    }
  } catch (error) {
    wait();
    say(wasAborted(error) ? "stopped" : asError(error).message);
    notify(error);
  }
  wait();
  if (measuring === stop) busy(false);
}

/** @param {boolean} is */
function busy(is) {
  progress.hidden = !is;
  progress.value = 0;
  find("#stop").disabled = !is;
}

/** @param {string} text */
const say = (text) => {
  find("#state").textContent = text;
};
/**
 * A column of the tables: its name, what it shows of a row, what it means.
 * @typedef {[string, (row: Api.Row) => string, string]} Column
 */

/** @param {number | null} value @param {(value: number) => string} text */
const dash = (value, text) => (value === null ? "–" : text(value));
/** @param {number} value */
const share = (value) => `${(100 * value).toFixed(0)}%`;

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
const whatOf = (report) => (report.role === "order" ? "moves ordered by" : "leaves valued by");

/** @param {Api.TimingReport} report */
function show(report) {
  say(`done: ${titleOf(report.game)}, ${whatOf(report)} each heuristic`);
  announce(`The timing of ${titleOf(report.game)} is ready`);
  draw(report);
}

/** Until something is measured here: what `plies time --games 20 --json` once found elsewhere. */
async function showExample() {
  const report = /** @type {Api.TimingReport} */ (await request("/static/examples/timing.json"));
  if (measuring) return;
  draw(report);
  const words = `An example, measured on another machine: ${titleOf(report.game)}, ${report.at_depth[0].games} games each. Press Measure to see this machine.`;
  find("#tables").prepend(el("p", { id: "example" }, words));
}

/** @param {Api.TimingReport} report */
function draw(report) {
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
  /** @type {[string, import("/static/js/plots.js").Bar[], { log?: boolean, most?: number }][]} */
  const plots = [
    [
      "Seconds per move, equal depth",
      rows(
        depth,
        (row) => row.seconds_a_move,
        (value) => value.toFixed(4),
      ),
      { log: true },
    ],
    ["Nodes per move, equal depth", rows(depth, (row) => row.nodes_a_move, short), { log: true }],
    ["Nodes per second", rows(time, (row) => row.nodes_per_second, short), {}],
    [
      "Depth reached, equal time",
      rows(
        time,
        (row) => row.depth,
        (value) => value.toFixed(1),
      ),
      {},
    ],
    ["Cut-offs on the first move, equal depth", rows(depth, (row) => row.first_move_cutoffs, share), { most: 1 }],
    [
      "Spread of its number over a game",
      rows(
        depth,
        (row) => row.spread,
        (value) => value.toFixed(2),
      ),
      {},
    ],
    ["Plies at which its number changes", rows(depth, (row) => row.changes, share), { most: 1 }],
    ["Score at equal depth, with its 95% interval", score(depth), { most: 1 }],
    ["Score at equal time, with its 95% interval", score(time), { most: 1 }],
  ];
  find("#plots").replaceChildren(
    ...plots.filter(([, list]) => list.length).map(([title, list, options]) => bars(title, list, options)),
  );
}

// --- the order of moves ----------------------------------------------------------------------------------------------

/** @typedef {{ name: string, how: TreeHow, found: Map<number, CountedTree>, full: boolean }} Ordered */
/** @typedef {{ counts: Api.Counts, value: string }} CountedTree */

/** @param {string} name @param {TreeHow} how @returns {Ordered} */
const way = (name, how) => ({ name, how, found: new Map(), full: false });

async function count() {
  counting?.abort();
  const stop = (counting = new AbortController());
  const game = gameName(),
    heuristics = chosen().filter((name) => family().heuristics.includes(name));
  const ways = [
    way("as listed", { algorithm: "alpha-beta" }),
    ...heuristics.map((name) => way(`by ${name}`, { algorithm: "alpha-beta", order: name })),
  ];
  if (find("#with-minimax").checked) ways.unshift(way("minimax", { algorithm: "minimax" }));
  find("#stop-count").disabled = false;
  const state = find("#order-state");
  const deepest = Math.max(1, Math.min(12, Number(find("#deepest").value)));
  let reached = 0;
  try {
    for (let depth = 1; depth <= deepest; depth++) {
      state.textContent = `counting at depth ${depth}…`;
      const going = ways.filter((way) => !way.full);
      for await (const row of events(
        "/api/trees/counts",
        { subject: { game, depth }, searches: going.map((way) => way.how) },
        stop.signal,
      )) {
        if (row.kind === "error") throw new Error(row.message);
        if (row.kind !== "row") continue;
        const way = going[row.number];
        if (row.full) way.full = true;
        else if (row.counts) way.found.set(depth, { counts: row.counts, value: row.value ?? "" });
        showOrder(game, ways);
      }
      reached = depth;
    }
    state.textContent = `done to depth ${reached}`;
  } catch (error) {
    state.textContent = wasAborted(error) ? "stopped" : asError(error).message;
    notify(error);
  }
  if (counting === stop) find("#stop-count").disabled = true;
}

/** @param {string} game @param {Ordered[]} ways */
function showOrder(game, ways) {
  const series = ways
    .filter((way) => way.found.size)
    .map((way) => ({ name: way.name, points: [...way.found].map(([depth, row]) => [depth, row.counts.nodes]) }));
  const last = Math.max(...ways.flatMap((way) => [...way.found.keys()]));
  const there = ways.flatMap(({ name, found }) => {
    const one = found.get(last);
    return one ? [{ name, ...one }] : [];
  });
  const nodes = there.map((one) => ({
    name: one.name,
    value: one.counts.nodes,
    text: one.counts.nodes.toLocaleString("en"),
    strong: one.name === "as listed",
  }));
  const first = there
    .filter((one) => one.counts.cutoffs)
    .map((one) => ({
      name: one.name,
      value: one.counts.first_cutoffs / one.counts.cutoffs,
      text: share(one.counts.first_cutoffs / one.counts.cutoffs),
      strong: one.name === "as listed",
    }));
  const plots = [
    lines("Nodes by depth", series, {
      log: true,
      xName: "depth in plies",
      yText: (value) => (value >= 1e6 ? `${value / 1e6} M` : value >= 1e3 ? `${value / 1e3} k` : String(value)),
    }),
    bars(`Nodes at depth ${last}`, nodes, { log: true }),
  ];
  if (first.length) plots.push(bars(`Cut-offs on the first move, depth ${last}`, first, { most: 1 }));
  find("#order-plots").replaceChildren(...plots);
  const least = Math.min(...there.map((one) => one.counts.nodes));
  const heads = ["nodes", "leaves", "cut-offs", "on first move", "times the least", "value"];
  const rows = there.map((one) =>
    el(
      "tr",
      {},
      el("td", {}, one.name),
      [one.counts.nodes, one.counts.leaves, one.counts.cutoffs, one.counts.first_cutoffs].map((value) =>
        el("td", { class: "number" }, value.toLocaleString("en")),
      ),
      el("td", { class: "number" }, (one.counts.nodes / least).toFixed(2)),
      el("td", { class: "number" }, one.value),
    ),
  );
  find("#order-table").replaceChildren(
    el(
      "table",
      {},
      el("caption", {}, `${titleOf(game)} from the start, depth ${last}`),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "order"),
          heads.map((name) => el("th", { scope: "col", class: "number" }, name)),
        ),
      ),
      el("tbody", {}, rows),
    ),
  );
}

try {
  known = await request("/api/trees");
  fill();
  find("#setup").addEventListener("submit", (event) => {
    event.preventDefault();
    measure();
  });
  find("#stop").addEventListener("click", () => measuring?.abort());
  find("#count").addEventListener("click", count);
  find("#stop-count").addEventListener("click", () => counting?.abort());
  for (const id of ["#measure", "#count"]) findA(HTMLButtonElement, id).disabled = false; // not before: the browser itself would send the form
  await showExample();
} catch (error) {
  notify(error);
}
