// What every page uses: elements, requests, event streams, announcements, numbers.

/** An element: el("p", { class: "muted", onclick: f }, "text", child). Values null or false leave an attribute out. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value" && "value" in node) node.value = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An icon of icons.svg, which says nothing to screen readers: give what holds it a name. */
export function icon(name, kind = "") {
  return svg(
    "svg",
    { class: kind ? `icon ${kind}` : "icon", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `/static/icons.svg#${name}` }),
  );
}

export const find = (selector, root = document) => root.querySelector(selector);
export const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

/** What went wrong with a request, as the server reported it. */
export class RequestError extends Error {
  constructor(status, kind, message) {
    super(message);
    this.status = status;
    this.kind = kind;
  }
}

async function send(path, body, signal) {
  const options = { signal, headers: { accept: "application/json" } };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["content-type"] = "application/json";
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

/** What the browser calls a network error, in words. */
function unreachable(error) {
  return error.name === "AbortError" ? error : new RequestError(0, "Unreachable", "the server does not answer");
}

/** A request for JSON: GET without a body, POST with one. */
export async function request(path, body, signal) {
  const reply = await send(path, body, signal);
  return reply.json().catch((error) => {
    throw unreachable(error);
  });
}

/** A request answered by server-sent events: an async iterator over their data. Stop it by aborting `signal`. */
export async function* events(path, body, signal) {
  const reply = await send(path, body, signal);
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
      waiting = parts.pop();
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

/** Reads a text out by a screen reader. */
export function announce(text) {
  const place = find("#announcer");
  if (place) place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/** Shows a message for some seconds; for mistakes of the user and of the server. One at a time, the last one.
 * While a dialog is open it is shown there: whatever lies behind a dialog is out of reach. */
export function notify(problem, seconds = 6) {
  if (problem?.name === "AbortError") return;
  const text = problem instanceof Error ? problem.message : String(problem);
  const dialog = find("dialog[open]");
  const note = el("div", dialog ? { class: "notice here", role: "alert" } : {}, text);
  if (dialog) {
    find(".notice.here", dialog)?.remove();
    dialog.append(note);
    note.scrollIntoView({ block: "nearest" });
    dialog.addEventListener("close", () => note.remove(), { once: true });
  } else find("#notices")?.replaceChildren(note);
  setTimeout(() => note.remove(), seconds * 1000);
}

/** Three figures and a letter: 6.54 M. */
export function short(number) {
  for (const [size, letter] of [
    [1e9, " G"],
    [1e6, " M"],
    [1e3, " k"],
  ]) {
    if (number >= size) return figures(number / size) + letter;
  }
  return figures(number);
}

function figures(number) {
  return number.toFixed(number < 10 ? (Number.isInteger(number) ? 0 : 2) : number < 100 ? 1 : 0);
}

/** The first letter as a capital: the beginning of a sentence. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The title of a game by its name, `family:4x2,option=3` as `Family, 4 by 2, option 3`, as plies.games.titles has it; the
 *  name of a file stays as it is. */
export function titleOf(name) {
  if (!/^[a-z_]+(:|$)/.test(name)) return name;
  const words = name
    .replace(":", ",")
    .split(",")
    .map((part) => part.replace(/(\d)x(?=\d)/g, "$1 by ").replace("=", " "));
  return capital(words.join(", ").replaceAll("_", " "));
}

/** A value with its sign; -0.00 is 0.00. */
export function signed(number, digits = 2) {
  const text = number.toFixed(digits);
  return Number(text) > 0 ? `+${text}` : Number(text) === 0 ? (0).toFixed(digits) : text;
}

/** A value in the unit of its heuristic, where that has one: its number, then the name. */
export function counted(value, unit) {
  return unit ? `${signed(value / unit.worth)} ${unit.name}` : signed(value);
}

/** What a line of the search is worth, in words: +1.50, win in 7, win in ≤9 where a nearer one was not ruled out; nothing
 *  where the player reports none. */
export function worth(line, unit = null) {
  const { proof } = line;
  if (proof && proof.result !== "draw") return `${proof.result} in ${proof.exact ? "" : "≤"}${proof.plies}`;
  if (line.proof) return "draw";
  return line.value === null ? "" : counted(line.value, unit);
}

/** An exact result in words: win in 7, draw. */
export function inPlies({ result, plies }) {
  return plies === null ? result : `${result} in ${plies}`;
}

/** Saves a text as a file. */
export function download(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Copies a text and confirms it. */
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

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
