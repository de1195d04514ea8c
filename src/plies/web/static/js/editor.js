// Heuristics written in the page: the text, what it says of a position as one types, saving it, and a match with its parent.
import { BoardView } from "/static/js/board.js";
import { asError, capital, el, find, findA, notify, request, titleOf } from "/static/js/common.js";
import { agreed, at, completionsOf, options } from "/static/js/editor_parts.js";
import { followMatch } from "/static/js/match_verdict.js";
import { plain, termsTable } from "/static/js/terms.js";
import { waiting } from "/static/js/waiting.js";

/** Milliseconds without a key until the text is looked at. */
const PAUSE = 350;
/** The match with the parent: nodes of each move, and games. */
const NODES = 10_000;
const GAMES = 40;
/** Random moves that a click plays. */
const WANDERED = 6;
const DRAFT = "plies.draft";

const state = {
  families: /** @type {Api.FamilyView[]} */ ([]),
  game: /** @type {Api.PlayGameView | null} */ (null),
  position: /** @type {Api.PositionView | null} */ (null),
  moves: /** @type {string[]} */ ([]),
  version: "",
  saved: "",
  folder: "",
  asking: /** @type {AbortController | null} */ (null),
  timer: 0,
  heuristic: "",
};
/** @type {import("/static/vendor/codemirror.js").Mounted} */
let editor;
/** @type {BoardView} */
let board;

/** The game that is chosen. */
function game() {
  if (!state.game) throw new Error("no game is chosen");
  return state.game;
}

const name = () => find("#name").value.trim();

// -- what it says -----------------------------------------------------------------------------------------------------

function changed() {
  sessionStorage[DRAFT] = JSON.stringify({
    game: game().name,
    parent: find("#parent").value,
    name: name(),
    text: editor.text,
    version: state.version,
    saved: state.saved,
  });
  find("#kept").textContent = editor.text === state.saved ? `saved in ${state.folder}` : "not saved";
  clearTimeout(state.timer);
  state.timer = setTimeout(judge, PAUSE);
}

async function judge() {
  state.asking?.abort();
  const mine = (state.asking = new AbortController()),
    side = find("#side").value;
  const stop = waiting(find("#says"), "looking at it …");
  try {
    const asked = {
      game: game().name,
      moves: state.moves,
      name: name(),
      text: editor.text,
      heuristic: state.heuristic,
      me: side === "" ? null : Number(side),
    };
    const found = await request("/api/edit/evaluate", asked, mine.signal);
    if (mine === state.asking) show(found);
  } catch (error) {
    if (mine === state.asking) tell(asError(error).message, 0);
  } finally {
    stop();
    if (mine === state.asking) sayTurn();
  }
}

/** @param {Api.Draft} draft */
function show({ heuristics, evaluation, problem, line }) {
  if (heuristics.length)
    find("#heuristic").replaceChildren(...options(heuristics, evaluation?.heuristic ?? state.heuristic));
  tell(problem, line);
  if (!evaluation) return;
  find("#value").textContent = plain(evaluation.value);
  find("#terms").replaceChildren(termsTable(evaluation, game().sides));
}

/** What is wrong, beside the text and in its line. @param {string} problem @param {number} line */
function tell(problem, line) {
  find("#problem").hidden = !problem;
  find("#problem").textContent = problem ? capital(problem) : "";
  if (problem) find("#value").textContent = "";
  editor.mark(problem ? line : 0, problem);
}

// -- the board --------------------------------------------------------------------------------------------------------

function sayTurn() {
  if (!state.position) return;
  const { outcome, sides, turn } = state.position;
  find("#says").textContent = outcome
    ? `The game is over: ${outcome.reason}.`
    : `${capital(sides[turn])} to move. Play on the board.`;
}

async function go() {
  try {
    state.position = await request("/api/position", { game: game().name, moves: state.moves });
    findA(HTMLButtonElement, "#back").disabled = !state.moves.length;
    sayTurn();
    await board.show(state.position, { legal: state.position.legal, animate: state.moves.length > 0 });
    judge();
  } catch (error) {
    notify(error);
  }
}

/** @param {string} word */
function play(word) {
  state.moves.push(word);
  go();
}

/** Another position, in which sides differ. */
async function wander() {
  for (let i = 0; i < WANDERED && state.position?.legal.length; i += 1) {
    const { legal } = state.position;
    state.moves.push(legal[Math.floor(Math.random() * legal.length)].word);
    state.position = await request("/api/position", { game: game().name, moves: state.moves });
  }
  await go();
}

// -- the text ---------------------------------------------------------------------------------------------------------

/** @param {string} gameName */
async function choose(gameName, parent = "") {
  state.game = await request(at("/api/game", { name: gameName }));
  state.moves = [];
  const parents = game()
    .heuristics.map((one) => one.name)
    .filter((one) => !one.includes(".py:"));
  find("#parent").replaceChildren(...options(parents, parents.includes(parent) ? parent : game().authors_default));
  find("#side").replaceChildren(
    el("option", { value: "" }, "the side to move"),
    ...game().sides.map((side, index) => el("option", { value: index }, side)),
  );
  board.oneSquare = game().one_square;
  find("#played").hidden = true;
}

