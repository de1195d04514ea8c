// The tables and plots of the report, drawn from the standings as data.
import { el } from "/static/js/common.js";
import { key } from "/static/js/plots.js";
import { elo, interval, likelihood, number, percent, plusMinus, record, table } from "/static/js/tournament_numbers.js";
import { dots, histogram } from "/static/js/tournament_plots.js";

/** Players without their limits where that tells them apart. */
function shortNames(data) {
  const bases = new Map(data.players.map((one) => [one.name, one.base]));
  return new Set(bases.values()).size === bases.size ? bases : new Map(data.players.map((one) => [one.name, one.name]));
}

/** Fills a place with all sections. Parts that were opened stay open. */
export function showTables(place, data) {
  const open = new Set([...place.querySelectorAll("details[open]")].map((one) => one.dataset.key));
  const columns = innerWidth >= 1600 ? 2 : 1;
  const width = Math.max(240, Math.min(680, (place.clientWidth - 16 * (columns - 1)) / columns - 32));
  const names = shortNames(data);
  const made = [ratings, byBoard, cross, pairings, sides, lengths, endings, timeUse, limits, openings].map((make) => make(data, { width, names }));
  place.replaceChildren(...made.filter(Boolean));
  for (const one of place.querySelectorAll("details")) one.open = open.has(one.dataset.key);
}

