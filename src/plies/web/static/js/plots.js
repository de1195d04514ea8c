// Plots as SVG: axes, bars with intervals, lines, stacked bands. Colours that colour-blind people can distinguish.
import { el, svg } from "/static/js/common.js";

/** Names of classes of plots.css: after Okabe and Ito. */
export const SERIES = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"];

/**
 * @typedef {{ name: string, value?: number | null, text: string, low?: number, high?: number, mark?: number, strong?: boolean }} Bar
 */

/** @param {unknown} value @returns {value is number} */
const isNumber = (value) => Number.isFinite(value);

/** Round numbers from 0 (or low) to at least `most`. @param {number} low @param {number} most */
export function ticks(low, most, about = 5) {
  const span = most - low || 1;
  const rough = span / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough * 0.999) ?? 10 * power;
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= most + step * 1e-6; at += step)
    found.push(Number(at.toPrecision(10)));
  return found;
}

/**
 * Horizontal bars, one for each row: { name, value, text, low, high, mark }. `log` for numbers of many sizes.
 * @param {string} title @param {Bar[]} rows
 */
export function bars(title, rows, { log = false, unit = "", most = /** @type {number | null} */ (null) } = {}) {
  const width = 420,
    left = 110,
    right = 76,
    height = 26,
    top = 6;
  const values = rows
    .flatMap((row) => [row.value, row.high, row.mark])
    .flatMap((one) => (isNumber(one) && one > 0 ? [one] : []));
  const high = most ?? Math.max(...values, log ? 10 : 1e-12),
    low = log ? Math.min(...values, high / 10) / 2 : 0;
  /** @param {number} value */
  const x = (value) => {
    const share = log ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : value / high;
    return left + Math.max(0, Math.min(1, share)) * (width - left - right);
  };
  const lines = rows.map((row, at) => {
    const y = top + at * height;
    const parts = [
      svg("title", {}, `${row.name}: ${row.text}${unit}`),
      svg("text", { x: left - 8, y: y + 17, class: "name" }, short(row.name)),
    ];
    if (isNumber(row.value)) {
      parts.push(
        svg("rect", {
          x: left,
          y: y + 4,
          width: Math.max(1, x(row.value) - left),
          height: height - 8,
          rx: 3,
          class: row.strong ? "bar strong" : "bar",
        }),
      );
      if (isNumber(row.low) && isNumber(row.high))
        parts.push(
          svg("path", {
            d: `M${x(row.low)} ${y + height / 2}H${x(row.high)}M${x(row.low)} ${y + 8}V${y + height - 8}M${x(row.high)} ${y + 8}V${y + height - 8}`,
            class: "interval",
          }),
        );
      if (isNumber(row.mark))
        parts.push(svg("path", { d: `M${x(row.mark)} ${y + 2}V${y + height - 2}`, class: "mark" }));
    }
    parts.push(
      svg("text", { x: Math.max(x(row.value ?? 0), x(row.high ?? 0)) + 6, y: y + 17, class: "figure" }, row.text),
    );
    return svg("g", {}, ...parts);
  });
  const total = top + rows.length * height + 6;
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${total}`,
      class: "plot",
      role: "img",
      "aria-label": `${title}: ${rows.map((row) => `${row.name} ${row.text}`).join(", ")}`,
    },
    svg("path", { d: `M${left} 2V${total - 4}`, class: "axis" }),
    ...lines,
  );
  return el("figure", { class: "plot-box" }, el("figcaption", {}, title), picture);
}

/** @param {string} name */
const short = (name) => (name.length > 15 ? `${name.slice(0, 14)}…` : name);

/**
 * Lines through points: series of { name, points: [[x, y]] }; y by powers of ten when `log`.
 * @param {string} title @param {{ name: string, points: number[][] }[]} series
 * @param {{ log?: boolean, xName?: string, yText?: (value: number) => string }} options
 */
export function lines(title, series, { log = false, xName = "", yText = String } = {}) {
  const width = 520,
    height = 280,
    left = 58,
    right = 12,
    top = 10,
    bottom = 40;
  const all = series.flatMap((one) => one.points);
  const xs = all.map(([x]) => x),
    ys = all.map(([, y]) => y);
  const xLow = Math.min(...xs),
    xHigh = Math.max(...xs, xLow + 1);
  const yLow = log ? 10 ** Math.floor(Math.log10(Math.max(1, Math.min(...ys)))) : 0,
    yHigh = Math.max(...ys, log ? yLow * 10 : 1);
  /** @param {number} value */
  const x = (value) => left + ((value - xLow) / (xHigh - xLow)) * (width - left - right);
  /** @param {number} value */
  const y = (value) => {
    const share = log ? Math.log(Math.max(value, yLow) / yLow) / Math.log(yHigh / yLow) : value / yHigh;
    return height - bottom - share * (height - top - bottom);
  };
  const steps = log ? powers(yLow, yHigh) : ticks(0, yHigh);
  const grid = steps.map((value) =>
    svg(
      "g",
      {},
      svg("path", { d: `M${left} ${y(value)}H${width - right}`, class: "grid" }),
      svg("text", { x: left - 6, y: y(value) + 4, class: "name" }, yText(value)),
    ),
  );
  const below = [...new Set(xs)].map((value) =>
    svg("text", { x: x(value), y: height - bottom + 18, class: "tick" }, String(value)),
  );
  const drawn = series.map((one, at) =>
    svg(
      "g",
      { class: SERIES[at % SERIES.length] },
      svg("polyline", { points: one.points.map(([px, py]) => `${x(px)},${y(py)}`).join(" "), class: "line" }),
      ...one.points.map(([px, py]) =>
        svg(
          "circle",
          { cx: x(px), cy: y(py), r: 4, class: "dot" },
          svg("title", {}, `${one.name}, ${px}: ${py.toLocaleString("en")}`),
        ),
      ),
    ),
  );
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": title },
    ...grid,
    ...below,
    svg("text", { x: (left + width) / 2, y: height - 4, class: "tick" }, xName),
    ...drawn,
  );
  return el("figure", { class: "plot-box" }, el("figcaption", {}, title), picture, key(series.map((one) => one.name)));
}

/** @param {number} low @param {number} high */
function powers(low, high) {
  const found = [];
  for (let at = low; at <= high * 1.001; at *= 10) found.push(at);
  return found;
}

/** Which colour is what. @param {string[]} names */
export function key(names) {
  return el(
    "ul",
    { class: "key" },
    names.map((name, at) =>
      el(
        "li",
        {},
        svg(
          "svg",
          { viewBox: "0 0 14 14", width: 14, height: 14, class: SERIES[at % SERIES.length], "aria-hidden": "true" },
          svg("rect", { width: 14, height: 14, rx: 3, class: "area" }),
        ),
        name,
      ),
    ),
  );
}

/**
 * Stacked shares over x = 1, 2, …; rows of shares, null where nothing applies.
 * @param {string} title @param {(number[] | null)[]} rows @param {string[]} names
 */
export function stacked(title, rows, names, { xName = "" } = {}) {
  const width = 300,
    height = 190,
    left = 42,
    bottom = 34,
    top = 6,
    right = 6;
  /** @param {number} at */
  const x = (at) => left + (at / rows.length) * (width - left - right);
  /** @param {number} share */
  const y = (share) => height - bottom - share * (height - top - bottom);
  const areas = names.map((name, number) => {
    let path = "";
    rows.forEach((row, at) => {
      if (!row) return;
      const below = row.slice(0, number).reduce((sum, one) => sum + one, 0);
      if (row[number] > 0)
        path += `M${x(at).toFixed(1)} ${y(below).toFixed(1)}H${x(at + 1.02).toFixed(1)}V${y(below + row[number]).toFixed(1)}H${x(at).toFixed(1)}Z`;
    });
    return svg("path", { d: path || "M0 0", class: `area ${SERIES[number % SERIES.length]}` }, svg("title", {}, name));
  });
  const across = [1, 25, 50, 75, 99]
    .filter((one) => one <= rows.length)
    .map((one) => svg("text", { x: x(one - 0.5), y: height - bottom + 16, class: "tick" }, String(one)));
  const up = [0, 0.5, 1].map((share) =>
    svg("text", { x: left - 5, y: y(share) + 4, class: "name" }, `${100 * share}%`),
  );
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": title },
    svg("rect", { x: left, y: top, width: width - left - right, height: height - top - bottom, class: "nothing" }),
    ...areas,
    ...across,
    ...up,
    svg("text", { x: (left + width) / 2, y: height - 4, class: "tick" }, xName),
  );
  return el("figure", { class: "plot-box" }, el("figcaption", {}, title), picture);
}
