// The form of a new tournament: boards, players, games. Games and heuristics come from the server's list.
import { el, find, findAll, notify, request } from "/static/js/common.js";
import { number } from "/static/js/tournament_numbers.js";

const LIMITS = { seconds: { value: "0.1", min: "0.001", max: "30", step: "any" }, nodes: { value: "10000", min: "1", max: "50000000", step: "1" }, depth: { value: "6", min: "1", max: "100", step: "1" } };
const RANDOM = "random";

export class Form {
  constructor() {
    this.boards = new Map(); // by name: the server's data about the game
    find("#form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.start().catch(notify);
    });
    find("#form").addEventListener("input", () => this.count());
    find("#board-add").addEventListener("click", () => this.addBoard(find("#board").value.trim()).catch(notify));
    find("#board").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.addBoard(find("#board").value.trim()).catch(notify);
    });
    find("#player-add").addEventListener("click", () => this.addPlayer());
    find("#kind").addEventListener("change", () => this.changed());
    find("#sprt-on").addEventListener("change", () => this.changed());
    find("#openings").addEventListener("change", () => this.changed());
    find("#preset").addEventListener("change", () => this.preset().catch(notify));
  }

  async load() {
    const [families, presets] = await Promise.all([request("/api/games"), request("/api/tournaments/presets")]);
    const names = [...new Set(families.flatMap((one) => [one.game.name, ...one.examples]))];
    find("#board-names").replaceChildren(...names.map((value) => el("option", { value })));
    find("#board").placeholder = names[0];
    this.stages = presets.flatMap((preset) => preset.stages.map((stage) => ({ ...stage, preset })));
    find("#preset").append(...this.stages.map((stage, at) => el("option", { value: at }, `${stage.preset.name}: ${stage.title}`)));
    if (history.state?.asked) return this.fill(history.state.asked); // the user comes back to what was asked for here
    const first = families.find((one) => one.game.heuristics.length > 1) ?? families[0];
    await this.addBoard(first.game.name);
    for (const one of first.game.heuristics.slice(0, 2)) this.addPlayer({ heuristic: one.name });
    this.changed();
  }

  async preset() {
    const stage = this.stages[find("#preset").value];
    find("#preset-about").hidden = !stage;
    if (!stage) return;
    const published = stage.preset.published.length ? " Its table was published: the tournament's page shows it beside what is played here." : "";
    const whole = stage.preset.stages.length > 1 ? `One of ${stage.preset.stages.length} parts of: ` : "";
    find("#preset-about").textContent = `${whole}${stage.preset.about}.${published}`;
    await this.fill(stage.definition);
  }

  /** Shows a tournament as it would be asked for. */
  async fill(asked) {
    this.boards.clear();
    find("#players").replaceChildren();
    await Promise.all(asked.boards.map((name) => this.read(name)));
    this.boards = new Map(asked.boards.map((name) => [name, this.boards.get(name)]));
    this.showBoards();
    for (const player of asked.players) this.addPlayer(player);
    find("#kind").value = asked.kind;
    find("#games").value = asked.games;
    find("#openings").value = asked.openings.kind;
    find("#plies").value = asked.openings.plies;
    find("#balanced").checked = asked.openings.balanced;
    find("#seed").value = asked.seed;
    find("#minutes").value = asked.minutes ?? "";
    find("#sprt-on").checked = Boolean(asked.sprt);
    for (const [name, value] of Object.entries(asked.sprt ?? {})) find(`#${name}`).value = value;
    this.changed();
  }

  // -- boards -----------------------------------------------------------------------------------------------------------

  async read(name) {
    const game = await request(`/api/game?name=${encodeURIComponent(name)}`);
    this.boards.set(game.name, game);
    return game;
  }

  async addBoard(name) {
    if (!name) return;
    const game = await this.read(name);
    if (!this.heuristics().length && this.boards.size > 1) {
      this.boards.delete(game.name);
      throw new Error(`No heuristic plays ${game.name} and the boards before it; a tournament's players play on all its boards.`);
    }
    find("#board").value = "";
    find("#notices").replaceChildren();
    this.showBoards();
  }

  showBoards() {
    find("#boards").replaceChildren(...[...this.boards.keys()].map((name) => el("li", {}, name, el("button", { type: "button", "aria-label": `Remove ${name}`, onclick: () => {
      this.boards.delete(name);
      this.showBoards();
      find("#board").focus();
    } }, "×"))));
    for (const row of this.rows()) row.choose(row.heuristic.value);
    this.count();
  }

  /** Heuristics that every chosen board has. */
  heuristics() {
    const [first, ...others] = this.boards.values();
    return (first?.heuristics ?? []).filter((one) => others.every((game) => game.heuristics.some((other) => other.name === one.name)));
  }

  // -- players ----------------------------------------------------------------------------------------------------------

  rows() {
    return findAll("#players > li").map((node) => node.row);
  }

  addPlayer(given = {}) {
    const row = new PlayerRow(this, given);
    find("#players").append(row.node);
    this.count();
  }

  // -- the rest ---------------------------------------------------------------------------------------------------------

  changed() {
    const match = find("#kind").value === "match";
    find("#sprt").hidden = !match;
    find("#sprt-fields").hidden = !find("#sprt-on").checked;
    const random = ["auto", "random"].includes(find("#openings").value);
    find("#plies").disabled = find("#balanced").disabled = !random;
    this.count();
  }

  count() {
    const players = this.rows().length;
    const kind = find("#kind").value;
    const meetings = kind === "round-robin" ? (players * (players - 1)) / 2 : Math.max(0, players - 1);
    const total = meetings * this.boards.size * Number(find("#games").value);
    const most = kind === "match" && find("#sprt-on").checked ? "at most " : "";
    const countable = this.boards.size && players > 1 && find("#games").validity.valid;
    find("#count").textContent = countable ? `${most}${number(total)} games on ${this.boards.size} ${this.boards.size === 1 ? "board" : "boards"}` : "";
  }

  async start() {
    const asked = {
      boards: [...this.boards.keys()],
      players: this.rows().map((row) => row.asked()),
      kind: find("#kind").value,
      games: Number(find("#games").value),
      openings: { kind: find("#openings").value, plies: Number(find("#plies").value), balanced: find("#balanced").checked },
      seed: Number(find("#seed").value),
    };
    if (find("#minutes").value) asked.minutes = Number(find("#minutes").value);
    if (asked.kind === "match" && find("#sprt-on").checked) {
      asked.sprt = Object.fromEntries(["elo0", "elo1", "alpha", "beta"].map((name) => [name, Number(find(`#${name}`).value)]));
    }
    if (!asked.boards.length) return notify("Add a board first.");
    if (asked.players.length < 2) return notify("A tournament needs two players or more.");
    find("#start").disabled = true;
    try {
      const made = await request("/api/tournaments", asked);
      history.replaceState({ asked }, "");
      location.assign(`/tournament?id=${made.id}`);
    } finally {
      find("#start").disabled = false;
    }
  }
}

