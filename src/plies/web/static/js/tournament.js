// One tournament: its progress, its tables, its games. What is shown comes from the server's data alone.
import { contents, showBlocks, showSections } from "/static/js/blocks.js";
import { RequestError, announce, el, events, find, findA, notify, request, sleep, titleOf } from "/static/js/common.js";
import { GameList } from "/static/js/tournament_games.js";
import { date, number, timeInWords } from "/static/js/tournament_numbers.js";
import { waiting } from "/static/js/waiting.js";

const TABLES_EVERY = 4000; // milliseconds between two readings of all tables
const CROSS = "Score of the first side (rows) against the second (columns), and the games";
const LOADING = "Loading the tournament; its tables are made from all its games…";
const KINDS = { "round-robin": "Round robin", gauntlet: "Gauntlet, the first against the others", match: "Match" };

class Watch {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = /** @type {const} */ (`/api/tournaments/${id}`);
    this.games = new GameList(id);
    /** @type {Api.Block[]} */
    this.live = [];
    /** @type {Api.Block[]} */
    this.blocks = [];
    this.read = 0;
    this.watching = false;
    this.prepares = false;
    /** @type {(() => void) | null} */
    this.wait = null;
    /** @type {Api.TournamentView | null} */
    this.data = null;
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
    this.wait = waiting(find("#status"), LOADING);
    const data = await this.load().finally(() => find("#known").removeAttribute("aria-busy"));
    this.games.begin(data);
    await this.downloads();
    if (this.data?.state === "running") await this.watch();
  }

  /** @param {Error} error */
  failed(error) {
    this.wait?.();
    find("#status").textContent = `The tournament could not be loaded: ${error.message}.`;
    find("#games-part").hidden = true;
  }

  /** All tables, as they are now. */
  async load() {
    this.read = performance.now();
    const data = await request(this.path);
    this.show(data.tournament);
    this.live = data.live;
    this.blocks = data.blocks;
    this.draw();
    return data;
  }

  /** What is watched above, and everything else below. */
  draw() {
    this.drawLive();
    const above = new Set(this.live.map((block) => block.id));
    if (this.cross()) for (const id of ["cross-1", "cross-matrices"]) above.add(id);
    const below = this.blocks.filter((block) => !above.has(block.id));
    showSections(find("#tables"), below);
    const games = this.data ? [el("a", { href: "#games-title" }, "Games")] : [];
    find("#contents").replaceChildren(...contents(below), ...games);
  }

  /** The players, and of one board its cross table. */
  drawLive() {
    const cross = this.cross();
    showBlocks(find("#live"), cross ? [...this.live, { ...cross, caption: CROSS }] : this.live);
  }

  /** Of one board its cross table, which then stands above. */
  cross() {
    const tables = this.blocks.flatMap((one) => (one.kind === "table" ? [one] : []));
    const alone = this.data?.boards.length === 1 && !tables.some(({ id }) => id === "letters" || id === "cross");
    return alone ? tables.find(({ id }) => id === "cross-1") : undefined;
  }

  /** Follows it until it ends; a connection that breaks is made again. */
  async watch() {
    if (this.watching) return;
    this.watching = true;
    try {
      for (;;) {
        let pause = 2000;
        try {
          if (await this.follow()) return;
        } catch (error) {
          if (!(error instanceof RequestError) || ![0, 429, 503].includes(error.status)) throw error;
          if (error.status) pause = 10000; // too many watch; later there may be room
        }
        await sleep(pause);
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
        announce(`The tournament is ${event.tournament.state}; ${event.tournament.games} games.`);
        return true;
      }
      if (event.live?.length) {
        this.live = event.live;
        this.drawLive();
      }
      if (performance.now() - this.read > TABLES_EVERY && event.players?.length) {
        await this.load();
        this.games.refresh();
      }
    }
    return false;
  }

  /** @param {"stop" | "resume"} what */
  async act(what) {
    const buttons = [find("#stop"), find("#resume")];
    for (const one of buttons) one.disabled = true;
    try {
      const games = Number(find("#more").value);
      const body = what === "resume" && games !== this.data?.games_per_pairing ? { games } : {};
      const now = await request(`${this.path}/${what}`, body);
      this.show(now);
      if (now.state === "running") this.watch().catch(notify);
    } catch (error) {
      notify(error);
    } finally {
      for (const one of buttons) one.disabled = false;
    }
  }

  // -- what is shown --------------------------------------------------------------------------------------------------

  /** @param {Api.TournamentView} data */
  show(data) {
    const first = !this.data,
      before = this.data?.state;
    this.data = data;
    find("#resume").textContent = data.state === "finished" ? "Play more" : "Resume";
    if (first || data.state !== before)
      find("#more").value = String(data.games_per_pairing * (data.state === "finished" ? 2 : 1));
    if (first) {
      const title = data.preset || data.boards.map(titleOf).join("; ");
      find("#title").textContent = title;
      document.title = `${title} · Plies`;
    }
    find("#about").textContent = [
      ...(data.preset ? data.boards.map(titleOf) : []),
      KINDS[data.kind],
      `${number(data.games_per_pairing)} games per pairing${data.boards.length > 1 ? " and board" : ""}`,
      `openings: ${data.openings}`,
      `seed ${data.seed}`,
      `begun ${date(data.created)}`,
    ].join(" · ");
    const state = find("#state");
    state.textContent = data.state;
    state.className = `state ${data.state}`;
    this.status(data);
    find("#downloads").hidden = !data.games;
    findA(HTMLProgressElement, "#progress").value = data.total ? data.games / data.total : 0;
    find("#stop").hidden = data.state !== "running";
    find("#go-on").hidden = data.state === "running" || Boolean(data.refused);
    find("#problem").textContent = data.problem || (data.state === "stopped" ? data.refused : "");
    find("#problem").hidden = !find("#problem").textContent;
    find("#notices-of").replaceChildren(...data.notices.map((text) => el("li", {}, text)));
    find("#notices-of").hidden = !data.notices.length;
  }

  /** Before the first game that comes there is nothing to count but seconds. @param {Api.TournamentView} data */
  status(data) {
    const preparing = data.state === "running" && data.waits !== null;
    if (preparing && this.prepares) return;
    this.wait?.();
    this.prepares = preparing;
    this.wait = preparing
      ? waiting(
          find("#status"),
          `${statusOf(data)}; preparing: openings are chosen, and engines that are new to this machine compiled…`,
          data.waits ?? 0,
        )
      : null;
    if (preparing) return;
    find("#status").textContent = statusOf(data);
  }

  async downloads() {
    const formats = new Map([
      ["json", "all games, JSON lines"],
      ["csv", "all games, CSV"],
    ]);
    const views = await Promise.all(
      (this.data?.boards ?? []).map((name) => request(`/api/game?name=${encodeURIComponent(name)}`).catch(() => null)),
    );
    for (const one of views[0]?.formats ?? []) {
      if (views.every((view) => view?.formats.some((other) => other.key === one.key)))
        formats.set(one.key, `all games, ${one.name}`);
    }
    find("#downloads").replaceChildren(
      el("a", { class: "button", href: `${this.path}/report`, download: true }, "Report"),
      ...[...formats].map(([key, text]) =>
        el(
          "a",
          { class: "button", href: `${this.path}/export?format=${encodeURIComponent(key)}`, download: true },
          text,
        ),
      ),
    );
  }
}

/** @param {Api.TournamentView} data */
function statusOf(data) {
  const games = `${number(data.games)} of ${number(data.total)} games`;
  if (data.state !== "running") return games;
  return data.seconds_left === null ? games : `${games}, about ${timeInWords(data.seconds_left)} left`;
}

const id = new URLSearchParams(location.search).get("id") ?? "";
const missing = () => {
  find("#about").textContent = "There is no such tournament.";
  find("#known").hidden = true;
};
if (/^[0-9a-f]{16}$/.test(id)) {
  const watch = new Watch(id);
  watch.open().catch((error) => (watch.data ? notify(error) : error.status === 404 ? missing() : watch.failed(error)));
} else missing();
