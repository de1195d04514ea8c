// What a board shows and what may be chosen on it; nothing is drawn here. It knows no game.
import { bestFirst } from "/static/js/exact.js";

/** The side of a cell in the drawing's own units. */
export const CELL = 100;

/** Before anything is shown. @type {Api.WebBoardView} */
const EMPTY = {
  columns: 0,
  rows: 0,
  cells: [],
  pieces: [],
  shades: [],
  column_labels: [],
  row_labels: [],
  colours: [],
  course: [],
  counts: false,
};

export class BoardState {
  flipped = false;
  oneSquare = false;
  board = EMPTY;
  /** @type {Api.PositionView | null} */
  position = null;
  /** @type {Api.MoveView[]} */
  legal = [];
  /** @type {string[]} */
  path = [];
  /** @type {Arrow[]} */
  arrows = [];
  /** Cells that are pointed at. @type {string[]} */
  must = [];
  /** @type {Note[]} */
  notes = [];
  arrowsHidden = false;
  exact = true; // whether exact results of moves are marked
  /**
   * What will be shown when the last move has been walked.
   * @type {{ position: Api.PositionView, legal: Api.MoveView[] } | null}
   */
  walking = null;
  /** @type {Api.CellView | undefined} */
  cursor;
  turnOfShow = 0;
  left = 2;

  /** @param {Api.PositionView} position @param {Api.MoveView[]} legal */
  take(position, legal) {
    this.position = position;
    this.legal = legal;
  }

  /** Another game comes: nothing of this one can be chosen any more. */
  forget() {
    this.turnOfShow += 1;
    this.walking = null;
    this.position = null;
    this.legal = [];
    this.path = [];
    this.arrows = [];
  }

  // -- where cells are ------------------------------------------------------------------------------------------------

  /** @param {At} cell */
  corner(cell) {
    const { columns, rows } = this.board;
    return {
      x: this.left + (this.flipped ? columns - 1 - cell.x : cell.x) * CELL,
      y: (this.flipped ? cell.y : rows - 1 - cell.y) * CELL + 2,
    };
  }

  /** @param {string} name */
  centre(name) {
    const cell = this.board.cells.find((one) => one.name === name);
    if (!cell) return null;
    const { x, y } = this.corner(cell);
    return { x: x + CELL / 2, y: y + CELL / 2 };
  }

  // -- which moves there are ------------------------------------------------------------------------------------------

  /** The squares of a move that are chosen so far. @param {string[]} path */
  setPath(path) {
    this.path = path;
  }

  /** @param {string} name @returns {Api.MoveView[]} */
  movesFrom(name) {
    return name ? this.legal.filter((move) => move.squares[0] === name) : [];
  }

  /** The moves that begin with the chosen path, squares between may be left out. @param {string[]} path */
  candidates(path) {
    return this.movesFrom(path[0]).filter((move) => {
      let at = 0;
      return path.slice(1).every((name) => {
        at = move.squares.indexOf(name, at + 1);
        return at > 0;
      });
    });
  }

  /** @returns {Set<string>} */
  targets() {
    return this.path.length ? new Set(this.candidates(this.path).map((move) => move.squares.at(-1) ?? "")) : new Set();
  }

  /** The best result that choosing a square can bring; null where none is known. @param {string} name */
  knownAt(name) {
    const moves = this.path.length
      ? this.candidates(this.path).filter((move) => move.squares.at(-1) === name)
      : this.oneSquare
        ? this.movesFrom(name)
        : [];
    return bestFirst(moves)[0]?.known ?? null;
  }
}
