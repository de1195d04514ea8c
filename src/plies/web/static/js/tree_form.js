// The choices: what is searched, and how. They are kept in the address, so that a search can be linked.
import { capital, el, find, findA, findAll, titleOf } from "/static/js/common.js";

/**
 * @typedef {Record<"algorithm" | "order" | "cache", HTMLSelectElement> & { about: HTMLElement, fields: HTMLElement[] }} Way
 */

/** @type {Map<string, Way>} */
const ways = new Map();
/** @type {Api.TreeChoices} */
let known;

/** @template {{ name: string }} T @param {T[]} list @param {string} name */
const byName = (list, name) => list.find((one) => one.name === name);
/** The algorithm of that name, or the usual one. @param {string} name */
const algorithmOf = (name) => byName(known.algorithms, name) ?? known.algorithms[0];
/** @param {string} value @param {string} text @param {string} [title] */
const option = (value, text, title) => el("option", { value, title }, text);
/** @param {string} name */
const wayOf = (name) => ways.get(name) ?? way(name);

/** @param {Api.TreeChoices} choices */
export function fillForm(choices) {
  known = choices;
  find("#classic").append(...choices.classics.map((one) => option(one.name, one.title)), option("", "My own"));
  for (const game of choices.games) {
    find("#game").append(
      el(
        "optgroup",
        { label: titleOf(game.family) },
        ...game.examples.map((name) => option(name, titleOf(name))),
        option(`${game.family}:*`, `${titleOf(game.family)}: another…`),
      ),
    );
  }
  find("#first-way").append(...way("first").fields);
  find("#second-way").append(...way("second").fields);
  findAll("[name=kind]").forEach((radio) => radio.addEventListener("change", refresh));
  find("#game").addEventListener("change", refresh);
  find("#other").addEventListener("change", refresh);
  find("#classic").addEventListener("change", classicChosen);
  find("#numbers-text").addEventListener("input", () => {
    find("#classic").value = "";
    find("#classic-about").textContent = "";
  });
  classicChosen();
  refresh();
}

/**
 * The fields of one search: all that the server offers, and of that what the chosen algorithm takes.
 * @param {string} name
 */
function way(name) {
  const algorithm = el(
    "select",
    { id: `${name}-algorithm` },
    ...known.algorithms.map((one) => option(one.name, one.title, one.about)),
  );
  const order = el("select", { id: `${name}-order` });
  const cache = el(
    "select",
    { id: `${name}-cache` },
    ...known.caches.map((one) => option(one.name, one.name, one.about)),
  );
  algorithm.value = name === "first" ? known.default : known.reference;
  const about = el("p", { class: "muted small" });
  const pair = el("div", { class: "row pair" }, el("label", {}, "Order", order), el("label", {}, "Cache", cache));
  const fields = [el("label", {}, "Algorithm", algorithm), pair, about];
  const made = { algorithm, order, cache, about, fields };
  algorithm.addEventListener("change", () => {
    showOrders(made);
    describe(made);
  });
  cache.addEventListener("change", () => describe(made));
  ways.set(name, made);
  return made;
}

/** @param {Way} way */
function describe({ algorithm, cache, about }) {
  const parts = [algorithmOf(algorithm.value).about];
  if (!cache.disabled) parts.push(`Cache: ${byName(known.caches, cache.value)?.about}`);
  about.textContent = parts.join(" ");
}

/**
 * The orders there are; the first is what the algorithm does without one. An option that it does not take is off.
 * @param {Way} way
 */
function showOrders({ algorithm, order, cache }) {
  const { options } = algorithmOf(algorithm.value);
  const named = isGame() ? gameChosen().heuristics : known.orders;
  choose(
    order,
    [option("", options.order ?? "–"), ...named.map((name) => option(name, isGame() ? name : `${name} first`))],
    "",
  );
  for (const [name, select] of Object.entries({ order, cache })) {
    select.disabled = !(name in options);
    if (select.disabled) select.selectedIndex = 0;
  }
}

function classicChosen() {
  const chosen = byName(known.classics, find("#classic").value);
  find("#classic-about").textContent = chosen ? `${capital(chosen.about)}.` : "";
  if (chosen) find("#numbers-text").value = chosen.text ?? "";
}

