// The search itself: records a search on the server and walks through it.
import { announce, el, events, find, notify, request } from "/static/js/common.js";
import { draw, visible } from "/static/js/tree_draw.js";
import { SIGN, TreeData, cutText, inWords, windowText } from "/static/js/tree_data.js";
import { fillForm, fromAddress, how, isGame, subject, toAddress, wayText } from "/static/js/tree_form.js";
import { waiting } from "/static/js/waiting.js";

const SPEEDS = [0.5, 1, 2, 5, 12, 30];
const WHOLE = 120; // trees of so many nodes are shown whole
const view = { step: 0, way: [], onWay: new Set(), open: new Set(), closed: new Set(), widened: new Map(), windows: new Map(), zoom: 1, says: "" };
let data = null, found = null, stopRecording = null, playing = null, turn = 0;

// --- recording -------------------------------------------------------------------------------------------------------

async function record() {
  stopRecording?.abort();
  pause();
  const stop = (stopRecording = new AbortController());
  const asked = { subject: subject(), search: how("first") };
  const progress = find("#progress");
  const ready = waiting(progress, "Getting ready…");
  Object.assign(view, { step: 0, selected: null, open: new Set(), closed: new Set(), widened: new Map(), whole: false });
  found = null;
  try {
    for await (const message of events("/api/trees", asked, stop.signal)) {
      if (message.kind === "begun") {
        turn++; // what is still on its way belongs to the tree before
        data = new TreeData(message.tree, isGame());
        continue;
      }
      ready();
      if (message.kind === "error") throw new Error(message.message);
      else await grown(message, asked.search);
    }
    toAddress();
  } catch (error) {
    if (error.name === "AbortError") return;
    ready();
    progress.textContent = error.message;
    if (!data) find("#canvas").replaceChildren(el("p", { class: "empty muted" }, "There is nothing to show."));
    notify(error);
  } finally {
    ready();
  }
}

async function grown(message, search) {
  const first = data.steps === 0;
  data.steps = message.steps;
  find("#step").max = message.steps - 1;
  const progress = find("#progress");
  const size = `${message.nodes.toLocaleString("en")} nodes, ${message.steps.toLocaleString("en")} steps, ${message.cuts.toLocaleString("en")} cut-offs`;
  if (message.kind === "done") {
    found = { ...message, search };
    progress.textContent = message.full ? `${size}. Recording stopped there: this search is larger.` : `${size}, ${message.seconds.toFixed(2)} s.`;
    view.whole = message.nodes <= WHOLE;
    data.forget();
    await show(view.step);
    if (message.full) showCounts(); else countBoth(message.nodes <= 5000);
  } else {
    progress.textContent = `recording… ${size}`;
    if (first) await show(0);
  }
}

// --- walking ---------------------------------------------------------------------------------------------------------

async function show(step) {
  if (!data || !data.steps) return;
  const mine = ++turn;
  const target = Math.max(0, Math.min(step, data.steps - 1));
  let event;
  try {
    event = await data.event(target);
  } catch (error) {
    return notify(error);
  }
  if (mine !== turn) return;
  view.step = target;
  view.current = event.id;
  view.selected = event.id;
  follow(event);
  const node = data.nodes.get(event.id);
  view.says = inWords(data, event.kind, node);
  find("#step").value = target;
  find("#step").setAttribute("aria-valuetext", `step ${target + 1} of ${data.steps}`);
  find("#says").replaceChildren(el("b", {}, `${(target + 1).toLocaleString("en")} / ${data.steps.toLocaleString("en")} `), view.says);
  if (!playing) announce(view.says);
  showLog();
  await paint();
}

/** The path from the root, and the windows that its nodes have by now. */
function follow(event) {
  view.way = data.way(event.id);
  view.onWay = new Set(view.way.map((node) => node.id));
  view.windows = new Map();
  view.way.forEach((node, at) => {
    const below = view.way[at + 1];
    view.windows.set(node.id, below ? [below.alpha, below.beta] : [node.alpha, node.beta]);
  });
  const last = view.way.at(-1);
  if (event.kind === "leave" && last.parent !== null) view.windows.set(last.parent, last.then);
}

async function paint() {
  if (!data?.nodes.has(0)) return; // nothing has arrived yet, or it is being read again: what is shown next paints
  const canvas = find("#canvas");
  view.room = Math.max(3, Math.floor((canvas.clientWidth - 80) / 84) - 2);
  const mine = turn;
  let shape = visible(data, view);
  for (let tries = 0; shape.missing.length && tries < 12; tries++) {
    try {
      await Promise.all(shape.missing.slice(0, 40).map(([id, start, count]) => data.children(id, start, count)));
    } catch (error) {
      return notify(error);
    }
    if (mine !== turn) return;
    shape = visible(data, view);
  }
  view.fit = canvas.clientWidth - 4;
  const { picture, here, scale } = draw(data, shape.root, view, { select, toggle, widen });
  const left = canvas.scrollLeft, top = canvas.scrollTop;
  canvas.classList.toggle("whole", view.whole);
  canvas.replaceChildren(picture);
  canvas.scrollLeft = left;
  canvas.scrollTop = top;
  if (here) keepInSight(canvas, here, scale);
  showNode();
}

