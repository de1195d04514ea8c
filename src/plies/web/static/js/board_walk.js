// The last move walked on a board, step by step.
import { sleep } from "/static/js/common.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Whether a position comes of another by one move that can be walked, and the user wants to see motion.
 * @type {(one: Api.PositionView, next: Api.PositionView) => boolean}
 */
export const canWalk = (one, next) =>
  !calm.matches &&
  Boolean(one.board && next.board && next.last?.steps.length) &&
  one.game === next.game &&
  one.moves.length + 1 === next.moves.length;

/**
 * Step by step: a piece slides from square to square, or things fall one by one.
 * @param {import("/static/js/board_drawing.js").BoardDrawing} drawing @param {Api.PositionView} before @param {Api.PositionView} after @param {number} mine
 */
export async function walk(drawing, before, after, mine) {
  if (!before.board || !after.board || !after.last) return;
  const { steps, squares } = after.last;
  const from = before.board.pieces;
  const pause = Math.max(50, Math.min(230, 2400 / steps.length));
  const board = {
    ...before.board,
    pieces: after.board.pieces,
    cells: after.board.cells.map((cell) => ({ ...cell })),
  };
  const old = new Map(before.board.cells.map((cell) => [`${cell.x},${cell.y}`, cell]));
  const letters = after.board.pieces.map((piece) => piece.letter);
  for (const cell of board.cells) {
    const was = old.get(`${cell.x},${cell.y}`);
    if (!was) return;
    const piece = was.piece === null ? null : letters.indexOf(from[was.piece].letter);
    if (piece === -1) return; // a piece that the new board does not know: nothing to slide
    Object.assign(cell, { shade: was.shade, text: was.text, piece });
  }
  for (let i = 0; i < steps.length; i += 1) {
    if (mine !== drawing.turnOfShow) return;
    const passed = squares.slice(0, i + 2);
    drawing.draw(board, passed);
    if (!board.counts) await slide(drawing, board, squares[i], squares[i + 1], pause);
    for (const change of steps[i]) {
      const cell = board.cells.find((one) => one.name === change.name && one.name);
      if (cell) Object.assign(cell, change);
    }
    if (board.counts) {
      drawing.draw(board, passed);
      await sleep(pause);
    }
  }
}

/**
 * @param {import("/static/js/board_drawing.js").BoardDrawing} drawing @param {Api.WebBoardView} board @param {string} from
 * @param {string} to @param {number} pause
 */
async function slide(drawing, board, from, to, pause) {
  const [start, end] = [from, to].map((name) => board.cells.find((cell) => cell.name === name));
  const piece = start && drawing.root.querySelector(`[data-piece="${CSS.escape(from)}"]`);
  if (!piece || !end) return;
  const [a, b] = [drawing.corner(start), drawing.corner(end)];
  piece.parentNode?.append(piece);
  await piece
    .animate([{ transform: `translate(${a.x}px, ${a.y}px)` }, { transform: `translate(${b.x}px, ${b.y}px)` }], {
      duration: pause,
      easing: "ease-in-out",
    })
    .finished.catch(() => {});
}
