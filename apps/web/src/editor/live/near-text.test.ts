import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, type RangeSet, type TransactionSpec } from '@codemirror/state';
import { type Decoration, EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markdown } from '../language.js';
import { activityField } from './activity.js';
import { renderedBlocks } from './block-field.js';
import { createNearText, followNearText, isNear } from './near-text.js';

beforeEach(() => vi.stubGlobal('document', { activeElement: null }));
afterEach(() => void vi.unstubAllGlobals());

/** Maximum time for parsing a note; generous, because a busy machine is slow. */
const PARSE_MS = 20_000;
const BLOCK = '| a | b |\n|-|-|\n| c | d |\n\ntext\n\n';

function createState(size: number): EditorState {
  const doc = BLOCK.repeat(Math.ceil(size / BLOCK.length));
  const state = EditorState.create({ doc, extensions: [markdown.extension, activityField, renderedBlocks] });
  ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  return state.update({}).state;
}

/** Returns the number of rendered blocks that the editor is given. */
const countRendered = (state: EditorState) =>
  state
    .facet(EditorView.decorations)
    .filter((set): set is RangeSet<Decoration> => typeof set !== 'function')
    .reduce((sum, { size }) => sum + size, 0);

it('the number of rendered blocks does not grow with the length of a note', () => {
  const count = countRendered(createState(200_000));
  expect(count).toBeGreaterThan(100);
  expect(countRendered(createState(1_000_000))).toBe(count);
});

it('blocks around the cursor are rendered wherever it moves, and those it leaves are not', () => {
  const state = createState(300_000);
  const count = countRendered(state);
  const moved = state.update({ selection: { anchor: 60_000 } }).state;
  const back = moved.update({ selection: { anchor: 0 } }).state;
  expect(countRendered(moved)).toBeGreaterThan(count);
  expect(countRendered(back)).toBe(count);
});

it('text around the cursor stays near through any changes', () => {
  const change = fc.record({ at: fc.nat(), length: fc.nat({ max: 90_000 }), insert: fc.nat({ max: 400_000 }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
      let state = EditorState.create({ doc: BLOCK.repeat(5_000) });
      let near = createNearText(state);
      for (const { at, length, insert } of changes) {
        const from = at % (state.doc.length + 1);
        const to = Math.min(state.doc.length, from + length);
        const spec: TransactionSpec = { changes: { from, to, insert: 'x'.repeat(insert) } };
        const transaction = state.update({ ...spec, selection: { anchor: from + insert } });
        state = transaction.state;
        near = followNearText(near, transaction);
        const { head } = state.selection.main;
        expect(isNear(near, Math.max(0, head - 1), head + 1)).toBe(true);
        expect(Math.max(near.sight.to, near.cursor.to)).toBeLessThanOrEqual(state.doc.length);
      }
    }),
    { numRuns: 60 },
  );
});
