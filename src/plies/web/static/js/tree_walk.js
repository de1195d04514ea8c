// A walk through one recorded search: where it stands, and its tree on a canvas. The page has one, or two side by side.
import { el, notify } from "/static/js/common.js";
import { draw } from "/static/js/tree_draw.js";
import { visible } from "/static/js/tree_shape.js";
import { TreeData, inWords, nameOf } from "/static/js/tree_data.js";

/** What a walk has at its beginning. @type {() => TreeView} */
const anew = () => ({
  step: 0,
  way: [],
  onWay: new Set(),
  principal: new Set(),
  windows: new Map(),
  zoom: 1,
  says: "",
  current: null,
  selected: null,
  open: new Set(),
  closed: new Set(),
  widened: new Map(),
  whole: false,
  room: 3,
  fit: { width: 0, height: Infinity, most: 1 },
});

export class Walk {
  /** @type {TreeData | null} */
  data = null;
  /** What the search found, once it is done. @type {(TreeFound & { search: TreeHow }) | null} */
  found = null;
  turn = 0;
  view = anew();

  /**
   * `onshown()` after each step, `onpainted()` after each drawing.
   * @param {HTMLElement} canvas @param {HTMLElement} says
   * @param {{ onshown?: () => void, onpainted?: () => void }} hooks
   */
  constructor(canvas, says, { onshown = () => {}, onpainted = () => {} } = {}) {
    this.canvas = canvas;
    this.says = says;
    this.onshown = onshown;
    this.onpainted = onpainted;
  }

  reset() {
    this.found = null;
    const { step, selected, principal, open, closed, widened, whole } = anew();
    Object.assign(this.view, { step, selected, principal, open, closed, widened, whole });
  }

  /**
   * A search begins to be recorded; what is still on its way belongs to the one before.
   * @param {string} tree @param {boolean} isGame
   */
  begin(tree, isGame) {
    this.turn += 1;
    this.data = new TreeData(tree, isGame);
  }

  get steps() {
    return this.data?.steps ?? 0;
  }

  /** @param {number} step */
  async show(step) {
    const { data, view } = this;
    if (!data?.steps) return;
    const mine = ++this.turn;
    const target = Math.max(0, Math.min(step, data.steps - 1));
    try {
      const event = await data.event(target);
      if (mine !== this.turn) return;
      const atEnd = this.found !== null && target === data.steps - 1;
      const principal = new Set(atEnd ? await data.principal() : []);
      if (mine !== this.turn) return;
      Object.assign(view, { step: target, current: event.id, selected: event.id, principal });
      this.follow(data, event);
    } catch (error) {
      notify(error);
      return;
    }
    this.tell(data);
    this.onshown();
    await this.paint();
  }

  /** What happens at this step, in words. @param {TreeData} data */
  tell(data) {
    const { view } = this;
    const event = data.events.get(view.step);
    const node = event && data.nodes.get(event.id);
    if (!node) return;
    view.says = inWords(data, event.kind, node);
    const principal = [...view.principal].slice(1).flatMap((id) => data.nodes.get(id) ?? []);
    if (principal.length)
      view.says += ` The principal variation: ${principal
        .map((one) => nameOf(data, one))
        .join(data.isGame ? " " : ", ")}.`;
    this.says.replaceChildren(
      el("b", {}, `${(view.step + 1).toLocaleString("en")} / ${data.steps.toLocaleString("en")} `),
      view.says,
    );
  }

  /**
   * The path from the root, and the windows that its nodes have by now.
   * @param {TreeData} data @param {TreeEvent} event
   */
  follow(data, event) {
    const { view } = this;
    view.way = data.way(event.id) ?? [];
    view.onWay = new Set(view.way.map((node) => node.id));
    view.windows = new Map();
    view.way.forEach((node, at) => {
      const below = view.way[at + 1];
      view.windows.set(node.id, below ? [below.alpha, below.beta] : [node.alpha, node.beta]);
    });
    const last = view.way.at(-1);
    if (event.kind === "leave" && last?.then && last.parent !== null) view.windows.set(last.parent, last.then);
  }

  async paint() {
    const { data, view, canvas } = this;
    if (!data?.nodes.has(0)) return; // nothing has arrived yet, or it is being read again: what is shown next paints
    view.room = Math.max(3, Math.floor((canvas.clientWidth - 80) / 84) - 2);
    const mine = this.turn;
    let shape = visible(data, view);
    for (let tries = 0; shape.missing.length && tries < 12; tries++) {
      try {
        await Promise.all(shape.missing.slice(0, 40).map(([id, start, count]) => data.children(id, start, count)));
      } catch (error) {
        notify(error);
        return;
      }
      if (mine !== this.turn) return;
      shape = visible(data, view);
    }
    if (!shape.root) return;
    view.fit = this.room();
    const { picture, here, scale } = draw(data, shape.root, view, {
      select: (id) => this.select(id),
      toggle: (id) => this.toggle(id),
      widen: (id) => this.widen(id),
    });
    const left = canvas.scrollLeft,
      top = canvas.scrollTop;
    canvas.classList.toggle("whole", view.whole);
    canvas.replaceChildren(picture);
    canvas.scrollLeft = left;
    canvas.scrollTop = top;
    if (here) this.keepInSight(here, scale);
    this.onpainted();
  }

  /** What a tree may take: it fits the width; on a projector it fills the canvas. */
  room() {
    const { clientWidth, clientHeight } = this.canvas;
    const fills = this.view.whole && document.body.classList.contains("presenting");
    return { width: clientWidth - 4, height: fills ? clientHeight - 4 : Infinity, most: fills ? 2 : 1.15 };
  }

  /** @param {At} here @param {number} scale */
  keepInSight(here, scale) {
    const { canvas } = this;
    const x = here.x * scale,
      y = here.y * scale,
      edge = 70 * scale;
    if (x - edge < canvas.scrollLeft || x + edge > canvas.scrollLeft + canvas.clientWidth)
      canvas.scrollLeft = x - canvas.clientWidth / 2;
    if (y < canvas.scrollTop || y + edge > canvas.scrollTop + canvas.clientHeight)
      canvas.scrollTop = y - canvas.clientHeight / 2;
  }

  /** @param {number} id */
  select(id) {
    this.view.selected = id;
    this.paint();
  }

  /** @param {number} id */
  toggle(id) {
    const { view } = this;
    const isOpen = !view.closed.has(id) && (view.whole || view.onWay.has(id) || view.open.has(id));
    if (isOpen) {
      view.open.delete(id);
      view.closed.add(id);
    } else {
      view.closed.delete(id);
      view.open.add(id);
    }
    this.paint();
  }

  /** @param {number} id */
  widen(id) {
    this.view.widened.set(id, (this.view.widened.get(id) ?? 0) + 10);
    this.paint();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.view.zoom = Math.max(0.4, Math.min(2.5, this.view.zoom * factor));
    this.paint();
  }
}
