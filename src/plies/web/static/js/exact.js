// What tables of solved positions know: exact results of moves, and moves that gave one away.
import { el, find, inPlies } from "/static/js/common.js";

/** @type {Record<Api.KnownView["result"], number>} */
const RANK = { win: 2, draw: 1, loss: 0 };

/** @typedef {{ known: Api.KnownView | null }} Ranked */

/** @type {(known: Api.KnownView) => number} */
const pliesOf = ({ plies }) => plies ?? 0; // a draw has none

/**
 * The best result first: the quickest win, then a draw, then the longest loss; what is not known comes last.
 * @param {Ranked} one @param {Ranked} other
 */
function better(one, other) {
  const [a, b] = [one.known, other.known];
  if (!a || !b) return Number(Boolean(b)) - Number(Boolean(a));
  return RANK[b.result] - RANK[a.result] || (a.result === "win" ? pliesOf(a) - pliesOf(b) : pliesOf(b) - pliesOf(a));
}

/** @template {Ranked} M @param {M[]} moves */
export const bestFirst = (moves) => [...moves].sort(better);

/** A result in the room of a mark on the board: +7, =, −12. @param {Api.KnownView} known */
export function mark({ result, plies }) {
  return result === "draw" ? "=" : `${result === "win" ? "+" : "−"}${plies}`;
}

/**
 * The mark of a move that gave value away, with words for those who cannot see it; nothing for other moves.
 * @param {Api.GivenAway} [given]
 */
export function mistake(given) {
  if (!given) return [];
  const words = `gave a ${given.before.result} away, ${inPlies(given.after)} is left`;
  const sign = given.before.result === "win" && given.after.result === "loss" ? "??" : "?";
  return [
    el("span", { class: "mistake", title: words, "aria-hidden": "true" }, sign),
    el("span", { class: "visually-hidden" }, ` ${words}`),
  ];
}

/** The list of the legal moves with their results. Nothing is shown of a position that is in no table. */
export class Exact {
  /**
   * `page` has board, position, preview(moves), endPreview(), playLine(words).
   * @param {import("/static/js/play.js").Page} page
   */
  constructor(page) {
    this.page = page;
    this.marks = find("#exact-marks");
    this.marks.addEventListener("change", () => this.mark());
    find("#exact-moves").addEventListener("mouseleave", () => page.endPreview());
  }

  mark() {
    this.page.board.exact = this.marks.checked;
    this.page.board.drawMarks();
  }

  draw() {
    const { position } = this.page;
    find("#exact-part").hidden = find("#exact-panel").hidden = !position?.known || Boolean(position.outcome);
    if (!position?.known || position.outcome) return;
    find("#exact-here").textContent = `By the table: ${inPlies(position.known)} for ${position.sides[position.turn]}`;
    find("#exact-moves").replaceChildren(...bestFirst(position.legal).map((move) => this.line(move)));
  }

  /** @param {Api.MoveView} move */
  line({ word, known }) {
    const { page } = this;
    const look = () => page.preview([word]);
    const button = el(
      "button",
      {
        type: "button",
        onmouseenter: look,
        onfocus: look,
        onblur: () => page.endPreview(),
        onclick: () => page.playLine([word]),
        "aria-label": `play ${word}`,
      },
      word,
    );
    return el(
      "li",
      {},
      el("span", { class: `worth ${known?.result ?? ""}` }, known ? inPlies(known) : "not known"),
      el("span", { class: "words" }, button),
    );
  }
}
