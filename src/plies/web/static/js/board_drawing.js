// Draws a board from the server's data: squares, pieces, counts, marks and arrows. It knows no game.
import { svg } from "/static/js/common.js";
import "/static/js/board_theme.js";
import {
  arrow,
  drawChoice,
  drawChosen,
  drawCourse,
  drawLabels,
  drawResults,
  outline,
  ring,
} from "/static/js/board_marks.js";
import { BoardState, CELL } from "/static/js/board_state.js";
import { canWalk, walk } from "/static/js/board_walk.js";
import { drawCount, drawPiece, ownShade, paintShade } from "/static/js/pieces.js";

export class BoardDrawing extends BoardState {
  chosenLayer = svg("g");
  overlay = svg("g");
  arrowLayer = svg("g");
  resultLayer = svg("g");
  noteLayer = svg("g");
  cursorMark = svg("rect");

  /** @param {Element} place */
  constructor(place, label = "Board") {
    super();
    this.label = label;
    this.root = svg("svg", { class: "board", tabindex: "0", role: "application", "aria-roledescription": "board" });
    place.replaceChildren(this.root);
    new ResizeObserver(() => this.measure()).observe(this.root);
  }

  /** How many units of the drawing a pixel has: labels are of one size on every board. */
  measure() {
    const scale = this.root.getScreenCTM()?.a;
    if (scale) this.root.style.setProperty("--unit", String(1 / scale));
  }

  // -- what is shown --------------------------------------------------------------------------------------------------

  /**
   * Shows a position. `legal`: the moves the user may choose now; `animate`: walk its last move step by step.
   * @param {Api.PositionView} position
   */
  async show(position, { legal = /** @type {Api.MoveView[]} */ ([]), animate = false } = {}) {
    const mine = (this.turnOfShow += 1);
    const before = this.position;
    this.legal = [];
    this.path = [];
    this.arrows = [];
    this.walking = { position, legal };
    if (animate && before && canWalk(before, position)) await walk(this, before, position, mine);
    if (mine === this.turnOfShow) this.arrive();
  }

  /**
   * The same position, with other moves to choose from or more known of it.
   * @param {Api.PositionView} position @param {Api.MoveView[]} legal
   */
  update(position, legal) {
    if (this.walking) this.walking = { position, legal };
    else if (this.position) {
      this.take(position, legal);
      this.drawMarks();
    }
  }

  /** The end of a walk: at its time, or at once when the user is quicker. */
  arrive() {
    if (!this.walking) return;
    const { position, legal } = this.walking;
    this.walking = null;
    this.turnOfShow += 1;
    this.take(position, legal);
    this.must = [];
    this.notes = [];
    this.draw(position.board, position.last ? position.last.squares : []);
  }

  /** Arrows over the board: [{squares, strength 0..1}], the best first. @param {Arrow[]} arrows */
  setArrows(arrows) {
    this.arrows = arrows;
    this.drawArrows();
  }

  /** While another position is shown, arrows of this one would mislead. @param {boolean} hidden */
  hideArrows(hidden) {
    this.arrowsHidden = hidden;
    this.drawArrows();
  }

