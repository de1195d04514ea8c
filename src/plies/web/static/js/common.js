// What every page uses: elements, requests, event streams, announcements, numbers.

/**
 * An element: el("p", { class: "muted", onclick: f }, "text", child). Values null or false leave an attribute out.
 * @template {string} K
 * @param {K} name
 * @param {Attributes<MadeElement<K>>} attributes
 * @param {Child[]} children
 */
export function el(name, attributes = {}, ...children) {
  return fill(/** @type {MadeElement<K>} */ (document.createElement(name)), attributes, children);
}

/**
 * The same for SVG.
 * @template {string} K
 * @param {K} name
 * @param {Attributes<MadeSvg<K>>} attributes
 * @param {Child[]} children
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  return fill(/** @type {MadeSvg<K>} */ (made), attributes, children);
}

/** @template {Element} E @param {E} node @param {Attributes<E>} attributes @param {Child[]} children @returns {E} */
function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "value" && "value" in node) node.value = value;
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.flatMap(nodesOf));
  return node;
}

/** @param {Child} child @returns {(Node | string)[]} */
function nodesOf(child) {
  if (child === null || child === undefined || child === false) return [];
  if (child instanceof Node) return [child];
  return typeof child === "object" ? child.flatMap(nodesOf) : [String(child)];
}

/**
 * An icon of icons.svg, which says nothing to screen readers: give what holds it a name.
 * @param {string} name
 */
export function icon(name, kind = "") {
  return svg(
    "svg",
    { class: kind ? `icon ${kind}` : "icon", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `/static/icons.svg#${name}` }),
  );
}

/**
 * An element that is there; its type is known by its id (tools/page_types.py).
 * @template {string} S @param {S} selector @param {ParentNode} root
 */
export function find(selector, root = document) {
  const found = seek(selector, root);
  if (!found) throw new Error(`there is no ${selector} on this page`);
  return found;
}

/**
 * The same for one that may be missing.
 * @template {string} S @param {S} selector @param {ParentNode} root
 */
export function seek(selector, root = document) {
  return /** @type {Found<S> | null} */ (root.querySelector(selector));
}

/** @template {string} S @param {S} selector @param {ParentNode} root */
export function findAll(selector, root = document) {
  return [.../** @type {NodeListOf<Found<S>>} */ (root.querySelectorAll(selector))];
}

/**
 * An element that must be of a kind: findA(HTMLInputElement, "#amount"). For ids that mean another kind elsewhere.
 * @template {Element} E @param {new () => E} kind @param {string} selector @param {ParentNode} root
 */
export function findA(kind, selector, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`${selector} is no ${kind.name}`);
  return found;
}

/**
 * All that are of a kind.
 * @template {Element} E @param {new () => E} kind @param {string} selector @param {ParentNode} root
 */
export function findAllOf(kind, selector, root = document) {
  return [...root.querySelectorAll(selector)].flatMap((one) => (one instanceof kind ? [one] : []));
}

/** What went wrong with a request, as the server reported it. */
export class RequestError extends Error {
  /** @param {number} status @param {string} kind @param {string} message */
  constructor(status, kind, message) {
    super(message);
    this.status = status;
    this.kind = kind;
  }
}

/** An error as what it is: anything may be thrown. @param {unknown} error */
export const asError = (error) => (error instanceof Error ? error : new Error(String(error)));

/** @param {unknown} error */
export const wasAborted = (error) => asError(error).name === "AbortError";

