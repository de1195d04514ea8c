// The form of a new tournament: boards, players, games. Games and heuristics come from the server's list.
import { el, find, findA, findAll, notify, request, titleOf } from "/static/js/common.js";
import { PlayerForm, playerRow } from "/static/js/player_form.js";
import { asked as askedPlayer, fromAsked, loadAlgorithms, usualPlayer } from "/static/js/players.js";
import { number } from "/static/js/tournament_numbers.js";

const SPRT = /** @type {const} */ (["elo0", "elo1", "alpha", "beta"]);
/** The players by their items of the list. @type {WeakMap<Element, PlayerRow>} */
const ROWS = new WeakMap();
let rows = 0; // players so far, for the ids of their parts

export class Form {
  constructor() {
    /** By name: the server's data about the game. @type {Map<string, Api.PlayGameView>} */
    this.boards = new Map();
    /** @type {(Api.StageView & { preset: Api.PresetView })[]} */
    this.stages = [];
    this.board = findA(HTMLInputElement, "#board");
    this.games = findA(HTMLInputElement, "#games");
    find("#form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.start().catch(notify);
    });
    find("#form").addEventListener("input", () => this.count());
    find("#board-add").addEventListener("click", () => this.addBoard(this.board.value.trim()).catch(notify));
    this.board.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.addBoard(this.board.value.trim()).catch(notify);
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
    this.board.placeholder = names[0];
    this.stages = presets.flatMap((preset) => preset.stages.map((stage) => ({ ...stage, preset })));
    find("#preset").append(
      ...this.stages.map((stage, at) => el("option", { value: at }, `${stage.preset.name}: ${stage.title}`)),
    );
    if (history.state?.asked) {
      await this.fill(history.state.asked); // the user comes back to what was asked for here
      return;
    }
    const first = families.find((one) => one.game.heuristics.length > 1) ?? families[0];
    await this.addBoard(first.game.name);
    for (const one of first.game.heuristics.slice(0, 2))
      this.addPlayer({ ...usualPlayer(first.game), heuristic: one.name });
    this.changed();
  }

  async preset() {
    const stage = this.stages[Number(find("#preset").value || NaN)];
    find("#preset-about").hidden = !stage;
    if (!stage) return;
    const published = stage.preset.published.length
      ? " Its table was published: the tournament's page shows it beside what is played here."
      : "";
    const whole = stage.preset.stages.length > 1 ? `One of ${stage.preset.stages.length} parts of: ` : "";
    find("#preset-about").textContent = `${whole}${stage.preset.about}.${published}`;
    await this.fill(stage.definition);
  }

  /** Shows a tournament as it would be asked for. @param {Api.TournamentAsked} asked */
  async fill(asked) {
    this.boards.clear();
    find("#players").replaceChildren();
    const games = await Promise.all(asked.boards.map((name) => this.read(name)));
    this.boards = new Map(games.map((game) => [game.name, game])); // in their order
    this.showBoards();
    for (const one of asked.players) if (typeof one === "object") this.addPlayer(fromAsked(one));
    find("#kind").value = asked.kind;
    this.games.value = String(asked.games);
    find("#openings").value = asked.openings.kind;
    find("#plies").value = String(asked.openings.plies);
    find("#balanced").checked = asked.openings.balanced;
    find("#seed").value = String(asked.seed);
    find("#minutes").value = String(asked.minutes ?? "");
    find("#sprt-on").checked = Boolean(asked.sprt);
    for (const name of SPRT) if (asked.sprt) find(`#${name}`).value = String(asked.sprt[name]);
    this.changed();
  }

  // -- boards -----------------------------------------------------------------------------------------------------------

  /** @param {string} name */
  async read(name) {
    const game = await request(`/api/game?name=${encodeURIComponent(name)}`);
    this.boards.set(game.name, game);
    return game;
  }

  /** @param {string} name */
  async addBoard(name) {
    if (!name) return;
    const game = await this.read(name);
    if (!this.offered().heuristics.length && this.boards.size > 1) {
      this.boards.delete(game.name);
      throw new Error(
        `No heuristic plays ${game.name} and the boards before it; a tournament's players play on all its boards.`,
      );
    }
    this.board.value = "";
    find("#notices").replaceChildren();
    this.showBoards();
  }

  showBoards() {
    find("#boards").replaceChildren(
      ...[...this.boards.keys()].map((name) =>
        el(
          "li",
          { title: name },
          titleOf(name),
          el(
            "button",
            {
              type: "button",
              "aria-label": `Remove ${titleOf(name)}`,
              onclick: () => {
                this.boards.delete(name);
                this.showBoards();
                this.board.focus();
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

  /** Heuristics that every chosen board has, and the default one. @returns {Playable} */
  offered() {
    const [first, ...others] = this.boards.values();
    const heuristics = (first?.heuristics ?? []).filter((one) =>
      others.every((game) => game.heuristics.some((other) => other.name === one.name)),
    );
    return {
      heuristics,
      default: heuristics.some((one) => one.name === first?.default) ? first.default : (heuristics[0]?.name ?? ""),
    };
  }

  // -- players ----------------------------------------------------------------------------------------------------------

  rows() {
    return findAll("#players > li").flatMap((node) => ROWS.get(node) ?? []);
  }

  /** @param {Player} [given] */
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
    const total = meetings * this.boards.size * Number(this.games.value);
    const most = kind === "match" && find("#sprt-on").checked ? "at most " : "";
    const countable = this.boards.size && players > 1 && this.games.validity.valid;
    find("#count").textContent = countable
      ? `${most}${number(total)} games on ${this.boards.size} ${this.boards.size === 1 ? "board" : "boards"}`
      : "";
  }

  async start() {
    const kind = find("#kind").value;
    const asked = {
      boards: [...this.boards.keys()],
      players: this.rows().map((row) => askedPlayer(row.form.player)),
      kind,
      games: Number(this.games.value),
      openings: {
        kind: find("#openings").value,
        plies: Number(find("#plies").value),
        balanced: find("#balanced").checked,
      },
      seed: Number(find("#seed").value),
      minutes: find("#minutes").value ? Number(find("#minutes").value) : undefined,
      sprt:
        kind === "match" && find("#sprt-on").checked
          ? Object.fromEntries(SPRT.map((name) => [name, Number(find(`#${name}`).value)]))
          : undefined,
    };
    const missing = !asked.boards.length
      ? "Add a board first."
      : asked.players.length < 2
        ? "A tournament needs two players or more."
        : "";
    if (missing) {
      notify(missing);
      return;
    }
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
  /** @param {Form} form @param {Player} [given] */
  constructor(form, given) {
    this.form = new PlayerForm(form.offered(), (rows += 1), { weighs: true, given });
    this.node = playerRow(this.form, "Remove this player", (row) => {
      row.remove();
      form.count();
      find("#player-add").focus();
    });
    ROWS.set(this.node, this);
  }

  /** Another choice of boards may have other heuristics. @param {Playable} game */
  offer(game) {
    this.form.offer(game);
    this.form.changed();
  }
}
