// What pages use of CodeMirror: one editor for Python in a shadow root, with completions and marked problems.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completeFromList,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { python, pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The page's own colours: custom properties reach into a shadow root.
const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--panel)", height: "100%", fontSize: "var(--text-s)" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent-soft) 35%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--first-soft)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  ".cm-tooltip": {
    backgroundColor: "var(--panel)",
    color: "var(--ink)",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius-s)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-ink)",
  },
  ".cm-diagnostic": { color: "var(--ink)", borderLeft: "4px solid var(--warm)" },
});
const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword],
    color: "var(--accent)",
    fontWeight: "600",
  },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--second)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--first)" },
  { tag: [tags.comment, tags.docString], color: "var(--muted)", fontStyle: "italic" },
  {
    tag: [
      tags.definition(tags.variableName),
      tags.function(tags.definition(tags.variableName)),
      tags.definition(tags.className),
    ],
    fontWeight: "600",
  },
]);

/** An editor in a shadow root of `place`: its styles are sheets of that root, which the page's policy allows.
 *  `onchange()` after each edit, `onsave()` for Ctrl+S; `label` is what screen readers call it. */
export function mount(place, { text = "", label = "Editor", onchange = () => {}, onsave = () => {} } = {}) {
  const root = place.attachShadow({ mode: "open" });
  const holder = document.createElement("div");
  holder.style.height = "100%";
  root.append(holder);
  const completions = new Compartment();
  const offered = (list) => pythonLanguage.data.of({ autocomplete: completeFromList(list) });
  const save = { key: "Mod-s", preventDefault: true, run: () => (onsave(), true) };
  const view = new EditorView({
    root,
    parent: holder,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        history(),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        indentUnit.of("    "),
        autocompletion(),
        python(),
        syntaxHighlighting(colours),
        look,
        completions.of(offered([])),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }), // the keyboard reaches it, and scrolls it
        EditorView.updateListener.of((update) => update.docChanged && onchange()),
        keymap.of([save, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]), // Tab moves on, as everywhere
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(value) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
    },
    focus: () => view.focus(),
    /** Names that are offered while one types: `{ label, detail, type }`. */
    offer: (list) => view.dispatch({ effects: completions.reconfigure(offered(list)) }),
    /** Marks a line with what is wrong in it; line 0 marks nothing. */
    mark(line, message) {
      const found = line > 0 && line <= view.state.doc.lines ? view.state.doc.line(line) : null;
      view.dispatch(
        setDiagnostics(view.state, found ? [{ from: found.from, to: found.to, severity: "warning", message }] : []),
      );
    },
  };
}
