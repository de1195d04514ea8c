// The tree of moves on the page: the main line in two columns, variations and comments between its rows.
import { el, find, seek } from "/static/js/common.js";
import { mistake } from "/static/js/exact.js";
import { isVariation } from "/static/js/move_tree.js";

/** @type {Record<string, string>} */
const GLYPHS = { $1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!" };
/** @param {string} mark */
const signs = (mark) =>
  mark
    .split(" ")
    .map((one) => GLYPHS[one] ?? (one.startsWith("$") ? "" : one))
    .join("");

export class MoveList {
  /** `page` has session, position, whole and review. @param {import("/static/js/play.js").Page} page */
  constructor(page) {
    this.page = page;
    this.first = 0; // the side of the first move
    /** @type {Map<number, Api.GivenAway>} */
    this.given = new Map();
    /** @type {number[]} */
    this.writing = [];
    const { session } = page;
    find("#promote").addEventListener("click", () => session.promote());
    find("#remove").addEventListener("click", () => session.remove());
    find("#comment").addEventListener("click", () => this.write());
    find("#comment-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.keep();
      find("#comment").focus();
    });
    find("#comment-field").addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      find("#comment-form").hidden = true;
      find("#comment").focus();
    });
  }

  /** A comment on the shown move, or on the start. */
  write() {
    const form = find("#comment-form");
    form.hidden = !form.hidden;
    if (form.hidden) return;
    this.writing = this.page.session.way;
    find("#comment-field").value = this.page.session.node.comment;
    find("#comment-field").focus();
  }

  keep() {
    find("#comment-form").hidden = true;
    this.page.session.comment(find("#comment-field").value);
  }

  draw() {
    const { session, position, whole } = this.page;
    if (!position) return;
    this.first = (position.turn + session.ply) % 2;
    this.given = new Map((whole ?? position).given_away.map((one) => [one.ply, one]));
    const list = find("#moves");
    list.replaceChildren(...this.mainLine());
    const here = seek("[aria-current]", list);
    if (here) list.scrollTop = Math.max(0, here.offsetTop - list.offsetTop - list.clientHeight / 2);
    find("#promote").disabled = !isVariation(session.way);
    find("#remove").disabled = session.ply === 0;
    if (String(this.writing) !== String(session.way)) find("#comment-form").hidden = true;
  }

  /** @param {number} ply */
  number(ply) {
    return Math.floor((ply + this.first) / 2) + 1;
  }

  /** @param {number} ply */
  side(ply) {
    return (this.first + ply) % 2;
  }

  mainLine() {
    /** @type {HTMLElement[]} */
    const cells = [];
    /** @param {Child[]} inside */
    const block = (...inside) => cells.push(el("div", { class: "aside" }, ...inside));
    let node = this.page.session.tree;
    if (node.comment) block(comment(node));
    for (let ply = 0, way = [0], anew = true; node.children.length; ply += 1, way = [...way, 0]) {
      const [main, ...others] = node.children;
      if (this.side(ply) === 0 || anew) cells.push(el("span", { class: "index" }, `${this.number(ply)}.`));
      if (this.side(ply) === 1 && anew) cells.push(el("span", { class: "muted rest" }, "…"));
      cells.push(this.button(main, way));
      anew = Boolean(main.comment || others.length);
      if (anew && this.side(ply) === 0) cells.push(el("span", { class: "muted rest" }, "…"));
      if (main.comment) block(comment(main));
      others.forEach((other, index) => block(this.variation(other, [...way.slice(0, -1), index + 1])));
      node = main;
    }
    return cells;
  }

  /**
   * A variation in running text, those inside it in parentheses.
   * @param {Move} node @param {number[]} way @returns {HTMLElement}
   */
  variation(node, way) {
    const parts = [];
    let numbered = false;
    for (let here = node, at = way; here; [here] = here.children, at = [...at, 0]) {
      const ply = at.length - 1;
      if (this.side(ply) === 0 || !numbered)
        parts.push(el("span", { class: "index" }, `${this.number(ply)}.${this.side(ply) ? ".." : ""}`));
      parts.push(this.button(here, at));
      numbered = !here.comment;
      if (here.comment) parts.push(comment(here));
      here.children.slice(1).forEach((other, index) => {
        parts.push(el("span", { class: "inner" }, "(", this.variation(other, [...at, index + 1]), ")"));
        numbered = false;
      });
    }
    return el("span", { class: "variation" }, ...parts);
  }

  /** @param {Move} node @param {number[]} way */
  button(node, way) {
    const { session } = this.page;
    const shown = way.length <= session.line.length && way.every((child, ply) => session.line[ply] === child);
    return el(
      "button",
      {
        type: "button",
        tabindex: "-1",
        "aria-current": shown && way.length === session.ply ? "true" : null,
        onclick: () => session.goTo(way),
      },
      node.word + signs(node.mark),
      this.blame(way, shown),
    );
  }

  /**
   * That a move gave something away: by a table at once, by a review when there was one.
   * @param {number[]} way @param {boolean} shown
   */
  blame(way, shown) {
    const given = shown ? this.given.get(way.length) : undefined;
    const sign = given ? "" : this.page.review.signOf(way);
    return given ? mistake(given) : sign ? el("span", { class: "mistake" }, sign) : [];
  }
}

/** @param {Move} node */
const comment = (node) => el("span", { class: "comment" }, node.comment);
