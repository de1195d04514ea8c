// The analysis panel: a stream of depths, its lines, arrows, the bar.
import { asError, el, events, find, findA, notify, short, sleep, wasAborted, worth } from "/static/js/common.js";
import { optionsPart, readOptions } from "/static/js/player_form.js";
import { algorithms, asked, player } from "/static/js/players.js";

/** Whether the user wants analysis beside a board: kept by the browser. */
const WANTED = "plies.analysis";

/**
 * 0..1 for the first side, as the server reckons it for the graph of a game.
 * @param {number} value @param {Api.UnitView | null} unit
 */
function share(value, decided = 0, unit = null) {
  if (decided) return decided > 0 ? 1 : 0;
  return 0.5 + (0.5 * value) / (Math.abs(value) + 3 * (unit?.worth ?? 1));
}

/**
 * What a search has done, the most important first: what does not fit into the line is left out. Nothing of a player that
 * does not count.
 * @param {Api.FoundView} found
 */
function figures({ depth, nodes, nodes_per_second: speed, seconds }) {
  const parts = [
    depth && `depth ${depth}`,
    nodes && `${short(nodes)} nodes`,
    nodes && `${short(speed)} nodes/s`,
    `${seconds.toFixed(1)} s`,
  ].filter(Boolean);
  return parts.map((part, index) => el("span", {}, index ? `\u00a0· ${part}` : part));
}

export class Analysis {
  /**
   * `page` has session, board, preview(moves), endPreview(), playLine(word).
   * @param {import("/static/js/play.js").Page} page
   */
  constructor(page) {
    this.page = page;
    /** @type {AbortController | null} */
    this.control = null;
    /** @type {Api.FoundView | null} */
    this.found = null;
    this.shownLines = "";
    this.chosenHere = false;
    this.toggle = findA(HTMLInputElement, "#analyse");
    this.by = find("#analysis-by");
    this.more = find("#analysis-more");
    this.heuristic = find("#analysis-heuristic");
    this.count = find("#analysis-lines");
    this.arrows = find("#arrows");
    this.by.addEventListener("change", () => this.chosen());
    this.toggle.checked = localStorage.getItem(WANTED) !== "off";
    this.toggle.addEventListener("change", () => {
      this.chosenHere = true;
      localStorage.setItem(WANTED, this.toggle.checked ? "on" : "off");
    });
    /** The numbers of lines that are shown whole. @type {Set<number>} */
    this.opened = new Set();
    /** @type {Playable} */
    this.game = { heuristics: [], default: "" };
    for (const one of [this.toggle, this.by, this.more, this.heuristic, this.count])
      one.addEventListener("change", () => this.restart());
    this.arrows.addEventListener("change", () => this.showArrows());
  }

  /**
   * A new game: other heuristics. A `serious` game, one against somebody, begins without analysis.
   * @param {Api.PlayGameView} game
   */
  begin(game, serious = false) {
    this.chosenHere = false;
    this.toggle.checked = !serious && localStorage.getItem(WANTED) !== "off";
    this.heuristic.replaceChildren(
      ...game.heuristics.map((one) =>
        el("option", { value: one.name, title: one.about, selected: one.name === game.default }, one.name),
      ),
    );
    this.game = game;
    const able = algorithms.filter((one) => one.most_lines); // players that only choose have nothing to show
    const before = this.by.value;
    this.by.replaceChildren(
      ...able.map((one) =>
        el("option", { value: one.name, title: one.about, selected: one.name === before }, one.name),
      ),
    );
    this.chosen();
  }

  /** A game against the computer has begun: no help unless the user has asked for it in this game. */
  rest() {
    if (this.chosenHere || !this.toggle.checked) return;
    this.toggle.checked = false;
    this.stop();
  }

  get algorithm() {
    return algorithms.find((one) => one.name === this.by.value) ?? algorithms[0];
  }

  /** Another algorithm: what it takes is offered. */
  chosen() {
    const { algorithm } = this;
    find("label:has(#analysis-heuristic)").hidden = !algorithm.takes_heuristic;
    find("label:has(#analysis-lines)").hidden = algorithm.most_lines < 2;
    this.more.replaceChildren(optionsPart(algorithm, this.game));
  }

  /** The player that is asked; without limits, so that the server's hold. */
  get player() {
    return player(
      this.by.value,
      this.algorithm.takes_heuristic ? this.heuristic.value : null,
      {},
      readOptions(this.more),
    );
  }

  stop() {
    this.control?.abort();
    this.control = null;
  }

