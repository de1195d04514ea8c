// A form for a player, drawn from the server's description of its algorithms: nothing here names one of them or an option.
import { el, findAllOf, icon } from "/static/js/common.js";
import { PERSON, algorithms, player } from "/static/js/players.js";

/**
 * The options of an algorithm, folded until they are wanted; empty where it has none. `given` are texts by name.
 * @param {Api.AlgorithmView} algorithm @param {Playable} game @param {Record<string, string>} given
 */
export function optionsPart(algorithm, game, given = {}) {
  const offered = algorithm.options.filter((one) => one.low === null || one.high === null || one.low < one.high);
  if (!offered.length) return "";
  const part = el(
    "details",
    { class: "options" },
    el("summary", {}, "Options"),
    ...offered.map((one) => optionField(one, given[one.name] ?? one.default ?? "", game)),
  );
  part.addEventListener("invalid", () => (part.open = true), true); // what is wrong must be seen
  return part;
}

/**
 * What was chosen in a part of the page, without what is as usual anyway.
 * @param {Element} place @returns {Record<string, string>}
 */
export function readOptions(place) {
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const fields = place.querySelectorAll("[data-choice]");
  const texts = [...fields].map((one) => ({ choice: one.dataset.choice, usual: one.dataset.usual, text: textOf(one) }));
  return Object.fromEntries(
    texts.filter(({ text, usual }) => text && text !== usual).map(({ choice, text }) => [choice, text]),
  );
}

/** @param {HTMLInputElement | HTMLSelectElement} one */
const textOf = (one) => (one.type === "checkbox" ? ("checked" in one && one.checked ? "on" : "off") : one.value.trim());

/** @param {Api.AlgorithmOption} one @param {string} text @param {Playable} game */
function optionField(one, text, game) {
  const common = { "data-choice": one.name, "data-usual": one.default ?? "" };
  const hint = el("span", { class: "small hint" }, one.about);
  if (one.form === "switch")
    return el(
      "label",
      { class: "inline" },
      el("input", { ...common, type: "checkbox", checked: text === "on" }),
      el("span", {}, one.name, " ", hint),
    );
  return el("label", {}, one.name, control(one, text, common, game), hint);
}

/**
 * @param {Api.AlgorithmOption} one @param {string} text @param {Record<string, string>} common @param {Playable} game
 */
function control(one, text, common, game) {
  /** @param {string} value */
  const choice = (value, shown = value) => el("option", { value, selected: value === text }, shown);
  if (one.form === "choice") return el("select", common, ...one.choices.map((value) => choice(value)));
  if (one.form === "heuristic")
    return el(
      "select",
      common,
      choice("", "as usual"),
      ...[...one.choices, ...game.heuristics.map((each) => each.name)].map((value) => choice(value)),
    );
  if (one.form === "whole number")
    return el("input", {
      ...common,
      type: "number",
      min: one.low,
      max: one.high,
      value: text,
      placeholder: "as usual",
    });
  return el("input", { ...common, value: text, maxlength: 200, placeholder: one.right });
}

/**
 * Other weights for the terms of a heuristic, folded; empty where it has none. `given` are numbers by term.
 * @param {Playable["heuristics"][number] | null} [heuristic] @param {Record<string, number>} given
 */
function weightsPart(heuristic, given = {}) {
  const terms = Object.entries(heuristic?.terms ?? {});
  if (!terms.length) return "";
  return el(
    "details",
    { class: "options weights" },
    el("summary", {}, "Weights"),
    el(
      "div",
      { class: "row" },
      terms.map(([term, weight]) =>
        el(
          "label",
          {},
          term,
          el("input", {
            type: "number",
            min: -1000,
            max: 1000,
            step: "any",
            placeholder: weight,
            value: given[term] ?? null,
            "data-term": term,
          }),
        ),
      ),
    ),
  );
}

/** Who plays: a human where that is offered (`byPerson` is a boolean: whether it is chosen), or an algorithm with its
 * heuristic, a limit and options; with `weighs` the heuristic's weights too. `game` has the heuristics and the default
 * one, and `given` is a player to begin with. `label` stands before the algorithms. `id` ends the ids of its parts. */
