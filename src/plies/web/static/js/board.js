// A board that a user plays on: by mouse, touch or pen, and by the keyboard alone.
import { announce, inPlies } from "/static/js/common.js";
import { BoardDrawing } from "/static/js/board_drawing.js";
import { CELL } from "/static/js/board_state.js";
import { describeCell } from "/static/js/pieces.js";

/** @type {Record<string, [number, number] | undefined>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class BoardView extends BoardDrawing {
  /**
   * `onmove(word)` when the user has chosen a move; `onchoice(moves)` when several answer to what was clicked;
   * `onrefused(cell, from)` when nothing does, `from` being the cell that was chosen before.
   * @param {Element} place @param {BoardOptions} options
   */
  constructor(place, { onmove = null, onchoice = null, onrefused = null, label = "Board" } = {}) {
    super(place, label);
    this.onmove = onmove;
    this.onchoice = onchoice;
    this.onrefused = onrefused;
    /** While the board is edited. @type {((name: string) => void) | null} */
    this.oncell = null;
    /**
     * @type {{ name: string, x: number, y: number, wasChosen: boolean, picked?: boolean, moving?: SVGElement | null } | null}
     */
    this.pressed = null;
    /** The cell where a note begins. @type {string | null} */
    this.noting = null;
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("pointerdown", (event) => this.press(event));
    this.root.addEventListener("pointermove", (event) => this.drag(event));
    this.root.addEventListener("pointerup", (event) => this.release(event));
    this.root.addEventListener("pointercancel", () => this.drop());
    this.root.addEventListener("contextmenu", (event) => event.preventDefault()); // the right button draws
    this.root.addEventListener("focus", () => {
      this.root.classList.toggle("by-keys", this.root.matches(":focus-visible"));
      this.tellCursor();
    });
  }

  // -- choosing a move ------------------------------------------------------------------------------------------------

  /** A cell was clicked or chosen by the keyboard. @param {string} name */
  choose(name) {
    if (this.oncell) {
      this.oncell(name);
      return;
    }
    const starts = this.movesFrom(name);
    if (this.path.length) {
      const fitting = this.candidates([...this.path, name]).filter((move) => move.squares.length > 1);
      if (fitting.length) {
        this.narrow(name, fitting);
        return;
      }
    }
    const same = this.path.length === 1 && this.path[0] === name;
    const [from = null] = this.path;
    this.setPath([]);
    this.must = [];
    if (starts.length && (this.oneSquare || starts.every((move) => move.squares.length === 1))) {
      this.settle(starts);
    } else {
      if (starts.length && !same) {
        this.setPath([name]);
        announce(`${name} chosen; it can go to ${this.targetWords()}`);
      }
      this.drawMarks();
      if (!starts.length && !same) this.onrefused?.(name, from);
    }
  }

  /** @param {string} name @param {Api.MoveView[]} fitting */
  narrow(name, fitting) {
    const arriving = fitting.filter((move) => move.squares.at(-1) === name);
    const only = arriving.length ? arriving : fitting;
    if (arriving.length || fitting.length === 1) {
      this.setPath([]);
      this.settle(only);
    } else {
      this.setPath([...this.path, name]);
      this.drawMarks();
    }
  }

  /** @param {Api.MoveView[]} moves */
  settle(moves) {
    this.drawMarks();
    if (moves.length === 1) this.onmove?.(moves[0].word);
    else this.onchoice?.(moves);
  }

  // -- mouse, touch and pen -------------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  cellAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM()?.inverse());
    const [column, row] = [Math.floor((at.x - this.left) / CELL), Math.floor((at.y - 2) / CELL)];
    const { columns, rows } = this.board;
    const place = this.flipped ? { x: columns - 1 - column, y: row } : { x: column, y: rows - 1 - row };
    return this.board.cells.find((cell) => cell.x === place.x && cell.y === place.y && cell.name) ?? null;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button === 2) this.beginNote(event);
    if (event.button !== 0) return;
    this.arrive();
    this.notes = [];
    this.drawNotes();
    this.root.classList.remove("by-keys");
    const cell = this.cellAt(event);
    if (!cell) return;
    this.pressed = { name: cell.name, x: event.clientX, y: event.clientY, wasChosen: this.path[0] === cell.name };
    this.cursor = cell;
    this.drawCursor();
    if (
      !this.oncell &&
      !this.oneSquare &&
      this.movesFrom(cell.name).some((move) => move.squares.length > 1) &&
      !this.targets().has(cell.name)
    ) {
      this.setPath([cell.name]);
      this.drawMarks();
      this.pressed.picked = true;
      this.root.setPointerCapture(event.pointerId);
    }
  }

  // -- the right button: arrows and circles -----------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  beginNote(event) {
    const cell = this.cellAt(event);
    if (!cell) return;
    this.noting = cell.name;
    this.root.setPointerCapture(event.pointerId);
  }

  /** Drawn anew it goes away. @param {PointerEvent} event */
  endNote(event) {
    const [from, to] = [this.noting, this.cellAt(event)?.name];
    this.noting = null;
    if (from && to) {
      const rest = this.notes.filter((one) => one.from !== from || one.to !== to);
      this.notes = rest.length < this.notes.length ? rest : [...rest, { from, to }];
    }
    this.drawNotes();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (this.noting) {
      const to = this.cellAt(event)?.name;
      this.drawNotes(to ? { from: this.noting, to } : null);
      return;
    }
    const held = this.pressed;
    if (!held?.picked) return;
    if (!held.moving && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 6) return;
    held.moving = this.root.querySelector(`[data-piece="${CSS.escape(held.name)}"]`);
    if (!held.moving) return;
    const scale = 1 / (this.root.getScreenCTM()?.a ?? 1);
    const cell = this.board.cells.find((one) => one.name === held.name);
    if (!cell) return;
    const { x, y } = this.corner(cell);
    held.moving.classList.add("dragged");
    held.moving.parentNode?.append(held.moving);
    held.moving.style.transform = `translate(${x + (event.clientX - held.x) * scale}px, ${y + (event.clientY - held.y) * scale}px)`;
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (event.button === 2 && this.noting) {
      this.endNote(event);
      return;
    }
    const held = this.pressed;
    if (!held) return;
    const cell = this.cellAt(event);
    const dragged = Boolean(held.moving);
    this.drop();
    if (!cell) return;
    if (dragged && cell.name !== held.name) this.choose(cell.name);
    else if (!dragged && cell.name === held.name) {
      if (held.picked && !held.wasChosen) announce(`${held.name} chosen; it can go to ${this.targetWords()}`);
      else this.choose(cell.name);
    }
  }

  drop() {
    const held = this.pressed;
    this.pressed = null;
    if (!held?.moving) return;
    const cell = this.board.cells.find((one) => one.name === held.name);
    if (!cell) return;
    const { x, y } = this.corner(cell);
    held.moving.classList.remove("dragged");
    held.moving.style.transform = `translate(${x}px, ${y}px)`;
  }

  // -- keyboard -------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = STEPS[event.key];
    if (!this.board.cells.length || event.ctrlKey || event.metaKey || event.altKey) return;
    this.root.classList.add("by-keys");
    this.arrive();
    if (step) {
      const sign = this.flipped ? -1 : 1;
      this.moveCursor(step[0] * sign, step[1] * sign);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor?.name && (this.onmove || this.oncell)) {
      this.choose(this.cursor.name);
    } else if (event.key === "Escape") {
      this.setPath([]);
      this.drawMarks();
      announce("nothing chosen");
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Where the chosen piece can go, with exact results where they are known. */
  targetWords() {
    return [...this.targets()].map((name) => `${name}${this.resultWords(name)}`).join(", ");
  }

  /** @param {string} name */
  resultWords(name) {
    const known = this.exact ? this.knownAt(name) : null;
    return known ? ` (${inPlies(known)})` : "";
  }

  /**
   * To the next cell with a name in that direction; sideways from it where a row skips cells.
   * @param {number} dx @param {number} dy
   */
  moveCursor(dx, dy) {
    const named = this.board.cells.filter((cell) => cell.name);
    const here = (this.cursor ??= named[0]);
    const ahead = named.filter((cell) => (cell.x - here.x) * dx + (cell.y - here.y) * dy > 0);
    /** @param {At} cell */
    const cost = (cell) =>
      Math.abs((cell.x - here.x) * dx + (cell.y - here.y) * dy) +
      1.5 * Math.abs((cell.x - here.x) * dy + (cell.y - here.y) * dx);
    if (ahead.length) this.cursor = ahead.reduce((best, cell) => (cost(cell) < cost(best) ? cell : best));
    this.drawCursor();
    this.tellCursor();
  }

  tellCursor() {
    const name = this.cursor?.name ?? "";
    const cell = this.board.cells.find((one) => one.name === name);
    if (!cell || !this.position?.board) return;
    const text = describeCell(this.board, cell, this.position.sides);
    const extra = this.targets().has(name) ? ", possible" : this.movesFrom(name).length ? ", can move" : "";
    announce(text + extra + this.resultWords(name));
  }
}
