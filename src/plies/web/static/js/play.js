// The play page: puts board, players, clock, moves, analysis and dialogs together.
import {
  announce,
  capital,
  el,
  find,
  notify,
  request,
  sleep,
  statusOf,
  titleOf,
  wasAborted,
  worth,
} from "/static/js/common.js";
import { Analysis } from "/static/js/analysis.js";
import { BoardView } from "/static/js/board.js";
import { Clock } from "/static/js/clock.js";
import { Editor } from "/static/js/edit.js";
import { Exact } from "/static/js/exact.js";
import { Exchange } from "/static/js/exchange.js";
import { levelsOf } from "/static/js/levels.js";
import { MoveList } from "/static/js/move_list.js";
import { drawPlain, drawPlayers, moveWords } from "/static/js/play_view.js";
import { PERSON, algorithmOf, asked, nameOf, usualLimit, usualPlayer } from "/static/js/players.js";
import { Review } from "/static/js/review.js";
import { Session, corrected, readAddress } from "/static/js/session.js";
import { Setup } from "/static/js/setup.js";
import { Terms } from "/static/js/terms.js";
import { chooseTheme, chosenTheme, THEMES } from "/static/js/board_theme.js";
import { whyNot } from "/static/js/why.js";

export class Page {
  /** @type {Api.PositionView | null} */
  position = null;
  /** After the last move, when an earlier position is shown. @type {Api.PositionView | null} */
  whole = null;
  /** @type {Api.LevelView[]} */
  levels = [];
  /** @type {AbortController | null} */
  thinking = null;
  paused = false;
  slow = "";
  nearSide = 0;
  following = 0;
  previewing = 0;
  turnOf = 0;
  wheeled = 0;

  constructor() {
    this.session = new Session();
    this.board = new BoardView(find("#board"), {
      onmove: (word) => this.playWord(word),
      onchoice: (moves) => this.ask(moves),
      onrefused: (name, from) => this.refuse(name, from),
    });
    this.clock = new Clock(
      () => drawPlayers(this),
      (side) => this.session.end(side, "time"),
    );
    this.analysis = new Analysis(this);
    this.review = new Review(this);
    this.terms = new Terms(this);
    this.exact = new Exact(this);
    this.editor = new Editor(this);
    this.exchange = new Exchange(this);
    this.moveList = new MoveList(this);
    this.setup = new Setup((game, what) => this.begin(game, what, true));
    this.session.addEventListener("change", (event) => {
      if (event instanceof CustomEvent) this.refresh(event.detail).catch(notify);
    });
    this.wire();
  }

  // -- beginning ------------------------------------------------------------------------------------------------------

  async open() {
    await this.setup.load();
    if (await this.follow(readAddress())) return;
    const first = this.setup.families[0].game;
    this.begin(first, { players: [{ kind: PERSON }, usualPlayer(first)] });
  }

  /**
   * Begins what an address asks for; false where it names no game. Other mistakes in it are reported and left out.
   * @param {Addressed | null} asked
   */
  async follow(asked) {
    if (!asked) return false;
    const mine = (this.following += 1);
    try {
      const game = await request(`/api/game?name=${encodeURIComponent(asked.game)}`);
      const { problems, ...what } = await corrected(asked, game);
      if (mine !== this.following) return true; // another address has come meanwhile
      this.begin(game, what);
      if (problems.length) notify(problems.join(" "), 12);
      return true;
    } catch (error) {
      notify(error);
      return false;
    }
  }

  /** The levels of the game, by which its players are named. @param {Api.PlayGameView} game */
  async nameLevels(game) {
    this.levels = [];
    const levels = await levelsOf(game.name);
    if (this.session.game !== game) return;
    this.levels = levels;
    drawPlayers(this);
  }

