// What is said beside the tree: the node that is selected, and the steps before this one.
import { el, find, seek } from "/static/js/common.js";
import { answerOf, cutText, inWords, windowText } from "/static/js/tree_data.js";

/** @typedef {import("/static/js/tree_walk.js").Walk} Walk */

/** The last steps, the newest first. @param {Walk} walk */
export function showLog({ data, view }) {
  if (!data) return;
  const lines = [];
  for (let step = view.step; step >= 0 && lines.length < 12; step--) {
    const event = data.events.get(step);
    const node = event && data.nodes.get(event.id);
    if (!event || !node) break;
    lines.push(el("li", { value: step + 1 }, inWords(data, event.kind, node)));
  }
  find("#log").replaceChildren(...lines);
}

/**
 * The node that is selected; `show` goes to a step.
 * @param {Walk} walk @param {(step: number) => unknown} show
 */
export function showNode({ data, view }, show) {
  const node = view.selected === null ? null : data?.nodes.get(view.selected);
  if (!data || !node) return;
  const way = data.way(node.id) ?? [node];
  const known = node.left !== null && node.left <= view.step;
  const rows = [
    [
      "way",
      way.length > 1
        ? way
            .slice(1)
            .map((one) => one.word)
            .join(data.isGame ? " " : ".")
        : "the root",
    ],
    ["window on entry", windowText([node.alpha, node.beta])],
    ["returned", known ? answerOf(node) : "not yet"],
    ["why", known ? whyOf(node) : "…"],
    ["visited", children(node.children)],
  ];
  if (known && node.cut) rows.push(["never visited", counted(node.unvisited)]);
  if (node.skipped.length) rows.push(["skipped", counted(node.skipped)]);
  const list = el(
    "dl",
    {},
    rows.map(([name, text]) => [el("dt", {}, name), el("dd", {}, text)]),
  );
  const jumps = el(
    "div",
    { class: "row" },
    el("button", { type: "button", onclick: () => show(node.entered) }, "When entered"),
    el("button", { type: "button", disabled: node.left === null, onclick: () => show(node.left ?? 0) }, "When left"),
  );
  const name = way.length > 1 ? `Position after ${rows[0][1]}` : "Position at the root";
  const board = data.isGame
    ? el("img", { class: "board", src: `${data.path}/nodes/${node.id}/board`, alt: name })
    : null;
  const place = find("#node");
  const old = seek("img", place);
  if (old && board && old.getAttribute("src") === board.getAttribute("src")) board.replaceWith(old);
  place.replaceChildren(list, jumps, ...(board ? [board] : []));
}

/** So many children, and which: a number alone could be either. @param {string[]} names */
const counted = (names) => (names.length ? `${children(names.length)} (${names.join(", ")})` : "none was left");

/** @param {number} count */
const children = (count) => (count === 1 ? "1 child" : `${count} children`);

/** A node that was cut off did not look at all of its children, so that comes first. @param {Api.NodeView} node */
const whyOf = (node) => (node.cut ? `cut off: ${cutText(node)}, so the rest cannot matter` : WHYS[node.reason ?? ""]);

/** @type {Record<string, string>} */
const WHYS = {
  searched: "all its children were searched",
  over: "the game ends here",
  horizon: "the depth is used up",
  cache: "the cache knew",
  repetition: "a position on the path",
  progress: "no progress",
};