  /** @param {boolean} flipped */
  flip(flipped) {
    this.flipped = flipped;
    if (this.position) this.draw(this.position.board, this.position.last ? this.position.last.squares : []);
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  /** @param {Api.WebBoardView | null} board @param {string[]} last */
  draw(board, last = []) {
    if (!board) {
      this.root.replaceChildren();
      this.root.setAttribute("viewBox", "0 0 10 1");
      return;
    }
    this.board = board;
    this.root.dataset.one = this.oneSquare ? "yes" : "no";
    const width = this.left + board.columns * CELL + 2;
    const height = board.rows * CELL + 4;
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.root.setAttribute(
      "aria-label",
      `${this.label}. Arrow keys move over the cells, Enter chooses, Escape lets go.`,
    );
    const passed = new Set(last);
    const squares = svg("g");
    const marks = svg("g");
    const contents = svg("g");
    for (const cell of board.cells) this.drawCell(cell, passed, squares, marks, contents);
    const edge = svg("rect", {
      class: "edge",
      x: this.left,
      y: 2,
      width: board.columns * CELL,
      height: board.rows * CELL,
    });
    this.cursorMark = svg("rect", { class: "cursor", width: CELL - 8, height: CELL - 8, rx: 6 });
    this.root.replaceChildren(
      squares,
      edge,
      marks,
      this.chosenLayer,
      contents,
      drawLabels(this),
      drawCourse(this),
      this.overlay,
      this.arrowLayer,
      this.resultLayer,
      this.noteLayer,
      this.cursorMark,
    );
    this.measure();
    this.drawMarks();
    this.drawArrows();
    this.drawNotes();
    this.drawCursor();
  }

  /**
   * @param {Api.CellView} cell @param {Set<string>} passed @param {Element} squares @param {Element} marks
   * @param {Element} contents
   */
  drawCell(cell, passed, squares, marks, contents) {
    const { x, y } = this.corner(cell);
    const square = svg("rect", {
      class: `square ${cell.shade}`,
      x,
      y,
      width: CELL,
      height: CELL,
      "data-cell": cell.name || null,
    });
    const own = ownShade(this.board, cell.shade);
    squares.append(own ? paintShade(square, own) : square);
    if (own?.detail)
      squares.append(svg("path", { d: own.detail, fill: own.detail_colour, transform: `translate(${x} ${y})` }));
    if (cell.name && passed.has(cell.name))
      marks.append(svg("rect", { class: "last", x, y, width: CELL, height: CELL }));
    if (cell.piece !== null) {
      const piece = drawPiece(this.board.pieces[cell.piece]);
      piece.setAttribute("data-piece", cell.name);
      piece.style.transform = `translate(${x}px, ${y}px)`;
      if (this.movesFrom(cell.name).length) piece.classList.add("movable");
      contents.append(piece);
    } else if (this.board.counts) {
      const count = drawCount(cell.text);
      count.setAttribute("transform", `translate(${x} ${y})`);
      if (this.movesFrom(cell.name).length) count.classList.add("movable");
      contents.append(count);
    }
  }

  /** What is chosen, where it can go, and what a table knows of it. */
  drawMarks() {
    this.chosenLayer.replaceChildren(drawChosen(this));
    this.overlay.replaceChildren(drawChoice(this));
    this.resultLayer.replaceChildren(drawResults(this));
  }

  /** Marks cells that the user should look at, until something else is chosen. @param {string[]} names */
  point(names) {
    this.must = names;
    this.drawMarks();
  }

  drawArrows() {
    this.arrowLayer.replaceChildren();
    if (this.arrowsHidden) return;
    for (const { squares, strength } of [...this.arrows].reverse()) {
      const points = (this.oneSquare ? squares.slice(0, 1) : squares)
        .map((name) => this.centre(name))
        .filter((at) => at !== null);
      if (points.length)
        this.arrowLayer.append(points.length > 1 ? arrow(points, strength) : outline(points[0], strength));
    }
  }

  /** What the user drew on the board. @param {Note | null} extra */
  drawNotes(extra = null) {
    this.noteLayer.replaceChildren();
    for (const { from, to } of extra ? [...this.notes, extra] : this.notes) {
      const [begin, end] = [this.centre(from), this.centre(to)];
      if (!begin || !end) continue;
      const shape = from === to ? ring(begin, 0.4) : arrow([begin, end], 0.5);
      shape.classList.add("note");
      this.noteLayer.append(shape);
    }
  }

  drawCursor() {
    const named = this.board.cells.filter((cell) => cell.name);
    this.cursor = named.find((cell) => cell.name === this.cursor?.name) ?? named[0];
    if (!this.cursor) return;
    const { x, y } = this.corner(this.cursor);
    this.cursorMark.setAttribute("x", String(x + 4));
    this.cursorMark.setAttribute("y", String(y + 4));
  }
}