/** One player: a heuristic, its weights, its limit. */
class PlayerRow {
  constructor(form, given) {
    this.form = form;
    this.heuristic = el("select", { "aria-label": "heuristic", onchange: () => this.choose(this.heuristic.value) });
    this.kind = el("select", { "aria-label": "limit per move", onchange: () => this.limit() }, ...Object.keys(LIMITS).map((name) => el("option", {}, name)));
    this.amount = el("input", { type: "number", "aria-label": "amount", required: true });
    this.limits = el("span", { class: "row" }, this.kind, this.amount);
    this.weights = el("details", { class: "weights" });
    const remove = el("button", { type: "button", class: "icon", "aria-label": "Remove this player", onclick: () => this.remove() }, "×");
    this.node = el("li", {}, el("div", { class: "row" }, this.heuristic, this.limits, remove), this.weights);
    this.node.row = this;
    this.choose(given.heuristic, given.weights);
    const [kind, amount] = Object.entries(given.limits ?? {}).find(([, value]) => value !== null) ?? [];
    if (kind) this.kind.value = kind;
    this.limit(amount);
  }

  remove() {
    this.node.remove();
    this.form.count();
    find("#player-add").focus();
  }

  limit(amount) {
    const { value, ...bounds } = LIMITS[this.kind.value];
    for (const [name, bound] of Object.entries(bounds)) this.amount.setAttribute(name, bound);
    this.amount.value = amount ?? value;
  }

  /** Shows what can be chosen on these boards, and the terms of the one that is. */
  choose(name, weights = {}) {
    const known = this.form.heuristics();
    this.heuristic.replaceChildren(...known.map((one) => el("option", { value: one.name, title: one.about }, one.name)), el("option", { value: RANDOM }, "random moves"));
    this.heuristic.value = [...known.map((one) => one.name), RANDOM].includes(name) ? name : known[0]?.name ?? RANDOM;
    const chosen = known.find((one) => one.name === this.heuristic.value);
    this.limits.hidden = !chosen;
    this.amount.disabled = !chosen;
    const terms = Object.entries(chosen?.terms ?? {});
    this.weights.hidden = !terms.length;
    this.weights.replaceChildren(el("summary", {}, "weights"), el("div", { class: "row" }, terms.map(([term, weight]) => el("label", {}, term, el("input", { type: "number", min: -1000, max: 1000, step: "any", placeholder: weight, value: weights[term] ?? null, "data-term": term })))));
  }

  asked() {
    if (this.heuristic.value === RANDOM) return { heuristic: RANDOM };
    const weights = {};
    for (const one of findAll("[data-term]", this.weights)) if (one.value !== "") weights[one.dataset.term] = Number(one.value);
    return { heuristic: this.heuristic.value, weights, limits: { [this.kind.value]: Number(this.amount.value) } };
  }
}
