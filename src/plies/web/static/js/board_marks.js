// What lies over the squares of a board: names, directions, choices, exact results, arrows and rings.
import { inPlies, svg } from "/static/js/common.js";
import { CELL } from "/static/js/board_state.js";
import { mark } from "/static/js/exact.js";
import { ownShade } from "/static/js/pieces.js";

/** @typedef {import("/static/js/board_state.js").BoardState} State */

/** The names of rows and columns in the corners of the outer cells, and what is written on cells. @param {State} state */
export function drawLabels(state) {
  const { board } = state;
  const group = svg("g", { "aria-hidden": "true" });
  /** @param {number} x @param {number} y */
  const at = (x, y) => state.corner({ x, y });
  board.row_labels.forEach((text, row) => {
    const { x, y } = at(state.flipped ? board.columns - 1 : 0, row);
    if (text) group.append(svg("text", { class: "label", x: x + 3, y: y + 4 }, text));
  });
  board.column_labels.forEach((text, column) => {
    const { x, y } = at(column, state.flipped ? board.rows - 1 : 0);
    if (text) group.append(svg("text", { class: "label of-column", x: x + CELL - 5, y: y + CELL - 5 }, text));
  });
  for (const cell of board.counts ? [] : board.cells.filter((one) => one.text.trim())) {
    const { x, y } = state.corner(cell);
    group.append(svg("text", { class: "label", x: x + 3, y: y + 4 }, cell.text));
  }
  return group;
}

/** Small arrows from cell to cell, where things go around the board. @param {State} state */
export function drawCourse(state) {
  const { board } = state;
  const group = svg("g", { class: "course", "aria-hidden": "true" });
  board.course.forEach((name, index) => {
    const [from, to] = [name, board.course[(index + 1) % board.course.length]].map((one) => state.centre(one));
    if (!from || !to || Math.hypot(to.x - from.x, to.y - from.y) > 1.5 * CELL) return;
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    group.append(
      svg("path", {
        d: "M-3 -6L4 0L-3 6",
        transform: `translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${turn})`,
      }),
    );
  });
  return group;
}

/** The chosen squares, below their pieces. @param {State} state */
export function drawChosen(state) {
  const group = svg("g");
  for (const name of state.path) {
    const at = state.centre(name);
    if (at) group.append(svg("rect", { class: "chosen", x: at.x - 50, y: at.y - 50, width: CELL, height: CELL }));
  }
  return group;
}

/** In grey where the moves of what is chosen lead, and the cells that are pointed at. @param {State} state */
export function drawChoice(state) {
  const group = svg("g");
  for (const name of state.targets()) {
    const at = state.centre(name);
    const cell = state.board.cells.find((one) => one.name === name);
    if (!at || !cell) continue;
    group.append(
      cell.piece === null && !ownShade(state.board, cell.shade)
        ? svg("circle", { class: "target", "data-target": name, cx: at.x, cy: at.y, r: 17 })
        : svg("circle", { class: "target-ring", "data-target": name, cx: at.x, cy: at.y, r: 43 }),
    );
  }
  for (const name of state.must) {
    const at = state.centre(name);
    if (at) group.append(svg("circle", { class: "must", "data-must": name, cx: at.x, cy: at.y, r: 44 }));
  }
  return group;
}

/** The exact result of a move on the square that stands for it, where a table knows it. @param {State} state */
export function drawResults(state) {
  const group = svg("g");
  if (!state.exact) return group;
  const squares = state.oneSquare ? new Set(state.legal.map((move) => move.squares[0])) : state.targets();
  for (const name of squares) {
    const [at, known] = [state.centre(name), state.knownAt(name)];
    if (!at || !known) continue;
    const text = mark(known);
    const width = 12 + 12 * text.length;
    const left = at.x + CELL / 2 - 3 - width;
    group.append(
      svg(
        "g",
        {
          class: `exact ${known.result}`,
          "data-exact": name,
          role: "img",
          "aria-label": `${name}: ${inPlies(known)}`,
        },
        svg("title", {}, inPlies(known)),
        svg("rect", { x: left, y: at.y - CELL / 2 + 3, width, height: 26, rx: 7 }),
        svg("text", { x: left + width / 2, y: at.y - CELL / 2 + 16.5 }, text),
      ),
    );
  }
  return group;
}

/** A move of one cell: its edge, so that what is in it can be seen. @param {At} at @param {number} strength */
export function outline(at, strength) {
  return svg("rect", {
    class: "arrow",
    x: at.x - 44,
    y: at.y - 44,
    width: 88,
    height: 88,
    rx: 34,
    "stroke-width": 3 + 4 * strength,
    opacity: 0.4 + 0.6 * strength,
  });
}

/** @param {At} at @param {number} strength */
export function ring(at, strength) {
  return svg("circle", {
    class: "arrow",
    cx: at.x,
    cy: at.y,
    r: 45,
    "stroke-width": 5 + 7 * strength,
    opacity: 0.35 + 0.5 * strength,
  });
}

/** @param {At[]} points @param {number} strength */
export function arrow(points, strength) {
  const [from, to] = points.slice(-2);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const wide = 8 + 8 * strength;
  const neck = { x: to.x - ux * wide * 2.4, y: to.y - uy * wide * 2.4 };
  const line = [...points.slice(0, -1), neck].map((point) => `${point.x},${point.y}`).join(" ");
  const [sx, sy] = [-uy * wide * 1.3, ux * wide * 1.3];
  return svg(
    "g",
    { opacity: 0.3 + 0.5 * strength },
    svg("polyline", { class: "arrow", points: line, "stroke-width": wide }),
    svg("polygon", {
      class: "arrow-head",
      points: `${to.x},${to.y} ${neck.x + sx},${neck.y + sy} ${neck.x - sx},${neck.y - sy}`,
    }),
  );
}
