// The dialog before a game: which game, its options, who plays, the clock. All of it comes from the server's list.
import { el, find, notify, request } from "/static/js/common.js";

export class Setup {
  constructor(onstart) {
    this.dialog = find("#setup");
    this.onstart = onstart;
    this.family = find("#setup-family");
    this.family.addEventListener("change", () => this.changed());
    find("#setup-cancel").addEventListener("click", () => this.dialog.close());
    find("#setup-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin().catch(notify);
    });
  }

  async load() {
    this.families = await request("/api/games");
    this.family.replaceChildren(...this.families.map((one) => el("option", { value: one.name }, one.name)));
    this.changed();
  }

  open(family) {
    if (family && this.families.some((one) => one.name === family)) {
      this.family.value = family;
      this.changed();
    }
    this.dialog.showModal();
  }

  get chosen() {
    return this.families.find((one) => one.name === this.family.value);
  }

  changed() {
    const family = this.chosen;
    find("#setup-about").textContent = `${family.about}.`;
    const fields = family.fields.length ? family.fields.map(field) : [textField(family)];
    find("#setup-fields").replaceChildren(...fields);
    find("#setup-sides").replaceChildren(...family.game.sides.map((side, index) => sideFields(family.game, side, index)));
  }

  async begin() {
    const family = this.chosen;
    const values = {};
    for (const one of find("#setup-fields").querySelectorAll("[data-option]")) values[one.dataset.option] = one.value.trim();
    const asked = family.fields.length ? { family: family.name, values } : { family: family.name, text: find("#setup-text")?.value.trim() ?? "" };
    const game = await request("/api/choose", asked);
    const minutes = Number(find("#setup-minutes").value);
    const more = Number(find("#setup-more").value);
    this.dialog.close();
    this.onstart(game, { players: [0, 1].map(readSide), clock: minutes > 0 ? { seconds: minutes * 60, more } : null });
  }
}

function field(one) {
  const common = { "data-option": one.name, title: one.hint || null };
  let input;
  if (one.choices.length) {
    input = el("select", common, ...one.choices.map((value) => el("option", { selected: value === one.default }, value)));
  } else if (one.high !== null) {
    input = el("input", { ...common, type: "number", min: one.low, max: one.high, value: one.default, required: true });
  } else {
    input = el("input", { ...common, value: one.default, maxlength: 200, size: 14 });
    return el("label", {}, one.name, input, el("span", { class: "small hint" }, one.hint));
  }
  return el("label", {}, one.name, input);
}

function textField(family) {
  if (!family.default && family.examples.length < 2) return el("span", { class: "muted small" }, "no options");
  return el("label", { class: "grow" }, `options: ${family.options}`, el("input", { id: "setup-text", value: family.default, maxlength: 200 }));
}

function sideFields(game, side, index) {
  const who = el("select", { id: `who-${index}` }, el("option", { value: "" }, "a person"),
    ...game.heuristics.map((one) => el("option", { value: one.name, title: one.about, selected: index === 1 && one.name === game.default }, `computer: ${one.name}`)));
  const kind = el("select", { id: `limit-${index}` }, ...["seconds", "depth", "nodes"].map((name) => el("option", {}, name)));
  const amount = el("input", { id: `amount-${index}`, type: "number", required: true });
  const limited = () => {
    const whole = kind.value !== "seconds";
    amount.value = { seconds: "1", depth: "8", nodes: "100000" }[kind.value];
    Object.assign(amount, { min: whole ? "1" : "0.01", max: String(game.bounds[kind.value]), step: whole ? "1" : "any" });
  };
  limited();
  kind.addEventListener("change", limited);
  const limit = el("div", { class: "row" }, el("label", {}, "limit", kind), el("label", {}, "amount", amount));
  const show = () => (limit.hidden = !who.value);
  who.addEventListener("change", show);
  show();
  return el("fieldset", {}, el("legend", {}, side), el("label", {}, "played by", who), limit);
}

function readSide(index) {
  const name = find(`#who-${index}`).value;
  if (!name) return { kind: "person" };
  return { kind: "heuristic", name, limits: { [find(`#limit-${index}`).value]: Number(find(`#amount-${index}`).value) } };
}