function keepInSight(canvas, here, scale) {
  const x = here.x * scale, y = here.y * scale, edge = 70 * scale;
  if (x - edge < canvas.scrollLeft || x + edge > canvas.scrollLeft + canvas.clientWidth) canvas.scrollLeft = x - canvas.clientWidth / 2;
  if (y < canvas.scrollTop || y + edge > canvas.scrollTop + canvas.clientHeight) canvas.scrollTop = y - canvas.clientHeight / 2;
}

function select(id) {
  view.selected = id;
  paint();
}

function toggle(id) {
  const isOpen = !view.closed.has(id) && (view.whole || view.onWay.has(id) || view.open.has(id));
  if (isOpen) { view.open.delete(id); view.closed.add(id); } else { view.closed.delete(id); view.open.add(id); }
  paint();
}

function widen(id) {
  view.widened.set(id, (view.widened.get(id) ?? 0) + 10);
  paint();
}

async function toCut(back) {
  if (!data) return;
  const step = await data.cut(view.step, back).catch(notify);
  if (step === null) return announce(back ? "no cut-off before this" : "no further cut-off");
  if (step !== undefined) await show(step);
}

function pause() {
  if (playing) clearTimeout(playing);
  playing = null;
  const button = find("#play");
  button.setAttribute("aria-pressed", "false");
  button.textContent = "▶ Play";
}

function play() {
  if (playing) { pause(); announce(view.says); return; }
  if (!data) return;
  const button = find("#play");
  button.setAttribute("aria-pressed", "true");
  button.textContent = "❚❚ Pause";
  const next = async () => {
    if (view.step >= data.steps - 1) return pause();
    await show(view.step + 1);
    if (playing) playing = setTimeout(next, 1000 / SPEEDS[find("#speed").value]);
  };
  playing = setTimeout(next, 50);
}

// --- words -----------------------------------------------------------------------------------------------------------

function showLog() {
  const lines = [];
  for (let step = view.step; step >= 0 && lines.length < 12; step--) {
    const event = data.events.get(step);
    const node = event && data.nodes.get(event.id);
    if (!node) break;
    lines.push(el("li", { value: step + 1 }, inWords(data, event.kind, node)));
  }
  find("#log").replaceChildren(...lines);
}

function showNode() {
  const node = data.nodes.get(view.selected);
  if (!node) return;
  const way = data.way(node.id) ?? [node];
  const known = node.left !== null && node.left <= view.step;
  const rows = [
    ["way", way.length > 1 ? way.slice(1).map((one) => one.word).join(data.isGame ? " " : ".") : "the root"],
    ["window on entry", windowText([node.alpha, node.beta])],
    ["returned", known ? `${SIGN[node.bound]} ${node.value}` : "not yet"],
    ["why", known ? whyOf(node) : "…"],
    ["visited", children(node.children)],
  ];
  if (known && node.cut) rows.push(["never visited", counted(node.unvisited)]);
  if (node.skipped.length) rows.push(["skipped", counted(node.skipped)]);
  const list = el("dl", {}, rows.map(([name, text]) => [el("dt", {}, name), el("dd", {}, text)]));
  const jumps = el("div", { class: "row" },
    el("button", { type: "button", onclick: () => show(node.entered) }, "When entered"),
    el("button", { type: "button", disabled: node.left === null, onclick: () => show(node.left) }, "When left"));
  const name = way.length > 1 ? `Position after ${rows[0][1]}` : "Position at the root";
  const board = data.isGame ? el("img", { class: "board", src: `${data.path}/nodes/${node.id}/board`, alt: name }) : null;
  const place = find("#node");
  const old = find("img", place);
  if (old && board && old.getAttribute("src") === board.getAttribute("src")) board.replaceWith(old);
  place.replaceChildren(...[list, jumps, board].filter(Boolean));
}

/** So many children, and which: a number alone could be either. */
const counted = (names) => (names.length ? `${children(names.length)} (${names.join(", ")})` : "none was left");

const children = (count) => (count === 1 ? "1 child" : `${count} children`);

/** A node that was cut off did not look at all of its children, so that comes first. */
const whyOf = (node) => (node.cut ? `cut off: ${cutText(node)}, so the rest cannot matter` : WHYS[node.reason]);

