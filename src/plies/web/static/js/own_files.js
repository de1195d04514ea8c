// The files that the server was given: a line for each that is broken, and one when a file has changed meanwhile.
import { el, find, request, seek } from "./common.js";

/** Milliseconds between two looks while the page is seen. */
const EVERY = 3000;

/** What was there when the page was loaded, by the names of the files. @type {Map<string, string> | null} */
let loaded = null;
/** @type {HTMLElement | null} */
let bar = null;

/** A problem as people read it: the file, the line, what is wrong. @param {Api.OwnFileView} file */
function inWords({ name, line, problem }) {
  const text = problem.replace(/^line \d+, column \d+: /, "").replace(`${name}: `, "");
  return line ? `${name}, line ${line}: ${text}` : `${name}: ${text}`;
}

/** @param {Api.OwnFileView[]} files */
function show(files) {
  const now = new Map(files.map((file) => [file.name, file.version]));
  const before = (loaded ??= now);
  const edits = seek("[data-edits-files]"); // this page changes them itself, and what is written in it is newer
  const changed = edits
    ? []
    : [...new Set([...now.keys(), ...before.keys()])].filter((name) => now.get(name) !== before.get(name));
  const lines = files.filter((file) => file.problem).map((file) => el("p", { class: "problem" }, inWords(file)));
  if (changed.length) {
    const what = changed.length > 1 ? "have" : "has";
    const reload = el("button", { type: "button", onclick: () => location.reload() }, "Reload");
    lines.push(el("p", {}, `${changed.join(", ")} ${what} changed. What is shown here is older. `, reload));
  }
  const text = lines.map((line) => line.textContent).join("\n");
  if (bar?.dataset.text === text) return;
  bar?.remove();
  bar = lines.length ? el("div", { class: "own-files notice", role: "status" }, ...lines) : null;
  if (!bar) return;
  bar.dataset.text = text;
  find("main").before(bar);
}

async function look() {
  if (document.hidden) return;
  try {
    const files = await request("/api/files");
    if (files.length || loaded) show(files);
    if (files.length) setTimeout(look, EVERY);
  } catch {
    setTimeout(look, EVERY); // the server is busy or gone, which the page itself reports
  }
}

document.addEventListener("visibilitychange", look);
look();
