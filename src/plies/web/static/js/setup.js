// The dialog before a game: which game, its options, who plays, the clock. All of it comes from the server's lists.
import { capital, el, find, findA, notify, request, seek, titleOf } from "/static/js/common.js";
import { LevelForm, levelsOf } from "/static/js/levels.js";
import { PERSON, asked as askedPlayer, loadAlgorithms } from "/static/js/players.js";

export class Setup {
  /** @param {(game: Api.PlayGameView, what: Beginning) => void} onstart */
  constructor(onstart) {
    this.dialog = findA(HTMLDialogElement, "#setup");
    this.onstart = onstart;
    /** @type {Api.FamilyView[]} */
    this.families = [];
    /** @type {LevelForm[]} */
    this.sides = [];
    this.offering = 0;
    this.family = find("#setup-family");
    this.family.addEventListener("change", () => this.changed());
    find("#setup-fields").addEventListener("change", () => this.offerPlayers());
    find("#setup-cancel").addEventListener("click", () => this.dialog.close());
    find("#setup-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin().catch(notify);
    });
  }

  async load() {
    [this.families] = await Promise.all([request("/api/games"), loadAlgorithms()]);
    this.family.replaceChildren(...this.families.map((one) => el("option", { value: one.name }, titleOf(one.name))));
    this.changed();
  }

  /** What was chosen last for a family stays chosen. @param {string} [family] */
  open(family) {
    if (family && family !== this.family.value && this.families.some((one) => one.name === family)) {
      this.family.value = family;
      this.changed();
    }
    this.dialog.showModal();
    this.offerPlayers();
  }

  get chosen() {
    return this.families.find((one) => one.name === this.family.value) ?? this.families[0];
  }

  changed() {
    const family = this.chosen;
    find("#setup-about").textContent = `${capital(family.about)}.`;
    const fields = family.fields.length ? family.fields.map(field) : [textField(family)];
    find("#setup-fields").replaceChildren(...fields);
    this.sides = family.game.sides.map((_, index) => new LevelForm(family.game, index, { byPerson: index === 0 }));
    find("#setup-sides").replaceChildren(
      ...this.sides.map((form, index) =>
        el("fieldset", {}, el("legend", {}, capital(family.game.sides[index])), form.element),
      ),
    );
    if (this.dialog.open) this.offerPlayers();
  }

  /** The game with the chosen options; an error where these make none. */
  async game() {
    const family = this.chosen;
    /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
    const fields = find("#setup-fields").querySelectorAll("[data-option]");
    const values = Object.fromEntries([...fields].map((one) => [one.dataset.option, one.value.trim()]));
    return request(
      "/api/choose",
      family.fields.length
        ? { family: family.name, values }
        : { family: family.name, text: seek("input", find("#setup-fields"))?.value.trim() ?? "" },
    );
  }

  /** The players of the chosen board; what is wrong with its options is said when the game is to begin. */
  async offerPlayers() {
    const mine = (this.offering += 1);
    const found = await this.game()
      .then(async (game) => ({ game, levels: await levelsOf(game.name) }))
      .catch(() => null);
    if (found && mine === this.offering) for (const form of this.sides) form.offer(found.game, found.levels);
  }

  async begin() {
    const game = await this.game();
    const levels = await levelsOf(game.name);
    this.offering += 1; // what was asked before is old now
    for (const form of this.sides) form.offer(game, levels);
    const players = this.sides.map((form) => form.value);
    for (const one of players)
      if (one.kind !== PERSON) await request("/api/player", { game: game.name, player: askedPlayer(one) });
    const minutes = Number(find("#setup-minutes").value);
    const more = Number(find("#setup-more").value);
    this.dialog.close();
    this.onstart(game, {
      players,
      clock: minutes > 0 ? { seconds: minutes * 60, more } : null,
      serious: minutes > 0 || players.some((one) => one.kind !== PERSON),
    });
  }
}

/** @param {Api.OptionView} one */
function field(one) {
  const common = { "data-option": one.name, title: one.hint || null };
  let input;
  if (one.choices.length) {
    input = el(
      "select",
      common,
      ...one.choices.map((value) => el("option", { selected: value === one.default }, value)),
    );
  } else if (one.high !== null) {
    input = el("input", { ...common, type: "number", min: one.low, max: one.high, value: one.default, required: true });
  } else {
    input = el("input", { ...common, value: one.default, maxlength: 200, size: 14 });
    return el("label", {}, one.name, input, el("span", { class: "small hint" }, one.hint));
  }
  return el("label", {}, one.name, input);
}

/** @param {Api.FamilyView} family */
function textField(family) {
  if (!family.default && family.examples.length < 2) return "";
  return el(
    "label",
    { class: "grow" },
    `options: ${family.options}`,
    el("input", { id: "setup-text", value: family.default, maxlength: 200 }),
  );
}
