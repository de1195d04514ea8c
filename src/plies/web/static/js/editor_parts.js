// Parts of the editor that keep nothing: addresses, lists, completions, the question before a file is replaced.
import { el, find } from "/static/js/common.js";

/** @template {string} P @param {P} path @param {Record<string, string>} words */
export const at = (path, words) => /** @type {const} */ (`${path}?${new URLSearchParams(words)}`);

/** @param {string[]} names @param {string} chosen */
export const options = (names, chosen, word = (/** @type {string} */ name) => name) =>
  names.map((name) => el("option", { value: name, selected: name === chosen }, word(name)));

/** The features of a game for completion: each by its name, with the heuristics that count it. @param {Api.PlayGameView} game */
export function completionsOf(game) {
  const users = new Map();
  for (const one of game.heuristics)
    for (const term of Object.keys(one.terms)) users.set(term, [...(users.get(term) ?? []), one.name]);
  return [...users].map(([label, by]) => ({
    label,
    type: "property",
    detail: `counted by ${by.slice(0, 3).join(", ")}`,
  }));
}

/** Whether the user wants a file to be replaced. @param {string} file @param {string} folder @returns {Promise<boolean>} */
export function agreed(file, folder) {
  const dialog = find("#replace");
  find("#replace-text").textContent = `There is another ${file} in ${folder}. What is in it would be lost.`;
  dialog.showModal();
  return new Promise((done) => {
    /** @param {boolean} answer */
    const end = (answer) => {
      dialog.close();
      done(answer);
    };
    find("#replace-yes").onclick = () => end(true);
    find("#replace-no").onclick = dialog.oncancel = () => end(false);
  });
}
