// The games of a tournament: filters, pages, and a link to each game's replay.
import { showBlocks } from "/static/js/blocks.js";
import { el, find, notify, request, seek, titleOf } from "/static/js/common.js";

const PAGE = 25;

export class GameList {
  /** @param {string} id */
  constructor(id) {
    this.path = /** @type {const} */ (`/api/tournaments/${id}/games`);
    this.offset = 0;
    this.asked = 0;
    this.any = false;
    find("#filters").addEventListener("submit", (event) => event.preventDefault());
    find("#filters").addEventListener("change", () => this.go(0));
    find("#page-back").addEventListener("click", () => this.go(Math.max(0, this.offset - PAGE)));
    find("#page-forth").addEventListener("click", () => this.go(this.offset + PAGE));
  }

  /** @param {Api.Detail} detail */
  begin({ tournament, standings }) {
    /** @param {string[]} names @param {string} none @param {(name: string) => string} shown */
    const choices = (names, none, shown = (name) => name) => [
      el("option", { value: "" }, none),
      ...names.map((name) => el("option", { value: name }, shown(name))),
    ];
    const boards = /** @type {{ terminations: object }[]} */ (standings?.boards ?? []);
    const kinds = new Set(["rules", ...boards.flatMap((one) => Object.keys(one.terminations))]);
    find("#filter-board").replaceChildren(...choices(tournament.boards, "all", titleOf));
    find("#filter-player").replaceChildren(...choices(tournament.players, "all"));
    find("#filter-termination").replaceChildren(...choices([...kinds], "anything"));
    this.load().catch(notify);
  }

  /** @param {number} offset */
  go(offset) {
    this.offset = offset;
    find("#page-now").textContent = "loading…";
    this.load().catch(notify);
  }

  /** While games are coming in: the first page, unless the user is reading another page. */
  refresh() {
    if (this.offset === 0) this.load().catch(notify);
  }

  /**
   * What was shown before stays; in its place or beside it stands that it is not what was asked for.
   * @param {Error} error
   */
  failed(error) {
    find("#page-now").textContent = "could not be loaded";
    seek("#games [role=status]")?.replaceChildren(`The games could not be loaded: ${error.message}.`);
  }

  async load() {
    const mine = (this.asked += 1);
    const words = new URLSearchParams({ offset: String(this.offset), limit: String(PAGE) });
    for (const name of /** @type {const} */ (["board", "player", "result", "termination"])) {
      const value = find(`#filter-${name}`).value;
      if (value) words.set(name, value);
    }
    if (find("#filter-newest").checked) words.set("newest", "true");
    const { games, more, unreadable, table } = await request(`${this.path}?${words}`).catch((error) => {
      if (mine === this.asked) this.failed(error);
      throw error;
    });
    if (mine !== this.asked) return;
    this.any ||= games.length > 0;
    const lost = unreadable.map((one) => `${one.id.slice(0, 10)} (${one.reason})`).join(", ");
    /** @type {Api.Block} */
    const note = { kind: "paragraph", id: "unreadable", text: `Stored, but cannot be read: ${lost}.` };
    showBlocks(find("#games"), lost ? [table, note] : [table]);
    find("#page-back").disabled = this.offset === 0;
    find("#page-forth").disabled = !more;
    find("#page-now").textContent = games.length
      ? `${this.offset + 1} to ${this.offset + games.length + unreadable.length}`
      : this.any
        ? "no such games"
        : "no games yet";
  }
}
