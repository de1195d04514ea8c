// The choices: what is searched, and how. They are kept in the address, so that a search can be linked.
import { el, find, findAll } from "/static/js/common.js";

const ways = {};
let known;

const byName = (list, name) => list.find((one) => one.name === name);
const option = (value, text, title) => el("option", { value, title }, text);

export function fillForm(choices) {
  known = choices;
  find("#classic").append(...choices.classics.map((one) => option(one.name, one.name)), option("", "my own"));
  for (const game of choices.games) {
    find("#game").append(
      el(
        "optgroup",
        { label: game.family },
        ...game.examples.map((name) => option(name, name)),
        option(`${game.family}:*`, `${game.family}: another…`),
      ),
    );
  }
  ways.first = way("first");
  ways.second = way("second");
  find("#first-way").append(...ways.first.fields);
  find("#second-way").append(...ways.second.fields);
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

/** The fields of one search: all that the server offers, and of that what the chosen algorithm takes. */
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
  const made = { algorithm, order, cache, about };
  algorithm.addEventListener("change", () => {
    showOrders(made);
    describe(made);
  });
  cache.addEventListener("change", () => describe(made));
  const pair = el("div", { class: "row pair" }, el("label", {}, "Order", order), el("label", {}, "Cache", cache));
  return { ...made, fields: [el("label", {}, "Algorithm", algorithm), pair, about] };
}

function describe({ algorithm, cache, about }) {
  const parts = [byName(known.algorithms, algorithm.value).about];
  if (!cache.disabled) parts.push(`Cache: ${byName(known.caches, cache.value).about}`);
  about.textContent = parts.join(" ");
}

/** The orders there are; the first is what the algorithm does without one. An option that it does not take is off. */
function showOrders({ algorithm, order, cache }) {
  const { options } = byName(known.algorithms, algorithm.value);
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
  find("#classic-about").textContent = chosen?.about ?? "";
  if (chosen) find("#numbers-text").value = chosen.text ?? "";
}

export const isGame = () => find("[name=kind]:checked").value === "game";

function gameName() {
  const chosen = find("#game").value;
  return chosen.endsWith(":*") ? find("#other").value.trim() : chosen;
}

const gameChosen = () => known.games.find((each) => each.family === find("#game").value.split(":")[0]);

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
  for (const each of Object.values(ways)) {
    for (const choice of each.algorithm.options)
      choice.disabled = byName(known.algorithms, choice.value).only_repeating && !(game && one.can_repeat);
    if (each.algorithm.selectedOptions[0].disabled) each.algorithm.value = known.default;
    showOrders(each);
    describe(each);
  }
}

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

export function how(name) {
  const one = ways[name];
  return {
    algorithm: one.algorithm.value,
    cache: one.cache.value,
    ...(one.order.value ? { order: one.order.value } : {}),
  };
}

export function wayText({ algorithm, order, cache }) {
  const { title, options } = byName(known.algorithms, algorithm);
  const parts = [title];
  if (order) parts.push(`order ${order}`);
  if (options.cache && cache !== options.cache) parts.push(`cache ${cache}`);
  return parts.join(", ");
}

export function toAddress() {
  const words = new URLSearchParams({ ...subject(), ...how("first") });
  history.replaceState(null, "", `?${words}`);
}

export function fromAddress() {
  const words = new URLSearchParams(location.search);
  if (words.has("game")) {
    find('[name=kind][value="game"]').checked = true;
    const name = words.get("game");
    const select = find("#game");
    select.value = name;
    if (select.value !== name) {
      const family = known.games.find((one) => one.family === name.split(":")[0]);
      if (!family) return;
      select.value = `${family.family}:*`;
      find("#other").value = name;
    }
    find("#position").value = words.get("position") ?? "";
    if (words.has("depth")) find("#depth").value = words.get("depth");
  } else if (words.has("tree")) {
    find("#classic").value = "";
    find("#numbers-text").value = words.get("tree");
  } else if (words.has("classic")) {
    find("#classic").value = words.get("classic");
    classicChosen();
  }
  refresh();
  if (words.has("heuristic")) pick(find("#heuristic"), words.get("heuristic"));
  if (words.has("algorithm")) pick(ways.first.algorithm, ownName(words.get("algorithm")));
  showOrders(ways.first);
  for (const name of ["order", "cache"]) {
    if (words.has(name)) pick(ways.first[name], words.get(name));
  }
  describe(ways.first);
}

/** Addresses may have one of the names that an algorithm also answers to. */
const ownName = (name) => known.algorithms.find((one) => one.aliases.includes(name))?.name ?? name;

/** Only what is there can be picked, whatever the address holds. */
function pick(select, value) {
  if (!select.disabled && [...select.options].some((one) => one.value === value && !one.disabled)) select.value = value;
}
