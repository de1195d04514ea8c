// One game at the screen: what is played, by whom, the moves so far, and where in them one looks. The server knows the
// rules; here are only words. The address always holds all of it.
import { request } from "/static/js/common.js";

const PERSON = "person";

export class Session extends EventTarget {
  constructor() {
    super();
    this.game = null; // what the server says about the game
    this.start = null;
    this.moves = [];
    this.ply = 0;
    this.players = [{ kind: PERSON }, { kind: PERSON }];
    this.clock = null;
    this.ended = null; // {winner, reason} when a person resigned or a clock ran out
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
      wanted.catch(() => this.known.delete(key));
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
    this.ended = null;
    this.known.clear();
    this.write();
    this.tell("begin");
  }

  /** Plays a word at the place one looks at; what came after it is dropped if it differs. */
  play(word) {
    this.moves = [...this.moves.slice(0, this.ply), word];
    this.ply = this.moves.length;
    this.ended = null;
    this.write();
    this.tell("play");
  }

  undo(plies) {
    this.moves = this.moves.slice(0, Math.max(0, this.moves.length - plies));
    this.ply = this.moves.length;
    this.ended = null;
    this.write();
    this.tell("undo");
  }

  go(ply) {
    const to = Math.max(0, Math.min(this.moves.length, ply));
    if (to === this.ply) return;
    const step = to - this.ply;
    this.ply = to;
    this.write();
    this.tell(step === 1 ? "forth" : "go");
  }

  end(winner, reason) {
    this.ended = { winner, reason };
    this.tell("end");
  }

  tell(kind) {
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
    history.replaceState(null, "", `#${words}`);
  }
}

function playerText(player) {
  return [player.name, ...Object.entries(player.limits).map(([key, value]) => `${key}=${value}`)].join(" ");
}

function readPlayer(text) {
  if (!text) return { kind: PERSON };
  const [name, ...rest] = text.split(" ");
  const limits = {};
  for (const part of rest) {
    const [key, value] = part.split("=");
    if (["depth", "nodes", "seconds"].includes(key) && Number(value) > 0) limits[key] = Number(value);
  }
  return { kind: "heuristic", name, limits: Object.keys(limits).length ? limits : { seconds: 1 } };
}

/** What an address asks for, or null. */
export function readAddress(hash = location.hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const game = words.get("game");
  if (!game) return null;
  const moves = (words.get("moves") ?? "").split(" ").filter(Boolean);
  const ply = words.has("ply") ? Number(words.get("ply")) || 0 : moves.length;
  return { game, start: words.get("start"), moves, ply: Math.min(ply, moves.length), players: [readPlayer(words.get("first")), readPlayer(words.get("second"))] };
}
