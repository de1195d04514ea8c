// What stands around the board: the players with their clocks, the list of moves, moves as buttons.
import { el, find, inPlies } from "/static/js/common.js";
import { mistake } from "/static/js/exact.js";
import { PERSON, wordsOf } from "/static/js/players.js";

/** A move with its exact result, where that is known. */
export function moveWords({ word, known }) {
  return known ? `${word} (${inPlies(known)})` : word;
}

/** Where a game shows no board, or gives no cells of its moves: the moves as buttons. */
export function drawPlain(page) {
  const { position } = page;
  const legal = page.choices();
  const place = find("#plain");
  place.hidden = Boolean(position.board) && position.legal.every((move) => move.squares.length);
  if (place.hidden) return;
  const text = position.board ? null : el("code", {}, position.text);
  place.replaceChildren(...[text, ...legal.map((move) => el("button", { type: "button", onclick: () => page.playWord(move.word) }, moveWords(move)))].filter(Boolean));
}

export function drawPlayers(page) {
  const { session, position } = page;
  if (!position) return;
  const near = page.board.flipped ? 1 - page.nearSide : page.nearSide;
  for (const [place, side] of [["#player-near", near], ["#player-far", 1 - near]]) {
    const player = session.players[side];
    const who = player.kind === PERSON ? "" : ` (${wordsOf(player)})`;
    const bar = find(place);
    bar.classList.toggle("to-move", position.turn === side && !page.over);
    const parts = [el("span", { class: `dot ${position.board?.colours[side] ?? ""}` }), el("span", {}, el("span", { class: "who" }, position.sides[side]), el("span", { class: "muted small" }, who))];
    if (page.clock.left) parts.push(el("span", { class: `clock${page.clock.left[side] < 20 ? " low" : ""}`, role: "timer", "aria-label": `clock of ${position.sides[side]}` }, page.clock.text(side)));
    bar.replaceChildren(...parts);
  }
  find("#value-bar").classList.toggle("turned", near === 1);
  find("#value-bar").dataset.first = position.board?.colours[0] ?? "";
}

export function drawMoves(page) {
  const { session, position } = page;
  const first = (position.turn + session.ply) % 2; // the side of the first move
  const cells = [];
  const given = new Map((page.whole ?? position).given_away.map((one) => [one.ply, one]));
  session.moves.forEach((word, index) => {
    const side = (first + index) % 2;
    if (side === 0 || index === 0) cells.push(el("span", { class: "index" }, `${Math.floor((index + first) / 2) + 1}.`));
    if (index === 0 && side === 1) cells.push(el("span", { class: "muted" }, "…"));
    cells.push(el("button", { type: "button", tabindex: "-1", "aria-current": index + 1 === session.ply ? "true" : null, onclick: () => session.go(index + 1) }, word, mistake(given.get(index + 1))));
  });
  const list = find("#moves");
  list.replaceChildren(...cells);
  const here = find("[aria-current]", list);
  if (here) list.scrollTop = Math.max(0, here.offsetTop - list.offsetTop - list.clientHeight / 2);
}
