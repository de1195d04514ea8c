// The analysis panel: a stream of depths, its lines, arrows, the bar, the graph over the game.
import { counted, el, events, find, notify, short, sleep, svg, worth } from "/static/js/common.js";
import { optionsPart, readOptions } from "/static/js/player_form.js";
import { algorithms, asked, player } from "/static/js/players.js";

/** 0..1 for the first side. */
function share(value, decided = 0) {
  if (decided) return decided > 0 ? 1 : 0;
  return 0.5 + (0.5 * value) / (Math.abs(value) + 3);
}

/** What a search has done, in one line; empty for a player that does not count. */
function figures({ depth, nodes, nodes_per_second: speed, seconds }) {
  return [depth && `depth ${depth}`, nodes && `${short(nodes)} nodes`, nodes && `${short(speed)} nodes/s`, `${seconds.toFixed(1)} s`].filter(Boolean).join(" · ");
}

export class Analysis {
  /** `page` has session, board, preview(moves), endPreview(), playLine(word). */
  constructor(page) {
    this.page = page;
    this.toggle = find("#analyse");
    this.by = find("#analysis-by");
    this.more = find("#analysis-more");
    this.heuristic = find("#analysis-heuristic");
    this.count = find("#analysis-lines");
    this.arrows = find("#arrows");
    this.by.addEventListener("change", () => this.chosen());
    for (const one of [this.toggle, this.by, this.more, this.heuristic, this.count]) one.addEventListener("change", () => this.restart());
    this.arrows.addEventListener("change", () => this.showArrows());
    find("#graph-run").addEventListener("click", () => this.graph());
    this.values = [];
  }

  /** A new game: other heuristics. */
  begin(game) {
    this.heuristic.replaceChildren(...game.heuristics.map((one) => el("option", { value: one.name, title: one.about, selected: one.name === game.default }, one.name)));
    this.game = game;
    const able = algorithms.filter((one) => one.most_lines); // players that only choose have nothing to show
    const before = this.by.value;
    this.by.replaceChildren(...able.map((one) => el("option", { value: one.name, title: one.about, selected: one.name === before }, one.name)));
    this.chosen();
    this.values = [];
    find("#graph-note").textContent = "";
    this.drawGraph();
  }

  get algorithm() {
    return algorithms.find((one) => one.name === this.by.value);
  }

  /** Another algorithm: what it takes is offered. */
  chosen() {
    const { algorithm } = this;
    this.heuristic.parentElement.hidden = !algorithm.takes_heuristic;
    this.count.parentElement.hidden = algorithm.most_lines < 2;
    this.more.replaceChildren(optionsPart(algorithm, this.game));
  }

  /** The player that is asked; without limits, so that the server's hold. */
  get player() {
    return player(this.by.value, this.algorithm.takes_heuristic ? this.heuristic.value : null, {}, readOptions(this.more));
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
    find("#value-bar").hidden = !this.toggle.checked;
    if (!this.toggle.checked || !position || position.outcome) {
      this.show(position?.outcome && this.toggle.checked ? "the game is over" : "");
      if (position?.outcome) this.bar(share(0, position.outcome.winner === null ? 0 : position.outcome.winner === 0 ? 1 : -1), position.outcome.reason);
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
      if (error.name === "AbortError" || control.signal.aborted) return;
      this.stopped(error.message);
      notify(error);
    }
  }

  /** The stream broke off: what was found stays, with a note that nothing more comes. */
  stopped(why) {
    const depth = this.found ? ` at depth ${this.found.depth}` : "";
    find("#figures").textContent = `stopped${depth}: ${why}`;
  }

  /** One event; true if the analysis should be asked for again. */
  take(event) {
    const texts = { compiling: `compiling ${event.what}, about ${event.seconds} s, once on this machine …`, waiting: `waiting for a free engine, ${event.ahead} before this …` };
    if (event.type in texts) this.show(texts[event.type]);
    if (event.type === "found") {
      this.found = event;
      this.show();
    }
    if (event.type === "end" && event.reason === "error") this.show(event.message);
    return event.type === "end" && (event.reason === "others" || event.reason === "busy");
  }

  show(text = null) {
    const found = this.found;
    find("#figures").textContent = text ?? (found ? figures(found) : "");
    const key = JSON.stringify(found?.lines.map((line) => [worth(line, found.unit), line.moves]) ?? []);
    if (key !== this.shownLines) find("#lines").replaceChildren(...(found ? found.lines.map((line) => this.line(line, found.unit)) : []));
    this.shownLines = key; // lines that stay as they are stay under the mouse
    if (found) {
      const best = found.lines[0];
      const decided = best.proof && best.proof.result !== "draw" ? Math.sign(found.first_value) : 0;
      const words = worth(best) ? `${worth(best, found.unit)} for ${this.page.position.sides[this.page.position.turn]}` : "not known";
      this.bar(share(found.first_value ?? 0, decided), words);
    }
    this.showArrows();
  }

