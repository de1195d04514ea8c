// What stands around the board: the players with their clocks, whose turn it is, moves as buttons.
import { capital, el, find, inPlies, titleOf } from "/static/js/common.js";
import { drawBeginning } from "/static/js/play_beginning.js";
import { paintSide } from "/static/js/pieces.js";
import { PERSON, wordsOf } from "/static/js/players.js";
import { levelOf } from "/static/js/levels.js";

/** @typedef {import("/static/js/play.js").Page} Page */

/** A move with its exact result, where that is known. @param {Api.MoveView} move */
export function moveWords({ word, known }) {
  return known ? `${word} (${inPlies(known)})` : word;
}

/**
 * Where a game shows no board, or gives no cells of its moves: the moves as buttons.
 * @param {Page} page
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

/** @param {Page} page */
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
      el(
        "span",
        {},
        el("span", { class: "who" }, capital(position.sides[side])),
        el("span", { class: "muted small" }, who),
      ),
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

/** Several moves answer to what was clicked. @param {Page} page @param {Api.MoveView[]} moves */
export function askWhich(page, moves) {
  const dialog = find("#choice");
  find("#choice-list").replaceChildren(
    ...moves.map((move) =>
      el(
        "button",
        {
          type: "button",
          onclick: () => {
            dialog.close();
            page.playWord(move.word);
          },
        },
        `${moveWords(move)}${move.squares.length > 2 ? ` (${move.squares.join(" ")})` : ""}`,
      ),
    ),
  );
  dialog.showModal();
}

/** Whose turn it is, or how the game ended. @param {Page} page */
export function statusText(page) {
  const { position, session, computer } = page;
  if (!position) return "";
  const over = page.over;
  if (over)
    return over.winner === null
      ? `A draw: ${over.reason}.`
      : `${capital(position.sides[over.winner])} wins: ${over.reason}.`;
  if (!session.live)
    return `${session.ply} of ${session.moves.length} plies; ${position.sides[position.turn]} to move.`;
  const side = capital(position.sides[position.turn]);
  if (computer.thinking) return `${side} is thinking${computer.slow} …`;
  return page.paused && !session.isPerson(position.turn) ? `${side} to move; paused.` : `${side} to move.`;
}

/** Below a board that is much wider than high there is room for what stands beside others. */
const FLAT = 1.5;
const wide = matchMedia("(min-width: 900px)");

/** @param {Page} page @param {number} ratio how many times wider than high the board is */
function drawLayout(page, ratio) {
  const place = find("#play");
  place.style.setProperty("--ratio", String(ratio));
  place.classList.toggle("flat", ratio >= FLAT);
  if (ratio >= FLAT && wide.matches) page.terms.unfold();
}

/** Everything of the page that follows the game. @param {Page} page */
export function drawPage(page) {
  const { session, position } = page;
  if (!position) return;
  find("#game-name").textContent = titleOf(session.game.name);
  if (!find("#play").classList.contains("preview")) find("#status").textContent = statusText(page);
  find("#move-field").placeholder = `type a move, such as ${session.game.word_example}`;
  if (position.board) drawLayout(page, position.board.columns / position.board.rows);
  drawPlayers(page);
  page.moveList.draw();
  drawBeginning(page);
  drawPlain(page);
  page.exact.draw();
  const machines = [0, 1].filter((side) => !session.isPerson(side)).length;
  find("#pause").hidden = machines === 0;
  find("#step").hidden = machines < 2;
  find("#pause").textContent = page.paused ? "Continue" : "Pause";
  find("#pause").setAttribute("aria-pressed", String(page.paused));
  find("#result").hidden = !page.over;
  find("#undo").disabled = !session.canUndo;
  find("#redo").disabled = !session.future.length;
  find("#resign").disabled = !session.live || Boolean(page.over) || machines === 2;
  find("#hint").disabled = Boolean(position.outcome);
  find("#edit").disabled = !session.game.editing;
  find("#to-first").disabled = find("#to-back").disabled = session.ply === 0;
  find("#to-last").disabled = find("#to-forth").disabled = session.live;
  document.title = `${titleOf(session.game.name)} · Plies`;
}
