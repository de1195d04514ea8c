// The play page: puts board, players, clock, moves, analysis and dialogs together.
import { announce, find, notify, request, sleep, statusOf } from "/static/js/common.js";
import { corrected, readAddress } from "/static/js/address.js";
import { Analysis } from "/static/js/analysis.js";
import { BoardView } from "/static/js/board.js";
import { Clock } from "/static/js/clock.js";
import { Editor } from "/static/js/edit.js";
import { Exact } from "/static/js/exact.js";
import { Exchange } from "/static/js/exchange.js";
import { levelsOf } from "/static/js/levels.js";
import { MoveList } from "/static/js/move_list.js";
import { Computer } from "/static/js/play_computer.js";
import { refuse, wire } from "/static/js/play_controls.js";
import { Preview } from "/static/js/play_preview.js";
import { askWhich, drawPage, drawPlayers, statusText } from "/static/js/play_view.js";
import { PERSON, usualPlayer } from "/static/js/players.js";
import { Review } from "/static/js/review.js";
import { Session } from "/static/js/session.js";
import { Setup } from "/static/js/setup.js";
import { Terms } from "/static/js/terms.js";

export class Page {
  /** @type {Api.PositionView | null} */
  position = null;
  /** After the last move, when an earlier position is shown. @type {Api.PositionView | null} */
  whole = null;
  /** @type {Api.LevelView[]} */
  levels = [];
  paused = false;
  nearSide = 0;
  following = 0;
  turnOf = 0;

  constructor() {
    this.session = new Session();
    this.board = new BoardView(find("#board"), {
      onmove: (word) => this.playWord(word),
      onchoice: (moves) => askWhich(this, moves),
      onrefused: (name, from) => refuse(this, name, from),
    });
    this.clock = new Clock(
      () => drawPlayers(this),
      (side) => this.session.end(side, "time"),
    );
    this.computer = new Computer(this);
    this.ahead = new Preview(this);
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
    wire(this);
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
    this.draw();
  }

  /**
   * Begins a game; `fresh` where the Back button should return to the one before it.
   * @param {Api.PlayGameView} game @param {Beginning} what
   */
  begin(game, what, fresh = false) {
    this.paused = what.paused ?? false;
    this.computer.stop();
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
    this.computer.stop();
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
    const opened = kind === "begin" && session.moves.length > 0 && !position.outcome;
    const goesOn = opened || (kind === "play" && session.past.length > 0);
    if (goesOn && session.players.some((_, side) => !session.isPerson(side))) this.analysis.rest();
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
      announce(`${position.sides[position.last.side]} ${position.last.word}. ${statusText(this)}`);
    await shown;
    if (mine !== this.turnOf) return;
    this.analysis.showArrows();
    this.computer.think();
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

  /** Takes back the last change: a move and the computer's answer to it, or what was edited in the tree. */
  undo() {
    const { session, position } = this;
    if (!session.canUndo || !position) return;
    const humans = [0, 1].map((side) => session.isPerson(side));
    const isMove = (session.past.at(-1)?.kind ?? "play") === "play";
    const both = isMove && humans[0] !== humans[1] && session.live && humans[position.turn]; // back to the user's own turn
    session.undo(both ? 2 : 1);
  }

  /** @param {boolean} paused */
  setPaused(paused) {
    this.paused = paused;
    if (paused) this.computer.stop();
    this.draw();
    if (!paused) this.computer.think();
  }

  /** While the board is edited nothing else happens on it. */
  hold() {
    this.analysis.stop();
    this.computer.stop();
    this.clock.run(null);
    this.draw();
  }

  // -- showing ---------------------------------------------------------------------------------------------------------

  draw() {
    drawPage(this);
  }

  /** @param {string[]} moves @param {string[] | null} before */
  preview(moves, before = null) {
    return this.ahead.show(moves, before);
  }

  endPreview(back = true) {
    this.ahead.end(back);
  }

  /** @param {Arrow[]} arrows */
  setArrows(arrows) {
    if (!this.editor.open) this.board.setArrows(arrows);
  }
}

const page = new Page();
page.open().catch(notify);
