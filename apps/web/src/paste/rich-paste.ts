import { isolateHistory } from '@codemirror/commands';
import {
  EditorSelection,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { placeImages } from '../attachments/editor-files.js';
import { getFiles } from '../attachments/files.js';
import { getCodeKind } from '../editor/lines/line-prefix.js';
import { isAddressText } from '../editor/marks/inline-marks.js';
import { ask, startWorker } from '../kernel/worker.js';
import { notify } from '../ui/notices.js';
import type { ConvertedHtml } from './convert-html.js';
import { decodeImage } from './decode-image.js';
import type { ConversionAnswer } from './paste-worker.js';
import workerUrl from './paste-worker.js?worker&url';
import { fitMarkdown, fitPlainText, type Place, readPlace, readPlainLines } from './place-markdown.js';
import { isPlainPaste } from './plain-paste.js';
import { text } from './texts.js';

/** Longest HTML that is converted, in UTF-16 code units. */
const MAX_HTML_LENGTH = 10_000_000;
const CONVERSION_TIMEOUT_MS = 5_000;

/** The range that a paste replaces when its text has been converted. */
interface PendingPaste {
  readonly id: object;
  readonly from: number;
  readonly to: number;
  readonly place: Place;
  readonly plain: string;
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

/** Pastes formatted text as Markdown, and an address onto selected text as a link. */
export const richPaste: Extension = [pendingPastes, EditorView.domEventHandlers({ paste: handlePaste })];

function handlePaste({ clipboardData }: ClipboardEvent, view: EditorView): boolean {
  if (clipboardData === null || view.state.readOnly || isPlainPaste(view)) return false;
  const plain = clipboardData.getData('text/plain');
  if (isAddressText(plain.trim())) return linkSelection(view, plain.trim());
  const html = clipboardData.getData('text/html');
  if (!canFormat(view.state)) return false;
  if (html === '' || clipboardData.types.includes('vscode-editor-data')) return insertPlainLines(view, plain);
  if (html.length > MAX_HTML_LENGTH) {
    notify(text.formattingLeftOut);
    return false;
  }
  void convertAndInsert(view, html, plain, getFiles(clipboardData));
  return true;
}

/** Returns true when the selection is one range outside code. */
const canFormat = (state: EditorState) =>
  state.selection.ranges.length === 1 && getCodeKind(state, state.selection.main.to) === undefined;

/** Makes the selected text of each range a link. Returns false when nothing suitable is selected. */
function linkSelection({ state, dispatch }: EditorView, address: string): boolean {
  const { ranges } = state.selection;
  const isText = ({ from, to }: { from: number; to: number }) => {
    const selected = state.sliceDoc(from, to);
    return selected.trim() !== '' && !/[\n[\]]/.test(selected) && !isAddressText(selected);
  };
  if (!ranges.every(isText) || !ranges.every(({ to }) => getCodeKind(state, to) === undefined)) return false;
  const spec = state.changeByRange((range) => ({
    changes: [
      { from: range.from, insert: '[' },
      { from: range.to, insert: `](${address})` },
    ],
    range: range.extend(range.from + 1, range.to + 1),
  }));
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input.paste' }));
  return true;
}

/** Inserts text without formatting that goes on the list or quote of its place. Returns false for other text. */
function insertPlainLines({ state, dispatch }: EditorView, plain: string): boolean {
  const { from, to } = state.selection.main;
  const place = readPlace(state, from, to);
  const lines = readPlainLines(place, plain);
  if (lines === undefined) return false;
  const { replacesBefore, insert } = fitMarkdown(place, lines);
  const changes = state.changes({ from: from - replacesBefore, to, insert: state.toText(insert) });
  const selection = EditorSelection.cursor(changes.mapPos(to, 1));
  dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: 'input.paste' }));
  return true;
}

async function convertAndInsert(view: EditorView, html: string, plain: string, files: readonly File[]): Promise<void> {
  const id = {};
  const { from, to } = view.state.selection.main;
  view.dispatch({
    selection: { anchor: to },
    effects: begin.of({ id, from, to, plain, place: readPlace(view.state, from, to) }),
  });
  const answer = await convertInWorker(html);
  const pending = view.state.field(pendingPastes).find((one) => one.id === id);
  if (pending === undefined) return;
  if (answer === undefined) notify(text.formattingFailed);
  if (answer) insertMarkdown(view, pending, answer, files);
  else insertPlain(view, pending);
}

/** Inserts texts that are still being converted as plain text, because the note is being closed. */
export function insertPendingPastes(view: EditorView): void {
  const pending = view.state.field(pendingPastes);
  if (pending.length > 0) notify(text.closedWhilePasting);
  for (const { id } of pending) {
    const paste = view.state.field(pendingPastes).find((one) => one.id === id);
    if (paste !== undefined) insertPlain(view, paste);
  }
}

async function convertInWorker(html: string): Promise<ConversionAnswer> {
  const worker = startWorker(workerUrl);
  try {
    return await ask<ConversionAnswer>(worker, html, AbortSignal.timeout(CONVERSION_TIMEOUT_MS));
  } finally {
    worker.terminate();
  }
}

function insertPlain(view: EditorView, { id, from, to, place, plain }: PendingPaste): void {
  const { replacesBefore, insert } = fitPlainText(place, plain);
  replace(view, id, { from: from - replacesBefore, to, insert: view.state.toText(insert) });
}

const IMAGE = /!\[((?:[^\]\\]|\\.)*)\]\(pasted:(\d+)\)/g;

function insertMarkdown(
  view: EditorView,
  { id, from, to, place }: PendingPaste,
  { markdown, images }: ConvertedHtml,
  files: readonly File[],
): void {
  const fitted = fitMarkdown(place, markdown);
  const start = from - fitted.replacesBefore;
  const found: { file: File; at: number; alt: string }[] = [];
  let removed = 0;
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  const insert = fitted.insert.replace(IMAGE, (token, alt: string, number: string, index: number) => {
    const file = readImage(images, pictures, Number(number), alt);
    if (file !== undefined) found.push({ file, at: start + index - removed, alt });
    removed += token.length;
    return '';
  });
  replace(view, id, { from: start, to, insert: view.state.toText(insert) });
  placeImages(view, found);
}

/** Returns the file of an image: from its address, or else the picture on the clipboard in the same place. */
function readImage(
  images: ConvertedHtml['images'],
  pictures: readonly File[],
  number: number,
  alt: string,
): File | undefined {
  const address = images[number];
  if (address !== undefined)
    return decodeImage(address, alt.replace(/[\\/:*?"<>|]/g, '').trim() || `image-${number + 1}`);
  const without = images.flatMap((image, index) => (image === undefined ? index : []));
  return without.length === pictures.length ? pictures[without.indexOf(number)] : undefined;
}

function replace(view: EditorView, id: object, change: { from: number; to: number; insert: Text }): void {
  if (view.state.readOnly) {
    view.dispatch({ effects: end.of(id) });
    return;
  }
  const changes = view.state.changes(change);
  view.dispatch({
    changes,
    selection: view.state.selection.map(changes, 1),
    effects: end.of(id),
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
}
