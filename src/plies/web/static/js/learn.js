// A page for each game: its guide, and the facts of the game.
import { BoardView } from "/static/js/board.js";
import { announce, capital, el, find, findAllOf, notify, request, titleOf } from "/static/js/common.js";

const MARKS = /** @type {const} */ ({ code: "code", emphasis: "em", strong: "strong" });
const KINDS = /** @type {(keyof typeof MARKS)[]} */ (Object.keys(MARKS));

/** @param {Api.Span[]} list */
const spans = (list) =>
  list.map((one) =>
    KINDS.filter((mark) => one[mark]).reduce(
      (inside, mark) => el(MARKS[mark], {}, inside),
      /** @type {Child} */ (one.text),
    ),
  );

/** @param {Api.GuideBlock} block */
function drawn(block) {
  switch (block.kind) {
    case "heading":
      return el(`h${Math.min(block.level, 4)}`, {}, spans(block.spans));
    case "paragraph":
      return el("p", {}, spans(block.spans));
    case "code":
      return code(block.text);
    case "list":
      return el(
        block.ordered ? "ol" : "ul",
        {},
        block.items.map((item) => el("li", {}, spans(item))),
      );
    case "table":
      return table(block);
  }
}

/** A command that shows a position can be tried on the board. @param {string} text */
function code(text) {
  const shown = el("pre", { tabindex: 0 }, el("code", {}, text));
  const [, game, start] = /^\$ plies show (\S+) --position "([^"]+)"$/m.exec(text) ?? [];
  if (!start) return shown;
  const go = () => tried?.(game, start);
  return el(
    "div",
    { class: "exercise" },
    shown,
    el("button", { type: "button", onclick: go }, "Try this on the board"),
  );
}

/** Puts a position on the board beside the guide. @type {((game: string, start: string) => void) | null} */
let tried = null;

/** @param {Extract<Api.GuideBlock, { kind: "table" }>} block */
function table({ head, rows, right }) {
  /** @param {Api.Span[][]} cells @param {"th" | "td"} name */
  const row = (cells, name) =>
    el(
      "tr",
      {},
      cells.map((cell, at) =>
        el(name, { class: right[at] ? "number" : null, scope: name === "th" ? "col" : null }, spans(cell)),
      ),
    );
  return el(
    "div",
    { class: "scroll" },
    el(
      "table",
      {},
      el("thead", {}, row(head, "th")),
      el(
        "tbody",
        {},
        rows.map((cells) => row(cells, "td")),
      ),
    ),
  );
}

/** @param {Api.HeuristicTerms} one @param {string[]} sides */
function weights(one, sides) {
  const heads = one.same ? ["weight"] : sides.map((side) => `as ${side}`);
  /** @param {Api.TermOfHeuristic} term */
  const cells = (term) => (one.same ? [term.second] : [term.first, term.second]);
  /** @param {number} number */
  const signed = (number) => `${number > 0 ? "+" : ""}${number}`.replace("-", "−");
  const table = el(
    "table",
    {},
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col" }, "term"),
        heads.map((head) => el("th", { scope: "col", class: "number" }, head)),
      ),
    ),
    el(
      "tbody",
      {},
      one.terms.map((term) =>
        el(
          "tr",
          {},
          el("td", {}, term.name),
          cells(term).map((number) => el("td", { class: "number" }, signed(number))),
        ),
      ),
    ),
  );
  return el(
    "details",
    { open: one.default },
    el("summary", {}, one.name, one.default ? el("span", { class: "muted" }, " (default)") : null),
    el("p", { class: "small" }, one.about),
    one.terms.length ? table : null,
    one.windows
      ? el(
          "p",
          { class: "small" },
          `patterns: ${one.windows} groups of cells, each with a weight for every combination of their contents`,
        )
      : null,
    one.terms.length || one.windows ? null : el("p", { class: "muted small" }, "a plain function, without terms"),
    one.centre ? el("p", { class: "muted small" }, `A level game is worth ${one.centre}.`) : null,
  );
}

