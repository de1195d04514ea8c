// A recorded search as far as it was asked for: steps come in windows, children when a branch is opened.
import { request } from "/static/js/common.js";

const WINDOW = 50;

export class TreeData {
  constructor(name, isGame) {
    this.path = `/api/trees/${name}`;
    this.isGame = isGame;
    this.forget();
    this.steps = 0;
  }

  /** What was loaded while the recording ran may have grown since. */
  forget() {
    this.nodes = new Map();
    this.families = new Map(); // parent: array of children's numbers by index, with holes
    this.events = new Map();
    this.asked = new Map();
  }

  keep(node) {
    this.nodes.set(node.id, node);
    if (node.parent === null) return;
    if (!this.families.has(node.parent)) this.families.set(node.parent, []);
    this.families.get(node.parent)[node.index] = node.id;
  }

  /** One request for each address at a time. */
  ask(path) {
    if (!this.asked.has(path)) {
      const answer = request(this.path + path).finally(() => this.asked.delete(path));
      this.asked.set(path, answer);
    }
    return this.asked.get(path);
  }

  async load(step) {
    const start = Math.floor(step / WINDOW) * WINDOW;
    const answer = await this.ask(`/steps?start=${start}&count=${WINDOW}`);
    for (const one of answer.steps) {
      this.keep(one.node);
      this.events.set(one.step, { kind: one.kind, id: one.node.id });
    }
  }

  /** What happens at a step; its node and all nodes above it are loaded. */
  async event(step) {
    if (!this.events.has(step)) await this.load(step);
    const event = this.events.get(step);
    if (!event) throw new Error("this step is not recorded yet");
    if (!this.way(event.id)) {
      const answer = await this.ask(`/nodes/${event.id}`);
      answer.nodes.forEach((node) => this.keep(node));
    }
    const ahead = step + 10;
    if (ahead < this.steps && !this.events.has(ahead)) this.load(ahead).catch(() => {});
    return event;
  }

  /** The nodes from the root to this one, null when some are not loaded. */
  way(id) {
    const found = [];
    for (let at = id; at !== null;) {
      const node = this.nodes.get(at);
      if (!node) return null;
      found.unshift(node);
      at = node.parent;
    }
    return found;
  }

  async children(id, start, count) {
    const answer = await this.ask(`/nodes/${id}/children?start=${start}&count=${Math.min(count, 100)}`);
    this.keep(answer.node);
    answer.children.forEach((node) => this.keep(node));
  }

  /** The principal variation of a search that is done: from the root, each time the first child that has its value. */
  async principal() {
    const found = [];
    for (let node = this.nodes.get(0); node;) {
      found.push(node.id);
      for (let start = 0; start < node.children; start += 100) await this.children(node.id, start, 100);
      const same = (this.families.get(node.id) ?? [])
        .map((id) => this.nodes.get(id))
        .filter((child) => child?.value === node.value);
      node = same.find((child) => child.bound === "exact") ?? same[0];
    }
    return found;
  }

  async cut(step, back) {
    return (await this.ask(`/cut?step=${step}&back=${back}`)).step;
  }
}

/** What a node looks like at a step: not entered yet, at work, or returned. */
export function stateAt(node, step) {
  if (node.entered > step) return "unseen";
  return node.left !== null && node.left <= step ? "done" : "active";
}

export const SIGN = { exact: "=", lower: "≥", upper: "≤" };
const WHY = {
  over: (isGame) => (isGame ? "the game is over" : "a leaf"),
  horizon: () => "the depth is used up, so the heuristic answers",
  cache: () => "the cache knows the answer",
  repetition: () => "the position is on the path already, a draw",
  progress: () => "too many plies without progress, a draw",
};

/** A move's word; in a tree of numbers the place, such as 2.1.3: the third child of the first child of the second. */
export function nameOf(data, node) {
  if (node.parent === null) return "the root";
  return data.isGame
    ? node.word
    : (data.way(node.id) ?? [null, node])
        .slice(1)
        .map((one) => one.word)
        .join(".");
}

export const windowText = (pair) => `[${pair[0]}, ${pair[1]}]`;

/** A step in words. */
export function inWords(data, kind, node) {
  const name = nameOf(data, node);
  const side = node.ply % 2 ? "min" : "max";
  if (kind === "enter")
    return `Enter ${name} with the window ${windowText([node.alpha, node.beta])}; ${side} is to move.`;
  const answer = `${SIGN[node.bound]} ${node.value}`;
  if (node.reason !== "searched")
    return `${capital(name)} ${answer}: ${WHY[node.reason](data.isGame)}.${narrowed(node)}`;
  if (!node.cut) return `${capital(name)} returns ${answer}.${narrowed(node)}`;
  const left = node.unvisited.length;
  const rest =
    left === 0 ? "no child was left" : left === 1 ? "1 child is never visited" : `${left} children are never visited`;
  return `Cut-off at ${name}: ${edgeOf(node)}, so ${rest}. It returns ${answer}.${narrowed(node)}`;
}

const edgeOf = (node) => (node.ply % 2 ? `≤ α ${node.alpha}` : `≥ β ${node.beta}`);

/** Why a node was cut off: what it has found so far is beyond the window that it was entered with. */
export const cutText = (node) => `its value ${edgeOf(node)}`;

function narrowed(node) {
  if (node.parent === null || (node.then[0] === node.alpha && node.then[1] === node.beta)) return "";
  return ` Its parent continues with ${windowText(node.then)}.`;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
