// Players: the algorithms that the server offers, and a player as a request, as words and in the address. What there is
// to choose comes from the server; a limit is one of the three that a search knows.
import { asError, request, short, statusOf } from "/static/js/common.js";

export const PERSON = /** @type {const} */ ("person");
/** @type {Record<string, (value: number) => string>} */
const LIMITS = {
  seconds: (value) => `${value} s`,
  depth: (value) => `depth ${value}`,
  nodes: (value) => `${short(value)} nodes`,
};

/** Every algorithm that may play here; the first is the usual one. @type {Api.AlgorithmView[]} */
export let algorithms = [];

/** @param {"/api/algorithms" | "/api/tournaments/algorithms"} address */
export async function loadAlgorithms(address = "/api/algorithms") {
  algorithms = await request(address);
}

/** @param {Player} player */
export const algorithmOf = (player) => algorithms.find((one) => one.name === player.algorithm);

/**
 * A player: an algorithm, its heuristic (null where it takes none), limits by name, options as texts by name, weights by
 * term (of tournaments alone).
 * @param {string} algorithm @param {string | null} heuristic @param {Player["limits"]} limits
 * @param {Player["options"]} options @param {Player["weights"]} weights @returns {Player}
 */
export function player(algorithm, heuristic, limits = {}, options = {}, weights = {}) {
  return { kind: "player", algorithm, heuristic, limits, options, weights };
}

/** The default opponent. @param {Playable} game */
export function usualPlayer(game) {
  const [first] = algorithms;
  return player(first.name, first.takes_heuristic ? game.default : null, usualLimit(first));
}

/**
 * The first limit that an algorithm takes, at its usual amount.
 * @param {Api.AlgorithmView} [algorithm] @returns {Player["limits"]}
 */
export function usualLimit(algorithm) {
  return Object.fromEntries((algorithm?.limits ?? []).slice(0, 1).map((one) => [one.name, one.usual]));
}

/** As the server takes it; `limits` are those of this move. @param {Player} player */
export function asked(player, limits = player.limits) {
  const heuristic = player.heuristic ? { heuristic: { name: player.heuristic, weights: player.weights } } : {};
  return { algorithm: player.algorithm, ...heuristic, options: player.options, limits };
}

/**
 * The other way: a player as the server takes it, with its limits in the order given and without those it has not.
 * @param {AskedPlayer} wanted @returns {Player}
 */
export function fromAsked({ algorithm, heuristic, limits = {}, options = {} }) {
  const set = Object.fromEntries(
    Object.entries(limits).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );
  return player(algorithm ?? algorithms[0].name, heuristic?.name ?? null, set, options, heuristic?.weights);
}

/** What it is called: its heuristic, and its algorithm where that is not the usual one. @param {Player} player */
export function nameOf(player) {
  return (
    [player.heuristic, player.algorithm === algorithms[0]?.name ? null : player.algorithm].filter(Boolean).join(", ") ||
    player.algorithm
  );
}

/** All of it in words: its name, its limits, and the options that were chosen. @param {Player} player */
export function wordsOf(player) {
  return [
    nameOf(player),
    ...Object.entries(player.limits).map(([key, value]) => LIMITS[key](value)),
    ...Object.entries(player.options).map(([key, value]) => `${key} ${value}`),
  ].join(", ");
}

// -- the address: `HEURISTIC depth=6`, as in the first release; another algorithm as `HEURISTIC algorithm=NAME depth=6 OPTION=VALUE` --

/** @param {Player} player */
export function playerText(player) {
  const pairs = [...Object.entries(player.limits), ...Object.entries(player.options)].map(
    ([key, value]) => `${key}=${encodeURIComponent(value)}`,
  );
  const named = player.heuristic && player.algorithm !== algorithms[0].name ? [`algorithm=${player.algorithm}`] : [];
  return [player.heuristic ?? player.algorithm, ...named, ...pairs].join(" ");
}

/** @param {string | null} text @returns {AnyPlayer} */
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

/** @param {string} text */
function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The player if it can play this game within the server's bounds; else one that can, and `problems` has the reason.
 * @param {AnyPlayer} wanted @param {number} side @param {Api.PlayGameView} game @param {string[]} problems
 * @returns {Promise<AnyPlayer>}
 */
export async function correctedPlayer(wanted, side, game, problems) {
  if (wanted.kind === PERSON) return wanted;
  const limits = algorithmOf(wanted)?.limits ?? [];
  /** @type {(limit: [string, number]) => boolean} */
  const fits = ([key, value]) => {
    const known = limits.find((one) => one.name === key);
    return Boolean(known && value > 0 && value <= known.most) && (key === "seconds" || Number.isInteger(value));
  };
  const kept = Object.entries(wanted.limits).every(fits)
    ? wanted
    : { ...wanted, limits: usualLimit(algorithmOf(wanted)) };
  try {
    await request("/api/player", { game: game.name, player: asked(kept) });
  } catch (error) {
    if (statusOf(error) !== 400 && statusOf(error) !== 422) throw error;
    const usual = usualPlayer(game);
    problems.push(`${game.sides[side]}: ${asError(error).message}. Instead ${wordsOf(usual)} plays.`);
    return usual;
  }
  if (kept !== wanted) {
    const known = limits.map((one) => `${one.name} up to ${one.most.toLocaleString("en")}`).join(", ") || "none at all";
    problems.push(`${game.sides[side]}: its limits are ${known}. Instead ${wordsOf(kept)} plays.`);
  }
  return kept;
}
