// Types of the pages' code that are written by hand; generated.d.ts has those of the interface and of the HTML.

// -- what common.js makes and finds ----------------------------------------------------------------------------------

type Child = Node | string | number | null | undefined | false | readonly Child[];
type Handlers<E> = {
  [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K] & { currentTarget: E }) => unknown;
};
interface Attributes<E> extends Handlers<E> {
  [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
}
type MadeElement<K extends string> = K extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[K] : HTMLElement;
type MadeSvg<K extends string> = K extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[K] : SVGElement;
type Found<S extends string> = S extends keyof PageElements
  ? PageElements[S]
  : S extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[S]
    : HTMLElement;

/** Without its query. */
type PathOf<P extends string> = P extends `${infer Path}?${string}` ? Path : P;
type Answer<P extends string, Body> = Body extends undefined ? Api.Got<PathOf<P>> : Api.Posted<PathOf<P>>;

// -- what tools/page_types.py cannot see: streams, and objects of any shape ------------------------------------------

type Failed = { kind: "error"; message: string };
type TreeSize = { nodes: number; steps: number; cuts: number };
type TreeFound = { full: boolean; seconds: number; counts?: Api.Counts } & Partial<Api.TreeResult>;
type Compiling = { type: "compiling"; what: string; seconds: number };
type AnalysisFound = { type: "found" } & Api.FoundView;
type AnalysisEnd = { type: "end"; reason: "done" | "others" | "busy" | "error"; message?: string };
type Watched = {
  type: "progress" | "end";
  tournament: Api.TournamentView;
  players?: Api.TournamentsPlayerView[];
  live?: Api.Block[];
};
interface Streams {
  "/api/analyse": Compiling | { type: "waiting"; ahead: number } | AnalysisFound | AnalysisEnd;
  "/api/graph": Compiling | Api.Reviewed | AnalysisEnd;
  "/api/grade":
    | Failed
    | { kind: "progress"; text: string }
    | { kind: "done"; title: string; blocks: Api.Block[]; grading: { game: string } };
  "/api/timing": Failed | ({ kind: "progress" } & Api.TimingProgress) | { kind: "done"; report: Api.TimingReport };
  "/api/trees":
    | Failed
    | { kind: "begun"; tree: string }
    | ({ kind: "grown" } & TreeSize)
    | ({ kind: "done"; most_nodes: number } & TreeSize & TreeFound);
  "/api/trees/counts": Failed | ({ kind: "row"; number: number } & TreeFound) | { kind: "done" };
}
type Streamed<P extends string> = P extends keyof Streams
  ? Streams[P]
  : P extends `/api/tournaments/${string}/events`
    ? Watched
    : unknown;

declare namespace Api {
  interface TableBlock {
    id: string | null;
    columns: { title: string; align: "left" | "right"; priority: number }[];
    rows: string[][];
    shades: (number | null)[][];
    caption: string;
    folded: boolean;
    links: string[];
  }
  type Block =
    | ({ kind: "heading" } & HeadingBlock)
    | ({ kind: "paragraph" } & ParagraphBlock)
    | ({ kind: "table" } & TableBlock)
    | ({ kind: "dots" } & DotsBlock)
    | ({ kind: "histograms" } & HistogramsBlock);
  /** A guide's: text with marks. */
  type Span = { text: string; code?: boolean; emphasis?: boolean; strong?: boolean };
  type GuideBlock =
    | { kind: "heading"; level: number; spans: Span[] }
    | { kind: "paragraph"; spans: Span[] }
    | { kind: "code"; text: string }
    | { kind: "list"; ordered: boolean; items: Span[][] }
    | { kind: "table"; head: Span[][]; rows: Span[][][]; right: boolean[] };
  /** What the tree page offers (/api/trees). */
  interface TreeChoices {
    games: TreeGame[];
    algorithms: TreeAlgorithm[];
    default: string;
    reference: string;
    caches: { name: string; about: string }[];
    orders: string[];
    classics: { name: string; title: string; about: string; text: string | null }[];
    limits: { nodes: number; counted: number; seconds: number; depth: number };
  }
  interface TreeGame {
    family: string;
    about: string;
    options: string;
    examples: string[];
    default: string;
    heuristics: string[];
    heuristic: string;
    can_repeat: boolean;
  }
  interface TreeAlgorithm {
    name: string;
    aliases: string[];
    title: string;
    about: string;
    options: Record<string, string>;
    only_repeating: boolean;
  }
}

// -- what pages keep -------------------------------------------------------------------------------------------------

type Person = { kind: "person" };
/** `weights` by term; `limits` and `options` by name. */
type Player = {
  kind: "player";
  algorithm: string;
  heuristic: string | null;
  limits: Record<string, number>;
  options: Record<string, string>;
  weights: Record<string, number>;
};
type AnyPlayer = Person | Player;
/** As the server takes a player; what is left out is as usual. */
type AskedPlayer = {
  algorithm?: string;
  heuristic?: { name?: string | null; weights?: Record<string, number> };
  limits?: Partial<Record<keyof Api.Limited, number | null>>;
  options?: Record<string, string>;
};
/** What a form for players needs of a game. */
type Playable = { heuristics: (Pick<Api.HeuristicView, "name"> & Partial<Api.HeuristicView>)[]; default: string };
type ClockSetting = { seconds: number; more: number };
type Lost = { side: number; why: string };
type Move = import("/static/js/move_tree.js").Move;
type Spot = { game: string; start: string | null; moves: string[] };
/** What a game begins with; see Session.begin and Page.begin. */
type Beginning = {
  start?: string | null;
  tree?: Move;
  moves?: string[];
  line?: number[];
  ply?: number;
  players?: AnyPlayer[];
  clock?: ClockSetting | null;
  lost?: Lost | null;
  paused?: boolean;
  serious?: boolean;
};
/** What an address asks for. */
type Addressed = {
  game: string;
  start: string | null;
  text: string;
  branch: string | null;
  ply: string | null;
  players: AnyPlayer[];
  lost: Lost | null;
};
type Shown = { tree: Move; line: number[]; ply: number; lost: Lost | null };
type At = { x: number; y: number };
type Arrow = { squares: string[]; strength: number };
/** What the user drew: an arrow, or a circle where both are the same cell. */
type Note = { from: string; to: string };

// -- the page of trees -----------------------------------------------------------------------------------------------

type TreeEvent = { kind: "enter" | "leave"; id: number };
type TreeHow = { algorithm: string; cache?: string; order?: string };
/** What is shown of a tree, and how. */
type TreeView = {
  step: number;
  way: Api.NodeView[];
  onWay: Set<number>;
  principal: Set<number>;
  windows: Map<number, [string, string]>;
  zoom: number;
  says: string;
  current: number | null;
  selected: number | null;
  open: Set<number>;
  closed: Set<number>;
  widened: Map<number, number>;
  whole: boolean;
  room: number;
  fit: { width: number; height: number; most: number };
};
/** A node in the picture, with what is below it. */
type NodeItem = {
  node: Api.NodeView;
  state: "unseen" | "done" | "active";
  items: TreeItem[];
  closed?: boolean;
  x: number;
};
/** A branch that was left out. */
type StubItem = { stub: string; kind: string; items: StubItem[]; x: number };
/** Children that are not shown. */
type MoreItem = { more: number; parent: Api.NodeView; items: []; x: number };
type TreeItem = NodeItem | StubItem | MoreItem;
type TreeActions = { select(id: number): void; toggle(id: number): void; widen(id: number): void };
/** What a board calls, and its name. */
type BoardOptions = {
  onmove?: ((word: string) => unknown) | null;
  onchoice?: ((moves: Api.MoveView[]) => unknown) | null;
  onrefused?: ((cell: string, from: string | null) => unknown) | null;
  label?: string;
};
