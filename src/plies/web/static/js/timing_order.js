// What the order of moves does to the work of alpha-beta.
import { asError, el, events, find, notify, titleOf, wasAborted } from "/static/js/common.js";
import { bars, lines } from "/static/js/plots.js";
import { share } from "/static/js/timing_report.js";

/** @typedef {{ name: string, how: TreeHow, found: Map<number, CountedTree>, full: boolean }} Ordered */
/** @typedef {{ counts: Api.Counts, value: string }} CountedTree */

/** @param {string} name @param {TreeHow} how @returns {Ordered} */
const way = (name, how) => ({ name, how, found: new Map(), full: false });

/** @type {AbortController | null} */
let counting = null;

export const stopCounting = () => counting?.abort();

/** Counts the nodes of one board by every order. @param {string} game @param {string[]} heuristics */
export async function count(game, heuristics) {
  counting?.abort();
  const stop = (counting = new AbortController());
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
