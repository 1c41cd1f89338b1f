import { isolateHistory } from '@codemirror/commands';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { DOCUMENT_URI, splitAnchor } from '@notes/markdown-blocks';
import { placeImages } from '../attachments/editor-files.js';
import { getFiles, isFormatted } from '../attachments/files.js';
import { getCodeKind } from '../editor/lines/line-prefix.js';
import { isAddressText } from '../editor/marks/inline-marks.js';
import { notify } from '../ui/notices.js';
import type { PasteChange, PlacedPaste } from './fit-paste.js';
import { toLibraryUri } from './library-uri.js';
import { linkSelection } from './link-selection.js';
import type { ConversionAnswer } from './paste-worker.js';
import { readPlace, readPlainLines } from './place-markdown.js';
import { isPlainPaste } from './plain-paste.js';
import { text } from './texts.js';

/** Longest HTML that is converted, in UTF-16 code units. */
const MAX_HTML_LENGTH = 10_000_000;

/** The range that a paste replaces when its text has been converted. */
interface PendingPaste extends PlacedPaste {
  readonly id: object;
}

const begin = StateEffect.define<PendingPaste>();
const end = StateEffect.define<object>();

/** Ranges of pastes that are being converted. Text typed meanwhile goes behind them. */
const pendingPastes = StateField.define<readonly PendingPaste[]>({
  create: () => [],
  update(value, { changes, effects }) {
    if (value.length === 0 && effects.length === 0) return value;
    const ended = effects.filter((effect) => effect.is(end)).map((effect) => effect.value);
    const mapped = value.map((paste) => {
      const from = changes.mapPos(paste.from, -1);
      return { ...paste, from, to: Math.max(from, changes.mapPos(paste.to, -1)) };
    });
    const begun = effects.flatMap((effect) => (effect.is(begin) ? effect.value : []));
    return [...mapped.filter(({ id }) => !ended.includes(id)), ...begun];
  },
});

/**
 * Inserts formatted text that is pasted or dropped as Markdown, an address pasted onto selected text as a link, and the
 * address of a note as a link to it.
 */
export const richPaste: Extension = [
  pendingPastes,
  EditorView.domEventHandlers({ paste: handlePaste, dragstart: clearDraggedHtml, drop: handleDrop }),
];

function handlePaste({ clipboardData }: ClipboardEvent, view: EditorView): boolean {
  if (clipboardData === null || view.state.readOnly || isPlainPaste(view)) return false;
  const address = clipboardData.getData('text/plain').trim();
  if (isAddressText(address)) return linkSelection(address)(view) || insertNoteLink(view, address);
  return canFormat(view.state) && insertFormatted(view, clipboardData);
}

/** Puts only the Markdown of dragged text into a drag, as copying does, not the markup of the editor around it. */
function clearDraggedHtml({ dataTransfer }: DragEvent): boolean {
  dataTransfer?.clearData('text/html');
  return false;
}

function handleDrop({ dataTransfer, clientX, clientY }: DragEvent, view: EditorView): boolean {
  if (dataTransfer === null || dataTransfer.getData('text/html') === '' || view.state.readOnly) return false;
  const anchor = view.posAtCoords({ x: clientX, y: clientY }, false);
  if (getCodeKind(view.state, anchor) !== undefined) return dropInCode(view, dataTransfer, anchor);
  view.dispatch({ selection: { anchor } });
  view.focus();
  const address = dataTransfer.getData('text/plain').trim();
  return insertNoteLink(view, address) || insertFormatted(view, dataTransfer);
}

/** Inserts text that comes with pictures of it, of which the editor would insert the bytes. Returns false for other text. */
function dropInCode(view: EditorView, transfer: DataTransfer, at: number): boolean {
  if (!transfer.types.includes('Files') || !isFormatted(transfer)) return false;
  const insert = view.state.toText(transfer.getData('text/plain'));
  view.dispatch({
    changes: { from: at, insert },
    selection: { anchor: at, head: at + insert.length },
    userEvent: 'input.drop',
  });
  view.focus();
  return true;
}

