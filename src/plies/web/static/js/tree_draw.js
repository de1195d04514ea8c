// Draws the part of a tree that is open, as it is at a step.
import { svg } from "/static/js/common.js";
import { SIGN, nameOf, stateAt, windowText } from "/static/js/tree_data.js";

const ROW = 100,
  HEIGHT = 44,
  GAP = 10,
  LEFT = 58,
  TOP = 16;

/** What is visible, and which children are still to be loaded: { root, missing: [[parent, start, count]] }. */
export function visible(data, view) {
  const missing = [];
  const onWay = new Set(view.way.map((node) => node.id));
  const next = new Map(view.way.map((node, at) => [node.id, view.way[at + 1]?.index ?? 0]));

  function shape(node) {
    const item = { node, state: stateAt(node, view.step), items: [] };
    const closed = view.closed.has(node.id) || !(view.whole || onWay.has(node.id) || view.open.has(node.id));
    item.closed = closed && (node.children > 0 || node.unvisited.length > 0);
    if (closed) return item;
    const room = view.whole ? Infinity : view.room + (view.widened.get(node.id) ?? 0);
    const focus = onWay.has(node.id) ? next.get(node.id) : 0;
    const total = node.children;
    const start = Math.max(0, Math.min(focus - Math.floor(room / 2), total - room)) || 0;
    const end = Math.min(total, start + room);
    if (start > 0) item.items.push({ more: start, parent: node });
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
    if (end < total) item.items.push({ more: total - end, parent: node });
    else addStubs(item, node, view);
    return item;
  }
  return { root: shape(data.nodes.get(0)), missing };
}

function addStubs(item, node, view) {
  const room = view.whole || node.unvisited.length === 5 ? Infinity : 4;
  const done = item.state === "done";
  const kind = done ? "cut" : "unseen";
  const full = view.whole && node.beyond.length === node.unvisited.length; // branches never visited, with all below them
  const shown = node.unvisited.slice(0, room);
  shown.forEach((word, at) =>
    item.items.push({ stub: word, kind, items: full ? below(node.beyond[at], `${kind} below`) : [] }),
  );
  const rest = node.unvisited.length - shown.length;
  if (rest > 0) item.items.push({ stub: `${rest} more`, kind: done ? "cut" : "unseen" });
  node.skipped.slice(0, room).forEach((word) => item.items.push({ stub: word, kind: "skipped" }));
}

/** What lies below a branch that was never visited. */
const below = (branch, kind) => branch.below.map((one) => ({ stub: one.label, kind, items: below(one, kind) }));

/** The longest text in a node; what was left out is shortened to fit. */
function widest(data, item) {
  const own = item.node ? Math.max(nameIn(data, item.node).length, valueText(data, item).length + 2) : 0;
  return Math.max(own, ...(item.items ?? []).map((child) => widest(data, child)));
}

/** Leaves of a tree of numbers need no name: their number is enough. */
function nameIn(data, node) {
  if (node.parent === null) return "root";
  return !data.isGame && node.reason === "over" ? "" : nameOf(data, node);
}

/** Numbers written at leaves can be seen before the search comes to them. */
function valueText(data, item) {
  if (item.state === "done") return `${SIGN[item.node.bound]} ${item.node.value}`;
  if (!data.isGame && item.node.reason === "over") return item.node.value;
  return item.state === "active" ? "?" : "";
}

// --- places ----------------------------------------------------------------------------------------------------------

/** Parents above the middle of their children: for small trees, all open. */
function placeWhole(root, slot) {
  let cursor = 0;
  (function place(item) {
    if (!item.items?.length) {
      item.x = cursor + slot / 2;
      cursor += slot;
      return;
    }
    item.items.forEach(place);
    item.x = (item.items[0].x + item.items.at(-1).x) / 2;
  })(root);
  return cursor;
}

/** Rows of families, each as near below its parent as the width allows: for ways through large trees. */
function placeRows(root, slot) {
  const rows = [];
  (function collect(item, depth) {
    if (!item.items?.length) return;
    (rows[depth] ??= []).push(item);
    item.items.forEach((child) => collect(child, depth + 1));
  })(root, 0);
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

/** The picture: an <svg>, and where the present node is in it. */
export function draw(data, root, view, actions) {
  const box = Math.max(48, Math.min(118, 10 + 7.8 * widest(data, root)));
  const slot = box + GAP;
  const width = (view.whole ? placeWhole : placeRows)(root, slot) + LEFT + GAP;
  const edges = svg("g", { class: "edges" }),
    items = svg("g", {}),
    rows = new Set();
  let here = null,
    deepest = 0;

  (function paint(item, depth) {
    const x = LEFT + item.x,
      y = TOP + depth * ROW;
    deepest = Math.max(deepest, depth);
    if (item.node) rows.add(depth);
    if (item.node?.id === view.current) here = { x, y };
    items.append(paintItem(data, item, x, y, box, view, actions));
    for (const child of item.items ?? []) {
      edges.append(paintEdge(item, child, x, y, depth, view));
      paint(child, depth + 1);
    }
  })(root, 0);

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

function paintEdge(parent, child, x, y, depth, view) {
  const fromY = y + HEIGHT + (parent.state === "active" ? 19 : 0),
    toX = LEFT + child.x,
    toY = TOP + (depth + 1) * ROW;
  const middle = (fromY + toY) / 2 + 6;
  const kind = child.node ? child.state : (child.kind ?? "more");
  const way =
    child.node && view.principal.has(child.node.id)
      ? " principal"
      : child.node && view.onWay.has(child.node.id)
        ? " way"
        : "";
  const line = svg("path", {
    d: `M${x} ${fromY}C${x} ${middle} ${toX} ${middle - 12} ${toX} ${toY}`,
    class: `edge ${kind}${way}`,
  });
  if (child.kind !== "cut") return line;
  return svg(
    "g",
    {},
    line,
    svg("text", { x: (x + 2 * toX) / 3, y: (fromY + 2 * toY) / 3 + 4, class: "scissors" }, "✂"),
  );
}

function paintItem(data, item, x, y, box, view, actions) {
  if (item.stub !== undefined) {
    const tip = { cut: "never visited", unseen: "not looked at yet", skipped: "skipped by the path rule" }[
      item.kind.split(" ")[0]
    ];
    return group(`stub ${item.kind}`, x, y, box, [shorten(item.stub, box)], `${item.stub}: ${tip}`);
  }
  if (item.more) {
    const made = group("more", x, y, box, [`… ${item.more}`], `${item.more} more; click to show some of them`);
    made.addEventListener("click", () => actions.widen(item.parent.id));
    return made;
  }
  return paintNode(data, item, x, y, box, view, actions);
}

function paintNode(data, item, x, y, box, view, actions) {
  const { node, state } = item;
  const kinds = ["node", state, node.ply % 2 ? "min" : "max"];
  if (state === "done" && node.reason !== "searched") kinds.push("leaf", node.reason);
  if (state === "done" && node.cut) kinds.push("cut");
  if (view.principal.has(node.id)) kinds.push("principal");
  if (node.id === view.current) kinds.push("current");
  if (node.id === view.selected) kinds.push("selected");
  const sign =
    state === "done" ? ({ cache: "⟲ ", repetition: "↻ ", progress: "◷ " }[node.reason] ?? (node.cut ? "✂ " : "")) : "";
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

function shorten(text, box) {
  const most = Math.floor((box - 8) / 7.4);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
