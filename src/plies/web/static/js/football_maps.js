// The maps: values and calls on first and ten from every yard with every clock; what both sides call on each down.
import { el, find, request } from "/static/js/common.js";
import { key, stacked } from "/static/js/plots.js";

/** The mark of a situation: dark around light, so that it is seen on every colour. */
const RING = /** @type {const} */ ([
  ["#000", 5],
  ["#fff", 2.5],
]);
const DOWNS = ["1st", "2nd", "3rd", "4th"];
//: dark blue, grey, yellow: distinct for colour-blind people, and by brightness alone
const SCALE = [
  [0, 34, 78],
  [60, 77, 110],
  [124, 123, 120],
  [187, 174, 108],
  [254, 232, 56],
];
/** @typedef {{ yards: number, down: number, to_go: number, seconds: number }} Situation */

/** @type {{ map: Api.ValueMap, book: Api.PlaybookView } | null} */
let known = null;
/** @type {number | null} */
let shownSeconds = null;
let layer = 0;
const canvas = el("canvas", { role: "img", "aria-label": "Map of the offence's chance by yards and seconds" });

/** @param {number} share */
function colour(share) {
  const at = Math.max(0, Math.min(1, share)) * (SCALE.length - 1),
    low = Math.min(Math.floor(at), SCALE.length - 2);
  return SCALE[low].map((one, k) => Math.round(one + (SCALE[low + 1][k] - one) * (at - low)));
}

/**
 * Draws both maps for a situation; `set` is called with what is chosen in the map.
 * @param {Situation} here @param {(values: Situation) => void} set
 */
export async function paintMap(here, set) {
  if (!known) {
    const [map, book] = await Promise.all([request("/api/football/map"), request("/api/football")]);
    if (!known) wire(map, book, set); // it may have been asked for twice before it came
    known = { map, book };
  }
  const { map, book } = known;
  paintValues(map, here);
  if (here.seconds !== shownSeconds) {
    shownSeconds = here.seconds;
    const calls = await request(`/api/football/calls?seconds=${here.seconds}`);
    if (calls.seconds === shownSeconds) paintBands(calls, book);
  }
}

/** @param {Api.ValueMap} map @param {Api.PlaybookView} book @param {(values: Situation) => void} set */
function wire(map, book, set) {
  const select = find("#layer");
  select.append(
    el("option", { value: -1 }, "offence wins"),
    ...book.plays.map((name, at) => el("option", { value: at }, `how often: ${name}`)),
  );
  layer = -1;
  find("#value-map").append(
    canvas,
    el("span", { class: "up small muted" }, "↑ seconds left"),
    el(
      "div",
      { class: "across small muted" },
      el("span", {}, "1"),
      el("span", {}, "yards to the goal line"),
      el("span", {}, "99"),
    ),
  );
  select.addEventListener("change", () => {
    layer = Number(select.value);
    if (last) paintValues(map, last);
  });
  canvas.addEventListener("click", (event) => {
    const place = under(map, event);
    set({ yards: place.yards, down: 1, to_go: Math.min(10, place.yards), seconds: place.seconds });
  });
  canvas.addEventListener("pointermove", (event) => {
    find("#under").textContent = words(map, under(map, event));
  });
  canvas.addEventListener("pointerleave", () => {
    find("#under").textContent = "";
  });
  const strip = el("canvas", { width: 64, height: 1 });
  const brush = brushOf(strip);
  for (let at = 0; at < 64; at++) {
    brush.fillStyle = `rgb(${colour(at / 63)})`;
    brush.fillRect(at, 0, 1, 1);
  }
  find("#scale").append(
    "0%",
    strip,
    "100%",
    el("span", {}, " · plain: nothing wins any more · the ring: this situation"),
  );
}

/** @param {HTMLCanvasElement} canvas */
function brushOf(canvas) {
  const brush = canvas.getContext("2d");
  if (!brush) throw new Error("this browser draws no canvas");
  return brush;
}

/** @param {Api.ValueMap} map @returns {(number | null)[][]} */
function grid(map) {
  return layer < 0 ? map.values : map.shares[layer];
}

/** @param {Api.ValueMap} map @param {MouseEvent} event */
function under(map, event) {
  const box = canvas.getBoundingClientRect(),
    rows = map.values.length;
  const yards = Math.max(1, Math.min(99, 1 + Math.floor((99 * (event.clientX - box.left)) / box.width)));
  const tick = Math.max(1, Math.min(rows, rows - Math.floor((rows * (event.clientY - box.top)) / box.height)));
  return { yards, tick, seconds: tick * map.tick_seconds };
}

/** @param {Api.ValueMap} map @param {ReturnType<typeof under>} place */
function words(map, { yards, tick, seconds }) {
  const value = grid(map)[tick - 1][yards - 1];
  return `${yards} yards, ${seconds} s: ${value === null ? "nothing wins" : `${(100 * value).toFixed(1)}%`}`;
}

/** @type {Situation | null} */
let last = null;

/** @param {Api.ValueMap} map @param {Situation} here */
function paintValues(map, here) {
  last = here;
  const rows = map.values.length,
    wide = 8,
    high = Math.max(6, Math.floor(260 / rows));
  canvas.width = 99 * wide;
  canvas.height = rows * high;
  const brush = brushOf(canvas);
  grid(map).forEach((row, tick) =>
    row.forEach((value, yard) => {
      if (value === null || map.values[tick][yard] <= 0) return;
      brush.fillStyle = `rgb(${colour(value)})`;
      brush.fillRect(yard * wide, (rows - 1 - tick) * high, wide, high);
    }),
  );
  const x = (here.yards - 0.5) * wide,
    y = (rows - here.seconds / map.tick_seconds + 0.5) * high;
  for (const [ink, size] of RING) {
    brush.strokeStyle = ink;
    brush.lineWidth = size;
    brush.beginPath();
    brush.arc(x, y, 9, 0, 7);
    brush.stroke();
  }
}

/** @param {Api.CallMap} calls @param {Api.PlaybookView} book */
function paintBands(calls, book) {
  find("#bands-when").textContent = `with ${calls.seconds} seconds left`;
  const parts = [];
  for (const side of /** @type {const} */ (["offence", "defence"])) {
    const names = side === "offence" ? book.plays : book.formations;
    parts.push(el("h3", {}, `The ${side}`));
    for (const one of calls.downs)
      parts.push(
        stacked(`${DOWNS[one.down - 1]} and 10 (or goal)`, one[side], names, { xName: "yards to the goal line" }),
      );
    const legend = key(names);
    parts.push(legend);
  }
  find("#bands").replaceChildren(...parts);
}
