import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { Compartment, EditorState, type Extension, Prec, type Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { classHighlighter, tagHighlighter, tags } from '@lezer/highlight';
import { type ReadonlySignal, signal } from '@preact/signals';
import { editorFiles } from '../attachments/editor-files.js';
import { press } from '../commands/listen.js';
import { writingCommands } from '../commands/writing.js';
import type { CursorRange } from '../drafts/note-text.js';
import { settings } from '../kernel/settings.js';
import { plainPaste } from '../paste/plain-paste.js';
import { richPaste } from '../paste/rich-paste.js';
import type { Owner } from '../reading/parts/remote-image.js';
import { caretInSight } from './caret-in-sight.js';
import { hasOpenList, loadCompletion } from './completing/load-completion.js';
import { toEditorDocument } from './editor-document.js';
import { folding } from './folding.js';
import { followLinkAt } from './follow-link.js';
import { highlightVisible } from './highlighting.js';
import { markdown } from './language.js';
import { keepLineBreaks } from './line-breaks.js';
import { continueCode } from './lines/continue-code.js';
import { continueLine, continueText, deleteMarker, deleteMarkerAhead } from './lines/continue-line.js';
import { dedentCode } from './lines/dedent-code.js';
import { indent, outdent } from './lines/indent-items.js';
import { renumberLists } from './lines/renumber.js';
import { moveLeftToTextStart, moveToTextStart, selectLeftToTextStart, selectToTextStart } from './lines/text-start.js';
import { linkCards } from './link-card.js';
import { linkMarks } from './link-marks.js';
import { liveView } from './live/live.js';
import { noteFacts } from './live/note-facts.js';
import { pasteTables } from './live/paste-table.js';
import { pairs } from './marks/pairs.js';
import { parseAhead } from './parse-ahead.js';
import { severalSelections } from './selections.js';
import { storableText } from './storable-text.js';
import { nextCell, previousCell } from './tables.js';
import { textDirections } from './text-direction.js';
import { phrases, text as texts } from './texts.js';
import '../reading/code.css';
import { vimKeys } from './vim/vim-keys.js';
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
  { key: 'Enter', run: continueLine, shift: continueText },
  { key: 'Enter', run: continueCode, shift: continueCode },
  { key: 'Backspace', run: deleteMarker, shift: deleteMarker },
  { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteMarker },
  { mac: 'Ctrl-h', run: deleteMarker },
  { key: 'Delete', run: deleteMarkerAhead },
  { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteMarkerAhead },
  { mac: 'Ctrl-d', run: deleteMarkerAhead },
  { key: 'Home', run: moveToTextStart, shift: selectToTextStart },
  { mac: 'Cmd-ArrowLeft', run: moveLeftToTextStart, shift: selectLeftToTextStart },
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
      const closesList = hasOpenList(view.state);
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
const editorKeys = keymap.of(
  [...historyKeymap, ...defaultKeymap].filter(({ key = '' }) => !ours.has(sortedKeys(key, '-'))),
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

interface EditorSetup {
  readonly body: string;
  /** Document of the body. */
  readonly doc?: Text | undefined;
  readonly selection?: CursorRange | undefined;
  readonly mode: EditMode;
  readonly label: string;
  /** Returns the id of the edited note; undefined while it has none. */
  readonly documentId: () => string | undefined;
  /** Returns the stored note; undefined while it is not stored, or in Trash. */
  readonly owner: () => Owner | undefined;
  /** Title above the text; by default the text has none. */
  readonly title?: ReadonlySignal<string> | undefined;
  readonly listening: Extension;
  /** Restores the undo history from when the note was last open. */
  readonly restoreHistory?: ((doc: Text) => Extension) | undefined;
}

/** Creates the editor state of a body: Markdown as stored, never reformatted. */
export function editorState({
  body,
  doc = toEditorDocument(body),
  selection,
  mode: initialMode,
  label,
  documentId,
  owner,
  title,
  listening,
  restoreHistory,
}: EditorSetup): EditorState {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  const state = EditorState.create({
    doc,
    extensions: [
      EditorView.cspNonce.of(nonce),
      keepLineBreaks(body),
      mode.of(markup[initialMode]()),
      writable.of(readOnlyExtension(false)),
      history(),
      restoreHistory?.(doc) ?? [],
      markdown.extension,
      parseAhead,
      highlightVisible([classHighlighter, textHighlighter]),
      EditorView.lineWrapping,
      caretInSight,
      textDirections,
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-description': texts.tabHint,
        spellcheck: String(settings.peek().spelling),
      }),
      noteFacts.of({ owner, title: title ?? signal('') }),
      loadCompletion(documentId),
      linkMarks(documentId),
      linkCards,
      editorFiles(documentId),
      plainPaste,
      richPaste,
      pairs(() => settings.peek().pairs),
      renumberLists,
      dedentCode,
      severalSelections,
      folding,
      EditorState.phrases.of(phrases),
      Prec.high(noteKeys),
      commandKeys,
      vimKeys,
      leaveByTab,
      editorKeys,
      modClick,
      pasteTables,
      storableText,
      listening,
    ],
  });
  if (selection === undefined) return state;
  const clamp = (at: number) => Math.min(at, state.doc.length);
  return state.update({ selection: { anchor: clamp(selection.anchor), head: clamp(selection.head) } }).state;
}
