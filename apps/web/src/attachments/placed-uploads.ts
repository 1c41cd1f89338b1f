import { isolateHistory } from '@codemirror/commands';
import { type EditorState, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';
import { completeParagraph } from '../editor/drop-position.js';
import type { Upload } from './uploads.js';

/** A file that is shown at a position of the text until it is stored. It is no part of the text. */
interface PlacedUpload {
  readonly upload: Upload;
  readonly at: number;
  /** Files added together with this one, including it, in order. */
  readonly batch: readonly Upload[];
  /** True when the batch becomes a paragraph of its own. */
  readonly isParagraph: boolean;
}

const addUploads = StateEffect.define<readonly PlacedUpload[]>();
const removeUpload = StateEffect.define<Upload>();

/** Files being uploaded, by position; files at one position stay in the order they were added. */
export const placedUploads = StateField.define<readonly PlacedUpload[]>({
  create: () => [],
  update(before, { changes, effects }) {
    if (before.length === 0 && effects.length === 0) return before;
    const removedUpload = effects.find((effect) => effect.is(removeUpload))?.value;
    const index = before.findIndex(({ upload }) => upload === removedUpload);
    // Text typed at the position of files goes behind them. The Markdown of a stored file goes before the files added
    // after it.
    const side = (one: number) => (index !== -1 && one > index ? 1 : -1);
    const remapped = before.map((one, at) => ({ ...one, at: changes.mapPos(one.at, side(at)) }));
    const added = effects.flatMap((effect) => (effect.is(addUploads) ? effect.value : []));
    return [...remapped.filter(({ upload }) => upload !== removedUpload), ...added].sort((a, b) => a.at - b.at);
  },
});

/** Reserves a position for files that are added together. */
export const placeUploads = (batch: readonly Upload[], at: number, isParagraph = false): TransactionSpec => ({
  effects: addUploads.of(batch.map((upload) => ({ upload, at, batch, isParagraph }))),
});

interface Replacement {
  readonly transaction: TransactionSpec;
  /** Offset of the Markdown afterwards. */
  readonly at: number;
}

/** Removes the placeholder of a file and inserts its Markdown, if any. Files of one batch get a line each. */
export function replaceUpload(state: EditorState, upload: Upload, markdown: string): Replacement {
  const files = state.field(placedUploads);
  const { at, batch, isParagraph } = files.find((one) => one.upload === upload) as PlacedUpload;
  const effects = removeUpload.of(upload);
  if (markdown === '') return { transaction: { effects }, at };
  const isInserted = (other: Upload) =>
    other.state.peek().kind === 'stored' && !files.some((one) => one.upload === other);
  const isBreak = (from: number) => state.sliceDoc(from, from + 1) === '\n';
  const index = batch.indexOf(upload);
  const around = isParagraph ? completeParagraph(state, at) : { before: '', after: '' };
  const before = batch.slice(0, index).some(isInserted) ? breakUnless(isBreak(at - 1)) : around.before;
  const after = batch.slice(index + 1).some(isInserted) ? breakUnless(isBreak(at)) : around.after;
  const changes = state.changes({ from: at, insert: before + markdown + after });
  const selection = state.selection.map(changes, 1);
  const annotations = isolateHistory.of('full');
  const transaction = { changes, selection, effects, annotations, userEvent: 'input.paste' };
  return { transaction, at: at + before.length };
}

const breakUnless = (isBroken: boolean): string => (isBroken ? '' : '\n');