/** Inserts formatted text at the selection, and text without formatting where it goes on a list or a quote. */
function insertFormatted(view: EditorView, transfer: DataTransfer): boolean {
  const plain = transfer.getData('text/plain');
  const html = transfer.getData('text/html');
  if (html === '' || transfer.types.includes('vscode-editor-data')) return insertPlainLines(view, plain);
  if (html.length > MAX_HTML_LENGTH) {
    notify(text.formattingLeftOut);
    return false;
  }
  void insertLater(view, plain, ({ convertInWorker }) => convertInWorker(html), getFiles(transfer));
  return true;
}

/** Returns true when the selection is one range outside code. */
const canFormat = (state: EditorState) =>
  state.selection.ranges.length === 1 && getCodeKind(state, state.selection.main.to) === undefined;

/**
 * Inserts a link to a note whose address on this page is pasted or dropped. Returns false for other addresses, as of a
 * heading or a history, and in code.
 */
function insertNoteLink(view: EditorView, address: string): boolean {
  const { target, anchor } = splitAnchor(toLibraryUri(address, location.origin) ?? '');
  const isNote = target.startsWith(DOCUMENT_URI) && anchor === null && canFormat(view.state);
  const documentId = target.slice(DOCUMENT_URI.length);
  if (isNote) void insertLater(view, address, ({ linkToNote }) => linkToNote(documentId, address));
  return isNote;
}

/** Inserts text without formatting that goes on the list or quote of its place. Returns false for other text. */
function insertPlainLines(view: EditorView, plain: string): boolean {
  const { from, to } = view.state.selection.main;
  const markdown = readPlainLines(readPlace(view.state, from, to), plain);
  if (markdown !== undefined) void insertLater(view, plain, () => ({ markdown, images: [] }));
  return markdown !== undefined;
}

type Converter = typeof import('./fit-paste.js');

/** Inserts text when it is converted and fitted into its place; without the code for that as it is. */
async function insertLater(
  view: EditorView,
  plain: string,
  convert: (converter: Converter) => ConversionAnswer | Promise<ConversionAnswer | undefined>,
  files: readonly File[] = [],
): Promise<void> {
  const id = {};
  const { from, to } = view.state.selection.main;
  view.dispatch({
    selection: { anchor: to },
    effects: begin.of({ id, from, to, plain, place: readPlace(view.state, from, to) }),
  });
  const converter = await import('./fit-paste.js').catch(() => undefined);
  const answer = converter && (await convert(converter));
  const pending = view.state.field(pendingPastes).find((one) => one.id === id);
  if (pending === undefined) return;
  if (answer === undefined) notify(text.formattingFailed);
  const { found = [], ...change } = converter?.fitPaste(pending, answer, files) ?? toPlainChange(pending);
  replace(view, id, change);
  placeImages(view, found);
}

/** Inserts texts that are still being converted as plain text, because the note is being closed. */
export function insertPendingPastes(view: EditorView): void {
  const pending = view.state.field(pendingPastes);
  if (pending.length > 0) notify(text.closedWhilePasting);
  for (const { id } of pending) {
    const paste = view.state.field(pendingPastes).find((one) => one.id === id);
    if (paste !== undefined) replace(view, id, toPlainChange(paste));
  }
}

const toPlainChange = ({ from, to, plain }: PendingPaste): PasteChange => ({ from, to, insert: plain });

function replace(view: EditorView, id: object, { from, to, insert }: PasteChange): void {
  if (view.state.readOnly) {
    view.dispatch({ effects: end.of(id) });
    return;
  }
  const changes = view.state.changes({ from, to, insert: view.state.toText(insert) });
  view.dispatch({
    changes,
    selection: view.state.selection.map(changes, 1),
    effects: end.of(id),
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
}
