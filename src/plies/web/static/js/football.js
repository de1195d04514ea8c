// The football coach: the situation by sliders, what both sides should call, a drive to play, the maps.
import { find, findA, findAll, notify, request, sleep } from "/static/js/common.js";
import { FIELDS, drawField, entryTable, percent, query, showAnswer } from "/static/js/football_answer.js";
import { begin } from "/static/js/football_drive.js";
import { paintMap } from "/static/js/football_maps.js";
import { waiting } from "/static/js/waiting.js";

/** @typedef {import("/static/js/football_answer.js").Situation} Situation */

/** @param {string} name */
const slider = (name) => findA(HTMLInputElement, `#${name.replace("_", "-")}`);
/** @type {Api.PlaybookView} */
let book;
/** The play and the formation that are taken apart. @type {[number, number]} */
let chosen = [0, 0];
let turn = 0;

// --- the situation ---------------------------------------------------------------------------------------------------

/** @returns {Situation} */
function situation() {
  const [yards, down, to_go, seconds] = FIELDS.map((name) => Number(slider(name).value));
  return { yards, down, to_go, seconds };
}

/** @param {Partial<Situation>} values */
function set(values) {
  slider("to_go").max = "99";
  for (const name of FIELDS) if (values[name] !== undefined) slider(name).value = String(values[name]);
  bound();
  ask();
}

/** The first down is never farther than the goal line. */
function bound() {
  const yards = Number(slider("yards").value);
  slider("to_go").max = String(yards);
  for (const name of FIELDS) find(`#${name.replace("_", "-")}-out`).textContent = slider(name).value;
}

async function ask() {
  const mine = ++turn;
  const here = situation();
  drawField(here);
  await sleep(60);
  if (mine !== turn) return;
  try {
    const answer = await request(`/api/football/situation?${query(here)}`);
    if (mine !== turn) return;
    showAnswer(book, answer, chosen, explain);
    history.replaceState(null, "", `?${query(here)}`);
    await explain(...chosen);
    await paintMap(here, set);
  } catch (error) {
    notify(error);
  }
}

/** @param {number} play @param {number} formation */
async function explain(play, formation) {
  chosen = [play, formation];
  findAll("#matrix td button").forEach((button, at) =>
    button.setAttribute("aria-pressed", String(at === play * book.formations.length + formation)),
  );
  try {
    const entry = await request(`/api/football/entry?${query({ ...situation(), play, formation })}`);
    find("#entry-title").textContent =
      `How ${entry.play} against ${entry.formation} comes to ${percent(entry.value, 2)}`;
    find("#entry").replaceChildren(entryTable(entry));
  } catch (error) {
    notify(error);
  }
}

// --- the page --------------------------------------------------------------------------------------------------------

const COMPILING =
  "Getting ready. Where this machine has not used the solver yet, it is compiled now, which takes up to half a minute…";

async function ready() {
  /** @type {ReturnType<typeof waiting> | null} */
  let wait = null;
  for (;;) {
    const book = await request("/api/football");
    if (book.ready) {
      wait?.();
      find("#solving").hidden = true;
      return book;
    }
    if (!wait) {
      find("#solving").hidden = false;
      wait = waiting(find("#solving"), COMPILING);
    }
    wait.say(book.progress > 0 ? `Solving every situation: ${percent(book.progress, 0)};` : COMPILING);
    await sleep(400);
  }
}

function wire() {
  for (const name of FIELDS)
    slider(name).addEventListener("input", () => {
      bound();
      ask();
    });
  slider("seconds").max = String(book.most_seconds);
  slider("seconds").min = slider("seconds").step = String(book.tick_seconds);
  find("#begin").addEventListener("click", () => begin(book, situation()));
  find("#begin").disabled = false;
  find("#words-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      set(await request(`/api/football/words?${query({ text: find("#words").value })}`));
    } catch (error) {
      notify(error);
    }
  });
}

try {
  book = await ready();
  wire();
  const words = new URLSearchParams(location.search);
  const asked = Object.fromEntries(
    FIELDS.filter((name) => /^\d{1,3}$/.test(words.get(name) ?? "")).map((name) => [name, Number(words.get(name))]),
  );
  set({ ...book.start, ...asked });
} catch (error) {
  notify(error);
}
