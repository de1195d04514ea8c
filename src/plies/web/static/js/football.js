// The football coach: the situation by sliders, what both sides should call, a drive to play, the maps.
import {
  announce,
  capital,
  el,
  find,
  findA,
  findAll,
  findAllOf,
  notify,
  request,
  seek,
  sleep,
  svg,
} from "/static/js/common.js";
import { paintMap } from "/static/js/football_maps.js";
import { waiting } from "/static/js/waiting.js";

/** @param {number} share */
const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}%`.replace("-0.0%", "0.0%");
const FIELDS = /** @type {const} */ (["yards", "down", "to_go", "seconds"]);
/** @typedef {Record<(typeof FIELDS)[number], number>} Situation */

/** @param {string} name */
const slider = (name) => findA(HTMLInputElement, `#${name.replace("_", "-")}`);
/** @type {Api.PlaybookView} */
let book;
/** The play and the formation that are taken apart. @type {[number, number] | null} */
let chosen = null;
let turn = 0;
const drive = {
  on: false,
  step: 0,
  number: 0,
  cost: 0,
  calls: 0,
  won: 0,
  ended: 0,
  seed: 0,
  side: /** @type {"offence" | "defence"} */ ("offence"),
  here: /** @type {Situation} */ ({ yards: 0, down: 0, to_go: 0, seconds: 0 }),
};

// --- the situation ---------------------------------------------------------------------------------------------------

/** @returns {Situation} */
function situation() {
  const [yards, down, to_go, seconds] = FIELDS.map((name) => Number(slider(name).value));
  return { yards, down, to_go, seconds };
}

/** @param {Record<string, string | number>} words */
const query = (words) => new URLSearchParams(Object.entries(words).map(([key, one]) => [key, String(one)])).toString();

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
    show(answer);
    history.replaceState(null, "", `?${query(here)}`);
    if (chosen) await explain(...chosen);
    await paintMap(here, set);
  } catch (error) {
    notify(error);
  }
}

/** @param {Api.AdviceView} advice */
function show(advice) {
  find("#verdict").textContent = advice.situation.text;
  find("#chance").textContent = percent(advice.value, 2);
  showMatrix(advice);
  mix("offence", "The offence calls", advice);
  mix("defence", "The defence calls", advice);
}

/** @param {Api.AdviceView} advice */
function showMatrix(advice) {
  const all = advice.matrix.flat();
  const low = Math.min(...all),
    high = Math.max(...all);
  const rows = advice.matrix.map((row, play) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, book.plays[play]),
      row.map((value, formation) => {
        const pressed = chosen && chosen[0] === play && chosen[1] === formation;
        const cell = el(
          "button",
          {
            type: "button",
            "aria-pressed": String(Boolean(pressed)),
            title: "how this comes about",
            "aria-label": `${book.plays[play]} against ${book.formations[formation]}: ${percent(value, 1)}`,
            onclick: () => explain(play, formation),
          },
          percent(value, 1),
        );
        cell.style.setProperty("--share", `${8 + 47 * (high > low ? (value - low) / (high - low) : 0)}%`);
        return el("td", {}, cell);
      }),
    ),
  );
  find("#matrix").replaceChildren(
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("td"),
        book.formations.map((name) => el("th", { scope: "col" }, name)),
      ),
    ),
    el("tbody", {}, rows),
  );
}

/** @param {"offence" | "defence"} side @param {string} title @param {Api.AdviceView} advice */
function mix(side, title, advice) {
  const items = advice[side].map((call) => {
    const bar = el("i");
    bar.style.setProperty("--share", `${100 * call.share}%`);
    const share = advice.hopeless ? "any" : call.share > 0 ? percent(call.share) : "never";
    return el(
      "li",
      {},
      el("div", { class: "name" }, el("span", {}, call.name), el("span", {}, share)),
      el("div", { class: "bar", "aria-hidden": "true" }, bar),
      el(
        "div",
        { class: "muted small" },
        `alone and known it costs ${percent(call.cost_if_known, 2)} (${call.best_reply})`,
      ),
    );
  });
  find(`#${side}`).replaceChildren(el("div", { class: `mix ${side}` }, el("h3", {}, title), el("ul", {}, items)));
  if (advice.hopeless && side === "offence")
    find(`#${side}`).append(
      el("p", { class: "muted small" }, "Nothing wins any more; every call is as good as another."),
    );
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

/**
 * Roles are written out: on a phone its rows are laid out as grids, and would lose them.
 * @param {Api.EntryView} entry
 */
function entryTable(entry) {
  /** @param {string} text */
  const cell = (text, kind = "number") => el("td", { class: kind, role: "cell" }, text);
  const rows = entry.outcomes.map((one) =>
    el(
      "tr",
      { role: "row" },
      cell(percent(one.probability)),
      cell(one.turnover ? "–" : `${one.yards > 0 ? "+" : ""}${one.yards}`),
      cell(`${one.seconds} s`),
      cell(one.leads_to, "leads"),
      cell(percent(one.value, 2)),
      cell(percent(one.probability * one.value, 2)),
    ),
  );
  const sum = el(
    "tr",
    { class: "sum", role: "row" },
    el("td", { colspan: 4, role: "cell", "aria-colspan": 4 }, "in all"),
    cell(""),
    cell(percent(entry.value, 2)),
  );
  const heads = ["chance", "yards", "time", "leads to", "worth", "chance × worth"].map((name, at) =>
    el("th", { scope: "col", role: "columnheader", class: at === 3 ? "leads" : "number" }, name),
  );
  return el(
    "table",
    { role: "table" },
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, heads)),
    el("tbody", { role: "rowgroup" }, rows, sum),
  );
}

