// A stored game again: the board step by step, the moves with what the players thought, and a graph of it.
import {
  announce,
  el,
  find,
  findA,
  findAll,
  icon,
  notify,
  request,
  seek,
  short,
  sleep,
  titleOf,
} from "/static/js/common.js";
import { BoardView } from "/static/js/board.js";
import { mistake } from "/static/js/exact.js";
import { number } from "/static/js/tournament_numbers.js";
import { widthOf } from "/static/js/block_plots.js";
import { thoughtsGraph, worth } from "/static/js/replay_graph.js";

/** @type {Record<number, string>} */
const RESULTS = { 1: "1–0", 0.5: "½–½", 0: "0–1" };
const PAUSE = 900;

class Replay {
  /** @param {Api.TournamentsGameView} game */
  constructor(game) {
    this.game = game;
    this.ply = 0;
    this.last = game.legal ?? 0;
    /** Positions by ply. @type {Map<number, Promise<Api.PositionView>>} */
    this.known = new Map();
    /** Moves the mark of the graph to a ply. @type {(ply: number) => void} */
    this.here = () => {};
    this.view = new BoardView(find("#board"), { label: `Board of ${titleOf(game.board)}` });
    /** @type {object | null} */
    this.walking = null;
    this.bind();
    this.heading();
    this.moves();
    this.graph();
    this.facts();
  }