  /**
   * Begins a game; `fresh` where the Back button should return to the one before it.
   * @param {Api.PlayGameView} game @param {Beginning} what
   */
  begin(game, what, fresh = false) {
    this.paused = what.paused ?? false;
    this.stopThinking();
    this.analysis.stop();
    this.endPreview(false);
    this.position = this.whole = null; // nothing of the old game is drawn with the new one's players
    this.nearSide = game.near;
    this.nameLevels(game).catch(notify);
    this.board.flipped = false;
    this.board.oneSquare = game.one_square;
    this.board.forget();
    if (this.editor.open) this.editor.close(false);
    this.analysis.begin(game, what.serious);
    this.review.forget();
    this.terms.begin(game);
    this.session.begin(game, what, fresh);
    this.clock.reset(this.session.clock);
  }

  // -- after every change ---------------------------------------------------------------------------------------------

  /** @param {string} kind */
  async refresh(kind) {
    const { session } = this;
    const mine = (this.turnOf += 1);
    this.stopThinking();
    if (kind === "end") {
      this.clock.run(null);
      this.draw();
      return;
    }
    let position, whole;
    try {
      [position, whole] = await Promise.all([
        session.position(),
        session.position(session.moves.length).catch(() => null),
      ]);
    } catch (error) {
      notify(error);
      if (session.moves.length && statusOf(error) === 400) session.undo();
      return;
    }
    if (mine !== this.turnOf) return;
    if (kind === "play" && session.past.length && session.players.some((_, side) => !session.isPerson(side)))
      this.analysis.rest();
    this.position = position;
    this.whole = whole;
    if (kind === "begin") this.board.flipped = !session.isPerson(this.nearSide) && session.isPerson(1 - this.nearSide);
    this.draw();
    this.analysis.restart();
    this.terms.refresh();
    this.review.draw();
    this.runClock(kind);
    const shown = this.board.show(position, { legal: this.choices(), animate: kind === "play" || kind === "forth" });
    if (kind === "play" && position.last)
      announce(`${position.sides[position.last.side]} ${position.last.word}. ${this.statusText()}`);
    await shown;
    if (mine !== this.turnOf) return;
    this.analysis.showArrows();
    this.think();
    if (position.solving) this.awaitTable(mine).catch(notify);
  }

  /** A table of this game is on its way: what it knows is shown as soon as it is there. @param {number} mine */
  async awaitTable(mine) {
    const { session } = this;
    for (;;) {
      await sleep(document.hidden ? 5000 : 1500);
      if (mine !== this.turnOf || this.editor.open) return;
      const [position, whole] = await Promise.all([session.position(), session.position(session.moves.length)]);
      if (mine !== this.turnOf || this.editor.open) return;
      if (position.solving) continue;
      session.known.clear(); // positions from before the table
      this.position = position;
      this.whole = whole;
      this.board.update(position, this.choices());
      this.draw();
      return;
    }
  }

  get over() {
    return this.session.live ? (this.session.ended ?? this.position?.outcome ?? null) : null; // in the past a branch may begin
  }

  /** The moves the user may choose on the board now. */
  choices() {
    const { session, position } = this;
    if (!position || position.outcome || (session.ended && session.live)) return [];
    return !session.live || session.isPerson(position.turn) || this.paused ? position.legal : [];
  }

  /** @param {string} kind */
  runClock(kind) {
    const { session, position } = this;
    if (!session.clock || !position) return;
    if (this.over) this.clock.run(null);
    else if (session.live) this.clock.run(position.turn, kind === "play");
  }

  // -- playing --------------------------------------------------------------------------------------------------------

  /** @param {string} word */
  playWord(word) {
    if (this.over) return;
    this.session.play(word);
  }

  /** @param {string[]} words */
  playLine(words) {
    this.endPreview(false);
    this.session.play(words);
  }

  /** Several moves answer to what was clicked. @param {Api.MoveView[]} moves */
  ask(moves) {
    const dialog = find("#choice");
    find("#choice-list").replaceChildren(
      ...moves.map((move) =>
        el(
          "button",
          {
            type: "button",
            onclick: () => {
              dialog.close();
              this.playWord(move.word);
            },
          },
          `${moveWords(move)}${move.squares.length > 2 ? ` (${move.squares.join(" ")})` : ""}`,
        ),
      ),
    );
    dialog.showModal();
  }

