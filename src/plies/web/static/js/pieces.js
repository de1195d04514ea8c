// Pictures of pieces, shades and counted things, from the server's data.
import { svg } from "/static/js/common.js";

/** A piece in a box of 100 by 100. @param {Api.PieceView} piece */
export function drawPiece(piece) {
  return paintSide(
    svg(
      "g",
      { class: "piece" },
      svg("path", { d: piece.shape }),
      piece.detail ? svg("path", { class: "detail", d: piece.detail }) : null,
      piece.label ? svg("text", { x: 50, y: 64 }, piece.label) : null,
    ),
    piece.colour,
  );
}

/**
 * Gives an element the colours of a side, in every theme.
 * @template {HTMLElement | SVGElement} E @param {E} element @param {Api.ColourView} colour
 */
export function paintSide(element, colour) {
  element.style.setProperty("--fill", colour.fill);
  element.style.setProperty("--ink-on", colour.ink);
  element.style.setProperty("--safe", colour.safe);
  return element;
}

/** A picture of a piece on its own, for palettes and lists. @param {Api.PieceView} piece */
export function pieceIcon(piece, size = 28) {
  return svg(
    "svg",
    { class: "board piece-icon", viewBox: "0 0 100 100", width: size, height: size, "aria-hidden": "true" },
    drawPiece(piece),
  );
}

/**
 * The look of a shade that only this game has; nothing for those that every board may use.
 * @param {Api.WebBoardView} board @param {string} name
 */
export const ownShade = (board, name) => board.shades.find((shade) => shade.name === name);

/**
 * Gives an element the colour of such a shade, by day and by night.
 * @template {HTMLElement | SVGElement} E @param {E} element @param {Api.ShadeView} shade
 */
export function paintShade(element, shade) {
  element.classList.add("own-shade");
  element.style.setProperty("--by-day", shade.colour);
  element.style.setProperty("--by-night", shade.night);
  return element;
}

/** Things that are shown one by one. */
const COUNTED = 40;

/** Things in a cell, in rows of five so that they can be counted, and their number. @param {string} text */
export function drawCount(text) {
  const count = Number(text);
  const shown = Math.min(count, COUNTED);
  const columns = shown > 20 ? 10 : 5;
  const [step, radius] = shown > 20 ? [8, 3.6] : [14.5, 6.4];
  const rows = Math.ceil(shown / columns);
  /** @param {number} index */
  const place = (index) => {
    const row = Math.floor(index / columns),
      column = index % columns;
    const inRow = Math.min(columns, shown - row * columns);
    const gap = columns === 10 ? (column > 4 ? 2 : -2) : 0;
    return { cx: 50 + step * (column - (inRow - 1) / 2) + gap, cy: 43 + step * (row - (rows - 1) / 2) };
  };
  return svg(
    "g",
    { class: "content" },
    svg("rect", { class: "bowl", x: 6, y: 6, width: 88, height: 88, rx: 34 }),
    ...Array.from({ length: shown }, (_, index) => svg("circle", { class: "token", ...place(index), r: radius })),
    svg("text", { class: "count", x: 50, y: 83, "font-size": 17 }, text),
  );
}

/**

/** What is on a cell, in words. @param {Api.WebBoardView} board @param {Api.CellView} cell @param {string[]} sides */
export function describeCell(board, cell, sides) {
  const piece = cell.piece === null ? null : board.pieces[cell.piece];
  if (piece) return `${cell.name}: ${sides[piece.side]} ${piece.name || piece.label || piece.letter}`;
  if (board.counts) return `${cell.name}: ${cell.text}`;
  return `${cell.name}: ${ownShade(board, cell.shade)?.name ?? "empty"}`;
}
