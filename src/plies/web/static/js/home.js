// The home page: a search that thinks, the games, three ways to begin, what one did last.
import { capital, el, find, icon, notify, request } from "/static/js/common.js";
import { Thinking } from "/static/js/home_thinking.js";
import { levelText } from "/static/js/levels.js";
import { loadAlgorithms } from "/static/js/players.js";
import { recent } from "/static/js/recent.js";

// addresses of the first releases: the board was here
if (location.hash.includes("=")) location.replace(`/play${location.search}${location.hash}`);

const FEATURES = [
  ["/tree", "network", "Watch a search", "Minimax and alpha-beta step by step, with every window and cut-off."],
  ["/tournaments", "trophy", "Tournaments", "Which player is better, by how much, and how sure that is."],
  ["/tables", "grid-3x3", "Solved games", "Exact values of whole games, move by move and by distance."],
  ["/map", "eye", "The map of solved boards", "Who wins from the start of each board, and in how many moves."],
  ["/grade", "ruler", "Grading", "How often a player or a heuristic is right, beside the exact values."],
  ["/timing", "timer", "Timing", "What each heuristic costs, and what it is worth at equal time."],
  ["/learning", "lightbulb", "Learning", "How better weights were found, and the matches that prove them better."],
  ["/learn", "book-open", "Rules and heuristics", "Each game explained, its notation, its heuristics term by term."],
  [
    "/play",
    "pencil",
    "Set up a position",
    "Put pieces by hand, read and write files of games, take a heuristic apart.",
  ],
  ["/edit", "sparkles", "Write a heuristic", "In the page, with its value on the board as you type."],
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
    `${comparison.first} against ${comparison.second}, ${comparison.definition.games} games of ${comparison.title}`,
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
