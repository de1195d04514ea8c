// Buttons, keys, the wheel and typed moves of the play page.
import { announce, capital, el, find, notify, request } from "/static/js/common.js";
import { chooseTheme, chosenTheme, THEMES } from "/static/js/board_theme.js";
import { drawPlayers } from "/static/js/play_view.js";
import { readAddress } from "/static/js/address.js";
import { whyNot } from "/static/js/why.js";

/** @typedef {import("/static/js/play.js").Page} Page */

/** @param {Page} page */
export function wire(page) {
  /** @param {keyof PageElements} id @param {() => unknown} act */
  const click = (id, act) => find(id).addEventListener("click", act);
  const { session } = page;
  click("#new-game", () => page.setup.open(session.begun ? session.game.family : undefined));
  click("#to-first", () => session.go(0));
  click("#to-back", () => session.go(session.ply - 1));
  click("#to-forth", () => session.go(session.ply + 1));
  click("#to-last", () => session.go(session.moves.length));
  click("#undo", () => page.undo());
  click("#redo", () => session.redo());
  click("#rematch", () => page.rematch());
  click("#review", () => {
    page.review.run();
  });
  click("#share", () => page.exchange.open());
  click("#keys-close", () => find("#keys").close());
  click("#show-keys", () => find("#keys").showModal());
  page.board.root.parentElement?.addEventListener("wheel", (event) => wheel(page, event), { passive: false });
  const theme = find("#board-theme");
  theme.replaceChildren(
    ...Object.entries(THEMES).map(([key, name]) => el("option", { value: key, selected: key === chosenTheme() }, name)),
  );
  theme.addEventListener("change", () => chooseTheme(theme.value));
  click("#hint", () => page.computer.hint());
  click("#resign", () => resign(page));
  click("#confirm-no", () => find("#confirm").close());
  find("#lines").addEventListener("mouseleave", () => page.endPreview());
  click("#turn", () => {
    page.board.flip(!page.board.flipped);
    drawPlayers(page);
  });
  click("#pause", () => page.setPaused(!page.paused));
  click("#step", () => {
    page.paused = true;
    page.computer.think(true);
  });
  find("#move-form").addEventListener("submit", (event) => {
    event.preventDefault();
    playTyped(page).catch(notify);
  });
  document.addEventListener("keydown", (event) => key(page, event));
  new ResizeObserver(() =>
    find("#play").style.setProperty("--top", `${Math.round(find("#play").offsetTop)}px`),
  ).observe(document.body);
  addEventListener("hashchange", () => page.follow(readAddress()).catch(notify));
}

/** A typed move is checked by the server, which may also understand other spellings of it. @param {Page} page */
async function playTyped(page) {
  const field = find("#move-field");
  const word = field.value.trim();
  if (!word || page.over) return;
  const tried = await request("/api/position", {
    ...page.session.spot(),
    moves: [...page.session.spot().moves, word],
  });
  field.value = "";
  if (tried.last) page.playWord(tried.last.word);
}

let wheeled = 0;

/** The wheel over the board goes through the moves. @param {Page} page @param {WheelEvent} event */
function wheel(page, event) {
  if (event.ctrlKey || page.editor.open || !event.deltaY) return;
  event.preventDefault();
  const now = performance.now();
  if (now - wheeled < 60) return;
  wheeled = now;
  page.session.go(page.session.ply + Math.sign(event.deltaY));
}

/** @param {Page} page @param {KeyboardEvent} event */
function key(page, event) {
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest("input, select, textarea, dialog, summary") || event.altKey || page.editor.open) return;
  const { session } = page;
  if (event.ctrlKey || event.metaKey) {
    const letter = event.key.toLowerCase();
    if (letter === "y" || (letter === "z" && event.shiftKey)) session.redo();
    else if (letter === "z") page.undo();
    else return;
    event.preventDefault();
    return;
  }
  /** @type {Record<string, (() => void) | undefined>} */
  const acts = {
    ArrowLeft: () => session.go(session.ply - 1),
    ArrowRight: () => session.go(session.ply + 1),
    Home: () => session.go(0),
    End: () => session.go(session.moves.length),
    "?": () => find("#keys").showModal(),
  };
  const act = acts[event.key];
  if (!act) return;
  act();
  event.preventDefault();
}

/** Asked once more: a wrong click must not resign the game. @param {Page} page */
function resign(page) {
  if (page.over || !page.position) return;
  const side = page.session.isPerson(page.position.turn) ? page.position.turn : page.session.isPerson(0) ? 0 : 1;
  find("#confirm-text").textContent =
    `${capital(page.position.sides[side])} resigns and ${page.position.sides[1 - side]} wins?`;
  find("#confirm-yes").onclick = () => {
    find("#confirm").close();
    if (!page.over) page.session.end(side, "resigned");
  };
  find("#confirm").showModal();
}

/**
 * A click that is no move is explained, and the pieces that must move are marked.
 * @param {Page} page @param {string} name @param {string | null} from
 */
export function refuse(page, name, from) {
  const { position, session } = page;
  if (!position || page.editor.open) return;
  const theirs = session.live && !session.isPerson(position.turn) && !page.paused;
  const waits = page.over
    ? "The game is over."
    : theirs
      ? `${capital(position.sides[position.turn])} is to move, and the computer plays it.`
      : null;
  const why = whyNot(position, name, from, waits);
  if (!why) return;
  page.board.point(why.must);
  find("#status").textContent = why.text;
  announce(why.text);
}
