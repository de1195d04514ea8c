// What static/vendor/codemirror.js has, as tools/editor/entry.js makes it.
export interface Mounted {
  text: string;
  focus(): void;
  offer(list: { label: string; detail?: string; type?: string }[]): void;
  mark(line: number, message: string): void;
}
export function mount(
  place: HTMLElement,
  options?: { text?: string; label?: string; onchange?: () => void; onsave?: () => void },
): Mounted;