export const isGame = () => findA(HTMLInputElement, "[name=kind]:checked").value === "game";

function gameName() {
  const chosen = find("#game").value;
  return chosen.endsWith(":*") ? find("#other").value.trim() : chosen;
}

const gameChosen = () =>
  known.games.find((each) => each.family === find("#game").value.split(":")[0]) ?? known.games[0];

/** Shows the fields that go with the kind, the heuristics of the game, and the algorithms and orders there are. */
function refresh() {
  const game = isGame(),
    one = gameChosen();
  find("#numbers").hidden = game;
  find("#game-fields").hidden = !game;
  find("#other-label").hidden = !find("#game").value.endsWith(":*");
  if (!find("#other-label").hidden && !find("#other").value.startsWith(one.family)) find("#other").value = one.default;
  choose(
    find("#heuristic"),
    one.heuristics.map((name) => option(name, name)),
    one.heuristic,
  );
  for (const each of ways.values()) {
    for (const choice of each.algorithm.options)
      choice.disabled = algorithmOf(choice.value).only_repeating && !(game && one.can_repeat);
    if (each.algorithm.selectedOptions[0].disabled) each.algorithm.value = known.default;
    showOrders(each);
    describe(each);
  }
}

/** @param {HTMLSelectElement} select @param {HTMLOptionElement[]} options @param {string} fallback */
function choose(select, options, fallback) {
  const before = select.value;
  select.replaceChildren(...options);
  select.value = options.some((one) => one.value === before) ? before : fallback;
}

export function subject() {
  if (isGame()) {
    const position = find("#position").value.trim();
    return {
      game: gameName(),
      depth: Number(find("#depth").value),
      heuristic: find("#heuristic").value,
      ...(position ? { position } : {}),
    };
  }
  const classic = find("#classic").value;
  return classic ? { classic } : { tree: find("#numbers-text").value };
}

/** @param {"first" | "second"} name @returns {TreeHow} */
export function how(name) {
  const one = wayOf(name);
  return {
    algorithm: one.algorithm.value,
    cache: one.cache.value,
    ...(one.order.value ? { order: one.order.value } : {}),
  };
}

/** @param {TreeHow} way */
export function wayText({ algorithm, order, cache }) {
  const { title, options } = algorithmOf(algorithm);
  const parts = [title];
  if (order) parts.push(`order ${order}`);
  if (options.cache && cache !== options.cache) parts.push(`cache ${cache}`);
  return parts.join(", ");
}

export function toAddress() {
  const pairs = Object.entries({ ...subject(), ...how("first") });
  const words = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]));
  history.replaceState(null, "", `?${words}`);
}

export function fromAddress() {
  const words = new URLSearchParams(location.search);
  const [name, tree, classic] = ["game", "tree", "classic"].map((key) => words.get(key));
  if (name !== null) {
    findA(HTMLInputElement, '[name=kind][value="game"]').checked = true;
    const select = find("#game");
    select.value = name;
    if (select.value !== name) {
      const family = known.games.find((one) => one.family === name.split(":")[0]);
      if (!family) return;
      select.value = `${family.family}:*`;
      find("#other").value = name;
    }
    find("#position").value = words.get("position") ?? "";
    find("#depth").value = words.get("depth") ?? find("#depth").value;
  } else if (tree !== null) {
    find("#classic").value = "";
    find("#numbers-text").value = tree;
  } else if (classic !== null) {
    find("#classic").value = classic;
    classicChosen();
  }
  refresh();
  const first = wayOf("first");
  pick(find("#heuristic"), words.get("heuristic"));
  pick(first.algorithm, ownName(words.get("algorithm")));
  showOrders(first);
  for (const key of /** @type {const} */ (["order", "cache"])) pick(first[key], words.get(key));
  describe(first);
}

/** Addresses may have one of the names that an algorithm also answers to. @param {string | null} name */
const ownName = (name) => known.algorithms.find((one) => one.aliases.includes(name ?? ""))?.name ?? name;

/**
 * Only what is there can be picked, whatever the address holds.
 * @param {HTMLSelectElement} select @param {string | null} value
 */
function pick(select, value) {
  if (value !== null && !select.disabled && [...select.options].some((one) => one.value === value && !one.disabled))
    select.value = value;
}
