// Players: the algorithms that the server offers, and a player as a request, as words and in the address. What there is
// to choose comes from the server; a limit is one of the three that a search knows.
import { request, short } from "/static/js/common.js";

export const PERSON = "person";
const LIMITS = {
  seconds: (value) => `${value} s`,
  depth: (value) => `depth ${value}`,
  nodes: (value) => `${short(value)} nodes`,
};

/** Every algorithm that may play here; the first is the usual one. */
export let algorithms = [];

export async function loadAlgorithms(address = "/api/algorithms") {
  algorithms = await request(address);
}

export const algorithmOf = (player) => algorithms.find((one) => one.name === player.algorithm);

/** A player: an algorithm, its heuristic (null where it takes none), limits by name, options as texts by name, weights by
 * term (of tournaments alone). */
export function player(algorithm, heuristic, limits = {}, options = {}, weights = {}) {
  return { kind: "player", algorithm, heuristic, limits, options, weights };
}

/** The default opponent. */
export function usualPlayer(game) {
  const [first] = algorithms;
  return player(first.name, first.takes_heuristic ? game.default : null, usualLimit(first));
}

/** The first limit that an algorithm takes, at its usual amount. */
export function usualLimit(algorithm) {
  return Object.fromEntries((algorithm?.limits ?? []).slice(0, 1).map((one) => [one.name, one.usual]));
}

/** As the server takes it; `limits` are those of this move. */
export function asked(player, limits = player.limits) {
  const heuristic = player.heuristic ? { heuristic: { name: player.heuristic, weights: player.weights } } : {};
  return { algorithm: player.algorithm, ...heuristic, options: player.options, limits };
}

/** The other way: a player as the server takes it, with its limits in the order given and without those it has not. */
export function fromAsked({ algorithm, heuristic, limits = {}, options = {} }) {
  const set = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null));
  return player(algorithm ?? algorithms[0].name, heuristic?.name ?? null, set, options, heuristic?.weights);
}

/** What it is called: its heuristic, and its algorithm where that is not the usual one. */
export function nameOf(player) {
  return (
    [player.heuristic, player.algorithm === algorithms[0]?.name ? null : player.algorithm].filter(Boolean).join(", ") ||
    player.algorithm
  );
}

/** All of it in words: its name, its limits, and the options that were chosen. */
export function wordsOf(player) {
  return [
    nameOf(player),
    ...Object.entries(player.limits).map(([key, value]) => LIMITS[key](value)),
    ...Object.entries(player.options).map(([key, value]) => `${key} ${value}`),
  ].join(", ");
}

// -- the address: `HEURISTIC depth=6`, as in the first release; another algorithm as `HEURISTIC algorithm=NAME depth=6 OPTION=VALUE` --

export function playerText(player) {
  const pairs = [...Object.entries(player.limits), ...Object.entries(player.options)].map(
    ([key, value]) => `${key}=${encodeURIComponent(value)}`,
  );
  const named = player.heuristic && player.algorithm !== algorithms[0].name ? [`algorithm=${player.algorithm}`] : [];
  return [player.heuristic ?? player.algorithm, ...named, ...pairs].join(" ");
}

export function readPlayer(text) {
  if (!text) return { kind: PERSON };
  const [head, ...rest] = text.split(" ").filter(Boolean);
  const pairs = rest.map((part) => [part.split("=")[0], plain(part.slice(part.indexOf("=") + 1))]);
  const alone = algorithms.find((one) => one.name === head && !one.takes_heuristic);
  const algorithm = pairs.find(([key]) => key === "algorithm")?.[1] ?? (alone ?? algorithms[0]).name;
  const limits = Object.fromEntries(pairs.filter(([key]) => key in LIMITS).map(([key, value]) => [key, Number(value)]));
  const options = Object.fromEntries(pairs.filter(([key]) => !(key in LIMITS) && key !== "algorithm"));
  const made = player(algorithm, alone ? null : head, limits, options);
  return Object.keys(limits).length ? made : { ...made, limits: usualLimit(algorithmOf(made)) };
}

function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The player if it can play this game within the server's bounds; else one that can, and `problems` has the reason. */
export async function correctedPlayer(wanted, side, game, problems) {
  if (wanted.kind === PERSON) return wanted;
  const limits = algorithmOf(wanted)?.limits ?? [];
  const fits = ([key, value]) => {
    const known = limits.find((one) => one.name === key);
    return known && value > 0 && value <= known.most && (key === "seconds" || Number.isInteger(value));
  };
  const kept = Object.entries(wanted.limits).every(fits)
    ? wanted
    : { ...wanted, limits: usualLimit(algorithmOf(wanted)) };
  try {
    await request("/api/player", { game: game.name, player: asked(kept) });
  } catch (error) {
    if (error.status !== 400 && error.status !== 422) throw error;
    const usual = usualPlayer(game);
    problems.push(`${game.sides[side]}: ${error.message}. Instead ${wordsOf(usual)} plays.`);
    return usual;
  }
  if (kept !== wanted) {
    const known = limits.map((one) => `${one.name} up to ${one.most}`).join(", ") || "none at all";
    problems.push(`${game.sides[side]}: its limits are ${known}. Instead ${wordsOf(kept)} plays.`);
  }
  return kept;
}
