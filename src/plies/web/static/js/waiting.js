// Something takes a while: shows what, and for how long already.
import { el } from "/static/js/common.js";

/**
 * Shows a text with the seconds that have passed, some of them before, until the function that it returns is called.
 * @param {Element} place @param {string} text
 */
export function waiting(place, text, before = 0) {
  const began = performance.now() - 1000 * before;
  const words = el("span", {}, text),
    seconds = el("span", { class: "elapsed", "aria-hidden": "true" }); // a screen reader reads the text once
  const tick = () => {
    const passed = Math.floor((performance.now() - began) / 1000);
    if (passed) seconds.textContent = ` ${passed} s`;
  };
  place.replaceChildren(words, seconds);
  const timer = setInterval(tick, 250);
  const stop = () => clearInterval(timer);
  /** @param {string} other */
  stop.say = (other) => {
    if (words.textContent !== other) words.textContent = other;
  };
  return stop;
}
