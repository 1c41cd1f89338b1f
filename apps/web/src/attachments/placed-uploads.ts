import { isolateHistory } from '@codemirror/commands';
import { type EditorState, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';
import type { DropPosition } from '../editor/drop-position.js';
import type { Upload } from './uploads.js';

/** A file that is shown at a position of the text until it is stored. It is no part of the text. */
interface PlacedUpload extends DropPosition {
  readonly upload: Upload;
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
export const placeUploads = (batch: readonly Upload[], position: DropPosition): TransactionSpec => ({
  effects: addUploads.of(batch.map((upload) => ({ upload, ...position, batch }))),
});

interface Replacement {
  readonly transaction: TransactionSpec;
  /** Offset of the Markdown afterwards. */
  readonly at: number;
}

/**
 * Removes the placeholder of a file and inserts its Markdown, if any. Files of one batch get a line each; beside a block,
 * a paragraph each.
 */
export function replaceUpload(state: EditorState, upload: Upload, markdown: string): Replacement {
  const files = state.field(placedUploads);
  const placed = files.find((one) => one.upload === upload) as PlacedUpload;
  const { at } = placed;
  const effects = removeUpload.of(upload);
  if (markdown === '') return { transaction: { effects }, at };
  const isInserted = (other: Upload) =>
    other.state.peek().kind === 'stored' && !files.some((one) => one.upload === other);
  const { before, after } =
    placed.beside === undefined ? findLineBreaks(state, placed, isInserted) : findGaps(state, at);
  const changes = state.changes({ from: at, insert: state.toText(before + markdown + after) });
  const selection = state.selection.map(changes, 1);
  const annotations = isolateHistory.of('full');
  const transaction = { changes, selection, effects, annotations, userEvent: 'input.paste' };
  return { transaction, at: at + before.length };
}

/** Text that separates the Markdown of a file from the text around it. */
interface Separators {
  readonly before: string;
  readonly after: string;
}

/** Returns the line breaks between a file and those of its batch that are inserted already. */
function findLineBreaks(
  state: EditorState,
  { upload, at, batch }: PlacedUpload,
  isInserted: (other: Upload) => boolean,
): Separators {
  const isBreak = (from: number) => state.sliceDoc(from, from + 1) === '\n';
  const index = batch.indexOf(upload);
  return {
    before: batch.slice(0, index).some(isInserted) && !isBreak(at - 1) ? '\n' : '',
    after: batch.slice(index + 1).some(isInserted) && !isBreak(at) ? '\n' : '',
  };
}

/** Returns the line breaks and the indentation that make a text inserted beside a block a paragraph of its list item. */
function findGaps({ doc }: EditorState, at: number): Separators {
  const [left = ''] = doc.sliceString(Math.max(0, at - 2), at).match(/\n{0,2}$/) ?? [];
  const [right = ''] = doc.sliceString(at, at + 2).match(/^\n{0,2}/) ?? [];
  const [indent = ''] = doc.lineAt(at).text.match(/^[ \t]*/) ?? [];
  return {
    before: '\n'.repeat(at === left.length ? 0 : 2 - left.length) + indent,
    after: '\n'.repeat(at + right.length === doc.length ? 0 : 2 - right.length),
  };
}