export class PlayerForm {
  /**
   * @param {Playable} game @param {string | number} id
   * @param {{ byPerson?: boolean, weighs?: boolean, given?: Partial<Player>, label?: string }} options
   */
  constructor(game, id, { byPerson, weighs = false, given, label = "Played by" } = {}) {
    this.game = game;
    this.weighs = weighs;
    /** By limit, as they were typed. @type {Record<string, number | string>} */
    this.amounts = { ...given?.limits };
    const human = byPerson === undefined ? [] : [el("option", { value: "", selected: byPerson }, "a human")];
    const chosen = given?.algorithm ?? (byPerson ? "" : algorithms[0].name);
    this.who = el(
      "select",
      { id: `who-${id}` },
      ...human,
      el(
        "optgroup",
        { label: "the computer" },
        ...algorithms.map((one) => el("option", { value: one.name, selected: one.name === chosen }, one.name)),
      ),
    );
    this.heuristic = el("select", { id: `heuristic-${id}` });
    this.limit = el("select", { id: `limit-${id}` });
    this.amount = el("input", { id: `amount-${id}`, type: "number", required: true });
    this.more = el("div", { class: "player-more" });
    this.who.addEventListener("change", () => this.changed());
    this.heuristic.addEventListener("change", () => this.weighs && this.changed({ weights: {} }));
    this.limit.addEventListener("change", () => this.limited());
    this.amount.addEventListener("input", () => (this.amounts[this.limit.value] = this.amount.value));
    this.element = el("div", {}, el("label", {}, label, this.who), this.more);
    this.offer(game, given?.heuristic);
    this.changed({ options: given?.options, weights: given?.weights, limit: Object.keys(given?.limits ?? {})[0] });
  }

  get algorithm() {
    return algorithms.find((one) => one.name === this.who.value);
  }

  /**
   * Other heuristics to choose from; the chosen one stays where it is among them.
   * @param {Playable} game @param {string | null} chosen
   */
  offer(game, chosen = this.heuristic.value) {
    this.game = game;
    const name = game.heuristics.some((one) => one.name === chosen) ? chosen : game.default;
    this.heuristic.replaceChildren(
      ...game.heuristics.map((one) =>
        el("option", { value: one.name, title: one.about, selected: one.name === name }, one.name),
      ),
    );
  }

  /**
   * Draws what the chosen algorithm has to choose. What was typed stays, where that is still there to choose.
   * @param {{ options?: Record<string, string>, weights?: Record<string, number>, limit?: string }} given
   */
  changed({ options = readOptions(this.more), weights = this.weights, limit = this.limit.value } = {}) {
    const { algorithm } = this;
    const opened = findAllOf(HTMLDetailsElement, "details[open]", this.more).map((one) => one.className);
    if (!algorithm) {
      this.more.replaceChildren();
      return;
    }
    const from = algorithm.package ? ` (${algorithm.package})` : "";
    this.who.title = `${algorithm.about}${from}`;
    this.limit.replaceChildren(
      ...algorithm.limits.map((one) =>
        el("option", { value: one.name, title: one.about, selected: one.name === limit }, one.name),
      ),
    );
    if (algorithm.limits.length) this.limited();
    const heuristic = algorithm.takes_heuristic
      ? this.game.heuristics.find((one) => one.name === this.heuristic.value)
      : null;
    this.more.replaceChildren(
      el("p", { class: "small muted about" }, this.who.title),
      ...(algorithm.takes_heuristic ? [el("label", {}, "Heuristic", this.heuristic)] : []),
      ...(algorithm.limits.length
        ? [
            el(
              "div",
              { class: "row limits" },
              el("label", {}, "Limit", this.limit),
              el("label", {}, "Amount", this.amount),
            ),
          ]
        : []),
      this.weighs ? weightsPart(heuristic, weights) : "",
      optionsPart(algorithm, this.game, options),
    );
    for (const one of findAllOf(HTMLDetailsElement, "details", this.more)) one.open = opened.includes(one.className);
  }

  limited() {
    const limit = this.algorithm?.limits.find((one) => one.name === this.limit.value);
    if (!limit) return;
    const whole = limit.name !== "seconds";
    Object.assign(this.amount, {
      min: whole ? "1" : "0.001",
      max: String(limit.most),
      step: whole ? "1" : "any",
      value: String(this.amounts[limit.name] ?? limit.usual),
    });
  }

  /** What was chosen, where no human is offered. @returns {Player} */
  get player() {
    const { value } = this;
    if (value.kind === PERSON) throw new Error("nobody is chosen");
    return value;
  }

  /** The weights that were typed, by term. @returns {Record<string, number>} */
  get weights() {
    const typed = findAllOf(HTMLInputElement, "[data-term]", this.more).filter((one) => one.value !== "");
    return Object.fromEntries(typed.map((one) => [one.dataset.term, Number(one.value)]));
  }

  /** @returns {AnyPlayer} */
  get value() {
    const { algorithm } = this;
    if (!algorithm) return { kind: PERSON };
    const limits = algorithm.limits.length ? { [this.limit.value]: Number(this.amount.value) } : {};
    return player(
      algorithm.name,
      algorithm.takes_heuristic ? this.heuristic.value : null,
      limits,
      readOptions(this.more),
      this.weights,
    );
  }
}

/**
 * A player as an item of a list, with a button that removes it.
 * @param {PlayerForm} form @param {string} label @param {(row: HTMLElement) => void} onremove
 */
export function playerRow(form, label, onremove) {
  const remove = el("button", { type: "button", class: "icon quiet", title: label, "aria-label": label }, icon("x"));
  const row = el("li", {}, el("div", { class: "player-row" }, form.element, remove));
  remove.addEventListener("click", () => onremove(row));
  return row;
}
