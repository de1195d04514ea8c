// Runs of `plies learn`: which there are, and one of them with its curves and its board.
import { showBlocks, showSections } from "/static/js/blocks.js";
import { announce, find, notify, request, sleep } from "/static/js/common.js";
import { Compare } from "/static/js/compare.js";
import { curves } from "/static/js/curves.js";

/** Milliseconds between two looks: while a run is going on, and otherwise. */
const PACE = 2000;
const REST = 15000;

class Page {
  constructor() {
    this.listed = this.newest = "";
    this.shown = "";
    this.open = "";
    this.blocks = "";
    this.compare = new Compare();
    /** @type {() => void} */
    this.wake = () => {};
    addEventListener("hashchange", () => this.show().catch(notify));
  }

  /** Reads anew again and again; more often while a run is going on. */
  async run() {
    for (;;) {
      const busy = document.hidden ? false : await this.look();
      const woken = new Promise((resolve) => {
        this.wake = () => resolve(null);
      });
      await Promise.race([sleep(busy ? PACE : REST), woken]);
    }
  }

  async look() {
    try {
      const busy = await this.list();
      await this.show();
      return busy;
    } catch (error) {
      find("#list-loading").hidden = false;
      find("#list-loading").textContent = `The runs could not be loaded: ${/** @type {Error} */ (error).message}.`;
      return false;
    }
  }

  async list() {
    const found = await request("/api/learning");
    find("#list-loading").hidden = true;
    const key = JSON.stringify(found.blocks);
    if (key !== this.listed) showBlocks(find("#list"), found.blocks); // what stays as it is stays under the mouse
    this.listed = key;
    find("#list-empty").hidden = found.runs.length > 0;
    if (!found.runs.length) find("#example").textContent = (await request("/api/home")).demonstration.game;
    this.newest = found.runs[0]?.name ?? "";
    return found.runs.some((one) => one.state === "running");
  }

  /** The run that the address names, else the newest. */
  async show() {
    const name = new URLSearchParams(location.hash.slice(1)).get("run") ?? this.newest;
    if (!name) {
      find("#run").hidden = true;
      this.open = this.shown = "";
      return;
    }
    const found = await request(`/api/learning/${encodeURIComponent(name)}`);
    const key = JSON.stringify(found);
    if (key === this.shown) return;
    const first = this.open !== name;
    const betters = JSON.stringify(found.blocks) !== this.blocks;
    this.shown = key;
    this.open = name;
    this.draw(found);
    if (found.playable && (first || betters)) await (first ? this.begin(found) : this.compare.go(this.compare.moves));
  }

  /** @param {Api.OneRunView} found */
  draw(found) {
    find("#run").hidden = false;
    find("#run-title").textContent = found.title;
    find("#run-state").textContent = found.state === "finished" ? "Finished." : `${found.state}: ${found.now}`;
    this.blocks = JSON.stringify(found.blocks);
    showSections(find("#run-blocks"), found.blocks);
    find("#curves-part").hidden = !found.curves.length;
    const width = Math.max(280, Math.min(560, find("#curves").clientWidth || 480));
    find("#curves").replaceChildren(...found.curves.map((one) => curve(one, width)));
    find("#compare-part").hidden = !found.playable;
  }

  /** @param {Api.OneRunView} found */
  async begin(found) {
    await this.compare.begin(found.name, found.game);
    announce(found.title);
  }
}

/**
 * @param {Api.Curve} one
 * @param {number} width
 */
function curve(one, width) {
  /** @param {number[]} losses @returns {[number, number][]} */
  const points = (losses) => losses.map((loss, at) => [one.steps[at], loss]);
  const series = [
    { name: "held-out games", points: points(one.held_out) },
    { name: "training", points: points(one.training) },
  ];
  const caption = one.name.charAt(0).toUpperCase() + one.name.slice(1);
  const markName = "the loss of the best so far on held-out games";
  return curves(caption, series, { width, xName: "steps", mark: one.best_so_far, markName });
}

new Page().run();
