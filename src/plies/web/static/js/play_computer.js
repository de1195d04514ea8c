// The computer's part of a game: its moves, and hints.
import { announce, find, notify, request, sleep, statusOf, wasAborted, worth } from "/static/js/common.js";
import { statusText } from "/static/js/play_view.js";
import { PERSON, algorithmOf, asked, nameOf, usualLimit } from "/static/js/players.js";

export class Computer {
  /** The search for a move. @type {AbortController | null} */
  thinking = null;
  /** Why it takes long. */
  slow = "";

  /** @param {import("/static/js/play.js").Page} page */
  constructor(page) {
    this.page = page;
  }

  stop() {
    this.thinking?.abort();
    this.thinking = null;
  }

  /** Lets the computer move when it is its turn. */
  async think(once = false) {
    const { page } = this;
    const { session, position } = page;
    if (!position || page.editor.open || page.over || !session.live || (page.paused && !once)) return;
    const player = session.players[position.turn];
    if (player.kind === PERSON) return;
    this.stop();
    const control = (this.thinking = new AbortController());
    this.slow = "";
    page.draw();
    const began = performance.now();
    const notice = setTimeout(
      () => {
        this.slow ||= slowWords(player);
        page.draw();
      },
      1000 * (player.limits.seconds ?? 1) + 2500,
    );
    const soon = setTimeout(() => this.tellCompiling(player, control), 400);
    try {
      const found = await this.moveOf(player, control.signal);
      const pause = 350 - (performance.now() - began);
      if (pause > 0) await sleep(pause);
      if (control.signal.aborted) return;
      this.thinking = null;
      session.play(found.lines[0].move, found.position);
    } catch (error) {
      if (wasAborted(error)) return;
      notify(error);
      this.thinking = null;
      if (statusOf(error) === 429) setTimeout(() => this.think(), 2000);
      else page.setPaused(true);
    } finally {
      clearTimeout(notice);
      clearTimeout(soon);
    }
  }

  /**
   * A move that does not come at once may wait for something to be compiled: says what, and about how long.
   * @param {Player} player @param {AbortController} control
   */
  async tellCompiling(player, control) {
    try {
      const { ready, what, seconds } = await request(
        "/api/ready",
        { ...this.page.session.spot(), player: asked(player) },
        control.signal,
      );
      if (ready || this.thinking !== control) return;
      this.slow = `; compiling ${what} first, about ${seconds} s, once on this machine`;
      this.page.draw();
    } catch {
      // the request for the move reports what is wrong
    }
  }

  /** @param {Player} player @param {AbortSignal} signal */
  moveOf(player, signal) {
    const { clock, position } = this.page;
    const limits = { ...player.limits };
    const time = algorithmOf(player)?.limits.find((one) => one.name === "seconds");
    if (time && clock.left && clock.setting && position) {
      // never think longer than the clock allows
      const left = clock.left[position.turn];
      limits.seconds = Math.max(0.02, Math.min(limits.seconds ?? time.most, left / 20 + clock.setting.more * 0.8));
    }
    return request("/api/move", { ...this.page.session.spot(), player: asked(player, limits) }, signal);
  }

  async hint() {
    const { page } = this;
    const { player } = page.analysis;
    const name = nameOf(player);
    const button = find("#hint");
    button.disabled = true;
    const slow = setTimeout(() => {
      find("#status").textContent = `${name} is thinking${slowWords(player)} …`;
    }, 3000);
    try {
      const found = await request("/api/move", {
        ...this.page.session.spot(),
        player: asked(player, usualLimit(algorithmOf(player))),
      });
      const [best] = found.lines;
      page.board.setArrows([{ squares: best.squares, strength: 1 }]);
      const message = `Hint: ${best.move}${worth(best) && ` (${worth(best, found.unit)})`}, by ${name}`;
      announce(message);
      find("#status").textContent = message;
    } catch (error) {
      notify(error);
      find("#status").textContent = statusText(page);
    } finally {
      clearTimeout(slow);
      button.disabled = false;
    }
  }
}

/** Why a player may take longer than its limits. @param {Player} player */
function slowWords(player) {
  return algorithmOf(player)?.is_native ? "; the first search of a game prepares its engine, once on this machine" : "";
}