  /**
   * A click that is no move is explained, and the pieces that must move are marked.
   * @param {string} name @param {string | null} from
   */
  refuse(name, from) {
    const { position, session } = this;
    if (!position || this.editor.open) return;
    const theirs = session.live && !session.isPerson(position.turn) && !this.paused;
    const waits = this.over
      ? "The game is over."
      : theirs
        ? `${capital(position.sides[position.turn])} is to move, and the computer plays it.`
        : null;
    const why = whyNot(position, name, from, waits);
    if (!why) return;
    this.board.point(why.must);
    find("#status").textContent = why.text;
    announce(why.text);
  }

  /** The same again, with the sides exchanged where they differ. */
  rematch() {
    const { session } = this;
    this.begin(
      session.game,
      {
        start: session.start,
        players: [...session.players].reverse(),
        clock: session.clock,
        serious: Boolean(session.clock) || session.players.some((_, side) => !session.isPerson(side)),
      },
      true,
    );
  }

  stopThinking() {
    this.thinking?.abort();
    this.thinking = null;
  }

  /** Lets the computer move when it is its turn. */
  async think(once = false) {
    const { session, position } = this;
    if (!position || this.editor.open || this.over || !session.live || (this.paused && !once)) return;
    const player = session.players[position.turn];
    if (player.kind === PERSON) return;
    this.stopThinking();
    const control = (this.thinking = new AbortController());
    this.slow = "";
    this.draw();
    const began = performance.now();
    const notice = setTimeout(
      () => {
        this.slow ||= slowWords(player);
        this.draw();
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
      else this.setPaused(true);
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
        { ...this.session.spot(), player: asked(player) },
        control.signal,
      );
      if (ready || this.thinking !== control) return;
      this.slow = `; compiling ${what} first, about ${seconds} s, once on this machine`;
      this.draw();
    } catch {
      // the request for the move reports what is wrong
    }
  }

  /** @param {Player} player @param {AbortSignal} signal */
  moveOf(player, signal) {
    const limits = { ...player.limits };
    const time = algorithmOf(player)?.limits.find((one) => one.name === "seconds");
    if (time && this.clock.left && this.clock.setting && this.position) {
      // never think longer than the clock allows
      const left = this.clock.left[this.position.turn];
      limits.seconds = Math.max(0.02, Math.min(limits.seconds ?? time.most, left / 20 + this.clock.setting.more * 0.8));
    }
    return request("/api/move", { ...this.session.spot(), player: asked(player, limits) }, signal);
  }

  async hint() {
    const { player } = this.analysis;
    const name = nameOf(player);
    const button = find("#hint");
    button.disabled = true;
    const slow = setTimeout(() => {
      find("#status").textContent = `${name} is thinking${slowWords(player)} …`;
    }, 3000);
    try {
      const found = await request("/api/move", {
        ...this.session.spot(),
        player: asked(player, usualLimit(algorithmOf(player))),
      });
      const [best] = found.lines;
      this.board.setArrows([{ squares: best.squares, strength: 1 }]);
      const message = `${name} would play ${best.move}${worth(best) && ` (${worth(best, found.unit)})`}`;
      announce(message);
      find("#status").textContent = message;
    } catch (error) {
      notify(error);
      find("#status").textContent = this.statusText();
    } finally {
      clearTimeout(slow);
      button.disabled = false;
    }
  }

  /** Takes back the last change: a move and the computer's answer to it, or what was edited in the tree. */
  undo() {
    const { session, position } = this;
    if (!session.canUndo || !position) return;
    const humans = [0, 1].map((side) => session.isPerson(side));
    const isMove = (session.past.at(-1)?.kind ?? "play") === "play";
    const both = isMove && humans[0] !== humans[1] && session.live && humans[position.turn]; // back to the user's own turn
    session.undo(both ? 2 : 1);
  }

