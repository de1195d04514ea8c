// What stands around the board: the players with their clocks, moves as buttons.
import { el, find, inPlies } from "/static/js/common.js";
import { paintSide } from "/static/js/board_drawing.js";
import { PERSON, wordsOf } from "/static/js/players.js";
import { levelOf } from "/static/js/levels.js";

/** A move with its exact result, where that is known. @param {Api.MoveView} move */
export function moveWords({ word, known }) {
  return known ? `${word} (${inPlies(known)})` : word;
}

/**
 * Where a game shows no board, or gives no cells of its moves: the moves as buttons.
 * @param {import("/static/js/play.js").Page} page
 */
export function drawPlain(page) {
  const { position } = page;
  const legal = page.choices();
  if (!position) return;
  const place = find("#plain");
  place.hidden = Boolean(position.board) && position.legal.every((move) => move.squares.length);
  if (place.hidden) return;
  const text = position.board ? null : el("code", {}, position.text);
  place.replaceChildren(
    ...(text ? [text] : []),
    ...legal.map((move) => el("button", { type: "button", onclick: () => page.playWord(move.word) }, moveWords(move))),
  );
}

/** @param {import("/static/js/play.js").Page} page */
export function drawPlayers(page) {
  const { session, position } = page;
  if (!position) return;
  const near = page.board.flipped ? 1 - page.nearSide : page.nearSide;
  for (const place of /** @type {const} */ (["#player-near", "#player-far"])) {
    const side = place === "#player-near" ? near : 1 - near;
    const player = session.players[side];
    const who =
      player.kind === PERSON
        ? ""
        : ` (${[levelOf(player, page.levels)?.name, wordsOf(player)].filter(Boolean).join(": ")})`;
    const bar = find(place);
    bar.classList.toggle("to-move", position.turn === side && !page.over);
    const dot = el("span", { class: "dot" });
    const parts = [
      position.board ? paintSide(dot, position.board.colours[side]) : dot,
      el("span", {}, el("span", { class: "who" }, position.sides[side]), el("span", { class: "muted small" }, who)),
    ];
    if (page.clock.left)
      parts.push(
        el(
          "span",
          {
            class: `clock${page.clock.left[side] < 20 ? " low" : ""}`,
            role: "timer",
            "aria-label": `clock of ${position.sides[side]}`,
          },
          page.clock.text(side),
        ),
      );
    bar.replaceChildren(...parts);
  }
  find("#value-bar").classList.toggle("turned", near === 1);
  if (position.board) {
    paintSide(find("#value-bar"), position.board.colours[1]);
    paintSide(find("#value-bar > div"), position.board.colours[0]);
  }
}
