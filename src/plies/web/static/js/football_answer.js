// What the football coach answers: the matrix, the mixes, an entry taken apart, the field. Draws what it is given.
import { el, find, svg } from "/static/js/common.js";

/** @param {number} share */
export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}%`.replace("-0.0%", "0.0%");
export const FIELDS = /** @type {const} */ (["yards", "down", "to_go", "seconds"]);
/** @typedef {Record<(typeof FIELDS)[number], number>} Situation */

/** @param {Record<string, string | number>} words */
export const query = (words) =>
  new URLSearchParams(Object.entries(words).map(([key, one]) => [key, String(one)])).toString();

/**
 * What both sides should call. `chosen` is the entry that is taken apart, `explain` takes another apart.
 * @param {Api.PlaybookView} book @param {Api.AdviceView} advice @param {[number, number]} chosen
 * @param {(play: number, formation: number) => void} explain
 */
export function showAnswer(book, advice, chosen, explain) {
  find("#verdict").textContent = advice.situation.text;
  find("#chance").textContent = percent(advice.value, 2);
  showMatrix(book, advice, chosen, explain);
  mix("offence", "The offence calls", advice);
  mix("defence", "The defence calls", advice);
}

/**
 * @param {Api.PlaybookView} book @param {Api.AdviceView} advice @param {[number, number]} chosen
 * @param {(play: number, formation: number) => void} explain
 */
function showMatrix(book, advice, chosen, explain) {
  const all = advice.matrix.flat();
  const low = Math.min(...all),
    high = Math.max(...all);
  const rows = advice.matrix.map((row, play) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, book.plays[play]),
      row.map((value, formation) => {
        const pressed = chosen[0] === play && chosen[1] === formation;
        const cell = el(
          "button",
          {
            type: "button",
            "aria-pressed": String(pressed),
            title: "how this comes about",
            "aria-label": `${book.plays[play]} against ${book.formations[formation]}: ${percent(value, 1)}`,
            onclick: () => explain(play, formation),
          },
          percent(value, 1),
        );
        cell.style.setProperty("--share", `${8 + 47 * (high > low ? (value - low) / (high - low) : 0)}%`);
        return el("td", {}, cell);
      }),
    ),
  );
  find("#matrix").replaceChildren(
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("td"),
        book.formations.map((name) => el("th", { scope: "col" }, name)),
      ),
    ),
    el("tbody", {}, rows),
  );
}

/** @param {"offence" | "defence"} side @param {string} title @param {Api.AdviceView} advice */
function mix(side, title, advice) {
  const items = advice[side].map((call) => {
    const bar = el("i");
    bar.style.setProperty("--share", `${100 * call.share}%`);
    const share = advice.hopeless ? "any" : call.share > 0 ? percent(call.share) : "never";
    return el(
      "li",
      {},
      el("div", { class: "name" }, el("span", {}, call.name), el("span", {}, share)),
      el("div", { class: "bar", "aria-hidden": "true" }, bar),
      el(
        "div",
        { class: "muted small" },
        `always called: ${percent(call.cost_if_known, 2)} worse, against ${call.best_reply}`,
      ),
    );
  });
  find(`#${side}`).replaceChildren(el("div", { class: `mix ${side}` }, el("h3", {}, title), el("ul", {}, items)));
  if (advice.hopeless && side === "offence")
    find(`#${side}`).append(
      el("p", { class: "muted small" }, "Nothing wins any more; every call is as good as another."),
    );
}

/**
 * Roles are written out: on a phone its rows are laid out as grids, and would lose them.
 * @param {Api.EntryView} entry
 */
export function entryTable(entry) {
  /** @param {string} text */
  const cell = (text, kind = "number") => el("td", { class: kind, role: "cell" }, text);
  const rows = entry.outcomes.map((one) =>
    el(
      "tr",
      { role: "row" },
      cell(percent(one.probability)),
      cell(one.turnover ? "–" : `${one.yards > 0 ? "+" : ""}${one.yards}`),
      cell(`${one.seconds} s`),
      cell(one.leads_to, "leads"),
      cell(percent(one.value, 2)),
      cell(percent(one.probability * one.value, 2)),
    ),
  );
  const sum = el(
    "tr",
    { class: "sum", role: "row" },
    el("td", { colspan: 4, role: "cell", "aria-colspan": 4 }, "in all"),
    cell(""),
    cell(percent(entry.value, 2)),
  );
  const heads = ["chance", "yards", "time", "leads to", "worth", "chance × worth"].map((name, at) =>
    el("th", { scope: "col", role: "columnheader", class: at === 3 ? "leads" : "number" }, name),
  );
  return el(
    "table",
    { role: "table" },
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, heads)),
    el("tbody", { role: "rowgroup" }, rows, sum),
  );
}

/** @param {Situation} here @param {HTMLElement} place */
export function drawField({ yards, to_go: toGo, seconds, down }, place = find("#field")) {
  /** @param {number} yard */
  const x = (yard) => 30 + (100 - yard) * 3.4;
  const stripes = [...Array(11).keys()].map((ten) => svg("path", { d: `M${x(ten * 10)} 8V92`, class: "stripe" }));
  const numbers = [10, 20, 30, 40, 50, 60, 70, 80, 90].map((yard) => svg("text", { x: x(yard), y: 88 }, String(yard)));
  const first = toGo < yards ? svg("path", { d: `M${x(yards - toGo)} 8V92`, class: "first" }) : null;
  const picture = svg(
    "svg",
    {
      viewBox: "0 0 400 100",
      role: "img",
      "aria-label": `The ball ${yards} yards from the goal line, ${toGo} to a first down, down ${down}, ${seconds} seconds left`,
    },
    svg("rect", { x: 0, y: 8, width: 400, height: 84, class: "turf" }),
    svg("rect", { x: 0, y: 8, width: 30, height: 84, class: "end" }),
    svg("rect", { x: x(0), y: 8, width: 30, height: 84, class: "end" }),
    ...stripes,
    ...numbers,
    ...(first ? [first] : []),
    svg("ellipse", { cx: x(yards), cy: 50, rx: 9, ry: 6, class: "ball" }),
  );
  place.replaceChildren(picture);
}