/** @param {unknown} error */
export const statusOf = (error) => (error instanceof RequestError ? error.status : 0);

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
async function send(path, body, signal) {
  const accept = { accept: "application/json" };
  /** @type {RequestInit} */
  const options = { signal, headers: accept };
  if (body !== undefined) {
    options.method = "POST";
    options.headers = { ...accept, "content-type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let reply;
  try {
    reply = await fetch(path, options);
  } catch (error) {
    throw unreachable(error);
  }
  if (reply.ok) return reply;
  const problem = await reply.json().catch(() => ({}));
  throw new RequestError(
    reply.status,
    problem.error ?? "Error",
    problem.message ?? `the server answered ${reply.status}`,
  );
}

/** What the browser calls a network error, in words. @param {unknown} error */
function unreachable(error) {
  return wasAborted(error) ? error : new RequestError(0, "Unreachable", "the server does not answer");
}

/**
 * A request for JSON: GET without a body, POST with one. The type of the answer is known by the address.
 * @template {string} P @template [B=undefined] @param {P} path @param {B} [body] @param {AbortSignal} [signal]
 * @returns {Promise<Answer<P, B>>}
 */
export async function request(path, body, signal) {
  const reply = await send(path, body, signal);
  return reply.json().catch((error) => {
    throw unreachable(error);
  });
}

/**
 * A request answered by server-sent events: an async iterator over their data. Stop it by aborting `signal`.
 * @template {string} P @param {P} path @param {unknown} [body] @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Streamed<P>, void>}
 */
export async function* events(path, body, signal) {
  const reply = await send(path, body, signal);
  if (!reply.body) return;
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((error) => {
        throw unreachable(error);
      });
      if (done) return;
      waiting += value;
      const parts = waiting.split("\n\n");
      waiting = parts.pop() ?? "";
      for (const part of parts) {
        const data = part
          .split("\n")
          .filter((line) => line.startsWith("data:"))
          .map((line) => line.slice(5))
          .join("\n");
        if (data) yield JSON.parse(data);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Reads a text out by a screen reader. @param {string} text */
export function announce(text) {
  const place = seek("#announcer");
  if (place) place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows a message for some seconds; for mistakes of the user and of the server. One at a time, the last one.
 * While a dialog is open it is shown there: whatever lies behind a dialog is out of reach.
 * @param {unknown} problem
 */
export function notify(problem, seconds = 6) {
  if (wasAborted(problem)) return;
  const text = problem instanceof Error ? problem.message : String(problem);
  const dialog = seek("dialog[open]");
  const note = el("div", dialog ? { class: "notice here", role: "alert" } : {}, text);
  if (dialog) {
    seek(".notice.here", dialog)?.remove();
    dialog.append(note);
    note.scrollIntoView({ block: "nearest" });
    dialog.addEventListener("close", () => note.remove(), { once: true });
  } else seek("#notices")?.replaceChildren(note);
  setTimeout(() => note.remove(), seconds * 1000);
}

const SIZES = /** @type {const} */ ([
  [1e9, " G"],
  [1e6, " M"],
  [1e3, " k"],
]);

/** Three figures and a letter: 6.54 M. @param {number} number */
export function short(number) {
  for (const [size, letter] of SIZES) {
    if (number >= size) return figures(number / size) + letter;
  }
  return figures(number);
}

/** @param {number} number */
function figures(number) {
  return number.toFixed(number < 10 ? (Number.isInteger(number) ? 0 : 2) : number < 100 ? 1 : 0);
}

/** The first letter as a capital: the beginning of a sentence. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The title of a game by its name, `family:4x2,option=3` as `Family, 4 by 2, option 3`, `family:6` as `Family, size 6`, as
 * plies.games.titles has it; the name of a file stays as it is.
 * @param {string} name
 */
export function titleOf(name) {
  if (!/^[a-z_]+(:|$)/.test(name)) return name;
  const words = name
    .replace(/:(\d+)(?=,|$)/, ":size $1")
    .replace(":", ",")
    .split(",")
    .map((part) => part.replace(/(\d)x(?=\d)/g, "$1 by ").replace("=", " "));
  return capital(words.join(", ").replaceAll("_", " "));
}

/** A value with its sign; -0.00 is 0.00. @param {number} number */
export function signed(number, digits = 2) {
  const fixed = Math.abs(number).toFixed(digits);
  if (Number(fixed) === 0) return fixed;
  const text = Number(fixed).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number > 0 ? "+" : "−"}${text}`;
}

/**
 * A value in the unit of its heuristic, where that has one: its number, then the name.
 * @param {number} value @param {Api.UnitView | null} unit
 */
export function counted(value, unit) {
  return unit ? `${signed(value / unit.worth)} ${unit.name}` : signed(value);
}

/**
 * What a line of the search is worth, in words: +1.50, win in 7, win in ≤9 where a nearer one was not ruled out; nothing
 * where the player reports none.
 * @param {Pick<Api.LineView, "proof" | "value">} line @param {Api.UnitView | null} unit
 */
export function worth(line, unit = null) {
  const { proof } = line;
  if (proof && proof.result !== "draw") return `${proof.result} in ${proof.exact ? "" : "≤"}${proof.plies}`;
  if (line.proof) return "draw";
  return line.value === null ? "" : counted(line.value, unit);
}

/** An exact result in words: win in 7, draw. @param {{ result: string, plies: number | null }} known */
export function inPlies({ result, plies }) {
  return plies === null ? result : `${result} in ${plies}`;
}

/** Saves a text as a file. @param {string} name @param {string} text */
export function download(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Copies a text and confirms it. @param {string} text */
export async function copy(text, what = "copied") {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce(what);
  notify(what, 2);
}

/** @param {number} milliseconds @returns {Promise<void>} */
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
