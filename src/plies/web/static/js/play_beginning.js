// Where the moves will be before there are any: what the game is about, how to move, whom to play against.
import { capital, el, find } from "/static/js/common.js";
import { strength } from "/static/js/levels.js";
import { PERSON, fromAsked } from "/static/js/players.js";

/** @typedef {import("/static/js/play.js").Page} Page */

/** @param {Page} page */
export function drawBeginning(page) {
  const { session } = page;
  const place = find("#beginning");
  const moved = Boolean(session.tree.children.length || session.tree.comment);
  find("#moves").hidden = !moved;
  place.hidden = moved;
  if (moved) return;
  const how = session.game.one_square
    ? "Click a cell to play it."
    : "Click a piece and then where it goes, or drag it there.";
  const rules = el("a", { href: `/learn?game=${encodeURIComponent(session.game.family)}` }, "The rules");
  place.replaceChildren(
    el("p", {}, `${capital(session.game.about)}.`, " ", rules),
    el("p", {}, how),
    ...(session.players.every(({ kind }) => kind === PERSON) && page.levels.length ? [levels(page)] : []),
  );
}

/** Each level as one click. @param {Page} page */
function levels(page) {
  const { session } = page;
  const buttons = page.levels.map((level) =>
    el(
      "button",
      {
        type: "button",
        title: strength(level, page.levels[0]),
        onclick: () =>
          page.begin(
            session.game,
            { start: session.start, players: [{ kind: PERSON }, fromAsked(level.player)], serious: true },
            true,
          ),
      },
      level.name,
    ),
  );
  return el("div", { class: "row" }, el("span", {}, "Play against"), ...buttons);
}