/** @param {string} text @param {{ version?: string, saved?: string | null }} file */
function remember(text, { version = "", saved = null } = {}) {
  Object.assign(state, { version, saved: saved ?? (version ? text : ""), heuristic: "" });
}

/** The parent under another name. */
const beginning = async () =>
  (await request(at("/api/edit/begin", { game: game().name, parent: find("#parent").value }))).text;

async function begin() {
  const text = await beginning();
  remember(text);
  editor.text = text;
}

/** @param {string} file */
async function open(file) {
  if (!file) return;
  const found = await request(at("/api/edit/file", { name: file }));
  find("#name").value = file;
  remember(found.text, found);
  editor.text = found.text;
}

// -- saving and playing -----------------------------------------------------------------------------------------------

/** Saves the text; the names of its heuristics as players, or nothing where it was not saved. */
async function save() {
  const text = editor.text,
    file = name();
  let done = await request("/api/edit/save", { name: file, text, over: state.version });
  if (!done.saved) {
    if (!(await agreed(file, state.folder))) return null;
    done = await request("/api/edit/save", { name: file, text, over: done.version });
    if (!done.saved) throw new Error(`${file} has changed once more; nothing was saved`);
  }
  Object.assign(state, { version: done.version, saved: text });
  changed();
  if (done.problem) tell(done.problem, done.line);
  await listFiles(file);
  return done.heuristics;
}

async function match() {
  const players = await save();
  if (!players) return;
  const label = players.find((one) => one.endsWith(`:${find("#heuristic").value}`)),
    parent = find("#parent").value;
  if (!label) throw new Error("it does not fit this game: it must give a number in each of its positions");
  const made = await request("/api/tournaments", {
    boards: [game().name],
    players: [label, parent].map((one) => `${one}@nodes=${NODES}`),
    games: GAMES,
  });
  const told = el("span", {});
  find("#played").hidden = false;
  find("#played").replaceChildren(
    `${label} plays ${GAMES} games against ${parent}: `,
    told,
    ". ",
    el("a", { href: at("/tournament", { id: made.id }) }, "All of it"),
  );
  await followMatch(made.id, find("#verdict"), (text) => {
    told.textContent = text;
  });
}

async function listFiles(chosen = "") {
  const { files, folder } = await request("/api/edit");
  state.folder = folder;
  find("#open").replaceChildren(
    el("option", { value: "" }, files.length ? "a file …" : "no files yet"),
    ...options(files, chosen),
  );
}

/**
 * A button or field whose work is reported when it fails.
 * @param {"#game" | "#begin" | "#open" | "#save" | "#match" | "#wander"} selector @param {string} event
 * @param {(value: string) => Promise<unknown>} work
 */
function on(selector, event, work) {
  const button = find(selector);
  button.addEventListener(event, async () => {
    button.disabled = true;
    await work(button.value).catch(notify);
    button.disabled = false;
  });
}

async function start() {
  const { mount } = await import("/static/vendor/codemirror.js"); // large, so it is loaded by those who may use it
  find("#workbench").hidden = false;
  board = new BoardView(find("#board"), { onmove: play, onchoice: (some) => play(some[0].word) });
  state.families = await request("/api/games");
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const draft = asked.game ? null : JSON.parse(sessionStorage[DRAFT] ?? "null");
  const names = state.families.flatMap((family) => [...new Set([family.game.name, ...family.examples])]);
  const first = draft?.game ?? asked.game ?? names[0];
  find("#game").replaceChildren(...options(names.includes(first) ? names : [first, ...names], first, titleOf));
  await listFiles();
  await choose(first, draft?.parent ?? asked.parent);
  if (draft) find("#name").value = draft.name;
  const text = draft?.text ?? (await beginning());
  remember(text, draft ?? {});
  editor = mount(findA(HTMLElement, "#source"), {
    text, // not set afterwards: an undo would take it away
    label: "The heuristic, in Python",
    onchange: changed,
    onsave: () => save().catch(notify),
  });
  editor.offer(completionsOf(game()));
  changed();
  on("#game", "change", async (value) => {
    await choose(value);
    editor.offer(completionsOf(game()));
    await begin();
    await go();
  });
  on("#begin", "click", begin);
  on("#open", "change", open);
  on("#save", "click", save);
  on("#match", "click", match);
  on("#wander", "click", wander);
  find("#back").addEventListener("click", () => {
    state.moves.pop();
    go();
  });
  find("#side").addEventListener("change", judge);
  find("#heuristic").addEventListener("change", () => {
    state.heuristic = find("#heuristic").value;
    judge();
  });
  find("#name").addEventListener("change", () => {
    state.version = state.saved = "";
    changed();
  }); // another file, which was not seen
  await go();
}

try {
  if ((await request("/api/edit")).open) await start();
  else find("#closed").hidden = false;
} catch (error) {
  notify(error);
}