  /** Asked once more: a wrong click must not resign the game. */
  resign() {
    if (this.over || !this.position) return;
    const side = this.session.isPerson(this.position.turn) ? this.position.turn : this.session.isPerson(0) ? 0 : 1;
    find("#confirm-text").textContent =
      `${capital(this.position.sides[side])} resigns and ${this.position.sides[1 - side]} wins?`;
    find("#confirm-yes").onclick = () => {
      find("#confirm").close();
      if (!this.over) this.session.end(side, "resigned");
    };
    find("#confirm").showModal();
  }

  /** @param {boolean} paused */
  setPaused(paused) {
    this.paused = paused;
    if (paused) this.stopThinking();
    this.draw();
    if (!paused) this.think();
  }

  /** While the board is edited nothing else happens on it. */
  hold() {
    this.analysis.stop();
    this.stopThinking();
    this.clock.run(null);
    this.draw();
  }

  // -- looking ahead --------------------------------------------------------------------------------------------------

  /**
   * Shows the position after some moves from here, or from the start of the game after those `before` them.
   * @param {string[]} moves @param {string[] | null} before
   */
  async preview(moves, before = null) {
    const mine = (this.previewing += 1);
    try {
      const position = await (before
        ? this.session.position(0, [...before, ...moves])
        : this.session.position(this.session.ply, moves));
      if (mine !== this.previewing) return;
      find("#play").classList.add("preview");
      this.board.hideArrows(true);
      this.board.draw(position.board, position.last?.squares);
      find("#status").textContent = `Looking ahead: after ${moves.join(" ")}.`;
    } catch (error) {
      notify(error);
    }
  }

  endPreview(back = true) {
    this.previewing += 1;
    if (!find("#play").classList.contains("preview")) return;
    find("#play").classList.remove("preview");
    this.board.hideArrows(false);
    if (!this.position) return;
    find("#status").textContent = this.statusText();
    if (back) this.board.draw(this.position.board, this.position.last ? this.position.last.squares : []);
  }

