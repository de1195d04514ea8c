// The home page: a search that thinks, the games, three ways to begin, what one did last.
import {
  asError,
  capital,
  el,
  events,
  find,
  icon,
  notify,
  request,
  short,
  sleep,
  wasAborted,
  worth,
} from "/static/js/common.js";
import { BoardView } from "/static/js/board.js";
import { levelText } from "/static/js/levels.js";
import { loadAlgorithms } from "/static/js/players.js";
import { recent } from "/static/js/recent.js";
import { waiting } from "/static/js/waiting.js";

// addresses of the first releases: the board was here
if (location.hash.includes("=")) location.replace(`/play${location.search}${location.hash}`);

/** Seconds of each search that is shown, and how many moves it plays before it rests. */
const SECONDS = 4;
const MOST = 16;
const FEATURES = [
  ["/tree", "network", "Watch a search", "Minimax and alpha-beta step by step, with every window and cut-off."],
  ["/tournaments", "trophy", "Tournaments", "Which player is better, by how much, and how sure that is."],
  ["/tables", "grid-3x3", "Solved games", "Exact values of whole games, move by move and by distance."],
  ["/map", "eye", "The map of solved boards", "Who wins from the start of each board, and in how many moves."],
  ["/grade", "ruler", "Grading", "How often a player or a heuristic is right, beside the exact values."],
  ["/timing", "timer", "Timing", "What each heuristic costs, and what it is worth at equal time."],
  ["/learn", "book-open", "Rules and heuristics", "Each game explained, its notation, its heuristics term by term."],
  [
    "/play",
    "pencil",
    "Set up a position",
    "Put pieces by hand, read and write files of games, take a heuristic apart.",
  ],
  [
    "/edit",
    "sparkles",
    "Write a heuristic",
    "In the page, with its value on the board as you type (plies serve --edit).",
  ],
  ["/api/docs", "code", "The interface", "All of this as requests with JSON, with forms to try them."],
];

/** @param {string} path @param {Record<string, string | number>} words */
const at = (path, words) =>
  `${path}${path === "/play" ? "#" : "?"}${new URLSearchParams(Object.entries(words).map(([key, value]) => [key, String(value)]))}`;

/** A game against a level. @param {string} game @param {Api.LevelView | null} level */
const playAt = (game, level) => at("/play", { game, ...(level ? { second: levelText(level) } : {}) });

// -- three ways to begin ----------------------------------------------------------------------------------------------

/** @param {Api.Comparison} comparison @param {HTMLButtonElement} button */
async function compare(comparison, button) {
  button.disabled = true;
  try {
    const made = await request("/api/tournaments", comparison.definition);
    location.assign(at("/tournament", { id: made.id }));
  } catch (error) {
    notify(error);
    button.disabled = false;
  }
}

/** @param {Api.Home} home */
function showStarts({ demonstration, title, comparison, cards }) {
  const level = cards.find((one) => one.game === demonstration.game)?.level ?? null;
  /**
   * @template {"a" | "button"} K
   * @param {K} kind @param {Attributes<MadeElement<K>>} attributes
   * @param {string} sign @param {string} head @param {string} text
   */
  const start = (kind, attributes, sign, head, text) =>
    el(
      kind,
      { class: "start", ...attributes },
      icon(sign, "large"),
      el("span", {}, el("strong", {}, head), el("span", { class: "muted small" }, text)),
    );
  const judge = start(
    "button",
    { type: "button", onclick: (event) => compare(comparison, event.currentTarget) },
    "scale",
    "Which heuristic is better?",
    `${comparison.first} or ${comparison.second}: ${comparison.definition.games} games, with the verdict`,
  );
  find("#starts").replaceChildren(
    start(
      "a",
      { href: playAt(demonstration.game, level) },
      "swords",
      "Play a game",
      level ? `${title}, at the level ${level.name}` : title,
    ),
    start("a", { href: "/tree?walk=1" }, "scissors", "Watch alpha-beta prune", "a classic tree, step by step"),
    judge,
  );
}

// -- the games --------------------------------------------------------------------------------------------------------

/** @param {Api.Card[]} cards */
function showCards(cards) {
  find("#cards").replaceChildren(
    ...cards.map((card) => {
      const main = card.game ? playAt(card.game, card.level) : `/${card.name}`;
      const links = card.game
        ? [
            [main, "Play"],
            [at("/tree", { game: card.tree ?? card.game, depth: 3 }), "Its search"],
            [at("/learn", { game: card.name }), "Rules"],
          ]
        : [
            [main, "Open"],
            [at("/learn", { game: card.name }), "Rules"],
          ];
      return el(
        "li",
        { class: "card" },
        el(
          "a",
          { class: "picture", href: main, "aria-label": `${links[0][1]}: ${card.title}`, tabindex: -1 },
          card.game ? el("img", { src: `/api/guides/${card.name}/board`, alt: "", loading: "lazy" }) : icon("goal"),
        ),
        el("h3", {}, card.title),
        el("p", { class: "muted small" }, `${capital(card.about)}.`),
        el(
          "div",
          { class: "row" },
          links.map(([href, text], place) =>
            el("a", { class: place ? "button quiet" : "button", href, "aria-label": `${text}: ${card.title}` }, text),
          ),
        ),
      );
    }),
  );
}