function section(title, ...children) {
  const id = `section-${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
  return el("section", { class: "panel", "aria-labelledby": id }, el("h2", { id }, title), children);
}

/** A section with a wide table, as wide as the page. */
function whole(made) {
  made.classList.add("whole");
  return made;
}

function folded(summary, ...children) {
  return el("details", { "data-key": summary }, el("summary", {}, summary), children);
}

function ratings(data, { width }) {
  const rows = data.players.map((one) => [one.name, elo(one.rating.rating), one.rating.error.toFixed(0), likelihood(one.rating.above_next), number(one.games), record(one), percent(one.score)]);
  const points = data.players.map((one) => ({ name: one.name, points: [{ value: one.rating.rating, low: one.rating.low, high: one.rating.high, label: plusMinus(one.rating.rating, one.rating.error) }] }));
  return section("Ratings", dots(`Ratings with ${percent(data.confidence, 0)} intervals`, points, { width, zero: 0, unit: "rating (Elo)", text: elo }),
    table(["player", "rating", "±", "above the next", "games", "won–drawn–lost", "score"], rows));
}

function byBoard(data, { width, names }) {
  const boards = data.ratings.slice(1);
  if (boards.length < 2) return null;
  const order = data.players.map((one) => one.name);
  const found = boards.map((board) => new Map(board.players.map((one) => [one.name, one])));
  const rows = boards.map((board, at) => ({ name: board.board, points: order.filter((name) => found[at].has(name)).map((name) => {
    const one = found[at].get(name);
    return { value: one.rating, low: one.rating - one.error, high: one.rating + one.error, series: order.indexOf(name), label: `${names.get(name)} ${plusMinus(one.rating, one.error)}` };
  }) }));
  const cells = order.map((name) => [name, ...found.map((one) => (one.has(name) ? plusMinus(one.get(name).rating, one.get(name).error) : "–"))]);
  return section("Ratings on each board", dots("Ratings on each board", rows, { width, zero: 0, unit: "rating (Elo)", text: elo }), key(order.map((name) => names.get(name))),
    table(["player", ...boards.map((one) => one.board)], cells));
}

function cross(data, { names }) {
  const parts = data.cross.map((one) => {
    const shown = one.players.map((name) => names.get(name));
    const rows = one.cells.map((row, at) => [shown[at], ...row.map((cell) => crossCell(cell))]);
    return table(["first side", ...shown], rows, { caption: one.board });
  });
  return section("Cross tables", el("p", { class: "muted small" }, "Score of the first side (rows) against the second (columns), and the number of games."), el("div", { class: "cross" }, parts));
}

function crossCell(cell) {
  if (!cell?.games) return "–";
  return el("span", { class: "share", "data-share": Math.round(cell.score * 10), title: record(cell) }, percent(cell.score, 0), el("small", {}, ` ${cell.games}`));
}

function pairings(data) {
  const boards = [...new Set(data.pairings.map((one) => one.board))];
  const columns = ["pairing", "games", "won–drawn–lost", "score", "Elo", `${percent(data.confidence, 0)} interval`, "stronger", "draws", "pairs 0 ½ 1 1½ 2"];
  const parts = (boards.length === 2 ? boards.slice(0, 1) : boards).map((board) => {
    const rows = data.pairings.filter((one) => one.board === board).map((one) => [`${one.a} – ${one.b}`, number(one.games), record(one), percent(one.score), elo(one.estimate.elo), interval(one.estimate.elo_low, one.estimate.elo_high), likelihood(one.estimate.superiority), percent(one.draw_rate, 0), one.pentanomial.join(" ")]);
    const made = table(columns, rows);
    return board === null ? made : folded(board, made);
  });
  return whole(section("Pairings", parts));
}

function sides(data, { width }) {
  const about = Object.assign({}, ...data.ratings.filter((one) => one.board !== null || data.ratings.length === 1).map((one) => one.boards));
  const boards = data.boards.map((one) => [one.board, number(one.games), record(one), percent(one.score), about[one.board] ? plusMinus(about[one.board].first_move, about[one.board].first_move_error) : "–"]);
  const points = data.players.map((one) => ({ name: one.name, points: [["first", false], ["second", true]].filter(([side]) => one[side].score !== null).map(([side, hollow]) => ({ value: 100 * one[side].score, hollow, label: `${percent(one[side].score)} as ${side}` })) }));
  const rows = data.players.map((one) => [one.name, percent(one.first.score), record(one.first), percent(one.second.score), record(one.second)]);
  return section("Score by side", dots("Score as the first side (full) and as the second (hollow)", points, { width, zero: 50, unit: "score (%)", joined: true }),
    table(["board", "games", "first side won–drawn–lost", "its score", "the first move is worth (Elo)"], boards),
    table(["player", "as first", "won–drawn–lost", "as second", "won–drawn–lost"], rows));
}

function lengths(data, { width }) {
  const longest = Math.max(...data.boards.map((one) => one.lengths.longest));
  const rows = data.boards.map((one) => [one.board, number(one.lengths.mean), String(one.lengths.shortest), String(one.lengths.longest)]);
  return section("Lengths of games", data.boards.map((one) => histogram(one.board, one.lengths.histogram, { width, longest })),
    table(["board", "mean plies", "shortest", "longest"], rows));
}

function endings(data) {
  const kinds = [...new Set(data.boards.flatMap((one) => Object.keys(one.terminations)))];
  const rows = data.boards.map((one) => [one.board, ...kinds.map((kind) => number(one.terminations[kind] ?? 0))]);
  const reasons = data.boards.flatMap((one) => Object.entries(one.endings).slice(0, 8).map(([reason, count]) => [one.board, reason, number(count), percent(count / one.games)]));
  const faulty = data.players.filter((one) => Object.keys(one.faults).length);
  const faults = [...new Set(faulty.flatMap((one) => Object.keys(one.faults)))].sort();
  return section("How games ended", table(["board", ...kinds.map((kind) => (kind === "rules" ? "by the rules" : kind))], rows),
    reasons.length ? table(["board", "ending", "games", "share"], reasons, { left: [0, 1] }) : null,
    faulty.length ? table(["player", ...faults], faulty.map((one) => [one.name, ...faults.map((kind) => number(one.faults[kind] ?? 0))]), { caption: "Games lost by a player's own fault" }) : null);
}

function timeUse(data, { width }) {
  const columns = ["player", "limit", "moves", "s a move", "longest", "of the limit", "nodes a move", "nodes a second", "depth"];
  const rows = data.players.map(({ name, limits: limit, use }) => [name, limit || "–", number(use.moves), number(use.seconds_a_move), number(use.longest), percent(use.share_of_limit, 0), number(use.nodes_a_move), number(use.nodes_per_second), number(use.depth)]);
  const used = data.players.filter((one) => one.use.seconds_a_move !== null);
  const points = used.map(({ name, use }) => ({ name, points: [{ value: 1000 * use.seconds_a_move, label: `${number(use.seconds_a_move)} s a move` }, { value: 1000 * use.longest, hollow: true, label: `longest ${number(use.longest)} s` }] }));
  return whole(section("Use of time", points.length ? dots("Time a move: the mean (full) and the longest (hollow)", points, { width, zero: 0, unit: "milliseconds", joined: true, text: number }) : null, table(columns, rows, { left: [0, 1] })));
}

function limits(data, { width }) {
  if (!data.limits.length) return null;
  const parts = data.limits.map((one) => {
    const rows = one.rows.map((row) => [row.base, ...row.ratings.map((found) => plusMinus(found.rating, found.error)), plusMinus(row.gain, row.gain_error)]);
    const points = one.rows.map((row) => ({ name: row.base, points: row.ratings.map((found, at) => ({ value: found.rating, low: found.rating - found.error, high: found.rating + found.error, hollow: at === 1, label: `${one.labels[at]}: ${plusMinus(found.rating, found.error)}` })) }));
    return [dots(`${one.labels[0]} (full) and ${one.labels[1]} (hollow)`, points, { width, zero: 0, unit: "rating (Elo)", text: elo }), table(["player", ...one.labels, "gain"], rows)];
  });
  return section("The same players under other limits", el("p", { class: "muted small" }, "Each group is rated by the games among its own players; what it gains is the difference."), parts);
}

function openings(data) {
  const rows = data.boards.map((board) => {
    const own = data.pairings.filter((one) => one.board === board.board);
    const [pairs, first, second] = [(one) => one.pairs, (one) => one.decided_by_opening.first, (one) => one.decided_by_opening.second].map((pick) => own.reduce((sum, one) => sum + pick(one), 0));
    return [board.board, number(pairs), number(first), number(second), pairs ? percent((first + second) / pairs) : "–"];
  });
  const lists = data.boards.filter((one) => one.openings.listed.length).map((one) => folded(`${one.board}: ${one.openings.deciding} of ${one.openings.different} openings decide`,
    table(["opening", "pairs", "first side won both", "second side won both"], one.openings.listed.slice(0, 12).map((row) => [`${row.start ? `${row.start}: ` : ""}${row.opening || "no moves"}`, String(row.pairs), String(row.first), String(row.second)]))));
  return section("Openings that decide", el("p", { class: "muted small" }, "An opening decides a pair when the same side won both games, whoever played it."),
    table(["board", "pairs", "first side won both", "second side won both", "decided"], rows), lists);
}
