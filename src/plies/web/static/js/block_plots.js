// Plots among the blocks of a page: points with intervals in rows, and histograms. They are drawn as wide as their place,
// so that letters keep their size on a small screen.
import { el, svg } from "/static/js/common.js";
import { SERIES, ticks } from "/static/js/plots.js";

const ROW = 26,
  STEP = 13; // pixels: a row, and what each further series adds to it
const LETTER = 7.4; // pixels, about

/** @param {string} text @param {number} most */
const clip = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
/** @param {number} value */
const written = (value) => String(value).replace("-", "−");

/** How wide a plot may be in a place. @param {{ clientWidth: number }} place */
export const widthOf = (place) => Math.max(240, Math.min(680, place.clientWidth || 480));

/** @param {number} shape @param {number} x @param {number} y @param {string} kind */
function marker(shape, x, y, kind) {
  const size = 5;
  if (shape === 1) return svg("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, class: kind });
  if (shape === 2) return svg("path", { d: `M${x} ${y - 6}l6 11h-12z`, class: kind });
  if (shape === 3) return svg("path", { d: `M${x} ${y - 7}l7 7l-7 7l-7-7z`, class: kind });
  return svg("circle", { cx: x, cy: y, r: size + 0.5, class: kind });
}

/**
 * How the points of a series look: joined ones share a colour, and all but the first are hollow.
 * @param {Api.DotsBlock} block @param {number} at
 */
const looks = (block, at) =>
  block.joined
    ? { colour: SERIES[0], shape: 0, kind: at ? "hollow" : "full" }
    : { colour: SERIES[at % SERIES.length], shape: at % 4, kind: "full" };

/** @param {Api.DotsBlock} block @param {number} width */
export function dots(block, width) {
  const { rows, series, axis, joined } = block;
  const left = Math.min(width * 0.38, Math.max(...rows.map((name) => name.length)) * LETTER + 14),
    right = 14;
  const top = axis.marks.some((one) => one.label) ? 20 : 6,
    bottom = 38;
  const tall = joined ? ROW : Math.max(ROW, series.length * STEP + 8);
  const height = top + rows.length * tall + bottom;
  const values = [
    ...axis.marks.map((one) => one.at),
    ...series.flatMap((one) => one.points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value])),
  ];
  const [low, high] = widened(Math.min(...values), Math.max(...values));
  /** @param {number} value */
  const x = (value) => left + ((value - low) / (high - low)) * (width - left - right);
  /** @param {number} row @param {number} at */
  const y = (row, at) => top + (row + 0.5) * tall + (joined ? 0 : (at - (series.length - 1) / 2) * STEP);
  const parts = [
    ...ticks(low, high, width < 420 ? 4 : 6).map((value) =>
      svg(
        "g",
        {},
        svg("path", { d: `M${x(value)} ${top}V${height - bottom}`, class: "grid" }),
        svg("text", { x: x(value), y: height - bottom + 16, class: "tick" }, written(value)),
      ),
    ),
    ...axis.marks.map(({ at, label }) =>
      svg(
        "g",
        {},
        svg("path", { d: `M${x(at)} ${top}V${height - bottom}`, class: "zero" }),
        label ? svg("text", { x: x(at), y: top - 6, class: "tick" }, label) : null,
      ),
    ),
    ...rows.map((name, row) =>
      svg(
        "text",
        { x: left - 8, y: top + (row + 0.5) * tall + 4, class: "name" },
        svg("title", {}, name),
        clip(name, Math.floor((left - 14) / LETTER)),
      ),
    ),
    ...(joined ? rows.map((_, row) => joint(series, row, x, y(row, 0))) : []),
    ...series.map((one, at) =>
      svg(
        "g",
        { class: looks(block, at).colour },
        one.points.map((point) => dot(block, at, point, x, y(point.row, at))),
      ),
    ),
    svg("text", { x: (left + width - right) / 2, y: height - 4, class: "tick" }, axis.title),
  ];
  const described = series
    .flatMap((one) => one.points.map((point) => `${rows[point.row]} ${one.name}: ${point.label}`))
    .join("; ");
  return figure(
    block,
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": `${block.caption} ${described}` },
      parts,
    ),
    series.length > 1 ? key(block) : null,
  );
}

