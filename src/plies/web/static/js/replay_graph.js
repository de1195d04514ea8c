// What the players of a stored game thought, ply by ply.
import { el, signed, svg } from "/static/js/common.js";

/** What a move is worth for the first side, whichever side made it, as in the graph. @param {Api.ThoughtView} move */
export function worth(move) {
  if (move.first_value === null) return move.only ? "only" : "";
  return move.proof ? `${move.first_value > 0 ? "win" : "loss"} in ${move.proof.plies}` : signed(move.first_value);
}

/**
 * Values for the first side over the game, one line for each player; wins and losses that are proven at the edges.
 * `mark` moves the mark to a ply.
 * @param {Api.TournamentsGameView} game @param {number} width @param {(ply: number) => void} onpick
 * @returns {{ parts: Element[], mark: (ply: number) => void }}
 */
export function thoughtsGraph(game, width, onpick) {
  const thoughts = game.moves.flatMap((move, at) =>
    move.first_value === null ? [] : [{ ...move, first_value: move.first_value, ply: at + 1 }],
  );
  if (!thoughts.length)
    return { parts: [el("p", { class: "muted" }, "The players reported no values.")], mark: () => {} };
  const [height, left, right, top, bottom] = [210, 52, 8, 14, 30];
  const most = Math.max(0, ...thoughts.filter((one) => !one.proof).map((one) => Math.abs(one.first_value)));
  const part = thoughts.some((one) => one.proof) ? 0.75 : 1; // room for the words at the edges
  const total = Math.max(1, game.moves.length);
  /** @param {number} ply */
  const x = (ply) => left + (ply / total) * (width - left - right);
  /** @param {number} value */
  const y = (value) => top + ((1 - value) / 2) * (height - top - bottom);
  /** @param {(typeof thoughts)[number]} one */
  const level = (one) => (one.proof ? Math.sign(one.first_value) : (part * one.first_value) / (most || 1));
  const lines = [0, 1].map((side) => {
    const own = thoughts.filter((one) => one.side === side);
    return svg(
      "g",
      { class: side ? "second" : "first" },
      svg("polyline", {
        class: "curve",
        points: own.map((one) => `${x(one.ply).toFixed(1)},${y(level(one)).toFixed(1)}`).join(" "),
      }),
      own.map((one) =>
        svg(
          "circle",
          { class: "hit", cx: x(one.ply), cy: y(level(one)), r: 3.5, onclick: () => onpick(one.ply) },
          svg("title", {}, `${one.ply}. ${one.word}: ${worth(one)}`),
        ),
      ),
    );
  });
  const here = svg("line", { class: "here", y1: top, y2: height - bottom });
  /** @param {number} ply */
  const mark = (ply) => ["x1", "x2"].forEach((name) => here.setAttribute(name, String(x(ply))));
  /** @type {[number, string][]} */
  const values = most
    ? [
        [part, signed(most, most < 10 ? 1 : 0)],
        [-part, signed(-most, most < 10 ? 1 : 0)],
      ]
    : [];
  /** @type {[number, string][]} */
  const edges = [
    [1, "won"],
    [-1, "lost"],
  ];
  /** @type {[number, string][]} */
  const shown = [[0, "0"], ...values, ...(part < 1 ? edges : [])];
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      class: "plot thoughts",
      role: "img",
      "aria-label": `Values for ${game.sides[0]} over ${total} plies`,
    },
    shown.map(([value, text]) =>
      svg(
        "g",
        {},
        svg("path", { d: `M${left} ${y(value)}H${width - right}`, class: value ? "grid" : "zero" }),
        svg("text", { x: left - 5, y: y(value) + 4, class: "name" }, text),
      ),
    ),
    lines,
    here,
    svg("text", { x: left, y: height - 10, class: "tick" }, "0"),
    svg("text", { x: width - right - 10, y: height - 10, class: "tick" }, String(total)),
    svg("text", { x: (left + width) / 2, y: height - 10, class: "tick" }, "plies"),
  );
  const names = [game.first, game.second].map((name, side) =>
    el("li", {}, el("i", { class: side ? "second" : "first" }), `${name} (${game.sides[side]})`),
  );
  const note = el("p", { class: "muted small" }, `Both are values for ${game.sides[0]}.`);
  return { parts: [picture, el("ul", { class: "key" }, names), note], mark };
}
