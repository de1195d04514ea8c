// A game in the address: all of it is written there, and what an address asks for is read and corrected.
import { asError, request, statusOf } from "/static/js/common.js";
import { readTree, toEnd, writeTree } from "/static/js/move_tree.js";
import { PERSON, correctedPlayer, playerText, readPlayer } from "/static/js/players.js";

/** @param {import("/static/js/session.js").Session} session */
export function addressOf({ game, start, tree, line, live, ply, players, lost }) {
  const words = new URLSearchParams();
  words.set("game", game.name);
  if (start !== null) words.set("start", start);
  const moves = writeTree(tree);
  if (moves) words.set("moves", moves);
  const left = line.flatMap((child, at) => (child ? [`${at}.${child}`] : []));
  if (left.length) words.set("branch", left.join(" "));
  if (!live) words.set("ply", String(ply));
  players.forEach((player, side) => {
    if (player.kind !== PERSON) words.set(side ? "second" : "first", playerText(player));
  });
  if (lost) words.set("lost", `${lost.side ? "second" : "first"} ${lost.why}`);
  return words;
}

/** @param {string | null} text */
function readLost(text) {
  const [who, why] = (text ?? "").split(" ");
  return ["first", "second"].includes(who) && ["resigned", "time"].includes(why)
    ? { side: who === "second" ? 1 : 0, why }
    : null;
}

/**
 * The line that `branch` of an address names: where it leaves the first moves, as `ply.child`.
 * @param {Move} tree @param {string | null} text
 */
function lineOf(tree, text) {
  const left = new Map(
    (text ?? "")
      .split(" ")
      .filter(Boolean)
      .map((part) => /** @type {[number, number]} */ (part.split(".").map(Number))),
  );
  /** @type {number[]} */
  const line = [];
  for (let node = tree; node.children.length;) {
    const named = left.get(line.length) ?? 0;
    const child = named < node.children.length ? named : 0;
    line.push(child);
    node = node.children[child];
  }
  return line;
}

/** What an address asks for, or null. @returns {Addressed | null} */
export function readAddress(hash = location.hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const game = words.get("game");
  if (!game) return null;
  return {
    game,
    start: words.get("start"),
    text: words.get("moves") ?? "",
    branch: words.get("branch"),
    ply: words.get("ply"),
    players: [readPlayer(words.get("first")), readPlayer(words.get("second"))],
    lost: readLost(words.get("lost")),
  };
}

// -- what is wrong with an address, and what is played instead ----------------------------------------------------------

/**
 * The server's answer, or its objection.
 * @param {Api.PlayGameView} game @param {string | null} start @param {string} line
 */
async function tried(game, start, line) {
  try {
    return { ...(await request("/api/line", { game: game.name, start, line })), refused: false };
  } catch (error) {
    if (statusOf(error) !== 400 && statusOf(error) !== 422) throw error;
    return { line: "", moves: 0, problem: asError(error).message, refused: true };
  }
}

/**
 * What an address asks for with its mistakes left out, and `problems` that list them.
 * @param {Addressed} asked @param {Api.PlayGameView} game @returns {Promise<Beginning & { problems: string[] }>}
 */
export async function corrected(asked, game) {
  /** @type {string[]} */
  const problems = [];
  const players = await Promise.all(asked.players.map((player, side) => correctedPlayer(player, side, game, problems)));
  const found = await tried(game, asked.start, asked.text);
  if (found.refused && asked.start !== null && (await tried(game, asked.start, "")).refused) {
    problems.push(`The address holds a position that cannot be read (${found.problem}); this is the game's own start.`);
    return { players, start: null, problems };
  }
  if (found.problem)
    problems.push(
      `The address holds a move that cannot be played (${found.problem}); the ${found.moves} before it are here.`,
    );
  const tree = readTree(found.line);
  const line = found.problem ? toEnd(tree) : lineOf(tree, asked.branch);
  const ply =
    asked.ply === null || found.problem ? line.length : Math.max(0, Math.min(Number(asked.ply) || 0, line.length));
  return { players, start: asked.start, tree, line, ply, lost: found.problem ? null : asked.lost, problems };
}
