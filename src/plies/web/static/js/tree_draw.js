// Draws the part of a tree that is open, as it is at a step.
import { svg } from "/static/js/common.js";
import { answerOf, nameOf, windowText } from "/static/js/tree_data.js";
import { placeRows, placeWhole } from "/static/js/tree_shape.js";

const ROW = 92,
  HEIGHT = 44,
  GAP = 10,
  LEFT = 58,
  TOP = 16;
const NARROW = 32, // a box that holds a number alone
  CLOSE = 6; // between boxes of a tree that is shown whole
const LEAST = 0.62; // smaller than this nobody reads it: then it scrolls

/** @typedef {import("/static/js/tree_data.js").TreeData} TreeData */

/** @type {Record<string, string>} */
const TIPS = { cut: "never visited", unseen: "not looked at yet", skipped: "skipped by the path rule" };
/** @type {Record<string, string>} */
const REASONS = { cache: "⟲ ", repetition: "↻ ", progress: "◷ " };

/**
 * The longest text in a node; what was left out is shortened to fit.
 * @param {TreeData} data @param {TreeItem} item @returns {number}
 */
function widest(data, item) {
  const own = "node" in item ? Math.max(nameIn(data, item.node).length, valueText(data, item).length + 2) : 0;
  return Math.max(own, ...item.items.map((child) => widest(data, child)));
}

/**
 * Leaves of a tree of numbers need no name: their number is enough.
 * @param {TreeData} data @param {Api.NodeView} node
 */
function nameIn(data, node) {
  if (node.parent === null) return "root";
  return !data.isGame && node.reason === "over" ? "" : nameOf(data, node);
}

/**
 * Whether it is a leaf of a tree of numbers, visited or not.
 * @param {TreeData} data @param {TreeItem} item
 */
function isNumber(data, item) {
  if (data.isGame || item.items.length) return false;
  return "node" in item ? item.node.reason === "over" : "stub" in item && /^[-−\d.]{1,3}$/.test(item.stub);
}

/**
 * Numbers written at leaves can be seen before the search comes to them.
 * @param {TreeData} data @param {NodeItem} item
 */
function valueText(data, item) {
  if (item.state === "done") return answerOf(item.node);
  if (!data.isGame && item.node.reason === "over") return item.node.value ?? "";
  return item.state === "active" ? "?" : "";
}

// --- drawing ---------------------------------------------------------------------------------------------------------

/**
 * The picture: an <svg>, and where the present node is in it.
 * @param {TreeData} data @param {NodeItem} root @param {TreeView} view @param {TreeActions} actions
 */
export function draw(data, root, view, actions) {
  const box = Math.max(48, Math.min(118, 10 + 7.8 * widest(data, root)));
  /** @param {TreeItem} item */
  const boxOf = (item) => (view.whole && isNumber(data, item) ? Math.min(box, NARROW) : box);
  const width =
    (view.whole ? placeWhole(root, (item) => boxOf(item) + CLOSE) : placeRows(root, box + GAP)) + LEFT + GAP;
  const edges = svg("g", { class: "edges" }),
    items = svg("g", {}),
    rows = /** @type {Set<number>} */ (new Set());
  /** @type {At | null} */
  let here = null;
  let deepest = 0;

  (
    /** @param {TreeItem} item @param {number} depth */ function paint(item, depth) {
      const x = LEFT + item.x,
        y = TOP + depth * ROW;
      deepest = Math.max(deepest, depth);
      if ("node" in item) {
        rows.add(depth);
        if (item.node.id === view.current) here = { x, y };
      }
      items.append(paintItem(data, item, x, y, boxOf(item), view, actions));
      for (const child of item.items) {
        edges.append(paintEdge(item, child, x, y, depth, view));
        paint(child, depth + 1);
      }
    }
  )(root, 0);

  const height = TOP + deepest * ROW + HEIGHT + 28;
  const { fit } = view;
  const scale = view.zoom * Math.max(LEAST, Math.min(fit.most, fit.width / width, fit.height / height));
  const labels = [...rows].map((depth) =>
    svg("text", { x: 4, y: TOP + depth * ROW + HEIGHT / 2 + 5, class: "ply-side" }, depth % 2 ? "▼ min" : "▲ max"),
  );
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width: width * scale,
      height: height * scale,
      class: "tree",
      role: "img",
      "aria-label": view.says,
    },
    edges,
    ...labels,
    items,
  );
  return { picture, here, scale };
}

