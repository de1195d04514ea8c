// A drive that is played call by call against the optimal opponent.
import { announce, capital, el, find, findAllOf, notify, request, seek } from "/static/js/common.js";
import { drawField, percent, query } from "/static/js/football_answer.js";

/** @typedef {import("/static/js/football_answer.js").Situation} Situation */

/** @type {Api.PlaybookView} */
let book;
const drive = {
  on: false,
  step: 0,
  number: 0,
  cost: 0,
  calls: 0,
  won: 0,
  ended: 0,
  seed: 0,
  side: /** @type {"offence" | "defence"} */ ("offence"),
  here: /** @type {Situation} */ ({ yards: 0, down: 0, to_go: 0, seconds: 0 }),
};

/** A drive begins. @param {Api.PlaybookView} plays @param {Situation} here */
export function begin(plays, here) {
  book = plays;
  Object.assign(drive, {
    on: true,
    step: 0,
    cost: 0,
    here,
    seed: Number(find("#seed").value) || 0,
    side: find("#side").value === "offence" ? "offence" : "defence",
  });
  find("#drive-log").replaceChildren();
  find("#drive-end").textContent = "";
  offer();
}

/** The calls to choose from, and what the coach would do. */
async function offer() {
  const names = drive.side === "offence" ? book.plays : book.formations;
  try {
    const now = await request(`/api/football/situation?${query(drive.here)}`);
    find("#drive-now").textContent = `${now.situation.text}: the offence wins ${percent(now.value)} with best calls`;
    drawField(drive.here, find("#drive-field"));
    find("#calls").replaceChildren(
      ...names.map((name, number) => el("button", { type: "button", onclick: () => call(number) }, name)),
    );
    find("#advice").textContent = now[drive.side].map((one) => `${one.name} ${percent(one.share)}`).join(", ");
    find("#advice-box").hidden = false;
  } catch (error) {
    notify(error);
  }
}

/** @param {number} number */
async function call(number) {
  const before = findAllOf(HTMLButtonElement, "#calls button");
  before.forEach((button) => {
    button.disabled = true;
  });
  const { seed, side, step } = drive;
  try {
    const happened = await request("/api/football/call", {
      ...drive.here,
      side,
      call: number,
      seed,
      drive: drive.number,
      step,
    });
    drive.step++;
    drive.calls++;
    drive.cost += happened.cost;
    record(happened, number);
    if (happened.over || !happened.situation) {
      finish(happened);
      return;
    }
    const { yards, down, to_go, seconds } = happened.situation;
    drive.here = { yards, down, to_go, seconds };
    await offer();
    seek("#calls button")?.focus();
  } catch (error) {
    before.forEach((button) => {
      button.disabled = false;
    });
    notify(error);
  }
}

/** @param {Api.PlayView} happened @param {number} number */
function record(happened, number) {
  const names = drive.side === "offence" ? book.plays : book.formations;
  const words = `${book.plays[happened.play]} against ${book.formations[happened.formation]}: ${happened.happened}.`;
  const judged =
    happened.cost < 5e-5
      ? `${names[number]} was as good as any.`
      : `${names[number]} cost ${percent(happened.cost, 2)}; ${names[happened.best]} would have cost nothing.`;
  find("#drive-log").append(el("li", {}, words, " ", el("span", { class: "muted small" }, judged)));
  announce(words);
}

/** @param {Api.PlayView} happened */
function finish(happened) {
  drive.on = false;
  drive.ended++;
  drive.won += Number(happened.won);
  drive.number++;
  find("#calls").replaceChildren();
  find("#drive-field").replaceChildren();
  find("#advice-box").hidden = true;
  find("#drive-now").textContent = "";
  const verdict = happened.won ? "the offence wins" : "the offence loses";
  find("#drive-end").textContent =
    `${capital(happened.over ?? "")}: ${verdict}. Your calls cost ${percent(drive.cost, 2)}.`;
  find("#tally").textContent =
    `${drive.won} of ${drive.ended} drives ended in a touchdown; ${drive.calls} calls in all.`;
  find("#begin").textContent = "Another drive from this situation";
}
