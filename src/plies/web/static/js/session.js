// One game at the screen: what is played, by whom, the moves so far, and which of them is shown. The server knows the
// rules; here are only words. The address always holds all of it.
import { request } from "/static/js/common.js";
import { PERSON, correctedPlayer, playerText, readPlayer } from "/static/js/players.js";

export class Session extends EventTarget {
  constructor() {
    super();
    this.game = null; // the server's data about the game
    this.start = null;
    this.moves = [];
    this.ply = 0;
    this.players = [{ kind: PERSON }, { kind: PERSON }];
    this.clock = null;
    this.lost = null; // {side, why} when a human resigned or a clock ran out
    this.known = new Map(); // positions by the moves that lead to them
  }

  get live() {
    return this.ply === this.moves.length;
  }

  spot(ply = this.ply) {
    return { game: this.game.name, start: this.start, moves: this.moves.slice(0, ply) };
  }

  /** The position after so many plies, asked for once. */
  async position(ply = this.ply, more = []) {
    const spot = this.spot(ply);
    spot.moves = [...spot.moves, ...more];
    const key = JSON.stringify(spot);
    if (!this.known.has(key)) {
      if (this.known.size > 400) this.known.clear();
      const wanted = request("/api/position", spot);
      this.known.set(key, wanted);
      wanted.then(({ solving }) => solving && this.known.delete(key), () => this.known.delete(key)); // more will be known
    }
    return this.known.get(key);
  }

  /** Begins anew; `what` may bring start, moves, players, clock. */
  begin(game, what = {}) {
    this.game = game;
    this.start = what.start ?? null;
    this.moves = what.moves ?? [];
    this.ply = what.ply ?? this.moves.length;
    this.players = what.players ?? this.players;
    this.clock = what.clock ?? null;
    this.lost = what.lost ?? null;
    this.known.clear();
    this.write();
    this.notify("begin");
  }

  /** Plays a word at the position that is shown; what came after it is dropped if it differs. */
  play(word) {
    this.moves = [...this.moves.slice(0, this.ply), word];
    this.ply = this.moves.length;
    this.lost = null;
    this.write();
    this.notify("play");
  }

  undo(plies) {
    this.moves = this.moves.slice(0, Math.max(0, this.moves.length - plies));
    this.ply = this.moves.length;
    this.lost = null;
    this.write();
    this.notify("undo");
  }

  go(ply) {
    const to = Math.max(0, Math.min(this.moves.length, ply));
    if (to === this.ply) return;
    const step = to - this.ply;
    this.ply = to;
    this.write();
    this.notify(step === 1 ? "forth" : "go");
  }

  /** A side has lost other than by the rules: it `resigned`, or its `time` is up. */
  end(side, why) {
    this.lost = { side, why };
    this.write();
    this.notify("end");
  }

  get ended() {
    if (!this.lost) return null;
    const { side, why } = this.lost;
    return { winner: 1 - side, reason: why === "time" ? "on time" : `${this.game.sides[side]} resigned` };
  }

  notify(kind) {
    this.dispatchEvent(new CustomEvent("change", { detail: kind }));
  }

  isPerson(side) {
    return this.players[side].kind === PERSON;
  }

  // -- the address --------------------------------------------------------------------------------------------------

  write() {
    const words = new URLSearchParams();
    words.set("game", this.game.name);
    if (this.start !== null) words.set("start", this.start);
    if (this.moves.length) words.set("moves", this.moves.join(" "));
    if (!this.live) words.set("ply", this.ply);
    this.players.forEach((player, side) => {
      if (player.kind !== PERSON) words.set(side ? "second" : "first", playerText(player));
    });
    if (this.lost) words.set("lost", `${this.lost.side ? "second" : "first"} ${this.lost.why}`);
    history.replaceState(null, "", `#${words}`);
  }
}

function readLost(text) {
  const [who, why] = (text ?? "").split(" ");
  return ["first", "second"].includes(who) && ["resigned", "time"].includes(why) ? { side: who === "second" ? 1 : 0, why } : null;
}

/** What an address asks for, or null. */
export function readAddress(hash = location.hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const game = words.get("game");
  if (!game) return null;
  const moves = (words.get("moves") ?? "").split(" ").filter(Boolean);
  const ply = words.has("ply") ? Number(words.get("ply")) || 0 : moves.length;
  return {
    game, start: words.get("start"), moves, ply: Math.max(0, Math.min(ply, moves.length)),
    players: [readPlayer(words.get("first")), readPlayer(words.get("second"))], lost: readLost(words.get("lost")),
  };
}

// -- what is wrong with an address, and what is played instead ----------------------------------------------------------

/** How many of the moves can be played: found by halves, so that a long game costs few requests. */
async function playable(spot) {
  let [good, bad] = [0, spot.moves.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await problemOf({ ...spot, moves: spot.moves.slice(0, middle) })) bad = middle;
    else good = middle;
  }
  return good;
}

/** The server's objection to a position; null if none. */
async function problemOf(spot) {
  try {
    await request("/api/position", spot);
    return null;
  } catch (error) {
    if (error.status !== 400 && error.status !== 422) throw error;
    return error.message;
  }
}

/** What an address asks for with its mistakes left out, and `problems` that list them. */
export async function corrected(asked, game) {
  const problems = [];
  const players = await Promise.all(asked.players.map((player, side) => correctedPlayer(player, side, game, problems)));
  const spot = { game: game.name, start: asked.start, moves: asked.moves };
  const wrong = await problemOf(spot);
  if (!wrong) return { ...asked, players, problems };
  const start = spot.start === null ? null : await problemOf({ ...spot, moves: [] });
  if (start) {
    problems.push(`The address holds a position that cannot be read (${start}); this is the game's own start.`);
    return { players, start: null, moves: [], problems };
  }
  const good = spot.moves.slice(0, await playable(spot));
  problems.push(`The address holds a move that cannot be played (${wrong}); the ${good.length} before it are here.`);
  return { players, start: spot.start, moves: good, problems };
}
