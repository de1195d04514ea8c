// The review of a game: every move judged, the value over the game, the turning points and what should have been played.
import { capital, counted, el, events, find, notify, svg, wasAborted } from "/static/js/common.js";
import { wordsOn } from "/static/js/move_tree.js";

/** @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
/** @type {Record<string, string>} */
const PLURALS = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };
/** Moves of a line that are shown. */
const SHOWN = 12;

export class Review {
  /**
   * `page` has session, position, analysis, preview(), endPreview().
   * @param {import("/static/js/play.js").Page} page
   */
  constructor(page) {
    this.page = page;
    /** @type {AbortController | null} */
    this.control = null;
    /** @type {Api.Reviewed[]} */
    this.points = [];
    /** @type {string[]} */
    this.words = [];
    this.done = false;
    find("#graph-run").addEventListener("click", () => this.run());
    find("#graph-part").addEventListener("toggle", () => this.draw());
    this.forget();
  }

  forget() {
    this.control?.abort();
    this.points = [];
    this.words = [];
    this.done = false;
    find("#graph-note").textContent = "";
    this.draw();
  }

  /** Judges the line that is shown, from its start to its end. */
  async run() {
    const { session, analysis } = this.page;
    this.forget();
    this.words = [...session.moves];
    find("#graph-part").open = true;
    const control = (this.control = new AbortController());
    const note = find("#graph-note");
    const by = analysis.heuristic.value;
    note.textContent = "judging …";
    try {
      for await (const event of events(
        "/api/graph",
        { ...session.spot(session.moves.length), heuristic: { name: by } },
        control.signal,
      )) {
        if (event.type === "value") {
          this.points.push(event);
          note.textContent = `judging … ${event.ply} of ${this.words.length}`;
          this.draw();
        } else if (event.type === "compiling")
          note.textContent = `compiling ${event.what}, about ${event.seconds} s, once on this machine …`;
        else if (event.type === "end") this.end(event.reason, by);
      }
    } catch (error) {
      if (wasAborted(error)) return;
      note.textContent = "";
      notify(error);
    }
  }

  /** @param {string} reason @param {string} by */
  end(reason, by) {
    this.done = reason === "done";
    const exact = this.points.filter((one) => one.exact).length;
    const how =
      exact === this.points.length
        ? "exactly, by the table"
        : exact > 1
          ? `${exact} positions exactly, the others by ${by}`
          : `by ${by}, a short search for each move`;
    find("#graph-note").textContent = this.done ? `Judged ${how}.` : "too busy; try again";
    this.page.draw();
    this.draw();
    find("#graph-part").scrollIntoView({ block: "nearest" }); // its graph and turning points have made it longer
  }

  /** The verdict on a move anywhere in the tree; empty where it was not judged. @param {number[]} way */
  signOf(way) {
    if (!this.done || way.length > this.words.length) return "";
    const { verdict } = this.points[way.length];
    if (!verdict) return "";
    const words = wordsOn(this.page.session.tree, way);
    return words.every((word, ply) => word === this.words[ply]) ? SIGNS[verdict] : "";
  }

  /** Whether the line that is shown is the one that was judged. */
  get fits() {
    const { moves } = this.page.session;
    return this.words.length <= moves.length && this.words.every((word, ply) => word === moves[ply]);
  }

  draw() {
    find("#graph").replaceChildren(...(this.points.length && find("#graph-part").open ? [this.chart()] : []));
    const shown = this.done ? this.turningPoints() : [];
    find("#review-sums").replaceChildren(...(this.done ? this.sums() : []));
    find("#turning").replaceChildren(...shown);
    find("#review-about").hidden = this.points.length > 0;
    find("#graph-run").textContent = this.points.length ? "Review again" : "Review this game";
  }

  // -- the turning points -----------------------------------------------------------------------------------------------

  /** The side that made a move, by the number of the move from 1. @param {number} ply */
  mover(ply) {
    const { session, position } = this.page;
    return ((((position?.turn ?? 0) + session.ply + ply - 1) % 2) + 2) % 2;
  }

  sums() {
    return this.page.session.game.sides.map((name, side) => {
      const mine = this.points.filter((one) => one.ply > 0 && this.mover(one.ply) === side && one.verdict);
      const counts = Object.keys(SIGNS)
        .map((kind) => ({ kind, count: mine.filter((one) => one.verdict === kind).length }))
        .filter(({ count }) => count);
      return el(
        "p",
        { class: "small" },
        el("strong", {}, `${capital(name)}: `),
        counts.map(({ kind, count }) => `${count} ${count === 1 ? kind : PLURALS[kind]}`).join(", ") ||
          "nothing to blame",
      );
    });
  }