  /** A new position, or other settings. */
  async restart() {
    this.stop();
    this.found = null;
    const { session, position } = this.page;
    find("#value-bar").classList.toggle("off", !this.toggle.checked);
    if (!this.toggle.checked || !position || position.outcome) {
      this.show(position?.outcome && this.toggle.checked ? "the game is over" : "");
      if (position?.outcome)
        this.bar(
          share(0, position.outcome.winner === null ? 0 : position.outcome.winner === 0 ? 1 : -1),
          position.outcome.reason,
        );
      return;
    }
    const control = (this.control = new AbortController());
    this.show("searching …");
    const what = { ...session.spot(), player: asked(this.player), lines: Number(this.count.value) };
    try {
      let again = true;
      while (again && !control.signal.aborted) {
        again = false;
        for await (const event of events("/api/analyse", what, control.signal)) again = this.take(event) || again;
        if (again) await sleep(1500);
      }
    } catch (error) {
      if (wasAborted(error) || control.signal.aborted) return;
      this.stopped(asError(error).message);
      notify(error);
    }
  }

  /** The stream broke off: what was found stays, with a note that nothing more comes. @param {string} why */
  stopped(why) {
    const depth = this.found ? ` at depth ${this.found.depth}` : "";
    find("#figures").textContent = `stopped${depth}: ${why}`;
  }

  /** One event; true if the analysis should be asked for again. @param {Streams["/api/analyse"]} event */
  take(event) {
    if (event.type === "compiling")
      this.show(`compiling ${event.what}, about ${event.seconds} s, once on this machine …`);
    if (event.type === "waiting") this.show(`waiting for a free engine, ${event.ahead} before this …`);
    if (event.type === "found") {
      this.found = event;
      this.show();
    }
    if (event.type === "end" && event.reason === "error") this.show(event.message ?? "");
    return event.type === "end" && (event.reason === "others" || event.reason === "busy");
  }

  /** @param {string | null} text */
  show(text = null) {
    const found = this.found;
    find("#figures").replaceChildren(...(text !== null ? [text] : found ? figures(found) : []));
    const value = found ? worth(found.lines[0], found.unit) : "";
    const { position } = this.page;
    find("#value").textContent = value;
    find("#value-for").textContent = value && position ? `for ${position.sides[position.turn]}` : "";
    const key = JSON.stringify(found?.lines.map((line) => [worth(line, found.unit), line.moves]) ?? []);
    if (key !== this.shownLines)
      find("#lines").replaceChildren(
        ...(found ? found.lines.map((line, index) => this.line(line, found.unit, index)) : []),
      );
    this.shownLines = key; // lines that stay as they are stay under the mouse
    if (found) {
      const best = found.lines[0];
      const decided = best.proof && best.proof.result !== "draw" ? Math.sign(found.first_value ?? 0) : 0;
      const words = value && position ? `${value} for ${position.sides[position.turn]}` : "not known";
      this.bar(share(found.first_value ?? 0, decided, found.unit), words);
    }
    this.showArrows();
  }

  /** @param {number} share @param {string} words */
  bar(share, words) {
    const bar = find("#value-bar");
    find("div", bar).style.height = `${Math.round(share * 1000) / 10}%`;
    bar.setAttribute("aria-label", `Value: ${words}`);
    bar.title = words;
  }

  /** @param {Api.LineView} line @param {Api.UnitView | null} unit @param {number} index */
  line(line, unit, index) {
    const words = line.moves.map((word, number) =>
      el(
        "button",
        {
          type: "button",
          onmouseenter: () => this.page.preview(line.moves.slice(0, number + 1)),
          onfocus: () => this.page.preview(line.moves.slice(0, number + 1)),
          onmouseleave: () => this.page.endPreview(),
          onblur: () => this.page.endPreview(),
          onclick: () => this.page.playLine(line.moves.slice(0, number + 1)),
          "aria-label": `play ${line.moves.slice(0, number + 1).join(" ")}`,
        },
        word,
      ),
    );
    const row = el(
      "li",
      { class: this.opened.has(index) ? "opened" : null },
      el("span", { class: "worth" }, worth(line, unit)),
      el("span", { class: "words" }, ...words),
    );
    if (words.length > 4) row.append(this.opener(row, index));
    return row;
  }

  /** Shows all of a line, or its beginning again. @param {HTMLElement} row @param {number} index */
  opener(row, index) {
    const button = el(
      "button",
      {
        type: "button",
        class: "open",
        "aria-expanded": String(this.opened.has(index)),
        "aria-label": "the whole line",
      },
      "▾",
    );
    button.addEventListener("click", () => {
      const open = row.classList.toggle("opened");
      button.setAttribute("aria-expanded", String(open));
      if (open) this.opened.add(index);
      else this.opened.delete(index);
    });
    return button;
  }

  showArrows() {
    const lines = this.arrows.checked && this.toggle.checked && this.found ? this.found.lines : [];
    const best = lines[0]?.value ?? 0;
    /** @param {Api.LineView} line */
    const far = (line) => Math.min(9, Math.abs(best - (line.value ?? best)));
    this.page.setArrows(lines.slice(0, 5).map((line) => ({ squares: line.squares, strength: 1 / (1 + far(line)) })));
  }
}
