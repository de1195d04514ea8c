// The search that thinks on the home page: its depths, its arrows, its moves.
import {
  asError,
  capital,
  el,
  events,
  find,
  icon,
  request,
  short,
  sleep,
  wasAborted,
  worth,
} from "/static/js/common.js";
import { BoardView } from "/static/js/board.js";
import { waiting } from "/static/js/waiting.js";

/** Seconds of each search that is shown, and how many moves it plays before it rests. */
const SECONDS = 4;
const MOST = 16;

export class Thinking {
  /** @param {Spot} spot @param {string} title */
  constructor(spot, title) {
    this.spot = { ...spot, moves: [...spot.moves] };
    this.first = spot.moves;
    this.view = new BoardView(find("#thinking-board"), { label: `A search of ${title}` });
    this.view.root.setAttribute("tabindex", "-1");
    /** @type {AbortController | null} */
    this.stopper = null;
    /** @type {() => void} */
    this.stopWaiting = () => {};
    find("#thinking-title").textContent = title;
    this.button = find("#thinking-pause");
    this.button.addEventListener("click", () => (this.stopper ? this.pause() : this.run()));
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
    this.setButton(false);
  }

  /** @param {boolean} runs */
  setButton(runs) {
    this.button.replaceChildren(icon(runs ? "pause" : "play"));
    for (const name of ["aria-label", "title"]) this.button.setAttribute(name, runs ? "Pause" : "Let it think");
  }

  pause() {
    this.stopper?.abort();
    this.stopper = null;
    this.setButton(false);
  }

  async run() {
    const stopper = new AbortController();
    this.stopper = stopper;
    this.setButton(true);
    try {
      for (let played = 0; played < MOST && !stopper.signal.aborted; played += 1) {
        const position = await request("/api/position", this.spot, stopper.signal);
        await this.view.show(position, { animate: true });
        this.link();
        if (position.outcome) this.spot.moves = [...this.first];
        else await this.think(position, stopper.signal);
      }
    } catch (error) {
      if (!wasAborted(error)) find("#thinking-says").textContent = capital(asError(error).message);
    }
    if (this.stopper === stopper) this.pause();
  }

  link() {
    const here = new URLSearchParams({ game: this.spot.game, moves: this.spot.moves.join(" ") });
    find("#thinking-open").href = `/play#${here}`;
  }

  /**
   * The search cannot begin yet: what is compiled and how long that takes, or how many are before it.
   * @param {Streams["/api/analyse"]} event
   */
  wait(event) {
    this.stopWaiting();
    const text =
      event.type === "compiling"
        ? `Compiling ${event.what}, about ${event.seconds} s, once on this machine.`
        : "Waiting for a free core.";
    this.stopWaiting = waiting(find("#thinking-says"), text);
  }

  /**
   * One search, a line for each depth; then its move.
   * @param {Api.PositionView} position @param {AbortSignal} signal
   */
  async think(position, signal) {
    const began = performance.now();
    const depths = find("#thinking-depths");
    depths.replaceChildren();
    /** @type {Api.LineView | null} */
    let best = null;
    this.stopWaiting();
    for await (const event of events(
      "/api/analyse",
      { ...this.spot, lines: 3, limits: { seconds: SECONDS } },
      signal,
    )) {
      if (event.type === "found") {
        best = this.report(position, event, depths);
        if (event.lines[0].proof?.exact) await sleep(600);
      } else if (event.type !== "end") this.wait(event);
      else if (event.reason === "busy" || event.reason === "error") return this.pause();
    }
    await sleep(Math.max(0, 1500 - (performance.now() - began)));
    if (best && !signal.aborted) this.spot.moves.push(best.move);
    return null;
  }

  /** @param {Api.PositionView} position @param {Api.FoundView} found @param {HTMLElement} depths */
  report(position, found, depths) {
    this.stopWaiting();
    const [line] = found.lines;
    this.view.setArrows(found.lines.map((one, place) => ({ squares: one.squares, strength: 1 / (1 + 2 * place) })));
    const side = capital(position.sides[position.turn]);
    find("#thinking-says").textContent =
      `${side} thinks: ${line.move}, ${worth(line, found.unit)}. ${found.depth} plies deep, ${short(found.nodes)} positions, ${short(found.nodes_per_second)} a second.`;
    if (depths.childElementCount >= 24) depths.firstElementChild?.remove();
    depths.append(
      el(
        "li",
        { title: `depth ${found.depth}: ${short(found.nodes)} positions` },
        el("span", {}, String(found.depth)),
        line.move,
      ),
    );
    depths.scrollLeft = depths.scrollWidth;
    return line;
  }
}
