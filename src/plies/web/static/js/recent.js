// What one did last, kept in this browser alone: the address and title of the last visit to each page.
import { seek } from "/static/js/common.js";

const KEY = "plies-recent";
const MOST = 6;

/**
 * The last visits, the latest first: [{page, address, title, when}].
 * @returns {{ page: string, address: string, title: string, section: string, when: number }[]}
 */
export function recent() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter(
          (one) => typeof one?.address === "string" && one.address.startsWith("/") && !one.address.startsWith("//"),
        )
      : [];
  } catch {
    return []; // storage is off, or holds something else
  }
}

function remember() {
  const page = location.pathname;
  const title = document.title.replace(/ · Plies$/, "");
  const section = seek(".top nav [aria-current]")?.textContent ?? "";
  const now = { page, address: page + location.search + location.hash, title, section, when: Date.now() };
  try {
    localStorage.setItem(KEY, JSON.stringify([now, ...recent().filter((one) => one.page !== page)].slice(0, MOST)));
  } catch {
    // nothing is kept where the browser keeps nothing
  }
}

/** Notes each visit when the page is left. The home page itself is no visit. */
export function watchVisits() {
  if (location.pathname === "/" || !seek(".top nav [aria-current]")) return;
  addEventListener("pagehide", remember);
}
