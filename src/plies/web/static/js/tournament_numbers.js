// Numbers, times and dates of tournaments as texts.

/** Three digits that matter, thousands apart. @param {number | null} [value] */
export function number(value) {
  if (value === null || value === undefined) return "–";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

/**
 * Players in one line: a limit that all have is named once. Commas are in their names.
 * @param {string[]} players
 */
export function playersInWords(players, most = 4) {
  const limits = new Set(players.map((name) => name.split("@")[1] ?? ""));
  const [limit] = limits;
  const names = limits.size > 1 || !limit ? players : players.map((name) => name.split("@")[0]);
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(" · ")}${more}${names === players ? "" : `, each with ${limitInWords(limit)}`}`;
}

/** As players are written: `nodes=500`, `depth=4`, `20ms`. @param {string} limit */
function limitInWords(limit) {
  const [, name, amount] = /^(nodes|depth)=(\d+)$/.exec(limit) ?? [];
  if (name) return name === "nodes" ? `${number(Number(amount))} nodes per move` : `depth ${amount}`;
  const [, time, unit] = /^([\d.]+)(ms|s)$/.exec(limit) ?? [];
  return time ? `${time} ${unit} per move` : limit;
}

/** @param {number} seconds */
export function timeInWords(seconds) {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** @param {number} seconds */
export const date = (seconds) =>
  new Date(1000 * seconds).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