  bar(share, words) {
    const bar = find("#value-bar");
    bar.firstElementChild.style.height = `${Math.round(share * 1000) / 10}%`;
    bar.setAttribute("aria-label", `Value: ${words}`);
    bar.title = words;
  }

  line(line, unit) {
    const words = line.moves.map((word, index) => el("button", {
      type: "button",
      onmouseenter: () => this.page.preview(line.moves.slice(0, index + 1)),
      onfocus: () => this.page.preview(line.moves.slice(0, index + 1)),
      onmouseleave: () => this.page.endPreview(),
      onblur: () => this.page.endPreview(),
      onclick: () => this.page.playLine(line.moves.slice(0, index + 1)),
      "aria-label": `play ${line.moves.slice(0, index + 1).join(" ")}`,
    }, word));
    return el("li", {}, el("span", { class: "worth" }, worth(line, unit)), el("span", { class: "words" }, ...words));
  }

  showArrows() {
    const lines = this.arrows.checked && this.toggle.checked && this.found ? this.found.lines : [];
    const best = lines[0]?.value ?? 0;
    const far = (line) => Math.min(9, Math.abs(best - (line.value ?? best)));
    this.page.setArrows(lines.slice(0, 5).map((line) => ({ squares: line.squares, strength: 1 / (1 + far(line)) })));
  }

  // -- the graph over the game ----------------------------------------------------------------------------------------

  async graph() {
    const { session } = this.page;
    this.graphControl?.abort();
    const control = (this.graphControl = new AbortController());
    const note = find("#graph-note");
    this.values = [];
    note.textContent = "computing …";
    try {
      const what = { ...session.spot(session.moves.length), heuristic: { name: this.heuristic.value } };
      for await (const event of events("/api/graph", what, control.signal)) {
        if (event.type === "value") {
          this.values.push(event);
          this.drawGraph();
        } else if (event.type === "compiling") note.textContent = `compiling ${event.what}, about ${event.seconds} s …`;
        else if (event.type === "end") note.textContent = event.reason === "done" ? `${this.heuristic.value}, for ${session.game.sides[0]}` : "too busy; try again";
      }
    } catch (error) {
      note.textContent = "";
      notify(error);
    }
  }

  drawGraph() {
    const place = find("#graph");
    if (!this.values.length) return place.replaceChildren();
    const [width, height, left] = [520, 150, 34];
    const last = Math.max(1, this.page.session.moves.length);
    const x = (ply) => left + ((width - left - 6) * ply) / last;
    const y = (one) => 8 + (height - 26) * (1 - share(one.value, one.decided));
    const points = this.values.map((one) => `${x(one.ply).toFixed(1)},${y(one).toFixed(1)}`);
    const middle = 8 + (height - 26) / 2;
    const here = x(this.page.session.ply);
    const unit = this.page.session.game.heuristics.find((one) => one.name === this.heuristic.value)?.unit;
    const chart = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Value for ${this.page.session.game.sides[0]} after each move` },
      svg("line", { class: "zero", x1: left, x2: width - 6, y1: middle, y2: middle }),
      svg("text", { x: 2, y: 16 }, this.page.session.game.sides[0]), svg("text", { x: 2, y: height - 20 }, this.page.session.game.sides[1]),
      svg("text", { x: left, y: height - 4 }, "0"), svg("text", { x: width - 6, y: height - 4, "text-anchor": "end" }, `${last} plies`),
      svg("polygon", { class: "area", points: `${x(0)},${middle} ${points.join(" ")} ${x(this.values.at(-1).ply)},${middle}` }),
      svg("polyline", { class: "curve", points: points.join(" ") }),
      svg("line", { class: "here", x1: here, x2: here, y1: 8, y2: height - 18 }));
    for (const one of this.values) {
      const words = one.decided ? (one.over ? "over" : "decided") : counted(one.value, unit);
      chart.append(svg("rect", { class: "hit", x: x(one.ply) - width / last / 2, y: 0, width: width / last, height, onclick: () => this.page.session.go(one.ply) }, svg("title", {}, `after ${one.ply}: ${words}`)));
    }
    place.replaceChildren(chart);
  }
}
