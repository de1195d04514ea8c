// The search itself: records a search on the server and walks through it.
import { announce, asError, el, events, find, findA, icon, notify, request, wasAborted } from "/static/js/common.js";
import { count, countBoth } from "/static/js/tree_counts.js";
import { fillForm, fromAddress, how, isGame, subject, toAddress, wayText } from "/static/js/tree_form.js";
import { showLog, showNode } from "/static/js/tree_node.js";
import { Walk } from "/static/js/tree_walk.js";
import { waiting } from "/static/js/waiting.js";

const SPEEDS = [0.5, 1, 2, 5, 12, 30];
const WHOLE = 120; // trees of so many nodes are shown whole
const walk = new Walk(find("#canvas"), find("#says"), { onshown: shown, onpainted: () => showNode(walk, show) });
const beside = new Walk(find("#canvas-second"), find("#says-second"));
const { view } = walk;
/** @type {AbortController | null} */
let stopRecording = null;
/** The timer of the next step. @type {number | null} */
let playing = null;
const slider = findA(HTMLInputElement, "#step");

// --- recording -------------------------------------------------------------------------------------------------------

/** @typedef {Extract<Streams["/api/trees"], { kind: "grown" | "done" }>} Grown */
/** @typedef {Extract<Grown, { kind: "done" }>} Recorded */

/**
 * Records a search into a walk; `progress` hears how large it is so far, and at the end that it is done.
 * @param {Walk} target @param {TreeHow} search @param {AbortSignal | undefined} signal
 * @param {(message: Grown, first: boolean) => Promise<void>} progress
 */
async function recordInto(target, search, signal, progress) {
  target.reset();
  for await (const message of events("/api/trees", { subject: subject(), search }, signal)) {
    if (message.kind === "error") throw new Error(message.message);
    if (message.kind === "begun") target.begin(message.tree, isGame());
    else {
      const first = target.steps === 0;
      if (target.data) target.data.steps = message.steps;
      await progress(message, first);
    }
  }
}

/**
 * All of it has arrived: small trees are shown whole.
 * @param {Walk} target @param {Recorded} message @param {TreeHow} search
 */
function settle(target, message, search) {
  target.found = { ...message, search };
  target.view.whole = message.nodes <= WHOLE;
  target.data?.forget();
}

async function record() {
  stopRecording?.abort();
  pause();
  const stop = (stopRecording = new AbortController());
  const search = how("first");
  const progress = find("#progress");
  const ready = waiting(progress, "Getting ready…");
  try {
    await recordInto(walk, search, stop.signal, async (message, first) => {
      ready();
      await grown(message, first, search);
    });
    toAddress();
    if (!find("#walk-second").hidden) await recordBeside();
  } catch (error) {
    if (wasAborted(error)) return;
    ready();
    progress.textContent = asError(error).message;
    if (!walk.data) find("#canvas").replaceChildren(el("p", { class: "empty muted" }, "There is nothing to show."));
    notify(error);
  } finally {
    ready();
  }
}

/** @param {Grown} message @param {boolean} first @param {TreeHow} search */
async function grown(message, first, search) {
  setLength();
  const progress = find("#progress");
  const size = `${message.nodes.toLocaleString("en")} nodes, ${message.steps.toLocaleString("en")} steps, ${message.cuts.toLocaleString("en")} cut-offs`;
  if (message.kind === "done") {
    settle(walk, message, search);
    progress.textContent = message.full
      ? `${size}. Recording stopped there: this search is larger.`
      : `${size}, ${message.seconds.toFixed(2)} s.`;
    await show(view.step);
    countBoth({ ...message, search }, !message.full && message.nodes <= 5000);
  } else {
    progress.textContent = `recording… ${size}`;
    if (first) await show(0);
  }
}

// --- walking ---------------------------------------------------------------------------------------------------------

/** Both searches take the same number of steps; the shorter one waits at its end. @param {number} step */
async function show(step) {
  const target = Math.max(0, Math.min(step, length() - 1));
  place = target;
  await Promise.all([walk.show(target), find("#walk-second").hidden ? null : beside.show(target)]);
}

let place = 0;
const length = () => Math.max(walk.steps, find("#walk-second").hidden ? 0 : beside.steps);

function setLength() {
  slider.max = String(Math.max(0, length() - 1));
}

function shown() {
  slider.value = String(place);
  slider.setAttribute("aria-valuetext", `step ${place + 1} of ${length()}`);
  if (!playing) announce(view.says);
  showLog(walk);
}

const repaint = () => [walk, beside].forEach((one) => one.paint());

/** Records the other way too and shows it beside this one, or closes it again. */
async function stepBoth() {
  const part = find("#walk-second");
  part.hidden = !part.hidden;
  find(".walks").classList.toggle("two", !part.hidden);
  find("#step-both").setAttribute("aria-pressed", String(!part.hidden));
  if (part.hidden) {
    setLength();
    repaint();
  } else await recordBeside();
}

