// A form for a player, drawn from the server's description of its algorithms: nothing here names one of them or an option.
import { el, findAll } from "/static/js/common.js";
import { PERSON, algorithms, player } from "/static/js/players.js";

/** The options of an algorithm, folded until they are wanted; empty where it has none. */
export function optionsPart(algorithm, game) {
  if (!algorithm.options.length) return "";
  const part = el("details", { class: "options" }, el("summary", {}, "Options"), ...algorithm.options.map((one) => optionField(one, game)));
  part.addEventListener("invalid", () => (part.open = true), true); // what is wrong must be seen
  return part;
}

/** What was chosen in a part of the page, without what is as usual anyway. */
export function readOptions(place) {
  const texts = findAll("[data-choice]", place).map((one) => [one, one.type === "checkbox" ? (one.checked ? "on" : "off") : one.value.trim()]);
  return Object.fromEntries(texts.filter(([one, text]) => text && text !== one.dataset.usual).map(([one, text]) => [one.dataset.choice, text]));
}

function optionField(one, game) {
  const common = { "data-choice": one.name, "data-usual": one.default ?? "" };
  const hint = el("span", { class: "small hint" }, one.about);
  if (one.form === "switch") return el("label", { class: "inline" }, el("input", { ...common, type: "checkbox", checked: one.default === "on" }), el("span", {}, one.name, " ", hint));
  return el("label", {}, one.name, control(one, common, game), hint);
}

function control(one, common, game) {
  const choice = (value, text = value) => el("option", { value, selected: value === (one.default ?? "") }, text);
  if (one.form === "choice") return el("select", common, ...one.choices.map((value) => choice(value)));
  if (one.form === "heuristic") return el("select", common, choice("", "as usual"), ...[...one.choices, ...game.heuristics.map((each) => each.name)].map((value) => choice(value)));
  if (one.form === "whole number") return el("input", { ...common, type: "number", min: one.low, max: one.high, value: one.default ?? "", placeholder: "as usual" });
  return el("input", { ...common, value: one.default ?? "", maxlength: 200, placeholder: one.right });
}

/** The player of a side: a human, or an algorithm with its heuristic, a limit and options. `id` ends the ids of its parts. */
export class PlayerForm {
  constructor(game, id, byPerson) {
    this.game = game;
    this.who = el("select", { id: `who-${id}` }, el("option", { value: "", selected: byPerson }, "a human"),
      el("optgroup", { label: "the computer" }, ...algorithms.map((one, index) => el("option", { value: one.name, selected: !byPerson && index === 0 }, one.name))));
    this.heuristic = el("select", { id: `heuristic-${id}` }, ...game.heuristics.map((one) => el("option", { value: one.name, title: one.about, selected: one.name === game.default }, one.name)));
    this.limit = el("select", { id: `limit-${id}` });
    this.amount = el("input", { id: `amount-${id}`, type: "number", required: true });
    this.more = el("div", { class: "player-more" });
    this.who.addEventListener("change", () => this.changed());
    this.limit.addEventListener("change", () => this.limited());
    this.element = el("div", {}, el("label", {}, "played by", this.who), this.more);
    this.changed();
  }

  get algorithm() {
    return algorithms.find((one) => one.name === this.who.value);
  }

  changed() {
    const { algorithm } = this;
    if (!algorithm) return this.more.replaceChildren();
    const from = algorithm.package ? ` (${algorithm.package})` : "";
    const chosen = this.limit.value;
    this.limit.replaceChildren(...algorithm.limits.map((one) => el("option", { value: one.name, title: one.about, selected: one.name === chosen }, one.name)));
    if (algorithm.limits.length) this.limited();
    this.more.replaceChildren(el("p", { class: "small muted about" }, `${algorithm.about}${from}`),
      ...(algorithm.takes_heuristic ? [el("label", {}, "heuristic", this.heuristic)] : []),
      ...(algorithm.limits.length ? [el("div", { class: "row" }, el("label", {}, "limit", this.limit), el("label", {}, "amount", this.amount))] : []),
      optionsPart(algorithm, this.game));
  }

  limited() {
    const limit = this.algorithm.limits.find((one) => one.name === this.limit.value);
    const whole = limit.name !== "seconds";
    Object.assign(this.amount, { min: whole ? "1" : "0.01", max: String(limit.most), step: whole ? "1" : "any", value: String(limit.usual) });
  }

  get value() {
    const { algorithm } = this;
    if (!algorithm) return { kind: PERSON };
    const limits = algorithm.limits.length ? { [this.limit.value]: Number(this.amount.value) } : {};
    return player(algorithm.name, algorithm.takes_heuristic ? this.heuristic.value : null, limits, readOptions(this.more));
  }
}
