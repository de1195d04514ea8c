// One game at the screen: what is played, by whom, the tree of moves, and which of them is shown. The server knows the
// rules; here are only words. The address always holds all of it.
import { addressOf } from "/static/js/address.js";
import { request } from "/static/js/common.js";
import {
  commented,
  fromWords,
  isVariation,
  nodeAt,
  played,
  promoted,
  removed,
  toEnd,
  wordsOn,
} from "/static/js/move_tree.js";
import { PERSON } from "/static/js/players.js";

export class Session extends EventTarget {
  /** The server's data about the game. @type {Api.PlayGameView | null} */
  #game = null;
  /** @type {string | null} */
  start = null;
  /** @type {AnyPlayer[]} */
  players = [{ kind: PERSON }, { kind: PERSON }];
  /** @type {ClockSetting | null} */
  clock = null;
  /** Positions by the moves that lead to them. @type {Map<string, Promise<Api.PositionView>>} */
  known = new Map();
  tree = fromWords([]);
  /** @type {number[]} */
  line = [];
  ply = 0;
  /** When a human resigned or a clock ran out, at the end of the main line. @type {Lost | null} */
  lost = null;
  /** @type {string[]} */
  moves = [];
  /** Trees that can be had back. @type {(Shown & { kind: string })[]} */
  past = [];
  /** @type {{ now: Shown, taken: (Shown & { kind: string })[] }[]} */
  future = [];

