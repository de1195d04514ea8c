// Heuristics taken apart: each term with both sides' counts, its weight and what it adds, two side by side.
import { counted, el, find, notify, request, signed, svg } from "/static/js/common.js";

/** Where there is a third column, what it holds is open. */
const roomy = matchMedia("(min-width: 1700px)");

/** To three decimals, as it is typed. @param {number} number */
const typed = (number) => String(Math.round(number * 1000) / 1000);

/** The same as it is shown: 8,371. @param {number} number */
export const plain = (number) => Number(typed(number)).toLocaleString("en", { maximumFractionDigits: 3 });

/** A weight; a step of patterns is a small one. @param {Api.TermView} term */
const weighed = ({ weight }) => weight.toLocaleString("en", { maximumFractionDigits: Math.abs(weight) < 0.01 ? 6 : 3 });

export class Terms {
  /** @param {import("/static/js/play.js").Page} page */
  constructor(page) {
    this.page = page;
    this.part = find("#terms-part");
    this.asked = 0;
    /** @type {Record<string, number>[]} */
    this.weights = [{}, {}]; // what the user has changed, for each of the two
    /** @type {const} */ (["#terms-one", "#terms-two"]).forEach((id, index) =>
      find(id).addEventListener("change", () => {
        this.weights[index] = {};
        this.refresh();
      }),
    );
    find("#terms-side").addEventListener("change", () => this.refresh());
    this.part.addEventListener("toggle", () => this.refresh());
    this.unfolded = false;
    if (roomy.matches) this.unfold();
  }

  /** There is room for it: opened once, and the user may close it. */
  unfold() {
    if (!this.unfolded) this.part.open = find("#graph-part").open = true;
    this.unfolded = true;
  }

  /** @param {Api.PlayGameView} game */
  begin(game) {
    this.weights = [{}, {}];
    /** @param {string | null} chosen */
    const options = (chosen) =>
      game.heuristics.map((one) =>
        el("option", { value: one.name, title: one.about, selected: one.name === chosen }, one.name),
      );
    find("#terms-one").replaceChildren(...options(game.default));
    find("#terms-two").replaceChildren(el("option", { value: "" }, "nothing"), ...options(null));
    find("#terms-side").replaceChildren(
      el("option", { value: "" }, "the side to move"),
      ...game.sides.map((side, index) => el("option", { value: index }, side)),
    );
  }

  async refresh() {
    if (!this.part.open || !this.page.session.begun) return;
    const mine = (this.asked += 1); // answers may come in another order than they were asked for
    const chosen = [find("#terms-one").value, find("#terms-two").value]
      .map((name, index) => ({ name, weights: this.weights[index] }))
      .filter((one) => one.name);
    const side = find("#terms-side").value;
    const asked = { ...this.page.session.spot(), heuristics: chosen, me: side === "" ? null : Number(side) };
    try {
      const found = await request("/api/evaluate", asked);
      if (mine !== this.asked) return;
      find("#terms").replaceChildren(
        el("div", { class: "terms-pair" }, ...found.map((one, index) => this.table(one, index))),
      );
    } catch (error) {
      notify(error);
    }
  }

  /** A weight that can be changed, to see what would come of it. @param {Api.TermView} term @param {number} index */
  weight(term, index) {
    return el("input", {
      type: "number",
      step: "any",
      min: -1000,
      max: 1000,
      value: typed(term.weight),
      "aria-label": `weight of ${term.feature}`,
      onchange: (event) => {
        if (!event.currentTarget.checkValidity() || event.currentTarget.value === "") return;
        this.weights[index] = { ...this.weights[index], [term.feature]: Number(event.currentTarget.value) };
        this.refresh();
      },
    });
  }

  /** @param {Api.EvaluationView} one @param {number} index */
  table(one, index) {
    const { sides, heuristics } = this.page.session.game;
    const known = heuristics.find((each) => one.heuristic.startsWith(each.name))?.terms ?? {};
    return termsTable(one, sides, (term) => (term.feature in known ? this.weight(term, index) : weighed(term)));
  }
}

/**
 * An evaluation as a table; `weightOf(term)` is what stands for a weight.
 * @param {Api.EvaluationView} one @param {string[]} sides @param {(term: Api.TermView) => Child} weightOf
 */
export function termsTable(one, sides, weightOf = weighed) {
  const most = Math.max(1e-9, ...one.terms.map((term) => Math.abs(term.contribution)));
  const rows = one.terms.map((term) =>
    el(
      "tr",
      { class: term.contribution === 0 ? "nothing" : null },
      el("th", { scope: "row" }, term.feature),
      el("td", { class: "number" }, plain(term.first)),
      el("td", { class: "number" }, plain(term.second)),
      el("td", { class: "number" }, weightOf(term)),
      el("td", { class: "number" }, signed(term.contribution)),
      el("td", { class: "bar" }, bar(term.contribution / most)),
    ),
  );
  if (one.centre)
    rows.unshift(
      el(
        "tr",
        {},
        el("th", { scope: "row" }, "centre"),
        el("td", { colspan: 3 }),
        el("td", { class: "number" }, plain(one.centre)),
        el("td"),
      ),
    );
  rows.push(
    el(
      "tr",
      { class: "sum" },
      el("td", {}, "in all"),
      el("td", { colspan: 3 }),
      el("td", { class: "number" }, plain(one.value)),
      el("td"),
    ),
  );
  return el(
    "div",
    { class: "scroll" },
    el(
      "table",
      { class: "terms" },
      el(
        "caption",
        {},
        `${one.heuristic} for ${sides[one.me]}${one.unit ? `: ${counted(one.value - one.centre, one.unit)}` : ""}`,
      ),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...["term", sides[0], sides[1], "weight", "adds"].map((name, index) =>
            el("th", { scope: "col", class: index ? "number" : null }, name),
          ),
          el("th", { scope: "col" }, el("span", { class: "visually-hidden" }, "picture")),
        ),
      ),
      el("tbody", {}, ...rows),
    ),
  );
}

/** @param {number} part */
function bar(part) {
  const wide = Math.abs(part) * 49;
  return svg(
    "svg",
    { viewBox: "0 0 100 14", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: part < 0 ? "minus" : "plus", x: part < 0 ? 50 - wide : 50, y: 2, width: wide, height: 10 }),
    svg("line", { class: "mid", x1: 50, x2: 50, y1: 0, y2: 14 }),
  );
}
