// Draws the part of a tree that is open, as it is at a step.
import { svg } from "/static/js/common.js";
import { answerOf, nameOf, stateAt, windowText } from "/static/js/tree_data.js";

const ROW = 100,
  HEIGHT = 44,
  GAP = 10,
  LEFT = 58,
  TOP = 16;

/** @typedef {import("/static/js/tree_data.js").TreeData} TreeData */

/** @type {Record<string, string>} */
const TIPS = { cut: "never visited", unseen: "not looked at yet", skipped: "skipped by the path rule" };
/** @type {Record<string, string>} */
const REASONS = { cache: "⟲ ", repetition: "↻ ", progress: "◷ " };

/**
 * What is visible, and which children are still to be loaded: { root, missing: [[parent, start, count]] }.
 * @param {TreeData} data @param {TreeView} view
 */
export function visible(data, view) {
  /** @type {[number, number, number][]} */
  const missing = [];
  const onWay = new Set(view.way.map((node) => node.id));
  const next = new Map(view.way.map((node, at) => [node.id, view.way[at + 1]?.index ?? 0]));

  /** @param {Api.NodeView} node @returns {NodeItem} */
  function shape(node) {
    /** @type {NodeItem} */
    const item = { node, state: stateAt(node, view.step), items: [], x: 0 };
    const closed = view.closed.has(node.id) || !(view.whole || onWay.has(node.id) || view.open.has(node.id));
    item.closed = closed && (node.children > 0 || node.unvisited.length > 0);
    if (closed) return item;
    const room = view.whole ? Infinity : view.room + (view.widened.get(node.id) ?? 0);
    const focus = next.get(node.id) ?? 0;
    const total = node.children;
    const start = Math.max(0, Math.min(focus - Math.floor(room / 2), total - room)) || 0;
    const end = Math.min(total, start + room);
    if (start > 0) item.items.push({ more: start, parent: node, items: [], x: 0 });
    const family = data.families.get(node.id) ?? [];
    for (let index = start; index < end; index++) {
      const child = data.nodes.get(family[index]);
      if (child) item.items.push(shape(child));
      else {
        const last = missing.at(-1);
        if (last && last[0] === node.id && last[1] + last[2] === index) last[2]++;
        else missing.push([node.id, index, 1]);
      }
    }
    if (end < total) item.items.push({ more: total - end, parent: node, items: [], x: 0 });
    else addStubs(item, node, view);
    return item;
  }
  const root = data.nodes.get(0);
  return { root: root ? shape(root) : null, missing };
}

/** @param {NodeItem} item @param {Api.NodeView} node @param {TreeView} view */
function addStubs(item, node, view) {
  const room = view.whole || node.unvisited.length === 5 ? Infinity : 4;
  const done = item.state === "done";
  const kind = done ? "cut" : "unseen";
  const full = view.whole && node.beyond.length === node.unvisited.length; // branches never visited, with all below them
  const shown = node.unvisited.slice(0, room);
  shown.forEach((word, at) =>
    item.items.push({ stub: word, kind, items: full ? below(node.beyond[at], `${kind} below`) : [], x: 0 }),
  );
  const rest = node.unvisited.length - shown.length;
  if (rest > 0) item.items.push({ stub: `${rest} more`, kind, items: [], x: 0 });
  node.skipped.slice(0, room).forEach((word) => item.items.push({ stub: word, kind: "skipped", items: [], x: 0 }));
}

/**
 * What lies below a branch that was never visited.
 * @param {Api.Beyond} branch @param {string} kind @returns {StubItem[]}
 */
const below = (branch, kind) => branch.below.map((one) => ({ stub: one.label, kind, items: below(one, kind), x: 0 }));

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
 * Numbers written at leaves can be seen before the search comes to them.
 * @param {TreeData} data @param {NodeItem} item
 */
function valueText(data, item) {
  if (item.state === "done") return answerOf(item.node);
  if (!data.isGame && item.node.reason === "over") return item.node.value ?? "";
  return item.state === "active" ? "?" : "";
}

// --- places ----------------------------------------------------------------------------------------------------------

/**
 * Parents above the middle of their children: for small trees, all open.
 * @param {TreeItem} root @param {number} slot
 */
function placeWhole(root, slot) {
  let cursor = 0;
  (
    /** @param {TreeItem} item */ function place(item) {
      const [first] = item.items;
      if (!first) {
        item.x = cursor + slot / 2;
        cursor += slot;
        return;
      }
      item.items.forEach(place);
      item.x = (first.x + (item.items.at(-1) ?? first).x) / 2;
    }
  )(root);
  return cursor;
}

/**
 * Rows of families, each as near below its parent as the width allows: for ways through large trees.
 * @param {TreeItem} root @param {number} slot
 */
function placeRows(root, slot) {
  /** @type {TreeItem[][]} */
  const rows = [];
  (
    /** @param {TreeItem} item @param {number} depth */ function collect(item, depth) {
      if (!item.items.length) return;
      (rows[depth] ??= []).push(item);
      item.items.forEach((child) => collect(child, depth + 1));
    }
  )(root, 0);
  /** @param {TreeItem} parent */
  const size = (parent) => parent.items.length * slot;
  const between = slot / 2;
  const width = Math.max(
    slot,
    ...rows.map((row) => row.reduce((sum, parent) => sum + size(parent) + between, -between)),
  );
  root.x = width / 2;
  for (const row of rows) {
    let end = 0;
    const starts = row.map((parent) => {
      const start = Math.max(end, Math.min(parent.x - size(parent) / 2, width - size(parent)));
      end = start + size(parent) + between;
      return start;
    });
    let limit = width;
    for (let at = row.length - 1; at >= 0; at--) {
      starts[at] = Math.min(starts[at], limit - size(row[at]));
      limit = starts[at] - between;
      row[at].items.forEach((child, index) => {
        child.x = starts[at] + (index + 0.5) * slot;
      });
    }
  }
  return width;
}

// --- drawing ---------------------------------------------------------------------------------------------------------

/**
 * The picture: an <svg>, and where the present node is in it.
 * @param {TreeData} data @param {NodeItem} root @param {TreeView} view @param {TreeActions} actions
 */
export function draw(data, root, view, actions) {
  const box = Math.max(48, Math.min(118, 10 + 7.8 * widest(data, root)));
  const slot = box + GAP;
  const width = (view.whole ? placeWhole : placeRows)(root, slot) + LEFT + GAP;
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
      items.append(paintItem(data, item, x, y, box, view, actions));
      for (const child of item.items) {
        edges.append(paintEdge(item, child, x, y, depth, view));
        paint(child, depth + 1);
      }
    }
  )(root, 0);

  const scale = view.zoom * Math.max(0.62, Math.min(1, view.fit / width)); // small trees fit, large ones scroll
  const height = TOP + deepest * ROW + HEIGHT + 34;
  const labels = [...rows].map((depth) =>
    svg("text", { x: 4, y: TOP + depth * ROW + HEIGHT / 2 + 5, class: "side" }, depth % 2 ? "▼ min" : "▲ max"),
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
