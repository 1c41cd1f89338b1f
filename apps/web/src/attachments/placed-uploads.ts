import { isolateHistory } from '@codemirror/commands';
import { type EditorState, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';
import type { Upload } from './uploads.js';

/** A file that is shown at a position of the text until it is stored. It is no part of the text. */
interface PlacedUpload {
  readonly upload: Upload;
  readonly at: number;
  /** Files added together with this one, including it, in order. */
  readonly batch: readonly Upload[];
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
export const placeUploads = (batch: readonly Upload[], at: number): TransactionSpec => ({
  effects: addUploads.of(batch.map((upload) => ({ upload, at, batch }))),
});

/** Returns the position of a file. */
export const findUpload = (state: EditorState, upload: Upload): number | undefined =>
  state.field(placedUploads).find((one) => one.upload === upload)?.at;

/** Removes the placeholder of a file and inserts its Markdown, if any. Files of one batch get a line each. */
export function replaceUpload(state: EditorState, upload: Upload, markdown: string): TransactionSpec {
  const files = state.field(placedUploads);
  const { at, batch } = files.find((one) => one.upload === upload) as PlacedUpload;
  const effects = removeUpload.of(upload);
  if (markdown === '') return { effects };
  const isInserted = (other: Upload) =>
    other.state.peek().kind === 'stored' && !files.some((one) => one.upload === other);
  const isBreak = (from: number) => state.sliceDoc(from, from + 1) === '\n';
  const index = batch.indexOf(upload);
  const before = batch.slice(0, index).some(isInserted) && !isBreak(at - 1) ? '\n' : '';
  const after = batch.slice(index + 1).some(isInserted) && !isBreak(at) ? '\n' : '';
  const changes = state.changes({ from: at, insert: before + markdown + after });
  return {
    changes,
    selection: state.selection.map(changes, 1),
    effects,
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
  };
}
