// Positions and games in and out as text, and the link to what is on the screen.
import { readTree, writeTree } from "/static/js/move_tree.js";
import { capital, copy, download, el, find, notify, request, titleOf } from "/static/js/common.js";

export class Exchange {
  /** @param {import("/static/js/play.js").Page} page */
  constructor(page) {
    this.page = page;
    this.dialog = find("#exchange");
    find("#texts").addEventListener("click", () => this.open());
    find("#exchange-close").addEventListener("click", () => this.dialog.close());
    find("#exchange-load").addEventListener("click", () => this.load().catch(notify));
  }

  open() {
    const { session } = this.page;
    /** @param {string} label @param {() => Promise<void>} act */
    const out = (label, act) => el("button", { type: "button", onclick: () => act().catch(notify) }, label);
    const line = writeTree(session.tree);
    /** @param {string} format @param {boolean} [whole] */
    const text = async (format, whole) =>
      request("/api/export", whole ? { ...session.spot(0), line, format } : { ...session.spot(), format });
    const name = session.game.name.replace(/[^a-z0-9]+/gi, "-");
    find("#exchange-out").replaceChildren(
      out("Copy position", async () => this.give((await text("text")).text, "position copied")),
      out("Copy moves", async () => this.give(line, "moves copied")),
      out("Copy link", async () => copy(location.href, "link copied")),
      out("Save picture (SVG)", async () => download(`${name}.svg`, (await text("svg")).text, "image/svg+xml")),
      ...session.game.formats.flatMap((one) => [
        out(`Copy ${one.name}`, async () => this.give((await text(one.key, true)).text, `${one.name} copied`)),
        out(`Save ${one.suffix}`, async () => download(`${name}${one.suffix}`, (await text(one.key, true)).text)),
      ]),
    );
    this.dialog.showModal();
  }

  /** @param {string} text @param {string} what */
  async give(text, what) {
    find("#exchange-text").value = text;
    await copy(text, what);
  }

  async load() {
    const { session } = this.page;
    const made = await request("/api/import", { game: session.game.name, text: find("#exchange-text").value });
    const game =
      made.game === session.game.name ? session.game : await request(`/api/game?name=${encodeURIComponent(made.game)}`);
    this.dialog.close();
    const start = made.start === game.start ? null : made.start;
    const waits = !session.isPerson(made.turn) && !made.outcome; // the user looks at the position first
    if (game !== session.game) notify(`This fits ${titleOf(made.game)}, which is on the board now.`);
    else if (waits)
      notify(`${capital(game.sides[made.turn])} is played by the computer, which waits; “Continue” lets it move.`);
    this.page.begin(game, { start, tree: readTree(made.line), players: session.players, paused: waits }, true);
  }
}
