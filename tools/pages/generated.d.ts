// Made by tools/page_types.py.
declare namespace Api {
  interface AdviceView {
    situation: SituationView;
    value: number;
    gap: number;
    matrix: number[][];
    offence: CallView[];
    defence: CallView[];
    hopeless: boolean;
  }
  interface AlgorithmLimit {
    name: string;
    about: string;
    most: number;
    usual: number;
  }
  interface AlgorithmOption {
    name: string;
    about: string;
    form: "whole number" | "time" | "switch" | "choice" | "heuristic" | "text";
    right: string;
    default: string | null;
    low: number | null;
    high: number | null;
    choices: string[];
  }
  interface AlgorithmView {
    name: string;
    about: string;
    package: string;
    takes_heuristic: boolean;
    most_lines: number;
    is_native: boolean;
    limits: AlgorithmLimit[];
    options: AlgorithmOption[];
  }
  interface Analysing {
    game: string;
    start?: string | null;
    moves?: string[];
    player?: string | PlayerChoice | null;
    heuristic?: Choice;
    limits?: Limited;
    lines?: number;
  }
  interface Axis {
    title: string;
    marks: Mark[];
  }
  interface Beyond {
    label: string;
    below: Beyond[];
  }
  interface BuildView {
    game: string;
    title: string;
    state: "waiting" | "building" | "done" | "refused";
    stage: string;
    share: number | null;
    message: string;
  }
  interface CallMap {
    seconds: number;
    downs: DownCalls[];
  }
  interface CallRequest {
    yards: number;
    down: number;
    to_go: number;
    seconds: number;
    side: "offence" | "defence";
    call: number;
    seed: number;
    drive?: number;
    step: number;
  }
  interface CallView {
    name: string;
    share: number;
    cost_if_known: number;
    best_reply: string;
  }
  interface Card {
    name: string;
    title: string;
    about: string;
    game: string | null;
    tree: string | null;
    level: LevelView | null;
  }
  interface CellView {
    name: string;
    x: number;
    y: number;
    shade: string;
    piece: number | null;
    text: string;
    letter: string;
  }
  interface Change {
    name: string;
    shade: string;
    piece: number | null;
    text: string;
  }
  interface Checking {
    game: string;
    player: string | PlayerChoice;
  }
  interface Choice {
    name: string | null;
    weights: Record<string, number>;
  }
  interface Chosen {
    family: string;
    values?: Record<string, string>;
    text?: string | null;
  }
  interface ColourView {
    name: string;
    fill: string;
    ink: string;
    safe: string;
  }
  interface Compared {
    position: PositionView;
    parent: EvaluationView;
    child: EvaluationView | null;
  }
  interface Comparing {
    moves?: string[];
  }
  interface Comparison {
    title: string;
    first: string;
    second: string;
    definition: TournamentAsked;
  }
  interface Composing {
    game: string;
    cells: Record<string, string>;
    turn: number;
  }
  interface ContentsView {
    table: TableView;
    win: [number, number][];
    loss: [number, number][];
    longest: LongWinView[];
    blocks: Block[];
  }
  interface CountRequest {
    subject: Searched;
    searches: How[];
  }
  interface CountersView {
    leaves: number | null;
    cutoffs: number | null;
    first_move_cutoffs: number | null;
    table_hits: number | null;
    table_filling: number | null;
    deepest: number | null;
    probes: number | null;
  }
  interface Counts {
    nodes: number;
    leaves: number;
    cutoffs: number;
    first_cutoffs: number;
    hits: number;
  }
  interface Curve {
    name: string;
    steps: number[];
    training: number[];
    held_out: number[];
    best_so_far: number;
  }
  interface Detail {
    standings: Record<string, unknown> | null;
    reading: string;
    published: PublishedView | null;
    players: TournamentsPlayerView[];
    left_out: LeftOutView;
    identical: string[][];
    live: Block[];
    blocks: Block[];
    tournament: TournamentView;
  }
  interface DotsBlock {
    id: string;
    caption: string;
    axis: Axis;
    rows: string[];
    series: Series[];
    joined: boolean;
  }
  interface DownCalls {
    down: number;
    offence: (number[] | null)[];
    defence: (number[] | null)[];
  }
  interface Draft {
    heuristics: string[];
    evaluation: EvaluationView | null;
    problem: string;
    line: number;
  }
  interface EditingView {
    pieces: PieceView[];
    shades: Record<string, string>;
    most: number;
  }
  interface EditorView {
    open: boolean;
    folder: string;
    files: string[];
  }
  interface EntryView {
    play: string;
    formation: string;
    value: number;
    outcomes: OutcomeOfCallsView[];
  }
  interface Evaluating {
    game: string;
    start?: string | null;
    moves?: string[];
    heuristics?: Choice[];
    me?: number | null;
  }
  interface EvaluationView {
    heuristic: string;
    me: number;
    value: number;
    centre: number;
    unit: UnitView | null;
    terms: TermView[];
  }
  interface Exported {
    text: string;
    suffix: string;
  }
  interface Exporting {
    game: string;
    start?: string | null;
    moves?: string[];
    format: string;
    line?: string | null;
  }
  interface Family {
    node: NodeView;
    start: number;
    children: NodeView[];
  }
  interface FamilyView {
    name: string;
    about: string;
    options: string;
    default: string;
    examples: string[];
    fields: OptionView[];
    game: PlayGameView;
  }
  interface FormatView {
    key: string;
    name: string;
    suffix: string;
  }
  interface FoundView {
    depth: number;
    value: number | null;
    first_value: number | null;
    nodes: number;
    seconds: number;
    nodes_per_second: number;
    counters: CountersView;
    lines: LineView[];
    heuristic: string;
    unit: UnitView | null;
  }
  interface GameFacts {
    name: string;
    about: string;
    options: string;
    examples: string[];
    sides: string[];
    start: string;
    move: string;
    most_moves: number;
    ends: string[];
    formats: string[];
    has_board: boolean;
    heuristics: HeuristicTerms[];
  }
  interface GamePage {
    games: GameRow[];
    more: boolean;
    unreadable: UnreadableView[];
    table: Block;
  }
  interface GameRow {
    id: string;
    tournament: string;
    board: string;
    first: string;
    second: string;
    pair: number;
    turned: boolean;
    score: number;
    termination: string;
    reason: string;
    plies: number;
    seconds: number;
    started: number;
  }
  interface GivenAway {
    ply: number;
    before: KnownView;
    after: KnownView;
  }
  interface GoOn {
    games?: number | null;
    minutes?: number | null;
  }
  interface GradeRequest {
    game: string;
    players?: (string | PlayerChoice)[];
    heuristics?: string[];
    positions?: number;
    source?: "uniform" | "games" | "distance";
    seed?: number;
  }
  interface GradedGame {
    game: string;
    table: string;
    positions: number;
  }
  interface Graphing {
    game: string;
    start?: string | null;
    moves?: string[];
    heuristic?: Choice;
    nodes?: number;
  }
  interface Guide {
    name: string;
    title: string;
    blocks: GuideBlock[];
    game: GameFacts | null;
  }
  interface GuideTitle {
    name: string;
    title: string;
  }
  interface HeadingBlock {
    id: string;
    text: string;
    level: number;
  }
  interface HeuristicTerms {
    name: string;
    about: string;
    default: boolean;
    centre: number;
    same: boolean;
    terms: TermOfHeuristic[];
    windows: number;
  }
  interface HeuristicView {
    name: string;
    about: string;
    centre: number;
    unit: UnitView | null;
    terms: Record<string, number>;
  }
  interface HistogramsBlock {
    id: string;
    caption: string;
    axis: Axis;
    width: number;
    panels: Panel[];
  }
  interface Home {
    cards: Card[];
    demonstration: Spot;
    title: string;
    comparison: Comparison;
  }
  interface How {
    algorithm?: "minimax" | "alphabeta" | "alpha-beta" | "textbook" | "soft" | "path";
    order?: string | null;
    cache?: "none" | "window-published" | "window" | "bounds";
  }
  interface Imported {
    game: string;
    start: string;
    moves: string[];
    text: string;
    turn: number;
    sides: string[];
    outcome: OutcomeView | null;
    board: WebBoardView | null;
    legal: MoveView[];
    last: LastMove | null;
    compulsion: string;
    known: KnownView | null;
    given_away: GivenAway[];
    solving: boolean;
    line: string;
  }
  interface Importing {
    game: string;
    text: string;
  }
  interface KnownView {
    result: "win" | "loss" | "draw";
    plies: number | null;
  }
  interface LastMove {
    word: string;
    squares: string[];
    side: number;
    steps: Change[][];
  }
  interface LeftOutView {
    games: number;
    reasons: Record<string, number>;
    example: string;
  }
  interface LevelView {
    name: string;
    text: string;
    player: PlayerChoice;
    rating: RatingView | null;
    usual: boolean;
  }
  interface Limited {
    depth: number | null;
    nodes: number | null;
    seconds: number | null;
  }
  interface LineView {
    move: string;
    value: number | null;
    depth: number;
    moves: string[];
    squares: string[];
    proof: ProofView | null;
  }
  interface Lined {
    line: string;
    moves: number;
    problem: string | null;
  }
  interface Lining {
    game: string;
    start?: string | null;
    line: string;
  }
  interface LongWinView {
    position: string;
    plies: number;
    line: string[];
  }
  interface MapView {
    family: string;
    title: string;
    first: string;
    boards: TablesBoardView[];
    problem: string;
  }
  interface Mark {
    at: number;
    label: string;
  }
  interface MoveView {
    word: string;
    squares: string[];
    known: KnownView | null;
  }
  interface Moved {
    depth: number;
    value: number | null;
    first_value: number | null;
    nodes: number;
    seconds: number;
    nodes_per_second: number;
    counters: CountersView;
    lines: LineView[];
    heuristic: string;
    unit: UnitView | null;
    position: PositionView;
  }
  interface NodeView {
    id: number;
    parent: number | null;
    index: number;
    ply: number;
    word: string;
    alpha: string;
    beta: string;
    value: string | null;
    bound: "exact" | "lower" | "upper" | null;
    reason: "searched" | "over" | "horizon" | "repetition" | "progress" | "cache" | null;
    then: [string, string] | null;
    cut: boolean;
    children: number;
    unvisited: string[];
    beyond: Beyond[];
    skipped: string[];
    entered: number;
    left: number | null;
  }
  interface Nodes {
    nodes: NodeView[];
  }
  interface OneRunView {
    name: string;
    game: string;
    title: string;
    parent: string;
    state: string;
    now: string;
    playable: boolean;
    curves: Curve[];
    blocks: Block[];
  }
  interface Opened {
    text: string;
    version: string;
  }
  interface OpeningsAsked {
    kind: "auto" | "start" | "suite" | "random";
    plies: number;
    balanced: boolean;
  }
  interface OptionView {
    name: string;
    default: string;
    low: number | null;
    high: number | null;
    choices: string[];
    hint: string;
  }
  interface OutcomeOfCallsView {
    probability: number;
    yards: number;
    seconds: number;
    turnover: boolean;
    leads_to: string;
    value: number;
  }
  interface OutcomeView {
    winner: number | null;
    reason: string;
  }
  interface OwnFileView {
    name: string;
    game: string;
    heuristics: OwnHeuristicView[];
    version: string;
    problem: string;
    line: number;
  }
  interface OwnHeuristicView {
    name: string;
    about: string;
    line: number;
    games: string[];
  }
  interface Panel {
    name: string;
    bars: [number, number][];
  }
  interface ParagraphBlock {
    id: string;
    text: string;
  }
  interface PieceView {
    side: number;
    letter: string;
    shape: string;
    label: string;
    detail: string;
    name: string;
    colour: ColourView;
  }
  interface PlayGameView {
    name: string;
    family: string;
    about: string;
    sides: string[];
    default: string;
    authors_default: string;
    heuristics: HeuristicView[];
    formats: FormatView[];
    editing: EditingView | null;
    one_square: boolean;
    word_example: string;
    start: string;
    near: number;
    bounds: Record<string, number>;
  }
  interface PlayView {
    play: number;
    formation: number;
    happened: string;
    cost: number;
    best: number;
    over: string | null;
    won: boolean;
    situation: SituationView | null;
    value: number;
  }
  interface PlaybookView {
    plays: string[];
    formations: string[];
    tick_seconds: number;
    most_seconds: number;
    start: SituationView;
    ready: boolean;
    progress: number;
  }
  interface PlayerChoice {
    algorithm: string;
    heuristic: Choice;
    options: Record<string, string>;
    limits: Limited;
  }
  interface Point {
    row: number;
    value: number;
    label: string;
    low: number | null;
    high: number | null;
  }
  interface PositionView {
    game: string;
    start: string;
    moves: string[];
    text: string;
    turn: number;
    sides: string[];
    outcome: OutcomeView | null;
    board: WebBoardView | null;
    legal: MoveView[];
    last: LastMove | null;
    compulsion: string;
    known: KnownView | null;
    given_away: GivenAway[];
    solving: boolean;
  }
  interface PresetView {
    name: string;
    about: string;
    stages: StageView[];
    published: PublishedGame[];
  }
  interface Problem {
    error: string;
    message: string;
  }
  interface ProofView {
    result: "win" | "loss" | "draw";
    plies: number;
    exact: boolean;
  }
  interface PublishedCell {
    board: string;
    first: string;
    second: string;
    now: string;
    then: string;
  }
  interface PublishedGame {
    board: string;
    first: string;
    second: string;
    winner: string | null;
  }
  interface PublishedView {
    about: string;
    cells: PublishedCell[];
  }
  interface RatingView {
    elo: number | null;
    low: number;
    high: number | null;
    games: number;
  }
  interface Readiness {
    ready: boolean;
    what: string;
    seconds: number;
  }
  interface RecordRequest {
    subject: Searched;
    search?: How;
  }
  interface Reviewed {
    type: "value";
    ply: number;
    value: number;
    share: number;
    decided: number;
    over: boolean;
    exact: boolean;
    best: string[];
    verdict: "" | "inaccuracy" | "mistake" | "blunder";
  }
  interface Row {
    name: string;
    seconds_a_move: number;
    nodes_a_move: number;
    nodes_per_second: number;
    depth: number;
    first_move_cutoffs: number;
    spread: number | null;
    changes: number | null;
    score: number | null;
    score_interval: [number, number] | null;
    pairs: number[];
    games: number;
    published: number | null;
  }
  interface RunView {
    name: string;
    game: string;
    title: string;
    parent: string;
    state: string;
    now: string;
  }
  interface RunsView {
    runs: RunView[];
    blocks: Block[];
  }
  interface SavedView {
    saved: boolean;
    version: string;
    heuristics: string[];
    problem: string;
    line: number;
  }
  interface Searched {
    game?: string | null;
    position?: string | null;
    heuristic?: string | null;
    depth?: number | null;
    tree?: string | null;
    classic?: string | null;
  }
  interface Searching {
    game: string;
    start?: string | null;
    moves?: string[];
    player?: string | PlayerChoice | null;
    heuristic?: Choice;
    limits?: Limited;
  }
  interface Series {
    name: string;
    points: Point[];
  }
  interface ShadeView {
    name: string;
    colour: string;
    night: string;
    detail: string;
    detail_colour: string;
  }
  interface SituationView {
    yards: number;
    down: number;
    to_go: number;
    seconds: number;
    text: string;
  }
  interface Spot {
    game: string;
    start: string | null;
    moves: string[];
  }
  interface SprtAsked {
    elo0: number;
    elo1: number;
    alpha: number;
    beta: number;
  }
  interface SprtView {
    elo0: number;
    elo1: number;
    alpha: number;
    beta: number;
    llr: number;
    lower: number;
    upper: number;
    pairs: number;
    decision: "H0" | "H1" | "continue";
  }
  interface StageView {
    title: string;
    definition: TournamentAsked;
  }
  interface Step {
    step: number | null;
  }
  interface StepView {
    step: number;
    kind: "enter" | "leave";
    node: NodeView;
  }
  interface Steps {
    total: number;
    steps: StepView[];
  }
  interface TableAsked {
    game: string;
    part?: number | null;
  }
  interface TableView {
    name: string;
    game: string;
    title: string;
    part: string;
    position: string;
    positions: number;
    win: number;
    loss: number;
    draw: number;
    longest: number;
    start: KnownView | null;
    seconds: number;
    audit_seconds: number | null;
    bytes: number;
  }
  interface TablesBoardView {
    game: string;
    title: string;
    width: number;
    height: number;
    result: string;
    plies: number | null;
    shortest: boolean;
    method: string;
    nodes: number;
    seconds: number;
    budget: number;
  }
  interface TablesView {
    tables: TableView[];
    problems: string[];
    bytes: number;
    limit: number;
    room: string;
    build_seconds: number;
    builds: BuildView[];
    blocks: Block[];
  }
  interface TermOfHeuristic {
    name: string;
    first: number;
    second: number;
  }
  interface TermView {
    feature: string;
    first: number;
    second: number;
    weight: number;
    contribution: number;
  }
  interface ThoughtView {
    word: string;
    side: number;
    value: number | null;
    first_value: number | null;
    proof: ProofView | null;
    only: boolean;
    depth: number;
    nodes: number;
    reported: boolean;
    seconds: number;
  }
  interface TimingProgress {
    done: number;
    total: number;
    what: string;
  }
  interface TimingReport {
    game: string;
    role: string;
    depth: number;
    seconds: number;
    seed: number;
    at_depth: Row[];
    at_time: Row[];
  }
  interface TimingRequest {
    game: string;
    position?: string | null;
    role?: "evaluate" | "order";
    heuristics?: string[];
    depth?: number;
    seconds?: number;
    games?: number;
    seed?: number;
  }
  interface TournamentAsked {
    boards: string[];
    players: (string | PlayerChoice)[];
    kind: "round-robin" | "gauntlet" | "match";
    games: number;
    openings: OpeningsAsked;
    seed: number;
    sprt: SprtAsked | null;
    minutes: number | null;
  }
  interface TournamentView {
    id: string;
    boards: string[];
    players: string[];
    kind: "round-robin" | "gauntlet" | "match";
    games_per_pairing: number;
    openings: string;
    seed: number;
    created: number;
    games: number;
    total: number;
    state: "running" | "stopped" | "finished";
    sprt: SprtView | null;
    preset: string;
    waits: number | null;
    seconds_left: number | null;
    notices: string[];
    problem: string;
    refused: string;
  }
  interface TournamentsGameView {
    id: string;
    tournament: string;
    board: string;
    first: string;
    second: string;
    pair: number;
    turned: boolean;
    score: number;
    termination: string;
    reason: string;
    plies: number;
    seconds: number;
    started: number;
    start: string | null;
    sides: string[];
    opening: number;
    moves: ThoughtView[];
    legal: number | null;
    versions: Record<string, string>;
    seed: number;
  }
  interface TournamentsPlayerView {
    name: string;
    games: number;
    wins: number;
    draws: number;
    losses: number;
    score: number | null;
    rating: number | null;
    low: number | null;
    high: number | null;
    reason: string;
  }
  interface TreeResult {
    value: string;
    bound: "exact" | "lower" | "upper";
    move: string | null;
    line: string[];
  }
  interface UnitView {
    name: string;
    worth: number;
  }
  interface UnreadableView {
    id: string;
    reason: string;
  }
  interface ValueMap {
    tick_seconds: number;
    values: number[][];
    shares: (((number | null)[])[])[];
  }
  interface WebBoardView {
    columns: number;
    rows: number;
    cells: CellView[];
    pieces: PieceView[];
    shades: ShadeView[];
    column_labels: string[];
    row_labels: string[];
    colours: ColourView[];
    course: string[];
    counts: boolean;
  }
  interface WebPlayerView {
    text: string;
  }
  type Got<P extends string> =
    P extends `/api/tournaments/algorithms` ? AlgorithmView[] :
    P extends `/api/tournaments/presets` ? PresetView[] :
    P extends `/api/football/situation` ? AdviceView :
    P extends `/api/football/calls` ? CallMap :
    P extends `/api/football/entry` ? EntryView :
    P extends `/api/football/words` ? SituationView :
    P extends `/api/football/map` ? ValueMap :
    P extends `/api/tournaments` ? TournamentView[] :
    P extends `/api/algorithms` ? AlgorithmView[] :
    P extends `/api/edit/begin` ? Opened :
    P extends `/api/edit/file` ? Opened :
    P extends `/api/football` ? PlaybookView :
    P extends `/api/learning` ? RunsView :
    P extends `/api/guides` ? GuideTitle[] :
    P extends `/api/levels` ? LevelView[] :
    P extends `/api/tables` ? TablesView :
    P extends `/api/files` ? OwnFileView[] :
    P extends `/api/games` ? FamilyView[] :
    P extends `/api/grade` ? GradedGame[] :
    P extends `/api/trees` ? TreeChoices :
    P extends `/api/edit` ? EditorView :
    P extends `/api/game` ? PlayGameView :
    P extends `/api/home` ? Home :
    P extends `/api/maps` ? MapView[] :
    P extends `/api/trees/${string}/nodes/${string}/children` ? Family :
    P extends `/api/trees/${string}/nodes/${string}` ? Nodes :
    P extends `/api/tournaments/games/${string}` ? TournamentsGameView :
    P extends `/api/tournaments/${string}/games` ? GamePage :
    P extends `/api/trees/${string}/steps` ? Steps :
    P extends `/api/tournaments/${string}` ? Detail :
    P extends `/api/trees/${string}/cut` ? Step :
    P extends `/api/learning/${string}` ? OneRunView :
    P extends `/api/guides/${string}` ? Guide :
    P extends `/api/tables/${string}` ? ContentsView :
    P extends `/api/trees/${string}` ? Record<string, unknown> :
    unknown;
  type Posted<P extends string> =
    P extends `/api/edit/evaluate` ? Draft :
    P extends `/api/football/call` ? PlayView :
    P extends `/api/tournaments` ? TournamentView :
    P extends `/api/edit/save` ? SavedView :
    P extends `/api/evaluate` ? EvaluationView[] :
    P extends `/api/position` ? PositionView :
    P extends `/api/compose` ? PositionView :
    P extends `/api/choose` ? PlayGameView :
    P extends `/api/export` ? Exported :
    P extends `/api/import` ? Imported :
    P extends `/api/player` ? WebPlayerView :
    P extends `/api/tables` ? BuildView :
    P extends `/api/ready` ? Readiness :
    P extends `/api/line` ? Lined :
    P extends `/api/move` ? Moved :
    P extends `/api/learning/${string}/compare` ? Compared :
    P extends `/api/tournaments/${string}/resume` ? TournamentView :
    P extends `/api/tournaments/${string}/stop` ? TournamentView :
    unknown;
}
interface PageElements {
  "#about": HTMLParagraphElement;
  "#advice": HTMLParagraphElement;
  "#advice-box": HTMLDetailsElement;
  "#alpha": HTMLInputElement;
  "#analyse": HTMLAnchorElement | HTMLInputElement;
  "#analysis-by": HTMLSelectElement;
  "#analysis-heuristic": HTMLSelectElement;
  "#analysis-lines": HTMLSelectElement;
  "#analysis-more": HTMLDivElement;
  "#analysis-settings": HTMLDetailsElement;
  "#announcer": HTMLDivElement;
  "#answers": HTMLDivElement;
  "#arrows": HTMLInputElement;
  "#back": HTMLButtonElement | HTMLParagraphElement;
  "#balanced": HTMLInputElement;
  "#bands": HTMLDivElement;
  "#bands-legend": HTMLDivElement;
  "#bands-when": HTMLSpanElement;
  "#begin": HTMLButtonElement;
  "#beginning": HTMLDivElement;
  "#beta": HTMLInputElement;
  "#board": HTMLDivElement | HTMLInputElement;
  "#board-add": HTMLButtonElement;
  "#board-names": HTMLElement;
  "#board-side": HTMLElement;
  "#board-theme": HTMLSelectElement;
  "#boards": HTMLUListElement;
  "#build": HTMLButtonElement;
  "#builds": HTMLUListElement;
  "#calls": HTMLDivElement;
  "#canvas": HTMLDivElement;
  "#canvas-second": HTMLDivElement;
  "#cards": HTMLUListElement;
  "#chance": HTMLElement;
  "#choice": HTMLDialogElement;
  "#choice-list": HTMLDivElement;
  "#choice-title": HTMLHeadingElement;
  "#classic": HTMLSelectElement;
  "#classic-about": HTMLParagraphElement;
  "#closed": HTMLDivElement;
  "#comment": HTMLButtonElement;
  "#comment-field": HTMLInputElement;
  "#comment-form": HTMLFormElement;
  "#compare": HTMLButtonElement;
  "#compare-back": HTMLButtonElement;
  "#compare-board": HTMLDivElement;
  "#compare-part": HTMLElement;
  "#compare-random": HTMLButtonElement;
  "#compare-says": HTMLParagraphElement;
  "#compare-start": HTMLButtonElement;
  "#compare-terms": HTMLDivElement;
  "#compare-title": HTMLHeadingElement;
  "#confirm": HTMLDialogElement;
  "#confirm-no": HTMLButtonElement;
  "#confirm-text": HTMLParagraphElement;
  "#confirm-title": HTMLHeadingElement;
  "#confirm-yes": HTMLButtonElement;
  "#contents": HTMLElement;
  "#count": HTMLButtonElement | HTMLSpanElement;
  "#counts": HTMLDivElement;
  "#curves": HTMLDivElement;
  "#curves-part": HTMLElement;
  "#curves-title": HTMLHeadingElement;
  "#deepest": HTMLInputElement;
  "#defence": HTMLDivElement;
  "#depth": HTMLInputElement;
  "#down": HTMLInputElement;
  "#down-out": HTMLOutputElement;
  "#downloads": HTMLDivElement;
  "#drive-end": HTMLParagraphElement;
  "#drive-field": HTMLDivElement;
  "#drive-log": HTMLOListElement;
  "#drive-now": HTMLParagraphElement;
  "#edit": HTMLButtonElement;
  "#elo0": HTMLInputElement;
  "#elo1": HTMLInputElement;
  "#entry": HTMLDivElement;
  "#entry-title": HTMLHeadingElement;
  "#exact-here": HTMLElement;
  "#exact-marks": HTMLInputElement;
  "#exact-moves": HTMLOListElement;
  "#exact-panel": HTMLElement;
  "#exact-part": HTMLDetailsElement;
  "#example": HTMLSpanElement;
  "#exchange": HTMLDialogElement;
  "#exchange-close": HTMLButtonElement;
  "#exchange-load": HTMLButtonElement;
  "#exchange-out": HTMLDivElement;
  "#exchange-text": HTMLTextAreaElement;
  "#exchange-title": HTMLHeadingElement;
  "#facts": HTMLElement;
  "#far": HTMLDivElement;
  "#features": HTMLUListElement;
  "#field": HTMLDivElement;
  "#figures": HTMLSpanElement;
  "#filter-board": HTMLSelectElement;
  "#filter-newest": HTMLInputElement;
  "#filter-player": HTMLSelectElement;
  "#filter-result": HTMLSelectElement;
  "#filter-termination": HTMLSelectElement;
  "#filters": HTMLFormElement;
  "#first-title": HTMLHeadingElement;
  "#first-way": HTMLDivElement;
  "#form": HTMLFormElement;
  "#form-about": HTMLParagraphElement;
  "#form-loading": HTMLParagraphElement;
  "#form-title": HTMLHeadingElement;
  "#forward": HTMLButtonElement;
  "#game": HTMLInputElement | HTMLSelectElement;
  "#game-fields": HTMLDivElement;
  "#game-name": HTMLHeadingElement;
  "#game-names": HTMLElement;
  "#games": HTMLDivElement | HTMLElement | HTMLInputElement;
  "#games-part": HTMLElement;
  "#games-title": HTMLHeadingElement;
  "#go-on": HTMLSpanElement;
  "#graph": HTMLDivElement;
  "#graph-note": HTMLSpanElement;
  "#graph-part": HTMLDetailsElement;
  "#graph-run": HTMLButtonElement;
  "#graph-title": HTMLHeadingElement;
  "#guide": HTMLElement;
  "#heuristic": HTMLSelectElement;
  "#hint": HTMLButtonElement;
  "#judged-title": HTMLHeadingElement;
  "#kept": HTMLSpanElement;
  "#keys": HTMLDialogElement;
  "#keys-close": HTMLButtonElement;
  "#keys-title": HTMLHeadingElement;
  "#kind": HTMLSelectElement;
  "#known": HTMLDivElement;
  "#larger": HTMLButtonElement;
  "#last": HTMLUListElement;
  "#last-part": HTMLElement;
  "#layer": HTMLSelectElement;
  "#legend": HTMLParagraphElement;
  "#lines": HTMLOListElement;
  "#list": HTMLDivElement | HTMLUListElement;
  "#list-empty": HTMLDivElement;
  "#list-loading": HTMLParagraphElement;
  "#list-title": HTMLHeadingElement;
  "#live": HTMLDivElement;
  "#loading": HTMLParagraphElement;
  "#log": HTMLOListElement;
  "#main": HTMLElement;
  "#maps": HTMLDivElement;
  "#match": HTMLButtonElement;
  "#matrix": HTMLElement;
  "#measure": HTMLButtonElement;
  "#minutes": HTMLInputElement;
  "#missing": HTMLParagraphElement;
  "#more": HTMLInputElement;
  "#move-field": HTMLInputElement;
  "#move-form": HTMLFormElement;
  "#moves": HTMLDivElement;
  "#name": HTMLInputElement;
  "#names": HTMLDivElement;
  "#near": HTMLDivElement;
  "#new-game": HTMLButtonElement;
  "#no-tables": HTMLDivElement;
  "#node": HTMLDivElement;
  "#notices": HTMLDivElement;
  "#notices-of": HTMLUListElement;
  "#numbers": HTMLDivElement;
  "#numbers-help": HTMLParagraphElement;
  "#numbers-text": HTMLTextAreaElement;
  "#offence": HTMLDivElement;
  "#open": HTMLSelectElement;
  "#openings": HTMLSelectElement;
  "#operations": HTMLDivElement;
  "#order-plots": HTMLDivElement;
  "#order-state": HTMLSpanElement;
  "#order-table": HTMLDivElement;
  "#other": HTMLInputElement;
  "#other-label": HTMLElement;
  "#page-back": HTMLButtonElement;
  "#page-forth": HTMLButtonElement;
  "#page-now": HTMLSpanElement;
  "#palette": HTMLDivElement;
  "#parent": HTMLSelectElement;
  "#pause": HTMLButtonElement;
  "#plain": HTMLDivElement;
  "#play": HTMLButtonElement | HTMLDivElement;
  "#played": HTMLParagraphElement;
  "#player-add": HTMLButtonElement;
  "#player-far": HTMLDivElement;
  "#player-near": HTMLDivElement;
  "#players": HTMLOListElement;
  "#plies": HTMLInputElement;
  "#plots": HTMLDivElement;
  "#position": HTMLInputElement;
  "#positions": HTMLInputElement;
  "#present": HTMLButtonElement;
  "#preset": HTMLSelectElement;
  "#preset-about": HTMLParagraphElement;
  "#problem": HTMLParagraphElement;
  "#problems": HTMLUListElement;
  "#progress": HTMLParagraphElement | HTMLProgressElement;
  "#promote": HTMLButtonElement;
  "#record": HTMLButtonElement;
  "#redo": HTMLButtonElement;
  "#rematch": HTMLButtonElement;
  "#remove": HTMLButtonElement;
  "#replace": HTMLDialogElement;
  "#replace-no": HTMLButtonElement;
  "#replace-text": HTMLParagraphElement;
  "#replace-title": HTMLHeadingElement;
  "#replace-yes": HTMLButtonElement;
  "#replay": HTMLDivElement;
  "#resign": HTMLButtonElement;
  "#result": HTMLDivElement | HTMLParagraphElement;
  "#resume": HTMLButtonElement;
  "#review": HTMLButtonElement;
  "#review-about": HTMLParagraphElement;
  "#review-sums": HTMLDivElement;
  "#role": HTMLSelectElement;
  "#room": HTMLSpanElement;
  "#run": HTMLDivElement;
  "#run-blocks": HTMLDivElement;
  "#run-state": HTMLParagraphElement;
  "#run-title": HTMLHeadingElement;
  "#save": HTMLButtonElement;
  "#says": HTMLParagraphElement | HTMLSpanElement;
  "#says-second": HTMLParagraphElement;
  "#scale": HTMLDivElement;
  "#second-title": HTMLHeadingElement;
  "#second-way": HTMLDivElement;
  "#seconds": HTMLInputElement;
  "#seconds-out": HTMLOutputElement;
  "#seed": HTMLInputElement;
  "#setup": HTMLDialogElement | HTMLFormElement;
  "#setup-about": HTMLParagraphElement;
  "#setup-cancel": HTMLButtonElement;
  "#setup-family": HTMLSelectElement;
  "#setup-fields": HTMLDivElement;
  "#setup-form": HTMLFormElement;
  "#setup-minutes": HTMLInputElement;
  "#setup-more": HTMLInputElement;
  "#setup-sides": HTMLDivElement;
  "#setup-start": HTMLButtonElement;
  "#setup-title": HTMLHeadingElement;
  "#share": HTMLButtonElement;
  "#show-keys": HTMLButtonElement;
  "#side": HTMLSelectElement;
  "#smaller": HTMLButtonElement;
  "#solving": HTMLParagraphElement;
  "#source": HTMLDivElement | HTMLSelectElement;
  "#speed": HTMLInputElement;
  "#sprt": HTMLElement;
  "#sprt-fields": HTMLDivElement;
  "#sprt-on": HTMLInputElement;
  "#start": HTMLButtonElement;
  "#starts": HTMLDivElement;
  "#state": HTMLParagraphElement | HTMLSpanElement;
  "#status": HTMLParagraphElement | HTMLSpanElement;
  "#step": HTMLButtonElement | HTMLInputElement;
  "#step-both": HTMLButtonElement;
  "#steps": HTMLDivElement;
  "#stop": HTMLButtonElement;
  "#stop-count": HTMLButtonElement;
  "#suggested": HTMLParagraphElement;
  "#table": HTMLDivElement;
  "#tables": HTMLDivElement;
  "#tally": HTMLParagraphElement;
  "#terms": HTMLDivElement;
  "#terms-one": HTMLSelectElement;
  "#terms-part": HTMLDetailsElement;
  "#terms-side": HTMLSelectElement;
  "#terms-two": HTMLSelectElement;
  "#texts": HTMLButtonElement;
  "#thinking": HTMLElement;
  "#thinking-board": HTMLDivElement;
  "#thinking-depths": HTMLOListElement;
  "#thinking-open": HTMLAnchorElement;
  "#thinking-pause": HTMLButtonElement;
  "#thinking-says": HTMLParagraphElement;
  "#thinking-title": HTMLElement;
  "#thought": HTMLParagraphElement;
  "#title": HTMLHeadingElement;
  "#to-back": HTMLButtonElement;
  "#to-cut": HTMLButtonElement;
  "#to-end": HTMLButtonElement;
  "#to-first": HTMLButtonElement;
  "#to-forth": HTMLButtonElement;
  "#to-go": HTMLInputElement;
  "#to-go-out": HTMLOutputElement;
  "#to-last": HTMLButtonElement;
  "#to-last-cut": HTMLButtonElement;
  "#turn": HTMLButtonElement;
  "#turning": HTMLOListElement;
  "#under": HTMLSpanElement;
  "#undo": HTMLButtonElement;
  "#value": HTMLElement | HTMLOutputElement;
  "#value-bar": HTMLDivElement;
  "#value-for": HTMLSpanElement;
  "#value-map": HTMLDivElement;
  "#verdict": HTMLDivElement | HTMLParagraphElement;
  "#walk": HTMLButtonElement | HTMLElement;
  "#walk-second": HTMLDivElement;
  "#wander": HTMLButtonElement;
  "#with-minimax": HTMLInputElement;
  "#words": HTMLInputElement;
  "#words-form": HTMLFormElement;
  "#workbench": HTMLDivElement;
  "#writing-title": HTMLHeadingElement;
  "#yards": HTMLInputElement;
  "#yards-out": HTMLOutputElement;
}
