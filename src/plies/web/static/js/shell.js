// What the shell of every page does by itself.
import { find, seek } from "/static/js/common.js";
import { watchVisits } from "/static/js/recent.js";

watchVisits();
showCurrent();

/** Where the pages take more room than the screen has, the current one is in view. */
function showCurrent() {
  const nav = find(".top nav");
  const current = seek("[aria-current]", nav);
  if (!current) return;
  const [row, link] = [nav.getBoundingClientRect(), current.getBoundingClientRect()];
  nav.scrollLeft += link.left + link.width / 2 - (row.left + row.width / 2);
}