  /** @param {Arrow[]} arrows */
  setArrows(arrows) {
    if (!this.editor.open) this.board.setArrows(arrows);
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  statusText() {
    const { position, session } = this;
    if (!position) return "";
    const over = this.over;
    if (over)
      return over.winner === null
        ? `A draw: ${over.reason}.`
        : `${capital(position.sides[over.winner])} wins: ${over.reason}.`;
    if (!session.live)
      return `${session.ply} of ${session.moves.length} plies; ${position.sides[position.turn]} to move.`;
    const side = capital(position.sides[position.turn]);
    if (this.thinking) return `${side} is thinking${this.slow} …`;
    return this.paused && !session.isPerson(position.turn) ? `${side} to move; paused.` : `${side} to move.`;
  }

  draw() {
    const { session, position } = this;
    if (!position) return;
    find("#game-name").textContent = titleOf(session.game.name);
    if (!find("#play").classList.contains("preview")) find("#status").textContent = this.statusText();
    find("#move-field").placeholder = `type a move, such as ${session.game.word_example}`;
    if (position.board)
      find("#play").style.setProperty("--ratio", String(position.board.columns / position.board.rows));
    drawPlayers(this);
    this.moveList.draw();
    drawPlain(this);
    this.exact.draw();
    const machines = [0, 1].filter((side) => !session.isPerson(side)).length;
    find("#pause").hidden = machines === 0;
    find("#step").hidden = machines < 2;
    find("#pause").textContent = this.paused ? "Continue" : "Pause";
    find("#pause").setAttribute("aria-pressed", String(this.paused));
    find("#result").hidden = !this.over;
    find("#result-text").textContent = this.over
      ? this.over.winner === null
        ? "A draw"
        : `${capital(position.sides[this.over.winner])} wins`
      : "";
    find("#undo").disabled = !session.canUndo;
    find("#redo").disabled = !session.future.length;
    find("#resign").disabled = !session.live || Boolean(this.over) || machines === 2;
    find("#hint").disabled = Boolean(position.outcome);
    find("#edit").disabled = !session.game.editing;
    find("#to-first").disabled = find("#to-back").disabled = session.ply === 0;
    find("#to-last").disabled = find("#to-forth").disabled = session.live;
    document.title = `${session.game.name} · Plies`;
  }

  // -- wiring ---------------------------------------------------------------------------------------------------------

  wire() {
    /** @param {keyof PageElements} id @param {() => unknown} act */
    const click = (id, act) => find(id).addEventListener("click", act);
    const { session } = this;
    click("#new-game", () => this.setup.open(session.begun ? session.game.family : undefined));
    click("#to-first", () => session.go(0));
    click("#to-back", () => session.go(session.ply - 1));
    click("#to-forth", () => session.go(session.ply + 1));
    click("#to-last", () => session.go(session.moves.length));
    click("#undo", () => this.undo());
    click("#redo", () => session.redo());
    click("#rematch", () => this.rematch());
    click("#review", () => {
      this.review.run();
      find("#graph-part").scrollIntoView({ block: "nearest" });
    });
    click("#share", () => this.exchange.open());
    click("#keys-close", () => find("#keys").close());
    click("#show-keys", () => find("#keys").showModal());
    this.board.root.parentElement?.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    const theme = find("#board-theme");
    theme.replaceChildren(
      ...Object.entries(THEMES).map(([key, name]) =>
        el("option", { value: key, selected: key === chosenTheme() }, name),
      ),
    );
    theme.addEventListener("change", () => chooseTheme(theme.value));
    click("#hint", () => this.hint());
    click("#resign", () => this.resign());
    click("#confirm-no", () => find("#confirm").close());
    find("#lines").addEventListener("mouseleave", () => this.endPreview());
    click("#turn", () => {
      this.board.flip(!this.board.flipped);
      drawPlayers(this);
    });
    click("#pause", () => this.setPaused(!this.paused));
    click("#step", () => {
      this.paused = true;
      this.think(true);
    });
    find("#move-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.playTyped().catch(notify);
    });
    document.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() =>
      find("#play").style.setProperty("--top", `${Math.round(find("#play").offsetTop)}px`),
    ).observe(document.body);
    addEventListener("hashchange", () => this.follow(readAddress()).catch(notify));
  }

  /** A typed move is checked by the server, which may also understand other spellings of it. */
  async playTyped() {
    const field = find("#move-field");
    const word = field.value.trim();
    if (!word || this.over) return;
    const tried = await request("/api/position", {
      ...this.session.spot(),
      moves: [...this.session.spot().moves, word],
    });
    field.value = "";
    if (tried.last) this.playWord(tried.last.word);
  }

  /** The wheel over the board goes through the moves. @param {WheelEvent} event */
  wheel(event) {
    if (event.ctrlKey || this.editor.open || !event.deltaY) return;
    event.preventDefault();
    const now = performance.now();
    if (now - this.wheeled < 60) return;
    this.wheeled = now;
    this.session.go(this.session.ply + Math.sign(event.deltaY));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest("input, select, textarea, dialog, summary") || event.altKey || this.editor.open) return;
    const { session } = this;
    if (event.ctrlKey || event.metaKey) {
      const letter = event.key.toLowerCase();
      if (letter === "y" || (letter === "z" && event.shiftKey)) session.redo();
      else if (letter === "z") this.undo();
      else return;
      event.preventDefault();
      return;
    }
    /** @type {Record<string, (() => void) | undefined>} */
    const acts = {
      ArrowLeft: () => session.go(session.ply - 1),
      ArrowRight: () => session.go(session.ply + 1),
      Home: () => session.go(0),
      End: () => session.go(session.moves.length),
      "?": () => find("#keys").showModal(),
    };
    const act = acts[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  }
}

/** Why a player may take longer than its limits. @param {Player} player */
function slowWords(player) {
  return algorithmOf(player)?.is_native ? "; the first search of a game prepares its engine, once on this machine" : "";
}

const page = new Page();
page.open().catch(notify);