/** @param {Situation} here */
function drawField({ yards, to_go: toGo, seconds, down }) {
  /** @param {number} yard */
  const x = (yard) => 30 + (100 - yard) * 3.4;
  const stripes = [...Array(11).keys()].map((ten) => svg("path", { d: `M${x(ten * 10)} 8V92`, class: "stripe" }));
  const numbers = [10, 20, 30, 40, 50, 60, 70, 80, 90].map((yard) => svg("text", { x: x(yard), y: 88 }, String(yard)));
  const first = toGo < yards ? svg("path", { d: `M${x(yards - toGo)} 8V92`, class: "first" }) : null;
  const picture = svg(
    "svg",
    {
      viewBox: "0 0 400 100",
      role: "img",
      "aria-label": `The ball ${yards} yards from the goal line, ${toGo} to a first down, down ${down}, ${seconds} seconds left`,
    },
    svg("rect", { x: 0, y: 8, width: 400, height: 84, class: "turf" }),
    svg("rect", { x: 0, y: 8, width: 30, height: 84, class: "end" }),
    svg("rect", { x: x(0), y: 8, width: 30, height: 84, class: "end" }),
    ...stripes,
    ...numbers,
    ...(first ? [first] : []),
    svg("ellipse", { cx: x(yards), cy: 50, rx: 9, ry: 6, class: "ball" }),
  );
  find("#field").replaceChildren(picture);
}

// --- a drive ---------------------------------------------------------------------------------------------------------

function begin() {
  Object.assign(drive, {
    on: true,
    step: 0,
    cost: 0,
    here: situation(),
    seed: Number(find("#seed").value) || 0,
    side: find("#side").value === "offence" ? "offence" : "defence",
  });
  find("#drive-log").replaceChildren();
  find("#drive-end").textContent = "";
  offer();
}

/** The calls to choose from, and what the coach would do. */
async function offer() {
  const names = drive.side === "offence" ? book.plays : book.formations;
  try {
    const now = await request(`/api/football/situation?${query(drive.here)}`);
    find("#drive-now").textContent = `${now.situation.text}: the offence wins ${percent(now.value)} with best calls`;
    find("#calls").replaceChildren(
      ...names.map((name, number) => el("button", { type: "button", onclick: () => call(number) }, name)),
    );
    find("#advice").textContent = now[drive.side].map((one) => `${one.name} ${percent(one.share)}`).join(", ");
    find("#advice-box").hidden = false;
  } catch (error) {
    notify(error);
  }
}

/** @param {number} number */
async function call(number) {
  const before = findAllOf(HTMLButtonElement, "#calls button");
  before.forEach((button) => {
    button.disabled = true;
  });
  const { seed, side, step } = drive;
  try {
    const happened = await request("/api/football/call", {
      ...drive.here,
      side,
      call: number,
      seed,
      drive: drive.number,
      step,
    });
    drive.step++;
    drive.calls++;
    drive.cost += happened.cost;
    record(happened, number);
    if (happened.over || !happened.situation) {
      finish(happened);
      return;
    }
    const { yards, down, to_go, seconds } = happened.situation;
    drive.here = { yards, down, to_go, seconds };
    await offer();
    seek("#calls button")?.focus();
  } catch (error) {
    before.forEach((button) => {
      button.disabled = false;
    });
    notify(error);
  }
}

/** @param {Api.PlayView} happened @param {number} number */
function record(happened, number) {
  const names = drive.side === "offence" ? book.plays : book.formations;
  const words = `${book.plays[happened.play]} against ${book.formations[happened.formation]}: ${happened.happened}.`;
  const judged =
    happened.cost < 5e-5
      ? `${names[number]} was as good as any.`
      : `${names[number]} cost ${percent(happened.cost, 2)}; ${names[happened.best]} would have cost nothing.`;
  find("#drive-log").append(el("li", {}, words, " ", el("span", { class: "muted small" }, judged)));
  announce(words);
}

/** @param {Api.PlayView} happened */
function finish(happened) {
  drive.on = false;
  drive.ended++;
  drive.won += Number(happened.won);
  drive.number++;
  find("#calls").replaceChildren();
  find("#advice-box").hidden = true;
  find("#drive-now").textContent = "";
  const verdict = happened.won ? "the offence wins" : "the offence loses";
  find("#drive-end").textContent =
    `${capital(happened.over ?? "")}: ${verdict}. Your calls cost ${percent(drive.cost, 2)}.`;
  find("#tally").textContent =
    `${drive.won} of ${drive.ended} drives ended in a touchdown; ${drive.calls} calls in all.`;
  find("#begin").textContent = "Another drive from this situation";
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
  find("#begin").addEventListener("click", begin);
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
  chosen = [0, 0];
  set({ ...book.start, ...asked });
} catch (error) {
  notify(error);
}
