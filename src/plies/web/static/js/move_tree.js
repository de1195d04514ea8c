// A game with its variations, as plain data that never changes: every function makes a new tree. Nothing here draws, and
// nothing here knows rules.
//
// A node is a move with what may follow it; the first child continues the main line, the others are variations. A way is
// a list of child numbers from the root: [0, 0, 1] is the second variation's first move at the third ply.

/**
 * @typedef {object} Move
 * @property {string} word        the move; empty at the root
 * @property {string} comment
 * @property {string} mark        an annotator's marks, as "!" or "?!" or "$2"
 * @property {Move[]} children
 */

/** @type {(word?: string, children?: Move[], comment?: string, mark?: string) => Move} */
export const move = (word = "", children = [], comment = "", mark = "") => ({ word, comment, mark, children });

/** @type {(words: string[]) => Move} */
export const fromWords = (words) =>
  move(
    "",
    words.reduceRight((after, word) => [move(word, after)], /** @type {Move[]} */ ([])),
  );

/** The node at the end of a way. @type {(root: Move, way: number[]) => Move} */
export const nodeAt = (root, way) => way.reduce((node, child) => node.children[child], root);

/** The words along a way. @type {(root: Move, way: number[]) => string[]} */
export function wordsOn(root, way) {
  const words = [];
  for (let node = root, ply = 0; ply < way.length; ply += 1) words.push((node = node.children[way[ply]]).word);
  return words;
}

/** A way to its end along first children. @type {(root: Move, way?: number[]) => number[]} */
export function toEnd(root, way = []) {
  const whole = [...way];
  for (let node = nodeAt(root, way); node.children.length; node = node.children[0]) whole.push(0);
  return whole;
}

/** How many moves there are, with those of variations. @type {(node: Move) => number} */
export const countMoves = (node) => node.children.reduce((sum, child) => sum + 1 + countMoves(child), 0);

/**
 * The tree with another node at the end of a way.
 * @type {(root: Move, way: number[], change: (node: Move) => Move) => Move}
 */
function changed(root, way, change) {
  if (!way.length) return change(root);
  const [child, ...rest] = way;
  return {
    ...root,
    children: root.children.map((node, number) => (number === child ? changed(node, rest, change) : node)),
  };
}

/**
 * Plays words at the end of a way. Moves that are there already are followed, others become variations.
 * @type {(root: Move, way: number[], words: string[]) => { root: Move, way: number[] }}
 */
export function played(root, way, words) {
  let [tree, here] = [root, way];
  for (const word of words) {
    const { children } = nodeAt(tree, here);
    const known = children.findIndex((child) => child.word === word);
    if (known < 0) tree = changed(tree, here, (node) => ({ ...node, children: [...node.children, move(word)] }));
    here = [...here, known < 0 ? children.length : known];
  }
  return { root: tree, way: here };
}

/** Whether a way leaves the main line. @type {(way: number[]) => boolean} */
export const isVariation = (way) => way.some((child) => child > 0);

/**
 * Lets a variation change places with the line that it left: the last one on the way, or with `whole` all of them.
 * @type {(root: Move, way: number[], whole?: boolean) => { root: Move, way: number[] }}
 */
export function promoted(root, way, whole = false) {
  let [tree, here] = [root, [...way]];
  while (isVariation(here)) {
    const ply = here.findLastIndex((child) => child > 0);
    const child = here[ply];
    tree = changed(tree, here.slice(0, ply), (node) => ({
      ...node,
      children: [node.children[child], ...node.children.filter((_, number) => number !== child)],
    }));
    here = here.map((number, at) => (at === ply ? 0 : number));
    if (!whole) break;
  }
  return { root: tree, way: here };
}

/** Without the move at the end of a way and all that follows it. @type {(root: Move, way: number[]) => Move} */
export function removed(root, way) {
  const last = way.at(-1);
  return changed(root, way.slice(0, -1), (node) => ({
    ...node,
    children: node.children.filter((_, number) => number !== last),
  }));
}

/** @type {(root: Move, way: number[], comment: string) => Move} */
export function commented(root, way, comment) {
  const text = comment.replaceAll("}", ")").replace(/\s+/g, " ").trim();
  return changed(root, way, (node) => ({ ...node, comment: text }));
}

// -- as one line of text: `a b ( c d {a comment} ) e`, a variation after the move that it replaces ---------------------------

/** @type {(root: Move) => string} */
export function writeTree(root) {
  return [...notesOf(root), ...wordsAfter(root)].join(" ");
}

/** @type {(node: Move) => string[]} */
const notesOf = (node) => [...(node.mark ? node.mark.split(" ") : []), ...(node.comment ? [`{${node.comment}}`] : [])];

/** @type {(node: Move) => string[]} */
function wordsAfter(node) {
  const words = [];
  for (let here = node; here.children.length; [here] = here.children) {
    // no recursion along a line: games are long
    const [main, ...others] = here.children;
    words.push(main.word, ...notesOf(main));
    for (const other of others) words.push("(", other.word, ...notesOf(other), ...wordsAfter(other), ")");
  }
  return words;
}

/**
 * The other way; what makes no sense is left out, because the server has checked the text.
 * @type {(text: string) => Move}
 */
export function readTree(text) {
  const root = move();
  const open = [{ before: /** @type {Move | null} */ (null), here: root }]; // the last move of each open line, and the node before it
  for (const token of text.match(/\{[^}]*\}|\S+/g) ?? []) {
    const line = open[open.length - 1];
    if (token === "(") open.push({ before: null, here: line.before ?? root });
    else if (token === ")") {
      if (open.length > 1) open.pop();
    } else if (token.startsWith("{"))
      line.here.comment = [line.here.comment, token.slice(1, -1).trim()].filter(Boolean).join(" ");
    else if (/^(\$\d{1,3}|[!?]{1,8}|\([!?]{1,8}\))$/.test(token))
      line.here.mark = [line.here.mark, token].filter(Boolean).join(" ");
    else {
      const next = line.here.children.find((child) => child.word === token) ?? move(token);
      if (!line.here.children.includes(next)) line.here.children.push(next);
      line.before = line.here;
      line.here = next;
    }
  }
  return root;
}
