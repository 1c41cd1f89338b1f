import { ensureSyntaxTree } from '@codemirror/language';
import { EditorSelection, EditorState, type Extension, Transaction, type TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { markdown } from './language.js';

/** Time limit for parsing a text, in milliseconds. */
const PARSE_MS = 30_000;

/** An editor without a page, for tests of commands. */
export interface TextEditor {
  /** Text in which `|` marks the cursor, or two mark a selection. */
  readonly marked: string;
  readonly view: EditorView;
  /** Runs a command; returns false when it does not apply. */
  run(command: Command): boolean;
}

/** Creates an editor of a text in which `|` marks cursors, and `‹` and `›` the ends of a selection. */
export function createTextEditor(text: string, extensions: Extension = []): TextEditor {
  let state = EditorState.create({
    ...parseMarked(text),
    extensions: [EditorState.allowMultipleSelections.of(true), markdown.extension, extensions],
  });
  // A loaded machine parses nothing in the time that an editor takes for it.
  ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  const view = {
    get state() {
      return state;
    },
    dispatch: (spec: Transaction | TransactionSpec) => {
      state = spec instanceof Transaction ? spec.state : state.update(spec).state;
    },
  } as unknown as EditorView;
  return {
    view,
    run: (command) => command(view),
    get marked() {
      return formatMarked(state);
    },
  };
}

function parseMarked(text: string): { doc: string; selection: EditorSelection } {
  const marks = [...text.matchAll(/[|‹›]/g)].map(({ 0: mark, index }, before) => ({ mark, at: index - before }));
  const ranges = marks.flatMap(({ mark, at }, index) => {
    if (mark === '|') return [EditorSelection.cursor(at)];
    return mark === '‹' ? [EditorSelection.range(at, marks[index + 1]?.at ?? at)] : [];
  });
  return { doc: text.replace(/[|‹›]/g, ''), selection: EditorSelection.create(ranges) };
}

function formatMarked({ doc, selection }: EditorState): string {
  const marks = selection.ranges.flatMap(({ from, to, empty }): [number, string][] =>
    empty
      ? [[from, '|']]
      : [
          [from, '‹'],
          [to, '›'],
        ],
  );
  let text = doc.toString();
  for (const [at, mark] of marks.reverse()) text = text.slice(0, at) + mark + text.slice(at);
  return text;
}

/** Returns the marked text after a command, or `not taken`. */
export function runOn(command: Command, text: string, extensions: Extension = []): string {
  const editor = createTextEditor(text, extensions);
  return editor.run(command) ? editor.marked : 'not taken';
}
