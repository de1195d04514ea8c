// Draws a board from the server's data: squares, pieces, counts, marks and arrows. It knows no game.
import { inPlies, sleep, svg } from "/static/js/common.js";
import "/static/js/board_theme.js";
import { bestFirst, mark } from "/static/js/exact.js";

/** The side of a cell in the drawing's own units. */
export const CELL = 100;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

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
function drawCount(text) {
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
 * Whether a position comes of another by one move that can be walked.
 * @type {(one: Api.PositionView, next: Api.PositionView) => boolean}
 */
const isNext = (one, next) =>
  Boolean(one.board && next.board && next.last?.steps.length) &&
  one.game === next.game &&
  one.moves.length + 1 === next.moves.length;

/** What is on a cell, in words. @param {Api.WebBoardView} board @param {Api.CellView} cell @param {string[]} sides */
export function describeCell(board, cell, sides) {
  const piece = cell.piece === null ? null : board.pieces[cell.piece];
  if (piece) return `${cell.name}: ${sides[piece.side]} ${piece.name || piece.label || piece.letter}`;
  if (board.counts) return `${cell.name}: ${cell.text}`;
  return `${cell.name}: ${ownShade(board, cell.shade)?.name ?? "empty"}`;
}

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

export class BoardDrawing {
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
  overlay = svg("g");
  arrowLayer = svg("g");
  noteLayer = svg("g");
  cursorMark = svg("rect");

  /** @param {Element} place */
  constructor(place, label = "Board") {
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
    if (animate && !calm.matches && before && isNext(before, position)) await this.walk(before, position, mine);
    if (mine === this.turnOfShow) this.arrive();
  }

  /**
   * The same position, with other moves to choose from or more known of it.
   * @param {Api.PositionView} position @param {Api.MoveView[]} legal
   */
  update(position, legal) {
    if (this.walking) this.walking = { position, legal };
    else if (this.position) {
      this.position = position;
      this.legal = legal;
      this.drawMarks();
    }
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

  /** The end of a walk: at its time, or at once when the user is quicker. */
  arrive() {
    if (!this.walking) return;
    const { position, legal } = this.walking;
    this.walking = null;
    this.turnOfShow += 1;
    this.position = position;
    this.legal = legal;
    this.must = [];
    this.notes = [];
    this.draw(position.board, position.last ? position.last.squares : []);
  }

  /**
   * Step by step: a piece slides from square to square, or things fall one by one.
   * @param {Api.PositionView} before @param {Api.PositionView} after @param {number} mine
   */
  async walk(before, after, mine) {
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
      if (mine !== this.turnOfShow) return;
      const passed = squares.slice(0, i + 2);
      this.draw(board, passed);
      if (!board.counts) await this.slide(board, squares[i], squares[i + 1], pause);
      for (const change of steps[i]) {
        const cell = board.cells.find((one) => one.name === change.name && one.name);
        if (cell) Object.assign(cell, change);
      }
      if (board.counts) {
        this.draw(board, passed);
        await sleep(pause);
      }
    }
  }

  /** @param {Api.WebBoardView} board @param {string} from @param {string} to @param {number} pause */
  async slide(board, from, to, pause) {
    const [start, end] = [from, to].map((name) => board.cells.find((cell) => cell.name === name));
    const piece = start && this.root.querySelector(`[data-piece="${CSS.escape(from)}"]`);
    if (!piece || !end) return;
    const [a, b] = [this.corner(start), this.corner(end)];
    piece.parentNode?.append(piece);
    await piece
      .animate([{ transform: `translate(${a.x}px, ${a.y}px)` }, { transform: `translate(${b.x}px, ${b.y}px)` }], {
        duration: pause,
        easing: "ease-in-out",
      })
      .finished.catch(() => {});
  }

  /** The squares of a move that are chosen so far. @param {string[]} path */
  setPath(path) {
    this.path = path;
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
    this.overlay = svg("g");
    this.arrowLayer = svg("g");
    this.cursorMark = svg("rect", { class: "cursor", width: CELL - 8, height: CELL - 8, rx: 6 });
    this.noteLayer = svg("g");
    this.root.replaceChildren(
      squares,
      edge,
      marks,
      contents,
      this.labels(board),
      this.course(board),
      this.overlay,
      this.arrowLayer,
      this.noteLayer,
      this.cursorMark,
    );
    this.measure();
    this.drawMarks();
    this.drawArrows();
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
    if (cell.text && !this.board.counts) marks.append(svg("text", { class: "label", x: x + 3, y: y + 4 }, cell.text));
  }

  /** The names of rows and columns, in the corners of the outer cells. @param {Api.WebBoardView} board */
  labels(board) {
    const group = svg("g", { "aria-hidden": "true" });
    /** @param {number} x @param {number} y */
    const at = (x, y) => this.corner({ x, y });
    board.row_labels.forEach((text, row) => {
      const { x, y } = at(this.flipped ? board.columns - 1 : 0, row);
      if (text) group.append(svg("text", { class: "label", x: x + 3, y: y + 4 }, text));
    });
    board.column_labels.forEach((text, column) => {
      const { x, y } = at(column, this.flipped ? board.rows - 1 : 0);
      if (text) group.append(svg("text", { class: "label of-column", x: x + CELL - 5, y: y + CELL - 5 }, text));
    });
    return group;
  }

  /** Small arrows from cell to cell, where things go around the board. @param {Api.WebBoardView} board */
  course(board) {
    const group = svg("g", { class: "course", "aria-hidden": "true" });
    board.course.forEach((name, index) => {
      const [from, to] = [name, board.course[(index + 1) % board.course.length]].map((one) => this.centre(one));
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

  /** The chosen square, and in grey where its moves lead. */
  drawMarks() {
    this.overlay.replaceChildren();
    for (const name of this.path) {
      const at = this.centre(name);
      if (at)
        this.overlay.append(
          svg("rect", {
            class: "chosen",
            x: at.x - 50,
            y: at.y - 50,
            width: CELL,
            height: CELL,
            "pointer-events": "none",
          }),
        );
    }
    for (const name of this.targets()) {
      const at = this.centre(name);
      const cell = this.board.cells.find((one) => one.name === name);
      if (!at || !cell) continue;
      this.overlay.append(
        cell.piece === null && !ownShade(this.board, cell.shade)
          ? svg("circle", { class: "target", "data-target": name, cx: at.x, cy: at.y, r: 17 })
          : svg("circle", { class: "target-ring", "data-target": name, cx: at.x, cy: at.y, r: 43 }),
      );
    }
    for (const name of this.must) {
      const at = this.centre(name);
      if (at) this.overlay.append(svg("circle", { class: "must", "data-must": name, cx: at.x, cy: at.y, r: 44 }));
    }
    this.drawResults();
  }

  /** Marks cells that the user should look at, until something else is chosen. @param {string[]} names */
  point(names) {
    this.must = names;
    this.drawMarks();
  }

  /** The exact result of a move on the square that stands for it, where a table knows it. */
  drawResults() {
    if (!this.exact) return;
    const squares = this.oneSquare ? new Set(this.legal.map((move) => move.squares[0])) : this.targets();
    for (const name of squares) {
      const [at, known] = [this.centre(name), this.knownAt(name)];
      if (!at || !known) continue;
      const text = mark(known);
      const width = 12 + 12 * text.length;
      const left = at.x + CELL / 2 - 3 - width;
      this.overlay.append(
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

  drawArrows() {
    this.arrowLayer.replaceChildren();
    if (this.arrowsHidden) return;
    for (const arrow of [...this.arrows].reverse()) {
      const points = (this.oneSquare ? arrow.squares.slice(0, 1) : arrow.squares)
        .map((name) => this.centre(name))
        .filter((at) => at !== null);
      if (points.length)
        this.arrowLayer.append(
          points.length > 1 ? this.arrow(points, arrow.strength) : this.ring(points[0], arrow.strength),
        );
    }
  }

  /** What the user drew on the board. @param {Note | null} extra */
  drawNotes(extra = null) {
    this.noteLayer.replaceChildren();
    for (const { from, to } of extra ? [...this.notes, extra] : this.notes) {
      const [begin, end] = [this.centre(from), this.centre(to)];
      if (!begin || !end) continue;
      const shape = from === to ? this.ring(begin, 0.4) : this.arrow([begin, end], 0.5);
      shape.classList.add("note");
      this.noteLayer.append(shape);
    }
  }

  /** @param {At} at @param {number} strength */
  ring(at, strength) {
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
  arrow(points, strength) {
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

  drawCursor() {
    const named = this.board.cells.filter((cell) => cell.name);
    this.cursor = named.find((cell) => cell.name === this.cursor?.name) ?? named[0];
    if (!this.cursor) return;
    const { x, y } = this.corner(this.cursor);
    this.cursorMark.setAttribute("x", String(x + 4));
    this.cursorMark.setAttribute("y", String(y + 4));
  }

  // -- which moves there are ------------------------------------------------------------------------------------------------

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
}
