import { isolateHistory } from '@codemirror/commands';
import { type EditorState, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';
import type { Upload } from './uploads.js';

/** A file that is shown at a place of the text once it is stored. The text itself knows nothing of it. */
interface Placed {
  readonly upload: Upload;
  readonly at: number;
  /** Those it was given with, itself among them, in their order. */
  readonly batch: readonly Upload[];
}

const put = StateEffect.define<readonly Placed[]>();
const take = StateEffect.define<Upload>();

/** The files on their way: by their places, and as they were given where that is the same. */
export const placed = StateField.define<readonly Placed[]>({
  create: () => [],
  update(before, { changes, effects }) {
    if (before.length === 0 && effects.length === 0) return before;
    const taken = effects.find((effect) => effect.is(take))?.value;
    const index = before.findIndex(({ upload }) => upload === taken);
    // What is typed goes behind files at the same place; what one of them became, before those given after it.
    const side = (one: number) => (index !== -1 && one > index ? 1 : -1);
    const moved = before.map((one, at) => ({ ...one, at: changes.mapPos(one.at, side(at)) }));
    const added = effects.flatMap((effect) => (effect.is(put) ? effect.value : []));
    return [...moved.filter(({ upload }) => upload !== taken), ...added].sort((a, b) => a.at - b.at);
  },
});

/** Holds a place for files that are given together. */
export const placing = (batch: readonly Upload[], at: number): TransactionSpec => ({
  effects: put.of(batch.map((upload) => ({ upload, at, batch }))),
});

/** Gives up the place of a file, and puts its Markdown there where it has any; files of one batch get lines of their own. */
export function settling(state: EditorState, upload: Upload, markdown: string): TransactionSpec {
  const files = state.field(placed);
  const { at, batch } = files.find((one) => one.upload === upload) as Placed;
  const effects = take.of(upload);
  if (markdown === '') return { effects };
  const isThere = (other: Upload) => other.state.peek().kind === 'stored' && !files.some((one) => one.upload === other);
  const isBreak = (from: number) => state.sliceDoc(from, from + 1) === '\n';
  const index = batch.indexOf(upload);
  const before = batch.slice(0, index).some(isThere) && !isBreak(at - 1) ? '\n' : '';
  const after = batch.slice(index + 1).some(isThere) && !isBreak(at) ? '\n' : '';
  const changes = state.changes({ from: at, insert: before + markdown + after });
  return {
    changes,
    selection: state.selection.map(changes, 1),
    effects,
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
  };
}
