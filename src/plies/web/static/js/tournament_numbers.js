// Numbers, times and dates of tournaments as texts.

/** Three digits that matter, thousands apart. @param {number | null} [value] */
export function number(value) {
  if (value === null || value === undefined) return "–";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

/** @param {number} seconds */
export function timeInWords(seconds) {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** @param {number} seconds */
export const date = (seconds) =>
  new Date(1000 * seconds).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
