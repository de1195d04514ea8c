// Where a table of the same games was published before: who won there, beside who wins here.
import { el } from "/static/js/common.js";
import { percent, table } from "/static/js/tournament_numbers.js";

const base = (name) => name.split("@")[0];

/** The score of the first side's player in the games of these two on a board, null before the first. */
function scoreNow(standings, { board, first, second }) {
  for (const one of standings?.pairings ?? []) {
    if (one.board !== board) continue;
    if (one.a === first && one.b === second) return one.first.score;
    if (one.a === second && one.b === first && one.second.score !== null) return 1 - one.second.score;
  }
  return null;
}

function wonNow(score, game) {
  if (score === null) return "–";
  return score === 1 ? base(game.first) : score === 0 ? base(game.second) : score === 0.5 ? "draw" : `${base(game.first)} ${percent(score, 0)}`;
}

/** Fills the place, or hides it when nothing was published. */
export function showPublished(place, published, standings) {
  place.hidden = !published;
  if (!published) return;
  const open = new Set([...place.querySelectorAll("details[open]")].map((one) => one.dataset.board));
  let same = 0, played = 0;
  const boards = grouped(published.games);
  const parts = [...boards].map(([board, games]) => {
    let alike = 0, known = 0;
    const rows = games.map((game) => {
      const score = scoreNow(standings, game), now = wonNow(score, game), then = game.winner ? base(game.winner) : "draw";
      if (score !== null) known++;
      if (now === then) alike++;
      return [base(game.first), base(game.second), now, then, score === null || now === then ? "" : "differs"];
    });
    same += alike;
    played += known;
    const summary = known ? `${board}: ${alike} of ${known} as published` : `${board}: nothing played yet`;
    return el("details", { "data-board": board, open: open.has(board) }, el("summary", {}, summary), table(["first side", "second side", "won now", "published", ""], rows, { left: [0, 1, 2, 3, 4] }));
  });
  place.replaceChildren(el("h2", {}, "As it was published"), el("p", { class: "muted small" }, `${published.about}.`),
    el("p", {}, played ? `${same} of ${played} results are as published.` : "Nothing has been played yet that could be compared."), ...parts);
}

function grouped(games) {
  const found = new Map();
  for (const game of games) found.set(game.board, [...(found.get(game.board) ?? []), game]);
  return found;
}
