// A recorded search as far as it was asked for: steps come in windows, children when a branch is opened.
import { request } from "/static/js/common.js";

const WINDOW = 50;

export class TreeData {
  /** @type {Map<number, Api.NodeView>} */
  nodes = new Map();
  /** By parent: the children's numbers by index, with holes. @type {Map<number, number[]>} */
  families = new Map();
  /** By step. @type {Map<number, TreeEvent>} */
  events = new Map();
  /** Requests that are on their way, by address. @type {Map<string, Promise<unknown>>} */
  asked = new Map();
  steps = 0;

  /** @param {string} name @param {boolean} isGame */
  constructor(name, isGame) {
    this.path = /** @type {const} */ (`/api/trees/${name}`);
    this.isGame = isGame;
  }

  /** What was loaded while the recording ran may have grown since. */
  forget() {
    for (const one of [this.nodes, this.families, this.events, this.asked]) one.clear();
  }

  /** @param {Api.NodeView} node */
  keep(node) {
    this.nodes.set(node.id, node);
    if (node.parent === null) return;
    const family = this.families.get(node.parent) ?? [];
    family[node.index] = node.id;
    this.families.set(node.parent, family);
  }

  /** One request for each address at a time. @template {string} P @param {P} path */
  ask(path) {
    const address = /** @type {const} */ (`${this.path}${path}`);
    const known = /** @type {ReturnType<typeof request<typeof address>> | undefined} */ (this.asked.get(path));
    if (known) return known;
    const answer = request(address).finally(() => this.asked.delete(path));
    this.asked.set(path, answer);
    return answer;
  }

  /** @param {number} step */
  async load(step) {
    const start = Math.floor(step / WINDOW) * WINDOW;
    const answer = await this.ask(`/steps?start=${start}&count=${WINDOW}`);
    for (const one of answer.steps) {
      this.keep(one.node);
      this.events.set(one.step, { kind: one.kind, id: one.node.id });
    }
  }

  /** What happens at a step; its node and all nodes above it are loaded. @param {number} step */
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

  /** The nodes from the root to this one, null when some are not loaded. @param {number} id */
  way(id) {
    const found = [];
    for (let at = /** @type {number | null} */ (id); at !== null;) {
      const node = this.nodes.get(at);
      if (!node) return null;
      found.unshift(node);
      at = node.parent;
    }
    return found;
  }

  /** @param {number} id @param {number} start @param {number} count */
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
      const { value } = node;
      for (let start = 0; start < node.children; start += 100) await this.children(node.id, start, 100);
      const children = (this.families.get(node.id) ?? []).flatMap((id) => this.nodes.get(id) ?? []);
      const same = children.filter((child) => child.value === value);
      node = same.find((child) => child.bound === "exact") ?? same[0];
    }
    return found;
  }

  /** @param {number} step @param {boolean} back */
  async cut(step, back) {
    return (await this.ask(`/cut?step=${step}&back=${back}`)).step;
  }
}

/**
 * What a node looks like at a step: not entered yet, at work, or returned.
 * @param {Api.NodeView} node @param {number} step @returns {NodeItem["state"]}
 */
export function stateAt(node, step) {
  if (node.entered > step) return "unseen";
  return node.left !== null && node.left <= step ? "done" : "active";
}

/** What a node has returned. @param {Api.NodeView} node */
export const answerOf = ({ bound, value }) => `${bound ? SIGN[bound] : ""} ${value}`;

const SIGN = { exact: "=", lower: "≥", upper: "≤" };
/** @type {Record<string, (isGame: boolean) => string>} */
const WHY = {
  over: (isGame) => (isGame ? "the game is over" : "a leaf"),
  horizon: () => "the depth is used up, so the heuristic answers",
  cache: () => "the cache knows the answer",
  repetition: () => "the position is on the path already, a draw",
  progress: () => "too many plies without progress, a draw",
};

/**
 * A move's word; in a tree of numbers the place, such as 2.1.3: the third child of the first child of the second.
 * @param {TreeData} data @param {Api.NodeView} node
 */
export function nameOf(data, node) {
  if (node.parent === null) return "the root";
  return data.isGame
    ? node.word
    : (data.way(node.id) ?? [node, node])
        .slice(1)
        .map((one) => one.word)
        .join(".");
}

/** @param {[string, string]} pair */
export const windowText = (pair) => `[${pair[0]}, ${pair[1]}]`;

/** A step in words. @param {TreeData} data @param {TreeEvent["kind"]} kind @param {Api.NodeView} node */
export function inWords(data, kind, node) {
  const name = nameOf(data, node);
  const side = node.ply % 2 ? "min" : "max";
  if (kind === "enter")
    return `Enter ${name} with the window ${windowText([node.alpha, node.beta])}; ${side} is to move.`;
  const answer = answerOf(node);
  if (node.reason && node.reason !== "searched")
    return `${capital(name)} ${answer}: ${WHY[node.reason](data.isGame)}.${narrowed(node)}`;
  if (!node.cut) return `${capital(name)} returns ${answer}.${narrowed(node)}`;
  const left = node.unvisited.length;
  const rest =
    left === 0 ? "no child was left" : left === 1 ? "1 child is never visited" : `${left} children are never visited`;
  return `Cut-off at ${name}: ${edgeOf(node)}, so ${rest}. It returns ${answer}.${narrowed(node)}`;
}

/** @param {Api.NodeView} node */
const edgeOf = (node) => (node.ply % 2 ? `≤ α ${node.alpha}` : `≥ β ${node.beta}`);

/**
 * Why a node was cut off: what it has found so far is beyond the window that it was entered with.
 * @param {Api.NodeView} node
 */
export const cutText = (node) => `its value ${edgeOf(node)}`;

/** @param {Api.NodeView} node */
function narrowed(node) {
  if (node.parent === null || !node.then || (node.then[0] === node.alpha && node.then[1] === node.beta)) return "";
  return ` Its parent continues with ${windowText(node.then)}.`;
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