/**
 * @param {TreeItem} parent @param {TreeItem} child @param {number} x @param {number} y @param {number} depth
 * @param {TreeView} view
 */
function paintEdge(parent, child, x, y, depth, view) {
  const fromY = y + HEIGHT + ("state" in parent && parent.state === "active" ? 19 : 0),
    toX = LEFT + child.x,
    toY = TOP + (depth + 1) * ROW;
  const middle = (fromY + toY) / 2 + 6;
  const kind = "node" in child ? child.state : "kind" in child ? child.kind : "more";
  const id = "node" in child ? child.node.id : -1;
  const way = view.principal.has(id) ? " principal" : view.onWay.has(id) ? " way" : "";
  const line = svg("path", {
    d: `M${x} ${fromY}C${x} ${middle} ${toX} ${middle - 12} ${toX} ${toY}`,
    class: `edge ${kind}${way}`,
  });
  if (kind !== "cut" || "node" in child) return line;
  return svg(
    "g",
    {},
    line,
    svg("text", { x: (x + 2 * toX) / 3, y: (fromY + 2 * toY) / 3 + 4, class: "scissors" }, "✂"),
  );
}

/**
 * @param {TreeData} data @param {TreeItem} item @param {number} x @param {number} y @param {number} box
 * @param {TreeView} view @param {TreeActions} actions
 */
function paintItem(data, item, x, y, box, view, actions) {
  if ("stub" in item) {
    const tip = TIPS[item.kind.split(" ")[0]];
    return group(`stub ${item.kind}`, x, y, box, [shorten(item.stub, box)], `${item.stub}: ${tip}`);
  }
  if ("more" in item) {
    const made = group("more", x, y, box, [`… ${item.more}`], `${item.more} more; click to show some of them`);
    made.addEventListener("click", () => actions.widen(item.parent.id));
    return made;
  }
  return paintNode(data, item, x, y, box, view, actions);
}

/**
 * @param {TreeData} data @param {NodeItem} item @param {number} x @param {number} y @param {number} box
 * @param {TreeView} view @param {TreeActions} actions
 */
function paintNode(data, item, x, y, box, view, actions) {
  const { node, state } = item;
  const kinds = ["node", state, node.ply % 2 ? "min" : "max"];
  if (state === "done" && node.reason && node.reason !== "searched") kinds.push("leaf", node.reason);
  if (state === "done" && node.cut) kinds.push("cut");
  if (view.principal.has(node.id)) kinds.push("principal");
  if (node.id === view.current) kinds.push("current");
  if (node.id === view.selected) kinds.push("selected");
  const sign = state === "done" ? (REASONS[node.reason ?? ""] ?? (node.cut ? "✂ " : "")) : "";
  const name = nameIn(data, node);
  const value = sign + valueText(data, item);
  const made = group(kinds.join(" "), x, y, box, [shorten(name, box), value], `${name} ${value}`);
  if (state === "active")
    made.append(
      svg(
        "text",
        { x, y: y + HEIGHT + 14, class: "window" },
        windowText(view.windows.get(node.id) ?? [node.alpha, node.beta]),
      ),
    );
  if (item.closed && state !== "unseen") {
    const handle = svg(
      "g",
      { class: "handle" },
      svg("circle", { cx: x, cy: y + HEIGHT + 4, r: 8 }),
      svg("text", { x, y: y + HEIGHT + 8 }, "+"),
      svg("title", {}, "open this branch"),
    );
    handle.addEventListener("click", (event) => {
      event.stopPropagation();
      actions.toggle(node.id);
    });
    made.append(handle);
  }
  made.addEventListener("click", () => actions.select(node.id));
  made.addEventListener("dblclick", () => actions.toggle(node.id));
  return made;
}

/**
 * @param {string} kind @param {number} x @param {number} y @param {number} box @param {string[]} lines
 * @param {string} tip
 */
function group(kind, x, y, box, lines, tip) {
  const made = svg(
    "g",
    { class: kind },
    svg("title", {}, tip),
    svg("rect", { x: x - box / 2, y, width: box, height: HEIGHT, rx: 8 }),
  );
  const top = lines[0] && lines[1] ? y + 18 : y + HEIGHT / 2 + 5;
  const kinds = ["word", "value"];
  lines.forEach(
    (text, at) => text && made.append(svg("text", { x, y: lines[0] && at ? top + 18 : top, class: kinds[at] }, text)),
  );
  return made;
}

/** @param {string} text @param {number} box */
function shorten(text, box) {
  const most = Math.floor((box - 8) / 7.4);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
