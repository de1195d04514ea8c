// Numbers of tournaments as texts, in the words of the report; tables from rows of texts.
import { el } from "/static/js/common.js";

/** Elo points, whole, with their sign. */
export function elo(value) {
  if (value === null || value === undefined) return "–";
  const whole = Math.round(value);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

export const plusMinus = (value, error) => `${elo(value)} ± ${error.toFixed(0)}`;

/** An interval of Elo points; an open side is written as a bound. */
export function interval(low, high) {
  if (low === null && high === null) return "–";
  if (high === null) return `above ${elo(low)}`;
  return low === null ? `below ${elo(high)}` : `${elo(low)} to ${elo(high)}`;
}

export const percent = (value, digits = 1) => (value === null || value === undefined ? "–" : `${(100 * value).toFixed(digits)}%`);

/** Never quite 0% or 100%: nobody is that sure. */
export function likelihood(value) {
  if (value === null || value === undefined) return "–";
  return value < 0.001 ? "< 0.1%" : value > 0.999 ? "> 99.9%" : percent(value);
}

/** Three digits that matter, thousands apart. */
export function number(value) {
  if (value === null || value === undefined) return "–";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en").replaceAll(",", "\u202f");
  return String(Number(value.toPrecision(3)));
}

export const record = (row) => `${row.wins}–${row.draws}–${row.losses}`;

export function timeInWords(seconds) {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

export const date = (seconds) => new Date(1000 * seconds).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export const RESULTS = { 1: "1–0", 0.5: "½–½", 0: "0–1" };

/** A table in a box that scrolls by itself. The first cell of a row is its heading; `left`: columns of words. */
export function table(columns, rows, { caption = "", left = [0] } = {}) {
  const side = (at) => (left.includes(at) ? null : "number");
  const made = el("table", { class: "figures-table" },
    caption ? el("caption", {}, caption) : null,
    el("thead", {}, el("tr", {}, columns.map((text, at) => el("th", { scope: "col", class: side(at) }, text)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, at) => (at ? el("td", { class: side(at) }, cell) : el("th", { scope: "row" }, cell)))))));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption || columns.join(", ") }, made);
}