/** A board on which both sides can be moved: the rules, tried. @param {Api.GameFacts} game */
function tryBoard(game) {
  const place = el("div", { class: "try-board" }),
    says = el("p", { class: "small", role: "status" }),
    moves = /** @type {string[]} */ ([]),
    here = { game: game.name, .../** @type {{ start?: string }} */ ({}) };
  const link = el("a", { class: "button quiet", href: "/play" }, "Go on in play");
  const back = el("button", { type: "button", class: "quiet", onclick: () => takeBack() }, "Take back");
  const other = el("button", { type: "button", class: "quiet", onclick: () => pick() }, "Show me a move");
  /** @type {Api.MoveView[]} */
  let legal = [];
  const board = new BoardView(place, {
    label: `${titleOf(game.name)}, to try`,
    onmove: (word) => play(word),
    onchoice: (some) => play(some[0].word),
  });
  const pick = () => legal.length && play(legal[Math.floor(Math.random() * legal.length)].word);
  /** @param {string} word */
  function play(word) {
    moves.push(word);
    go();
  }
  function takeBack() {
    moves.pop();
    go();
  }
  tried = (name, start) => {
    Object.assign(here, { game: name, start });
    moves.length = 0;
    go();
    place.scrollIntoView({ block: "nearest" });
  };
  async function go() {
    try {
      const position = await request("/api/position", { ...here, moves });
      legal = position.legal;
      const side = capital(position.sides[position.turn]),
        over = position.outcome;
      says.textContent = over
        ? `${over.winner === null ? "A draw" : `${capital(position.sides[over.winner])} wins`}: ${over.reason}.`
        : `Try this: ${side} to move, ${legal.length} ${legal.length === 1 ? "move" : "moves"}. ${moves.length ? `Last: ${moves.at(-1)}.` : "Click a piece, then where it goes."}`;
      back.disabled = !moves.length;
      other.disabled = Boolean(over);
      link.href = `/play#${new URLSearchParams({ ...here, ...(moves.length ? { moves: moves.join(" ") } : {}) })}`;
      await board.show(position, { legal, animate: moves.length > 0 });
    } catch (error) {
      notify(error);
    }
  }
  request(`/api/game?name=${encodeURIComponent(game.name)}`)
    .then(({ one_square }) => {
      board.oneSquare = one_square;
      return go();
    })
    .catch(notify);
  return el("div", {}, place, says, el("div", { class: "row" }, other, back, link));
}

/** @param {Api.GameFacts} game */
function facts(game) {
  const rows = [
    ["sides", `${game.sides.join(" and ")}; ${game.sides[0]} begins`],
    ["options", game.options],
    ["a move", game.move],
    ["ends", game.ends.join("; ")],
  ];
  if (game.formats.length) rows.push(["files", game.formats.join(", ")]);
  /** @param {string} path @param {Record<string, string>} options */
  const words = (path, options) => `${path}?${new URLSearchParams(options)}`;
  return [
    el(
      "section",
      { class: "panel" },
      el("h2", {}, titleOf(game.name)),
      game.has_board ? tryBoard(game) : null,
      el(
        "dl",
        {},
        rows.map(([term, text]) => [el("dt", {}, term), el("dd", {}, text)]),
      ),
      el(
        "div",
        { class: "row" },
        el("a", { class: "button", href: `/play#${new URLSearchParams({ game: game.name })}` }, "Play"),
        el("a", { class: "button", href: words("/tree", { game: game.examples[0], depth: "4" }) }, "Its search"),
        el("a", { class: "button", href: words("/timing", { game: game.name }) }, "Timing"),
      ),
    ),
    el(
      "section",
      { class: "panel" },
      el("h2", {}, "Heuristics, term by term"),
      el("p", { class: "muted small" }, "Value = centre + Σ weight × (mine − theirs)."),
      game.heuristics.map((one) => weights(one, game.sides)),
    ),
  ];
}

/** An address that names a game which is not here. @param {string} name @param {Api.GuideTitle[]} list */
async function unknown(name, list) {
  const text = `There is no game called “${name.slice(0, 80)}” here.`;
  find("#guide").replaceChildren(
    el("h1", {}, "No such game"),
    el("p", {}, text),
    el("p", {}, `These are: ${list.map((one) => one.name).join(", ")}.`),
  );
  find("#facts").replaceChildren();
  document.title = "No such game · Plies";
  document.querySelectorAll("#games a").forEach((link) => link.removeAttribute("aria-current"));
  announce(text);
}

/** @param {string} name @param {boolean} say */
async function show(name, say) {
  const guide = await request(`/api/guides/${encodeURIComponent(name)}`);
  tried = null;
  find("#guide").replaceChildren(...guide.blocks.map(drawn));
  if (!guide.blocks.length) find("#guide").append(el("h1", {}, guide.title), el("p", {}, guide.game?.about ?? ""));
  find("#facts").replaceChildren(
    ...(guide.game
      ? facts(guide.game)
      : [el("section", { class: "panel" }, el("a", { class: "button", href: `/${name}` }, `To the page of ${name}`))]),
  );
  document.title = `${guide.title} · Plies`;
  for (const link of findAllOf(HTMLElement, "#games a")) {
    if (link.dataset.name === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (say) announce(guide.title);
}

try {
  const list = await request("/api/guides");
  find("#games").append(
    ...list.map((one) =>
      el(
        "a",
        {
          href: `?game=${one.name}`,
          "data-name": one.name,
          onclick: (event) => {
            event.preventDefault();
            history.pushState(null, "", `?game=${one.name}`);
            show(one.name, true).catch(notify);
          },
        },
        titleOf(one.name),
      ),
    ),
  );
  /** @param {boolean} say */
  const open = (say) => {
    const place = location.hash.slice(1); // may also be a place in the page, as that of the link to skip to the content
    const asked = new URLSearchParams(location.search).get("game") ?? (document.getElementById(place) ? "" : place);
    return list.some((one) => one.name === asked) || !asked ? show(asked || list[0].name, say) : unknown(asked, list);
  };
  addEventListener("popstate", () => open(true).catch(notify));
  await open(false);
} catch (error) {
  notify(error);
}
