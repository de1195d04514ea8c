// Lines that fall or rise step by step, on an axis that begins near their lowest value.
import { el, svg } from "/static/js/common.js";
import { SERIES, key, ticks } from "/static/js/plots.js";

const HEIGHT = 220;
const LEFT = 58;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 40;

/**
 * A plot of lines through points.
 * @param {string} caption
 * @param {{ name: string, points: [number, number][] }[]} series
 * @param {{ width: number, xName: string, mark?: number | null, markName?: string }} options `mark`: a line across
 * @returns {HTMLElement}
 */
export function curves(caption, series, { width, xName, mark = null, markName = "" }) {
  const all = series.flatMap((one) => one.points);
  const xs = all.map(([x]) => x);
  const ys = [...all.map(([, y]) => y), ...(mark === null ? [] : [mark])];
  const room = (Math.max(...ys) - Math.min(...ys)) * 0.08 || 0.01;
  const [low, high] = [Math.min(...ys) - room, Math.max(...ys) + room];
  const last = Math.max(...xs, 1);
  /** @param {number} value */
  const x = (value) => LEFT + (value / last) * (width - LEFT - RIGHT);
  /** @param {number} value */
  const y = (value) => HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const grid = ticks(low, high, 4).map((value) =>
    svg(
      "g",
      {},
      svg("path", { d: `M${LEFT} ${y(value)}H${width - RIGHT}`, class: "grid" }),
      svg("text", { x: LEFT - 6, y: y(value) + 4, class: "name" }, String(value)),
    ),
  );
  const below = ticks(0, last, 5)
    .filter(Number.isInteger)
    .map((value) => svg("text", { x: x(value), y: HEIGHT - BOTTOM + 18, class: "tick" }, String(value)));
  const drawn = series.map((one, at) => line(one, SERIES[at % SERIES.length], x, y));
  const across =
    mark === null
      ? null
      : svg("path", { d: `M${LEFT} ${y(mark)}H${width - RIGHT}`, class: "zero" }, svg("title", {}, markName));
  const described = series.map((one) => `${one.name}: ${one.points.map(([, value]) => value.toFixed(4)).join(", ")}`);
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      class: "plot",
      role: "img",
      "aria-label": `${caption}. ${described.join("; ")}`,
    },
    grid,
    below,
    across,
    drawn,
    svg("text", { x: (LEFT + width) / 2, y: HEIGHT - 4, class: "tick" }, xName),
  );
  const names = series.map((one) => one.name);
  return el("figure", { class: "plot-box" }, el("figcaption", {}, caption), picture, key(names));
}

/**
 * @param {{ name: string, points: [number, number][] }} one
 * @param {string} colour a class of plots.css
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 */
function line(one, colour, x, y) {
  const points = one.points.map(([px, py]) => `${x(px)},${y(py)}`).join(" ");
  const dots = one.points.map(([px, py]) =>
    svg(
      "circle",
      { cx: x(px), cy: y(py), r: 3.5, class: "dot" },
      svg("title", {}, `${one.name}, step ${px}: ${py.toFixed(4)}`),
    ),
  );
  return svg("g", { class: colour }, svg("polyline", { points, class: "line" }), dots);
}