/**
 * @param {Api.DotsBlock} block @param {number} at @param {Api.Point} point @param {(value: number) => number} x
 * @param {number} y
 */
function dot(block, at, point, x, y) {
  const { shape, kind } = looks(block, at);
  const reach =
    point.low === null || point.high === null
      ? null
      : svg("path", {
          d: `M${x(point.low)} ${y}H${x(point.high)}M${x(point.low)} ${y - 4}v8M${x(point.high)} ${y - 4}v8`,
          class: "reach",
        });
  return svg(
    "g",
    {},
    svg(
      "title",
      {},
      `${block.rows[point.row]}${block.series[at].name ? `, ${block.series[at].name}` : ""}: ${point.label}`,
    ),
    reach,
    marker(shape, x(point.value), y, kind),
  );
}

/** @param {Api.Series[]} series @param {number} row @param {(value: number) => number} x @param {number} y */
function joint(series, row, x, y) {
  const values = series.flatMap((one) =>
    one.points.filter((point) => point.row === row).map((point) => x(point.value)),
  );
  return values.length > 1
    ? svg("path", { d: `M${Math.min(...values)} ${y}H${Math.max(...values)}`, class: `joint ${SERIES[0]}` })
    : null;
}

/** Which mark is what. @param {Api.DotsBlock} block */
function key(block) {
  return el(
    "ul",
    { class: "key" },
    block.series.map((one, at) => {
      const { colour, shape, kind } = looks(block, at);
      return el(
        "li",
        {},
        svg(
          "svg",
          { viewBox: "0 0 16 16", width: 16, height: 16, class: `plot ${colour}`, "aria-hidden": "true" },
          marker(shape, 8, 8, kind),
        ),
        one.name,
      );
    }),
  );
}

/** @param {number} low @param {number} high */
function widened(low, high) {
  const room = (high - low) * 0.06 || 1;
  return [low - room, high + room];
}

/** @param {{ id: string, caption: string }} block @param {Child[]} children */
function figure(block, ...children) {
  return el("figure", { id: block.id, class: "plot-box" }, el("figcaption", {}, block.caption), children);
}

/** @param {Api.HistogramsBlock} block @param {number} width */
export function histograms(block, width) {
  const end = Math.max(...block.panels.flatMap((panel) => panel.bars.map(([begin]) => begin))) + block.width;
  return figure(
    block,
    block.panels.map((panel) => [el("div", { class: "panel-name" }, panel.name), histogram(block, panel, width, end)]),
  );
}

/** @param {Api.HistogramsBlock} block @param {Api.Panel} panel @param {number} width @param {number} end */
function histogram(block, { name, bars }, width, end) {
  const left = 40,
    right = 8,
    top = 6,
    bottom = 34,
    height = 150;
  const most = Math.max(...bars.map(([, share]) => share));
  /** @param {number} value */
  const x = (value) => left + (value / end) * (width - left - right);
  /** @param {number} share */
  const y = (share) => height - bottom - (share / most) * (height - top - bottom);
  /** @param {number} begin */
  const range = (begin) => (block.width > 1 ? `${begin}–${begin + block.width - 1}` : begin);
  const grid = ticks(0, 100 * most, 3).map((one) =>
    svg(
      "g",
      {},
      svg("path", { d: `M${left} ${y(one / 100)}H${width - right}`, class: "grid" }),
      svg("text", { x: left - 5, y: y(one / 100) + 4, class: "name" }, `${one}%`),
    ),
  );
  const below = ticks(0, end, 5).map((one) =>
    svg("text", { x: x(one), y: height - bottom + 15, class: "tick" }, String(one)),
  );
  const drawn = bars.map(([begin, share]) =>
    svg(
      "rect",
      {
        x: x(begin) + 0.5,
        y: y(share),
        width: Math.max(1, x(block.width) - x(0) - 1),
        height: height - bottom - y(share),
        class: "bar",
      },
      svg("title", {}, `${range(begin)} ${block.axis.title}: ${(100 * share).toFixed(1)}%`),
    ),
  );
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": `${name}: ${block.caption}` },
    grid,
    drawn,
    below,
    svg("text", { x: (left + width) / 2, y: height - 3, class: "tick" }, block.axis.title),
  );
}
