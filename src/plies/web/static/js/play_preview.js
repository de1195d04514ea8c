// Looking ahead: the position after some moves, shown on the board while the mouse is on them.
import { find, notify } from "/static/js/common.js";
import { statusText } from "/static/js/play_view.js";

export class Preview {
  turn = 0;

  /** @param {import("/static/js/play.js").Page} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * Shows the position after some moves from here, or from the start of the game after those `before` them.
   * @param {string[]} moves @param {string[] | null} before
   */
  async show(moves, before = null) {
    const { page } = this;
    const mine = (this.turn += 1);
    try {
      const position = await (before
        ? page.session.position(0, [...before, ...moves])
        : page.session.position(page.session.ply, moves));
      if (mine !== this.turn) return;
      find("#play").classList.add("preview");
      page.board.hideArrows(true);
      page.board.draw(position.board, position.last?.squares);
      find("#status").textContent = `Looking ahead: after ${moves.join(" ")}.`;
    } catch (error) {
      notify(error);
    }
  }

  end(back = true) {
    const { page } = this;
    this.turn += 1;
    if (!find("#play").classList.contains("preview")) return;
    find("#play").classList.remove("preview");
    page.board.hideArrows(false);
    if (!page.position) return;
    find("#status").textContent = statusText(page);
    if (back) page.board.draw(page.position.board, page.position.last ? page.position.last.squares : []);
  }
}
