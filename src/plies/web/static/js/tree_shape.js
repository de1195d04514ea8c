// The shape of the part of a tree that is open: what is visible at a step, and where it stands.
import { stateAt } from "/static/js/tree_data.js";

/** @typedef {import("/static/js/tree_data.js").TreeData} TreeData */

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

// --- places ----------------------------------------------------------------------------------------------------------

/**
 * Parents above the middle of their children: for small trees, all open. Each takes the room that it needs itself, or
 * that all below it need.
 * @param {TreeItem} root @param {(item: TreeItem) => number} room
 */
export function placeWhole(root, room) {
  /** @param {TreeItem} item @param {number} by */
  const shift = (item, by) => {
    item.x += by;
    item.items.forEach((child) => shift(child, by));
  };
  /** @param {TreeItem} item @param {number} start @returns {number} */
  const place = (item, start) => {
    const own = room(item);
    const [first] = item.items;
    if (!first) {
      item.x = start + own / 2;
      return own;
    }
    const below = item.items.reduce((sum, child) => sum + place(child, start + sum), 0);
    if (below < own) item.items.forEach((child) => shift(child, (own - below) / 2));
    item.x = (first.x + (item.items.at(-1) ?? first).x) / 2;
    return Math.max(own, below);
  };
  return place(root, 0);
}

/**
 * Rows of families, each as near below its parent as the width allows: for ways through large trees.
 * @param {TreeItem} root @param {number} slot
 */
export function placeRows(root, slot) {
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
