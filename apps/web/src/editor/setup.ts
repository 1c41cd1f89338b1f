import { completionStatus } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Prec, Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { classHighlighter, tagHighlighter, tags } from '@lezer/highlight';
import { editorFiles } from '../attachments/editor-files.js';
import { press } from '../commands/listen.js';
import { writingCommands } from '../commands/writing.js';
import type { CursorRange, NoteText } from '../drafts/note-text.js';
import { settings } from '../kernel/settings.js';
import type { Owner } from '../reading/parts/remote-image.js';
import { completion } from './complete.js';
import { followLinkAt } from './follow-link.js';
import { highlightVisible } from './highlighting.js';
import { markdown } from './language.js';
import { keepLineBreaks, withEditorBreaks } from './line-breaks.js';
import { linkCards } from './link-card.js';
import { linkMarks } from './link-marks.js';
import { continueList, indent, outdent } from './lists.js';
import { liveView } from './live/live.js';
import { noteFacts } from './live/note-facts.js';
import { pasteTables } from './live/paste-table.js';
import { nextCell, previousCell } from './tables.js';
import { textDirections } from './text-direction.js';
import { phrases, text as texts } from './texts.js';
import '../reading/code.css';
import './codemirror.css';

/** `live`: markup is hidden away from the cursor; `source`: all characters are shown. */
export type EditMode = 'live' | 'source';

const mode = new Compartment();
const writable = new Compartment();

const markup: Readonly<Record<EditMode, () => Extension>> = {
  live: liveView,
  source: () => EditorView.editorAttributes.of({ class: 'cm-source' }),
};

export const modeEffect = (editMode: EditMode) => mode.reconfigure(markup[editMode]());
export const readOnlyEffect = (readOnly: boolean) => writable.reconfigure(readOnlyExtension(readOnly));

/** Keeps a read-only note focusable, so that it can be read and copied by keyboard. */
const readOnlyExtension = (readOnly: boolean): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({ 'aria-readonly': String(readOnly) }),
];

const noteKeys = keymap.of([
  { key: 'Enter', run: continueList },
  { key: 'Tab', run: nextCell },
  { key: 'Tab', run: indent },
  { key: 'Shift-Tab', run: previousCell },
  { key: 'Shift-Tab', run: outdent },
]);

/** Keys that do not cancel Escape: Tab itself, and modifiers. */
const KEYS_AFTER_ESCAPE = new Set(['Escape', 'Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/**
 * Lets Tab leave the text after Escape, without a time limit, until another key or a click continues editing. The
 * editor itself allows two seconds, and none while completion is being looked up.
 */
const leaveByTab = Prec.highest(
  EditorView.domEventHandlers({
    keydown({ key }, view) {
      const closesList = completionStatus(view.state) === 'active';
      // Runs after this handler, because the editor then sets its own time limit.
      if (key === 'Escape' && !closesList) queueMicrotask(() => view.setTabFocusMode(true));
      else if (!KEYS_AFTER_ESCAPE.has(key)) view.setTabFocusMode(false);
    },
    mousedown: (_event, view) => view.setTabFocusMode(false),
    blur: (_event, view) => view.setTabFocusMode(false),
  }),
);

/** Chords of the page's commands in a normal form: `Mod+Shift+F` here is `Shift-Mod-f` in CodeMirror. */
const sortedKeys = (chord: string, between: string) => chord.toLowerCase().split(between).sort().join(' ');
const ours = new Set(writingCommands.flatMap(({ keys }) => keys).map((chord) => sortedKeys(chord, '+')));
/** Left out, because its dialog has texts that are in no catalogue. */
const GO_TO_LINE = 'Mod-Alt-g';
const editorKeys = keymap.of(
  [...searchKeymap, ...historyKeymap, ...defaultKeymap].filter(
    ({ key = '' }) => key !== GO_TO_LINE && !ours.has(sortedKeys(key, '-')),
  ),
);

/** Classes for tags that the other highlighter does not cover. */
const textHighlighter = tagHighlighter([
  { tag: tags.monospace, class: 'tok-monospace' },
  { tag: tags.strikethrough, class: 'tok-strikethrough' },
]);

/** Commands of the page take precedence over the editor's own keys. */
const commandKeys = Prec.highest(EditorView.domEventHandlers({ keydown: press }));

const modClick = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (!(event.ctrlKey || event.metaKey)) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    return at !== null && followLinkAt(view, at);
  },
});

/** Removes NUL characters, which the service refuses. */
const withoutNul = EditorView.clipboardInputFilter.of((text) => text.replaceAll('\0', ''));

interface EditorSetup {
  readonly text: NoteText;
  readonly selection?: CursorRange | undefined;
  readonly mode: EditMode;
  readonly label: string;
  /** Returns the id of the edited note; undefined while it has none. */
  readonly documentId: () => string | undefined;
  /** Returns the stored note; undefined while it is not stored, or in Trash. */
  readonly owner: () => Owner | undefined;
  readonly listening: Extension;
  /** Restores the undo history from when the note was last open. */
  readonly restoreHistory?: ((doc: Text) => Extension) | undefined;
}

/** Creates the editor state of a body: Markdown as stored, never reformatted. */
export function editorState({
  text,
  selection,
  mode: initialMode,
  label,
  documentId,
  owner,
  listening,
  restoreHistory,
}: EditorSetup): EditorState {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  const doc = Text.of(withEditorBreaks(text.body).split('\n'));
  const state = EditorState.create({
    doc,
    extensions: [
      EditorView.cspNonce.of(nonce),
      keepLineBreaks(text.body),
      mode.of(markup[initialMode]()),
      writable.of(readOnlyExtension(false)),
      history(),
      restoreHistory?.(doc) ?? [],
      markdown.extension,
      highlightVisible([classHighlighter, textHighlighter]),
      EditorView.lineWrapping,
      textDirections,
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-description': texts.tabHint,
        spellcheck: String(settings.peek().spelling),
      }),
      noteFacts.of({ owner }),
      completion(documentId),
      linkMarks(documentId),
      linkCards,
      editorFiles(documentId),
      EditorState.phrases.of(phrases),
      search({ top: true }),
      Prec.high(noteKeys),
      commandKeys,
      leaveByTab,
      editorKeys,
      modClick,
      pasteTables,
      withoutNul,
      listening,
    ],
  });
  if (selection === undefined) return state;
  const clamp = (at: number) => Math.min(at, state.doc.length);
  return state.update({ selection: { anchor: clamp(selection.anchor), head: clamp(selection.head) } }).state;
}
