// The games of a tournament: filters, pages, and a link to each game's replay.
import { el, find, notify, request } from "/static/js/common.js";
import { number, RESULTS } from "/static/js/tournament_numbers.js";

const PAGE = 25;

export class GameList {
  constructor(id) {
    this.path = `/api/tournaments/${id}/games`;
    this.offset = 0;
    this.asked = 0;
    find("#filters").addEventListener("submit", (event) => event.preventDefault());
    find("#filters").addEventListener("change", () => this.go(0));
    find("#page-back").addEventListener("click", () => this.go(Math.max(0, this.offset - PAGE)));
    find("#page-forth").addEventListener("click", () => this.go(this.offset + PAGE));
  }

  begin({ tournament, standings }) {
    const choices = (names, none) => [el("option", { value: "" }, none), ...names.map((name) => el("option", {}, name))];
    const kinds = new Set(["rules", ...(standings?.boards ?? []).flatMap((one) => Object.keys(one.terminations))]);
    find("#filter-board").replaceChildren(...choices(tournament.boards, "all"));
    find("#filter-player").replaceChildren(...choices(tournament.players, "all"));
    find("#filter-termination").replaceChildren(...choices([...kinds], "anything"));
    this.load().catch(notify);
  }

  go(offset) {
    this.offset = offset;
    this.load().catch(notify);
  }

  /** While games are coming in: the first page, unless somebody is reading elsewhere. */
  refresh() {
    if (this.offset === 0) this.load().catch(notify);
  }

  async load() {
    const mine = (this.asked += 1);
    const words = new URLSearchParams({ offset: this.offset, limit: PAGE });
    for (const name of ["board", "player", "result", "termination"]) {
      const value = find(`#filter-${name}`).value;
      if (value) words.set(name, value);
    }
    if (find("#filter-newest").checked) words.set("newest", "true");
    const { games, more } = await request(`${this.path}?${words}`);
    if (mine !== this.asked) return;
    this.any ||= games.length > 0;
    this.show(games);
    find("#page-back").disabled = this.offset === 0;
    find("#page-forth").disabled = !more;
    find("#page-now").textContent = games.length ? `${this.offset + 1} to ${this.offset + games.length}` : this.any ? "no such games" : "no games yet";
  }

  show(games) {
    const columns = ["pair", "board", "first side", "second side", "result", "plies", "s", "ended"];
    const side = (at) => (at === 5 || at === 6 ? "number" : null);
    const rows = games.map((one) => {
      const link = el("a", { href: `/tournament/game?id=${one.id}` }, `${one.pair + 1}${one.turned ? "b" : "a"}`);
      link.setAttribute("aria-label", `Replay pair ${one.pair + 1}, ${one.turned ? "second" : "first"} game`);
      return [link, one.board, one.first, one.second, RESULTS[one.score], String(one.plies), number(one.seconds), one.reason];
    });
    find("#games").replaceChildren(el("thead", {}, el("tr", {}, columns.map((text, at) => el("th", { scope: "col", class: side(at) }, text)))),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, at) => el("td", { class: side(at) }, cell))))));
  }
}