async function recordBeside() {
  const search = how("second");
  find("#first-title").textContent = wayText(walk.found?.search ?? how("first"));
  find("#second-title").textContent = wayText(search);
  try {
    await recordInto(beside, search, stopRecording?.signal, async (message) => {
      if (message.kind === "done") settle(beside, message, search);
    });
    setLength();
    await show(place);
  } catch (error) {
    notify(error);
  }
}

/** @param {boolean} back */
async function toCut(back) {
  if (!walk.data) return;
  const step = await walk.data.cut(view.step, back).catch(notify);
  if (step === null) announce(back ? "no cut-off before this" : "no further cut-off");
  else if (step !== undefined) await show(step);
}

function pause() {
  if (playing) clearTimeout(playing);
  playing = null;
  const button = find("#play");
  button.setAttribute("aria-pressed", "false");
  button.replaceChildren(icon("play"), "Play");
}

function play() {
  if (playing) {
    pause();
    announce(view.says);
    return;
  }
  if (!walk.data) return;
  const button = find("#play");
  button.setAttribute("aria-pressed", "true");
  button.replaceChildren(icon("pause"), "Pause");
  const next = async () => {
    if (place >= length() - 1) {
      pause();
      return;
    }
    await show(place + 1);
    if (playing) playing = setTimeout(next, 1000 / SPEEDS[Number(find("#speed").value)]);
  };
  playing = setTimeout(next, 50);
}

// --- the page --------------------------------------------------------------------------------------------------------

/** @type {Record<string, (() => unknown) | undefined>} */
const KEYS = {
  ArrowRight: () => show(place + 1),
  ArrowLeft: () => show(place - 1),
  Home: () => show(0),
  End: () => show(length() - 1),
  " ": play,
  p: () => present(),
  Escape: () => present(false),
  c: () => toCut(false),
  C: () => toCut(true),
};

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !walk.data) return;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest("dialog") || at.matches("textarea, input:not([type=radio], [type=range], [type=checkbox])")) return; // somebody writes
  if (at.id === "speed" && event.key.startsWith("Arrow")) return; // the arrows are its own
  if (event.key === " " && at.closest("button, summary, select, input")) return; // the space bar presses these
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  if (event.key !== " ") pause();
  action();
}

const LEGEND = [
  ["━", "principal variation, at the end"],
  ["= ≤ ≥", "value, bounds"],
  ["[α, β]", "window now"],
  ["✂", "cut off; struck: never visited"],
  ["⟲", "from the cache"],
  ["…", "more children: click"],
  ["+", "open a branch"],
];

/** For a projector: the tree and what happens in it, and nothing else. */
function present(on = !document.body.classList.contains("presenting")) {
  document.body.classList.toggle("presenting", on);
  find("#present").setAttribute("aria-pressed", String(on));
  find("#present").title = on ? "Back to the whole page (Escape)" : "For a projector (P)";
  find("#present").replaceChildren(icon(on ? "minimize" : "maximize"));
  repaint();
}

function wire() {
  /** @param {keyof PageElements} id @param {() => unknown} action */
  const click = (id, action) =>
    find(id).addEventListener("click", () => {
      if (id !== "#play") pause();
      action();
    });
  click("#to-first", () => show(0));
  click("#to-end", () => show(length() - 1));
  click("#back", () => show(place - 1));
  click("#forward", () => show(place + 1));
  click("#to-cut", () => toCut(false));
  click("#to-last-cut", () => toCut(true));
  click("#play", play);
  click("#compare", count);
  click("#step-both", stepBoth);
  find("#present").addEventListener("click", () => present());
  find("#smaller").addEventListener("click", () => [walk, beside].forEach((one) => one.zoom(1 / 1.2)));
  find("#larger").addEventListener("click", () => [walk, beside].forEach((one) => one.zoom(1.2)));
  slider.addEventListener("input", () => {
    pause();
    show(Number(slider.value));
  });
  find("#setup").addEventListener("change", () => isGame() || record()); // small, and shown at once
  find("#second-way").addEventListener("change", () => (find("#walk-second").hidden ? count() : recordBeside()));
  find("#setup").addEventListener("submit", (event) => {
    event.preventDefault();
    record();
  });
  document.addEventListener("keydown", onKey);
  let timer = 0;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(repaint, 150);
  });
  find(".legend").append(...LEGEND.map(([sign, text]) => el("li", {}, el("b", {}, sign), ` ${text}`)));
}

try {
  fillForm(await request("/api/trees"));
  fromAddress();
  wire();
  find("#record").disabled = false; // not before: the browser itself would send the form
  await record();
  if (new URLSearchParams(location.search).has("walk")) play();
} catch (error) {
  notify(error);
}
