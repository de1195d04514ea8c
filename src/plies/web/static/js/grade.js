// `plies grade` in the browser: players and heuristics beside the values of a table.
import {
  announce,
  asError,
  el,
  events,
  find,
  findA,
  findAll,
  findAllOf,
  notify,
  request,
  titleOf,
  wasAborted,
} from "/static/js/common.js";
import { contents, showSections } from "/static/js/blocks.js";
import { PlayerForm, playerRow } from "/static/js/player_form.js";
import { algorithms, asked, loadAlgorithms, player, usualPlayer } from "/static/js/players.js";
import { waiting } from "/static/js/waiting.js";

const MOST = 8; // players
/** @type {Api.PlayGameView} */
let game;
let rows = 0;
/** @type {AbortController | null} */
let grading = null;
/** The players by their items of the list. @type {WeakMap<Element, PlayerForm>} */
const FORMS = new WeakMap();

// --- choices ---------------------------------------------------------------------------------------------------------

async function load() {
  const [tables] = await Promise.all([request("/api/grade"), loadAlgorithms("/api/tournaments/algorithms")]);
  if (!tables.length) {
    find("#loading").hidden = true;
    find("#no-tables").hidden = false;
    return;
  }
  find("#game").replaceChildren(
    ...tables.map((one) =>
      el("option", { value: one.game }, `${titleOf(one.game)}, ${one.positions.toLocaleString("en")} positions`),
    ),
  );
  const wanted = new URLSearchParams(location.search).get("game");
  if (wanted !== null && tables.some((one) => one.game === wanted)) find("#game").value = wanted;
  await choose();
  find("#loading").hidden = true;
  find("#form").hidden = false;
}

/** Another game: its heuristics, and players to begin with. */
async function choose() {
  game = await request(`/api/game?name=${encodeURIComponent(find("#game").value)}`);
  find("#names").replaceChildren(
    ...game.heuristics.map(({ name }) =>
      el("label", { class: "inline" }, el("input", { type: "checkbox", value: name, checked: true }), name),
    ),
  );
  find("#players").replaceChildren();
  const usual = usualPlayer(game);
  for (const depth of [2, 4]) addPlayer({ ...usual, limits: { depth } });
  // players without a choice show the ends of the scale: no thought, and perfect play
  for (const one of algorithms.filter((each) => !each.takes_heuristic && !each.limits.length).slice(0, 2))
    addPlayer(player(one.name, null));
}

/** @param {Player} [given] */
function addPlayer(given) {
  if (findAll("#players > li").length >= MOST) {
    notify(`At most ${MOST} players are graded at once.`);
    return;
  }
  const form = new PlayerForm(game, (rows += 1), { weighs: true, given });
  const node = playerRow(form, "Remove this player", (row) => {
    row.remove();
    find("#player-add").focus();
  });
  FORMS.set(node, form);
  find("#players").append(node);
}

// --- grading ---------------------------------------------------------------------------------------------------------

async function grade() {
  grading?.abort();
  const stop = (grading = new AbortController());
  const body = {
    game: game.name,
    players: findAll("#players > li")
      .flatMap((node) => FORMS.get(node) ?? [])
      .map((form) => asked(form.player)),
    heuristics: findAllOf(HTMLInputElement, "#names input:checked").map((box) => box.value),
    positions: Number(find("#positions").value),
    source: findA(HTMLSelectElement, "#source").value,
    seed: Number(find("#seed").value),
  };
  find("#stop").disabled = false;
  const wait = waiting(
    find("#state"),
    "Getting ready. What this machine has not used yet is compiled now, which takes up to half a minute…",
  );
  let said = "";
  try {
    for await (const event of events("/api/grade", body, stop.signal)) {
      if (event.kind === "error") throw new Error(event.message);
      if (event.kind === "done") show(event);
      else wait.say(event.text);
    }
  } catch (error) {
    said = wasAborted(error) ? "stopped" : asError(error).message;
    notify(error);
  }
  wait();
  find("#state").textContent = said;
  if (grading === stop) find("#stop").disabled = true;
}

/** @param {Extract<Streams["/api/grade"], { kind: "done" }>} done */
function show({ blocks, grading: found }) {
  const title = `${titleOf(found.game)}: graded by its table`;
  find("#title").textContent = title;
  find("#title").hidden = false;
  showSections(find("#result"), blocks);
  find("#contents").replaceChildren(...contents(blocks));
  announce(`${title} is ready`);
}

find("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  grade().catch(notify);
});
find("#game").addEventListener("change", () => choose().catch(notify));
find("#player-add").addEventListener("click", () => addPlayer());
find("#stop").addEventListener("click", () => grading?.abort());
load().catch((error) => {
  find("#loading").textContent = `Tables and players could not be loaded: ${error.message}.`;
});
