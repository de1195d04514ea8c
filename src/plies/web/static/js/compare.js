// Two heuristics in one position: a board on which both sides can be moved, and the terms of both beside it.
import { BoardView } from "/static/js/board.js";
import { capital, el, find, notify, request } from "/static/js/common.js";
import { termsTable } from "/static/js/terms.js";

/** A weight in three figures: those of patterns are far below 1. @param {{ weight: number }} term */
const weight = (term) => String(Number(term.weight.toPrecision(3)));

/** Parent and child of a run of `plies learn`. */
export class Compare {
  constructor() {
    /** @type {string} the run */
    this.name = "";
    /** @type {string[]} */
    this.moves = [];
    /** @type {Api.MoveView[]} */
    this.legal = [];
    this.asked = 0;
    this.board = new BoardView(find("#compare-board"), {
      label: "Board to compare parent and child on",
      onmove: (/** @type {string} */ word) => this.play(word),
      onchoice: (/** @type {{ word: string }[]} */ some) => this.play(some[0].word),
    });
    find("#compare-back").addEventListener("click", () => this.go(this.moves.slice(0, -1)));
    find("#compare-start").addEventListener("click", () => this.go([]));
    find("#compare-random").addEventListener("click", () => this.random());
  }

  /**
   * Begins with a run, at the start of its game.
   * @param {string} name
   * @param {string} game
   */
  async begin(name, game) {
    this.name = name;
    const { one_square: oneSquare } = await request(`/api/game?name=${encodeURIComponent(game)}`);
    this.board.oneSquare = oneSquare;
    await this.go([]);
  }

  /** @param {string} word */
  play(word) {
    return this.go([...this.moves, word]);
  }

  random() {
    if (this.legal.length) this.play(this.legal[Math.floor(Math.random() * this.legal.length)].word);
  }

  /**
   * Shows the position after these moves, and what both heuristics say of it.
   * @param {string[]} moves
   */
  async go(moves) {
    const mine = (this.asked += 1); // answers may come in another order than they were asked for
    try {
      const found = await request(`/api/learning/${encodeURIComponent(this.name)}/compare`, { moves });
      if (mine !== this.asked) return;
      this.moves = moves;
      const { position, parent, child } = found;
      this.legal = position.legal;
      find("#compare-says").textContent = this.words(position);
      find("#compare-back").disabled = !moves.length;
      find("#compare-start").disabled = !moves.length;
      find("#compare-random").disabled = !this.legal.length;
      const shown = child ? [parent, child] : [parent];
      const none = child ? null : el("p", { class: "muted" }, "Nothing was better than the parent so far.");
      find("#compare-terms").replaceChildren(
        ...shown.map((one) => termsTable(one, position.sides, weight)),
        ...(none ? [none] : []),
      );
      await this.board.show(position, { legal: this.legal, animate: moves.length > 0 });
    } catch (error) {
      notify(error);
    }
  }

  /** @param {Api.PositionView} position */
  words(position) {
    const over = position.outcome;
    if (over) {
      const { winner, reason } = over;
      return winner === null ? `A draw: ${reason}.` : `${capital(position.sides[winner])} wins: ${reason}.`;
    }
    const last = this.moves.length ? ` Last: ${this.moves.at(-1)}.` : " Click a piece, then where it goes.";
    return `${capital(position.sides[position.turn])} to move.${last}`;
  }
}
