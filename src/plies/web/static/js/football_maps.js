// The maps: values and calls on first and ten from every yard with every clock; what both sides call on each down.
import { el, find, request } from "/static/js/common.js";
import { key, stacked } from "/static/js/plots.js";

const DOWNS = ["1st", "2nd", "3rd", "4th"];
//: dark blue, grey, yellow: distinct for colour-blind people, and by brightness alone
const SCALE = [
  [0, 34, 78],
  [60, 77, 110],
  [124, 123, 120],
  [187, 174, 108],
  [254, 232, 56],
];
let map = null,
  book = null,
  shownSeconds = null,
  layer = 0;

function colour(share) {
  const at = Math.max(0, Math.min(1, share)) * (SCALE.length - 1),
    low = Math.min(Math.floor(at), SCALE.length - 2);
  return SCALE[low].map((one, k) => Math.round(one + (SCALE[low + 1][k] - one) * (at - low)));
}

/** Draws both maps for a situation; `set` is called with what is chosen in the map. */
export async function paintMap(here, set) {
  if (!map) {
    [map, book] = await Promise.all([request("/api/football/map"), request("/api/football")]);
    wire(set);
  }
  paintValues(here);
  if (here.seconds !== shownSeconds) {
    shownSeconds = here.seconds;
    const calls = await request(`/api/football/calls?seconds=${here.seconds}`);
    if (calls.seconds === shownSeconds) paintBands(calls);
  }
}

function wire(set) {
  const select = find("#layer");
  select.append(
    el("option", { value: -1 }, "offence wins"),
    ...book.plays.map((name, at) => el("option", { value: at }, `how often: ${name}`)),
  );
  layer = -1;
  const canvas = el("canvas", { role: "img", "aria-label": "Map of the offence's chance by yards and seconds" });
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
    paintValues(last);
  });
  canvas.addEventListener("click", (event) => {
    const place = under(canvas, event);
    set({ yards: place.yards, down: 1, to_go: Math.min(10, place.yards), seconds: place.seconds });
  });
  canvas.addEventListener("pointermove", (event) => {
    find("#under").textContent = words(under(canvas, event));
  });
  canvas.addEventListener("pointerleave", () => {
    find("#under").textContent = "";
  });
  const strip = el("canvas", { width: 64, height: 1 });
  const brush = strip.getContext("2d");
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

function grid() {
  return layer < 0 ? map.values : map.shares[layer];
}

function under(canvas, event) {
  const box = canvas.getBoundingClientRect(),
    rows = map.values.length;
  const yards = Math.max(1, Math.min(99, 1 + Math.floor((99 * (event.clientX - box.left)) / box.width)));
  const tick = Math.max(1, Math.min(rows, rows - Math.floor((rows * (event.clientY - box.top)) / box.height)));
  return { yards, tick, seconds: tick * map.tick_seconds };
}

function words({ yards, tick, seconds }) {
  const value = grid()[tick - 1][yards - 1];
  return `${yards} yards, ${seconds} s: ${value === null ? "nothing wins" : `${(100 * value).toFixed(1)}%`}`;
}

let last = null;

function paintValues(here) {
  last = here;
  const rows = map.values.length,
    canvas = find("#value-map canvas"),
    wide = 8,
    high = Math.max(6, Math.floor(260 / rows));
  canvas.width = 99 * wide;
  canvas.height = rows * high;
  const brush = canvas.getContext("2d");
  grid().forEach((row, tick) =>
    row.forEach((value, yard) => {
      if (value === null || map.values[tick][yard] <= 0) return;
      brush.fillStyle = `rgb(${colour(value)})`;
      brush.fillRect(yard * wide, (rows - 1 - tick) * high, wide, high);
    }),
  );
  const x = (here.yards - 0.5) * wide,
    y = (rows - here.seconds / map.tick_seconds + 0.5) * high;
  for (const [ink, size] of [
    ["#000", 5],
    ["#fff", 2.5],
  ]) {
    brush.strokeStyle = ink;
    brush.lineWidth = size;
    brush.beginPath();
    brush.arc(x, y, 9, 0, 7);
    brush.stroke();
  }
}

function paintBands(calls) {
  find("#bands-when").textContent = `with ${calls.seconds} seconds left`;
  const parts = [];
  for (const [side, names] of [
    ["offence", book.plays],
    ["defence", book.formations],
  ]) {
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
