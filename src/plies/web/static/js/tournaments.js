// The list of tournaments, and the form for a new one.
import { el, find, notify, request, sleep, titleOf } from "/static/js/common.js";
import { Form } from "/static/js/tournament_form.js";
import { date, number, playersInWords, timeInWords } from "/static/js/tournament_numbers.js";

/** @param {Api.TournamentView} one */
function item(one) {
  const left =
    one.state === "running" && one.seconds_left !== null ? `, about ${timeInWords(one.seconds_left)} left` : "";
  return el(
    "li",
    {},
    el(
      "div",
      { class: "row" },
      el("a", { class: "grow", href: `/tournament?id=${one.id}` }, one.preset || one.boards.map(titleOf).join("; ")),
      el("span", { class: `state ${one.state}` }, one.state),
    ),
    el("div", {}, playersInWords(one.players)),
    el("progress", {
      max: 1,
      value: one.total ? one.games / one.total : 0,
      "aria-label": `${one.games} of ${one.total} games`,
    }),
    el(
      "div",
      { class: "muted small" },
      `${number(one.games)} of ${number(one.total)} games${left}; begun ${date(one.created)}`,
    ),
  );
}

async function list() {
  const found = await request("/api/tournaments");
  find("#list-loading").hidden = true;
  const running = found.filter((one) => one.state === "running");
  find("#list").replaceChildren(...running.map(item), ...found.filter((one) => one.state !== "running").map(item));
  find("#list-empty").hidden = found.length > 0;
  return found.some((one) => one.state === "running");
}

/** While one runs, or may be started by another process, the list is read again; not while the page is hidden. */
async function keepListed() {
  for (;;) {
    const busy = document.hidden ? false : await list().catch((error) => failed("#list-loading", "tournaments", error));
    await sleep(busy ? 3000 : 15000);
  }
}

/**
 * In the place where it said that something is being loaded.
 * @param {"#list-loading" | "#form-loading"} place @param {string} what @param {Error} error
 */
function failed(place, what, error) {
  find(place).hidden = false;
  find(place).textContent = `The ${what} could not be loaded: ${error.message}.`;
  return false;
}

keepListed().catch(notify);
new Form()
  .load()
  .then(() => {
    find("#form-loading").hidden = true;
    find("#form").removeAttribute("aria-busy");
  })
  .catch((error) => failed("#form-loading", "games and players", error));
