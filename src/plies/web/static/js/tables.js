// The tables of this server: which there are, what one holds, and building small ones.
import { announce, asError, el, find, notify, request, seek, sleep, titleOf } from "/static/js/common.js";
import { showBlocks, showSections } from "/static/js/blocks.js";

const PACE = 700,
  REST = 15000; // milliseconds between two looks, while something is built and otherwise

/** A build: how far it is, or what became of it. @param {Api.BuildView} build */
function item({ title, state, stage, share, message }) {
  const runs = state === "building";
  return el(
    "li",
    {},
    el("div", { class: "row" }, el("span", { class: "grow" }, title), el("span", { class: `state ${state}` }, state)),
    runs ? el("progress", { max: 1, value: share, "aria-label": `${title}: ${stage}` }) : null,
    runs ? el("div", { class: "muted small" }, stage) : null,
    message ? el("div", {}, message) : null,
  );
}

class Page {
  constructor() {
    /** Of builds, by title. @type {Map<string, string>} */
    this.states = new Map();
    this.begun = false;
    /** Ends the pause between two looks. @type {() => void} */
    this.wake = () => {};
    this.listed = "";
    find("#form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.build().catch(notify);
    });
    addEventListener("hashchange", () => this.show().catch(notify));
  }

  /** Reads the list again and again; more often while something is built. */
  async run() {
    this.names().catch(notify);
    this.show().catch(notify);
    for (;;) {
      const busy = document.hidden ? false : await this.list().catch((error) => this.failed(error));
      const pause = busy || this.begun ? PACE : REST; // begun while the list was on its way
      this.begun = false;
      await Promise.race([
        sleep(pause),
        /** @type {Promise<void>} */ (
          new Promise((resolve) => {
            this.wake = resolve;
          })
        ),
      ]);
    }
  }

  /** @param {Error} error */
  failed(error) {
    find("#list-loading").hidden = false;
    find("#list-loading").textContent = `The tables could not be loaded: ${error.message}.`;
    return false;
  }

  async list() {
    const found = await request("/api/tables");
    find("#list-loading").hidden = true;
    const key = JSON.stringify([found.blocks, found.problems]);
    if (key !== this.listed) {
      // what stays as it is stays under the mouse
      showBlocks(find("#list"), found.blocks);
      find("#problems").replaceChildren(...found.problems.map((text) => el("li", { class: "small" }, text)));
      find("#problems").hidden = !found.problems.length;
    }
    this.listed = key;
    find("#list-empty").hidden = found.tables.length > 0;
    find("#room").textContent = found.room;
    find("#form-about").textContent =
      `Games whose tables are expected to take under ${found.build_seconds} seconds are solved here.`;
    find("#builds").replaceChildren(...found.builds.map(item));
    for (const one of found.builds) {
      if (["done", "refused"].includes(one.state) && (this.states.get(one.title) ?? one.state) !== one.state)
        announce(one.message || `${one.title}: done`);
      this.states.set(one.title, one.state);
    }
    return found.builds.some((one) => one.state === "building" || one.state === "waiting");
  }

  async names() {
    const families = await request("/api/games");
    find("#game-names").replaceChildren(
      ...families.flatMap((one) => one.examples).map((name) => el("option", { value: name })),
    );
    const small = families.filter((one) => one.examples.length > 1).map((one) => one.examples[0]);
    find("#suggested").replaceChildren(
      el("span", { class: "muted" }, "Small ones:"),
      ...small.map(this.suggestion, this),
    );
  }

  /** @param {string} name */
  suggestion(name) {
    const build = () => {
      find("#game").value = name;
      this.build().catch(notify);
    };
    return el("button", { type: "button", onclick: build }, titleOf(name));
  }

  async build() {
    const button = find("#build");
    button.disabled = true;
    try {
      const begun = await request("/api/tables", { game: find("#game").value.trim() });
      this.states.set(begun.title, begun.state);
      this.begun = true;
      this.wake(); // look at once
    } finally {
      button.disabled = false;
    }
  }

  /** What the table of the address holds. */
  async show() {
    const name = new URLSearchParams(location.hash.slice(1)).get("table");
    const place = find("#table");
    if (!name) {
      place.replaceChildren();
      return;
    }
    place.replaceChildren(el("p", { class: "muted", role: "status" }, "Reading the table…"));
    try {
      const found = await request(`/api/tables/${encodeURIComponent(name)}`);
      showSections(place, found.blocks);
      seek("#contents")?.scrollIntoView({ block: "nearest" });
    } catch (error) {
      place.replaceChildren(el("p", { class: "notice" }, `The table could not be read: ${asError(error).message}.`));
    }
  }
}

new Page().run().catch(notify);