const WHYS = {
  searched: "all its children were searched", over: "the game ends here", horizon: "the depth is used up",
  cache: "the cache knew", repetition: "a position on the path", progress: "no progress",
};

// --- two ways side by side -------------------------------------------------------------------------------------------

let other = null, stopCounting = null;

function countBoth(atOnce) {
  other = null;
  if (atOnce) count(); else showCounts();
}

async function count() {
  stopCounting?.abort();
  const stop = (stopCounting = new AbortController());
  const search = how("second");
  other = { search, waiting: true };
  showCounts();
  try {
    for await (const message of events("/api/trees/counts", { subject: subject(), searches: [search] }, stop.signal)) {
      if (message.kind === "error") throw new Error(message.message);
      if (message.kind === "row") other = { ...message, search };
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    other = null;
    notify(error);
  }
  showCounts();
}

const ROWS = [["nodes", "nodes"], ["leaves", "leaves"], ["cutoffs", "cut-offs"], ["first_cutoffs", "on first move"], ["hits", "cache hits"]];

function showCounts() {
  const both = [found, other];
  const cell = (one, key, most) => {
    if (!one || one.waiting) return el("td", {}, one?.waiting ? "…" : "–");
    const number = one.counts?.[key];
    if (number === undefined) return el("td", {}, "–");
    const meter = el("meter", { min: 0, max: Math.max(1, most), value: number, "aria-hidden": "true" });
    return el("td", { class: "number" }, `${one.full ? "> " : ""}${number.toLocaleString("en")}`, meter);
  };
  const body = ROWS.map(([key, name]) => {
    const most = Math.max(...both.map((one) => one?.counts?.[key] ?? 0));
    return el("tr", {}, el("th", { scope: "row" }, name), both.map((one) => cell(one, key, most)));
  });
  const value = el("tr", {}, el("th", { scope: "row" }, "value"), both.map((one) => el("td", { class: "number" }, one?.value ?? (one?.full ? "too large" : "–"))));
  const seconds = el("tr", {}, el("th", { scope: "row" }, "seconds"), both.map((one) => el("td", { class: "number" }, one?.seconds?.toFixed(2) ?? "–")));
  const heads = both.map((one, at) => el("th", { scope: "col" }, one ? wayText(one.search) : at ? "the other way" : "recorded"));
  find("#counts").replaceChildren(el("table", { class: "counts" }, el("thead", {}, el("tr", {}, el("td"), heads)), el("tbody", {}, value, body, seconds)));
}

// --- the page --------------------------------------------------------------------------------------------------------

const KEYS = {
  ArrowRight: () => show(view.step + 1), ArrowLeft: () => show(view.step - 1),
  Home: () => show(0), End: () => show(data.steps - 1), " ": play, c: () => toCut(false), C: () => toCut(true),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !data) return;
  if (event.target.closest("input, select, textarea") && !(event.target.id === "step" && "cC".includes(event.key))) return;
  if (event.key === " " && event.target.closest("button, summary")) return; // the space bar presses these
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  if (event.key !== " ") pause();
  action();
}

const LEGEND = [["= ≤ ≥", "value, bounds"], ["[α, β]", "window now"], ["✂", "cut off, never visited"], ["⟲", "from the cache"], ["…", "more children: click"], ["+", "open a branch"]];

function wire() {
  const click = (id, action) => find(id).addEventListener("click", () => { if (id !== "#play") pause(); action(); });
  click("#to-first", () => show(0));
  click("#to-end", () => show(data ? data.steps - 1 : 0));
  click("#back", () => show(view.step - 1));
  click("#forward", () => show(view.step + 1));
  click("#to-cut", () => toCut(false));
  click("#to-last-cut", () => toCut(true));
  click("#play", play);
  click("#compare", count);
  find("#smaller").addEventListener("click", () => { view.zoom = Math.max(0.4, view.zoom / 1.2); paint(); });
  find("#larger").addEventListener("click", () => { view.zoom = Math.min(2.5, view.zoom * 1.2); paint(); });
  find("#step").addEventListener("input", (event) => { pause(); show(Number(event.target.value)); });
  find("#setup").addEventListener("submit", (event) => { event.preventDefault(); record(); });
  document.addEventListener("keydown", onKey);
  let timer;
  addEventListener("resize", () => { clearTimeout(timer); timer = setTimeout(() => data?.steps && paint(), 150); });
  find(".legend").append(...LEGEND.map(([sign, text]) => el("li", {}, el("b", {}, sign), ` ${text}`)));
}

try {
  fillForm(await request("/api/trees"));
  fromAddress();
  wire();
  find("#record").disabled = false; // not before: the browser itself would send the form
  await record();
} catch (error) {
  notify(error);
}
