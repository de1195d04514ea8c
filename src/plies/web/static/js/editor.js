// Heuristics written in the page: the text, what it says of a position as one types, saving it, and a match with its parent.
import { BoardView } from "/static/js/board.js";
import { capital, el, find, notify, request, titleOf } from "/static/js/common.js";
import { plain, termsTable } from "/static/js/terms.js";
import { waiting } from "/static/js/waiting.js";

/** Milliseconds without a key until the text is looked at. */
const PAUSE = 350;
/** The match with the parent: nodes of each move, and games. */
const NODES = 10_000;
const GAMES = 40;
const DRAFT = "plies.draft";

const state = {
  families: [],
  game: null,
  position: null,
  moves: [],
  version: "",
  saved: "",
  folder: "",
  asking: null,
  timer: 0,
  heuristic: "",
};
let editor = null,
  board = null;
const at = (path, words) => `${path}?${new URLSearchParams(words)}`;
const options = (names, chosen, word = (name) => name) =>
  names.map((name) => el("option", { value: name, selected: name === chosen }, word(name)));
const name = () => find("#name").value.trim();

// -- what it says -----------------------------------------------------------------------------------------------------

function changed() {
  sessionStorage[DRAFT] = JSON.stringify({
    game: state.game.name,
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
      game: state.game.name,
      moves: state.moves,
      name: name(),
      text: editor.text,
      heuristic: state.heuristic,
      me: side === "" ? null : Number(side),
    };
    const found = await request("/api/edit/evaluate", asked, mine.signal);
    if (mine === state.asking) show(found);
  } catch (error) {
    if (mine === state.asking) tell(error.message, 0);
  } finally {
    stop();
    if (mine === state.asking) sayTurn();
  }
}

function show({ heuristics, evaluation, problem, line }) {
  if (heuristics.length)
    find("#heuristic").replaceChildren(...options(heuristics, evaluation?.heuristic ?? state.heuristic));
  tell(problem, line);
  if (!evaluation) return;
  find("#value").textContent = plain(evaluation.value);
  find("#terms").replaceChildren(termsTable(evaluation, state.game.sides));
}

/** What is wrong, beside the text and in its line. */
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
    : `${capital(sides[turn])} to move. Play moves to see other positions.`;
}

async function go() {
  try {
    state.position = await request("/api/position", { game: state.game.name, moves: state.moves });
    find("#back").disabled = !state.moves.length;
    sayTurn();
    await board.show(state.position, { legal: state.position.legal, animate: state.moves.length > 0 });
    judge();
  } catch (error) {
    notify(error);
  }
}

function play(word) {
  state.moves.push(word);
  go();
}

// -- the text ---------------------------------------------------------------------------------------------------------

/** Other features of the game, for completion: each by its name, with the heuristics that count it. */
function offer() {
  const users = new Map();
  for (const one of state.game.heuristics)
    for (const term of Object.keys(one.terms)) users.set(term, [...(users.get(term) ?? []), one.name]);
  editor.offer(
    [...users].map(([label, by]) => ({ label, type: "property", detail: `counted by ${by.slice(0, 3).join(", ")}` })),
  );
}

async function choose(gameName, parent = "") {
  state.game = await request(at("/api/game", { name: gameName }));
  state.moves = [];
  const parents = state.game.heuristics.map((one) => one.name).filter((one) => !one.includes(".py:"));
  find("#parent").replaceChildren(...options(parents, parents.includes(parent) ? parent : state.game.default));
  find("#side").replaceChildren(
    el("option", { value: "" }, "the side to move"),
    ...state.game.sides.map((side, index) => el("option", { value: index }, side)),
  );
  board.oneSquare = state.game.one_square;
  offer();
  find("#played").hidden = true;
}

function take(text, { version = "", saved = null } = {}) {
  Object.assign(state, { version, saved: saved ?? (version ? text : ""), heuristic: "" });
  editor.text = text;
}

async function begin() {
  const { text } = await request(at("/api/edit/begin", { game: state.game.name, parent: find("#parent").value }));
  take(text);
}

async function open(file) {
  if (!file) return;
  const found = await request(at("/api/edit/file", { name: file }));
  find("#name").value = file;
  take(found.text, { version: found.version });
}

// -- saving and playing -----------------------------------------------------------------------------------------------

/** Whether the user wants a file to be replaced. */
function agreed(file) {
  const dialog = find("#replace");
  find("#replace-text").textContent = `There is another ${file} in ${state.folder}. What is in it would be lost.`;
  dialog.showModal();
  return new Promise((done) => {
    const end = (answer) => {
      dialog.close();
      done(answer);
    };
    find("#replace-yes").onclick = () => end(true);
    find("#replace-no").onclick = dialog.oncancel = () => end(false);
  });
}

/** Saves the text; the names of its heuristics as players, or nothing where it was not saved. */
async function save() {
  const text = editor.text,
    file = name();
  let done = await request("/api/edit/save", { name: file, text, over: state.version });
  if (!done.saved) {
    if (!(await agreed(file))) return null;
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
    boards: [state.game.name],
    players: [label, parent].map((one) => `${one}@nodes=${NODES}`),
    games: GAMES,
  });
  find("#played").hidden = false;
  find("#played").replaceChildren(
    `${label} plays ${GAMES} games against ${parent}. `,
    el("a", { href: at("/tournament", { id: made.id }) }, "The games and the verdict"),
  );
}

async function listFiles(chosen = "") {
  const { files, folder } = await request("/api/edit");
  state.folder = folder;
  find("#open").replaceChildren(
    el("option", { value: "" }, files.length ? "a file …" : "no files yet"),
    ...options(files, chosen),
  );
}

/** A button or field whose work is reported when it fails. */
function on(selector, event, work) {
  find(selector).addEventListener(event, async (happened) => {
    const button = happened.currentTarget;
    button.disabled = true;
    await work(button.value)?.catch?.(notify);
    button.disabled = false;
  });
}

async function start() {
  const { mount } = await import("/static/vendor/codemirror.js"); // large, so it is loaded by those who may use it
  find("#workbench").hidden = false;
  board = new BoardView(find("#board"), { onmove: play, onchoice: (some) => play(some[0].word) });
  editor = mount(find("#source"), {
    label: "The heuristic, in Python",
    onchange: changed,
    onsave: () => save().catch(notify),
  });
  state.families = await request("/api/games");
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const draft = asked.game ? null : JSON.parse(sessionStorage[DRAFT] ?? "null");
  const names = state.families.flatMap((family) => [...new Set([family.game.name, ...family.examples])]);
  const first = draft?.game ?? asked.game ?? names[0];
  find("#game").replaceChildren(...options(names.includes(first) ? names : [first, ...names], first, titleOf));
  await listFiles();
  await choose(first, draft?.parent ?? asked.parent);
  if (draft) {
    find("#name").value = draft.name;
    take(draft.text, draft);
  } else await begin();
  on("#game", "change", async (value) => {
    await choose(value);
    await begin();
    await go();
  });
  on("#begin", "click", begin);
  on("#open", "change", open);
  on("#save", "click", save);
  on("#match", "click", match);
  find("#back").addEventListener("click", () => {
    state.moves.pop();
    go();
  });
  find("#side").addEventListener("change", judge);
  find("#heuristic").addEventListener("change", (event) => {
    state.heuristic = event.target.value;
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
