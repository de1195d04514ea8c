// One tournament: how it goes on, its tables, its games. What is shown comes from the server's data alone.
import { contents, showBlocks, showSections } from "/static/js/blocks.js";
import { announce, el, events, find, notify, request, sleep } from "/static/js/common.js";
import { GameList } from "/static/js/tournament_games.js";
import { date, number, timeInWords } from "/static/js/tournament_numbers.js";
import { waiting } from "/static/js/waiting.js";

const TABLES_EVERY = 4000; // milliseconds between two readings of all tables
const KINDS = { "round-robin": "round robin", gauntlet: "gauntlet, the first against the others", match: "match" };

class Watch {
  constructor(id) {
    this.id = id;
    this.path = `/api/tournaments/${id}`;
    this.games = new GameList(id);
    this.live = [];
    this.blocks = [];
    this.read = 0;
    this.watching = false;
    find("#stop").addEventListener("click", () => this.act("stop"));
    find("#resume").addEventListener("click", () => this.act("resume"));
    let width = innerWidth;
    addEventListener("resize", () => {
      if (Math.abs(innerWidth - width) <= 20) return;
      width = innerWidth;
      this.draw();
    });
  }

  async open() {
    this.games.begin(await this.load());
    await this.downloads();
    if (this.told.state === "running") await this.watch();
  }

  /** All tables, as they are now. */
  async load() {
    this.read = performance.now();
    const told = await request(this.path);
    this.show(told.tournament);
    this.live = told.live;
    this.blocks = told.blocks;
    this.draw();
    return told;
  }

  /** What is watched above, and everything else below. */
  draw() {
    showBlocks(find("#live"), this.live);
    const above = new Set(this.live.map((block) => block.id));
    const below = this.blocks.filter((block) => !above.has(block.id));
    showSections(find("#tables"), below);
    find("#contents").replaceChildren(...contents(below));
  }

  /** Follows it until it ends; a connection that breaks is made again. */
  async watch() {
    if (this.watching) return;
    this.watching = true;
    try {
      for (;;) {
        try {
          if (await this.follow()) return;
        } catch (error) {
          if (error.status !== 0) throw error;
        }
        await sleep(2000);
      }
    } finally {
      this.watching = false;
    }
  }

  async follow() {
    for await (const event of events(`${this.path}/events`)) {
      this.show(event.tournament);
      if (event.type === "end") {
        await this.load();
        this.games.load().catch(notify);
        announce(`The tournament is ${this.told.state}; ${this.told.games} games.`);
        return true;
      }
      if (event.live.length) showBlocks(find("#live"), (this.live = event.live));
      if (performance.now() - this.read > TABLES_EVERY && event.players.length) {
        await this.load();
        this.games.refresh();
      }
    }
    return false;
  }

  async act(what) {
    const buttons = [find("#stop"), find("#resume")];
    for (const one of buttons) one.disabled = true;
    try {
      const games = Number(find("#more").value);
      const body = what === "resume" && games !== this.told.games_per_pairing ? { games } : {};
      this.show(await request(`${this.path}/${what}`, body));
      if (this.told.state === "running") this.watch().catch(notify);
    } catch (error) {
      notify(error);
    } finally {
      for (const one of buttons) one.disabled = false;
    }
  }

  // -- what is shown --------------------------------------------------------------------------------------------------

  show(told) {
    const first = !this.told, before = this.told?.state;
    this.told = told;
    find("#resume").textContent = told.state === "finished" ? "Play more" : "Go on";
    if (first || told.state !== before) find("#more").value = told.games_per_pairing * (told.state === "finished" ? 2 : 1);
    if (first) {
      const title = told.preset || told.boards.join(", ");
      find("#title").textContent = title;
      document.title = `${title} · Plies`;
    }
    find("#about").textContent = `${told.preset ? `${told.boards.join(", ")}; ` : ""}${KINDS[told.kind]}, ${number(told.games_per_pairing)} games per pairing and board, openings ${told.openings}, seed ${told.seed}; begun ${date(told.created)}`;
    const state = find("#state");
    state.textContent = told.state;
    state.className = `state ${told.state}`;
    this.status(told);
    find("#downloads").hidden = !told.games;
    find("#progress").value = told.total ? told.games / told.total : 0;
    find("#stop").hidden = told.state !== "running";
    find("#go-on").hidden = told.state === "running" || Boolean(told.refused);
    find("#problem").textContent = told.problem || (told.state === "stopped" ? told.refused : "");
    find("#problem").hidden = !find("#problem").textContent;
    find("#notices-of").replaceChildren(...told.notices.map((text) => el("li", {}, text)));
    find("#notices-of").hidden = !told.notices.length;
  }

  /** Before the first game that comes there is nothing to count but seconds. */
  status(told) {
    const preparing = told.state === "running" && told.waits !== null;
    if (preparing && !this.wait) this.wait = waiting(find("#status"), `${statusOf(told)}; preparing: openings are chosen, and engines that are new to this machine compiled…`, told.waits);
    if (preparing) return;
    this.wait?.();
    this.wait = null;
    find("#status").textContent = statusOf(told);
  }

  async downloads() {
    const formats = new Map([["json", "all games, JSON lines"], ["csv", "all games, CSV"]]);
    const views = await Promise.all(this.told.boards.map((name) => request(`/api/game?name=${encodeURIComponent(name)}`).catch(() => null)));
    for (const one of views[0]?.formats ?? []) {
      if (views.every((view) => view?.formats.some((other) => other.key === one.key))) formats.set(one.key, `all games, ${one.name}`);
    }
    find("#downloads").replaceChildren(el("a", { class: "button", href: `${this.path}/report`, download: true }, "Report"),
      ...[...formats].map(([key, text]) => el("a", { class: "button", href: `${this.path}/export?format=${encodeURIComponent(key)}`, download: true }, text)));
  }
}

function statusOf(told) {
  const games = `${number(told.games)} of ${number(told.total)} games`;
  if (told.state !== "running") return games;
  return told.seconds_left === null ? games : `${games}, about ${timeInWords(told.seconds_left)} left`;
}

const id = new URLSearchParams(location.search).get("id") ?? "";
const missing = () => {
  find("#about").textContent = "There is no such tournament.";
  find("#known").hidden = true;
};
if (/^[0-9a-f]{16}$/.test(id)) {
  const watch = new Watch(id);
  watch.open().catch((error) => (error.status === 404 && !watch.told ? missing() : notify(error)));
} else missing();
