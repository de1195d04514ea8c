// Two searches of one tree, counted side by side.
import { el, events, find, notify, wasAborted } from "/static/js/common.js";
import { how, subject, wayText } from "/static/js/tree_form.js";

/** The search to compare with. @typedef {Partial<TreeFound> & { search: TreeHow, waiting?: boolean }} Compared */
/** @type {Compared | null} */
let recorded = null;
/** @type {Compared | null} */
let other = null;
/** @type {AbortController | null} */
let stopCounting = null;

/** A search was recorded; the other one is counted too, at once if that is quick. @param {Compared} found @param {boolean} atOnce */
export function countBoth(found, atOnce) {
  recorded = found;
  other = null;
  if (atOnce) count();
  else showCounts();
}

/** Counts the other search. */
export async function count() {
  stopCounting?.abort();
  const stop = (stopCounting = new AbortController());
  const search = how("second");
  other = { search, waiting: true };
  showCounts();
  try {
    for await (const message of events("/api/trees/counts", { subject: subject(), searches: [search] }, stop.signal)) {
      if (message.kind === "error") throw new Error(message.message);
      if (message.kind === "row") other = { ...message, search };
    }
  } catch (error) {
    if (wasAborted(error)) return;
    other = null;
    notify(error);
  }
  showCounts();
}

/** @type {[keyof Api.Counts, string][]} */
const ROWS = [
  ["nodes", "nodes"],
  ["leaves", "leaves"],
  ["cutoffs", "cut-offs"],
  ["first_cutoffs", "on first move"],
  ["hits", "cache hits"],
];

function showCounts() {
  /** @type {(Compared | null)[]} */
  const both = [recorded, other];
  /** @param {Compared | null} one @param {keyof Api.Counts} key @param {number} most */
  const cell = (one, key, most) => {
    if (!one || one.waiting) return el("td", {}, one?.waiting ? "…" : "–");
    const number = one.counts?.[key];
    if (number === undefined) return el("td", {}, "–");
    const meter = el("meter", { min: 0, max: Math.max(1, most), value: number, "aria-hidden": "true" });
    return el("td", { class: "number" }, `${one.full ? "> " : ""}${number.toLocaleString("en")}`, meter);
  };
  const body = ROWS.map(([key, name]) => {
    const most = Math.max(...both.map((one) => one?.counts?.[key] ?? 0));
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      both.map((one) => cell(one, key, most)),
    );
  });
  const value = el(
    "tr",
    {},
    el("th", { scope: "row" }, "value"),
    both.map((one) => el("td", { class: "number" }, one?.value ?? (one?.full ? "too large" : "–"))),
  );
  const seconds = el(
    "tr",
    {},
    el("th", { scope: "row" }, "seconds"),
    both.map((one) => el("td", { class: "number" }, one?.seconds?.toFixed(2) ?? "–")),
  );
  const heads = both.map((one, at) =>
    el("th", { scope: "col" }, one ? wayText(one.search) : at ? "the other way" : "recorded"),
  );
  find("#counts").replaceChildren(
    el(
      "table",
      { class: "counts" },
      el("thead", {}, el("tr", {}, el("td"), heads)),
      el("tbody", {}, value, body, seconds),
    ),
  );
}