  turningPoints() {
    return this.points.filter((one) => one.verdict && one.ply > 0).map((one) => this.turningPoint(one));
  }

  /** @param {Api.Reviewed} point */
  turningPoint({ ply, verdict, decided, exact }) {
    const { session } = this.page;
    const before = this.points[ply - 1];
    const side = this.mover(ply);
    const was = exact && before.exact ? `${resultFor(before, side)}, now ${resultFor({ decided }, side)}` : verdict;
    const move = el(
      "button",
      { type: "button", class: "played", onclick: () => this.go(ply) },
      `${Math.ceil((ply + this.mover(1)) / 2)}.${side ? ".." : ""} ${this.words[ply - 1]}${SIGNS[verdict]}`,
    );
    return el(
      "li",
      { class: verdict },
      el(
        "span",
        { class: "row" },
        move,
        el("span", { class: "muted small" }, `${capital(session.game.sides[side])}: ${was}`),
      ),
      el(
        "span",
        { class: "better" },
        "better ",
        ...before.best.slice(0, SHOWN).map((_, index) => this.step(ply - 1, before.best.slice(0, SHOWN), index + 1)),
      ),
    );
  }

  /** To a position of the game that was judged, wherever the tree is now. @param {number} ply */
  go(ply) {
    const { session } = this.page;
    if (!this.fits) {
      session.go(0);
      session.play(this.words);
    }
    session.go(ply);
  }

  /**
   * A move of a line that should have been played: shown under the mouse. A click makes the line a variation and goes to
   * the move, from which the keys step on.
   * @param {number} ply @param {string[]} line @param {number} count how many moves of it
   */
  step(ply, line, count) {
    const { page } = this;
    const shown = line.slice(0, count);
    const look = () => page.preview(shown, [...this.words.slice(0, ply)]);
    return el(
      "button",
      {
        type: "button",
        onmouseenter: look,
        onfocus: look,
        onmouseleave: () => page.endPreview(),
        onblur: () => page.endPreview(),
        onclick: () => {
          this.go(ply);
          page.playLine(line);
          page.session.go(ply + count);
        },
        "aria-label": `play ${shown.join(" ")}`,
      },
      line[count - 1],
    );
  }

  // -- the graph --------------------------------------------------------------------------------------------------------

  chart() {
    const { session } = this.page;
    const [width, height, left] = [520, 150, 6];
    const last = Math.max(1, this.words.length);
    /** @param {number} ply */
    const x = (ply) => left + ((width - left - 6) * ply) / last;
    /** @param {Api.Reviewed} one */
    const y = (one) => 8 + (height - 26) * (1 - one.share);
    const points = this.points.map((one) => `${x(one.ply).toFixed(1)},${y(one).toFixed(1)}`);
    const middle = 8 + (height - 26) / 2;
    const here = x(this.fits ? session.ply : 0);
    const unit = session.game.heuristics.find((one) => one.name === this.page.analysis.heuristic.value)?.unit ?? null;
    const chart = svg(
      "svg",
      {
        class: "chart",
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": `Value for ${session.game.sides[0]} after each move`,
      },
      svg("polygon", {
        class: "area",
        points: `${x(0)},${middle} ${points.join(" ")} ${x(this.points[this.points.length - 1].ply)},${middle}`,
      }),
      svg("line", { class: "zero", x1: left, x2: width - 6, y1: middle, y2: middle }),
      svg("text", { x: left + 2, y: 18 }, session.game.sides[0]),
      svg("text", { x: left + 2, y: height - 22 }, session.game.sides[1]),
      svg("text", { x: left, y: height - 4 }, "0"),
      svg("text", { x: width - 6, y: height - 4, "text-anchor": "end" }, `${last} plies`),
      svg("polyline", { class: "curve", points: points.join(" ") }),
      svg("line", { class: "here", x1: here, x2: here, y1: 8, y2: height - 18 }),
    );
    for (const one of this.points) {
      const words = one.decided ? (one.over ? "over" : "decided") : one.exact ? "a draw" : counted(one.value, unit);
      if (one.verdict) chart.append(svg("circle", { class: `turn ${one.verdict}`, cx: x(one.ply), cy: y(one), r: 5 }));
      chart.append(
        svg(
          "rect",
          {
            class: "hit",
            x: x(one.ply) - width / last / 2,
            y: 0,
            width: width / last,
            height,
            onclick: () => this.go(one.ply),
          },
          svg("title", {}, `after ${one.ply}: ${words}`),
        ),
      );
    }
    return chart;
  }
}

/** @param {{ decided: number }} point @param {number} side */
function resultFor({ decided }, side) {
  if (!decided) return "a draw";
  return decided > 0 === (side === 0) ? "won" : "lost";
}