  bind() {
    /** @type {[keyof PageElements, () => number][]} */
    const steps = [
      ["#to-first", () => 0],
      ["#to-back", () => this.ply - 1],
      ["#to-forth", () => this.ply + 1],
      ["#to-last", () => this.last],
    ];
    for (const [name, where] of steps) find(name).addEventListener("click", () => this.step(where()));
    find("#turn").addEventListener("click", () => {
      this.view.flip(!this.view.flipped);
      this.people();
    });
    find("#walk").addEventListener("click", () => this.walk());
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("resize", () => this.graph());
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea")) return;
    if (event.key === " " && at.closest("button")) return; // the space bar presses these
    /** @type {Record<string, number | undefined>} */
    const keys = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.last };
    const to = keys[event.key];
    if (to === undefined && event.key !== " ") return;
    event.preventDefault();
    if (to !== undefined) this.step(to);
    else if (!event.repeat) this.walk();
  }

  /** The position after so many plies, asked for once. @param {number} ply */
  position(ply) {
    const known = this.known.get(ply);
    if (known) return known;
    const words = this.game.moves.slice(0, ply).map((move) => move.word);
    const wanted = request("/api/position", { game: this.game.board, start: this.game.start, moves: words });
    this.known.set(ply, wanted);
    wanted.catch(() => this.known.delete(ply));
    return wanted;
  }

  /** @param {number} ply */
  async go(ply, { quiet = false } = {}) {
    if (this.game.legal === null) return; // the server does not know the board
    const to = Math.max(0, Math.min(this.last, ply));
    const step = to - this.ply;
    this.ply = to;
    this.mark();
    try {
      const position = await this.position(to);
      if (to !== this.ply) return;
      await this.view.show(position, { animate: step === 1 });
      if (to < this.last) this.position(to + 1).catch(() => {});
      if (!quiet && position.last)
        announce(
          `${position.sides[position.last.side]}: ${position.last.word}${position.outcome ? `; ${position.outcome.reason}` : ""}`,
        );
    } catch (error) {
      notify(error);
    }
  }

  /** A step by hand, which stops the walk. @param {number} ply */
  step(ply) {
    this.led(null);
    this.go(ply);
  }

  /** Walks on by itself, from the start if the end is shown; or stops. */
  async walk() {
    if (this.walking) {
      this.led(null);
      return;
    }
    const mine = {}; // of two walks only the later one continues
    this.led(mine);
    await this.go(this.ply === this.last ? 0 : this.ply + 1);
    while (this.walking === mine && this.ply < this.last) {
      await sleep(PAUSE);
      if (this.walking === mine) await this.go(this.ply + 1);
    }
    if (this.walking === mine) this.led(null);
  }

  /** @param {object | null} walk */
  led(walk) {
    this.walking = walk;
    find("#walk").setAttribute("aria-pressed", String(Boolean(walk)));
    find("#walk").replaceChildren(icon(walk ? "pause" : "play"), walk ? "Pause" : "Play");
  }

  // -- what is shown --------------------------------------------------------------------------------------------------

  heading() {
    const { game } = this;
    find("#title").textContent = `${game.first} – ${game.second}`;
    document.title = `${game.first} – ${game.second} · Plies`;
    find("#back").replaceChildren(
      el("a", { href: "/tournaments" }, "All tournaments"),
      " › ",
      el("a", { href: `/tournament?id=${game.tournament}` }, "the tournament"),
    );
    const winner = game.score === 0.5 ? "a draw" : `${game.sides[game.score === 1 ? 0 : 1]} won`;
    const fault = game.termination === "rules" ? "" : ` (${game.termination})`;
    find("#result").textContent = `${RESULTS[game.score]}, ${winner}: ${game.reason}${fault}`;
    this.people();
  }

  people() {
    /** @param {number} side */
    const label = (side) => [el("b", {}, side ? this.game.second : this.game.first), ` as ${this.game.sides[side]}`];
    const near = this.view.flipped ? 1 : 0;
    find("#near").replaceChildren(...label(near));
    find("#far").replaceChildren(...label(1 - near));
  }

  moves() {
    /** @type {HTMLElement[]} */
    const cells = [];
    let line = 0;
    this.game.moves.forEach((move, at) => {
      if (at === 0 || move.side === 0) cells.push(el("span", { class: "index" }, `${(line += 1)}.`));
      if (at === 0 && move.side === 1) cells.push(el("span", {}, "…"));
      const label = at < this.game.opening ? "opening" : worth(move);
      const title = label === "only" ? "the only legal move, made without thinking" : null;
      cells.push(
        el(
          "button",
          { "data-ply": at + 1, title, disabled: at >= this.last, onclick: () => this.step(at + 1) },
          el("span", { class: "word" }, move.word),
          el("small", {}, label),
        ),
      );
    });
    find("#moves").replaceChildren(...cells);
    const silent = this.game.moves.slice(this.game.opening).some((move) => !worth(move));
    find("#legend").textContent =
      `Values are for ${this.game.sides[0]}.${silent ? " Players that report no values, such as random ones, have none." : ""}`;
    find("#legend").hidden = this.game.moves.every((move) => move.first_value === null);
  }

  /** Moves that gave value away, where a table knows. */
  async mistakes() {
    const { given_away: given } = await this.position(this.last);
    for (const one of given) seek(`#moves [data-ply="${one.ply}"] .word`)?.append(...mistake(one));
  }

  mark() {
    for (const one of findAll("#moves [aria-current]")) one.removeAttribute("aria-current");
    const now = seek(`#moves [data-ply="${this.ply}"]`);
    now?.setAttribute("aria-current", "true");
    const list = find("#moves");
    if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
    else list.scrollTop = 0;
    find("#to-first").disabled = find("#to-back").disabled = this.ply === 0;
    find("#to-last").disabled = find("#to-forth").disabled = this.ply === this.last;
    this.showThought();
    this.here(this.ply);
    this.address();
    const words = new URLSearchParams({ game: this.game.board });
    if (this.game.start) words.set("start", this.game.start);
    words.set(
      "moves",
      this.game.moves
        .slice(0, this.last)
        .map((move) => move.word)
        .join(" "),
    );
    words.set("ply", String(this.ply));
    findA(HTMLAnchorElement, "#analyse").href = `/play#${words}`;
  }

  /** The ply is in the address, so that a return to this page shows the same position. */
  address() {
    const words = new URLSearchParams(location.search);
    if (this.ply) words.set("ply", String(this.ply));
    else words.delete("ply");
    history.replaceState(null, "", `?${words}`);
  }

  /** What the player of the last move thought. */
  showThought() {
    const move = this.game.moves[this.ply - 1];
    if (!move) find("#thought").textContent = "The start.";
    else if (this.ply <= this.game.opening) find("#thought").textContent = `${this.ply}. ${move.word}: opening`;
    else {
      const value =
        move.first_value === null ? (move.only ? "the only move" : "") : `${worth(move)} for ${this.game.sides[0]}`;
      const more = [
        value,
        move.depth ? `depth ${move.depth}` : "",
        move.nodes ? `${short(move.nodes)} nodes${move.reported ? " (reported)" : ""}` : "",
        `${number(move.seconds)} s`,
      ].filter(Boolean);
      find("#thought").textContent = `${this.ply}. ${move.word}: ${more.join(", ")}`;
    }
  }

  graph() {
    const drawn = thoughtsGraph(this.game, widthOf(find("#graph")), (ply) => this.step(ply));
    this.here = drawn.mark;
    this.here(this.ply);
    find("#graph").replaceChildren(...drawn.parts);
  }

  facts() {
    const { game } = this;
    const facts = {
      board: titleOf(game.board),
      pair: `${game.pair + 1}, ${game.turned ? "second game" : "first game"}`,
      plies: `${game.plies}, ${game.opening} of them the opening`,
      took: `${number(game.seconds)} s`,
      seed: String(game.seed),
      played: new Date(1000 * game.started).toLocaleString(),
      versions: Object.entries(game.versions)
        .map(([name, text]) => `${name} ${text}`)
        .join(", "),
      id: game.id,
    };
    find("#facts").replaceChildren(
      ...Object.entries(facts).flatMap(([name, text]) => [el("dt", {}, name), el("dd", {}, text)]),
    );
  }
}

/** The game of that id; null if there is none. @param {string} id */
async function stored(id) {
  if (!/^[0-9a-f]{20}$/.test(id)) return null;
  return request(`/api/tournaments/games/${id}`).catch((error) => {
    if (error.status === 404) return null;
    throw error;
  });
}

async function open() {
  const words = new URLSearchParams(location.search);
  const game = await stored(words.get("id") ?? "").catch((error) => {
    find("#loading").textContent = `The game could not be loaded: ${error.message}.`;
    throw error;
  });
  find("#loading").hidden = true;
  find("#missing").hidden = Boolean(game);
  find("#replay").hidden = !game;
  if (!game) return;
  const replay = new Replay(game);
  if (game.legal === null) {
    for (const one of findAll("#steps, .keys, #analyse")) one.hidden = true;
    find("#board").replaceChildren(
      el("p", { class: "muted" }, "The board of this game comes from a file, so it is not drawn here."),
    );
  } else {
    replay.mistakes().catch(() => {}); // without a table nothing is marked
    await replay.go(Number.parseInt(words.get("ply") ?? "", 10) || 0, { quiet: true });
  }
}

open().catch(notify);
