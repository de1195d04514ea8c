// `plies time` in the browser, and what the order of moves does to the work of alpha-beta.
import {
  announce,
  asError,
  el,
  events,
  find,
  findA,
  findAllOf,
  notify,
  request,
  seek,
  titleOf,
  wasAborted,
} from "/static/js/common.js";
import { count, stopCounting } from "/static/js/timing_order.js";
import { draw, whatOf } from "/static/js/timing_report.js";
import { waiting } from "/static/js/waiting.js";

/** @type {Api.TreeChoices} */
let known;
/** @type {AbortController | null} */
let measuring = null;
let refreshing = 0;
/** @param {string} value @param {string} text */
const option = (value, text) => el("option", { value }, text);

const progress = findA(HTMLProgressElement, "#progress");

// --- choices ---------------------------------------------------------------------------------------------------------

function gameName() {
  const chosen = find("#game").value;
  return chosen.endsWith(":*") ? find("#other").value.trim() : chosen;
}

const family = () => known.games.find((one) => one.family === find("#game").value.split(":")[0]) ?? known.games[0];

/** The heuristics of the chosen board; those of the family until its name is one of a board. */
async function refresh() {
  const one = family(),
    order = find("#role").value === "order";
  find("#other-label").hidden = !find("#game").value.endsWith(":*");
  if (!find("#other-label").hidden && !find("#other").value.startsWith(one.family)) find("#other").value = one.default;
  const [, text = ""] = gameName().split(/:(.*)/s);
  const mine = (refreshing += 1);
  const board = await request("/api/choose", { family: one.family, text }).catch(() => null);
  if (mine !== refreshing) return;
  const heuristics = board ? board.heuristics.map((/** @type {{ name: string }} */ { name }) => name) : one.heuristics;
  const names = [...(order ? ["engine", "none"] : []), ...heuristics];
  find("#names").replaceChildren(
    ...names.map((name) =>
      el("label", { class: "inline" }, el("input", { type: "checkbox", value: name, checked: true }), name),
    ),
  );
}

/** Of the chosen ones those that can order moves. */
const ordering = () => chosen().filter((name) => family().heuristics.includes(name));

const chosen = () => findAllOf(HTMLInputElement, "#names input:checked").map((box) => box.value);

/** @param {string} usual */
function fill(usual) {
  for (const game of known.games)
    find("#game").append(
      el(
        "optgroup",
        { label: titleOf(game.family) },
        game.examples.map((name) => option(name, titleOf(name))),
        option(`${game.family}:*`, `${titleOf(game.family)}: another…`),
      ),
    );
  const asked = new URLSearchParams(location.search).get("game") ?? usual;
  const select = findA(HTMLSelectElement, "#game");
  if (asked) {
    select.value = asked;
    const one = known.games.find((each) => each.family === asked.split(":")[0]);
    if (select.value !== asked && one) {
      select.value = `${one.family}:*`;
      find("#other").value = asked;
    }
  }
  if (!select.value) select.selectedIndex = 0;
  select.addEventListener("change", refresh);
  find("#role").addEventListener("change", refresh);
  find("#other").addEventListener("change", refresh);
  refresh();
}

// --- timing ----------------------------------------------------------------------------------------------------------

async function measure() {
  measuring?.abort();
  const stop = (measuring = new AbortController());
  /** @param {string} id */
  const number = (id) => Number(findA(HTMLInputElement, id).value);
  const asked = {
    game: gameName(),
    role: find("#role").value,
    heuristics: chosen(),
    depth: number("#depth"),
    seconds: number("#seconds"),
    games: number("#games"),
    seed: number("#seed"),
  };
  busy(true);
  const wait = waiting(
    find("#state"),
    "Getting ready. Engines that this machine has not used yet are compiled now, which takes up to half a minute each…",
  );
  try {
    for await (const event of events("/api/timing", asked, stop.signal)) {
      if (event.kind === "error") throw new Error(event.message);
      if (event.kind === "done") {
        wait();
        show(event.report);
      } else if (event.total) {
        progress.value = event.done / event.total;
        wait.say(`game ${Math.min(event.done + 1, event.total)} of ${event.total} (${event.what});`);
      }
    }
  } catch (error) {
    wait();
    say(wasAborted(error) ? "stopped" : asError(error).message);
    notify(error);
  }
  wait();
  if (measuring === stop) busy(false);
}

/** @param {boolean} is */
function busy(is) {
  progress.hidden = !is;
  progress.value = 0;
  find("#stop").disabled = !is;
}

/** @param {string} text */
const say = (text) => {
  find("#state").textContent = text;
};
/** @param {Api.TimingReport} report */
function show(report) {
  say(`done: ${titleOf(report.game)}, ${whatOf(report)} each heuristic`);
  seek("#example")?.remove();
  announce(`The timing of ${titleOf(report.game)} is ready`);
  draw(report);
}

/** What `plies time --games 20 --json` once found elsewhere. */
const example = async () => /** @type {Api.TimingReport} */ (await request("/static/examples/timing.json"));

/** Until something is measured here. @param {Api.TimingReport} report */
function showExample(report) {
  if (measuring) return;
  draw(report);
  const words = `An example, measured on another machine: ${titleOf(report.game)}, ${report.at_depth[0].games} games each. Press Measure to see this machine.`;
  find("#answers").before(el("p", { id: "example" }, words));
}

try {
  const [choices, stored] = await Promise.all([request("/api/trees"), example()]);
  known = choices;
  fill(stored.game); // to be measured on this machine
  find("#setup").addEventListener("submit", (event) => {
    event.preventDefault();
    measure();
  });
  find("#stop").addEventListener("click", () => measuring?.abort());
  find("#count").addEventListener("click", () => count(gameName(), ordering()));
  find("#stop-count").addEventListener("click", stopCounting);
  for (const id of ["#measure", "#count"]) findA(HTMLButtonElement, id).disabled = false; // not before: the browser itself would send the form
  showExample(stored);
} catch (error) {
  notify(error);
}
