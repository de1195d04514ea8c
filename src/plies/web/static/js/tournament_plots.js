// Plots of a tournament: points with intervals on one scale, histograms, the way of a stopping rule. They are drawn as
// wide as their place, so that letters keep their size on a small screen.
import { el, svg } from "/static/js/common.js";
import { SERIES, ticks } from "/static/js/plots.js";

const ROW = 26;
const LETTER = 7.4; // pixels, about

export const clip = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** How wide a plot may be in a place. */
export const widthOf = (place) => Math.max(240, Math.min(680, place.clientWidth || 480));

function marker(shape, x, y, kind) {
  const size = 5;
  if (shape === 1) return svg("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, class: kind });
  if (shape === 2) return svg("path", { d: `M${x} ${y - 6}l6 11h-12z`, class: kind });
  if (shape === 3) return svg("path", { d: `M${x} ${y - 7}l7 7l-7 7l-7-7z`, class: kind });
  return svg("circle", { cx: x, cy: y, r: size + 0.5, class: kind });
}

/** Rows of { name, points: [{ value, low, high, hollow, series, label }] } on a scale with a line at `zero`. */
export function dots(title, rows, { width, zero = null, unit = "", step = ROW, joined = false, text = (one) => one.toFixed(0) }) {
  const longest = Math.max(...rows.map((row) => row.name.length));
  const left = Math.min(width * 0.38, longest * LETTER + 14), right = 14, top = 6, bottom = 38;
  const values = rows.flatMap((row) => row.points.flatMap((one) => [one.value, one.low, one.high])).filter(Number.isFinite);
  if (zero !== null) values.push(zero);
  const [low, high] = widened(Math.min(...values), Math.max(...values));
  const x = (value) => left + ((value - low) / (high - low)) * (width - left - right);
  const tall = rows.map((row) => (joined ? step : Math.max(step, row.points.length * 13 + 8)));
  const height = top + tall.reduce((sum, one) => sum + one, 0) + bottom;
  const parts = ticks(low, high, width < 420 ? 4 : 6).map((value) => svg("g", {}, svg("path", { d: `M${x(value)} ${top}V${height - bottom}`, class: "grid" }), svg("text", { x: x(value), y: height - bottom + 16, class: "tick" }, text(value))));
  if (zero !== null) parts.push(svg("path", { d: `M${x(zero)} ${top}V${height - bottom}`, class: "zero" }));
  let y = top;
  rows.forEach((row, at) => {
    parts.push(dotRow(row, { x, y, tall: tall[at], left, joined, text }));
    y += tall[at];
  });
  parts.push(svg("text", { x: (left + width - right) / 2, y: height - 4, class: "tick" }, unit));
  const told = rows.map((row) => `${row.name}: ${row.points.map((one) => one.label ?? text(one.value)).join(", ")}`).join("; ");
  return figure(title, svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": `${title}. ${told}` }, parts));
}

function dotRow(row, { x, y, tall, left, joined, text }) {
  const middle = y + tall / 2;
  const parts = [svg("text", { x: left - 8, y: middle + 4, class: "name" }, svg("title", {}, row.name), clip(row.name, Math.floor((left - 14) / LETTER)))];
  if (joined && row.points.length > 1) parts.push(svg("path", { d: `M${x(row.points[0].value)} ${middle}H${x(row.points.at(-1).value)}`, class: "joint s0" }));
  row.points.forEach((one, at) => {
    const here = joined ? middle : middle + (at - (row.points.length - 1) / 2) * 13;
    const bars = Number.isFinite(one.low) ? svg("path", { d: `M${x(one.low)} ${here}H${x(one.high)}M${x(one.low)} ${here - 4}v8M${x(one.high)} ${here - 4}v8`, class: "reach" }) : null;
    parts.push(svg("g", { class: SERIES[(one.series ?? 0) % SERIES.length] }, svg("title", {}, `${row.name}: ${one.label ?? text(one.value)}`), bars, marker((one.series ?? 0) % 4, x(one.value), here, one.hollow ? "hollow" : "full")));
  });
  return svg("g", {}, parts);
}

function widened(low, high) {
  const room = (high - low) * 0.06 || 1;
  return [low - room, high + room];
}

function figure(title, picture) {
  return el("figure", { class: "plot-box" }, el("figcaption", {}, title), picture);
}

/** Shares of games by their length: pairs [plies, count]. */
export function histogram(title, pairs, { width, longest }) {
  const left = 40, right = 8, top = 6, bottom = 34, height = 150;
  const size = Math.max(1, Math.ceil(longest / (width < 420 ? 30 : 60)));
  const bins = new Map();
  const total = pairs.reduce((sum, [, count]) => sum + count, 0);
  for (const [plies, count] of pairs) bins.set(Math.floor(plies / size), (bins.get(Math.floor(plies / size)) ?? 0) + count / total);
  const most = Math.max(...bins.values());
  const x = (plies) => left + (plies / (longest + size)) * (width - left - right);
  const y = (share) => height - bottom - (share / most) * (height - top - bottom);
  const grid = ticks(0, 100 * most, 3).map((one) => svg("g", {}, svg("path", { d: `M${left} ${y(one / 100)}H${width - right}`, class: "grid" }), svg("text", { x: left - 5, y: y(one / 100) + 4, class: "name" }, `${one}%`)));
  const below = ticks(0, longest, 5).map((one) => svg("text", { x: x(one), y: height - bottom + 15, class: "tick" }, String(one)));
  const bars = [...bins].map(([at, share]) => svg("rect", { x: x(at * size) + 0.5, y: y(share), width: Math.max(1, x(size) - x(0) - 1), height: height - bottom - y(share), class: "bar" }, svg("title", {}, `${at * size}${size > 1 ? `–${(at + 1) * size - 1}` : ""} plies: ${(100 * share).toFixed(1)}%`)));
  return figure(title, svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": title }, grid, bars, below, svg("text", { x: (left + width) / 2, y: height - 3, class: "tick" }, "plies")));
}

/** Where a stopping rule stands between its two bounds. */
export function verdict(state, { width }) {
  const left = 8, right = 8, height = 46, room = (state.upper - state.lower) * 0.12;
  const x = (value) => left + ((Math.max(state.lower - room, Math.min(state.upper + room, value)) - state.lower + room) / (state.upper - state.lower + 2 * room)) * (width - left - right);
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": `log-likelihood ratio ${state.llr.toFixed(2)} between ${state.lower.toFixed(2)} and ${state.upper.toFixed(2)}` },
    svg("rect", { x: x(state.lower), y: 12, width: x(state.upper) - x(state.lower), height: 10, rx: 5, class: "nothing" }),
    svg("path", { d: `M${x(0)} 12H${x(state.llr)}V22H${x(0)}Z`, class: "bar strong" }),
    svg("path", { d: `M${x(state.lower)} 6V28M${x(state.upper)} 6V28`, class: "interval" }),
    svg("circle", { cx: x(state.llr), cy: 17, r: 6, class: "pointer" }),
    svg("text", { x: left, y: 42 }, `not better: ${state.lower.toFixed(2)}`), svg("text", { x: width - right, y: 42, "text-anchor": "end" }, `better: ${state.upper.toFixed(2)}`));
}
