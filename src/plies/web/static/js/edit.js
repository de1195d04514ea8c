// A position put together by hand: a palette of what the server allows, a board to put it on.
import { asError, el, find, request, seek } from "/static/js/common.js";
import { ownShade, paintShade, pieceIcon } from "/static/js/pieces.js";

/** What it puts, its name, how it looks. @typedef {[string | number, string, Child]} Tool */

export class Editor {
  /** @param {import("/static/js/play.js").Page} page */
  constructor(page) {
    this.page = page;
    this.button = find("#edit");
    this.button.addEventListener("click", () => (this.open ? this.close() : this.begin()));
    this.open = false;
    this.turn = 0;
    /** @type {Api.EditingView} */
    this.editing = { pieces: [], shades: {}, most: 0 };
    /** The letters of cells by name. @type {Map<string, string>} */
    this.cells = new Map();
    /** A letter; on boards of counts a number. @type {string | number} */
    this.tool = "";
  }

  begin() {
    const { session, position, board } = this.page;
    const editing = session.game.editing;
    if (!editing || !position?.board) return;
    this.open = true;
    board.arrive();
    this.button.setAttribute("aria-pressed", "true");
    this.turn = position.turn;
    this.editing = editing;
    this.cells = new Map(position.board.cells.filter((cell) => cell.name).map((cell) => [cell.name, cell.letter]));
    this.tool = editing.most ? 1 : (editing.pieces[0]?.letter ?? "");
    this.page.hold();
    board.legal = [];
    board.setArrows([]);
    board.oncell = (name) => this.put(name);
    this.drawPalette();
    this.redraw();
  }

  /**
   * The tools: pieces, shades, nothing; or plus and minus on boards of counts.
   * @returns {Tool[]}
   */
  tools() {
    const sides = this.page.session.game.sides;
    if (this.editing.most) {
      return [
        [1, "one more", "+1"],
        [-1, "one less", "−1"],
        [0, "none", "0"],
      ];
    }
    /** @type {Tool[]} */
    const pieces = this.editing.pieces.map((piece) => [
      piece.letter,
      `${sides[piece.side]} ${piece.name || piece.letter}`,
      pieceIcon(piece),
    ]);
    /** @type {Tool[]} */
    const shades = Object.entries(this.editing.shades).map(([letter, shade]) => [letter, shade, this.swatch(shade)]);
    return [...pieces, ...shades, ["", "empty", "∅"]];
  }

  /** @param {string} name */
  swatch(name) {
    const [swatch, shade] = [el("span", { class: "swatch" }), ownShade(this.page.board.board, name)];
    return shade ? paintShade(swatch, shade) : swatch;
  }

  drawPalette() {
    const place = find("#palette");
    const sides = this.page.session.game.sides;
    place.hidden = false;
    place.replaceChildren(
      el(
        "div",
        { class: "row", role: "group", "aria-label": "What to put on the board" },
        ...this.tools().map(([value, name, look]) =>
          el(
            "button",
            {
              type: "button",
              class: "tool",
              title: name,
              "aria-label": name,
              "aria-pressed": String(this.tool === value),
              onclick: () => {
                this.tool = value;
                this.drawPalette();
              },
            },
            look,
          ),
        ),
      ),
      el(
        "div",
        { class: "row" },
        el(
          "label",
          { class: "inline" },
          "to move",
          el(
            "select",
            { id: "edit-turn", onchange: (event) => (this.turn = Number(event.currentTarget.value)) },
            ...sides.map((side, index) => el("option", { value: index, selected: index === this.turn }, side)),
          ),
        ),
        el("button", { type: "button", onclick: () => this.clear() }, "Clear"),
        el("span", { class: "grow" }),
        el("button", { type: "button", onclick: () => this.close() }, "Cancel"),
        el(
          "button",
          { type: "button", class: "primary", id: "edit-done", onclick: () => this.done() },
          "Use this position",
        ),
      ),
    );
  }

  /** @param {string} name */
  put(name) {
    const old = this.cells.get(name);
    const { tool } = this;
    if (typeof tool === "number") {
      const count = tool === 0 ? 0 : Math.max(0, Math.min(this.editing.most, Number(old || 0) + tool));
      this.cells.set(name, String(count));
    } else this.cells.set(name, old === tool ? "" : tool);
    this.redraw();
    seek("#palette .notice.here")?.remove();
    this.page.board.tellCursor();
  }

  clear() {
    for (const [name, letter] of this.cells) {
      const fixed = letter in this.editing.shades;
      this.cells.set(name, this.editing.most ? "0" : fixed ? letter : "");
    }
    this.redraw();
  }

  /** The board as it stands in the editor, drawn without asking the server. */
  redraw() {
    const { position, board } = this.page;
    const base = position?.board;
    if (!base) return;
    const pieces = this.editing.pieces.length ? this.editing.pieces : base.pieces;
    const shades = this.editing.shades;
    const cells = base.cells.map((cell) => {
      if (!cell.name) return cell;
      const letter = this.cells.get(cell.name) ?? "";
      const piece = pieces.findIndex((one) => one.letter === letter);
      const was = Object.values(shades).includes(cell.shade) ? ((cell.x + cell.y) % 2 ? "light" : "dark") : cell.shade;
      return {
        ...cell,
        letter,
        piece: piece < 0 ? null : piece,
        shade: shades[letter] ?? was,
        text: base.counts ? letter : cell.text,
      };
    });
    board.position = { ...position, board: { ...base, pieces, cells } };
    board.draw({ ...base, pieces, cells }, []);
  }

  async done() {
    const cells = Object.fromEntries([...this.cells].filter(([, letter]) => letter));
    try {
      const made = await request("/api/compose", { game: this.page.session.game.name, cells, turn: this.turn });
      this.close(false);
      this.page.begin(this.page.session.game, { start: made.text, players: this.page.session.players }, true);
    } catch (error) {
      this.showProblem(error);
    }
  }

  /** What is wrong, beside what it is wrong with. @param {unknown} error */
  showProblem(error) {
    seek("#palette .notice.here")?.remove();
    find("#palette").append(el("p", { class: "notice here", role: "alert" }, asError(error).message));
  }

  close(back = true) {
    this.open = false;
    this.button.setAttribute("aria-pressed", "false");
    find("#palette").hidden = true;
    this.page.board.oncell = null;
    if (back) this.page.refresh("go");
  }
}
