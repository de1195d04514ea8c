// The form of a new tournament: boards, players, games. Games and heuristics come from the server's list.
import { el, find, findAll, notify, request } from "/static/js/common.js";
import { PlayerForm } from "/static/js/player_form.js";
import { asked as askedPlayer, fromAsked, loadAlgorithms, usualPlayer } from "/static/js/players.js";
import { number } from "/static/js/tournament_numbers.js";

let rows = 0; // players so far, for the ids of their parts

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
    const [families, presets] = await Promise.all([
      request("/api/games"),
      request("/api/tournaments/presets"),
      loadAlgorithms("/api/tournaments/algorithms"),
    ]);
    const names = [...new Set(families.flatMap((one) => [one.game.name, ...one.examples]))];
    find("#board-names").replaceChildren(...names.map((value) => el("option", { value })));
    find("#board").placeholder = names[0];
    this.stages = presets.flatMap((preset) => preset.stages.map((stage) => ({ ...stage, preset })));
    find("#preset").append(
      ...this.stages.map((stage, at) => el("option", { value: at }, `${stage.preset.name}: ${stage.title}`)),
    );
    if (history.state?.asked) return this.fill(history.state.asked); // the user comes back to what was asked for here
    const first = families.find((one) => one.game.heuristics.length > 1) ?? families[0];
    await this.addBoard(first.game.name);
    for (const one of first.game.heuristics.slice(0, 2))
      this.addPlayer({ ...usualPlayer(first.game), heuristic: one.name });
    this.changed();
  }

  async preset() {
    const stage = this.stages[find("#preset").value];
    find("#preset-about").hidden = !stage;
    if (!stage) return;
    const published = stage.preset.published.length
      ? " Its table was published: the tournament's page shows it beside what is played here."
      : "";
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
    for (const one of asked.players) this.addPlayer(fromAsked(one));
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
    if (!this.offered().heuristics.length && this.boards.size > 1) {
      this.boards.delete(game.name);
      throw new Error(
        `No heuristic plays ${game.name} and the boards before it; a tournament's players play on all its boards.`,
      );
    }
    find("#board").value = "";
    find("#notices").replaceChildren();
    this.showBoards();
  }

  showBoards() {
    find("#boards").replaceChildren(
      ...[...this.boards.keys()].map((name) =>
        el(
          "li",
          {},
          name,
          el(
            "button",
            {
              type: "button",
              "aria-label": `Remove ${name}`,
              onclick: () => {
                this.boards.delete(name);
                this.showBoards();
                find("#board").focus();
              },
            },
            "×",
          ),
        ),
      ),
    );
    if (this.boards.size) for (const row of this.rows()) row.offer(this.offered()); // without a board they stay as they are
    this.count();
  }

  /** Heuristics that every chosen board has, and the default one. */
  offered() {
    const [first, ...others] = this.boards.values();
    const heuristics = (first?.heuristics ?? []).filter((one) =>
      others.every((game) => game.heuristics.some((other) => other.name === one.name)),
    );
    return {
      heuristics,
      default: heuristics.some((one) => one.name === first.default) ? first.default : heuristics[0]?.name,
    };
  }

  // -- players ----------------------------------------------------------------------------------------------------------

  rows() {
    return findAll("#players > li").map((node) => node.row);
  }

  addPlayer(given) {
    const row = new PlayerRow(this, given);
    find("#players").append(row.node);
    this.count();
  }

  // -- the rest ---------------------------------------------------------------------------------------------------------

  changed() {
    const match = find("#kind").value === "match";
    find("#sprt").hidden = !match;
    find("#sprt-fields").hidden = !find("#sprt-on").checked;
    find("#plies").disabled = find("#balanced").disabled = ["suite", "start"].includes(find("#openings").value);
    this.count();
  }

  count() {
    const players = this.rows().length;
    const kind = find("#kind").value;
    const meetings = kind === "round-robin" ? (players * (players - 1)) / 2 : Math.max(0, players - 1);
    const total = meetings * this.boards.size * Number(find("#games").value);
    const most = kind === "match" && find("#sprt-on").checked ? "at most " : "";
    const countable = this.boards.size && players > 1 && find("#games").validity.valid;
    find("#count").textContent = countable
      ? `${most}${number(total)} games on ${this.boards.size} ${this.boards.size === 1 ? "board" : "boards"}`
      : "";
  }

  async start() {
    const asked = {
      boards: [...this.boards.keys()],
      players: this.rows().map((row) => askedPlayer(row.form.value)),
      kind: find("#kind").value,
      games: Number(find("#games").value),
      openings: {
        kind: find("#openings").value,
        plies: Number(find("#plies").value),
        balanced: find("#balanced").checked,
      },
      seed: Number(find("#seed").value),
    };
    if (find("#minutes").value) asked.minutes = Number(find("#minutes").value);
    if (asked.kind === "match" && find("#sprt-on").checked) {
      asked.sprt = Object.fromEntries(
        ["elo0", "elo1", "alpha", "beta"].map((name) => [name, Number(find(`#${name}`).value)]),
      );
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

/** One player of the list. */
class PlayerRow {
  constructor(form, given) {
    this.form = new PlayerForm(form.offered(), (rows += 1), { weighs: true, given });
    const remove = el(
      "button",
      {
        type: "button",
        class: "icon",
        "aria-label": "Remove this player",
        onclick: () => {
          this.node.remove();
          form.count();
          find("#player-add").focus();
        },
      },
      "×",
    );
    this.node = el("li", {}, el("div", { class: "player-row" }, this.form.element, remove));
    this.node.row = this;
  }

  /** Another choice of boards may have other heuristics. */
  offer(game) {
    this.form.offer(game);
    this.form.changed();
  }
}