function showFeatures() {
  find("#features").replaceChildren(
    ...FEATURES.map(([href, sign, head, text]) =>
      el(
        "li",
        {},
        el(
          "a",
          { class: "feature", href },
          icon(sign, "large"),
          el("span", {}, el("strong", {}, head), el("span", { class: "muted small" }, text)),
        ),
      ),
    ),
  );
}

/** @param {number} when */
function ago(when) {
  const minutes = Math.round((Date.now() - when) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 1440 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`;
}

function showLast() {
  const visits = recent().slice(0, 4);
  find("#last-part").hidden = !visits.length;
  find("#last").replaceChildren(
    ...visits.map((one) =>
      el(
        "li",
        {},
        el("a", { href: one.address }, icon("history"), el("span", {}, one.title)),
        el(
          "span",
          { class: "muted small" },
          [one.section === one.title ? "" : `${one.section}, `, ago(one.when)].join(""),
        ),
      ),
    ),
  );
}

// -- a search that thinks ---------------------------------------------------------------------------------------------

class Thinking {
  /** @param {Spot} spot @param {string} title */
  constructor(spot, title) {
    this.spot = { ...spot, moves: [...spot.moves] };
    this.first = spot.moves;
    this.view = new BoardView(find("#thinking-board"), { label: `A search of ${title}` });
    this.view.root.setAttribute("tabindex", "-1");
    /** @type {AbortController | null} */
    this.stopper = null;
    /** @type {() => void} */
    this.stopWaiting = () => {};
    find("#thinking-title").textContent = title;
    this.button = find("#thinking-pause");
    this.button.addEventListener("click", () => (this.stopper ? this.pause() : this.run()));
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
    this.setButton(false);
  }

  /** @param {boolean} runs */
  setButton(runs) {
    this.button.replaceChildren(icon(runs ? "pause" : "play"));
    for (const name of ["aria-label", "title"]) this.button.setAttribute(name, runs ? "Pause" : "Let it think");
  }

  pause() {
    this.stopper?.abort();
    this.stopper = null;
    this.setButton(false);
  }

  async run() {
    const stopper = new AbortController();
    this.stopper = stopper;
    this.setButton(true);
    try {
      for (let played = 0; played < MOST && !stopper.signal.aborted; played += 1) {
        const position = await request("/api/position", this.spot, stopper.signal);
        await this.view.show(position, { animate: true });
        this.link();
        if (position.outcome) this.spot.moves = [...this.first];
        else await this.think(position, stopper.signal);
      }
    } catch (error) {
      if (!wasAborted(error)) find("#thinking-says").textContent = capital(asError(error).message);
    }
    if (this.stopper === stopper) this.pause();
  }

  link() {
    find("#thinking-open").href = at("/play", { game: this.spot.game, moves: this.spot.moves.join(" ") });
  }

  /**
   * The search cannot begin yet: what is compiled and how long that takes, or how many are before it.
   * @param {Streams["/api/analyse"]} event
   */
  wait(event) {
    this.stopWaiting();
    const text =
      event.type === "compiling"
        ? `Compiling ${event.what}, about ${event.seconds} s, once on this machine.`
        : "Waiting for a free core.";
    this.stopWaiting = waiting(find("#thinking-says"), text);
  }

  /**
   * One search, a line for each depth; then its move.
   * @param {Api.PositionView} position @param {AbortSignal} signal
   */
  async think(position, signal) {
    const began = performance.now();
    const depths = find("#thinking-depths");
    depths.replaceChildren();
    /** @type {Api.LineView | null} */
    let best = null;
    this.stopWaiting();
    for await (const event of events(
      "/api/analyse",
      { ...this.spot, lines: 3, limits: { seconds: SECONDS } },
      signal,
    )) {
      if (event.type === "found") {
        best = this.report(position, event, depths);
        if (event.lines[0].proof?.exact) await sleep(600);
      } else if (event.type !== "end") this.wait(event);
      else if (event.reason === "busy" || event.reason === "error") return this.pause();
    }
    await sleep(Math.max(0, 1500 - (performance.now() - began)));
    if (best && !signal.aborted) this.spot.moves.push(best.move);
    return null;
  }

  /** @param {Api.PositionView} position @param {Api.FoundView} found @param {HTMLElement} depths */
  report(position, found, depths) {
    this.stopWaiting();
    const [line] = found.lines;
    this.view.setArrows(found.lines.map((one, place) => ({ squares: one.squares, strength: 1 / (1 + 2 * place) })));
    const side = capital(position.sides[position.turn]);
    find("#thinking-says").textContent =
      `${side} thinks: ${line.move}, ${worth(line, found.unit)}. ${found.depth} plies deep, ${short(found.nodes)} positions, ${short(found.nodes_per_second)} a second.`;
    if (depths.childElementCount >= 24) depths.firstElementChild?.remove();
    depths.append(
      el(
        "li",
        { title: `depth ${found.depth}: ${short(found.nodes)} positions` },
        el("span", {}, String(found.depth)),
        line.move,
      ),
    );
    depths.scrollLeft = depths.scrollWidth;
    return line;
  }
}

showFeatures();
showLast();
addEventListener("pageshow", showLast);
try {
  const [home] = await Promise.all([request("/api/home"), loadAlgorithms()]);
  showStarts(home);
  showCards(home.cards);
  const thinking = new Thinking(home.demonstration, home.title);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    await thinking.view.show(await request("/api/position", home.demonstration));
    find("#thinking-says").textContent = "Press the button to see a search think.";
    thinking.link();
  } else await thinking.run();
} catch (error) {
  notify(error);
}
