// Levels: opponents by one word, with what the server knows of their strength.
import { el, request } from "/static/js/common.js";
import { PlayerForm } from "/static/js/player_form.js";
import { PERSON, fromAsked, playerText, wordsOf } from "/static/js/players.js";

const MORE = "more";

/** The levels of a game by its name, the weakest first. @param {string} game */
export const levelsOf = (game) => request(`/api/levels?game=${encodeURIComponent(game)}`);

/** A level in the address: its player. @param {{ player: AskedPlayer }} level */
export const levelText = (level) => playerText(fromAsked(level.player));

/** The level that a player is, among some. @param {Player} player @param {Api.LevelView[]} levels */
export const levelOf = (player, levels) => levels.find((one) => levelText(one) === playerText(player));

/** @param {number} number */
const whole = (number) => Math.round(number).toLocaleString("en");

/**
 * How strong a level is, in words; `lowest` is the one that the others are compared with.
 * @param {Api.LevelView} level @param {Api.LevelView} lowest
 */
export function strength({ rating, name }, lowest) {
  if (!rating) return "Not measured on this board.";
  if (name === lowest.name) return "The lowest level, by which the others are rated.";
  if (rating.elo === null) return `More than ${whole(rating.low)} Elo above ${lowest.name}.`;
  const error = Math.max(rating.elo - rating.low, (rating.high ?? rating.elo) - rating.elo);
  return `About ${whole(rating.elo)} ± ${whole(error)} Elo above ${lowest.name}.`;
}

/** The same in a few signs, for a list. @param {Api.LevelView} level @param {Api.LevelView} lowest */
function brief({ rating, name }, lowest) {
  if (!rating || name === lowest.name) return name;
  return `${name} (${rating.elo === null ? `over +${whole(rating.low)}` : `${rating.elo < 0 ? "−" : "+"}${whole(Math.abs(rating.elo))}`})`;
}

/** Who plays a side: a human, a level, or under "more" any player. `byPerson`: a human is chosen first. */
export class LevelForm {
  /** @param {Playable} game @param {string | number} id @param {{ byPerson: boolean }} options */
  constructor(game, id, { byPerson }) {
    /** @type {Api.LevelView[]} */
    this.levels = [];
    this.untouched = !byPerson; // the usual level is chosen as soon as the levels are known
    this.list = el("optgroup", { label: "the computer, by level" });
    this.who = el(
      "select",
      { id: `level-${id}` },
      el("option", { value: "" }, "a human"),
      this.list,
      el("option", { value: MORE }, "more: any player"),
    );
    this.about = el("p", { class: "small muted about" });
    this.form = new PlayerForm(game, id, { label: "algorithm" });
    this.more = el("div", { class: "any-player" });
    this.who.addEventListener("change", () => {
      this.untouched = false;
      this.changed();
    });
    this.element = el("div", {}, el("label", {}, "played by", this.who), this.about, this.more);
    this.changed();
  }

  /**
   * Another board: its levels and heuristics to choose from; what was chosen stays, where there is such a one.
   * @param {Playable} game @param {Api.LevelView[]} levels
   */
  offer(game, levels) {
    this.levels = levels;
    this.form.offer(game);
    this.form.changed();
    const chosen = this.untouched ? levels.find((one) => one.usual)?.name : this.who.value;
    this.list.replaceChildren(...levels.map((one) => el("option", { value: one.name }, brief(one, levels[0]))));
    const kept = chosen === "" || chosen === MORE || levels.some((one) => one.name === chosen);
    this.who.value = (kept ? chosen : levels.at(-1)?.name) ?? "";
    this.changed();
  }

  get level() {
    return this.levels.find((one) => one.name === this.who.value);
  }

  changed() {
    const { level } = this;
    this.about.hidden = !level;
    this.about.textContent = level
      ? `${strength(level, this.levels[0])} Settings: ${wordsOf(fromAsked(level.player))}.`
      : "";
    this.more.replaceChildren(...(this.who.value === MORE ? [this.form.element] : []));
  }

  /** @returns {AnyPlayer} */
  get value() {
    if (this.who.value === MORE) return this.form.value;
    return this.level ? fromAsked(this.level.player) : { kind: PERSON };
  }
}
