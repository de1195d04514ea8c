// A walk through one recorded search: where it stands, and its tree on a canvas. The page has one, or two side by side.
import { el, notify } from "/static/js/common.js";
import { draw, visible } from "/static/js/tree_draw.js";
import { TreeData, inWords, nameOf } from "/static/js/tree_data.js";

export class Walk {
  /** `onshown()` after each step, `onpainted()` after each drawing. */
  constructor(canvas, says, { onshown = () => {}, onpainted = () => {} } = {}) {
    Object.assign(this, { canvas, says, onshown, onpainted });
    this.data = null;
    this.found = null; // what the search found, once it is done
    this.turn = 0;
    this.view = { step: 0, way: [], onWay: new Set(), principal: new Set(), windows: new Map(), zoom: 1, says: "" };
    this.reset();
  }

  reset() {
    this.found = null;
    Object.assign(this.view, {
      step: 0,
      selected: null,
      principal: new Set(),
      open: new Set(),
      closed: new Set(),
      widened: new Map(),
      whole: false,
    });
  }

  /** A search begins to be recorded; what is still on its way belongs to the one before. */
  begin(tree, isGame) {
    this.turn += 1;
    this.data = new TreeData(tree, isGame);
  }

  get steps() {
    return this.data?.steps ?? 0;
  }

  async show(step) {
    const { data, view } = this;
    if (!this.steps) return;
    const mine = ++this.turn;
    const target = Math.max(0, Math.min(step, data.steps - 1));
    try {
      const event = await data.event(target);
      if (mine !== this.turn) return;
      const atEnd = this.found !== null && target === data.steps - 1;
      const principal = new Set(atEnd ? await data.principal() : []);
      if (mine !== this.turn) return;
      Object.assign(view, { step: target, current: event.id, selected: event.id, principal });
      this.follow(event);
    } catch (error) {
      notify(error);
      return;
    }
    this.tell();
    this.onshown();
    await this.paint();
  }

  /** What happens at this step, in words. */
  tell() {
    const { data, view } = this;
    const event = data.events.get(view.step);
    view.says = inWords(data, event.kind, data.nodes.get(event.id));
    if (view.principal.size > 1)
      view.says += ` The principal variation: ${[...view.principal]
        .slice(1)
        .map((id) => nameOf(data, data.nodes.get(id)))
        .join(data.isGame ? " " : ", ")}.`;
    this.says.replaceChildren(
      el("b", {}, `${(view.step + 1).toLocaleString("en")} / ${data.steps.toLocaleString("en")} `),
      view.says,
    );
  }

  /** The path from the root, and the windows that its nodes have by now. */
  follow(event) {
    const { data, view } = this;
    view.way = data.way(event.id);
    view.onWay = new Set(view.way.map((node) => node.id));
    view.windows = new Map();
    view.way.forEach((node, at) => {
      const below = view.way[at + 1];
      view.windows.set(node.id, below ? [below.alpha, below.beta] : [node.alpha, node.beta]);
    });
    const last = view.way.at(-1);
    if (event.kind === "leave" && last.parent !== null) view.windows.set(last.parent, last.then);
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
    view.fit = canvas.clientWidth - 4;
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

  select(id) {
    this.view.selected = id;
    this.paint();
  }

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

  widen(id) {
    this.view.widened.set(id, (this.view.widened.get(id) ?? 0) + 10);
    this.paint();
  }

  zoom(factor) {
    this.view.zoom = Math.max(0.4, Math.min(2.5, this.view.zoom * factor));
    this.paint();
  }
}