  get game() {
    if (!this.#game) throw new Error("no game has begun");
    return this.#game;
  }

  get begun() {
    return this.#game !== null;
  }

  /**
   * What is shown of which tree: `line` is a way from the root to an end, `ply` how far along it.
   * @param {{ tree: Move, line?: number[], ply?: number, lost?: Lost | null }} shown
   */
  set({ tree, line = toEnd(tree), ply = line.length, lost = null }) {
    this.tree = tree;
    this.line = line;
    this.ply = ply;
    this.lost = lost;
    this.moves = wordsOn(tree, line);
  }

  get live() {
    return this.ply === this.line.length;
  }

  /** The way to what is shown. */
  get way() {
    return this.line.slice(0, this.ply);
  }

  get node() {
    return nodeAt(this.tree, this.way);
  }

  /** @returns {Spot} */
  spot(ply = this.ply) {
    return { game: this.game.name, start: this.start, moves: this.moves.slice(0, ply) };
  }

  /** The position after so many plies, asked for once. @param {string[]} more */
  async position(ply = this.ply, more = []) {
    const spot = this.spot(ply);
    spot.moves = [...spot.moves, ...more];
    const key = JSON.stringify(spot);
    return this.known.get(key) ?? this.keep(key, request("/api/position", spot));
  }

  /** @param {string} key @param {Promise<Api.PositionView>} wanted */
  keep(key, wanted) {
    if (this.known.size > 400) this.known.clear();
    this.known.set(key, wanted);
    wanted.then(
      ({ solving }) => solving && this.known.delete(key),
      () => this.known.delete(key),
    ); // more will be known
    return wanted;
  }

  /**
   * Begins anew; `what` may bring start, tree or moves, line, ply, players, clock. `fresh`: the Back button returns to
   * what was here before.
   * @param {Api.PlayGameView} game @param {Beginning} what
   */
  begin(game, what = {}, fresh = false) {
    this.#game = game;
    this.start = what.start ?? null;
    this.players = what.players ?? this.players;
    this.clock = what.clock ?? null;
    this.set({ tree: what.tree ?? fromWords(what.moves ?? []), line: what.line, ply: what.ply, lost: what.lost });
    this.past = [];
    this.future = [];
    this.known.clear();
    this.write(fresh);
    this.notify("begin");
  }

  // -- changes of the tree ----------------------------------------------------------------------------------------------

  get state() {
    return { tree: this.tree, line: this.line, ply: this.ply, lost: this.lost };
  }

  /** @param {Shown} next @param {string} kind */
  change(next, kind) {
    this.past.push({ ...this.state, kind });
    this.future = [];
    this.show(next, kind);
  }

  /** @param {Shown} state @param {string} kind */
  show(state, kind) {
    this.set(state);
    this.write();
    this.notify(kind);
  }

  /**
   * Plays words at the position that is shown. What came after it stays as it is; a new move becomes a variation.
   * `position` is what the server knows to come of it.
   * @param {string | string[]} words @param {Api.PositionView | null} position
   */
  play(words, position = null) {
    const before = this.way;
    const { root, way } = played(this.tree, before, [words].flat());
    if (position) this.keep(JSON.stringify({ ...this.spot(), moves: wordsOn(root, way) }), Promise.resolve(position));
    const lost = isVariation(way) || way.length <= this.mainLength ? this.lost : null;
    const next = { tree: root, line: toEnd(root, way), ply: way.length, lost };
    if (root === this.tree) this.show(next, "play");
    else this.change(next, "play");
  }

  get mainLength() {
    return toEnd(this.tree).length;
  }

  /** The line of the shown move takes the place of the one it left. */
  promote() {
    const { root, way } = promoted(this.tree, this.way);
    this.change(
      { tree: root, line: toEnd(root, way), ply: this.ply, lost: isVariation(way) ? this.lost : null },
      "edit",
    );
  }

  /** The shown move goes, with all that follows it. */
  remove() {
    if (!this.ply) return;
    const tree = removed(this.tree, this.way);
    const way = this.way.slice(0, -1);
    this.change(
      { tree, line: toEnd(tree, way), ply: way.length, lost: isVariation(this.way) ? this.lost : null },
      "edit",
    );
  }

  /** @param {string} text */
  comment(text) {
    const tree = commented(this.tree, this.way, text);
    if (nodeAt(tree, this.way).comment !== this.node.comment) this.change({ ...this.state, tree }, "edit");
  }

  get canUndo() {
    return Boolean(this.past?.length || this.moves.length);
  }

  /** Takes the last changes back; where there were none, the last moves of the line. */
  undo(times = 1) {
    const taken = [];
    const now = this.state;
    for (let i = 0; i < times; i += 1) {
      const before = this.past.pop();
      if (before) taken.unshift(before);
      else if (!this.moves.length) break;
      else {
        taken.unshift({ ...this.state, kind: "play" });
        const line = this.line.slice(0, -1);
        this.set({ tree: removed(this.tree, this.line), line });
        continue;
      }
      this.set(before);
    }
    this.future.push({ now, taken });
    this.show(this.state, "undo");
  }

  redo() {
    const last = this.future.pop();
    if (!last) return;
    this.past.push(...last.taken);
    this.show(last.now, "redo");
  }

  // -- looking around ---------------------------------------------------------------------------------------------------

  /** @param {number} ply */
  go(ply) {
    const to = Math.max(0, Math.min(this.line.length, ply));
    if (to === this.ply) return;
    const step = to - this.ply;
    this.show({ ...this.state, ply: to }, step === 1 ? "forth" : "go");
  }

  /** To a move anywhere in the tree. @param {number[]} way */
  goTo(way) {
    const along = way.length <= this.line.length && way.every((child, ply) => this.line[ply] === child);
    const step = along && way.length === this.ply + 1;
    this.show(
      { ...this.state, line: along ? this.line : toEnd(this.tree, way), ply: way.length },
      step ? "forth" : "go",
    );
  }

  /**
   * A side has lost other than by the rules: it `resigned`, or its `time` is up. What was played is the main line then.
   * @param {number} side @param {string} why
   */
  end(side, why) {
    const { root, way } = promoted(this.tree, this.line, true);
    this.set({ tree: root, line: way, ply: way.length, lost: { side, why } });
    this.write();
    this.notify("end");
  }

  get ended() {
    if (!this.lost || isVariation(this.line)) return null;
    const { side, why } = this.lost;
    return { winner: 1 - side, reason: why === "time" ? "on time" : `${this.game.sides[side]} resigned` };
  }

  /** @param {string} kind */
  notify(kind) {
    this.dispatchEvent(new CustomEvent("change", { detail: kind }));
  }

  /** @param {number} side */
  isPerson(side) {
    return this.players[side].kind === PERSON;
  }

  // -- the address --------------------------------------------------------------------------------------------------

  write(fresh = false) {
    const address = `#${addressOf(this)}`;
    if (fresh) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }
}
