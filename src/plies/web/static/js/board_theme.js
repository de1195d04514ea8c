// The look of boards: which theme the user has chosen. The browser keeps it; every page with a board follows it.
const KEPT = "plies.board";

/** The themes by key: what people call them. */
export const THEMES = { wood: "wood", clear: "clear colours" };

export function chosenTheme() {
  const kept = localStorage.getItem(KEPT);
  return kept !== null && kept in THEMES ? kept : "wood";
}

/** @param {string} name */
export function chooseTheme(name) {
  localStorage.setItem(KEPT, name);
  apply();
}

function apply() {
  document.documentElement.dataset.boardTheme = chosenTheme();
}

apply();
