import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { classHighlighter, tagHighlighter, tags } from '@lezer/highlight';
import { settings } from '../app/settings.js';
import { editorFiles } from '../attachments/editor-files.js';
import { press } from '../commands/listen.js';
import { writingCommands } from '../commands/writing.js';
import type { CursorRange, NoteText } from '../drafts/note-text.js';
import { completion } from './complete.js';
import { followLinkAt } from './follow-link.js';
import { markdown } from './language.js';
import { keepLineBreaks } from './line-breaks.js';
import { linkCards } from './link-card.js';
import { linkMarks } from './link-marks.js';
import { continueList, indentItem, outdentItem } from './lists.js';
import { liveMarkup } from './live.js';
import { phrases } from './texts.js';
import '../reading/code.css';
import './codemirror.css';

/** live: markup is hidden away from the cursor; source: all characters as they are. */
export type EditMode = 'live' | 'source';

const mode = new Compartment();
const writing = new Compartment();

const markup: Readonly<Record<EditMode, Extension>> = {
  live: liveMarkup,
  source: EditorView.editorAttributes.of({ class: 'cm-source' }),
};

export const modeEffect = (wanted: EditMode) => mode.reconfigure(markup[wanted]);
export const readOnlyEffect = (readOnly: boolean) => writing.reconfigure(writingOf(readOnly));

/** Focus stays possible: a note that cannot be changed can be read and copied by keyboard. */
const writingOf = (readOnly: boolean): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({ 'aria-readonly': String(readOnly) }),
];

const noteKeys = keymap.of([
  { key: 'Enter', run: continueList },
  { key: 'Tab', run: indentItem },
  { key: 'Shift-Tab', run: outdentItem },
]);

/** What the page has commands for, by whatever keys: `Mod+Shift+F` here is `Shift-Mod-f` there. */
const sortedKeys = (chord: string, between: string) => chord.toLowerCase().split(between).sort().join(' ');
const ours = new Set(writingCommands.flatMap(({ keys }) => keys).map((chord) => sortedKeys(chord, '+')));
/** Asks for a line in words no catalogue has. */
const GO_TO_LINE = 'Mod-Alt-g';
const editorKeys = keymap.of(
  [...searchKeymap, ...historyKeymap, ...defaultKeymap].filter(
    ({ key = '' }) => key !== GO_TO_LINE && !ours.has(sortedKeys(key, '-')),
  ),
);

/** What the other highlighter has no class for. */
const textHighlighter = tagHighlighter([
  { tag: tags.monospace, class: 'tok-monospace' },
  { tag: tags.strikethrough, class: 'tok-strikethrough' },
]);

/** Commands of the page come before what the editor would do with their keys. */
const commandKeys = Prec.highest(EditorView.domEventHandlers({ keydown: press }));

const modClick = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (!(event.ctrlKey || event.metaKey)) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    return at !== null && followLinkAt(view, at);
  },
});

/** The service takes no text with a NUL in it. */
const withoutNul = EditorView.clipboardInputFilter.of((text) => text.replaceAll('\0', ''));

interface EditorSetup {
  readonly text: NoteText;
  readonly selection?: CursorRange | undefined;
  readonly mode: EditMode;
  readonly label: string;
  /** Of the note that is written; undefined while it has none. */
  readonly documentId: () => string | undefined;
  readonly listening: Extension;
}

/** The editor of a body: Markdown as it is stored, never reformatted. */
export function editorState({ text, selection, mode: wanted, label, documentId, listening }: EditorSetup): EditorState {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  const state = EditorState.create({
    doc: text.body,
    extensions: [
      EditorView.cspNonce.of(nonce),
      keepLineBreaks(text.body),
      mode.of(markup[wanted]),
      writing.of(writingOf(false)),
      history(),
      markdown.extension,
      syntaxHighlighting(classHighlighter),
      syntaxHighlighting(textHighlighter),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: String(settings.peek().spelling) }),
      completion(documentId),
      linkMarks(documentId),
      linkCards,
      editorFiles(documentId),
      EditorState.phrases.of(phrases),
      search({ top: true }),
      Prec.high(noteKeys),
      commandKeys,
      editorKeys,
      modClick,
      withoutNul,
      listening,
    ],
  });
  if (selection === undefined) return state;
  const within = (at: number) => Math.min(at, state.doc.length);
  return state.update({ selection: { anchor: within(selection.anchor), head: within(selection.head) } }).state;
}
